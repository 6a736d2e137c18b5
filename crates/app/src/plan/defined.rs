//! What the options say about a puzzle that somebody has defined: what is seen of it, where it should go, in which moves.

use std::sync::Arc;

use puzzle::Definition;
use puzzle::alg::Amount;
use puzzle::builtin::{self, Builtin};
use puzzle::definition::{Generator, Pattern, Transform, View, ViewError, closure};
use puzzle::parse::phases::phases;
use puzzle::parse::sequence::{move_set, moves};
use search::Cost;
use solve::{Algorithm, Defined, Forced, Held, Question};

use crate::args;
use crate::args::values::Measure;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input;
use crate::journal::{IdentityText, identity};

/// The most that a move may cost: sums of many of them stay numbers.
const MOST: Cost = 1000;

/// A defined puzzle and where it should go.
#[derive(Clone, Debug)]
pub struct DefinedTarget {
    /// The whole puzzle, which positions are read as.
    pub whole: Arc<Definition>,
    /// What the puzzle is called.
    pub name: String,
    /// The goal in words.
    pub goal_name: String,
    /// The moves that may be made as they were asked for, if not all.
    pub moves: Option<String>,
    /// What they cost as it was asked for.
    pub weights: Option<String>,
    /// What solutions begin and end with as it was asked for.
    pub first: Option<String>,
    pub last: Option<String>,
    /// The phases to solve by.
    phases: Option<PhasesText>,
    /// The phases that a puzzle with a name has of its own.
    own_phases: Option<&'static str>,
    /// Whether they are used if nobody asks for something else.
    is_by_phases: bool,
    view: View,
    prices: Prices,
    /// With everything but where it starts.
    question: Defined,
}

/// Declared phases as they were read.
#[derive(Clone, Debug)]
struct PhasesText {
    /// The file or the puzzle they come from.
    place: String,
    text: String,
}

/// What moves cost.
#[derive(Clone, Debug)]
struct Prices {
    measure: Measure,
    weights: Vec<(Vec<Generator>, Cost)>,
}

impl DefinedTarget {
    /// See [`super::Target::identify`].
    pub fn identify(&self, text: &mut IdentityText) {
        // Positions are the inputs, and phases are written as they were read.
        let Defined { puzzle, start: _, goals, moves, costs, forced, phases: _, held } = &self.question;
        text.definition("definition", &self.whole);
        if *puzzle != self.whole {
            text.definition("view", puzzle);
        }
        goals.iter().for_each(|goal| text.line("goal", identity::position(goal)));
        let named = |mv: &Generator| format!("{} {}", mv.name, identity::transform(&mv.transform));
        for (mv, cost) in moves.iter().zip(costs.iter()) {
            text.line("move", format!("{cost} {}", named(mv)));
        }
        forced.first.iter().for_each(|mv| text.line("first", named(mv)));
        forced.last.iter().for_each(|mv| text.line("last", named(mv)));
        text.line("forced cost", forced.cost);
        held.rotations.iter().for_each(|rotation| text.line("rotation", identity::transform(rotation)));
        text.line("exact goals first", held.exact_first);
        text.optional("phases", self.phases.as_ref().map(|phases| &phases.text));
    }

    /// The puzzle of a file, as the options ask for it.
    ///
    /// # Errors
    /// If they do not belong to it, or something cannot be read.
    pub fn new(file: &str, goal: &args::Goal, twist: &args::Twist) -> Result<DefinedTarget, Failure> {
        if goal.hard {
            return Err(Failure::usage("--hard is for shuffdle, not for defined puzzles"));
        }
        let measure = twist.metric.unwrap_or(Measure::Move);
        if let Measure::Turns(metric) = measure {
            let message = format!("the metric {} is for cubes that have a name", metric.name());
            return Err(Failure::usage(message).hint("defined puzzles have move and quantum"));
        }
        if let Measure::Slides(metric) = measure {
            let message = format!("the metric {} is for sliding, not for defined puzzles", metric.name());
            return Err(Failure::usage(message));
        }
        let builtin = builtin::find(file);
        let own_phases = builtin.and_then(Builtin::phases);
        // Phases lead to the solved position, and know which moves they make.
        let is_plain = !super::has_goal(goal) && !super::has_moves(twist);
        let is_by_phases = is_plain && builtin.is_some_and(Builtin::is_by_phases);
        let (file, definition) = input::definition(file)?;
        let view = view(&definition, goal)?;
        let seen = Arc::new(view.definition().clone());
        let mut goals: Vec<Pattern> = Vec::new();
        for argument in &goal.goal {
            goals.extend(input::position_goals(argument, &definition)?.iter().map(|goal| view.see(goal)));
        }
        let moves: Arc<[Generator]> = match &twist.moves {
            Some(text) => read("--moves", move_set(text, &seen))?.into(),
            // Which moves a puzzle has does not depend on what is seen of it.
            None => definition.generators().iter().filter_map(|mv| seen.generator(&mv.name)).collect(),
        };
        let mut question = Defined {
            start: seen.start().clone(),
            goals: [seen.start().clone()].into(),
            costs: moves.iter().map(|_| 1).collect(),
            moves,
            puzzle: seen.clone(),
            forced: Forced::default(),
            phases: None,
            held: Held::default(),
        };
        // A flat board cannot be held otherwise, and who may turn the whole puzzle means to.
        if !builtin.is_some_and(Builtin::is_flat) {
            question.held = held(&definition, &seen, &question.moves);
            question.held.exact_first = !goals.is_empty() || view != View::of(&definition);
        }
        if !goals.is_empty() {
            question.goals = goals.into();
        }
        let weights = twist.weights.as_deref().map(|text| weights(text, &seen)).transpose()?;
        let prices = Prices { measure, weights: weights.unwrap_or_default() };
        prices.check(&question.moves)?;
        question.costs = question.moves.iter().map(|mv| prices.of(mv)).collect();
        Ok(DefinedTarget {
            name: if definition.name().is_empty() { file } else { definition.name().to_string() },
            goal_name: goal_name(goal, question.goals.len()),
            moves: twist.moves.clone(),
            weights: twist.weights.clone(),
            first: None,
            last: None,
            phases: None,
            own_phases,
            is_by_phases,
            whole: Arc::new(definition),
            view,
            prices,
            question,
        })
    }

