//! Shortest solutions: which of the searches and tables to ask, in which order.

use std::cell::{Cell, RefCell};
use std::sync::{Arc, Mutex};

use puzzle::Cube3;
use search::{Answer, Control, Cost, Counts, Deepening, End, Executor, Limits, StopReason, ida_star};

use crate::korf::{CornerDistances, Plain, search_plain};
use crate::tiers::{Asked, Choice, Tables, usual_within};
use cube3::info::CORNERS;
use cube3::{PhaseSolver, SearchBounds, already_solved, answer, difference, one_way_turns};
use solver::cube::{CubeQuery, Metric};
use solver::lazy_table::lock_or_stop;
use solver::store::ReportProgress;
use solver::{Algorithm, Demand, Heuristic, Method, SolveOutcome, Store};

/// A round without any table, after which one is worth while.
const FEW: u64 = 100_000;
/// The longest solutions that are searched without a table: a hundredth of a second.
const FEW_TURNS: Cost = 5;
/// A round of the search for shortest solutions that says that a cube is not easy: a few hundredths of a second.
const EASY: u64 = 2_000_000;
/// A round after which it is worth while to look for a short solution in another way. The next round has thirteen times
/// as many nodes, if there is no solution in it.
const PATIENCE: u64 = 2_000_000;
/// For how many nodes: so many times those of that round,
const ELSEWHERE: u64 = 3;
/// but not for longer than a few seconds, because the phases have one thread only.
const MOST_ELSEWHERE: u64 = 400_000_000;

/// Proves shortest solutions and keeps what it made for that.
pub struct Optimal {
    cubes: Arc<PhaseSolver>,
    tables: Tables,
    corners: Mutex<Vec<Arc<CornerDistances>>>,
    /// Locked while distances of corners are made.
    making_corners: Mutex<()>,
    store: Store,
}

impl Optimal {
    /// Returns a solver without tables but those that `store` keeps. `cubes` are asked for short solutions, which end rounds
    /// early.
    pub fn new(cubes: Arc<PhaseSolver>, store: &Store) -> Optimal {
        Optimal {
            cubes,
            tables: Tables::kept_in(store.clone()),
            corners: Mutex::default(),
            making_corners: Mutex::default(),
            store: store.clone(),
        }
    }

