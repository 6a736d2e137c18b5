//! Shortest paths in a filled distance table: the moves that make a position, found backwards from it.

use std::sync::atomic::Ordering;

use search::Cost;

use super::cosets::stride;
use super::distance_table::DistanceTable;

impl DistanceTable<'_> {
    /// Returns shortest sequences that make positions of the last level, at most `most` of them. Empty if moves have no
    /// inverses among the moves: two bits per position do not determine a path then.
    pub fn deepest(&self, most: usize) -> Vec<Vec<u16>> {
        let Some(depth) = self.per_depth.len().checked_sub(1).filter(|_| self.cosets.is_closed()) else {
            return Vec::new();
        };
        let width = self.cosets.subgroup().width();
        let mut paths = Vec::new();
        for (coset, _) in self.last.iter().enumerate().filter(|(_, n)| n.load(Ordering::Relaxed) > 0) {
            let first = coset * stride(width);
            self.codes.for_each(first..first + width, depth as Cost % 3, |i| {
                if paths.len() < most {
                    let path = self.path(coset, i - first);
                    // Positions of three levels before have the same code.
                    paths.extend(Some(path).filter(|path| path.len() == depth));
                }
            });
            if paths.len() == most {
                break;
            }
        }
        paths
    }

    /// Returns a shortest sequence that makes a position. Distances of neighbours differ by at most 1, so the code
    /// modulo 3 identifies the nearer ones.
    fn path(&self, mut coset: usize, mut position: usize) -> Vec<u16> {
        let stride = stride(self.cosets.subgroup().width());
        let (mut path, mut sources) = (Vec::new(), Vec::new());
        while (coset, position) != (0, 0) {
            let nearer = (self.codes.code(coset * stride + position) + 2) % 3;
            self.cosets.sources(coset, &mut sources);
            let from = sources.iter().find_map(|source| {
                let from = usize::from(self.cosets.subgroup().followed_by(source.by)[position]);
                let is_nearer = self.codes.code(source.coset as usize * stride + from) == nearer;
                is_nearer.then_some((source.coset as usize, from, source.mv))
            });
            let mv;
            (coset, position, mv) = from.expect("every reached position has a predecessor");
            path.push(mv);
        }
        path.reverse();
        path
    }
}
