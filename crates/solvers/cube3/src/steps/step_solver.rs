//! The search for steps, with a cache of their tables.

use std::sync::{Arc, OnceLock};

use puzzle::cube::TurnSet;
use puzzle::{Cube3, Symmetry, Turn};
use search::{
    Answer, Control, Cost, Counts, Deepening, End, Executor, Span, StopReason, Want, ida_star,
    ida_star_within,
};
use solver::cube::Metric;
use solver::lazy_table::LazyTable;
use solver::{Cancelled, Method, SolveOutcome};

use super::coordinates::StepCoordinates;
use super::domino::{DominoCoordinates, Phase1Table, dr_coordinates, htr_coordinates, turn_image};
use super::goal::{DOMINO, StepGoal, StepTarget, TargetSet};
use super::move_order;
use super::piece_coordinates::{Layout, PieceCoordinates};
use super::problem::{StepProblem, StepTables};
use super::query::StepQuery;
use crate::info::PATTERN;

/// Searches for steps and caches the tables: those of the last goal, and the prune tables of phase 1 that other goals
/// share.
#[derive(Default)]
pub struct StepSolver {
    last: LazyTable<Key, GoalTables>,
    phase1_tables: Arc<Phase1Tables>,
}

/// The prune table of phase 1, for each metric.
#[derive(Default)]
struct Phase1Tables {
    half_turn: OnceLock<Arc<Phase1Table>>,
    quarter_turn: OnceLock<Arc<Phase1Table>>,
}

#[derive(Clone, PartialEq, Eq)]
struct Key {
    goal: Arc<StepGoal>,
    metric: Metric,
    turns: TurnSet,
    niss: bool,
}

/// The tables of a goal of any kind. Those based on phase 1 come with a check of whether a restricted set of turns can
/// reach the goal.
#[derive(Clone)]
enum GoalTables {
    Pieces(Arc<StepTables<PieceCoordinates>>),
    Domino(Arc<StepTables<DominoCoordinates<1>>>, Arc<TargetReachability>),
    HalfTurns(Arc<StepTables<DominoCoordinates<3>>>, Arc<TargetReachability>),
}

/// By rotation, the cubes from which the allowed turns can reach domino reduction: the prune table of phase 1 is for
/// all turns. Empty if all turns are allowed.
#[derive(Default)]
struct TargetReachability {
    rotations: Vec<(Symmetry, PieceCoordinates)>,
}

impl TargetReachability {
    fn new(
        rotations: impl IntoIterator<Item = Symmetry>,
        turns: TurnSet,
        costs: &[Cost; Turn::COUNT],
    ) -> TargetReachability {
        if turns == TurnSet::ALL {
            return TargetReachability::default();
        }
        let layout = Arc::new(Layout::new(&DOMINO));
        let coordinates =
            |rotation: Symmetry| (rotation, PieceCoordinates::new(&layout, turns.image(rotation), costs));
        TargetReachability { rotations: rotations.into_iter().map(coordinates).collect() }
    }

    fn allows(&self, rotation: Symmetry, cube: &Cube3) -> bool {
        let mut known = self.rotations.iter().filter(|(known, _)| *known == rotation);
        known.all(|(rotation, coordinates)| {
            coordinates.bound(&coordinates.enter(&rotation.cube(cube))).is_some()
        })
    }
}

/// Returns the cost of each turn.
fn costs(metric: Metric) -> [Cost; Turn::COUNT] {
    let is_double = |turn: usize| metric == Metric::QuarterTurn && turn % 3 == 1;
    std::array::from_fn(|turn| if is_double(turn) { 2 } else { 1 })
}

