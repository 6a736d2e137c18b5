//! The file of a stored table: the page of [`header`](super::header), the content, and a checksum for each block of it.
//! It is written under another name first and then renamed, so that a file of this name is either complete or absent; a
//! file that is found damaged nevertheless is not used.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crc32fast::hash;
use rayon::prelude::*;
use search::table::data::{Plain, TableData, bytes_of};

use super::header::{BLOCK, Fault, Header, PAGE, Spec};
use super::{FilledTable, ReportProgress};

/// Opens a file and reads its header. Succeeds if the header matches `spec` and the file has the expected size. Returns
/// None if there is no file.
///
/// # Errors
/// If the file is something else.
pub fn identify(path: &Path, spec: &Spec) -> Result<Option<(File, Header)>, Fault> {
    match File::open(path) {
        Ok(mut file) => read_header(&mut file, spec).map(|header| Some((file, header))),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Reads the header of an open file, as [`identify`] does.
fn read_header(file: &mut File, spec: &Spec) -> Result<Header, Fault> {
    let mut page = [0; PAGE];
    file.read_exact(&mut page).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => Fault::NoTable,
        _ => error.into(),
    })?;
    let header = Header::read(&page)?;
    if header.spec != *spec {
        return Err(Fault::Foreign);
    }
    let (found, expected) = (file.metadata()?.len(), spec.file_bytes());
    if found != expected {
        return Err(Fault::Size { found, expected });
    }
    Ok(header)
}

/// A file with a sound header, and the checksums of its blocks.
pub struct Checked<'a> {
    /// The file.
    pub file: File,
    /// Its header.
    pub header: Header,
    /// The checksums of its blocks.
    pub sums: Vec<[u8; 4]>,
    n_checked: AtomicU64,
    report: ReportProgress<'a>,
}

