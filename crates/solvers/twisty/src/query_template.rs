//! The template of a task's queries: all that the options specify except the start position, that is the visible part
//! of the puzzle, the goals, the moves and the phases.

use std::sync::Arc;

use puzzle::Definition;
use puzzle::builtin::Builtin;
use puzzle::definition::{Generator, Pattern, Projection, ProjectionError, Transform, closure};
use puzzle::parse::phases::phases;
use puzzle::parse::sequence::{move_set, moves};
use search::Cost;
use solver::KeyText;
use solver::method::AUTO;
use solver::task::is_solved;
use solver::{Error, MethodSpec, Purpose, TaskSpec, Text, cube};

use crate::errors::{definition_error, usage_in};
use crate::info::{INFO, MOVE, NAME, PHASES, QUANTUM};
use crate::key_text;
use crate::move_costs::{Metric, MoveCosts};
use crate::{ForcedMoves, GoalOrientations, TwistyQuery, input};

/// Cubes whose own solvers have the metrics of cubes.
const CUBES: [&str; 2] = ["2x2x2", "3x3x3"];

/// A query without its start position, with the texts of the options it was read from.
#[derive(Clone, Debug)]
pub struct QueryTemplate {
    /// Definition of the whole puzzle, which positions are read in.
    pub whole: Arc<Definition>,
    /// Name of the puzzle.
    pub name: String,
    /// Description of the goal.
    pub goal_name: String,
    /// The value of `--moves`, if given.
    pub moves: Option<String>,
    /// The value of `--weights`, if given.
    pub weights: Option<String>,
    /// The value of `--first`, if given.
    pub first: Option<String>,
    /// The value of `--last`, if given.
    pub last: Option<String>,
    /// Costs of the moves.
    pub costs: MoveCosts,
    /// Name of the source of the phases, if any.
    phases: Option<String>,
    /// Text of the phases.
    phases_text: Option<String>,
    view: Projection,
    /// The query, with a placeholder as start.
    query: TwistyQuery,
}

impl QueryTemplate {
    /// Reads a template from the options of a task.
    ///
    /// # Errors
    /// Returns an error if an option does not apply to the puzzle, or a value cannot be parsed.
    pub fn new(spec: &TaskSpec) -> Result<QueryTemplate, Error> {
        spec.options.check(NAME, INFO.options, spec.purpose)?;
        let metric = metric(spec)?;
        let builtin = input::builtin(&spec.puzzle);
        let (file, definition) = input::definition(&spec.puzzle)?;
        let view = view(&definition, spec)?;
        let visible = Arc::new(view.definition().clone());
        let mut goals: Vec<Pattern> = Vec::new();
        for goal in &spec.goals {
            goals.extend(input::goals(goal, &definition)?.iter().map(|goal| view.project(goal)));
        }
        let moves: Arc<[Generator]> = match &spec.moves {
            Some(text) => usage_in("--moves", move_set(text, &visible))?.into(),
            // The moves of a puzzle do not depend on the part that is visible.
            None => definition.generators().iter().filter_map(|mv| visible.generator(&mv.name)).collect(),
        };
        let mut query = TwistyQuery {
            start: visible.start().clone(),
            goals: [visible.start().clone()].into(),
            costs: moves.iter().map(|_| 1).collect(),
            moves,
            puzzle: visible.clone(),
            forced: ForcedMoves::default(),
            phases: None,
            orientations: GoalOrientations::default(),
        };
        // A flat board has one orientation. A user who allows rotations as moves wants the orientation solved, too.
        if !builtin.is_some_and(Builtin::is_flat) {
            query.orientations = orientations(&definition, &visible, &query.moves);
            query.orientations.exact_first = !goals.is_empty() || view != Projection::of(&definition);
        }
        if !goals.is_empty() {
            query.goals = goals.into();
        }
        let weights = spec.options.str("weights");
        let costs = MoveCosts::new(metric, weights, &visible)?;
        costs.check(&query.moves)?;
        query.costs = query.moves.iter().map(|mv| costs.of(mv)).collect();
        let mut template = QueryTemplate {
            name: if definition.name().is_empty() { file } else { definition.name().to_string() },
            goal_name: goal_name(spec, query.goals.len()),
            moves: spec.moves.clone(),
            weights: weights.map(str::to_string),
            first: None,
            last: None,
            phases: None,
            phases_text: None,
            whole: Arc::new(definition),
            view,
            costs,
            query,
        };
        template.set_forced_moves(spec.options.str("first"), spec.options.str("last"))?;
        template.set_phases(spec, builtin)?;
        Ok(template)
    }

    /// Returns the template of a query that was not read from options.
    pub fn of(query: &TwistyQuery) -> QueryTemplate {
        let n_goals = query.goals.len();
        let is_solved = query.goals[..] == [query.puzzle.start().clone()];
        QueryTemplate {
            whole: query.puzzle.clone(),
            name: query.puzzle.name().to_string(),
            goal_name: if is_solved { "solved".to_string() } else { format!("any of {n_goals}") },
            moves: None,
            weights: None,
            first: None,
            last: None,
            costs: MoveCosts::default(),
            phases: None,
            phases_text: None,
            view: Projection::of(&query.puzzle),
            query: query.clone(),
        }
    }

