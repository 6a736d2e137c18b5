//! The optimal solver: chooses the search and the table, and combines them with the two-phase solver, whose solutions
//! are upper bounds.

use std::cell::{Cell, RefCell};
use std::sync::{Arc, Mutex};

use puzzle::Cube3;
use search::{Answer, Control, Cost, Counts, Deepening, End, Executor, Limits, StopReason, ida_star};

use crate::coset_tables::{CosetTables, TableChoice, TableQuery, default_within};
use crate::korf::{CornerPdb, KorfProblem, search_korf};
use crate::verify;
use cube3::info::CORNERS;
use cube3::{PhaseSolver, SearchBounds, already_solved, answer, difference, one_way_turns};
use solver::cube::{CubeQuery, Metric};
use solver::lazy_table::lock_or_stop;
use solver::store::{ReportProgress, Wanted};
use solver::verify::{Verdict, VerifySpec};
use solver::{Algorithm, Cancelled, Demand, Heuristic, Method, SolveOutcome, Store};

/// Size of a round without a table after which a table pays off.
const NO_TABLE_NODES: u64 = 100_000;
/// The longest solutions that are searched without a table: a hundredth of a second.
const NO_TABLE_LENGTH: Cost = 5;
/// Size of a round with the partial table after which a cube is not easy: a few hundredths of a second.
const EASY_NODES: u64 = 2_000_000;
/// Size of a round after which it pays off to search a short solution by two phases. The next round has thirteen times
/// as many nodes, if there is no solution in it.
const TWO_PHASE_FROM_NODES: u64 = 2_000_000;
/// Node budget of the two phases: so many times the nodes of that round,
const TWO_PHASE_FACTOR: u64 = 3;
/// but no more than a few seconds, because the two phases use one thread only.
const TWO_PHASE_MAX_NODES: u64 = 400_000_000;

/// Proves shortest solutions, and holds the tables it has built.
pub struct Optimal {
    cubes: Arc<PhaseSolver>,
    tables: CosetTables,
    corners: Mutex<Vec<Arc<CornerPdb>>>,
    /// Locked while a corner pattern database is built.
    building_corners: Mutex<()>,
    store: Store,
}

