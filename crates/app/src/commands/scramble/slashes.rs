//! Square-1 by lot: any position in which a slash is possible, and the moves that make it, which are those of a two-phase
//! solution backwards. Positions within five twists of the solved one are drawn again: at competitions eleven moves
//! are needed at least (regulation 4b3), and six slashes with the turns between them are eleven.

use std::io::Write;

use puzzle::Square1;
use puzzle::square1::{Step, Steps};
use search::{Limits, Sequential};
use solve::recipe::square1::moves;
use solve::{Algorithm, Family, Method, Question, Request, Slashing, Square1Metric};

use super::Lots;
use crate::args::{self, Positions};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::plan::Voice;
use crate::progress::Progress;
use crate::session::{Allowance, Session};
use crate::wire;

/// Twists that are too few.
const NEAR: u32 = 5;

/// Draws positions and writes the moves that make them, a line each.
pub fn deal(
    args: &args::Scramble,
    seed: u64,
    lots: &mut Lots,
    session: &Session<'_>,
    voice: Voice,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    for number in 1..=args.count {
        let Some((state, steps)) = draw(lots, session)? else { return Ok(Exit::Limit) };
        // At competitions a slash stands behind its turn.
        let scramble = Steps(&steps).to_string().replace(" /", "/");
        if voice.json {
            let length = steps.iter().filter(|step| **step == Step::Slash).count();
            let (puzzle, position) = (Family::Square1.name(), state.to_string());
            let line = wire::Slashed { puzzle, scramble: &scramble, length, position, seed, number };
            wire::write(out, &line)?;
        } else if args.format == Some(Positions::Letters) {
            writeln!(out, "{state}")?;
        } else {
            writeln!(out, "{scramble}")?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// Draws until a position is far enough from solved. None if somebody interrupts.
fn draw(lots: &mut Lots, session: &Session<'_>) -> Result<Option<(Square1, Vec<Step>)>, Failure> {
    loop {
        let start = Square1::random(&mut |n| lots.below(n));
        let solve = |algorithm: Algorithm, max_cost: u32| {
            let question = Question::Square1(Slashing { start, metric: Square1Metric::Twist });
            let request = Request { question, method: Method { algorithm, ..Method::default() } };
            let limits = Limits { max_cost, max_memory: session.memory(), ..Limits::default() };
            let allowance = Allowance { limits, timeout: None, executor: &Sequential };
            session.solve(&request, &allowance, &Progress::silent()).map(|timed| timed.report)
        };
        let report = solve(Algorithm::TwoPhase, Limits::default().max_cost)?;
        let Some(solution) = report.solutions.first() else { return Ok(None) };
        // Only a short solution can be one of a position that is near; whether it is, a complete search tells.
        if report.length <= Some(NEAR) || !solve(Algorithm::IdaStar, NEAR)?.solutions.is_empty() {
            continue;
        }
        let steps: Vec<Step> = solution.iter().flat_map(|&mv| moves::steps(mv)).collect();
        return Ok(Some((start, steps.into_iter().rev().map(Step::inverse).collect())));
    }
}
