//! Which end of a solution to go on with: the one that promises fewer children.
//!
//! A turn of one of the two, the cube or its inverse, is kept if what is turned and the other one both come within what is
//! left. How likely that is was measured with two tables, and turned out to depend on little: on how far what is left lies from the
//! mean of the table's bounds, and on what the bounds leave to spare. Nothing but speed rests on it.

use search::Cost;

/// What is left less the mean, in hundredths: where the shares below were measured.
const AT: [i32; 7] = [-141, -84, -41, 16, 59, 116, 159];
/// The share of cosets, in thousandths, that the other one comes to by a quarter turn and that are near enough.
const FRESH: [u32; 7] = [31, 71, 126, 302, 548, 902, 1000];
/// The share of turns that bring what is turned near enough if its bound leaves nothing to spare,
const TIGHT: [u32; 7] = [130, 146, 151, 240, 370, 668, 1000];
/// and if it leaves one turn. If it leaves more any turn will do.
const ONE: [u32; 7] = [344, 387, 432, 570, 698, 896, 1000];
/// More than is ever left.
const N_LEFT: usize = 32;

/// How many children a face promises, by what is left, by what the bound of the one that is turned leaves to spare (two
/// for more), and by whether the other one can be given a half turn.
pub struct WhichEnd {
    promised: [[[u32; 2]; 3]; N_LEFT],
}

impl WhichEnd {
    /// For a table whose bounds have this mean, in hundredths.
    pub fn new(mean: i32) -> WhichEnd {
        let promised = std::array::from_fn(|left| {
            let beyond = 100 * left as i32 - mean;
            [TIGHT, ONE, [1000; 7]].map(|own| {
                let (own, fresh) = (share(&own, beyond), share(&FRESH, beyond));
                // Two quarter turns, and a half turn that leaves the other one where it is.
                [own * 2 * fresh, own * (2 * fresh + 1000)]
            })
        });
        WhichEnd { promised }
    }

    /// The end to go on with. A half turn costs `half`; `faces` are those that may be turned at either end.
    #[inline(always)]
    pub fn choose(&self, bounds: [u8; 2], left: Cost, half: Cost, faces: [u8; 2]) -> usize {
        let promised = |side: usize| {
            let spare = (left - Cost::from(bounds[side])).min(2) as usize;
            let has_half_turns = Cost::from(bounds[1 - side]) + half <= left;
            let face = self.promised[left as usize % N_LEFT][spare % 3][usize::from(has_half_turns)];
            faces[side].count_ones() * face
        };
        usize::from(promised(1) <= promised(0))
    }
}

/// A share by how far what is left lies from the mean, on straight lines between what was measured.
fn share(measured: &[u32; 7], beyond: i32) -> u32 {
    let after = AT.iter().position(|&at| beyond < at);
    match after {
        Some(0) => measured[0],
        None => measured[6],
        Some(i) => {
            let (from, to) = (measured[i - 1] as i32, measured[i] as i32);
            (from + (to - from) * (beyond - AT[i - 1]) / (AT[i] - AT[i - 1])) as u32
        }
    }
}
