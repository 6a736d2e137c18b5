//! The items of a table, in memory of this process or in a sealed memory file (Linux) that the processes of a machine
//! share. Reading costs the same in both cases: a pointer and a length that are fixed at creation, so there is no branch.
//! The caller checks the content. Files of a disk are not mapped: another program may cut or change them at any time.
//!
//! Unsafe because the compiler cannot see that the items live as long as their owner, nor that bytes are items.
#![allow(unsafe_code)]

#[cfg(target_os = "linux")]
use std::fs::File;
use std::mem::MaybeUninit;
use std::ops::Deref;
use std::sync::Mutex;
use std::{slice, thread};

#[cfg(target_os = "linux")]
use memmap2::{Mmap, MmapOptions};
#[cfg(target_os = "linux")]
use rustix::fs::{SealFlags, fcntl_get_seals};

use crate::hardware::ask_for_huge_pages;

/// A cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Line(pub [u8; 64]);

/// Item types of tables: every bit pattern is a valid value, and there is no padding.
pub trait Plain: Copy + Send + Sync + sealed::Sealed + 'static {}

impl Plain for u8 {}
impl Plain for Line {}

mod sealed {
    /// Only the types listed here are known to be plain.
    pub trait Sealed {}
    impl Sealed for u8 {}
    impl Sealed for super::Line {}
}

/// A read-only slice of items together with its owner.
pub struct TableData<T: Plain> {
    /// The items lie in the owner below, so they last as long as this. Behind `MaybeUninit`, which requires nothing of
    /// its content, because a reference must not exist any more when its owner is dropped.
    items: MaybeUninit<&'static [T]>,
    is_mapped: bool,
    /// Never accessed again, only dropped.
    _owner: Owner<T>,
}

enum Owner<T> {
    Memory {
        _items: Vec<T>,
    },
    /// The file stays open, so that other processes find it.
    #[cfg(target_os = "linux")]
    Sealed {
        _map: Mmap,
        _file: File,
    },
}

/// Seals after which the system refuses to cut a memory file and to write to it, in every process and for good.
#[cfg(target_os = "linux")]
pub const SEALS: SealFlags = SealFlags::SHRINK.union(SealFlags::WRITE);

