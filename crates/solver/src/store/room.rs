//! Room for a table: free space of the disk, and the size limit of the cache directory.

use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::Path;

use crate::input_text::format_bytes;

/// The reason why a table is not stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoRoom {
    /// The disk has too little free space.
    Disk {
        /// Bytes of the file.
        needed: u64,
        /// Free bytes.
        free: u64,
    },
    /// The directory would exceed its limit.
    Limit {
        /// Bytes of the file.
        needed: u64,
        /// Bytes of the tables that are stored.
        stored: u64,
        /// The limit.
        limit: u64,
    },
}

impl Display for NoRoom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            NoRoom::Disk { needed, free } => {
                write!(f, "it takes {}, and {} are free", format_bytes(needed), format_bytes(free))
            }
            NoRoom::Limit { needed, stored, limit } => {
                let [needed, stored, limit] = [needed, stored, limit].map(format_bytes);
                write!(f, "it takes {needed}, {stored} are stored, and the limit of the directory is {limit}")
            }
        }
    }
}

/// Checks that a file of `needed` bytes can be stored at `path` in a directory. A file that is there already is
/// replaced, but only after the new one is complete.
pub fn check(folder: &Path, path: &Path, needed: u64, limit: Option<u64>) -> Result<(), NoRoom> {
    if let Some(limit) = limit {
        let stored = stored_bytes(folder, path);
        if stored.saturating_add(needed) > limit {
            return Err(NoRoom::Limit { needed, stored, limit });
        }
    }
    match free_bytes(folder) {
        Some(free) if free < needed => Err(NoRoom::Disk { needed, free }),
        _ => Ok(()),
    }
}

/// Returns the bytes of all table files but one.
fn stored_bytes(folder: &Path, except: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let tables = entries.filter(|entry| {
        let path = entry.path();
        path != except && path.extension().is_some_and(|extension| extension == "table")
    });
    tables.filter_map(|entry| Some(entry.metadata().ok()?.len())).sum()
}

/// Returns the free space of a directory's file system for this user. None if the system does not say.
fn free_bytes(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(folder).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::Folder;

    #[test]
    fn the_disk_and_the_limit_are_respected() {
        let Folder(folder) = &Folder::new();
        fs::create_dir_all(folder).expect("a new folder");
        let (own, other) = (folder.join("a.table"), folder.join("b.table"));
        for path in [&own, &other, &folder.join("b.lock")] {
            fs::write(path, [0; 100]).expect("it can be written");
        }
        assert_eq!(check(folder, &own, 1000, None), Ok(()));
        assert_eq!(
            check(folder, &own, 1000, Some(1100)),
            Ok(()),
            "the old file of the same name does not count"
        );
        let full = NoRoom::Limit { needed: 1000, stored: 100, limit: 1099 };
        assert_eq!(check(folder, &own, 1000, Some(1099)), Err(full));
        if cfg!(unix) {
            assert!(matches!(check(folder, &own, 1 << 62, None), Err(NoRoom::Disk { .. })));
        }
    }
}
