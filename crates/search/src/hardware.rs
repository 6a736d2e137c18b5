//! Access to hardware features that Rust does not cover: prefetching, huge pages, byte shuffles. The first two are
//! requests that nothing depends on; the shuffle gives the same result everywhere, slower where the processor lacks it.
//! Unsafe because the compiler offers them no other way.
#![allow(unsafe_code)]

use std::sync::atomic::AtomicU32;

/// Atomic words of zero that cost nothing until they are touched, on huge pages if the system has them.
pub fn zeroed(len: usize) -> Vec<AtomicU32> {
    let mut zeros = std::mem::ManuallyDrop::new(zeros(len));
    let start = zeros.as_mut_ptr().cast::<AtomicU32>();
    // SAFETY: an atomic word has the size, alignment and bits of a plain one, and the vector is given up.
    unsafe { Vec::from_raw_parts(start, zeros.len(), zeros.capacity()) }
}

/// Like [`zeroed`], for words that one thread at a time writes.
pub fn zeros(len: usize) -> Vec<u32> {
    let zeros = vec![0; len];
    ask_for_huge_pages(&zeros);
    zeros
}

/// A large vector filled with one value, on huge pages if the system has them.
pub fn filled<T: Clone>(len: usize, value: T) -> Vec<T> {
    let mut vec = Vec::with_capacity(len);
    ask_for_huge_pages(vec.spare_capacity_mut());
    vec.resize(len, value);
    vec
}

/// Prefetches the cache line of `what`.
#[inline(always)]
pub fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: SSE is part of every x86-64, and a prefetch of any address has no effect but on the caches.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(
            std::ptr::from_ref(what).cast(),
        );
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

/// Asks the system to back a large slice by huge pages, so that random reads do not miss the TLB (address cache), too.
pub fn ask_for_huge_pages<T>(slice: &[T]) {
    #[cfg(target_os = "linux")]
    {
        const HUGE: usize = 2 << 20;
        let start = (slice.as_ptr() as usize).next_multiple_of(HUGE);
        let end = (slice.as_ptr() as usize + size_of_val(slice)) / HUGE * HUGE;
        if start < end {
            use rustix::mm::{Advice, madvise};
            // SAFETY: the range lies inside the slice, and the advice changes no content. A system without huge pages
            // returns an error, which does not matter.
            let _ = unsafe { madvise(start as *mut _, end - start, Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = slice;
}

/// Permutes bytes as fast as this processor can. Created once, because detecting the processor each time would take
/// longer than the shuffle.
#[derive(Clone, Copy, Debug)]
pub struct Shuffle {
    has_ssse3: bool,
}

impl Shuffle {
    /// Detects the processor features.
    pub fn new() -> Shuffle {
        #[cfg(target_arch = "x86_64")]
        let has_ssse3 = std::is_x86_feature_detected!("ssse3");
        #[cfg(not(target_arch = "x86_64"))]
        let has_ssse3 = false;
        Shuffle { has_ssse3 }
    }

    /// Byte i of the result is byte `from[i]` of the source, or 0 if that is 128 or more. Other values above 15 are
    /// taken modulo 16.
    #[inline(always)]
    pub fn apply(self, source: [u8; 16], from: [u8; 16]) -> [u8; 16] {
        #[cfg(target_arch = "x86_64")]
        if self.has_ssse3 {
            // SAFETY: the feature was detected at creation.
            return unsafe { shuffle_ssse3(source, from) };
        }
        shuffle_anywhere(source, from)
    }
}

impl Default for Shuffle {
    fn default() -> Self {
        Shuffle::new()
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "ssse3")]
#[inline]
fn shuffle_ssse3(source: [u8; 16], from: [u8; 16]) -> [u8; 16] {
    use std::arch::x86_64::{__m128i, _mm_shuffle_epi8};
    // SAFETY: both are sixteen bytes for which every pattern of bits is valid.
    unsafe {
        let (source, from): (__m128i, __m128i) = (
            std::mem::transmute::<[u8; 16], __m128i>(source),
            std::mem::transmute::<[u8; 16], __m128i>(from),
        );
        std::mem::transmute::<__m128i, [u8; 16]>(_mm_shuffle_epi8(source, from))
    }
}

/// The shuffle in portable code.
#[inline]
fn shuffle_anywhere(source: [u8; 16], from: [u8; 16]) -> [u8; 16] {
    from.map(|i| if i < 128 { source[usize::from(i & 15)] } else { 0 })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    /// On both sides of the size of a huge page, for which the system is asked.
    #[test]
    fn vectors_are_filled() {
        for len in [0, 1, 1000, 3 << 19] {
            let words = zeroed(len);
            assert!(words.len() == len && words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
            for word in &words {
                word.store(7, Ordering::Relaxed);
            }
            assert!(words.into_iter().all(|word| word.into_inner() == 7));
            assert_eq!((zeros(len), filled(len, 5_u16)), (vec![0; len], vec![5; len]));
        }
        prefetch(&7);
    }

    #[test]
    fn shuffles_agree() {
        let source = std::array::from_fn(|i| 7 * i as u8 + 3);
        for seed in 0..200_u8 {
            let from = std::array::from_fn(|i| match seed.wrapping_mul(31).wrapping_add(i as u8 * 13) {
                hole @ 200.. => hole,
                other => other % 16,
            });
            let expected: [u8; 16] =
                std::array::from_fn(|i| if from[i] > 127 { 0 } else { source[usize::from(from[i])] });
            assert_eq!(Shuffle::new().apply(source, from), expected);
            assert_eq!(shuffle_anywhere(source, from), expected);
        }
    }
}