impl<T: Plain> TableData<T> {
    /// Maps `len` items of a memory file, from the byte `offset` on. None if the file does not have all [`SEALS`], cannot
    /// be mapped, or is shorter.
    ///
    /// A file without these seals is refused, because a mapping of it is not safe: if any process cuts it, reading an item
    /// beyond the new end raises SIGBUS, which ends this process; if any writes to it, items change under a shared
    /// reference. Only memory files (`memfd_create`) can have seals, and no process can take a seal away.
    #[cfg(target_os = "linux")]
    pub fn map(file: File, offset: u64, len: usize) -> Option<TableData<T>> {
        let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes > 0)?;
        if !fcntl_get_seals(&file).is_ok_and(|seals| seals.contains(SEALS)) {
            return None;
        }
        // SAFETY: no process can write to the file or cut it, because of its seals. They were set when no process had it
        // mapped for writing, or the system would have refused them.
        let map = unsafe { MmapOptions::new().offset(offset).map(&file) }.ok()?;
        let start = map.as_ptr();
        if map.len() < bytes || !start.cast::<T>().is_aligned() {
            return None;
        }
        ask_for_huge_pages(&map[..bytes]);
        // SAFETY: so many bytes are mapped from there on, aligned, as was just checked, and stay until the mapping is
        // dropped, which is when this is. Every bit pattern is a valid item.
        let items = unsafe { slice::from_raw_parts(start.cast::<T>(), len) };
        let owner = Owner::Sealed { _map: map, _file: file };
        Some(TableData { items: MaybeUninit::new(items), is_mapped: true, _owner: owner })
    }

    /// Reads items into memory of this process, on huge pages if the system has them: mapped files rarely get them, and
    /// random reads then miss the TLB (address cache) every time. `read` fills a part of `chunk` items, or fewer at the end,
    /// given its number and its bytes, which are zero. Up to `n_threads` threads call it at the same time; with fewer if
    /// the system does not start so many.
    ///
    /// # Errors
    /// The error of the first part that could not be read.
    pub fn read<E: Send>(
        len: usize,
        chunk: usize,
        n_threads: usize,
        read: impl Fn(usize, &mut [u8]) -> Result<(), E> + Sync,
    ) -> Result<TableData<T>, E> {
        let mut items: Vec<T> = Vec::with_capacity(len);
        let room = &mut items.spare_capacity_mut()[..len];
        ask_for_huge_pages(room);
        let parts = Mutex::new(room.chunks_mut(chunk).enumerate());
        let error = Mutex::new(None);
        let work = || {
            loop {
                let part = parts.lock().expect("nothing panics while it is held").next();
                let Some((number, part)) = part else { return };
                if let Err(found) = read(number, zeroed_bytes(part)) {
                    let mut error = error.lock().expect("nothing panics while it is held");
                    if error.as_ref().is_none_or(|(first, _)| number < *first) {
                        *error = Some((number, found));
                    }
                    return;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..n_threads.min(len.div_ceil(chunk)) {
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        match error.into_inner().expect("nothing panics while it is held") {
            Some((_, error)) => Err(error),
            None => {
                // SAFETY: without an error every part was taken, and zeroed before it was read.
                unsafe { items.set_len(len) };
                Ok(TableData::from(items))
            }
        }
    }

    /// True if the items lie in a memory file that processes share.
    pub fn is_mapped(&self) -> bool {
        self.is_mapped
    }
}

impl<T: Plain> From<Vec<T>> for TableData<T> {
    fn from(items: Vec<T>) -> TableData<T> {
        // SAFETY: the items of a vector stay where they are while it is moved; it is neither changed nor read again,
        // and dropped when this is.
        let seen = unsafe { slice::from_raw_parts(items.as_ptr(), items.len()) };
        let owner = Owner::Memory { _items: items };
        TableData { items: MaybeUninit::new(seen), is_mapped: false, _owner: owner }
    }
}

impl<T: Plain> Deref for TableData<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: it was written at creation, and the result does not outlive this.
        unsafe { self.items.assume_init() }
    }
}

/// Zeroes some items and returns their bytes.
fn zeroed_bytes<T: Plain>(room: &mut [MaybeUninit<T>]) -> &mut [u8] {
    room.fill(MaybeUninit::zeroed());
    // SAFETY: all items were just initialised, and have no padding; every bit pattern is a valid item.
    unsafe { slice::from_raw_parts_mut(room.as_mut_ptr().cast(), size_of_val(room)) }
}

/// The bytes of some items.
pub fn bytes_of<T: Plain>(items: &[T]) -> &[u8] {
    // SAFETY: items have no padding, so all their bytes are initialised.
    unsafe { slice::from_raw_parts(items.as_ptr().cast(), size_of_val(items)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines() -> Vec<Line> {
        (0..100).map(|i| Line(std::array::from_fn(|j| (7 * i + j) as u8))).collect()
    }

    /// Neither this process nor another one can take items away or change them, and a file for which that is not certain
    /// is not mapped.
    #[cfg(target_os = "linux")]
    #[test]
    fn only_sealed_files_are_mapped() {
        use std::io::Write;
        use std::os::unix::fs::FileExt;

        use rustix::fs::{MemfdFlags, fcntl_add_seals, memfd_create};

        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let mut file = File::from(memfd_create("items", flags).expect("a memory file"));
        file.write_all(&[1; 4096]).expect("it can be written");
        file.write_all(bytes_of(&lines())).expect("it can be written");
        let again = || file.try_clone().expect("another handle");
        let is_mapped = |offset, len| TableData::<Line>::map(again(), offset, len).is_some();
        assert!(!is_mapped(4096, 100), "it could be cut and changed");
        fcntl_add_seals(&file, SealFlags::SHRINK).expect("it can be sealed");
        assert!(!is_mapped(4096, 100), "it could be changed");
        fcntl_add_seals(&file, SealFlags::WRITE).expect("it can be sealed");
        let mapped = Box::new(TableData::<Line>::map(again(), 4096, 100).expect("it can be mapped"));
        assert!(file.set_len(0).is_err() && file.write_all_at(&[9], 5000).is_err());
        // Opened again, as another process does.
        use std::os::fd::AsRawFd;
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        assert!(File::create(&path).is_err(), "opening must not cut it");
        let shared = File::open(path).expect("it can be opened");
        let shared = TableData::<Line>::map(shared, 4096, 100).expect("it can be mapped");
        assert!(mapped.is_mapped() && mapped[..] == lines() && shared[..] == lines());
        assert!(!is_mapped(4096 + 8, 3), "lines are aligned");
        assert!(!is_mapped(4096, 101), "there are no more");
        assert!(TableData::<u8>::map(again(), 0, 0).is_none(), "there is nothing to map");
        let on_disk = File::open(std::env::current_exe().expect("this test")).expect("it can be opened");
        assert!(TableData::<u8>::map(on_disk, 0, 10).is_none(), "files of a disk have no seals");
    }

    #[test]
    fn items_are_the_same_wherever_they_are() {
        let lines = lines();
        let moved = Box::new(TableData::from(lines.clone()));
        assert!(!moved.is_mapped() && moved[..] == lines);
        for n_threads in [1, 3] {
            let part = |number: usize, bytes: &mut [u8]| -> Result<(), usize> {
                assert!(bytes.iter().all(|&byte| byte == 0));
                bytes.copy_from_slice(&bytes_of(&lines)[number * 7 * 64..][..bytes.len()]);
                Ok(())
            };
            let copy = TableData::<Line>::read(100, 7, n_threads, part).expect("nothing fails");
            assert!(!copy.is_mapped() && copy[..] == lines);
            let fails =
                TableData::<Line>::read(
                    100,
                    7,
                    n_threads,
                    |number, _| if number < 5 { Ok(()) } else { Err(number) },
                );
            assert_eq!(fails.err(), Some(5));
        }
        assert!(TableData::<u8>::read(0, 7, 2, |_, _| Err(())).is_ok_and(|empty| empty.is_empty()));
        thread::scope(|scope| {
            scope.spawn(|| assert_eq!(moved[99], lines[99]));
        });
    }
}