impl Optimal {
    /// Returns a solver that has no tables in memory; those in `store` are read when needed. The two-phase solver
    /// `cubes` finds short solutions, which end rounds early.
    pub fn new(cubes: Arc<PhaseSolver>, store: &Store) -> Optimal {
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

    /// Builds the tables that a request needs; with [`Demand::Many`] the large ones too.
    pub fn prepare(&self, query: &CubeQuery<Cube3>, method: &Method, demand: Demand, control: &Control<'_>) {
        if query.start == query.goal && demand == Demand::One {
            return;
        }
        let korf = korf_heuristic(query, method);
        match korf {
            // One cube may turn out to be easy, so no table is built before the search.
            _ if demand == Demand::One => {}
            Some(CORNERS) => {
                self.corners(query.metric, control);
            }
            Some(_) => {}
            None => {
                self.tables.prepare(self.heuristic(method, &control.limits), control);
            }
        }
        // The two phases find one solution, which does not help to find all of them.
        if korf.is_none() && !method.all && method.within == 0 {
            self.cubes.prepare(query, method, demand, control);
        }
    }

    /// Builds the coset table of a heuristic. True if it was finished.
    pub fn build_table(&self, heuristic: Heuristic, control: &Control<'_>) -> bool {
        self.tables.prepare(heuristic, control)
    }

    /// Checks entries of the stored coset table of a heuristic.
    pub fn verify_coset_table(
        &self,
        heuristic: Heuristic,
        spec: &mut VerifySpec<'_>,
        control: &Control<'_>,
    ) -> Verdict {
        self.tables.verify(heuristic, spec, control)
    }

    /// Checks entries of the stored corner pattern database of a metric.
    pub fn verify_corners(
        &self,
        metric: Metric,
        spec: &mut VerifySpec<'_>,
        control: &Control<'_>,
    ) -> Verdict {
        let stored = CornerPdb::spec(metric);
        let wanted = Wanted { spec: &stored, label: CORNERS.name(), levels: CornerPdb::known_levels(metric) };
        match self.store.find(wanted, control) {
            Err(Cancelled) => Verdict::Stopped,
            Ok(None) => Verdict::Unreadable,
            Ok(Some(table)) => verify::corners(&CornerPdb::from_stored(metric, table), metric, spec, control),
        }
    }

    /// Returns the bytes of all tables, including those of the two phases.
    pub fn table_bytes(&self) -> u64 {
        let corners = self.corners.lock().expect("nothing panics while it is held").len() as u64;
        self.cubes.table_bytes() + self.tables.bytes() + corners * CornerPdb::BYTES
    }

    /// Finds shortest solutions by complete rounds of IDA*. The last round is larger than all before it together, so a
    /// two-phase solution as short as the proved lower bound saves most of the work: the two phases run at the
    /// beginning, and with a growing budget as the rounds become long.
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
        let easy = Deepening { node_budget: EASY_NODES, ..Deepening::default() };
        let known = |best: &Answer| best.cost.unwrap_or(Cost::MAX);
        // If the lower bound exceeds the limit, no other table is needed.
        let is_too_long = |proved: Cost| proved > control.limits.max_cost;
        if method.all || method.within > 0 {
            if !is_loaded && self.is_solved_without_table(cube, query, method, executor, control) {
                return search_korf(None, cube, turns, metric, method, executor, control);
            }
            // A first search with the partial table decides which table to use.
            let one = Method { all: false, within: 0, ..*method };
            let look = (!is_loaded).then(|| rounds(TableChoice::PartialH0, &one, &easy).0);
            let least = look.as_ref().map_or(0, |look| look.lower_bound);
            let choice = match look {
                Some(look) if is_too_long(look.lower_bound) => return (look, Vec::new()),
                Some(look) if look.cost.is_some() => TableChoice::PartialH0,
                _ => table,
            };
            let (mut all, longer) = rounds(choice, method, &Deepening::default());
            // If stopped before its first round, the lower bound of the first search still holds.
            all.lower_bound = all.lower_bound.max(least);
            return (all, longer);
        }
        // The two phases need all turns of every face that has a quarter turn.
        let has_phases = turns == one_way_turns::closure(turns);
        let phases = Method { algorithm: Algorithm::TWO_PHASE, improve: false, ..*method };
        let best = match has_phases {
            true => {
                let bounds = SearchBounds { is_proved_elsewhere: true, ..SearchBounds::NONE };
                self.cubes.two_phase(cube, query, &phases, bounds, control)
            }
            false => answer(End::Stopped(StopReason::Cost), None, 0, Counts::default()),
        };
        if best.is_optimal() || is_too_long(best.lower_bound) || control.stopped().is_some() {
            return (best, Vec::new());
        }
        // Before a long round the two phases run again, with a budget in proportion to the round.
        let improve = |best: &mut Answer, proved: Cost, nodes: u64| {
            let phases = Method { improve: true, ..phases };
            let aim =
                SearchBounds { upper_bound: known(best), lower_bound: proved, is_proved_elsewhere: true };
            let effort = (TWO_PHASE_FACTOR * nodes).min(TWO_PHASE_MAX_NODES);
            // The solution found within a node budget must not depend on how far the growing tables have got.
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
                // The solution found before is still the result.
                best.end = if best.cost.is_some() { End::Solved } else { found.end };
                break;
            }
            if known(&best) <= proved || is_too_long(proved) || control.stopped().is_some() {
                break;
            }
        }
        (best.into_inner(), Vec::new())
    }

    /// True if all wanted solutions can be found without a table.
    fn is_solved_without_table(
        &self,
        cube: &Cube3,
        query: &CubeQuery<Cube3>,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> bool {
        let problem = KorfProblem::new(None, query.turns, query.metric);
        let rounds = Deepening { node_budget: NO_TABLE_NODES, ..Deepening::default() };
        let cost = ida_star(&problem, &problem.start(cube), &rounds, executor, control).cost;
        cost.is_some_and(|cost| cost + method.within <= NO_TABLE_LENGTH)
    }

    /// Finds shortest solutions by Korf's search, for comparison.
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

    /// Returns the corner pattern database; None if the stop flag was raised while it was built.
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
        let wanted = Wanted { spec: &spec, label: name, levels: CornerPdb::known_levels(metric) };
        let table = self.store.table(wanted, control, fill).ok()?;
        let pdb = Arc::new(CornerPdb::from_stored(metric, table));
        loaded().push(pdb.clone());
        Some(pdb)
    }

    /// Returns the heuristic to search with.
    fn heuristic(&self, method: &Method, limits: &Limits) -> Heuristic {
        method.heuristic.unwrap_or_else(|| default_within(limits.max_memory))
    }
}

/// Returns the answer of a search that was stopped before its table was ready.
fn stopped_before_search(control: &Control<'_>) -> Answer {
    let reason = control.stopped().unwrap_or(StopReason::Cancelled);
    answer(End::Stopped(reason), None, 0, Counts::default())
}

/// Returns the heuristic of Korf's search if a cube is searched that way: on request, or if the coset search cannot be
/// used. That search treats consecutive turns of a face as one turn, so each face must have all turns, half turns only,
/// or none.
fn korf_heuristic(query: &CubeQuery<Cube3>, method: &Method) -> Option<Heuristic> {
    match method.heuristic {
        Some(Heuristic::NONE | CORNERS) => method.heuristic,
        _ if one_way_turns::closure(query.turns) != query.turns => Some(CORNERS),
        _ => None,
    }
}