    /// Returns a text that is equal for equal templates, for use in keys.
    pub fn key(&self) -> String {
        // Positions are the inputs, and phases are included as text.
        let TwistyQuery { puzzle, start: _, goals, moves, costs, forced, phases: _, orientations } =
            &self.query;
        let mut text = key_text::definition(KeyText::new(), "definition", &self.whole);
        if *puzzle != self.whole {
            text = key_text::definition(text, "view", puzzle);
        }
        let moves =
            moves.iter().zip(costs.iter()).map(|(mv, cost)| format!("{cost} {}", key_text::named(mv)));
        text.lines("goal", goals.iter().map(key_text::position))
            .lines("move", moves)
            .lines("first", forced.first.iter().map(key_text::named))
            .lines("last", forced.last.iter().map(key_text::named))
            .line("forced cost", forced.cost)
            .lines("rotation", orientations.rotations.iter().map(key_text::transform))
            .line("exact goals first", orientations.exact_first)
            .optional("phases", self.phases_text.as_ref())
            .finish()
    }

    /// True if the task is solved by declared phases.
    pub fn prefers_phases(&self) -> bool {
        self.query.phases.is_some()
    }

    /// Returns the query of a position of the whole puzzle.
    pub fn query(&self, position: &Pattern) -> TwistyQuery {
        TwistyQuery { start: self.view.project(position), ..self.query.clone() }
    }

    /// Returns notes for a heading, in addition to the goal and the search.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.costs.metric == Metric::Quantum {
            notes.push(QUANTUM.to_string());
        }
        notes.extend(self.weights.as_ref().map(|weights| format!("weights {weights} (counted)")));
        notes.extend(self.moves.as_ref().map(|moves| format!("moves {moves}")));
        notes.extend(self.phases.as_ref().map(|phases| format!("phases of {phases}")));
        let forced = [("first", &self.first), ("last", &self.last)];
        notes.extend(
            forced
                .into_iter()
                .filter_map(|(side, moves)| moves.as_ref().map(|moves| format!("{side} {moves} (counted)"))),
        );
        notes
    }

    /// Reads the forced moves.
    fn set_forced_moves(&mut self, first: Option<&str>, last: Option<&str>) -> Result<(), Error> {
        let read = |option: &str, text: Option<&str>| {
            usage_in(option, moves(text.unwrap_or(""), self.view.definition()))
        };
        let (before, after) = (read("--first", first)?, read("--last", last)?);
        let cost: Cost = before.iter().chain(&after).map(|mv| self.costs.of(mv)).sum();
        self.query.forced = ForcedMoves { first: before.into(), last: after.into(), cost };
        (self.first, self.last) = (first.map(str::to_string), last.map(str::to_string));
        Ok(())
    }

    /// Reads the phases: those that the user specifies, or the ones that the puzzle is solved by as a default.
    fn set_phases(&mut self, spec: &TaskSpec, builtin: Option<&'static Builtin>) -> Result<(), Error> {
        // The puzzle's own phases lead to the solved position, and declare their moves.
        let is_plain = !has_goal(spec) && !has_moves(spec);
        let is_usual = is_plain && builtin.is_some_and(Builtin::prefers_phases);
        let given = spec.options.text("phases");
        let is_asked = given.is_some() || spec.method.algorithm.as_deref() == Some(PHASES.name());
        let is_wanted = match spec.purpose {
            Purpose::Solve | Purpose::Batch => is_asked || is_usual && is_default(&spec.method),
            Purpose::Hint => is_usual,
            Purpose::Compare | Purpose::Count | Purpose::Check | Purpose::Scramble => false,
        };
        if !is_wanted {
            return Ok(());
        }
        let (place, text) = match (given, builtin.and_then(Builtin::phases)) {
            (Some(given), _) => (input::text_name(given), &given.text[..]),
            (None, Some(text)) => (self.name.clone(), text),
            (None, None) => {
                return Err(Error::usage(format!("{} has no phases of its own", self.name))
                    .hint("declare some in a file and name it with --phases"));
            }
        };
        let phases =
            phases(text, self.view.definition()).map_err(|error| definition_error(Some(&place), &error))?;
        self.query = self.query.clone().with_phases(Arc::new(phases));
        self.phases_text = Some(text.to_string());
        self.phases = Some(place);
        Ok(())
    }
}

/// True if the user has chosen no search and asks for nothing that phases cannot find.
fn is_default(method: &MethodSpec) -> bool {
    let has_heuristic = method.heuristic.as_deref().is_some_and(|name| name != AUTO);
    method.algorithm.is_none() && !has_heuristic && !method.wants_several() && method.min_length == 0
}

