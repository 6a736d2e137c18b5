//! Which puzzle, from where to where, in which moves. Each kind of puzzle answers for its own in its recipe.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::sync::Arc;

use puzzle::alg::Amount;
use puzzle::cube::TurnSet;
use puzzle::definition::{Generator, Pattern, Phases, Transform};
use puzzle::shuffdle::{Lines, Shuffdle, Word};
use puzzle::{Board, Cube2, Cube3, Cube4, Definition, Turn, Turn4};
use search::{Cost, Move};

use crate::error::Error;
use crate::recipe::cube3::steps::{self, Spoken, Steps};
use crate::recipe::sliding::SlideMetric;
use crate::recipe::square1::{self, Slashing};
use crate::recipe::{cube2, cube3, cube4, defined, shuffdle, sliding, twist};
use crate::request::{Algorithm, Estimate};

/// A puzzle with its goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// Sliding tiles.
    Sliding {
        /// Where it starts.
        board: Board,
        /// Where it should go.
        goal: Board,
        /// What counts as one move.
        metric: SlideMetric,
    },
    /// A 2x2x2 cube, solved when it looks like the goal from any side.
    Cube2(Twist<Cube2>),
    /// A 3x3x3 cube.
    Cube3(Twist<Cube3>),
    /// A 4x4x4 cube, solved when every face has one colour.
    Cube4(Cube4),
    /// A 3x3x3 cube on its way to a set of cubes.
    Steps(Steps),
    /// Letters that should spell a word.
    Shuffdle(Spelling),
    /// Square-1.
    Square1(Slashing),
    /// A puzzle that somebody has defined.
    Defined(Defined),
}

/// A position of a defined puzzle, and where it should go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defined {
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
    pub forced: Forced,
    /// How to go there, if somebody has declared it.
    pub phases: Option<Arc<Phases>>,
    /// In which orientations of the whole puzzle a goal counts.
    pub held: Held,
}

/// How a puzzle may be held when it is solved.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Held {
    /// The rotations that a goal may be turned by, the identity first; none if goals are to be met as they are.
    pub rotations: Arc<[Transform]>,
    /// True if goals are to be met as they are if they can be.
    pub exact_first: bool,
}

/// Moves that every solution of a defined puzzle begins and ends with. They need not be among those that may be made.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Forced {
    /// What it begins with.
    pub first: Arc<[Generator]>,
    /// What it ends with.
    pub last: Arc<[Generator]>,
    /// What all of them cost together.
    pub cost: Cost,
}

impl Forced {
    /// Whether there are any.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty() && self.last.is_empty()
    }
}

impl Defined {
    /// To be solved, each of its generators being one move.
    pub fn new(puzzle: Arc<Definition>, start: Pattern) -> Defined {
        let moves: Arc<[Generator]> = puzzle.generators().into();
        let costs = moves.iter().map(|_| 1).collect();
        let goals = [puzzle.start().clone()].into();
        Defined {
            puzzle,
            start,
            goals,
            moves,
            costs,
            forced: Forced::default(),
            phases: None,
            held: Held::default(),
        }
    }

    /// By declared phases, in all moves that any of them allows. What costs the question has hold for its own moves; others are
    /// one move.
    #[must_use]
    pub fn by_phases(self, phases: Arc<Phases>) -> Defined {
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
        Defined { moves: moves.into(), costs, phases: Some(phases), ..self }
    }

