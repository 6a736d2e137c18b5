//! Ways along a filled table: the moves that make a position, found backwards from it.

use std::sync::atomic::Ordering;

use search::Cost;

use super::fill::Filled;
use super::rows::stride;

impl Filled<'_> {
    /// Shortest sequences of moves that make positions of the last level, at most so many. None if moves cannot be undone:
    /// two bits a position do not tell the way then.
    pub fn deepest(&self, most: usize) -> Vec<Vec<u16>> {
        let Some(depth) = self.per_depth.len().checked_sub(1).filter(|_| self.rows.is_closed()) else {
            return Vec::new();
        };
        let width = self.rows.block().width();
        let mut ways = Vec::new();
        for (row, _) in self.last.iter().enumerate().filter(|(_, n)| n.load(Ordering::Relaxed) > 0) {
            let first = row * stride(width);
            self.codes.for_each(first..first + width, depth as Cost % 3, |i| {
                if ways.len() < most {
                    let way = self.way(row, i - first);
                    // Those of three levels before have the same code.
                    ways.extend(Some(way).filter(|way| way.len() == depth));
                }
            });
            if ways.len() == most {
                break;
            }
        }
        ways
    }

    /// A shortest sequence of moves that makes a position. Neighbours differ by at most 1, so codes tell the nearer ones.
    fn way(&self, mut row: usize, mut position: usize) -> Vec<u16> {
        let stride = stride(self.rows.block().width());
        let (mut way, mut sources) = (Vec::new(), Vec::new());
        while (row, position) != (0, 0) {
            let nearer = (self.codes.code(row * stride + position) + 2) % 3;
            self.rows.sources(row, &mut sources);
            let from = sources.iter().find_map(|source| {
                let from = usize::from(self.rows.block().followed_by(source.by)[position]);
                let is_nearer = self.codes.code(source.row as usize * stride + from) == nearer;
                is_nearer.then_some((source.row as usize, from, source.mv))
            });
            let mv;
            (row, position, mv) = from.expect("a position that was reached was reached from somewhere");
            way.push(mv);
        }
        way.reverse();
        way
    }
}