/// True if the goal is not the solved puzzle.
fn has_goal(spec: &TaskSpec) -> bool {
    let options = ["mask", "omit", "ignore_orientation", "ignore_permutation"];
    spec.has_goal() || options.iter().any(|name| spec.options.get(name).is_some())
}

/// True if the user has chosen moves or costs.
fn has_moves(spec: &TaskSpec) -> bool {
    spec.metric.is_some() || spec.moves.is_some() || spec.options.get("weights").is_some()
}

/// Reads the metric. For `--order` and `--sequences` of a cube, the metrics of cubes stand for those of definitions.
fn metric(spec: &TaskSpec) -> Result<Metric, Error> {
    let Some(name) = spec.metric.as_deref() else { return Ok(Metric::Move) };
    let of_cubes = cube::Metric::find(name);
    let is_cube = input::builtin(&spec.puzzle).is_some_and(|builtin| CUBES.contains(&builtin.name));
    let is_fact = spec.options.flag("order") || spec.options.flag("sequences");
    match (name, of_cubes) {
        (MOVE, _) => Ok(Metric::Move),
        (QUANTUM, _) => Ok(Metric::Quantum),
        (_, Some(metric)) if is_cube && is_fact => match metric {
            cube::Metric::HalfTurn => Ok(Metric::Move),
            cube::Metric::QuarterTurn => Ok(Metric::Quantum),
            cube::Metric::Axial => {
                Err(Error::usage("axial moves are several turns, expected another metric"))
            }
        },
        (_, Some(metric)) => {
            let message = format!("the metric {} is for built-in cubes", metric.name());
            Err(Error::usage(message).hint("defined puzzles have move and quantum"))
        }
        (_, None) => {
            Err(Error::usage(format!("the metric {name} is not for {NAME}, expected {MOVE} or {QUANTUM}")))
        }
    }
}

/// Returns the orientations of the whole puzzle in which it counts as solved: all that its rotations reach, as far as
/// they are visible. Only the initial one if rotations are among the moves.
fn orientations(definition: &Definition, visible: &Definition, moves: &[Generator]) -> GoalOrientations {
    let rotations = definition.rotation_moves();
    let rotations: Vec<Transform> =
        rotations.iter().filter_map(|mv| visible.generator(&mv.name)).map(|mv| mv.transform).collect();
    let identity = Transform::identity(visible.orbits());
    // They are a group on the visible part, which has no more elements than the rotations of the whole puzzle.
    let elements = closure(identity, &rotations, definition.rotations().len()).unwrap_or_default();
    let is_rotation = |mv: &Generator| elements.contains(&mv.transform);
    match moves.iter().any(is_rotation) {
        true => GoalOrientations::default(),
        false => GoalOrientations { rotations: elements.into(), exact_first: false },
    }
}

/// Reads the visible part of the puzzle: mask, ignored orientations and permutations, omitted orbits.
fn view(definition: &Definition, spec: &TaskSpec) -> Result<Projection, Error> {
    let options = &spec.options;
    let mut view = Projection::of(definition);
    if let Some(text) = options.text("mask") {
        let mask = input::mask(text, definition)?;
        let unfit = |error: ProjectionError| Error::invalid(error.to_string()).at("--mask");
        view = view.masked(&mask).map_err(unfit)?;
    }
    let at_option =
        |option: &'static str| move |error: ProjectionError| Error::usage(error.to_string()).at(option);
    for orbit in options.texts("ignore_orientation") {
        view = view.ignoring_orientation(orbit).map_err(at_option("--ignore-orientation"))?;
    }
    for orbit in options.texts("ignore_permutation") {
        view = view.ignoring_permutation(orbit).map_err(at_option("--ignore-permutation"))?;
    }
    for orbit in options.texts("omit") {
        view = view.without_orbit(orbit).map_err(at_option("--omit"))?;
    }
    Ok(view)
}

/// Returns `solved` or the goal that the user has given, and the parts of the puzzle that are ignored.
fn goal_name(spec: &TaskSpec, n_goals: usize) -> String {
    let given_name = |text: &Text| text.file.clone().unwrap_or_else(|| text.text.clone());
    let mut name = match &spec.goals[..] {
        [] => "solved".to_string(),
        [only] if is_solved(&given_name(only)) => "solved".to_string(),
        [only] if n_goals == 1 => given_name(only),
        _ => format!("any of {n_goals}"),
    };
    let options = &spec.options;
    let mut add = |what: String| name += &format!(", {what}");
    options.text("mask").into_iter().for_each(|mask| add(format!("mask {}", given_name(mask))));
    let each = |option| options.texts(option).iter();
    each("ignore_orientation").for_each(|orbit| add(format!("any orientation of {orbit}")));
    each("ignore_permutation").for_each(|orbit| add(format!("any permutation of {orbit}")));
    each("omit").for_each(|orbit| add(format!("without {orbit}")));
    name
}
