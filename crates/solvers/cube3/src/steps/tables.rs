//! The tables of steps, and the searches with them.

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

use super::domino::{Domino, Field, domino, half_turns, image};
use super::goal::{Aim, DOMINO, Set, StepGoal};
use super::hunt::{Hunt, Kit};
use super::order;
use super::parts::{Layout, Parts};
use super::question::Steps;
use super::scope::Scope;
use crate::info::PATTERN;

/// Searches for steps and keeps the tables it has made: the last kit, and what others can be made of.
#[derive(Default)]
pub struct StepTables {
    last: LazyTable<Key, Ready>,
    fields: Arc<Fields>,
}

/// The table of the first phase, for each metric.
#[derive(Default)]
struct Fields {
    half_turn: OnceLock<Arc<Field>>,
    quarter_turn: OnceLock<Arc<Field>>,
}

#[derive(Clone, PartialEq, Eq)]
struct Key {
    goal: Arc<StepGoal>,
    metric: Metric,
    turns: TurnSet,
    niss: bool,
}

/// A kit of any kind, with a check of what the turns cannot do.
#[derive(Clone)]
enum Ready {
    Pieces(Arc<Kit<Parts>>),
    Domino(Arc<Kit<Domino<1>>>, Arc<Possible>),
    HalfTurns(Arc<Kit<Domino<3>>>, Arc<Possible>),
}

/// By rotation, what the turns can do at all: the table of the first phase is for all turns. Empty if all may be used.
#[derive(Default)]
struct Possible {
    views: Vec<(Symmetry, Parts)>,
}

impl Possible {
    fn new(
        views: impl IntoIterator<Item = Symmetry>,
        turns: TurnSet,
        costs: &[Cost; Turn::COUNT],
    ) -> Possible {
        if turns == TurnSet::ALL {
            return Possible::default();
        }
        let layout = Arc::new(Layout::new(&DOMINO));
        let parts = |view: Symmetry| (view, Parts::new(&layout, turns.image(view), costs));
        Possible { views: views.into_iter().map(parts).collect() }
    }

    fn allows(&self, view: Symmetry, cube: &Cube3) -> bool {
        let mut known = self.views.iter().filter(|(known, _)| *known == view);
        known.all(|(view, parts)| parts.bound(&parts.enter(&view.cube(cube))).is_some())
    }
}

/// What a turn costs, by number.
fn costs(metric: Metric) -> [Cost; Turn::COUNT] {
    let is_double = |turn: usize| metric == Metric::QuarterTurn && turn % 3 == 1;
    std::array::from_fn(|turn| if is_double(turn) { 2 } else { 1 })
}

