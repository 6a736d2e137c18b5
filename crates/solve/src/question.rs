//! Which puzzle, from where to where, in which moves. Each kind of puzzle answers for its own in its recipe.

use std::fmt::{self, Write};

use ::solver::{Algorithm, Estimate, Family, STEP_ALGORITHMS, Twist};
use puzzle::{Board, Cube2, Cube3, Cube4, Turn, Turn4};
use search::{Cost, Move};

use crate::recipe::cube3::steps::{self, Spoken, Steps};
use crate::recipe::defined::{Defined, Forced};
use crate::recipe::shuffdle::Spelling;
use crate::recipe::sliding::SlideMetric;
use crate::recipe::square1::{self, Slashing};
use crate::recipe::{cube2, cube3, cube4, defined, shuffdle, sliding};

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
            Question::Cube3(twist) => cube3::reach::replay(twist, moves),
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
