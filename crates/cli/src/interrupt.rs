//! Interrupts: the first cancels the searches, the second ends the program.

use deepen::front::Watch;

use crate::exit::Exit;

/// Returns a watch that interrupts cancel.
///
/// # Errors
/// If the handler cannot be installed.
pub fn watch() -> Result<Watch, ctrlc::Error> {
    let watch = Watch::new();
    let handler = watch.clone();
    ctrlc::set_handler(move || {
        if handler.is_cancelled() {
            std::process::exit(Exit::Interrupted as i32);
        }
        handler.cancel();
    })?;
    Ok(watch)
}

/// Ignores interrupts, for a process that rank 0 ends. Interrupts go to all processes and must not end this one.
pub fn ignore() -> Watch {
    // If the handler cannot be installed, an interrupt ends the process, which does no harm.
    let _ = ctrlc::set_handler(|| {});
    Watch::new()
}
