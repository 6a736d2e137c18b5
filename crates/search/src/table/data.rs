//! The items of a table, in memory of this process or in a file that the system maps into it and that all processes of
//! a machine share. Reading costs the same in both cases: a pointer and a length that are fixed at creation, so there
//! is no branch. The caller chooses the file and checks its content.
//!
//! Unsafe because the compiler cannot see that the items live as long as their owner, nor that bytes are items.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::ops::Deref;
use std::slice;

use memmap2::{Mmap, MmapAsRawDesc, MmapOptions};

use crate::hardware::ask_for_huge_pages;

/// Bytes that are copied between two calls of the stop callback.
const COPIED: usize = 16 << 20;

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

    /// Copies the items to memory of this process, on huge pages if the system has them: mapped files get none, and
    /// random reads then miss the TLB (address cache) every time.
    pub fn in_memory(&self) -> TableData<T> {
        self.in_memory_while(&|| true).expect("nothing stops it")
    }

    /// Like [`TableData::in_memory`], while `goes_on` returns true; None if it returned false.
    pub fn in_memory_while(&self, goes_on: &dyn Fn() -> bool) -> Option<TableData<T>> {
        let mut items = Vec::with_capacity(self.len());
        ask_for_huge_pages(items.spare_capacity_mut());
        for part in self.chunks(COPIED / size_of::<T>()) {
            if !goes_on() {
                return None;
            }
            items.extend_from_slice(part);
        }
        Some(TableData::from(items))
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
        let copy = moved.in_memory();
        assert!(!copy.is_mapped() && copy[..] == lines);
        std::thread::scope(|scope| {
            scope.spawn(|| assert_eq!(moved[99], in_memory[99]));
        });
        assert!(TableData::<Line>::map(&file, 4096 + 8, 3).is_none(), "lines are aligned");
        assert!(TableData::<Line>::map(&file, 4096, 101).is_none(), "there are no more");
        assert!(TableData::<u8>::map(&file, 0, 0).is_none(), "there is nothing to map");
    }
}
