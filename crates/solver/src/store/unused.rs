//! Files in a cache directory that the present version does not use: tables with an unknown name or layout, and files
//! left by killed processes. They are recognised by the first bytes of their headers and by their names. A file that
//! neither identifies as this program's is not touched, and links are not followed.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::header::{Fault, Header, MAGIC, PAGE, Spec};

/// Returns the table that the present version stores under a name.
pub type Catalog = fn(&str) -> Option<Spec>;

/// A file that the present version does not use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnusedFile {
    /// The path.
    pub path: PathBuf,
    /// Size in bytes.
    pub bytes: u64,
    /// Reason why the file is not used.
    pub reason: Unused,
    /// The spec in its header, if readable.
    pub spec: Option<Spec>,
}

/// Reason why a file is not used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unused {
    /// No table of the present version has this name.
    Name,
    /// The table of this name has another layout, or depends on other numbers.
    Layout,
    /// The header has another format.
    Format(u32),
    /// No table of the present version has this name, and the header cannot be read.
    Header,
    /// A process ended before it had written the whole table.
    Unfinished,
}

impl fmt::Display for Unused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unused::Name => write!(f, "unknown name"),
            Unused::Layout => write!(f, "other layout version"),
            Unused::Format(format) => write!(f, "other file format, {format}"),
            Unused::Header => write!(f, "unknown name, damaged header"),
            Unused::Unfinished => write!(f, "left by a process that was stopped"),
        }
    }
}

/// Lists the unused files of a directory by name. A table that is being written is not among them.
///
/// # Errors
/// If the directory cannot be read. A missing directory has no files.
pub fn list(folder: &Path, catalog: Catalog) -> io::Result<Vec<UnusedFile>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        entries => entries?,
    };
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut files: Vec<UnusedFile> = paths?
        .iter()
        .filter_map(|path| classify(path, catalog))
        .filter(|file| !is_locked(&file.path))
        .collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// Removes a file if it is still unused. Returns false if it is not, or is gone.
///
/// # Errors
/// If it cannot be removed, or a process is writing a table of this name.
pub fn remove(path: &Path, catalog: Catalog) -> io::Result<bool> {
    // Held until the file is gone, so that a process that starts to build the table waits. The lock file itself stays.
    let _lock = match lock_file(path) {
        None => None,
        Some(file) => {
            let file = file?;
            file.try_lock().map_err(|error| match error {
                TryLockError::WouldBlock => ErrorKind::ResourceBusy.into(),
                TryLockError::Error(error) => error,
            })?;
            Some(file)
        }
    };
    if classify(path, catalog).is_none() {
        return Ok(false);
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        removed => removed.map(|()| true),
    }
}

/// Returns the reason and header of a file if it is unused.
fn classify(path: &Path, catalog: Catalog) -> Option<UnusedFile> {
    // Not the metadata of a link's target.
    let metadata = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file)?;
    let known = catalog(path.file_stem()?.to_str()?);
    let (has_magic, header) = match path.extension()?.to_str()? {
        "table" | "part" => read(path).ok()?,
        _ => return None,
    };
    let reason = match path.extension()?.to_str()? {
        // A process that was killed before it wrote the header leaves nothing but the file name.
        "part" if has_magic || known.is_some() => Unused::Unfinished,
        "table" if has_magic => match (&header, &known) {
            (Err(Fault::OtherFormat(format)), _) => Unused::Format(*format),
            (Ok(_), None) => Unused::Name,
            (Ok(header), Some(known)) if header.spec != *known => Unused::Layout,
            (Err(_), None) => Unused::Header,
            // A table in use, or one that will be rebuilt because it is damaged.
            _ => return None,
        },
        _ => return None,
    };
    let spec = header.ok().map(|header| header.spec);
    Some(UnusedFile { path: path.to_path_buf(), bytes: metadata.len(), reason, spec })
}

/// Reads the beginning of a file. Returns true if it has the magic bytes of a table, and the header.
fn read(path: &Path) -> io::Result<(bool, Result<Header, Fault>)> {
    let mut bytes = Vec::new();
    File::open(path)?.take(PAGE as u64).read_to_end(&mut bytes)?;
    let header = bytes.first_chunk::<PAGE>().ok_or(Fault::NoTable).and_then(Header::read);
    Ok((bytes.starts_with(MAGIC), header))
}

