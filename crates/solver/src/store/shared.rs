//! One copy of a table for all processes of a user on this machine, as the ranks of an MPI job.
//!
//! The first process reads the table into a memory file, checks it, and seals the file: from then on no process can change
//! or cut it, whatever happens to the file on disk. The others find it among the open files of processes by its name, check
//! it again and map it. The copy is freed with the last process that uses it; nothing is left on disk.
//!
//! Only on Linux, where `/proc` is mounted. Elsewhere, and whenever anything of this is not possible, each process reads
//! a copy of its own, which takes more memory and gives the same table.

use std::path::Path;

use search::table::data::Plain;

use super::header::{Fault, Spec};
use super::{FilledTable, ReportProgress, file};

/// Returns the shared copy of a table, after this process has checked it. Returns None if there is no file at `path`.
/// `report` receives the bytes checked and the total.
///
/// # Errors
/// If the table cannot be used, or `report` returned false.
pub fn load<T: Plain>(
    path: &Path,
    spec: &Spec,
    report: ReportProgress<'_>,
) -> Result<Option<FilledTable<T>>, Fault> {
    #[cfg(target_os = "linux")]
    {
        let Some((_, header)) = file::identify(path, spec)? else { return Ok(None) };
        // The checksum of all checksums, so that a copy of other content is never taken for this one.
        let name = format!("deepen-{}-{:08x}", spec.name, header.blocks);
        if let Some(table) = linux::load(&name, path, spec, report)? {
            return Ok(Some(table));
        }
    }
    file::read(path, spec, report)
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::{self, File};
    use std::io;
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::fs::{FileExt, MetadataExt};
    use std::os::unix::net::{SocketAddr, UnixDatagram};
    use std::path::{Path, PathBuf};
    use std::thread;

    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, fcntl_get_seals, memfd_create};
    use search::table::data::{Plain, SEALS, TableData};

    use crate::store::file::Checked;
    use crate::store::header::{Fault, PAGE, Spec};
    use crate::store::{FilledTable, LOCK_POLL, ReportProgress};

    /// Attempts to get the turn from a process that does not seem to read the table. It may be about to begin, or belong
    /// to another user, whose copy is of no use here.
    const MAX_IDLE_POLLS: u32 = 50;

    /// Finds a sealed copy, or makes one, or waits for the process that makes it. Returns None if that is not possible.
    pub fn load<T: Plain>(
        name: &str,
        path: &Path,
        spec: &Spec,
        report: ReportProgress<'_>,
    ) -> Result<Option<FilledTable<T>>, Fault> {
        let mut n_idle = 0;
        loop {
            // Before the search: a copy that the last holder of the turn has made is found.
            let turn = take_turn(name);
            let (sealed, unsealed): (Vec<File>, Vec<File>) = copies(name).into_iter().partition(is_sealed);
            for copy in sealed {
                match map(copy, spec, report) {
                    Ok(table) => return Ok(Some(table)),
                    Err(Fault::Stopped) => return Err(Fault::Stopped),
                    // Not a copy of this table, whatever its name: the next one, or a new one.
                    Err(_) => {}
                }
            }
            n_idle = if unsealed.is_empty() { n_idle + 1 } else { 0 };
            match turn {
                Ok(Some(_turn)) => return publish(name, path, spec, report),
                Ok(None) if n_idle < MAX_IDLE_POLLS => thread::sleep(LOCK_POLL),
                Ok(None) | Err(_) => return Ok(None),
            }
            if !report(0, spec.bytes) {
                return Err(Fault::Stopped);
            }
        }
    }

    /// Takes the turn to read a table, which lasts as long as the result. None if another process has it. A socket
    /// without a file: it belongs to this machine, also where the table directory is shared by several or read only,
    /// and it goes with its process.
    fn take_turn(name: &str) -> io::Result<Option<UnixDatagram>> {
        let address = SocketAddr::from_abstract_name(format!("{name}-{}", own_uid()?))?;
        match UnixDatagram::bind_addr(&address) {
            Ok(turn) => Ok(Some(turn)),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn own_uid() -> io::Result<u32> {
        Ok(fs::metadata("/proc/self")?.uid())
    }

    /// Opens the memory files of this name that processes have open, if they belong to this user.
    fn copies(name: &str) -> Vec<File> {
        let Ok(uid) = own_uid() else { return Vec::new() };
        // As the system prints memory files.
        let target = PathBuf::from(format!("/memfd:{name} (deleted)"));
        let is_process = |path: &PathBuf| {
            path.file_name().is_some_and(|name| name.as_encoded_bytes().iter().all(u8::is_ascii_digit))
        };
        // The open files of other users cannot be listed.
        let files = list(Path::new("/proc")).filter(is_process).flat_map(|process| list(&process.join("fd")));
        let copies = files.filter(|file| fs::read_link(file).is_ok_and(|to| to == target));
        let mut copies: Vec<File> = copies
            .filter_map(|path| File::open(path).ok())
            .filter(|copy| copy.metadata().is_ok_and(|copy| copy.uid() == uid))
            .collect();
        // A process that shares a copy has it open, too.
        let inode = |file: &File| file.metadata().map_or(0, |file| file.ino());
        copies.sort_by_key(inode);
        copies.dedup_by_key(|copy| inode(copy));
        copies
    }

    fn list(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
    }

    fn is_sealed(file: &File) -> bool {
        fcntl_get_seals(file).is_ok_and(|seals| seals.contains(SEALS))
    }

    /// Reads a table into a new memory file and seals it. Returns None if the system does not provide one.
    fn publish<T: Plain>(
        name: &str,
        path: &Path,
        spec: &Spec,
        report: ReportProgress<'_>,
    ) -> Result<Option<FilledTable<T>>, Fault> {
        let Some(checked) = Checked::open(path, spec, report)? else { return Ok(None) };
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let Ok(memory) = memfd_create(name, flags).map(File::from) else { return Ok(None) };
        // The layout of the file on disk, so that the others check it in the same way.
        let content = PAGE as u64;
        let copied = (|| {
            memory.write_all_at(&checked.header.page()[..], 0)?;
            checked.for_each_block(|from, block| Ok(memory.write_all_at(block, content + from)?))?;
            memory.write_all_at(checked.sums.as_flattened(), content + spec.bytes)?;
            fcntl_add_seals(&memory, SEALS | SealFlags::GROW).map_err(io::Error::from)?;
            Ok(())
        })();
        match copied {
            // The disk, or no memory: reading it in the other way reports the former.
            Err(Fault::Io(_)) => return Ok(None),
            copied => copied?,
        }
        let len = spec.bytes as usize / size_of::<T>();
        let items = TableData::map(memory, content, len);
        Ok(items.map(|items| FilledTable { items, distribution: checked.header.distribution }))
    }

    /// Checks a sealed copy and maps it. The order of the two does not matter: it cannot change any more.
    fn map<T: Plain>(copy: File, spec: &Spec, report: ReportProgress<'_>) -> Result<FilledTable<T>, Fault> {
        let checked = Checked::of(copy, spec, report)?;
        checked.for_each_block(|_, _| Ok(()))?;
        let len = spec.bytes as usize / size_of::<T>();
        let items = TableData::map(checked.file, PAGE as u64, len);
        let items = items.ok_or(io::Error::from(io::ErrorKind::OutOfMemory))?;
        Ok(FilledTable { items, distribution: checked.header.distribution })
    }
}
