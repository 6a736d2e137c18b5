//! Files that are replaced atomically.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces the content of a file, or creates it. Other processes see the old file or the new one: the text is written to a
/// temporary file in the same directory, which is then renamed. Anything that is no regular file, such as a pipe, is written
/// directly.
///
/// # Errors
/// If the file cannot be written; the old one is then unchanged.
pub fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    // A symbolic link stays: its target is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return OpenOptions::new().write(true).open(path)?.write_all(text);
    }
    let (mut file, beside) = create_beside(path)?;
    let write = || {
        file.write_all(text)?;
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write().inspect_err(|_| {
        // The first error is reported.
        let _ = fs::remove_file(&beside);
    })
}

/// Creates a file in the same directory, because a rename is atomic only there.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    for attempt in 0.. {
        let mut beside = std::ffi::OsString::from(".");
        beside.push(name);
        beside.push(format!(".{}-{attempt}.tmp", std::process::id()));
        let beside = path.with_file_name(beside);
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => return Ok((file, beside)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => {}
            Err(error) => return Err(error),
        }
    }
    unreachable!("the last attempt returns its error")
}
