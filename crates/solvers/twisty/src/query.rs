//! A search query about a defined puzzle: start, goals, moves and their costs.

use std::borrow::Cow;
use std::sync::Arc;

use crate::TwistyError;
use puzzle::Definition;
use puzzle::alg::Amount;
use puzzle::definition::{Generator, Pattern, Phases, Transform};
use search::{Cost, Move};

/// A search query: a position of a defined puzzle and its goals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TwistyQuery {
    /// The definition of the puzzle.
    pub puzzle: Arc<Definition>,
    /// The position to solve.
    pub start: Pattern,
    /// The goals; reaching any of them is a solution. There is at least one.
    pub goals: Arc<[Pattern]>,
    /// The moves that are allowed.
    pub moves: Arc<[Generator]>,
    /// Cost of each move, at least 1.
    pub costs: Arc<[Cost]>,
    /// Moves that every solution must begin and end with.
    pub forced: ForcedMoves,
    /// Declared phases, if the query is solved by phases.
    pub phases: Option<Arc<Phases>>,
    /// The orientations of the whole puzzle in which a goal counts.
    pub orientations: GoalOrientations,
}

/// The orientations of the whole puzzle in which a goal counts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GoalOrientations {
    /// The rotations of a goal that count, the identity first. If it is empty, goals count only as they are.
    pub rotations: Arc<[Transform]>,
    /// True if other orientations count only when the goals cannot be reached as they are.
    pub exact_first: bool,
}

/// Moves that every solution begins and ends with. They need not be among the allowed moves.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ForcedMoves {
    /// Moves at the beginning of every solution.
    pub first: Arc<[Generator]>,
    /// Moves at the end of every solution.
    pub last: Arc<[Generator]>,
    /// Total cost of all forced moves.
    pub cost: Cost,
}

impl ForcedMoves {
    /// True if no move is forced.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty() && self.last.is_empty()
    }
}

impl TwistyQuery {
    /// Returns the query that solves a position by all generators, each of cost 1.
    pub fn new(puzzle: Arc<Definition>, start: Pattern) -> TwistyQuery {
        let moves: Arc<[Generator]> = puzzle.generators().into();
        let costs = moves.iter().map(|_| 1).collect();
        let goals = [puzzle.start().clone()].into();
        TwistyQuery {
            puzzle,
            start,
            goals,
            moves,
            costs,
            forced: ForcedMoves::default(),
            phases: None,
            orientations: GoalOrientations::default(),
        }
    }

    /// Returns the query solved by declared phases, with all moves that any phase allows. Moves of the original query
    /// keep their costs; others cost 1.
    #[must_use]
    pub fn with_phases(self, phases: Arc<Phases>) -> TwistyQuery {
        let mut moves: Vec<Generator> = Vec::new();
        for phase in &phases.list {
            for mv in phase.moves.as_deref().unwrap_or(&self.moves) {
                if !moves.iter().any(|known| known.transform == mv.transform) {
                    moves.push(mv.clone());
                }
            }
        }
        let cost = |mv: &Generator| {
            let at = self.moves.iter().position(|known| known.transform == mv.transform);
            at.map_or(1, |at| self.costs[at])
        };
        let costs = moves.iter().map(cost).collect();
        TwistyQuery { moves: moves.into(), costs, phases: Some(phases), ..self }
    }

    /// Returns the query that is left between the forced moves: its start is after the first ones, and from its goals
    /// the last ones lead to a goal.
    ///
    /// # Errors
    /// Returns an error if a forced move is illegal.
    pub fn between_forced(&self) -> Result<Cow<'_, TwistyQuery>, TwistyError> {
        if self.forced.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let mut start = self.start.clone();
        for mv in self.forced.first.iter() {
            start = mv.transform.apply(&start);
            if !self.puzzle.is_legal(&start) {
                return Err(TwistyError::ForcedIllegal { name: mv.name.to_string() });
            }
        }
        // The last forced moves are made on the puzzle in its final orientation.
        let is_turned = !self.forced.last.is_empty() && !self.orientations.rotations.is_empty();
        let orientations = if is_turned { GoalOrientations::default() } else { self.orientations.clone() };
        let goals = self.goals.iter().cloned();
        let mut goals: Vec<Pattern> = match is_turned {
            true => self
                .orientations
                .rotations
                .iter()
                .flat_map(|rotation| self.goals.iter().map(|goal| rotation.apply(goal)))
                .collect(),
            false => goals.collect(),
        };
        goals = goals.iter().filter_map(|goal| self.before_last(goal)).collect();
        match (goals.is_empty(), self.forced.last.first()) {
            (true, Some(mv)) => Err(TwistyError::ForcedIllegal { name: mv.name.to_string() }),
            _ => Ok(Cow::Owned(TwistyQuery {
                start,
                goals: goals.into(),
                orientations,
                forced: ForcedMoves::default(),
                ..self.clone()
            })),
        }
    }

    /// Returns the position from which the last forced moves lead to `goal`; None if a position on the way is illegal.
    fn before_last(&self, goal: &Pattern) -> Option<Pattern> {
        let mut position = goal.clone();
        for mv in self.forced.last.iter().rev() {
            position = mv.transform.inverse().apply(&position);
            if !self.puzzle.is_legal(&position) {
                return None;
            }
        }
        Some(position)
    }

    /// True if a position is a goal in an allowed orientation.
    pub fn is_goal(&self, position: &Pattern) -> bool {
        let mut turned =
            self.orientations.rotations.iter().map(|rotation| rotation.inverse().apply(position));
        self.goals.contains(position) || turned.any(|position| self.goals.contains(&position))
    }

    /// Returns the transformations of moves, with the forced ones before and after them.
    pub fn transforms<'a>(&'a self, moves: &'a [Move]) -> impl Iterator<Item = &'a Transform> {
        let between = moves.iter().map(|mv| &self.moves[usize::from(mv.0)]);
        self.forced.first.iter().chain(between).chain(self.forced.last.iter()).map(|mv| &mv.transform)
    }

    /// Returns `move` if all moves cost 1, `quantum` if a move costs the number of its turns, otherwise `weighted`.
    pub fn metric_name(&self) -> &'static str {
        let quanta = |mv: &Generator| match mv.name.amount {
            Amount::Times(times) => times.unsigned_abs(),
            _ => 1,
        };
        let is_each = |cost: &dyn Fn(&Generator) -> Cost| {
            self.moves.iter().zip(self.costs.iter()).all(|(mv, &known)| cost(mv) == known)
        };
        match () {
            () if is_each(&|_| 1) => "move",
            () if is_each(&quanta) => "quantum",
            () => "weighted",
        }
    }

    /// True if two queries share their tables: they have the same puzzle, moves, costs, goals and phases.
    pub fn has_same_tables(&self, other: &TwistyQuery) -> bool {
        self.goals == other.goals
            && self.moves == other.moves
            && self.costs == other.costs
            && self.phases == other.phases
            && self.orientations == other.orientations
            && (Arc::ptr_eq(&self.puzzle, &other.puzzle) || self.puzzle == other.puzzle)
    }
}
