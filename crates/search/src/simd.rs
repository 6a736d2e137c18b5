//! SIMD operations on sixteen or thirty-two bytes, by proof token. A value of [`V3`] exists only if the processor has
//! the x86-64-v3 instructions, so its methods need no check; [`Plain`] does the same on any processor. Code generic
//! over [`Simd`] is inlined into a loop that is compiled for those instructions: the node loop, or a [`Kernel`] run by
//! [`at_best`]. Unsafe because the compiler offers processor-dependent instructions and calls no other way.
#![allow(unsafe_code)]

/// Sixteen bytes.
pub type Bytes16 = [u8; 16];
/// Thirty-two bytes; some operations treat them as two halves.
pub type Bytes32 = [u8; 32];

/// The instruction set that a loop is compiled for. Results are the same at every level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Both versions are compiled; the processor decides which one runs.
    Any,
    /// Only the portable version.
    Portable,
    /// Only the version with the x86-64-v3 instructions.
    V3,
}

impl Level {
    /// True if the portable version of a loop may run.
    pub const fn allows_portable(self) -> bool {
        !matches!(self, Level::V3)
    }

    /// True if the version with the x86-64-v3 instructions may run.
    pub const fn allows_v3(self) -> bool {
        !matches!(self, Level::Portable)
    }
}

/// SIMD operations of a processor. All tokens give the same results.
pub trait Simd: Copy + Send + Sync + 'static {
    /// The level of a loop that works with this token.
    const LEVEL: Level;

    /// True if a shuffle is one instruction. If not, other ways may be shorter.
    const IS_WIDE: bool;

    /// Byte i of the result is byte `from[i] % 16` of the source, or 0 if `from[i]` is 128 or more.
    fn shuffle(self, source: Bytes16, from: Bytes16) -> Bytes16;

    /// [`Simd::shuffle`] in each half.
    fn shuffle_halves(self, source: Bytes32, from: Bytes32) -> Bytes32;

    /// Sums byte by byte, less the modulus where they reach it. No sum may exceed 255.
    fn add_modulo(self, a: Bytes32, b: Bytes32, modulus: Bytes32) -> Bytes32;

    /// Differences byte by byte, modulo 256.
    fn subtract(self, a: Bytes32, b: Bytes32) -> Bytes32;

    /// All ones in the bytes that are equal, 0 in the others.
    fn equal(self, a: Bytes32, b: Bytes32) -> Bytes32;

    /// Bitwise and.
    fn and(self, a: Bytes32, b: Bytes32) -> Bytes32;

    /// Bitwise or.
    fn or(self, a: Bytes32, b: Bytes32) -> Bytes32;

    /// Bitwise exclusive or.
    fn xor(self, a: Bytes32, b: Bytes32) -> Bytes32;

    /// Every byte shifted down by `N` bits, from 1 to 7.
    fn shift_down<const N: i32>(self, a: Bytes32) -> Bytes32;

    /// Every byte shifted up by `N` bits, from 1 to 7. The upper `N` bits must be 0.
    fn shift_up<const N: i32>(self, a: Bytes32) -> Bytes32;

    /// In every 64-bit word: exchanges each bit of the mask with the bit `PLACES` places above it.
    fn exchange_bits<const PLACES: i32>(self, a: Bytes32, mask: u64) -> Bytes32;

    /// Joins two halves.
    fn join(self, low: Bytes16, high: Bytes16) -> Bytes32;

    /// In each half: the lower eight bytes of the first, then those of the second.
    fn lower_eights(self, a: Bytes32, b: Bytes32) -> Bytes32;

    /// In each half: the upper eight bytes of the first, then those of the second.
    fn upper_eights(self, a: Bytes32, b: Bytes32) -> Bytes32;

    /// Word i of the result, of 32 bits, is word `from[i]`, below 8, of the source.
    fn permute(self, source: Bytes32, from: [u32; 8]) -> Bytes32;

    /// Bit `BIT` of each byte, that of byte 0 lowest.
    fn bits<const BIT: i32>(self, bytes: Bytes16) -> u32;

    /// The bits of `word` where `mask` has ones, packed side by side (`pext`).
    fn extract(self, word: u64, mask: u64) -> u64;
}