    /// What is left to be searched between the moves that are forced: from where the first ones lead, to where the last ones
    /// lead to a goal.
    ///
    /// # Errors
    /// If they are illegal there.
    pub(crate) fn between_forced(&self) -> Result<Cow<'_, Defined>, Error> {
        if self.forced.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let mut start = self.start.clone();
        for mv in self.forced.first.iter() {
            start = mv.transform.apply(&start);
            if !self.puzzle.is_legal(&start) {
                return Err(Error::ForcedIllegal { name: mv.name.to_string() });
            }
        }
        // What is forced at the end is made on the puzzle as it is held then.
        let is_turned = !self.forced.last.is_empty() && !self.held.rotations.is_empty();
        let held = if is_turned { Held::default() } else { self.held.clone() };
        let goals = self.goals.iter().cloned();
        let mut goals: Vec<Pattern> = match is_turned {
            true => self
                .held
                .rotations
                .iter()
                .flat_map(|held| self.goals.iter().map(|goal| held.apply(goal)))
                .collect(),
            false => goals.collect(),
        };
        goals = goals.iter().filter_map(|goal| self.before_last(goal)).collect();
        match (goals.is_empty(), self.forced.last.first()) {
            (true, Some(mv)) => Err(Error::ForcedIllegal { name: mv.name.to_string() }),
            _ => Ok(Cow::Owned(Defined {
                start,
                goals: goals.into(),
                held,
                forced: Forced::default(),
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
    pub(crate) fn is_goal(&self, position: &Pattern) -> bool {
        let mut held = self.held.rotations.iter().map(|held| held.inverse().apply(position));
        self.goals.contains(position) || held.any(|position| self.goals.contains(&position))
    }

    /// What moves do, those included that are forced before and after them.
    pub(crate) fn transforms<'a>(&'a self, moves: &'a [Move]) -> impl Iterator<Item = &'a Transform> {
        let between = moves.iter().map(|mv| &self.moves[usize::from(mv.0)]);
        self.forced.first.iter().chain(between).chain(self.forced.last.iter()).map(|mv| &mv.transform)
    }

    /// `move` if each is one, `quantum` if turns count as often as they are made, else `weighted`.
    fn metric_name(&self) -> &'static str {
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

    /// Whether the same moves lead to the same goals.
    pub(crate) fn has_same_tables(&self, other: &Defined) -> bool {
        self.goals == other.goals
            && self.moves == other.moves
            && self.costs == other.costs
            && self.phases == other.phases
            && self.held == other.held
            && (Arc::ptr_eq(&self.puzzle, &other.puzzle) || self.puzzle == other.puzzle)
    }
}

/// A word to be spelled on a board of Shuffdle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spelling {
    /// Where it starts.
    pub board: Shuffdle,
    /// What to spell.
    pub word: Word,
    /// Where the word may stand.
    pub lines: Lines,
}

/// The searches that find steps.
pub const STEP_ALGORITHMS: &[Algorithm] = &[Algorithm::IdaStar];

/// A cube to be turned into another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Twist<C> {
    /// Where it starts.
    pub start: C,
    /// Where it should go.
    pub goal: C,
    /// What counts as one move.
    pub metric: Metric,
    /// The turns that may be used.
    pub turns: TurnSet,
}

/// What counts as one move of a cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Metric {
    /// Any turn of a face.
    #[default]
    HalfTurn,
    /// A quarter turn of a face; a half turn counts twice.
    QuarterTurn,
    /// Any turns of two opposite faces together.
    Axial,
}

impl Metric {
    /// All of them.
    pub const ALL: [Metric; 3] = [Metric::HalfTurn, Metric::QuarterTurn, Metric::Axial];

    /// The name it is asked for by.
    pub fn name(self) -> &'static str {
        match self {
            Metric::HalfTurn => "half-turn",
            Metric::QuarterTurn => "quarter-turn",
            Metric::Axial => "axial",
        }
    }

    /// The abbreviation that cubers use.
    pub fn short_name(self) -> &'static str {
        match self {
            Metric::HalfTurn => "htm",
            Metric::QuarterTurn => "qtm",
            Metric::Axial => "atm",
        }
    }

    /// What it counts, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Metric::HalfTurn => "any turn of a face is one move",
            Metric::QuarterTurn => "a quarter turn is one move, a half turn two",
            Metric::Axial => "turns of two opposite faces together are one move (3x3x3)",
        }
    }
}

/// A kind of puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// Sliding tiles on a rectangle.
    Sliding,
    /// The 2x2x2 cube.
    Cube2,
    /// The 3x3x3 cube.
    Cube3,
    /// The 4x4x4 cube.
    Cube4,
    /// Letters that change as they slide.
    Shuffdle,
    /// Square-1.
    Square1,
    /// Any twisty puzzle that somebody has defined.
    Defined,
}

