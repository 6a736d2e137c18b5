//! One position of a defined puzzle, with its goal.

use std::fmt;
use std::sync::Arc;

use puzzle::alg::{Alg, Node};
use puzzle::definition::{Generator, Pattern};
use puzzle::parse::sequence;
use search::{Control, Cost, Executor, Move};
use solver::{Demand, Error, Field, Instance, Method, ReadMoves, Replay, Show, SolveOutcome};

use crate::engine::{possible, replay};
use crate::errors::definition_error;
use crate::info::NAME;
use crate::solver::TwistySolver;
use crate::target::Target;
use crate::{Defined, Forced};

/// One position of a defined puzzle, with its goal.
#[derive(Clone, Debug)]
pub struct TwistyInstance {
    solver: Arc<TwistySolver>,
    target: Arc<Target>,
    /// The position of the whole puzzle.
    position: Pattern,
    question: Defined,
}

impl TwistyInstance {
    /// A position of a target, with its question.
    pub(crate) fn new(
        solver: Arc<TwistySolver>,
        target: Arc<Target>,
        position: Pattern,
        question: Defined,
    ) -> TwistyInstance {
        TwistyInstance { solver, target, position, question }
    }

    /// Returns what it asks.
    pub fn question(&self) -> &Defined {
        &self.question
    }

    pub(crate) fn target(&self) -> &Arc<Target> {
        &self.target
    }

    /// Writes moves in the notation of clocks, if the puzzle is one, or under their names between those that are forced.
    fn write(&self, forced: &Forced, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        let moves = || moves.iter().map(|mv| &self.question.moves[usize::from(mv.0)].name);
        // Forced moves keep their order, and turns of a clock are sorted.
        if forced.is_empty()
            && let Some(turns) = self.question.puzzle.clock_notation(moves())
        {
            let nodes: Vec<Node> = turns.into_iter().map(Node::Move).collect();
            return write!(out, "{}", Alg::from(nodes));
        }
        let names = |moves: &Arc<[Generator]>| moves.iter().map(|mv| mv.name.clone()).collect::<Vec<_>>();
        let (first, last) = (names(&forced.first), names(&forced.last));
        for (i, name) in first.iter().chain(moves()).chain(&last).enumerate() {
            let space = if i > 0 { " " } else { "" };
            write!(out, "{space}{name}")?;
        }
        Ok(())
    }
}

impl Instance for TwistyInstance {
    fn check(&self, _method: &Method, control: &Control<'_>) -> Result<(), Error> {
        Ok(self.solver.engine.check(&self.question, control)?)
    }

    fn prepare(&self, _method: &Method, demand: Demand, control: &Control<'_>) -> Result<(), Error> {
        Ok(self.solver.engine.prepare(&self.question, demand, control)?)
    }

    fn solve(
        &self,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, Error> {
        Ok(self.solver.engine.solve(&self.question, method, executor, control)?)
    }

    fn replay(&self, moves: &[Move]) -> Replay {
        match possible(&self.question, moves) {
            _ if replay(&self.question, moves) => Replay::Solved,
            at if at < moves.len() => Replay::Impossible { at },
            _ => Replay::Unsolved,
        }
    }

    fn write_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        self.write(&Forced::default(), moves, out)
    }

    fn write_solution(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        self.write(&self.question.forced, moves, out)
    }

    /// Reads moves, which may be written as any sequence. All moves that the puzzle has may be made unless the user has said
    /// which, rotations among them, which count as no moves.
    fn read_moves(&self, text: &str) -> Result<ReadMoves, Error> {
        let question = &self.question;
        let read = sequence::moves(text, &question.puzzle);
        let read = read.map_err(|error| definition_error(Some("the solution"), &error))?;
        let (mut all, mut costs) = (question.moves.to_vec(), question.costs.to_vec());
        let mut moves = Vec::new();
        for (i, mv) in read.iter().enumerate() {
            let is_it = |known: &Generator| known.transform == mv.transform;
            let at = match all.iter().position(is_it) {
                Some(at) => at,
                None if self.target.moves.is_none() => {
                    let is_rotation = question.held.rotations.contains(&mv.transform);
                    costs.push(if is_rotation { 0 } else { self.target.costs.of(mv) });
                    all.push(mv.clone());
                    all.len() - 1
                }
                None => {
                    let message = format!("{} is none of the moves that may be made", mv.name);
                    return Err(Error::invalid(message).at(format!("move {}", i + 1)));
                }
            };
            moves.push(Move(at as u16));
        }
        let question = Defined { moves: all.into(), costs: costs.into(), ..question.clone() };
        let instance = TwistyInstance { question, ..self.clone() };
        Ok(ReadMoves { instance: Some(Arc::new(instance)), ..ReadMoves::from(moves) })
    }

    fn metric(&self) -> &'static str {
        self.question.metric_name()
    }

    fn cost(&self, moves: &[Move]) -> u64 {
        moves.iter().map(|mv| u64::from(self.question.costs[usize::from(mv.0)])).sum()
    }

    fn fields(&self) -> Vec<Field> {
        let text = self.target.whole.to_cpos(&self.position).ok();
        text.into_iter().map(|text| ("position", text.into())).collect()
    }

    fn label(&self) -> String {
        format!("{NAME}, {}", self.metric())
    }

    fn key(&self) -> String {
        let whole = &self.target.whole;
        whole.to_cpos(&self.position).unwrap_or_else(|_| whole.to_pattern_json(&self.position))
    }

    fn show(&self, _show: Show, _moves: Option<&[Move]>) -> Result<String, Error> {
        Err(Error::usage("--show is for boards and cubes"))
    }

    fn forced_cost(&self) -> Cost {
        self.question.forced.cost
    }
}
