//! Interrupts: the first cancels the searches, the second ends the program.

use std::time::{Duration, Instant};

use deepen::front::Watch;

use crate::exit::Exit;

/// Returns a watch that interrupts cancel.
///
/// # Errors
/// If the handler cannot be installed.
pub fn watch() -> Result<Watch, ctrlc::Error> {
    let watch = Watch::new();
    let handler = watch.clone();
    let mut first = None;
    ctrlc::set_handler(move || {
        let since_first = first.get_or_insert_with(Instant::now).elapsed();
        if handler.is_cancelled() && since_first > ONE_INTERRUPT {
            std::process::exit(Exit::Interrupted as i32);
        }
        handler.cancel();
    })?;
    Ok(watch)
}

/// Signals so soon after the first are the same interrupt: `timeout` and schedulers send one to the process and another to
/// its group.
const ONE_INTERRUPT: Duration = Duration::from_millis(100);

/// Ignores interrupts, for a process that rank 0 ends. Interrupts go to all processes and must not end this one.
pub fn ignore() -> Watch {
    // If the handler cannot be installed, an interrupt ends the process, which does no harm.
    let _ = ctrlc::set_handler(|| {});
    Watch::new()
}