    /// Takes down the moves that every solution begins and ends with.
    ///
    /// # Errors
    /// If they are none of the puzzle.
    pub fn force(&mut self, forced: &args::Forced) -> Result<(), Failure> {
        let read_moves = |option: &str, text: &Option<String>| {
            read(option, moves(text.as_deref().unwrap_or(""), self.view.definition()))
        };
        let first = read_moves("--first", &forced.first)?;
        let last = read_moves("--last", &forced.last)?;
        let cost = first.iter().chain(&last).map(|mv| self.prices.of(mv)).sum();
        self.question.forced = Forced { first: first.into(), last: last.into(), cost };
        (self.first, self.last) = (forced.first.clone(), forced.last.clone());
        Ok(())
    }

    /// Takes down by which phases to solve: those of a file, or the puzzle's own.
    ///
    /// # Errors
    /// If there are none, or they cannot be read.
    pub fn declare(&mut self, file: Option<&str>) -> Result<(), Failure> {
        let (place, text) = match (file, self.own_phases) {
            (Some(file), _) => input::file_text(file)?,
            (None, Some(text)) => (self.name.clone(), text.to_string()),
            (None, None) => {
                return Err(Failure::usage(format!("{} has no phases of its own", self.name))
                    .hint("declare some in a file and name it with --phases"));
            }
        };
        let phases = phases(&text, self.view.definition())
            .map_err(|error| Failure::definition(Some(&place), &error))?;
        self.question = self.question.clone().by_phases(Arc::new(phases));
        self.phases = Some(PhasesText { place, text });
        Ok(())
    }

    /// Whether it is usually solved by its own phases.
    pub fn is_by_phases(&self) -> bool {
        self.is_by_phases
    }

    /// The searches that may be used, the usual one first.
    pub fn algorithms(&self) -> &'static [Algorithm] {
        Question::Defined(self.question.clone()).algorithms()
    }

    /// What to ask for a position of the whole puzzle.
    pub fn question(&self, position: &Pattern) -> Defined {
        Defined { start: self.view.see(position), ..self.question.clone() }
    }

    /// What a move costs.
    pub fn cost(&self, mv: &Generator) -> Cost {
        self.prices.of(mv)
    }

    /// A position in as few characters as it can be written in, if it can be.
    pub fn position_text(&self, position: &Pattern) -> Option<String> {
        self.whole.to_cpos(position).ok()
    }

    /// What a heading says beside the goal and the search.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.prices.measure == Measure::Quantum {
            notes.push(Measure::Quantum.name().to_string());
        }
        notes.extend(self.weights.as_ref().map(|weights| format!("weights {weights} (counted)")));
        notes.extend(self.moves.as_ref().map(|moves| format!("moves {moves}")));
        notes.extend(self.phases.as_ref().map(|phases| format!("phases of {}", phases.place)));
        let forced = [("first", &self.first), ("last", &self.last)];
        notes.extend(
            forced
                .into_iter()
                .filter_map(|(side, moves)| moves.as_ref().map(|moves| format!("{side} {moves} (counted)"))),
        );
        notes
    }
}

