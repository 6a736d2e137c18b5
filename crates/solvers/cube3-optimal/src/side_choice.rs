//! Which end of a solution to go on with: the one that promises fewer children.
//!
//! A turn of one of the two, the cube or its inverse, is kept if what is turned and the other one both come within what is
//! left. How likely that is was measured with two tables, and turned out to depend on little: on how far what is left lies from the
//! mean of the table's bounds, and on what the bounds leave to spare. Nothing but speed rests on it.

use search::Cost;

/// What is left less the mean, in hundredths: where the shares below were measured.
const MEASURED_AT: [i32; 7] = [-141, -84, -41, 16, 59, 116, 159];
/// The share of cosets, in thousandths, that the other one comes to by a quarter turn and that are near enough.
const OTHER_SIDE: [u32; 7] = [31, 71, 126, 302, 548, 902, 1000];
/// The share of turns that bring what is turned near enough if its bound leaves nothing to spare,
const SPARE_0: [u32; 7] = [130, 146, 151, 240, 370, 668, 1000];
/// and if it leaves one turn. If it leaves more any turn will do.
const SPARE_1: [u32; 7] = [344, 387, 432, 570, 698, 896, 1000];
/// More than is ever left.
const N_LEFT: usize = 32;

/// How many children a face promises, by what is left, by what the bound of the one that is turned leaves to spare (two
/// for more), and by whether the other one can be given a half turn.
pub struct SideChoice {
    children: [[[u32; 2]; 3]; N_LEFT],
}

impl SideChoice {
    /// For a table whose bounds have this mean, in hundredths.
    pub fn new(mean: i32) -> SideChoice {
        let children = std::array::from_fn(|left| {
            let excess = 100 * left as i32 - mean;
            [SPARE_0, SPARE_1, [1000; 7]].map(|own| {
                let (own, other) = (share(&own, excess), share(&OTHER_SIDE, excess));
                // Two quarter turns, and a half turn that leaves the other one where it is.
                [own * 2 * other, own * (2 * other + 1000)]
            })
        });
        SideChoice { children }
    }

    /// The end to go on with. A half turn costs `half`; `faces` are those that may be turned at either end.
    #[inline(always)]
    pub fn choose(&self, bounds: [u8; 2], left: Cost, half: Cost, faces: [u8; 2]) -> usize {
        let children = |side: usize| {
            let spare = (left - Cost::from(bounds[side])).min(2) as usize;
            let has_half_turns = Cost::from(bounds[1 - side]) + half <= left;
            let face = self.children[left as usize % N_LEFT][spare % 3][usize::from(has_half_turns)];
            faces[side].count_ones() * face
        };
        usize::from(children(1) <= children(0))
    }
}

/// A share by how far what is left lies from the mean, on straight lines between what was measured.
fn share(measured: &[u32; 7], excess: i32) -> u32 {
    let after = MEASURED_AT.iter().position(|&at| excess < at);
    match after {
        Some(0) => measured[0],
        None => measured[6],
        Some(i) => {
            let (from, to) = (measured[i - 1] as i32, measured[i] as i32);
            (from + (to - from) * (excess - MEASURED_AT[i - 1]) / (MEASURED_AT[i] - MEASURED_AT[i - 1]))
                as u32
        }
    }
}
