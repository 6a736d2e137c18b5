//! Shortest solutions: which of the searches and tables to ask, in which order.

use std::cell::{Cell, RefCell};
use std::sync::{Arc, Mutex};

use puzzle::Cube3;
use search::{Answer, Control, Cost, Counts, Deepening, End, Executor, Limits, StopReason, ida_star};

use crate::coset_tables::{CosetTables, TableChoice, TableQuery, default_within};
use crate::korf::{CornerPdb, KorfProblem, search_korf};
use cube3::info::CORNERS;
use cube3::{Aim, Cubes, already_solved, answer, difference, words};
use solver::cube::{CubeQuery, Metric};
use solver::lazy_table::lock_or_stop;
use solver::store::ReportProgress;
use solver::{Algorithm, Demand, Heuristic, Method, SolveOutcome, Store};

/// A round without any table, after which one is worth while.
const NO_TABLE_NODES: u64 = 100_000;
/// The longest solutions that are searched without a table: a hundredth of a second.
const NO_TABLE_LENGTH: Cost = 5;
/// A round of the search for shortest solutions that says that a cube is not easy: a few hundredths of a second.
const EASY_NODES: u64 = 2_000_000;
/// A round after which it is worth while to look for a short solution in another way. The next round has thirteen times
/// as many nodes, if there is no solution in it.
const TWO_PHASE_FROM_NODES: u64 = 2_000_000;
/// For how many nodes: so many times those of that round,
const TWO_PHASE_FACTOR: u64 = 3;
/// but not for longer than a few seconds, because the phases have one thread only.
const TWO_PHASE_MAX_NODES: u64 = 400_000_000;

/// Proves shortest solutions and keeps what it made for that.
pub struct Optimal {
    cubes: Arc<Cubes>,
    tables: CosetTables,
    corners: Mutex<Vec<Arc<CornerPdb>>>,
    /// Locked while pdb of corners are made.
    building_corners: Mutex<()>,
    store: Store,
}

impl Optimal {
    /// Returns a solver without tables but those that `store` keeps. `cubes` are asked for short solutions, which end rounds
    /// early.
    pub fn new(cubes: Arc<Cubes>, store: &Store) -> Optimal {
        Optimal {
            cubes,
            tables: CosetTables::with_store(store.clone()),
            corners: Mutex::default(),
            building_corners: Mutex::default(),
            store: store.clone(),
        }
    }