impl StepTables {
    /// Searches for the shortest ways into the set.
    pub fn solve(
        &self,
        steps: &Steps,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> SolveOutcome {
        let Ok(ready) = self.ready(steps, control) else {
            let reason = control.stopped().unwrap_or(StopReason::Cancelled);
            return found(Answer { end: End::Stopped(reason), ..Answer::unknown(0) }, Vec::new(), 0);
        };
        match &*ready {
            Ready::Pieces(kit) => run(kit, steps, method, executor, control),
            Ready::Domino(kit, possible) => {
                let is_possible = |aim: &Aim| possible.allows(aim.view(), &steps.start);
                match steps.niss || steps.goal.aims().iter().any(is_possible) {
                    true => run(kit, steps, method, executor, control),
                    false => found(nothing(), Vec::new(), kit.bytes()),
                }
            }
            Ready::HalfTurns(kit, possible) => {
                let is_possible = possible.views.iter().all(|(view, _)| possible.allows(*view, &steps.start));
                match steps.niss || is_possible {
                    true => run(kit, steps, method, executor, control),
                    false => found(nothing(), Vec::new(), kit.bytes()),
                }
            }
        }
    }

    /// Makes the tables.
    pub fn prepare(&self, steps: &Steps, control: &Control<'_>) {
        // Without them the answer is that the search was stopped.
        let _ = self.ready(steps, control);
    }

    fn ready(&self, steps: &Steps, control: &Control<'_>) -> Result<Arc<Ready>, Cancelled> {
        let Steps { goal, metric, turns, .. } = steps;
        let key = Key { goal: goal.clone(), metric: *metric, turns: *turns, niss: steps.niss };
        let (name, bytes) = match goal.aims()[0].set() {
            Set::Pieces(_) => (goal.name(), 0),
            Set::Domino | Set::HalfTurns => ("domino reduction", Field::BYTES),
        };
        let (fields, of) = (self.fields.clone(), key.clone());
        self.last.get_or_fill(&key, (name, bytes), control, move |_| fields.ready(&of))
    }
}

impl Fields {
    fn ready(&self, key: &Key) -> Ready {
        let costs = costs(key.metric);
        let views = || key.goal.aims().iter().map(Aim::view);
        match key.goal.aims()[0].set() {
            Set::Pieces(pattern) => {
                let layout = Arc::new(Layout::new(pattern));
                Ready::Pieces(Arc::new(kit(key, |turns| Parts::new(&layout, turns, &costs))))
            }
            Set::Domino => {
                let field = self.field(key.metric);
                let possible = Possible::new(views(), key.turns, &costs);
                Ready::Domino(Arc::new(kit(key, |_| domino(&field))), Arc::new(possible))
            }
            Set::HalfTurns => {
                let field = self.field(key.metric);
                let axes = StepGoal::named("dr").and_then(Result::ok).expect("there is this step");
                let possible = Possible::new(axes.aims().iter().map(Aim::view), key.turns, &costs);
                let kit = kit(key, |turns| half_turns(&field, turns, &costs));
                Ready::HalfTurns(Arc::new(kit), Arc::new(possible))
            }
        }
    }

    fn field(&self, metric: Metric) -> Arc<Field> {
        let field = match metric {
            Metric::QuarterTurn => &self.quarter_turn,
            Metric::HalfTurn | Metric::Axial => &self.half_turn,
        };
        field.get_or_init(|| Arc::new(Field::new(metric))).clone()
    }
}

/// A kit whose aims share what is seen where the turns look alike.
fn kit<S>(key: &Key, scope: impl Fn(TurnSet) -> S) -> Kit<S> {
    let aims = key.goal.aims().to_vec();
    let mut known: Vec<(TurnSet, Arc<S>)> = Vec::new();
    let mut scopes = Vec::new();
    for aim in &aims {
        let turns = key.turns.image(aim.view());
        let found = known.iter().find(|(other, _)| *other == turns).map(|(_, scope)| scope.clone());
        let scope = found.unwrap_or_else(|| {
            known.push((turns, Arc::new(scope(turns))));
            known[known.len() - 1].1.clone()
        });
        scopes.push(scope);
    }
    Kit {
        seen: aims.iter().map(|aim| std::array::from_fn(|turn| image(aim.view(), turn))).collect(),
        scopes,
        turns: key.turns.iter().map(Turn::index).collect(),
        costs: costs(key.metric),
        order: order::order(&aims, key.turns, &costs(key.metric), key.niss),
        both_sides: key.niss,
        aims,
    }
}

fn run<S: Scope>(
    kit: &Kit<S>,
    steps: &Steps,
    method: &Method,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> SolveOutcome {
    let hunt = Hunt::new(kit, &steps.start, method.within > 0);
    if !hunt.is_possible() {
        return found(nothing(), Vec::new(), kit.bytes());
    }
    let at = super::hunt::At::Start;
    let (answer, longer) = match method.within {
        0 => {
            let want = if method.all { Want::All } else { Want::First };
            let rounds = Deepening { want, ..Deepening::default() };
            (ida_star(&hunt, &at, &rounds, executor, control), Vec::new())
        }
        within => ida_star_within(&hunt, &at, Span::within(within), &Deepening::ALL, executor, control),
    };
    found(answer, longer, kit.bytes())
}

fn found(answer: Answer, longer: Vec<u64>, table_bytes: u64) -> SolveOutcome {
    SolveOutcome { longer, ..SolveOutcome::new(answer, PATTERN, table_bytes) }
}

/// No way leads there.
fn nothing() -> Answer {
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
