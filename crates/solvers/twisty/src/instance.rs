//! One position of a defined puzzle, with its goal.

use std::fmt;
use std::sync::Arc;

use puzzle::alg::{Alg, Node};
use puzzle::definition::{Generator, Pattern};
use puzzle::parse::sequence;
use search::{Control, Cost, Executor, Move};
use solver::{Demand, Error, Field, Instance, Method, ReadMoves, Replay, Show, SolveOutcome};

use crate::dispatch::{n_legal_moves, replay};
use crate::errors::definition_error;
use crate::info::NAME;
use crate::query_template::QueryTemplate;
use crate::solver::TwistySolver;
use crate::{ForcedMoves, TwistyQuery};

/// One position of a defined puzzle, with its goal.
#[derive(Clone, Debug)]
pub struct TwistyInstance {
    solver: Arc<TwistySolver>,
    template: Arc<QueryTemplate>,
    /// The position of the whole puzzle, before any mask or ignored orbit.
    position: Pattern,
    query: TwistyQuery,
}

impl TwistyInstance {
    /// Returns the instance of a position of a template, with its query.
    pub(crate) fn new(
        solver: Arc<TwistySolver>,
        template: Arc<QueryTemplate>,
        position: Pattern,
        query: TwistyQuery,
    ) -> TwistyInstance {
        TwistyInstance { solver, template, position, query }
    }

    /// Returns the query: start, goals and moves.
    pub fn query(&self) -> &TwistyQuery {
        &self.query
    }

    pub(crate) fn template(&self) -> &Arc<QueryTemplate> {
        &self.template
    }

    /// Writes moves, with the forced moves before and after them. Turns of a clock are written in clock notation.
    fn write(&self, forced: &ForcedMoves, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        let moves = || moves.iter().map(|mv| &self.query.moves[usize::from(mv.0)].name);
        // Clock notation sorts its turns, but forced moves must keep their order.
        if forced.is_empty()
            && let Some(turns) = self.query.puzzle.clock_notation(moves())
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
        Ok(self.solver.dispatcher.check(&self.query, control)?)
    }

    fn prepare(&self, _method: &Method, demand: Demand, control: &Control<'_>) -> Result<(), Error> {
        Ok(self.solver.dispatcher.prepare(&self.query, demand, control)?)
    }

    fn solve(
        &self,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, Error> {
        Ok(self.solver.dispatcher.solve(&self.query, method, executor, control)?)
    }

    fn replay(&self, moves: &[Move]) -> Replay {
        match n_legal_moves(&self.query, moves) {
            _ if replay(&self.query, moves) => Replay::Solved,
            at if at < moves.len() => Replay::Impossible { at },
            _ => Replay::Unsolved,
        }
    }

    fn write_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        self.write(&ForcedMoves::default(), moves, out)
    }

    fn write_solution(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        self.write(&self.query.forced, moves, out)
    }

    /// Reads moves in any notation of sequences. Unless the user has restricted the moves, all moves of the puzzle are
    /// allowed, rotations too, which cost nothing.
    fn read_moves(&self, text: &str) -> Result<ReadMoves, Error> {
        let query = &self.query;
        let read = sequence::moves(text, &query.puzzle);
        let read = read.map_err(|error| definition_error(Some("the solution"), &error))?;
        let (mut all, mut costs) = (query.moves.to_vec(), query.costs.to_vec());
        let mut moves = Vec::new();
        for (i, mv) in read.iter().enumerate() {
            let is_it = |known: &Generator| known.transform == mv.transform;
            let at = match all.iter().position(is_it) {
                Some(at) => at,
                None if self.template.moves.is_none() => {
                    let is_rotation = query.orientations.rotations.contains(&mv.transform);
                    costs.push(if is_rotation { 0 } else { self.template.costs.of(mv) });
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
        let query = TwistyQuery { moves: all.into(), costs: costs.into(), ..query.clone() };
        let instance = TwistyInstance { query, ..self.clone() };
        Ok(ReadMoves { instance: Some(Arc::new(instance)), ..ReadMoves::from(moves) })
    }

    fn metric(&self) -> &'static str {
        self.query.metric_name()
    }

    fn cost(&self, moves: &[Move]) -> u64 {
        moves.iter().map(|mv| u64::from(self.query.costs[usize::from(mv.0)])).sum()
    }

    fn fields(&self) -> Vec<Field> {
        let text = self.template.whole.to_cpos(&self.position).ok();
        text.into_iter().map(|text| ("position", text.into())).collect()
    }

    fn label(&self) -> String {
        format!("{NAME}, {}", self.metric())
    }

    fn key(&self) -> String {
        let whole = &self.template.whole;
        whole.to_cpos(&self.position).unwrap_or_else(|_| whole.to_pattern_json(&self.position))
    }

    fn show(&self, _show: Show, _moves: Option<&[Move]>) -> Result<String, Error> {
        Err(Error::usage("--show is for boards and cubes"))
    }

    fn forced_cost(&self) -> Cost {
        self.query.forced.cost
    }
}