/// Opens the lock file of a table file, if there is one.
fn lock_file(path: &Path) -> Option<io::Result<File>> {
    match File::options().write(true).open(path.with_extension("lock")) {
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        opened => Some(opened),
    }
}

/// True if a process is writing a table of this name, or this cannot be ruled out.
fn is_locked(path: &Path) -> bool {
    lock_file(path).is_some_and(|file| file.is_err() || file.is_ok_and(|file| file.try_lock().is_err()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::Folder;

    fn spec(name: &str) -> Spec {
        Spec { name: name.into(), version: 2, depends: vec![5], item: 1, bytes: 100 }
    }

    fn catalog(name: &str) -> Option<Spec> {
        (name == "now").then(|| spec(name))
    }

    fn page(spec: Spec) -> Vec<u8> {
        Header { spec, distribution: vec![1], blocks: 0 }.page().to_vec()
    }

    /// Writes a file and compares its classification.
    fn check(file: &str, content: &[u8], expected: Option<Unused>) {
        let folder = Folder::new();
        fs::create_dir_all(&folder.0).expect("a folder");
        let path = folder.0.join(file);
        fs::write(&path, content).expect("it can be written");
        let found = list(&folder.0, catalog).expect("the directory can be read");
        assert_eq!(
            found.iter().map(|file| file.reason).collect::<Vec<_>>(),
            Vec::from_iter(expected),
            "{file}"
        );
        assert!(found.iter().all(|file| file.path == path && file.bytes == content.len() as u64));
        assert_eq!(remove(&path, catalog).expect("it is not locked"), expected.is_some());
        assert_eq!(path.exists(), expected.is_none());
    }

    #[test]
    fn reasons() {
        let mut format = page(spec("now"));
        format[8] = 77;
        let mut damaged = page(spec("old"));
        damaged[100] ^= 1;
        check("now.table", &page(spec("now")), None);
        check("now.table", &page(Spec { version: 1, ..spec("now") }), Some(Unused::Layout));
        check("now.table", &format, Some(Unused::Format(77)));
        check("old.table", &format, Some(Unused::Format(77)));
        check("old.table", &page(spec("old")), Some(Unused::Name));
        check("old.table", &page(spec("now")), Some(Unused::Name));
        check("old.table", &damaged, Some(Unused::Header));
        check("old.table", &damaged[..1000], Some(Unused::Header));
        // Rebuilt when it is needed, and until then shown as damaged.
        check("now.table", &damaged, None);
        check("now.part", b"", Some(Unused::Unfinished));
        check("now.part", &page(spec("now")), Some(Unused::Unfinished));
        check("old.part", &page(spec("old")), Some(Unused::Unfinished));
    }

    #[test]
    fn files_of_other_programs_are_left() {
        for file in ["old.table", "now.table", "old.part", "notes.txt", "now.lock", ".table", "table"] {
            check(file, b"something else, of any length", None);
        }
        check("old.part", b"", None);
        check("copy.bak", &page(spec("old")), None);
    }

    #[test]
    #[cfg(unix)]
    fn links_and_their_targets_are_left() {
        let folder = Folder::new();
        fs::create_dir_all(folder.0.join("inner")).expect("a folder");
        let (file, link) = (folder.0.join("inner/old.table"), folder.0.join("old.table"));
        fs::write(&file, page(spec("old"))).expect("it can be written");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        assert_eq!(list(&folder.0, catalog).expect("the directory can be read"), []);
        assert!(!remove(&link, catalog).expect("it is not locked"));
        assert!(file.exists() && link.is_symlink());
    }

    #[test]
    fn a_table_that_is_being_written_is_left() {
        let folder = Folder::new();
        fs::create_dir_all(&folder.0).expect("a folder");
        let part = folder.0.join("now.part");
        fs::write(&part, "").expect("it can be written");
        let lock = File::create(folder.0.join("now.lock")).expect("a file");
        lock.lock().expect("it is free");
        assert_eq!(list(&folder.0, catalog).expect("the directory can be read"), []);
        assert_eq!(remove(&part, catalog).map_err(|error| error.kind()), Err(ErrorKind::ResourceBusy));
        drop(lock);
        assert_eq!(list(&folder.0, catalog).expect("the directory can be read").len(), 1);
        assert!(remove(&part, catalog).expect("it is not locked"));
    }

    #[test]
    fn a_missing_directory_has_no_files() {
        assert_eq!(list(&Folder::new().0, catalog).expect("a missing directory is not an error"), []);
    }
}
