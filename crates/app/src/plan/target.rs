//! Which puzzle the options are about and where it should go: what a target is asked once, for all puzzles of a run.

use std::sync::Arc;

use puzzle::shuffdle::Lines;
use puzzle::{Cube2, Cube3, Goal, TurnSet};
use solve::{
    Algorithm, Estimate, Family, Metric, Question, STEP_ALGORITHMS, Slashing, SlideMetric, Spelling,
    Square1Metric, Steps, Twist,
};

use super::DefinedTarget;
use crate::args;
use crate::args::values::{Measure, Subject};
use crate::failure::Failure;
use crate::input::{self, Kind, Puzzle};
use crate::journal::IdentityText;

/// Where to go, for each kind of puzzle.
#[derive(Clone, Debug)]
pub enum Target {
    /// Sliding tiles of any size.
    Sliding(Goal, SlideMetric),
    /// A 2x2x2 cube.
    Cube2(Twist<Cube2>),
    /// A 3x3x3 cube.
    Cube3(Twist<Cube3>),
    /// A 4x4x4 cube.
    Cube4,
    /// A 3x3x3 cube that should come into a set.
    Steps(Steps),
    /// A word of Shuffdle.
    Shuffdle(Lines),
    /// Square-1.
    Square1(Square1Metric),
    /// A defined puzzle.
    Defined(Box<DefinedTarget>),
}

impl Target {
    /// Writes what identifies it: the goal, the metric and the moves.
    pub fn identify(&self, text: &mut IdentityText) {
        if let Target::Defined(defined) = self {
            return defined.identify(text);
        }
        text.line("goal", self.goal_name());
        match self {
            Target::Sliding(_, metric) => text.line("metric", metric.name()),
            Target::Square1(metric) => text.line("metric", metric.name()),
            _ => text.optional("metric", self.metric().map(|metric| metric.name())),
        }
        text.optional("moves", self.turns());
    }