impl<'a> Checked<'a> {
    /// Opens a file and reads its checksums. Returns None if there is no file.
    ///
    /// # Errors
    /// If the file is something else, or its checksums are damaged.
    pub fn open(path: &Path, spec: &Spec, report: ReportProgress<'a>) -> Result<Option<Checked<'a>>, Fault> {
        let Some((file, header)) = identify(path, spec)? else { return Ok(None) };
        Checked::with(file, header, spec, report).map(Some)
    }

    /// Like [`open`](Self::open), for an open file.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    #[cfg(target_os = "linux")]
    pub fn of(mut file: File, spec: &Spec, report: ReportProgress<'a>) -> Result<Checked<'a>, Fault> {
        let header = read_header(&mut file, spec)?;
        Checked::with(file, header, spec, report)
    }

    fn with(
        file: File,
        header: Header,
        spec: &Spec,
        report: ReportProgress<'a>,
    ) -> Result<Checked<'a>, Fault> {
        let mut sums = vec![[0; 4]; spec.n_blocks()];
        read_at(&file, sums.as_flattened_mut(), PAGE as u64 + spec.bytes)?;
        if hash(sums.as_flattened()) != header.blocks {
            return Err(Fault::Checksums);
        }
        Ok(Checked { file, header, sums, n_checked: AtomicU64::new(0), report })
    }

    /// Reads a block and compares it with its checksum, because one wrong bit could become a false proof.
    fn read_block(&self, block: usize, bytes: &mut [u8]) -> Result<(), Fault> {
        let (from, total) = ((block * BLOCK) as u64, self.header.spec.bytes);
        let n = bytes.len() as u64;
        read_at(&self.file, bytes, PAGE as u64 + from)?;
        if !(self.report)(self.n_checked.fetch_add(n, Ordering::Relaxed) + n, total) {
            return Err(Fault::Stopped);
        }
        if hash(bytes).to_le_bytes() != self.sums[block] {
            return Err(Fault::Content { from, to: from + n });
        }
        Ok(())
    }

    /// Reads and compares all blocks, and hands each to `take` with the position of its first byte in the content.
    ///
    /// # Errors
    /// The first block that cannot be read or is damaged, or the error of `take`.
    pub fn for_each_block(&self, take: impl Fn(u64, &[u8]) -> Result<(), Fault> + Sync) -> Result<(), Fault> {
        let total = self.header.spec.bytes as usize;
        let check = |buffer: &mut Vec<u8>, block: usize| {
            let len = BLOCK.min(total - block * BLOCK);
            buffer.resize(len, 0);
            let bytes = &mut buffer[..len];
            self.read_block(block, bytes).and_then(|()| take((block * BLOCK) as u64, bytes)).err()
        };
        let blocks = (0..self.sums.len()).into_par_iter().map_init(Vec::new, check);
        blocks.find_map_first(|fault| fault).map_or(Ok(()), Err)
    }
}

/// Reads a table into memory and compares every block with its checksum on the way. A file that is cut or changed
/// meanwhile is a fault, and what happens to it later does not matter. Returns None if there is no file. `report`
/// receives the bytes checked and the total.
///
/// # Errors
/// If the table cannot be used, or `report` returned false.
pub fn read<T: Plain>(
    path: &Path,
    spec: &Spec,
    report: ReportProgress<'_>,
) -> Result<Option<FilledTable<T>>, Fault> {
    let Some(checked) = Checked::open(path, spec, report)? else { return Ok(None) };
    let len = spec.bytes as usize / size_of::<T>();
    let n_threads = rayon::current_num_threads();
    let read = |block: usize, bytes: &mut [u8]| checked.read_block(block, bytes);
    let items = TableData::read(len, BLOCK / size_of::<T>(), n_threads, read)?;
    Ok(Some(FilledTable { items, distribution: checked.header.distribution }))
}

/// Compares every block of a table with its checksum. Returns false if there is no file.
///
/// # Errors
/// As [`read`].
pub fn verify(path: &Path, spec: &Spec, report: ReportProgress<'_>) -> Result<bool, Fault> {
    let Some(checked) = Checked::open(path, spec, report)? else { return Ok(false) };
    checked.for_each_block(|_, _| Ok(())).map(|()| true)
}

/// Reads bytes at a position of a file that other threads read, too.
///
/// # Errors
/// [`Fault::Cut`] if the file ends before.
fn read_at(file: &File, bytes: &mut [u8], position: u64) -> Result<(), Fault> {
    #[cfg(unix)]
    let read = std::os::unix::fs::FileExt::read_exact_at(file, bytes, position);
    #[cfg(not(unix))]
    let read = {
        // An own handle has its own position.
        use std::io::{Seek, SeekFrom};
        let mut file = file.try_clone()?;
        file.seek(SeekFrom::Start(position)).and_then(|_| file.read_exact(bytes))
    };
    read.map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => Fault::Cut,
        _ => error.into(),
    })
}

/// Writes a table to `part` and renames it to `path`. `goes_on` is polled between blocks.
///
/// # Errors
/// If the table cannot be written or the work was stopped; `path` is then unchanged and `part` removed.
pub fn write<T: Plain>(
    path: &Path,
    part: &Path,
    spec: &Spec,
    table: &FilledTable<T>,
    goes_on: &dyn Fn() -> bool,
) -> io::Result<()> {
    let bytes = bytes_of(&table.items);
    let sums: Vec<[u8; 4]> = bytes.par_chunks(BLOCK).map(|block| hash(block).to_le_bytes()).collect();
    let blocks = hash(sums.as_flattened());
    let header = Header { spec: spec.clone(), distribution: table.distribution.clone(), blocks };
    let write = || {
        let mut file = File::create(part)?;
        file.write_all(&header.page()[..])?;
        for block in bytes.chunks(BLOCK) {
            if !goes_on() {
                return Err(ErrorKind::Interrupted.into());
            }
            file.write_all(block)?;
        }
        file.write_all(sums.as_flattened())?;
        file.sync_all()?;
        fs::rename(part, path)
    };
    write().inspect_err(|_| {
        // The first error is the one to report.
        let _ = fs::remove_file(part);
    })
}
