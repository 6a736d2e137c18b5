//! The items of a table, in memory of this process or in a file that the system maps into it and that all processes of
//! a machine share. Reading costs the same in both cases: a pointer and a length that are fixed at creation, so there
//! is no branch. The caller chooses the file and checks its content.
//!
//! Unsafe because the compiler cannot see that the items live as long as their owner, nor that bytes are items.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::ops::Deref;
use std::sync::Mutex;
use std::{slice, thread};

use memmap2::{Mmap, MmapAsRawDesc, MmapOptions};

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
    Memory { _items: Vec<T> },
    File { _map: Mmap },
}

impl<T: Plain> TableData<T> {
    /// Maps `len` items of a file, from the byte `offset` on. None if the file cannot be mapped, or is shorter.
    ///
    /// # Condition
    /// No process may write to the file or truncate it while it is mapped; a new version must be another file that takes
    /// its name. This function is safe to call only because tables follow that rule; neither the compiler nor this
    /// function can check it, and a read-only mapping does not prevent it:
    /// - In a file that is truncated, reading an item beyond the new end raises SIGBUS, which ends the process. No error
    ///   is returned, and no destructor runs. The same happens if the disk cannot read a page.
    /// - In a file that is written to, items change under a shared reference, which Rust does not allow. Every bit
    ///   pattern is a valid item, so in practice the items read are wrong; a checksum that was tested before does not
    ///   notice.
    ///
    /// Removing the file or renaming another one over it is fine: the mapping keeps the old content.
    pub fn map(file: impl MmapAsRawDesc, offset: u64, len: usize) -> Option<TableData<T>> {
        let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes > 0)?;
        // SAFETY: relies on the condition above, which this function cannot check. The mapping is read only, so nothing
        // in this process writes to it.
        let map = unsafe { MmapOptions::new().offset(offset).map(file) }.ok()?;
        let start = map.as_ptr();
        if map.len() < bytes || !start.cast::<T>().is_aligned() {
            return None;
        }
        ask_for_huge_pages(&map[..bytes]);
        // SAFETY: so many bytes are mapped from there on, aligned, as was just checked, and stay until the mapping is
        // dropped, which is when this is. Every bit pattern is a valid item.
        let items = unsafe { slice::from_raw_parts(start.cast::<T>(), len) };
        Some(TableData { items: MaybeUninit::new(items), is_mapped: true, _owner: Owner::File { _map: map } })
    }

    /// Reads items into memory of this process, on huge pages if the system has them: mapped files get none, and random
    /// reads then miss the TLB (address cache) every time. `read` fills a part of `chunk` items, or fewer at the end,
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

    /// True if the items lie in a mapped file.
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
    use std::fs::File;
    use std::io::Write;

    use super::*;

    #[test]
    fn items_are_the_same_in_memory_and_in_a_file() {
        let path = std::env::temp_dir().join(format!("deepen-held-{}", std::process::id()));
        let lines: Vec<Line> = (0..100).map(|i| Line(std::array::from_fn(|j| (7 * i + j) as u8))).collect();
        let mut file = File::create(&path).expect("a file for this test");
        file.write_all(&[1; 4096]).expect("it can be written");
        file.write_all(bytes_of(&lines)).expect("it can be written");
        let file = File::open(&path).expect("it is there");
        let mapped = TableData::<Line>::map(&file, 4096, 100).expect("it can be mapped");
        std::fs::remove_file(&path).expect("it can go while it is mapped");
        let (moved, in_memory) = (Box::new(mapped), Box::new(TableData::from(lines.clone())));
        assert!(moved.is_mapped() && !in_memory.is_mapped());
        assert_eq!(moved[..], lines);
        assert_eq!(in_memory[..], lines);
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
        std::thread::scope(|scope| {
            scope.spawn(|| assert_eq!(moved[99], in_memory[99]));
        });
        assert!(TableData::<Line>::map(&file, 4096 + 8, 3).is_none(), "lines are aligned");
        assert!(TableData::<Line>::map(&file, 4096, 101).is_none(), "there are no more");
        assert!(TableData::<u8>::map(&file, 0, 0).is_none(), "there is nothing to map");
    }
}
