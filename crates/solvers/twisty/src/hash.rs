//! Hash of a packed position. Every bit of the hash depends on all bytes.

/// Odd random constants.
const KEYS: [u64; 4] =
    [0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB, 0xD6E8_FEB8_6659_FD93];

/// Returns the hash of a position, whose length is a multiple of 32 bytes.
#[inline(always)]
pub fn hash<const N: usize>(state: &[u8; N]) -> u64 {
    let (words, _) = state.as_chunks::<8>();
    let mut hash = KEYS[3];
    for pair in words.chunks_exact(2) {
        let (a, b) = (u64::from_le_bytes(pair[0]), u64::from_le_bytes(pair[1]));
        hash = fold(a ^ KEYS[0] ^ hash, b ^ KEYS[1].wrapping_add(hash));
    }
    fold(hash ^ KEYS[2], KEYS[0])
}

/// Returns the xor of both halves of a product.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
