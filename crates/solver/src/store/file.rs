//! The file of a stored table: the page of [`header`](super::header), the content, and a checksum for each block of it.
//! It is written under another name first and then renamed, so that a file of this name is either complete or absent; a
//! file that is found damaged nevertheless is not used.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
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
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(error.into()),
    };
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
    Ok(Some((file, header)))
}

/// Maps a table and compares every block with its checksum, because one wrong bit could become a false proof. Returns
/// None if there is no file. `report` receives the bytes checked and the total.
///
/// # Errors
/// If the table cannot be used, or `report` returned false.
pub fn open<T: Plain>(
    path: &Path,
    spec: &Spec,
    report: ReportProgress<'_>,
) -> Result<Option<FilledTable<T>>, Fault> {
    let Some((mut file, header)) = identify(path, spec)? else { return Ok(None) };
    let mut sums = vec![0; 4 * spec.n_blocks()];
    file.seek(SeekFrom::Start(PAGE as u64 + spec.bytes))?;
    file.read_exact(&mut sums)?;
    if hash(&sums) != header.blocks {
        return Err(Fault::Checksums);
    }
    let len = spec.bytes as usize / size_of::<T>();
    let items =
        TableData::map(&file, PAGE as u64, len).ok_or(ErrorKind::OutOfMemory).map_err(io::Error::from)?;
    let sums = sums.as_chunks::<4>().0;
    let n_checked = AtomicU64::new(0);
    let is_wrong = |(block, (content, sum)): (usize, (&[u8], &[u8; 4]))| {
        let n = content.len() as u64;
        if !report(n_checked.fetch_add(n, Ordering::Relaxed) + n, spec.bytes) {
            return Some(Err(Fault::Stopped));
        }
        (hash(content).to_le_bytes() != *sum).then_some(Ok(block))
    };
    let blocks = bytes_of(&items).par_chunks(BLOCK).zip(sums.par_iter()).enumerate();
    match blocks.find_map_first(is_wrong).transpose()? {
        None => Ok(Some(FilledTable { items, distribution: header.distribution })),
        Some(block) => {
            let from = (block * BLOCK) as u64;
            Err(Fault::Content { from, to: (from + BLOCK as u64).min(spec.bytes) })
        }
    }
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
