//! A solver with a bug: its solutions are wrong by one move. [`Request`] must replay what a solver returns and panic.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use search::{Answer, Control, Cost, End, Executor, Limits, Move, Sequential};
use solver::{
    Demand, Error, Field, Heuristic, Instance, Method, Names, ReadMoves, Replay, Report, Request, Show,
    SolveOutcome,
};

use crate::limited;

/// A position whose solver returns this answer in place of its own.
#[derive(Debug)]
struct WithWrongSolution {
    instance: Arc<dyn Instance>,
    answer: Answer,
}

impl Instance for WithWrongSolution {
    fn solve(
        &self,
        _method: &Method,
        _executor: &dyn Executor,
        _control: &Control<'_>,
    ) -> Result<SolveOutcome, Error> {
        Ok(SolveOutcome::new(self.answer.clone(), Heuristic::NONE, 0))
    }

    fn check(&self, method: &Method, control: &Control<'_>) -> Result<(), Error> {
        self.instance.check(method, control)
    }

    fn prepare(&self, method: &Method, demand: Demand, control: &Control<'_>) -> Result<(), Error> {
        self.instance.prepare(method, demand, control)
    }

    fn replay(&self, moves: &[Move]) -> Replay {
        self.instance.replay(moves)
    }

    fn write_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        self.instance.write_moves(moves, out)
    }

    fn read_moves(&self, text: &str) -> Result<ReadMoves, Error> {
        self.instance.read_moves(text)
    }

    fn metric(&self) -> &'static str {
        self.instance.metric()
    }

    fn cost(&self, moves: &[Move]) -> u64 {
        self.instance.cost(moves)
    }

    fn fields(&self) -> Vec<Field> {
        self.instance.fields()
    }

    fn label(&self) -> String {
        self.instance.label()
    }

    fn key(&self) -> String {
        self.instance.key()
    }

    fn show(&self, show: Show, moves: Option<&[Move]>) -> Result<String, Error> {
        self.instance.show(show, moves)
    }

    fn forced_cost(&self) -> Cost {
        self.instance.forced_cost()
    }
}

/// Checks that solutions of these positions with one move cut, added or changed are refused.
///
/// The solutions must be so short that no move can be left out. A longer sequence contradicts the reported length even if it reaches
/// the goal. A sequence of equal length may be another solution, but not for all moves that are put into one place.
///
/// # Panics
/// Panics if a wrong solution is reported.
pub fn check_replay(requests: &[Request]) {
    let solve = |request: &Request| -> Report {
        request.solve(&Sequential, &limited(Limits::default())).expect("a position that can be solved")
    };
    let solutions: Vec<Vec<Move>> =
        requests.iter().map(|request| solve(request).solutions[0].clone()).collect();
    let mut donors = solutions.concat();
    donors.sort_unstable_by_key(|mv| mv.0);
    donors.dedup();
    assert!(donors.len() > 1, "the solutions have only one move, so that none can be changed");
    for (request, solution) in requests.iter().zip(&solutions) {
        let instance = &request.instance;
        let is_reported = |moves: &[Move], length: u64| {
            let answer = Answer {
                end: End::Solved,
                n_solutions: 1,
                cost: Some(length as Cost),
                solutions: vec![moves.to_vec()],
                ..Answer::unknown(0)
            };
            let wrong = WithWrongSolution { instance: instance.clone(), answer };
            let request = Request { instance: Arc::new(wrong), ..request.clone() };
            catch_unwind(AssertUnwindSafe(|| solve(&request))).is_ok()
        };
        // With its own length, so that only the effect is wrong.
        let is_accepted = |moves: &[Move]| is_reported(moves, instance.cost(moves));
        let length = instance.cost(solution);
        let context = format!("{} for {}", Names(&**instance, solution), instance.key());
        assert!(is_reported(solution, length), "{context} is refused");
        for at in 0..solution.len() {
            let cut = [&solution[..at], &solution[at + 1..]].concat();
            assert!(!is_reported(&cut, length), "{context} is reported without move {at}");
            assert!(!is_accepted(&cut), "{context} is accepted without move {at}");
            let changed = |mv: Move| [&solution[..at], &[mv], &solution[at + 1..]].concat();
            let mut others = donors.iter().filter(|&&mv| mv != solution[at]);
            assert!(
                others.any(|&mv| !is_accepted(&changed(mv))),
                "{context} is accepted with any move in place {at}"
            );
        }
        for &mv in &donors {
            let longer = [&solution[..], &[mv]].concat();
            assert!(!is_reported(&longer, length), "{context} is reported with {mv:?} after it");
        }
        assert!(
            donors.iter().any(|&mv| !is_accepted(&[&solution[..], &[mv]].concat())),
            "{context} is accepted with any move after it"
        );
    }
}
