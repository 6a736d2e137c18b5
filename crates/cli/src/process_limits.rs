//! Limits that the system sets for this process: memory that cannot be had, and files that may not grow, end in an error
//! with an exit code of this program instead of a signal.
//!
//! Unsafe because the compiler offers neither in another way.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

use crate::exit::Exit;

/// The allocator of the system. If it has no memory left, for example because of `ulimit -v`, the program ends with a
/// message; the standard library would abort.
pub struct Allocator;

// SAFETY: every method passes its arguments to the allocator of the system and returns what that returns, unless it is null.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the conditions of this method, which are the same.
        found(unsafe { System.alloc(layout) }, layout.size())
    }

    #[inline]
    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: as above; the memory comes from the allocator of the system.
        unsafe { System.dealloc(start, layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        found(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    #[inline]
    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        found(unsafe { System.realloc(start, layout, size) }, size)
    }
}

#[inline]
fn found(start: *mut u8, size: usize) -> *mut u8 {
    if start.is_null() {
        out_of_memory(size);
    }
    start
}

/// Ends the program without an allocation.
#[cold]
fn out_of_memory(size: usize) -> ! {
    let mut text = [0; 256];
    let room = text.len();
    let mut rest = &mut text[..];
    let _ = writeln!(
        rest,
        "error: out of memory: the system does not provide {size} more bytes\n\
         hint: raise the limit of the process (ulimit -v), or set a lower one with --max-memory"
    );
    let length = room - rest.len();
    let _ = std::io::stderr().write_all(&text[..length]);
    std::process::exit(Exit::Limit as i32);
}

/// Makes a file that may not grow any more (`ulimit -f`) an error of the write. By default it would end the program.
pub fn ignore_file_size_signal() {
    #[cfg(unix)]
    // SAFETY: ignoring a signal runs no code of this process.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}
