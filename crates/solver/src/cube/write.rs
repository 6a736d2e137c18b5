//! Formatting of move sequences.

use std::fmt;

/// Writes names separated by spaces.
///
/// # Errors
/// If writing to `out` fails.
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