    /// Proves a shortest solution of a cube, or finds several, as `method` says.
    pub fn solve(
        &self,
        twist: &CubeQuery<Cube3>,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> SolveOutcome {
        let used = Cell::new(method.heuristic.unwrap_or(Heuristic::NONE));
        let cube = difference(twist);
        let (answer, longer) = match plain_heuristic(twist, method) {
            _ if cube == Cube3::SOLVED => (already_solved(), Vec::new()),
            Some(heuristic) => {
                used.set(heuristic);
                let method = Method { heuristic: Some(heuristic), ..*method };
                self.plain(&cube, twist, &method, executor, control)
            }
            None => self.shortest(&cube, twist, method, &used, executor, control),
        };
        SolveOutcome { longer, ..SolveOutcome::new(answer, used.get(), self.table_bytes()) }
    }

    /// Makes the tables that a request needs, the large ones too if many are to come.
    pub fn prepare(&self, twist: &CubeQuery<Cube3>, method: &Method, demand: Demand, control: &Control<'_>) {
        if twist.start == twist.goal && demand == Demand::One {
            return;
        }
        let plain = plain_heuristic(twist, method);
        match plain {
            // One cube may turn out to be easy, so nothing is made for it before it is looked at.
            _ if demand == Demand::One => {}
            Some(CORNERS) => {
                self.corners(twist.metric, control);
            }
            Some(_) => {}
            None => {
                self.tables.prepare(self.heuristic(method, &control.limits), control);
            }
        }
        // The phases find one solution, which is of no use to who wants all of them.
        if plain.is_none() && !method.all && method.within == 0 {
            self.cubes.prepare(twist, method, demand, control);
        }
    }

    /// Makes the table of a tier. True if it was finished.
    pub fn make_tier(&self, heuristic: Heuristic, control: &Control<'_>) -> bool {
        self.tables.prepare(heuristic, control)
    }

    /// Bytes of tables held, those of the phases included.
    pub fn table_bytes(&self) -> u64 {
        let corners = self.corners.lock().expect("nothing panics while it is held").len() as u64;
        self.cubes.table_bytes() + self.tables.bytes() + corners * CornerDistances::BYTES
    }

    /// Shortest solutions, by complete rounds. The last round is larger than all before it together, so a solution that
    /// the two phases find, if it is as short as the rounds have proved, spares most of the work: they are asked at the
    /// beginning, and with more and more effort as the rounds become long.
    fn shortest(
        &self,
        cube: &Cube3,
        twist: &CubeQuery<Cube3>,
        method: &Method,
        used: &Cell<Heuristic>,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> (Answer, Vec<u64>) {
        let CubeQuery { metric, turns, .. } = *twist;
        let tier = Choice::Tier(self.heuristic(method, &control.limits));
        let is_made = method.heuristic.is_some() || self.tables.has(self.heuristic(method, &control.limits));
        let rounds = |choice: Choice, method: &Method, rounds: &Deepening<'_>| {
            let asked = Asked { method, choice, metric, turns };
            used.set(choice.heuristic());
            self.tables
                .solve(cube, &asked, rounds, executor, control)
                .unwrap_or_else(|| (given_up(control), Vec::new()))
        };
        let easy = Deepening { node_budget: EASY, ..Deepening::default() };
        let known = |best: &Answer| best.cost.unwrap_or(Cost::MAX);
        // What is proved to be longer than asked for needs no other table.
        let is_too_long = |proved: Cost| proved > control.limits.max_cost;
        if method.all || method.within > 0 {
            if !is_made && self.is_within_few(cube, twist, method, executor, control) {
                return search_plain(None, cube, turns, metric, method, executor, control);
            }
            // A first look decides which table is worth while.
            let one = Method { all: false, within: 0, ..*method };
            let look = (!is_made).then(|| rounds(Choice::Near, &one, &easy).0);
            let least = look.as_ref().map_or(0, |look| look.lower_bound);
            let choice = match look {
                Some(look) if is_too_long(look.lower_bound) => return (look, Vec::new()),
                Some(look) if look.cost.is_some() => Choice::Near,
                _ => tier,
            };
            let (mut all, longer) = rounds(choice, method, &Deepening::default());
            // Stopped before its first round: what the first look has proved holds all the same.
            all.lower_bound = all.lower_bound.max(least);
            return (all, longer);
        }
        // Turns that go one way only are nothing for the phases.
        let has_phases = turns == one_way_turns::closure(turns);
        let phases = Method { algorithm: Algorithm::TWO_PHASE, improve: false, ..*method };
        let best = match has_phases {
            true => self.cubes.two_phase(cube, twist, &phases, SearchBounds::NONE, control),
            false => answer(End::Stopped(StopReason::Cost), None, 0, Counts::default()),
        };
        if best.is_optimal() || is_too_long(best.lower_bound) || control.stopped().is_some() {
            return (best, Vec::new());
        }
        // Before a long round the phases are asked once more, with an effort that the round is worth.
        let improve = |best: &mut Answer, proved: Cost, nodes: u64| {
            let phases = Method { improve: true, ..phases };
            let aim = SearchBounds { upper_bound: known(best), lower_bound: proved };
            let effort = (ELSEWHERE * nodes).min(MOST_ELSEWHERE);
            // What is found within so many nodes must not depend on how far the tables happen to be.
            if self.cubes.grow_phases(metric, control).is_err() {
                return;
            }
            let shorter =
                control.part(effort, |control| self.cubes.two_phase(cube, twist, &phases, aim, control));
            best.counts += shorter.counts;
            if shorter.cost.is_some() {
                (best.cost, best.solutions) = (shorter.cost, shorter.solutions);
            }
        };
        let best = RefCell::new(best);
        for (choice, patience) in
            [(Choice::Near, EASY), (tier, u64::MAX)].into_iter().skip(usize::from(is_made))
        {
            let elsewhere = |bound: Cost, nodes: u64| {
                let best = &mut *best.borrow_mut();
                let is_worth_while = has_phases && nodes > PATIENCE && nodes <= patience;
                if is_worth_while && known(best) > bound && control.stopped().is_none() {
                    improve(best, bound, nodes);
                }
                known(best)
            };
            let before = known(&best.borrow());
            let options = Deepening {
                upper_bound: before,
                incumbent: &elsewhere,
                node_budget: patience,
                ..Deepening::FIRST
            };
            let (found, _) = rounds(choice, method, &options);
            let mut best = best.borrow_mut();
            best.counts += found.counts;
            if found.cost.is_some() {
                return (Answer { counts: best.counts, ..found }, Vec::new());
            }
            let proved = found.lower_bound.min(known(&best)).max(best.lower_bound);
            (best.lower_bound, best.rounds, best.held) = (proved, found.rounds, found.held);
            if found.end != End::Stopped(StopReason::Cost) {
                // What was found before is still there to be told.
                best.end = if best.cost.is_some() { End::Solved } else { found.end };
                break;
            }
            if known(&best) <= proved || is_too_long(proved) || control.stopped().is_some() {
                break;
            }
        }
        (best.into_inner(), Vec::new())
    }

    /// True if all that is asked for can be found without a table.
    fn is_within_few(
        &self,
        cube: &Cube3,
        twist: &CubeQuery<Cube3>,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> bool {
        let plain = Plain::new(None, twist.turns, twist.metric);
        let rounds = Deepening { node_budget: FEW, ..Deepening::default() };
        let cost = ida_star(&plain, &plain.start(cube), &rounds, executor, control).cost;
        cost.is_some_and(|cost| cost + method.within <= FEW_TURNS)
    }

    /// Shortest solutions the plain way, for comparison.
    fn plain(
        &self,
        cube: &Cube3,
        twist: &CubeQuery<Cube3>,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> (Answer, Vec<u64>) {
        let CubeQuery { metric, turns, .. } = *twist;
        let distances = match method.heuristic {
            Some(CORNERS) => match self.corners(metric, control) {
                Some(distances) => Some(distances),
                None => return (given_up(control), Vec::new()),
            },
            _ => None,
        };
        search_plain(distances.as_deref(), cube, turns, metric, method, executor, control)
    }

    /// Returns the distances of corners; None if the stop flag was raised while they were made.
    pub fn corners(&self, metric: Metric, control: &Control<'_>) -> Option<Arc<CornerDistances>> {
        let made = || self.corners.lock().expect("nothing panics while it is held");
        let known = || made().iter().find(|known| known.metric() == metric).cloned();
        if let Some(known) = known() {
            return Some(known);
        }
        let _making = lock_or_stop(&self.making_corners, CORNERS.name(), control).ok()?;
        if let Some(known) = known() {
            return Some(known);
        }
        let fill =
            |watch: ReportProgress<'_>| CornerDistances::fill(metric, watch).map(CornerDistances::into_kept);
        let (spec, name) = (CornerDistances::spec(metric), CORNERS.name());
        let table = self.store.table(&spec, name, control, fill).ok()?;
        let distances = Arc::new(CornerDistances::of(metric, table));
        made().push(distances.clone());
        Some(distances)
    }

    /// The table with which shortest solutions are searched.
    fn heuristic(&self, method: &Method, limits: &Limits) -> Heuristic {
        method.heuristic.unwrap_or_else(|| usual_within(limits.max_memory))
    }
}

/// Returns that the search was stopped before there was a table.
fn given_up(control: &Control<'_>) -> Answer {
    let reason = control.stopped().unwrap_or(StopReason::Cancelled);
    answer(End::Stopped(reason), None, 0, Counts::default())
}

/// What to heuristic with if a cube is searched the plain way: as asked, or since nothing else will do. The other way takes
/// it that turns of one face in a row are one turn, so it asks for all turns of a face or for half turns.
fn plain_heuristic(twist: &CubeQuery<Cube3>, method: &Method) -> Option<Heuristic> {
    match method.heuristic {
        Some(Heuristic::NONE | CORNERS) => method.heuristic,
        _ if one_way_turns::closure(twist.turns) != twist.turns => Some(CORNERS),
        _ => None,
    }
}