impl Family {
    /// Those that have a name.
    pub const ALL: [Family; 6] =
        [Family::Sliding, Family::Cube2, Family::Cube3, Family::Cube4, Family::Shuffdle, Family::Square1];

    /// The name it is asked for by.
    pub fn name(self) -> &'static str {
        match self {
            Family::Sliding => "sliding",
            Family::Cube2 => "2x2x2",
            Family::Cube3 => "3x3x3",
            Family::Cube4 => "4x4x4",
            Family::Shuffdle => "shuffdle",
            Family::Square1 => "square-1",
            Family::Defined => "defined puzzles",
        }
    }

    /// What it is, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Family::Sliding => {
                "sliding tiles on a rectangle: searched from 2x2 to 16x16, tile by tile up to 999x999"
            }
            Family::Cube2 => "the 2x2x2 cube: a scramble, 24 facelets or a net",
            Family::Cube3 => "the 3x3x3 cube: a scramble, 54 facelets or a net",
            Family::Cube4 => "the 4x4x4 cube: a scramble, 96 facelets or a net",
            Family::Shuffdle => "Shuffdle: letters that change as they slide must spell a word",
            Family::Square1 => {
                "Square-1: a scramble like (1,0) / (-3,0) /, or a position like A1B2C3D45E6F7G8H-"
            }
            Family::Defined => "any twisty puzzle, by its definition",
        }
    }

    /// The searches it can be solved by, the one that is used if nobody says first.
    pub fn algorithms(self) -> &'static [Algorithm] {
        match self {
            Family::Sliding => Algorithm::SLIDING,
            Family::Cube2 | Family::Defined => Algorithm::GENERIC,
            Family::Cube3 => &[Algorithm::TwoPhase, Algorithm::FourPhase, Algorithm::IdaStar],
            Family::Cube4 => &[Algorithm::Reduction],
            Family::Shuffdle => Algorithm::NEAREST_FIRST,
            Family::Square1 => &[Algorithm::TwoPhase, Algorithm::IdaStar],
        }
    }

    /// What it can be estimated with, weakest first.
    pub fn estimates(self) -> &'static [Estimate] {
        match self {
            Family::Sliding => Estimate::ALL.split_at(6).0,
            Family::Cube2 => &[Estimate::Zero, Estimate::Pattern, Estimate::Exact],
            Family::Cube3 => Estimate::CUBE3,
            Family::Cube4 => &[],
            Family::Shuffdle => Estimate::SHUFFDLE,
            Family::Square1 => &[Estimate::Zero, Estimate::Hashed],
            Family::Defined => &[Estimate::Zero, Estimate::Hashed, Estimate::Looks],
        }
    }
}

impl Question {
    /// Which kind of puzzle it is about.
    pub fn family(&self) -> Family {
        match self {
            Question::Sliding { .. } => Family::Sliding,
            Question::Cube2(_) => Family::Cube2,
            Question::Cube3(_) | Question::Steps(_) => Family::Cube3,
            Question::Cube4(_) => Family::Cube4,
            Question::Shuffdle(_) => Family::Shuffdle,
            Question::Square1(_) => Family::Square1,
            Question::Defined(_) => Family::Defined,
        }
    }

