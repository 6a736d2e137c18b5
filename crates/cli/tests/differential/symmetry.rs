//! Solutions of a cube that its symmetries send to each other.

use std::collections::BTreeSet;

use super::cube::{Cube, Run, inverse};
use super::model::Sequence;

/// A way to make a solution of another: where each run of turns goes, and whether the order is reversed.
struct Way {
    runs: Vec<u16>,
    is_undone: bool,
}

/// All ways that lead from solutions of `start` to solutions of it.
fn ways(cube: &Cube, start: &[u8]) -> Vec<Way> {
    let mut ways = Vec::new();
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for axes in orders {
        for bits in 0..8 {
            let signs = [0, 1, 2].map(|i| if bits >> i & 1 == 0 { 1 } else { -1 });
            let image = cube.stickers.image(axes, signs);
            let conjugate = |state: &[u8]| {
                let mut other = vec![0; state.len()];
                for (place, &sticker) in state.iter().enumerate() {
                    other[usize::from(image[place])] = image[usize::from(sticker)];
                }
                other
            };
            for is_undone in [false, true] {
                let from = if is_undone { inverse(start) } else { start.to_vec() };
                if conjugate(&from) != start {
                    continue;
                }
                // The effect of a run on the stickers identifies its image.
                let become_run = |run: &Run| {
                    let wanted = conjugate(if is_undone { &run.back } else { &run.from });
                    cube.runs.iter().position(|other| other.from == wanted).map(|number| number as u16)
                };
                if let Some(runs) = cube.runs.iter().map(become_run).collect() {
                    ways.push(Way { runs, is_undone });
                }
            }
        }
    }
    ways
}

/// The number of solutions up to symmetry.
pub fn n_up_to_symmetry(cube: &Cube, start: &[u8], solutions: &[&Sequence]) -> usize {
    let ways = ways(cube, start);
    let lowest = |solution: &&Sequence| {
        let read = |way: &Way| {
            let mut image: Sequence = solution.iter().map(|&run| way.runs[usize::from(run)]).collect();
            if way.is_undone {
                image.reverse();
            }
            image
        };
        ways.iter().map(read).min()
    };
    solutions.iter().map(lowest).collect::<BTreeSet<_>>().len()
}
