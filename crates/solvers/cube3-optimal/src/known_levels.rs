//! Numbers of entries of each coset table by distance. A table that counts otherwise is never used. Entries of rows
//! that a symmetry maps to themselves are counted as often as they are stored.

use cube3::info::{COSET_H0, COSET_X8, COSET_X24, COSET_X256, COSET_X512, COSET_X1536, COSET_X2048};
use solver::Heuristic;

/// All cells, as nissy counts them for its h0.
pub const H0: [u64; 13] =
    [1, 1, 4, 34, 331, 3612, 41_605, 474_128, 4_953_846, 34_776_317, 68_566_704, 8_749_194, 1673];
/// Up to two beyond the base, as for the next two.
pub const X8: [u64; 11] = [1, 1, 4, 34, 331, 3640, 43_096, 512_559, 6_060_336, 64_256_426, 402_546_171];
/// With corner permutations up to half turns.
pub const X24: [u64; 12] =
    [1, 1, 4, 34, 331, 3652, 43_305, 517_422, 6_203_706, 70_541_884, 615_505_649, 1_794_494_475];
/// With flips up to those of whole slices.
pub const X256: [u64; 13] = [
    1,
    1,
    4,
    34,
    331,
    3809,
    45_203,
    545_943,
    6_796_004,
    84_564_068,
    1_006_526_458,
    8_901_943_949,
    18_956_270_761,
];
/// As far as lists of entries give them, which a test repeats with cubes; likewise the next two.
pub const X512: [u64; 9] = [1, 1, 4, 34, 331, 3813, 45_259, 546_723, 6_815_424];
/// With corner permutations up to half turns.
pub const X1536: [u64; 9] = [1, 1, 4, 34, 331, 3825, 45_439, 549_841, 6_872_301];
/// With all flips.
pub const X2048: [u64; 9] = [1, 1, 4, 34, 333, 3815, 45_382, 548_562, 6_839_723];

/// Returns the known levels of the table of a heuristic; none for other heuristics.
pub fn of(heuristic: Heuristic) -> &'static [u64] {
    match heuristic {
        COSET_H0 => &H0,
        COSET_X8 => &X8,
        COSET_X24 => &X24,
        COSET_X256 => &X256,
        COSET_X512 => &X512,
        COSET_X1536 => &X1536,
        COSET_X2048 => &X2048,
        _ => &[],
    }
}