/// A computation that can be compiled for any token.
pub trait Kernel {
    /// Result of the computation.
    type Output;

    /// The levels that the computation is compiled for.
    const LEVEL: Level = Level::Any;

    /// Runs the computation. Must be marked `#[inline(always)]`, or else it is not compiled for the instructions.
    /// Closures passed to other functions are not either.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// Runs a kernel with the best token for this processor.
#[inline]
pub fn at_best<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if const { K::LEVEL.allows_v3() }
        && let Some(v3) = V3::detect()
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn run_v3<K: Kernel>(kernel: K, v3: V3) -> K::Output {
            kernel.run(v3)
        }
        // SAFETY: the token proves that all features the function is compiled for are there.
        return unsafe { run_v3(kernel, v3) };
    }
    if const { K::LEVEL.allows_portable() } { kernel.run(Plain) } else { unreachable!("{WRONG_PROCESSOR}") }
}

/// A token of [`V3`] was used where none can exist.
pub(crate) const WRONG_PROCESSOR: &str =
    "a computation for the x86-64-v3 instructions needs a token that exists only where they do";

/// The token of any processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plain;

impl Simd for Plain {
    const LEVEL: Level = Level::Portable;
    const IS_WIDE: bool = false;

    #[inline(always)]
    fn shuffle(self, source: Bytes16, from: Bytes16) -> Bytes16 {
        from.map(|i| if i < 128 { source[usize::from(i & 15)] } else { 0 })
    }

    #[inline(always)]
    fn shuffle_halves(self, source: Bytes32, from: Bytes32) -> Bytes32 {
        std::array::from_fn(|i| if from[i] < 128 { source[(i & 16) | usize::from(from[i] & 15)] } else { 0 })
    }

    #[inline(always)]
    fn add_modulo(self, a: Bytes32, b: Bytes32, modulus: Bytes32) -> Bytes32 {
        std::array::from_fn(|i| {
            let sum = a[i].wrapping_add(b[i]);
            sum.min(sum.wrapping_sub(modulus[i]))
        })
    }

    #[inline(always)]
    fn subtract(self, a: Bytes32, b: Bytes32) -> Bytes32 {
        std::array::from_fn(|i| a[i].wrapping_sub(b[i]))
    }

    #[inline(always)]
    fn equal(self, a: Bytes32, b: Bytes32) -> Bytes32 {
        std::array::from_fn(|i| if a[i] == b[i] { u8::MAX } else { 0 })
    }