    /// Proves a shortest solution of a cube, or finds several, as `method` says.
    pub fn solve(
        &self,
        query: &CubeQuery<Cube3>,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> SolveOutcome {
        let used = Cell::new(method.heuristic.unwrap_or(Heuristic::NONE));
        let cube = difference(query);
        let (answer, longer) = match korf_heuristic(query, method) {
            _ if cube == Cube3::SOLVED => (already_solved(), Vec::new()),
            Some(heuristic) => {
                used.set(heuristic);
                let method = Method { heuristic: Some(heuristic), ..*method };
                self.korf(&cube, query, &method, executor, control)
            }
            None => self.shortest(&cube, query, method, &used, executor, control),
        };
        SolveOutcome { longer, ..SolveOutcome::new(answer, used.get(), self.table_bytes()) }
    }

    /// Makes the tables that a request needs, the large ones too if many are to come.
    pub fn prepare(&self, query: &CubeQuery<Cube3>, method: &Method, demand: Demand, control: &Control<'_>) {
        if query.start == query.goal && demand == Demand::One {
            return;
        }
        let korf = korf_heuristic(query, method);
        match korf {
            // One cube may turn out to be easy, so nothing is made for it before it is looked at.
            _ if demand == Demand::One => {}
            Some(CORNERS) => {
                self.corners(query.metric, control);
            }
            Some(_) => {}
            None => {
                self.tables.prepare(self.heuristic(method, &control.limits), control);
            }
        }
        // The phases find one solution, which is of no use to who wants all of them.
        if korf.is_none() && !method.all && method.within == 0 {
            self.cubes.prepare(query, method, demand, control);
        }
    }

    /// Makes the table of a tier. True if it was finished.
    pub fn build_table(&self, heuristic: Heuristic, control: &Control<'_>) -> bool {
        self.tables.prepare(heuristic, control)
    }

    /// Bytes of tables held, those of the phases included.
    pub fn table_bytes(&self) -> u64 {
        let corners = self.corners.lock().expect("nothing panics while it is held").len() as u64;
        self.cubes.table_bytes() + self.tables.bytes() + corners * CornerPdb::BYTES
    }

    /// Shortest solutions, by complete rounds. The last round is larger than all before it together, so a solution that
    /// the two phases find, if it is as short as the rounds have proved, spares most of the work: they are asked at the
    /// beginning, and with more and more effort as the rounds become long.
    fn shortest(
        &self,
        cube: &Cube3,
        query: &CubeQuery<Cube3>,
        method: &Method,
        used: &Cell<Heuristic>,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> (Answer, Vec<u64>) {
        let CubeQuery { metric, turns, .. } = *query;
        let table = TableChoice::Full(self.heuristic(method, &control.limits));
        let is_loaded =
            method.heuristic.is_some() || self.tables.has(self.heuristic(method, &control.limits));
        let rounds = |choice: TableChoice, method: &Method, rounds: &Deepening<'_>| {
            let table_query = TableQuery { method, choice, metric, turns };
            used.set(choice.heuristic());
            self.tables
                .solve(cube, &table_query, rounds, executor, control)
                .unwrap_or_else(|| (stopped_before_search(control), Vec::new()))
        };
        let easy = Deepening { patience: EASY_NODES, ..Deepening::default() };
        let known = |best: &Answer| best.cost.unwrap_or(Cost::MAX);
        // What is proved to be longer than asked for needs no other table.
        let is_too_long = |proved: Cost| proved > control.limits.max_cost;
        if method.all || method.within > 0 {
            if !is_loaded && self.is_solved_without_table(cube, query, method, executor, control) {
                return search_korf(None, cube, turns, metric, method, executor, control);
            }
            // A first look decides which table is worth while.
            let one = Method { all: false, within: 0, ..*method };
            let look = (!is_loaded).then(|| rounds(TableChoice::PartialH0, &one, &easy).0);
            let least = look.as_ref().map_or(0, |look| look.lower_bound);
            let choice = match look {
                Some(look) if is_too_long(look.lower_bound) => return (look, Vec::new()),
                Some(look) if look.cost.is_some() => TableChoice::PartialH0,
                _ => table,
            };
            let (mut all, longer) = rounds(choice, method, &Deepening::default());
            // Stopped before its first round: what the first look has proved holds all the same.
            all.lower_bound = all.lower_bound.max(least);
            return (all, longer);
        }
        // Turns that go one way only are nothing for the phases.
        let has_phases = turns == words::closed(turns);
        let phases = Method { algorithm: Algorithm::TWO_PHASE, improve: false, ..*method };
        let best = match has_phases {
            true => self.cubes.two_phase(cube, query, &phases, Aim::ANY, control),
            false => answer(End::Stopped(StopReason::Cost), None, 0, Counts::default()),
        };
        if best.is_optimal() || is_too_long(best.lower_bound) || control.stopped().is_some() {
            return (best, Vec::new());
        }
        // Before a long round the phases are asked once more, with an effort that the round is worth.
        let improve = |best: &mut Answer, proved: Cost, nodes: u64| {
            let phases = Method { improve: true, ..phases };
            let aim = Aim { known: known(best), proved };
            let effort = (TWO_PHASE_FACTOR * nodes).min(TWO_PHASE_MAX_NODES);
            // What is found within so many nodes must not depend on how far the tables happen to be.
            if self.cubes.grow_phases(metric, control).is_err() {
                return;
            }
            let shorter =
                control.part(effort, |control| self.cubes.two_phase(cube, query, &phases, aim, control));
            best.counts += shorter.counts;
            if shorter.cost.is_some() {
                (best.cost, best.solutions) = (shorter.cost, shorter.solutions);
            }
        };
        let best = RefCell::new(best);
        for (choice, patience) in
            [(TableChoice::PartialH0, EASY_NODES), (table, u64::MAX)].into_iter().skip(usize::from(is_loaded))
        {
            let elsewhere = |bound: Cost, nodes: u64| {
                let best = &mut *best.borrow_mut();
                let is_worth_while = has_phases && nodes > TWO_PHASE_FROM_NODES && nodes <= patience;
                if is_worth_while && known(best) > bound && control.stopped().is_none() {
                    improve(best, bound, nodes);
                }
                known(best)
            };
            let before = known(&best.borrow());
            let options = Deepening { known: before, elsewhere: &elsewhere, patience, ..Deepening::FIRST };
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
    fn is_solved_without_table(
        &self,
        cube: &Cube3,
        query: &CubeQuery<Cube3>,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> bool {
        let problem = KorfProblem::new(None, query.turns, query.metric);
        let rounds = Deepening { patience: NO_TABLE_NODES, ..Deepening::default() };
        let cost = ida_star(&problem, &problem.start(cube), &rounds, executor, control).cost;
        cost.is_some_and(|cost| cost + method.within <= NO_TABLE_LENGTH)
    }

    /// Shortest solutions the plain way, for comparison.
    fn korf(
        &self,
        cube: &Cube3,
        query: &CubeQuery<Cube3>,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> (Answer, Vec<u64>) {
        let CubeQuery { metric, turns, .. } = *query;
        let pdb = match method.heuristic {
            Some(CORNERS) => match self.corners(metric, control) {
                Some(pdb) => Some(pdb),
                None => return (stopped_before_search(control), Vec::new()),
            },
            _ => None,
        };
        search_korf(pdb.as_deref(), cube, turns, metric, method, executor, control)
    }

    /// Returns the pdb of corners; None if the stop flag was raised while they were made.
    pub fn corners(&self, metric: Metric, control: &Control<'_>) -> Option<Arc<CornerPdb>> {
        let loaded = || self.corners.lock().expect("nothing panics while it is held");
        let known = || loaded().iter().find(|known| known.metric() == metric).cloned();
        if let Some(known) = known() {
            return Some(known);
        }
        let _building = lock_or_stop(&self.building_corners, CORNERS.name(), control).ok()?;
        if let Some(known) = known() {
            return Some(known);
        }
        let fill = |report: ReportProgress<'_>| CornerPdb::fill(metric, report).map(CornerPdb::into_stored);
        let (spec, name) = (CornerPdb::spec(metric), CORNERS.name());
        let table = self.store.table(&spec, name, control, fill).ok()?;
        let pdb = Arc::new(CornerPdb::from_stored(metric, table));
        loaded().push(pdb.clone());
        Some(pdb)
    }

    /// The table with which shortest solutions are searched.
    fn heuristic(&self, method: &Method, limits: &Limits) -> Heuristic {
        method.heuristic.unwrap_or_else(|| default_within(limits.max_memory))
    }
}

/// Returns that the search was stopped before there was a table.
fn stopped_before_search(control: &Control<'_>) -> Answer {
    let reason = control.stopped().unwrap_or(StopReason::Cancelled);
    answer(End::Stopped(reason), None, 0, Counts::default())
}

/// What to heuristic with if a cube is searched the plain way: as asked, or since nothing else will do. The other way takes
/// it that turns of one face in a row are one turn, so it asks for all turns of a face or for half turns.
fn korf_heuristic(query: &CubeQuery<Cube3>, method: &Method) -> Option<Heuristic> {
    match method.heuristic {
        Some(Heuristic::NONE | CORNERS) => method.heuristic,
        _ if words::closed(query.turns) != query.turns => Some(CORNERS),
        _ => None,
    }
}
