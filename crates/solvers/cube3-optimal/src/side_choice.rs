//! Choice of the side to expand, the cube or its inverse: the one with fewer expected children.
//!
//! A turn of one side is not pruned if the bounds of both sides fit into the moves left. The share of such turns was
//! measured with two tables, and depends on little: on the difference between the moves left and the mean bound of the
//! table, and on the moves that the bounds leave to spare. The choice affects only speed.

use search::Cost;

/// Moves left minus the mean bound, in hundredths, at which the shares below were measured.
const MEASURED_AT: [i32; 7] = [-141, -84, -41, 16, 59, 116, 159];
/// Share, in thousandths, of quarter turns after which the bound of the other side fits.
const OTHER_SIDE: [u32; 7] = [31, 71, 126, 302, 548, 902, 1000];
/// Share of turns after which the bound of the turned side fits, if it leaves no move to spare,
const SPARE_0: [u32; 7] = [130, 146, 151, 240, 370, 668, 1000];
/// and if it leaves one. If it leaves more, every turn fits.
const SPARE_1: [u32; 7] = [344, 387, 432, 570, 698, 896, 1000];
/// More than the moves ever left.
const N_LEFT: usize = 32;

/// Expected number of children per face, by moves left, by the moves that the bound of the turned side leaves to spare
/// (2 for more), and by whether the other side allows half turns.
pub struct SideChoice {
    children: [[[u32; 2]; 3]; N_LEFT],
}

impl SideChoice {
    /// Returns the choice for a table with this mean bound, in hundredths.
    pub fn new(mean: i32) -> SideChoice {
        let children = std::array::from_fn(|left| {
            let excess = 100 * left as i32 - mean;
            [SPARE_0, SPARE_1, [1000; 7]].map(|own| {
                let (own, other) = (share(&own, excess), share(&OTHER_SIDE, excess));
                // Two quarter turns, and a half turn that does not change the other side.
                [own * 2 * other, own * (2 * other + 1000)]
            })
        });
        SideChoice { children }
    }

    /// Returns the side to expand. `half` is the cost of a half turn; `faces` are the faces that may be turned on
    /// either side.
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

/// Interpolates a measured share linearly.
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
