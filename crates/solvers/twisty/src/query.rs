//! What is asked of a defined puzzle: from where to where, in which moves, at which costs.

use std::borrow::Cow;
use std::sync::Arc;

use crate::TwistyError;
use puzzle::Definition;
use puzzle::alg::Amount;
use puzzle::definition::{Generator, Pattern, Phases, Transform};
use search::{Cost, Move};

/// A position of a defined puzzle, and where it should go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TwistyQuery {
    /// What the puzzle is.
    pub puzzle: Arc<Definition>,
    /// Where it starts.
    pub start: Pattern,
    /// Where it should go: to any of these, of which there is at least one.
    pub goals: Arc<[Pattern]>,
    /// The moves that may be made.
    pub moves: Arc<[Generator]>,
    /// What each of them costs, at least 1.
    pub costs: Arc<[Cost]>,
    /// Moves that every solution has, whatever is between them.
    pub forced: ForcedMoves,
    /// The phases to go there by, if some are declared.
    pub phases: Option<Arc<Phases>>,
    /// In which orientations of the whole puzzle a goal counts.
    pub orientations: GoalOrientations,
}

/// How a puzzle may be held when it is solved.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GoalOrientations {
    /// The rotations that a goal may be turned by, the identity first; none if goals are to be met as they are.
    pub rotations: Arc<[Transform]>,
    /// True if goals are to be met as they are if they can be.
    pub exact_first: bool,
}

/// Moves that every solution of a defined puzzle begins and ends with. They need not be among those that may be made.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ForcedMoves {
    /// What it begins with.
    pub first: Arc<[Generator]>,
    /// What it ends with.
    pub last: Arc<[Generator]>,
    /// What all of them cost together.
    pub cost: Cost,
}

impl ForcedMoves {
    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty() && self.last.is_empty()
    }
}

impl TwistyQuery {
    /// To be solved, each of its generators being one move.
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

    /// By declared phases, in all moves that any of them allows. What costs the question has hold for its own moves; others are
    /// one move.
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

    /// What is left to be searched between the moves that are forced: from where the first ones lead, to where the last ones
    /// lead to a goal.
    ///
    /// # Errors
    /// If they are illegal there.
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
        // What is forced at the end is made on the puzzle as it is held then.
        let is_turned = !self.forced.last.is_empty() && !self.orientations.rotations.is_empty();
        let orientations = if is_turned { GoalOrientations::default() } else { self.orientations.clone() };
        let goals = self.goals.iter().cloned();
        let mut goals: Vec<Pattern> = match is_turned {
            true => self
                .orientations
                .rotations
                .iter()
                .flat_map(|orientations| self.goals.iter().map(|goal| orientations.apply(goal)))
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

    /// From where the last moves lead to a goal; None if that breaks a rule on the way.
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

    /// True if a position is a goal, held as it may be.
    pub fn is_goal(&self, position: &Pattern) -> bool {
        let mut orientations =
            self.orientations.rotations.iter().map(|orientations| orientations.inverse().apply(position));
        self.goals.contains(position) || orientations.any(|position| self.goals.contains(&position))
    }

    /// What moves do, those included that are forced before and after them.
    pub fn transforms<'a>(&'a self, moves: &'a [Move]) -> impl Iterator<Item = &'a Transform> {
        let between = moves.iter().map(|mv| &self.moves[usize::from(mv.0)]);
        self.forced.first.iter().chain(between).chain(self.forced.last.iter()).map(|mv| &mv.transform)
    }

    /// `move` if each is one, `quantum` if turns count as often as they are made, else `weighted`.
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

    /// True if the same moves lead to the same goals.
    pub fn has_same_tables(&self, other: &TwistyQuery) -> bool {
        self.goals == other.goals
            && self.moves == other.moves
            && self.costs == other.costs
            && self.phases == other.phases
            && self.orientations == other.orientations
            && (Arc::ptr_eq(&self.puzzle, &other.puzzle) || self.puzzle == other.puzzle)
    }
}
