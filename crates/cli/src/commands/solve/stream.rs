//! Solutions that are printed while they are found, because they are too long for memory: those of very large boards.

use std::io::{self, Write, stdout};
use std::ops::ControlFlow;

use deepen::front::{Allowance, Session};
use deepen::search::{Move, StopReason};
use deepen::solver::{Heuristic, Request, Show};
use deepen::{Error, json};

use super::Printer;
use crate::exit::Exit;
use crate::progress::Progress;
use crate::text;

impl Printer<'_> {
    /// Solves and prints. In JSON the other fields follow the moves, because they are known only then.
    pub(super) fn stream(
        &self,
        request: &Request,
        session: &Session<'_>,
        allowance: &Allowance<'_>,
        progress: &Progress<'_>,
    ) -> Result<io::Result<Exit>, Error> {
        if self.show == Some(Show::Boards) {
            let message =
                "--show boards is not available for this board, whose solution is printed while it is found";
            return Err(Error::usage(message));
        }
        // Errors in the request are found before anything is printed.
        session.check(request, &allowance.limits, allowance.timeout)?;
        let mut out = stdout().lock();
        let mut begun = false;
        let mut names = String::new();
        let mut trouble: Option<io::Error> = None;
        let mut take = |moves: &[Move]| {
            names.clear();
            let written = match (begun, self.mode.json) {
                _ if moves.is_empty() => return ControlFlow::Continue(()),
                (true, _) => {
                    names.push(' ');
                    Ok(())
                }
                (false, true) => json::begin_object(&mut out, "moves"),
                (false, false) => self.begin(&mut out, Heuristic::NONE),
            };
            begun = true;
            // Writing to a string cannot fail.
            let _ = request.instance.write_moves(moves, &mut names);
            match written.and_then(|()| out.write_all(names.as_bytes())) {
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
            if self.mode.json {
                let line = json::Solved::new(self.item, &timed, request, self.plan);
                if !begun {
                    json::begin_object(&mut out, "moves")?;
                }
                json::end_object(&mut out, &line)?;
                return out.flush();
            }
            if begun {
                writeln!(out)?;
            }
            self.begin(&mut out, Heuristic::NONE)?;
            if !self.mode.quiet || timed.report.length.is_none() {
                writeln!(out, "{}", text::summary(&timed, request, self.plan.limits.max_memory))?;
            }
            out.flush()
        };
        Ok(print().map(|()| Exit::of_report(&timed.report, self.plan.wanted)))
    }
}