impl StepSolver {
    /// Searches for the shortest sequences into the set.
    pub fn solve(
        &self,
        query: &StepQuery,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> SolveOutcome {
        let Ok(goal_tables) = self.goal_tables(query, control) else {
            let reason = control.stopped().unwrap_or(StopReason::Cancelled);
            return outcome(Answer { end: End::Stopped(reason), ..Answer::unknown(0) }, Vec::new(), 0);
        };
        match &*goal_tables {
            GoalTables::Pieces(step_tables) => run(step_tables, query, method, executor, control),
            GoalTables::Domino(step_tables, reachability) => {
                let is_possible = |target: &StepTarget| reachability.allows(target.rotation(), &query.start);
                match query.niss || query.goal.targets().iter().any(is_possible) {
                    true => run(step_tables, query, method, executor, control),
                    false => outcome(no_solution(), Vec::new(), step_tables.bytes()),
                }
            }
            GoalTables::HalfTurns(step_tables, reachability) => {
                let is_possible = reachability
                    .rotations
                    .iter()
                    .all(|(rotation, _)| reachability.allows(*rotation, &query.start));
                match query.niss || is_possible {
                    true => run(step_tables, query, method, executor, control),
                    false => outcome(no_solution(), Vec::new(), step_tables.bytes()),
                }
            }
        }
    }

    /// Builds the tables.
    pub fn prepare(&self, query: &StepQuery, control: &Control<'_>) {
        // Without them the answer is that the search was stopped.
        let _ = self.goal_tables(query, control);
    }

    fn goal_tables(&self, query: &StepQuery, control: &Control<'_>) -> Result<Arc<GoalTables>, Cancelled> {
        let StepQuery { goal, metric, turns, .. } = query;
        let key = Key { goal: goal.clone(), metric: *metric, turns: *turns, niss: query.niss };
        let (name, bytes) = match goal.targets()[0].set() {
            TargetSet::Pieces(_) => (goal.name(), 0),
            TargetSet::Domino | TargetSet::HalfTurns => ("domino reduction", Phase1Table::BYTES),
        };
        let (phase1_tables, of) = (self.phase1_tables.clone(), key.clone());
        self.last.get_or_fill(&key, (name, bytes), control, move |_| phase1_tables.goal_tables(&of))
    }
}

impl Phase1Tables {
    fn goal_tables(&self, key: &Key) -> GoalTables {
        let costs = costs(key.metric);
        let rotations = || key.goal.targets().iter().map(StepTarget::rotation);
        match key.goal.targets()[0].set() {
            TargetSet::Pieces(pattern) => {
                let layout = Arc::new(Layout::new(pattern));
                GoalTables::Pieces(Arc::new(step_tables(key, |turns| {
                    PieceCoordinates::new(&layout, turns, &costs)
                })))
            }
            TargetSet::Domino => {
                let phase1_table = self.phase1_table(key.metric);
                let reachability = TargetReachability::new(rotations(), key.turns, &costs);
                GoalTables::Domino(
                    Arc::new(step_tables(key, |_| dr_coordinates(&phase1_table))),
                    Arc::new(reachability),
                )
            }
            TargetSet::HalfTurns => {
                let phase1_table = self.phase1_table(key.metric);
                let axes = StepGoal::named("dr").and_then(Result::ok).expect("there is this step");
                let reachability = TargetReachability::new(
                    axes.targets().iter().map(StepTarget::rotation),
                    key.turns,
                    &costs,
                );
                let step_tables = step_tables(key, |turns| htr_coordinates(&phase1_table, turns, &costs));
                GoalTables::HalfTurns(Arc::new(step_tables), Arc::new(reachability))
            }
        }
    }

    fn phase1_table(&self, metric: Metric) -> Arc<Phase1Table> {
        let phase1_table = match metric {
            Metric::QuarterTurn => &self.quarter_turn,
            Metric::HalfTurn | Metric::Axial => &self.half_turn,
        };
        phase1_table.get_or_init(|| Arc::new(Phase1Table::new(metric))).clone()
    }
}

/// Builds the tables of a goal. Targets whose rotations give the same set of turns share their coordinates.
fn step_tables<S>(key: &Key, coordinates_for: impl Fn(TurnSet) -> S) -> StepTables<S> {
    let targets = key.goal.targets().to_vec();
    let mut known: Vec<(TurnSet, Arc<S>)> = Vec::new();
    let mut coordinates = Vec::new();
    for target in &targets {
        let turns = key.turns.image(target.rotation());
        let found = known.iter().find(|(other, _)| *other == turns).map(|(_, shared)| shared.clone());
        let shared = found.unwrap_or_else(|| {
            known.push((turns, Arc::new(coordinates_for(turns))));
            known[known.len() - 1].1.clone()
        });
        coordinates.push(shared);
    }
    StepTables {
        turn_images: targets
            .iter()
            .map(|target| std::array::from_fn(|turn| turn_image(target.rotation(), turn)))
            .collect(),
        coordinates,
        turns: key.turns.iter().map(Turn::index).collect(),
        costs: costs(key.metric),
        order: move_order::order(&targets, key.turns, &costs(key.metric), key.niss),
        both_sides: key.niss,
        targets,
    }
}

fn run<S: StepCoordinates>(
    step_tables: &StepTables<S>,
    query: &StepQuery,
    method: &Method,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> SolveOutcome {
    let problem = StepProblem::new(step_tables, &query.start, method.within > 0);
    if !problem.is_possible() {
        return outcome(no_solution(), Vec::new(), step_tables.bytes());
    }
    let at = super::problem::StepState::Start;
    let (answer, longer) = match method.within {
        0 => {
            let want = if method.all { Want::All } else { Want::First };
            let rounds = Deepening { want, ..Deepening::default() };
            (ida_star(&problem, &at, &rounds, executor, control), Vec::new())
        }
        within => ida_star_within(&problem, &at, Span::within(within), &Deepening::ALL, executor, control),
    };
    outcome(answer, longer, step_tables.bytes())
}

fn outcome(answer: Answer, longer: Vec<u64>, table_bytes: u64) -> SolveOutcome {
    SolveOutcome { longer, ..SolveOutcome::new(answer, PATTERN, table_bytes) }
}

/// Returns the answer if the set is unreachable.
fn no_solution() -> Answer {
    Answer {
        end: End::Exhausted,
        solutions: Vec::new(),
        starts: Vec::new(),
        n_solutions: 0,
        cost: None,
        lower_bound: 0,
        counts: Counts::default(),
        held: 1,
        rounds: Vec::new(),
    }
}