    /// What the options say about the puzzle itself.
    ///
    /// # Errors
    /// If they do not belong to it, or the goal cannot be read.
    pub fn new(subject: &Subject, goal: &args::Goal, twist: &args::Twist) -> Result<Target, Failure> {
        let family = match subject {
            Subject::Family(family) => *family,
            Subject::File(file) => {
                return Ok(Target::Defined(Box::new(DefinedTarget::new(file, goal, twist)?)));
            }
        };
        refuse_defined(family, goal, twist)?;
        let metric = match twist.metric {
            Some(Measure::Turns(metric)) => metric,
            _ => Metric::default(),
        };
        if goal.hard && family != Family::Shuffdle {
            return Err(Failure::usage(format!("--hard is for shuffdle, not for {}", family.name())));
        }
        let lines = if goal.hard { Lines::Any } else { Lines::Bottom };
        // What every puzzle has is what it is without a goal.
        let goal = goal.goal.first().map(String::as_str).filter(|goal| !input::is_solved(goal));
        if family == Family::Sliding {
            return sliding_target(goal, twist);
        }
        if let Some(Measure::Slides(metric)) = twist.metric {
            let (metric, name) = (metric.name(), family.name());
            return Err(Failure::usage(format!("the metric {metric} is for sliding, not for {name}")));
        }
        if family == Family::Shuffdle {
            let given = [("--metric", twist.metric.is_some()), ("--moves", twist.moves.is_some())];
            if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
                let name = family.name();
                return Err(Failure::usage(format!("{option} is for cubes; {name} has one kind of move")));
            }
        }
        if family == Family::Square1 {
            return square1_target(goal, twist);
        }
        if let Some(Measure::Slashes(metric)) = twist.metric {
            let (metric, name) = (metric.name(), family.name());
            return Err(Failure::usage(format!("the metric {metric} is for square-1, not for {name}")));
        }
        if family == Family::Shuffdle {
            return match goal {
                Some(_) => Err(Failure::usage("the goal of shuffdle is its word, so it takes no --goal")
                    .hint("--hard accepts the word in any row or column")),
                None => Ok(Target::Shuffdle(lines)),
            };
        }
        let turns = twist.moves.as_deref().map_or(Ok(TurnSet::ALL), TurnSet::parse);
        let turns = turns.map_err(|error| Failure::usage(error.to_string()).at("--moves"))?;
        if family == Family::Cube3
            && let Some(goal) = goal.map(input::step_goal).transpose()?.flatten()
        {
            return Ok(Target::Steps(Steps { start: Cube3::SOLVED, goal: Arc::new(goal), metric, turns }));
        }
        if family == Family::Cube4 {
            return Ok(Target::Cube4);
        }
        let (mut goal2, mut goal3) = (Cube2::SOLVED, Cube3::SOLVED);
        match goal.map(|goal| input::cube_goal(family, goal)).transpose()? {
            Some(Puzzle::Cube2(goal)) => goal2 = goal,
            Some(Puzzle::Cube3(goal)) => goal3 = goal,
            Some(
                Puzzle::Board(_)
                | Puzzle::Cube4(_)
                | Puzzle::Shuffdle(..)
                | Puzzle::Square1(_)
                | Puzzle::Defined(_),
            )
            | None => {}
        }
        Ok(match family {
            Family::Cube2 => Target::Cube2(Twist { start: Cube2::SOLVED, goal: goal2, metric, turns }),
            _ => Target::Cube3(Twist { start: Cube3::SOLVED, goal: goal3, metric, turns }),
        })
    }

    /// What INPUT is read as.
    pub fn kind(&self) -> Kind {
        match self {
            Target::Defined(defined) => Kind::Defined(defined.whole.clone()),
            _ => Kind::Named(self.family()),
        }
    }

    /// What the puzzle is called.
    pub(super) fn puzzle_name(&self) -> String {
        match self {
            Target::Defined(defined) => defined.name.clone(),
            _ => self.family().name().to_string(),
        }
    }

    /// Takes down the moves that every solution begins and ends with.
    pub(super) fn force(&mut self, forced: &args::Forced) -> Result<(), Failure> {
        let given = [("--first", forced.first.is_some()), ("--last", forced.last.is_some())];
        match self {
            Target::Defined(defined) => defined.force(forced),
            _ => refuse(self.family(), &given),
        }
    }

    /// Takes down by which phases to solve, unless another search is asked for or one that phases are not for.
    pub(super) fn declare(&mut self, method: &args::Method, is_special: bool) -> Result<(), Failure> {
        let is_asked = method.phases.is_some() || method.algorithm == Some(Algorithm::Phases);
        let is_free = method.algorithm.is_none() && method.heuristic.0.is_none() && !is_special;
        match self {
            _ if !is_asked && is_free => self.declare_usual(),
            _ if !is_asked => Ok(()),
            Target::Defined(defined) => defined.declare(method.phases.as_deref()),
            _ => refuse(self.family(), &[("--phases", true)]),
        }
    }

    /// Takes down the phases that a puzzle is usually solved by, if there are such.
    pub(super) fn declare_usual(&mut self) -> Result<(), Failure> {
        match self {
            Target::Defined(defined) if defined.is_by_phases() => defined.declare(None),
            _ => Ok(()),
        }
    }

    /// A position of a defined puzzle in as few characters as it can be written in.
    pub fn position_text(&self, puzzle: &Puzzle) -> Option<String> {
        match (self, puzzle) {
            (Target::Square1(_), Puzzle::Square1(state)) => Some(state.to_string()),
            (Target::Defined(defined), Puzzle::Defined(position)) => defined.position_text(position),
            _ => None,
        }
    }

    /// Which kind of puzzle it is for.
    pub fn family(&self) -> Family {
        match self {
            Target::Sliding(..) => Family::Sliding,
            Target::Cube2(_) => Family::Cube2,
            Target::Cube3(_) | Target::Steps(_) => Family::Cube3,
            Target::Cube4 => Family::Cube4,
            Target::Shuffdle(_) => Family::Shuffdle,
            Target::Square1(_) => Family::Square1,
            Target::Defined(_) => Family::Defined,
        }
    }

    /// The searches that may be used.
    pub(super) fn algorithms(&self) -> &'static [Algorithm] {
        match self {
            Target::Steps(_) => STEP_ALGORITHMS,
            Target::Defined(defined) => defined.algorithms(),
            _ => self.family().algorithms(),
        }
    }

    /// What may be estimated with.
    pub(super) fn estimates(&self) -> &'static [Estimate] {
        match self {
            Target::Steps(_) => &[Estimate::Pattern],
            _ => self.family().estimates(),
        }
    }

    /// The goal in words: its name, or the board or facelets.
    pub fn goal_name(&self) -> String {
        match self {
            Target::Sliding(Goal::Custom(board), _) => board.to_line(),
            Target::Sliding(named, _) => named.name().to_string(),
            Target::Cube2(twist) if twist.goal.is_solved() => "solved".to_string(),
            Target::Cube3(twist) if twist.goal == Cube3::SOLVED => "solved".to_string(),
            Target::Cube4 => "solved".to_string(),
            Target::Cube2(twist) => twist.goal.to_facelets(),
            Target::Cube3(twist) => twist.goal.to_facelets(),
            Target::Steps(steps) => steps.goal.name().to_string(),
            Target::Shuffdle(lines) => lines.name().to_string(),
            Target::Square1(_) => "solved".to_string(),
            Target::Defined(defined) => defined.goal_name.clone(),
        }
    }

    /// The goal as headings say it: of a step what it is, too.
    pub fn goal_words(&self) -> String {
        match self {
            Target::Steps(steps) => steps.goal.words(),
            _ => self.goal_name(),
        }
    }

    /// The turns that may be used, if not all.
    pub fn turns(&self) -> Option<TurnSet> {
        match self {
            Target::Sliding(..)
            | Target::Cube4
            | Target::Shuffdle(_)
            | Target::Square1(_)
            | Target::Defined(_) => None,
            Target::Cube2(Twist { turns, .. })
            | Target::Cube3(Twist { turns, .. })
            | Target::Steps(Steps { turns, .. }) => Some(*turns).filter(|&turns| turns != TurnSet::ALL),
        }
    }

    /// The metric of a cube.
    pub fn metric(&self) -> Option<Metric> {
        match self {
            Target::Sliding(..)
            | Target::Cube4
            | Target::Shuffdle(_)
            | Target::Square1(_)
            | Target::Defined(_) => None,
            Target::Cube2(Twist { metric, .. })
            | Target::Cube3(Twist { metric, .. })
            | Target::Steps(Steps { metric, .. }) => Some(*metric),
        }
    }

    /// What to ask for a puzzle.
    ///
    /// # Errors
    /// If the goal has another size.
    ///
    /// # Panics
    /// If the puzzle is of another kind.
    pub fn question(&self, puzzle: &Puzzle) -> Result<Question, Failure> {
        Ok(match (self, puzzle) {
            (Target::Sliding(goal, metric), Puzzle::Board(board)) => {
                let goal = goal.board(board.rows(), board.cols()).map_err(|error| Failure::goal(&error))?;
                Question::Sliding { board: board.clone(), goal, metric: *metric }
            }
            (Target::Cube2(twist), Puzzle::Cube2(start)) => {
                Question::Cube2(Twist { start: *start, ..*twist })
            }
            (Target::Cube3(twist), Puzzle::Cube3(start)) => {
                Question::Cube3(Twist { start: *start, ..*twist })
            }
            (Target::Cube4, Puzzle::Cube4(start)) => Question::Cube4(*start),
            (Target::Steps(steps), Puzzle::Cube3(start)) => {
                Question::Steps(Steps { start: *start, ..steps.clone() })
            }
            (Target::Shuffdle(lines), Puzzle::Shuffdle(word, board)) => {
                Question::Shuffdle(Spelling { board: *board, word: *word, lines: *lines })
            }
            (Target::Square1(metric), Puzzle::Square1(start)) => {
                Question::Square1(Slashing { start: *start, metric: *metric })
            }
            (Target::Defined(defined), Puzzle::Defined(start)) => Question::Defined(defined.question(start)),
            _ => unreachable!("puzzles are read as the kind that the target is for"),
        })
    }
}