impl Prices {
    fn of(&self, mv: &Generator) -> Cost {
        let find = |is_it: &dyn Fn(&Generator) -> bool| {
            // What is said last holds: R=2,R2=3.
            self.weights.iter().rev().find(|(moves, _)| moves.iter().any(is_it)).map(|&(_, weight)| weight)
        };
        // Where orientations do not count R' may be R, and have no name among the powers of R.
        let by_effect = || find(&|other| other.transform == mv.transform);
        let weight = find(&|other| other.name == mv.name).or_else(by_effect).unwrap_or(1);
        match (self.measure, mv.name.amount) {
            (Measure::Quantum, Amount::Times(times)) => weight * times.unsigned_abs(),
            _ => weight,
        }
    }

    /// Whether all weights are of moves that may be made.
    fn check(&self, moves: &[Generator]) -> Result<(), Failure> {
        let is_made = |mv: &Generator| moves.iter().any(|other| other.name == mv.name);
        let unused = self.weights.iter().find(|(weighed, _)| !weighed.iter().any(is_made));
        match unused.and_then(|(weighed, _)| weighed.first()) {
            Some(mv) => {
                Err(Failure::usage(format!("--weights is about {}, which is none of the moves", mv.name)))
            }
            None => Ok(()),
        }
    }
}

/// The orientations of the whole puzzle in which it counts as solved: all that its rotations bring it to, as far as they are
/// seen. Only the one it starts in if rotations are among the moves.
fn held(definition: &Definition, seen: &Definition, moves: &[Generator]) -> Held {
    let rotations = definition.rotation_moves();
    let rotations: Vec<Transform> =
        rotations.iter().filter_map(|mv| seen.generator(&mv.name)).map(|mv| mv.transform).collect();
    let identity = Transform::identity(seen.orbits());
    // They are a group of the puzzle that is seen, which has no more elements than that of the whole.
    let elements = closure(identity, &rotations, definition.rotations().len()).unwrap_or_default();
    let is_rotation = |mv: &Generator| elements.contains(&mv.transform);
    match moves.iter().any(is_rotation) {
        true => Held::default(),
        false => Held { rotations: elements.into(), exact_first: false },
    }
}

/// What is seen of a puzzle.
fn view(definition: &Definition, goal: &args::Goal) -> Result<View, Failure> {
    let mut view = View::of(definition);
    if let Some(argument) = &goal.mask {
        let mask = input::mask(argument, definition)?;
        let unfit = |error: ViewError| Failure::new(Exit::Invalid, error.to_string()).at("--mask");
        view = view.masked(&mask).map_err(unfit)?;
    }
    for orbit in &goal.ignore_orientation {
        view = view.ignoring_orientation(orbit).map_err(|error| unseen("--ignore-orientation", &error))?;
    }
    for orbit in &goal.ignore_permutation {
        view = view.ignoring_permutation(orbit).map_err(|error| unseen("--ignore-permutation", &error))?;
    }
    for orbit in &goal.omit {
        view = view.without_orbit(orbit).map_err(|error| unseen("--omit", &error))?;
    }
    Ok(view)
}

fn unseen(option: &str, error: &ViewError) -> Failure {
    Failure::usage(error.to_string()).at(option)
}

/// `solved`, or what was asked for, and what of it is not seen.
fn goal_name(goal: &args::Goal, n_goals: usize) -> String {
    let mut name = match &goal.goal[..] {
        [] => "solved".to_string(),
        [only] if input::is_solved(only) => "solved".to_string(),
        [only] if n_goals == 1 => only.clone(),
        _ => format!("any of {n_goals}"),
    };
    let mut add = |what: String| name += &format!(", {what}");
    goal.mask.iter().for_each(|mask| add(format!("mask {mask}")));
    goal.ignore_orientation.iter().for_each(|orbit| add(format!("any orientation of {orbit}")));
    goal.ignore_permutation.iter().for_each(|orbit| add(format!("any permutation of {orbit}")));
    goal.omit.iter().for_each(|orbit| add(format!("without {orbit}")));
    name
}

/// Moves on the command line, with their place in it.
fn read<T>(option: &str, read: Result<T, puzzle::parse::definition::DefinitionError>) -> Result<T, Failure> {
    read.map_err(|error| Failure { exit: Exit::Usage, ..Failure::definition(Some(option), &error) })
}

/// `R=2,U=1`.
fn weights(text: &str, definition: &Definition) -> Result<Vec<(Vec<Generator>, Cost)>, Failure> {
    let weight = |word: &str| {
        let expected = || {
            Failure::usage(format!("found {word:?}, expected a move and a weight from 1 to {MOST}, like R=2"))
                .at("--weights")
        };
        let (name, weight) = word.split_once('=').ok_or_else(expected)?;
        let weight = weight.parse().ok().filter(|weight| (1..=MOST).contains(weight)).ok_or_else(expected)?;
        Ok((read("--weights", move_set(name, definition))?, weight))
    };
    text.split(',').map(weight).collect()
}
