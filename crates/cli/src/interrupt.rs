//! Interrupts: the first ends the searches, the second the program.

use deepen::front::Watch;

use crate::exit::Exit;

/// Begins to watch, and listens for interrupts.
///
/// # Errors
/// If the system does not let the program listen.
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

/// Listens for nothing: for a process that another tells when to end. Interrupts, which go to all of them, do not end this
/// one either.
pub fn ignore() -> Watch {
    // If it cannot be had, an interrupt ends the process: no harm is done.
    let _ = ctrlc::set_handler(|| {});
    Watch::new()
}
