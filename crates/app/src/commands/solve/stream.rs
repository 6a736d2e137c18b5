//! Solutions that are printed while they are found, because they are too long to be held: those of very large boards.

use std::io::{self, Write};
use std::ops::ControlFlow;

use search::{Move, StopReason};
use solve::recipe::sliding::{direction, n_tiles};
use solve::{Algorithm, Estimate, Question, Request};

use super::Printer;
use crate::args;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::session::{Allowance, Session};
use crate::text;
use crate::verdict;
use crate::wire;

/// Boards with more cells than this are solved in millions of moves.
const LONG: usize = 10_000;

/// Whether a solution is printed while it is found.
pub fn is_long(request: &Request) -> bool {
    let is_large = matches!(&request.question, Question::Sliding { board, .. } if board.n_cells() > LONG);
    is_large && request.method.algorithm == Algorithm::Construct
}

/// The names of slides with spaces between them, as [`Question::names`] has them. Boards have thousands of millions, so they are made of
/// bytes.
fn spell(moves: &[Move], bytes: &mut Vec<u8>) {
    for (i, &mv) in moves.iter().enumerate() {
        if i > 0 {
            bytes.push(b' ');
        }
        bytes.push(direction(mv).letter() as u8);
        let n_tiles = n_tiles(mv);
        if n_tiles > 1 {
            bytes.extend_from_slice(n_tiles.to_string().as_bytes());
        }
    }
}

impl Printer<'_> {
    /// Solves and prints. What JSON tells about the search follows the moves, as it is known only then.
    pub(super) fn stream(
        &self,
        request: &Request,
        session: &Session<'_>,
        allowance: &Allowance<'_>,
        progress: &Progress<'_>,
    ) -> Result<io::Result<Exit>, Failure> {
        if self.show == Some(args::Show::Boards) {
            let message = "the solution is printed as it comes, so there is no --show boards for this board";
            return Err(Failure::usage(message));
        }
        // What is refused is refused before anything is printed.
        session.check(request, &allowance.limits, allowance.timeout)?;
        let mut out = self.scene.out();
        let mut begun = false;
        let mut bytes = Vec::new();
        let mut trouble: Option<io::Error> = None;
        let mut take = |moves: &[Move]| {
            bytes.clear();
            let written = match (begun, self.voice.json) {
                _ if moves.is_empty() => return ControlFlow::Continue(()),
                (true, _) => {
                    bytes.push(b' ');
                    Ok(())
                }
                (false, true) => wire::begin(&mut bytes, "moves"),
                (false, false) => self.begin(&mut out, Estimate::Zero),
            };
            begun = true;
            spell(moves, &mut bytes);
            match written.and_then(|()| out.write_all(&bytes)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    trouble = Some(error);
                    ControlFlow::Break(StopReason::Cancelled)
                }
            }
        };
        let timed = session.stream(request, allowance, progress, &mut take)?;
        let print = || {
            if let Some(error) = trouble {
                return Err(error);
            }
            if self.voice.json {
                let line = wire::Solved::new(self.item, &timed, request, self.plan);
                if !begun {
                    wire::begin(&mut out, "moves")?;
                }
                wire::go_on(&mut out, &line)?;
                return out.flush();
            }
            if begun {
                writeln!(out)?;
            }
            self.begin(&mut out, Estimate::Zero)?;
            if !self.voice.quiet || timed.report.length.is_none() {
                writeln!(out, "{}", text::summary(&timed, request, self.plan.limits.max_memory))?;
            }
            out.flush()
        };
        Ok(print().map(|()| verdict::exit(&timed.report, self.plan.wanted)))
    }
}

#[cfg(test)]
mod tests {
    use puzzle::Goal;
    use solve::SlideMetric;

    use super::*;

    #[test]
    fn slides_are_spelled_as_everywhere() {
        let board = Goal::Last.board(40, 30).expect("a legal size");
        let question =
            Question::Sliding { board: board.clone(), goal: board, metric: SlideMetric::MultiTile };
        for moves in [vec![], vec![Move(2)], (0..4 * 39).map(Move).collect()] {
            let mut bytes = Vec::new();
            spell(&moves, &mut bytes);
            assert_eq!(String::from_utf8(bytes).expect("letters"), question.move_names(&moves));
        }
    }
}
