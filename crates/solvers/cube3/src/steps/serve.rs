//! Steps at the façade: what a request must be, which tables serve it, and how its moves are read.

use std::sync::{Arc, OnceLock};

use puzzle::cube::TurnSet;
use puzzle::{Cube3, Symmetry, Turn};
use search::{
    Answer, Control, Cost, Counts, Deepening, End, Executor, Move, Span, StopReason, Want, ida_star,
    ida_star_within,
};

use super::domino::{Domino, Field, domino, half_turns, image};
use super::goal::{Aim, DOMINO, Set, StepGoal};
use super::hunt::{Hunt, Kit};
use super::order::{self, Side, act};
use super::parts::{Layout, Parts};
use super::scope::Scope;
use solver::Found;
use solver::lazy_table::LazyTable;
use solver::{Cancelled, Error};
use solver::{Estimate, Method};
use solver::{Family, Metric};

/// A cube to be brought into a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Steps {
    /// Where it starts.
    pub start: Cube3,
    /// Where it should go.
    pub goal: Arc<StepGoal>,
    /// What counts as one move.
    pub metric: Metric,
    /// The turns that may be used.
    pub turns: TurnSet,
}

/// A solution as it is written: moves on the scramble, moves on its inverse, and which aim they reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spoken<'a> {
    /// Made on the scramble.
    pub moves: Vec<Turn>,
    /// Made on its inverse.
    pub inverse_moves: Vec<Turn>,
    /// What they reach; None where there are no moves.
    pub aim: Option<&'a Aim>,
}

impl Steps {
    /// A solution as it is written.
    pub fn spoken(&self, solution: &[Move]) -> Spoken<'_> {
        let aims = self.goal.aims();
        let acts: Vec<order::Act> = solution.iter().map(|&mv| act(aims.len(), mv)).collect();
        let on = |side| acts.iter().filter(|act| act.side == side).map(|act| act.turn).collect();
        Spoken {
            moves: on(Side::Normal),
            inverse_moves: on(Side::Inverse),
            aim: acts.iter().find_map(|act| act.aim).map(|aim| &aims[aim]),
        }
    }

    /// What a request must satisfy.
    ///
    /// # Errors
    /// The reason why it will be refused.
    pub fn check(&self, method: &Method) -> Result<(), Error> {
        if self.metric == Metric::Axial {
            let reason = "its steps are counted in half-turn or quarter-turn";
            return Err(Error::ForeignMetric { metric: self.metric, family: Family::Cube3, reason });
        }
        if self.turns.is_empty() {
            return Err(Error::NoTurns);
        }
        if method.niss && !self.goal.aims().iter().all(Aim::is_group) {
            return Err(Error::NoGroup { goal: self.goal.name().to_string() });
        }
        Ok(())
    }
}

/// Plays a solution on the full cube: whether all moves are allowed and lead into the set that they are meant for. Moves on
/// the inverse are made as their inverse before the scramble.
pub fn replay(steps: &Steps, solution: &[Move]) -> bool {
    let Spoken { moves, inverse_moves, aim } = steps.spoken(solution);
    let are_allowed = moves.iter().chain(&inverse_moves).all(|&turn| steps.turns.contains(turn));
    let before = Cube3::SOLVED.turned_by(inverse_moves).inverse();
    let cube = before.then(&steps.start).turned_by(moves);
    let aims = steps.goal.aims();
    are_allowed
        && match aim.and_then(|aim| aims.iter().position(|other| other == aim)) {
            Some(aim) => steps.goal.is_met(aim, &cube),
            None => steps.goal.contains(&cube),
        }
}

/// What has been made for steps: the last kit, and what others can be made of.
#[derive(Default)]
pub struct Recipes {
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

impl Recipes {
    /// Searches for the shortest ways into the set.
    pub fn solve(
        &self,
        steps: &Steps,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Found {
        let Ok(ready) = self.ready(steps, method, control) else {
            let reason = control.stopped().unwrap_or(StopReason::Cancelled);
            return found(Answer { end: End::Stopped(reason), ..Answer::unknown(0) }, Vec::new(), 0);
        };
        match &*ready {
            Ready::Pieces(kit) => run(kit, steps, method, executor, control),
            Ready::Domino(kit, possible) => {
                let is_possible = |aim: &Aim| possible.allows(aim.view(), &steps.start);
                match method.niss || steps.goal.aims().iter().any(is_possible) {
                    true => run(kit, steps, method, executor, control),
                    false => found(nothing(), Vec::new(), kit.bytes()),
                }
            }
            Ready::HalfTurns(kit, possible) => {
                let is_possible = possible.views.iter().all(|(view, _)| possible.allows(*view, &steps.start));
                match method.niss || is_possible {
                    true => run(kit, steps, method, executor, control),
                    false => found(nothing(), Vec::new(), kit.bytes()),
                }
            }
        }
    }

    /// Makes the tables.
    pub fn prepare(&self, steps: &Steps, method: &Method, control: &Control<'_>) {
        // Without them the answer is that the search was stopped.
        let _ = self.ready(steps, method, control);
    }

    fn ready(&self, steps: &Steps, method: &Method, control: &Control<'_>) -> Result<Arc<Ready>, Cancelled> {
        let Steps { goal, metric, turns, .. } = steps;
        let key = Key { goal: goal.clone(), metric: *metric, turns: *turns, niss: method.niss };
        let (name, bytes) = match goal.aims()[0].set() {
            Set::Pieces(_) => (goal.name(), 0),
            Set::Domino | Set::HalfTurns => ("domino reduction", Field::BYTES),
        };
        let (fields, of) = (self.fields.clone(), key.clone());
        self.last.get_or_make(&key, (name, bytes), control, move |_| fields.ready(&of))
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
) -> Found {
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

fn found(answer: Answer, longer: Vec<u64>, table_bytes: u64) -> Found {
    Found { answer, longer, estimate: Estimate::Pattern, table_bytes }
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
