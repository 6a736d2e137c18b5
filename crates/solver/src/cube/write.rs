//! Moves as they are written.

use std::fmt;

/// Writes names with spaces between them.
///
/// # Errors
/// If `out` takes no more.
pub fn write_joined<N: fmt::Display>(
    names: impl IntoIterator<Item = N>,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    for (i, name) in names.into_iter().enumerate() {
        let space = if i == 0 { "" } else { " " };
        write!(out, "{space}{name}")?;
    }
    Ok(())
}