/// Sliding tiles have two metrics and one kind of move.
fn sliding_target(goal: Option<&str>, twist: &args::Twist) -> Result<Target, Failure> {
    if twist.moves.is_some() {
        return Err(Failure::usage("--moves is for cubes; sliding has one kind of move"));
    }
    let metric = match twist.metric {
        None => SlideMetric::default(),
        Some(Measure::Slides(metric)) => metric,
        Some(other) => {
            let name = other.name();
            let message = format!("the metric {name} is not for sliding, expected single-tile or multi-tile");
            return Err(Failure::usage(message));
        }
    };
    Ok(Target::Sliding(input::goal(goal.unwrap_or("last"))?, metric))
}

/// Square-1 is solved as it is made, by all its moves.
fn square1_target(goal: Option<&str>, twist: &args::Twist) -> Result<Target, Failure> {
    let given = [("--goal", goal.is_some()), ("--moves", twist.moves.is_some())];
    if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::usage(format!("square-1 takes no {option}"))
            .hint("its definition does: deepen convert square-1 --to tws, then solve that file"));
    }
    match twist.metric {
        None => Ok(Target::Square1(Square1Metric::default())),
        Some(Measure::Slashes(metric)) => Ok(Target::Square1(metric)),
        Some(other) => {
            let message =
                format!("the metric {} is not for square-1, expected twist or face-turn", other.name());
            Err(Failure::usage(message))
        }
    }
}

/// Options that only defined puzzles have, and those that others have once.
fn refuse_defined(family: Family, goal: &args::Goal, twist: &args::Twist) -> Result<(), Failure> {
    let is_defined = matches!(twist.metric, Some(Measure::Move | Measure::Quantum));
    let given = [
        ("--mask", goal.mask.is_some()),
        ("--omit", !goal.omit.is_empty()),
        ("--ignore-orientation", !goal.ignore_orientation.is_empty()),
        ("--ignore-permutation", !goal.ignore_permutation.is_empty()),
        ("--weights", twist.weights.is_some()),
        ("--metric move or quantum", is_defined),
        ("--goal more than once", goal.goal.len() > 1),
    ];
    refuse(family, &given)
}

/// Refuses the first of the options that are given.
fn refuse(family: Family, given: &[(&str, bool)]) -> Result<(), Failure> {
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            let name = family.name();
            Err(Failure::usage(format!("{option} is for defined puzzles, not for {name}")))
        }
        None => Ok(()),
    }
}