    #[inline(always)]
    fn and(self, a: Bytes32, b: Bytes32) -> Bytes32 {
        std::array::from_fn(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn or(self, a: Bytes32, b: Bytes32) -> Bytes32 {
        std::array::from_fn(|i| a[i] | b[i])
    }

    #[inline(always)]
    fn xor(self, a: Bytes32, b: Bytes32) -> Bytes32 {
        std::array::from_fn(|i| a[i] ^ b[i])
    }

    #[inline(always)]
    fn shift_down<const N: i32>(self, a: Bytes32) -> Bytes32 {
        a.map(|byte| byte >> N)
    }

    #[inline(always)]
    fn shift_up<const N: i32>(self, a: Bytes32) -> Bytes32 {
        a.map(|byte| byte << N)
    }

    #[inline(always)]
    fn exchange_bits<const PLACES: i32>(self, a: Bytes32, mask: u64) -> Bytes32 {
        let mut result = a;
        for bytes in result.as_chunks_mut().0 {
            let word = u64::from_le_bytes(*bytes);
            let differ = (word ^ word >> PLACES) & mask;
            *bytes = (word ^ differ ^ differ << PLACES).to_le_bytes();
        }
        result
    }

    #[inline(always)]
    fn join(self, low: Bytes16, high: Bytes16) -> Bytes32 {
        std::array::from_fn(|i| if i < 16 { low[i] } else { high[i - 16] })
    }

    #[inline(always)]
    fn lower_eights(self, a: Bytes32, b: Bytes32) -> Bytes32 {
        std::array::from_fn(|i| if i & 8 == 0 { a[i] } else { b[i - 8] })
    }

    #[inline(always)]
    fn upper_eights(self, a: Bytes32, b: Bytes32) -> Bytes32 {
        std::array::from_fn(|i| if i & 8 == 0 { a[i + 8] } else { b[i] })
    }

    #[inline(always)]
    fn permute(self, source: Bytes32, from: [u32; 8]) -> Bytes32 {
        let (words, _) = source.as_chunks::<4>();
        *from.map(|i| words[i as usize & 7]).as_flattened().first_chunk().expect("eight times four")
    }

    #[inline(always)]
    fn bits<const BIT: i32>(self, bytes: Bytes16) -> u32 {
        let (low, high) = (u128::from_le_bytes(bytes) as u64, (u128::from_le_bytes(bytes) >> 64) as u64);
        u32::from(lowest_bits(low >> BIT)) | u32::from(lowest_bits(high >> BIT)) << 8
    }

    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        let (mut mask, mut found, mut bit) = (mask, 0, 1);
        while mask != 0 {
            if word & mask & mask.wrapping_neg() != 0 {
                found |= bit;
            }
            mask &= mask.wrapping_sub(1);
            bit <<= 1;
        }
        found
    }
}

/// The lowest bit of each byte, that of byte 0 lowest.
#[inline(always)]
pub const fn lowest_bits(word: u64) -> u8 {
    // Copies of the word, each shifted by seven more: bit 8i of the copy for byte i arrives at bit 56 + i. No two bits
    // arrive at the same place, so nothing is carried.
    ((word & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The token of a processor with the x86-64-v3 instructions.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct V3(());

#[cfg(target_arch = "x86_64")]
impl V3 {
    /// Detects the instructions; None if the processor lacks one.
    #[inline]
    pub fn detect() -> Option<V3> {
        let is_v3 = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        is_v3.then_some(V3(()))
    }
}

/// Methods of [`V3`], each of which is the function of the same name in [`v3`].
#[cfg(target_arch = "x86_64")]
macro_rules! call_v3 {
    ($($name:ident($($arg:ident: $type:ty),*) -> $out:ty;)*) => {$(
        #[inline(always)]
        fn $name(self, $($arg: $type),*) -> $out {
            // SAFETY: the token proves that the instructions are there.
            unsafe { v3::$name($($arg),*) }
        }
    )*};
}

#[cfg(target_arch = "x86_64")]
impl Simd for V3 {
    const LEVEL: Level = Level::V3;
    const IS_WIDE: bool = true;

    call_v3! {
        shuffle(source: Bytes16, from: Bytes16) -> Bytes16;
        shuffle_halves(source: Bytes32, from: Bytes32) -> Bytes32;
        add_modulo(a: Bytes32, b: Bytes32, modulus: Bytes32) -> Bytes32;
        subtract(a: Bytes32, b: Bytes32) -> Bytes32;
        equal(a: Bytes32, b: Bytes32) -> Bytes32;
        and(a: Bytes32, b: Bytes32) -> Bytes32;
        or(a: Bytes32, b: Bytes32) -> Bytes32;
        xor(a: Bytes32, b: Bytes32) -> Bytes32;
        join(low: Bytes16, high: Bytes16) -> Bytes32;
        lower_eights(a: Bytes32, b: Bytes32) -> Bytes32;
        upper_eights(a: Bytes32, b: Bytes32) -> Bytes32;
        permute(source: Bytes32, from: [u32; 8]) -> Bytes32;
        extract(word: u64, mask: u64) -> u64;
    }

    // SAFETY of all below: the token proves that the instructions are there.

    #[inline(always)]
    fn shift_down<const N: i32>(self, a: Bytes32) -> Bytes32 {
        unsafe { v3::shift_down::<N>(a) }
    }

    #[inline(always)]
    fn shift_up<const N: i32>(self, a: Bytes32) -> Bytes32 {
        unsafe { v3::shift_up::<N>(a) }
    }

    #[inline(always)]
    fn exchange_bits<const PLACES: i32>(self, a: Bytes32, mask: u64) -> Bytes32 {
        unsafe { v3::exchange_bits::<PLACES>(a, mask) }
    }

    #[inline(always)]
    fn bits<const BIT: i32>(self, bytes: Bytes16) -> u32 {
        // Shifted by 7 - BIT, which the instruction needs as a separate constant.
        unsafe {
            match BIT {
                7 => v3::top_bits::<0>(bytes),
                6 => v3::top_bits::<1>(bytes),
                5 => v3::top_bits::<2>(bytes),
                4 => v3::top_bits::<3>(bytes),
                3 => v3::top_bits::<4>(bytes),
                2 => v3::top_bits::<5>(bytes),
                1 => v3::top_bits::<6>(bytes),
                _ => v3::top_bits::<7>(bytes),
            }
        }
    }
}

/// The instructions, each in a function that is compiled for it.
#[cfg(target_arch = "x86_64")]
mod v3 {
    use std::arch::x86_64 as x86;
    use std::arch::x86_64::{__m128i, __m256i};
    use std::mem::transmute;

    use super::{Bytes16, Bytes32};

    /// Any bits are valid in all of them, and sizes agree or this would not compile.
    macro_rules! cast {
        ($value:expr, $from:ty => $to:ty) => {
            // SAFETY: plain bytes on both sides.
            unsafe { transmute::<$from, $to>($value) }
        };
    }

    /// Functions of two operands that are one instruction.
    macro_rules! binary {
        ($($name:ident = $instruction:ident;)*) => {$(
            #[inline]
            #[target_feature(enable = "avx2")]
            pub(super) fn $name(a: Bytes32, b: Bytes32) -> Bytes32 {
                let result = x86::$instruction(cast!(a, Bytes32 => __m256i), cast!(b, Bytes32 => __m256i));
                cast!(result, __m256i => Bytes32)
            }
        )*};
    }

    binary! {
        shuffle_halves = _mm256_shuffle_epi8;
        subtract = _mm256_sub_epi8;
        equal = _mm256_cmpeq_epi8;
        and = _mm256_and_si256;
        or = _mm256_or_si256;
        xor = _mm256_xor_si256;
        lower_eights = _mm256_unpacklo_epi64;
        upper_eights = _mm256_unpackhi_epi64;
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn shuffle(source: Bytes16, from: Bytes16) -> Bytes16 {
        let result =
            x86::_mm_shuffle_epi8(cast!(source, Bytes16 => __m128i), cast!(from, Bytes16 => __m128i));
        cast!(result, __m128i => Bytes16)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn add_modulo(a: Bytes32, b: Bytes32, modulus: Bytes32) -> Bytes32 {
        let sum = x86::_mm256_add_epi8(cast!(a, Bytes32 => __m256i), cast!(b, Bytes32 => __m256i));
        // Below the modulus the difference wraps to something larger than the sum.
        let less = x86::_mm256_sub_epi8(sum, cast!(modulus, Bytes32 => __m256i));
        cast!(x86::_mm256_min_epu8(sum, less), __m256i => Bytes32)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn shift_down<const N: i32>(a: Bytes32) -> Bytes32 {
        // There is no byte shift, so the bits shifted in from the next byte are masked off.
        let shifted = x86::_mm256_srli_epi16::<N>(cast!(a, Bytes32 => __m256i));
        cast!(x86::_mm256_and_si256(shifted, x86::_mm256_set1_epi8((255 >> N) as i8)), __m256i => Bytes32)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn shift_up<const N: i32>(a: Bytes32) -> Bytes32 {
        let shifted = x86::_mm256_slli_epi16::<N>(cast!(a, Bytes32 => __m256i));
        cast!(shifted, __m256i => Bytes32)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn exchange_bits<const PLACES: i32>(a: Bytes32, mask: u64) -> Bytes32 {
        let (a, mask) = (cast!(a, Bytes32 => __m256i), x86::_mm256_set1_epi64x(mask as i64));
        let differ =
            x86::_mm256_and_si256(x86::_mm256_xor_si256(a, x86::_mm256_srli_epi64::<PLACES>(a)), mask);
        let differ = x86::_mm256_xor_si256(differ, x86::_mm256_slli_epi64::<PLACES>(differ));
        cast!(x86::_mm256_xor_si256(a, differ), __m256i => Bytes32)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn join(low: Bytes16, high: Bytes16) -> Bytes32 {
        let result = x86::_mm256_set_m128i(cast!(high, Bytes16 => __m128i), cast!(low, Bytes16 => __m128i));
        cast!(result, __m256i => Bytes32)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn permute(source: Bytes32, from: [u32; 8]) -> Bytes32 {
        let (source, from) = (cast!(source, Bytes32 => __m256i), cast!(from, [u32; 8] => __m256i));
        cast!(x86::_mm256_permutevar8x32_epi32(source, from), __m256i => Bytes32)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn top_bits<const SHIFT: i32>(bytes: Bytes16) -> u32 {
        // The bits that a shift carries into the next byte do not reach its top bit.
        let shifted = x86::_mm_slli_epi16::<SHIFT>(cast!(bytes, Bytes16 => __m128i));
        x86::_mm_movemask_epi8(shifted) as u32
    }

    #[inline]
    #[target_feature(enable = "bmi2")]
    pub(super) fn extract(word: u64, mask: u64) -> u64 {
        x86::_pext_u64(word, mask)
    }
}

#[cfg(test)]
mod tests {
    use testkit::Lcg;

    use super::*;

    /// Every operation of a token, on changing bytes.
    struct Everything;

    type Results = Vec<(Bytes16, [Bytes32; 15], [u32; 8], u64)>;

    impl Kernel for Everything {
        type Output = Results;

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Results {
            let mut random = Lcg::new(1);
            let mut next = || {
                let state = random.next_u64();
                state ^ state >> 29
            };
            (0..500)
                .map(|_| {
                    let mut bytes = || std::array::from_fn(|_| (next() >> 40) as u8);
                    let (a, b): (Bytes32, Bytes32) = (bytes(), bytes());
                    let (source, from) = (*a.first_chunk().expect("long"), *b.first_chunk().expect("long"));
                    // Digits below a modulus that leaves room for the sum.
                    let modulus = b.map(|byte| byte % 100 + 1);
                    let digit = |bytes: Bytes32| std::array::from_fn(|i| bytes[i] % modulus[i]);
                    let wide = [
                        simd.shuffle_halves(a, b),
                        simd.add_modulo(digit(a), digit(b), modulus),
                        simd.subtract(a, b),
                        simd.equal(a.map(|byte| byte % 3), b.map(|byte| byte % 3)),
                        simd.and(a, b),
                        simd.or(a, b),
                        simd.xor(a, b),
                        simd.shift_down::<3>(a),
                        simd.shift_down::<4>(a),
                        simd.shift_up::<4>(a.map(|byte| byte & 15)),
                        simd.exchange_bits::<7>(a, 0x00AA_00AA_00AA_00AA),
                        simd.join(source, from),
                        simd.lower_eights(a, b),
                        simd.upper_eights(a, b),
                        simd.permute(a, std::array::from_fn(|i| u32::from(b[i] % 8))),
                    ];
                    let bits = [
                        simd.bits::<0>(source),
                        simd.bits::<1>(source),
                        simd.bits::<2>(source),
                        simd.bits::<3>(source),
                        simd.bits::<4>(source),
                        simd.bits::<5>(source),
                        simd.bits::<6>(source),
                        simd.bits::<7>(source),
                    ];
                    (simd.shuffle(source, from), wide, bits, simd.extract(next(), next()))
                })
                .collect()
        }
    }

    #[test]
    fn tokens_agree() {
        assert_eq!(at_best(Everything), Everything.run(Plain));
    }

    #[test]
    fn plain_does_what_it_says() {
        let source: Bytes16 = std::array::from_fn(|i| 3 * i as u8 + 1);
        let from: Bytes16 = std::array::from_fn(|i| [0, 5, 17, 128, 255, 15, 127, 31][i % 8]);
        let expected: Bytes16 = std::array::from_fn(|i| [1, 16, 4, 0, 0, 46, 46, 46][i % 8]);
        assert_eq!(Plain.shuffle(source, from), expected);
        assert_eq!(Plain.bits::<0>(source), 0x5555);
        assert_eq!(Plain.extract(0b1011_0110, 0b1111_0010), 0b1_0111);
        assert_eq!(Plain.add_modulo([2; 32], [2; 32], [3; 32]), [1; 32]);
        assert_eq!(Plain.add_modulo([1; 32], [1; 32], [3; 32]), [2; 32]);
        assert_eq!(Plain.shift_down::<3>([0xA5; 32]), [0x14; 32]);
    }
}