    /// The searches that answer it, the one that is used if nobody says first.
    pub fn algorithms(&self) -> &'static [Algorithm] {
        match self {
            Question::Steps(_) => STEP_ALGORITHMS,
            Question::Defined(Defined { phases: Some(_), .. }) => &[Algorithm::Phases],
            _ => self.family().algorithms(),
        }
    }

    /// What it can be estimated with.
    pub fn estimates(&self) -> &'static [Estimate] {
        match self {
            Question::Steps(_) => &[Estimate::Pattern],
            _ => self.family().estimates(),
        }
    }

    /// Whether solutions longer than the shortest can be asked for.
    pub fn has_longer(&self, algorithm: Algorithm) -> bool {
        match self {
            Question::Steps(_) => true,
            Question::Cube3(_) | Question::Defined(_) => algorithm == Algorithm::IdaStar,
            _ => false,
        }
    }

    /// Whether solutions of a least length can be asked for.
    pub fn has_least(&self, algorithm: Algorithm) -> bool {
        matches!(self, Question::Defined(_)) && algorithm == Algorithm::IdaStar
    }

    /// What counts as one move: `single-tile` or `multi-tile`, `single-letter`, `block-turn` (outer layers of the 4x4x4), the name of a metric, or of defined puzzles
    /// `move`, `quantum` or `weighted`.
    pub fn metric_name(&self) -> &'static str {
        match self {
            Question::Sliding { metric, .. } => metric.name(),
            Question::Shuffdle(_) => "single-letter",
            Question::Square1(slashing) => slashing.metric.name(),
            Question::Defined(defined) => defined.metric_name(),
            Question::Cube4(_) => "block-turn",
            Question::Cube2(Twist { metric, .. })
            | Question::Cube3(Twist { metric, .. })
            | Question::Steps(Steps { metric, .. }) => metric.name(),
        }
    }

    /// The moves of a solution, to be printed with spaces between them.
    pub fn names<'a>(&'a self, moves: &'a [Move]) -> Names<'a> {
        Names { question: self, moves, forced: None }
    }

    /// The moves of a whole solution with those that are forced, to be printed with spaces between them.
    pub fn whole_names<'a>(&'a self, moves: &'a [Move]) -> Names<'a> {
        let forced = match self {
            Question::Defined(defined) => Some(&defined.forced),
            _ => None,
        };
        Names { question: self, moves, forced }
    }

    /// What the moves cost that every solution has.
    pub fn forced_cost(&self) -> Cost {
        match self {
            Question::Defined(defined) => defined.forced.cost,
            _ => 0,
        }
    }

    /// The moves of a solution, divided by spaces.
    pub fn move_names(&self, moves: &[Move]) -> String {
        self.names(moves).to_string()
    }

    /// Plays moves on the full state and says what comes of it.
    pub fn play(&self, moves: &[Move]) -> Played {
        let possible = match self {
            Question::Sliding { board, .. } => sliding::possible(board, moves),
            Question::Shuffdle(spelling) => shuffdle::possible(spelling, moves),
            Question::Square1(slashing) => square1::serve::possible(slashing, moves),
            Question::Defined(defined) => defined::serve::possible(defined, moves),
            Question::Cube2(_) | Question::Cube3(_) | Question::Cube4(_) | Question::Steps(_) => moves.len(),
        };
        match self.replay(moves) {
            true => Played::Solved,
            false if possible < moves.len() => Played::Impossible { at: possible },
            false => Played::Unsolved,
        }
    }

    /// All moves that have a name of their own.
    pub fn all_moves(&self) -> impl Iterator<Item = Move> {
        let n_moves = match self {
            Question::Sliding { board, metric, .. } => metric.n_moves(board.rows(), board.cols()),
            // Every metric begins with the turns of one face.
            Question::Cube2(_) | Question::Cube3(_) | Question::Steps(_) => Turn::all().count(),
            Question::Cube4(_) => Turn4::COUNT,
            Question::Shuffdle(_) => puzzle::shuffdle::Shift::NUMBERS,
            Question::Square1(_) => square1::moves::N_MOVES,
            Question::Defined(defined) => defined.moves.len(),
        };
        (0..n_moves as u16).map(Move)
    }

    /// Whether nothing is turned, so that `u` cannot mean anything but `U`.
    pub fn turns_nothing(&self) -> bool {
        matches!(self, Question::Sliding { .. } | Question::Shuffdle(_))
    }

    /// Plays moves on the full state: whether all are allowed and the goal is reached.
    pub fn replay(&self, moves: &[Move]) -> bool {
        match self {
            Question::Sliding { board, goal, .. } => sliding::replay(board, goal, moves),
            Question::Cube2(twist) => cube2::replay(twist, moves),
            Question::Cube3(twist) => twist::replay3(twist, moves),
            Question::Cube4(cube) => cube4::replay(cube, moves),
            Question::Steps(steps) => steps::replay(steps, moves),
            Question::Shuffdle(spelling) => shuffdle::replay(spelling, moves),
            Question::Square1(slashing) => square1::serve::replay(slashing, moves),
            Question::Defined(defined) => defined::serve::replay(defined, moves),
        }
    }
}

