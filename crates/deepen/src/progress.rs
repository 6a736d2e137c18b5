//! Progress of a running search as events: for programs that monitor a search, and for the progress display of the
//! command line, which extrapolates the duration of the current round from the rounds before.
//!
//! ```
//! use std::time::Duration;
//!
//! use deepen::progress::Events;
//! use deepen::search::Observer;
//!
//! let events = Events::new(&|event| println!("{event:?}"), Duration::from_millis(100));
//! events.round_started(7, 1);
//! ```

use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use search::{Cost, Move, Observer, Round, TableNote};

use crate::json::progress::Event;
use crate::session::Progress;

/// Statistics of the rounds so far.
#[derive(Clone, Debug)]
pub struct Rounds {
    /// Start of the search.
    pub search_began: Instant,
    /// Start of the current round.
    pub round_began: Instant,
    /// Bound of the current round.
    pub bound: Option<Cost>,
    /// Node count at the first tick of the current round.
    round_base: Option<u64>,
    /// Nodes of the last completed rounds, the latest first.
    last: [u64; 3],
}

impl Default for Rounds {
    fn default() -> Self {
        let now = Instant::now();
        Rounds { search_began: now, round_began: now, bound: None, round_base: None, last: [0; 3] }
    }
}

impl Rounds {
    /// Starts a round.
    pub fn begin(&mut self, bound: Cost) {
        self.bound = Some(bound);
        self.round_began = Instant::now();
        self.round_base = None;
    }

    /// Completes the round. Returns the seconds it took.
    pub fn finish(&mut self, nodes: u64) -> f64 {
        self.last = [nodes, self.last[0], self.last[1]];
        self.round_began.elapsed().as_secs_f64()
    }

    /// Returns the expected nodes of the current round, if the growth of the last rounds is steady.
    fn expected(&self) -> Option<f64> {
        let [last, before, first] = self.last.map(|nodes| nodes as f64);
        // The first rounds are too small to extrapolate from.
        if first < 100.0 {
            return None;
        }
        let (growth, growth_before) = (last / before, before / first);
        let is_steady = (0.5..2.0).contains(&(growth / growth_before)) && growth > 1.0;
        is_steady.then_some(last * growth)
    }

    /// Returns the estimated share of the round that is done, from 0 to 1, and the estimated seconds left. Returns None
    /// for a round that has grown larger than expected.
    pub fn estimate(&mut self, nodes: u64, now: Instant) -> Option<(f64, f64)> {
        let base = *self.round_base.get_or_insert(nodes);
        let expected = self.expected()?;
        let done = nodes.saturating_sub(base) as f64;
        let elapsed = (now - self.round_began).as_secs_f64();
        let share = done / expected;
        (done > 0.0 && share < 1.0).then(|| (share, (expected - done) * elapsed / done))
    }
}

/// An observer that converts the progress of a search into events.
pub struct Events<'a> {
    callback: &'a (dyn Fn(&Event<'_>) + Sync),
    /// Interval of [`Event::Progress`].
    interval: Duration,
    state: Mutex<State>,
    improved: Option<&'a Improved<'a>>,
}

/// Receives a solution that may still be improved: its length and its moves.
pub type Improved<'a> = dyn Fn(Cost, &[Move]) + Sync + 'a;

#[derive(Default)]
struct State {
    rounds: Rounds,
    /// The table that is being filled, and its progress in percent.
    table: Option<(String, u64)>,
}

impl<'a> Events<'a> {
    /// Creates an observer that passes events to `callback`, with a progress event at every `interval`.
    pub fn new(callback: &'a (dyn Fn(&Event<'_>) + Sync), interval: Duration) -> Events<'a> {
        Events { callback, interval, state: Mutex::default(), improved: None }
    }

    /// Also passes every improved solution to `improved`.
    #[must_use]
    pub fn on_improved(self, improved: &'a Improved<'a>) -> Events<'a> {
        Events { improved: Some(improved), ..self }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nothing panics while it is held")
    }
}

impl Progress for Events<'_> {
    fn begin(&self) {
        *self.lock() = State::default();
    }

    fn search_started(&self) {
        *self.lock() = State::default();
    }

    fn tick_interval(&self) -> Option<Duration> {
        Some(self.interval)
    }

    fn tick(&self, nodes: u64) {
        let state = &mut *self.lock();
        let now = Instant::now();
        let estimate = if state.table.is_none() { state.rounds.estimate(nodes, now) } else { None };
        let (share, seconds_left) = estimate.unzip();
        let seconds = (now - state.rounds.search_began).as_secs_f64();
        (self.callback)(&Event::Progress { bound: state.rounds.bound, nodes, seconds, share, seconds_left });
    }
}

impl Observer for Events<'_> {
    fn round_started(&self, bound: Cost, n_tasks: usize) {
        self.lock().rounds.begin(bound);
        (self.callback)(&Event::RoundStarted { bound, tasks: n_tasks });
    }

    fn round_finished(&self, round: &Round) {
        let nodes = round.counts.generated;
        let seconds = self.lock().rounds.finish(nodes);
        (self.callback)(&Event::RoundFinished { bound: round.bound, nodes, seconds });
    }

    fn improved(&self, cost: Cost, moves: &[Move]) {
        (self.callback)(&Event::Improved { length: cost });
        if let Some(improved) = self.improved {
            improved(cost, moves);
        }
    }

    fn table_started(&self, name: &str, bytes: u64) {
        self.lock().table = Some((name.to_string(), 0));
        (self.callback)(&Event::TableStarted { table: name, bytes });
    }

    fn table_progress(&self, name: &str, done: u64, total: u64) {
        let percent = 100 * done / total.max(1);
        let mut state = self.lock();
        // Threads report in any order; the reported share never decreases.
        if let Some((_, known)) =
            state.table.as_mut().filter(|(table, known)| table == name && percent > *known)
        {
            *known = percent;
            drop(state);
            (self.callback)(&Event::TableProgress { table: name, percent });
        }
    }

    fn table_finished(&self, name: &str) {
        self.lock().table = None;
        (self.callback)(&Event::TableFinished { table: name });
    }

    fn table_note(&self, name: &str, note: &TableNote) {
        match note {
            TableNote::Awaited => self.lock().table = Some((name.to_string(), 0)),
            TableNote::Found(_) => self.lock().table = None,
            _ => {}
        }
        (self.callback)(&Event::of(name, note));
    }
}
