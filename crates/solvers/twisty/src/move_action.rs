//! The action of a move on a packed position: fetch every byte from its source, then add its turn. With SIMD
//! instructions that is a shuffle and a sum for every sixteen bytes, and one more shuffle for each pair of chunks
//! between which bytes move.

use puzzle::definition::Transform;
use search::simd::{Bytes16, Bytes32, Simd};

use super::state_layout::{CHUNK, Layout, WILD};

/// Bytes that are added together.
const BLOCK: usize = 32;

/// Shuffle index that yields 0.
const FROM_ELSEWHERE: u8 = 0x80;

/// A move on positions of `N` bytes, a multiple of 32.
#[derive(Clone, Debug)]
pub struct MoveAction<const N: usize> {
    /// Source of each byte within its chunk.
    from: [u8; N],
    /// Turn added to each byte.
    turn: [u8; N],
    /// Bytes that come from other chunks.
    cross_chunks: Vec<CrossChunk>,
}

/// Bytes that move from one chunk to another.
#[derive(Clone, Copy, Debug)]
struct CrossChunk {
    /// Offsets of the chunks.
    source: usize,
    target: usize,
    from: Bytes16,
}

/// The modulus of each byte's orientation, which all moves share.
#[derive(Clone, Debug)]
pub struct Moduli<const N: usize> {
    moduli: [u8; N],
    has_wild: bool,
}

impl<const N: usize> Moduli<N> {
    pub fn new(layout: &Layout) -> Moduli<N> {
        // Modulus 0 stands for bytes without orientation: subtracting 0 changes nothing.
        let mut moduli = Moduli { moduli: [0; N], has_wild: false };
        for part in layout.parts() {
            for row in &part.rows {
                let Some((shift, modulus)) = row.encoding.orientation() else { continue };
                moduli.moduli[row.first..row.first + part.places.len()].fill(modulus << shift);
                moduli.has_wild |= part.kinds.iter().any(|kind| row.encoding.byte(0, kind.1, 0) == WILD);
            }
        }
        moduli
    }
}

impl<const N: usize> MoveAction<N> {
    pub fn new(layout: &Layout, transform: &Transform) -> MoveAction<N> {
        let mut sources: [usize; N] = std::array::from_fn(|byte| byte);
        let mut turn = [0; N];
        for part in layout.parts() {
            let orbit = &transform.orbits[part.orbit];
            for (nth, &place) in part.places.iter().enumerate() {
                let source = orbit.permutation[usize::from(place)];
                let nth_source = part.places.binary_search(&source).expect("a part is closed under moves");
                for row in &part.rows {
                    sources[row.first + nth] = row.first + nth_source;
                    if let Some((shift, modulus)) = row.encoding.orientation() {
                        turn[row.first + nth] = (orbit.turns[usize::from(place)] % modulus) << shift;
                    }
                }
            }
        }
        let mut action = MoveAction { from: [FROM_ELSEWHERE; N], turn, cross_chunks: Vec::new() };
        for (byte, source) in sources.into_iter().enumerate() {
            let (chunk, source_chunk) = (byte / CHUNK * CHUNK, source / CHUNK * CHUNK);
            let from = (source % CHUNK) as u8;
            if chunk == source_chunk {
                action.from[byte] = from;
                continue;
            }
            let cross_chunks = &mut action.cross_chunks;
            let known =
                cross_chunks.iter().position(|cross| (cross.source, cross.target) == (source_chunk, chunk));
            let cross = known.unwrap_or_else(|| {
                cross_chunks.push(CrossChunk {
                    source: source_chunk,
                    target: chunk,
                    from: [FROM_ELSEWHERE; CHUNK],
                });
                cross_chunks.len() - 1
            });
            cross_chunks[cross].from[byte % CHUNK] = from;
        }
        action
    }

    /// Applies the move to a position.
    #[inline(always)]
    pub fn apply<S: Simd>(&self, simd: S, moduli: &Moduli<N>, state: &[u8; N]) -> [u8; N] {
        let mut after = [0; N];
        for at in (0..N).step_by(BLOCK) {
            *block_mut(&mut after, at) = simd.shuffle_halves(*block(state, at), *block(&self.from, at));
        }
        for cross in &self.cross_chunks {
            let arrived = simd.shuffle(*chunk(state, cross.source), cross.from);
            let target = chunk_mut(&mut after, cross.target);
            *target = (u128::from_ne_bytes(*target) | u128::from_ne_bytes(arrived)).to_ne_bytes();
        }
        for at in (0..N).step_by(BLOCK) {
            let fetched = *block(&after, at);
            let turned = simd.add_modulo(fetched, *block(&self.turn, at), *block(&moduli.moduli, at));
            *block_mut(&mut after, at) = match moduli.has_wild {
                true => simd.or(turned, simd.equal(fetched, [WILD; BLOCK])),
                false => turned,
            };
        }
        after
    }
}

#[inline(always)]
fn block(bytes: &[u8], at: usize) -> &Bytes32 {
    bytes[at..].first_chunk().expect("positions are whole blocks")
}

#[inline(always)]
fn block_mut(bytes: &mut [u8], at: usize) -> &mut Bytes32 {
    bytes[at..].first_chunk_mut().expect("positions are whole blocks")
}

#[inline(always)]
fn chunk(bytes: &[u8], at: usize) -> &Bytes16 {
    bytes[at..].first_chunk().expect("blocks are whole chunks")
}

#[inline(always)]
fn chunk_mut(bytes: &mut [u8], at: usize) -> &mut Bytes16 {
    bytes[at..].first_chunk_mut().expect("blocks are whole chunks")
}