/// What came of some moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Played {
    /// They reach the goal.
    Solved,
    /// All are possible, and the goal is not reached.
    Unsolved,
    /// One is not possible where it should be made.
    Impossible {
        /// Which, from 0.
        at: usize,
    },
}

/// Moves under their names; see [`Question::names`].
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    question: &'a Question,
    moves: &'a [Move],
    /// What is printed before and after them.
    forced: Option<&'a Forced>,
}

impl Names<'_> {
    /// The moves as clocks have them written, if the puzzle is one and no move is forced: forced ones keep their order.
    fn on_a_clock(&self) -> Option<Vec<puzzle::alg::Move>> {
        let Question::Defined(defined) = self.question else { return None };
        if self.forced.is_some_and(|forced| !forced.first.is_empty() || !forced.last.is_empty()) {
            return None;
        }
        defined.puzzle.clock_notation(self.moves.iter().map(|mv| &defined.moves[usize::from(mv.0)].name))
    }
}

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Question::Steps(steps) = self.question {
            return write_spoken(f, &steps.spoken(self.moves));
        }
        if let Some(moves) = self.on_a_clock() {
            let nodes = moves.into_iter().map(puzzle::alg::Node::Move).collect::<Vec<_>>();
            return write!(f, "{}", puzzle::alg::Alg::from(nodes));
        }
        let mut is_first = true;
        let mut space = |f: &mut fmt::Formatter<'_>| match std::mem::take(&mut is_first) {
            true => Ok(()),
            false => f.write_char(' '),
        };
        for mv in self.forced.iter().flat_map(|forced| forced.first.iter()) {
            space(f)?;
            write!(f, "{}", mv.name)?;
        }
        for &mv in self.moves {
            space(f)?;
            match self.question {
                Question::Sliding { .. } => {
                    f.write_char(sliding::direction(mv).letter())?;
                    match sliding::n_tiles(mv) {
                        1 => {}
                        n => write!(f, "{n}")?,
                    }
                }
                Question::Cube2(_) => f.write_str(cube2::turn(mv).name())?,
                Question::Cube4(_) => write!(f, "{}", cube4::turn(mv))?,
                Question::Steps(_) => unreachable!("written above"),
                Question::Shuffdle(_) => write!(f, "{}", shuffdle::shift(mv))?,
                Question::Square1(_) => {
                    let steps: Vec<_> = square1::moves::steps(mv).collect();
                    write!(f, "{}", puzzle::square1::Steps(&steps))?;
                }
                Question::Defined(defined) => write!(f, "{}", defined.moves[usize::from(mv.0)].name)?,
                Question::Cube3(twist) => match cube3::moves::turns_of(twist.metric, mv) {
                    [turn] => f.write_str(turn.name())?,
                    // Turned together: a group, as readers of algs know it.
                    turns => {
                        let names: Vec<&str> = turns.iter().map(|turn| turn.name()).collect();
                        write!(f, "({})", names.join(" "))?;
                    }
                },
            }
        }
        for mv in self.forced.iter().flat_map(|forced| forced.last.iter()) {
            space(f)?;
            write!(f, "{}", mv.name)?;
        }
        Ok(())
    }
}

/// Moves on the scramble, then those on its inverse in brackets, as solvers of Fewest Moves write them.
fn write_spoken(f: &mut fmt::Formatter<'_>, spoken: &Spoken<'_>) -> fmt::Result {
    let joined = |turns: &[Turn]| turns.iter().map(|turn| turn.name()).collect::<Vec<_>>().join(" ");
    f.write_str(&joined(&spoken.moves))?;
    if !spoken.inverse_moves.is_empty() {
        let space = if spoken.moves.is_empty() { "" } else { " " };
        write!(f, "{space}({})", joined(&spoken.inverse_moves))?;
    }
    Ok(())
}
