//! What a search tells while it runs: a line on the terminal that is drawn over and over, or a log. Never on stdout, and
//! drawn only if somebody looks.

use std::io::{IsTerminal, Write, stderr};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use search::{Cost, Move, Observer, Round, TableNote};

use crate::memory;
use crate::plan::Voice;
use crate::text::{grouped, rate};
use crate::wire;
use crate::wire::progress::Event;

/// Hears nothing but what should not be missed.
pub struct Warnings(pub Voice);

/// Hears a search and shows it.
pub struct Progress<'a> {
    view: View<'a>,
    /// Whether what should not be missed is told, even if nothing else is.
    warns: bool,
    rounds: Mutex<Rounds>,
    /// Who prints solutions that will be improved.
    improved: Option<&'a Improved<'a>>,
}

/// Prints a solution: its length and its moves.
pub type Improved<'a> = dyn Fn(Cost, &[Move]) + Sync + 'a;

enum View<'a> {
    Nothing,
    Log,
    Drawn(ProgressBar),
    /// As it happens, and how far it is at this tempo.
    Told(&'a dyn Hearer, Duration),
}

/// Is told what happens.
pub trait Hearer: Sync {
    /// Something has happened.
    fn hear(&self, event: &Event<'_>);
}

/// A JSON object per line on stderr.
struct Lines;

impl Hearer for Lines {
    fn hear(&self, event: &Event<'_>) {
        // Whoever closed stderr does without.
        let _ = wire::write(&mut stderr().lock(), event);
    }
}

/// What is known of the rounds so far.
struct Rounds {
    search_began: Instant,
    round_began: Instant,
    bound: Option<Cost>,
    /// Nodes of the completed rounds.
    completed: u64,
    /// Nodes of the last completed round and the one before it.
    last_two: (u64, u64),
}

impl<'a> Progress<'a> {
    /// Logs with `-v`, draws on a terminal, else is silent.
    pub fn new(voice: Voice) -> Progress<'a> {
        if voice.verbose > 0 {
            return Progress::with(View::Log);
        }
        if voice.quiet || !stderr().is_terminal() {
            return Progress { warns: !voice.quiet, ..Progress::silent() };
        }
        let bar = ProgressBar::new_spinner().with_style(style("{spinner} {msg}"));
        Progress::with(View::Drawn(bar))
    }

    /// Tells programs what happens: a JSON object per line on stderr.
    pub fn json() -> Progress<'a> {
        Progress::told(&Lines, Duration::from_secs(1))
    }

    /// Tells somebody what happens, and how far it is at a tempo.
    pub fn told(hearer: &'a dyn Hearer, tempo: Duration) -> Progress<'a> {
        Progress::with(View::Told(hearer, tempo))
    }

    /// Hears everything and shows nothing.
    pub fn silent() -> Progress<'a> {
        Progress::with(View::Nothing)
    }

    fn with(view: View<'a>) -> Progress<'a> {
        let warns = !matches!(view, View::Nothing);
        Progress { view, warns, rounds: Mutex::new(Rounds::new()), improved: None }
    }

    /// The same, and has every improvement printed.
    pub fn telling(self, improved: &'a Improved<'a>) -> Progress<'a> {
        Progress { improved: Some(improved), ..self }
    }

    /// A search begins.
    pub fn begin(&self) {
        *self.lock() = Rounds::new();
    }

    /// The search is over; what was drawn goes away.
    pub fn end(&self) {
        if let View::Drawn(bar) = &self.view {
            bar.finish_and_clear();
        }
    }

    /// How often it wants to [`tick`](Self::tick), if at all.
    pub fn tempo(&self) -> Option<Duration> {
        match self.view {
            View::Nothing | View::Log => None,
            View::Drawn(_) => Some(Duration::from_millis(100)),
            View::Told(_, tempo) => Some(tempo),
        }
    }

    /// Draws again, now that `nodes` were made.
    pub fn tick(&self, nodes: u64) {
        match &self.view {
            View::Nothing | View::Log => {}
            View::Drawn(bar) => {
                let rounds = self.lock();
                bar.set_message(rounds.describe(nodes, rounds.search_began.elapsed()));
                bar.tick();
            }
            View::Told(..) => {
                let rounds = self.lock();
                let elapsed = rounds.search_began.elapsed();
                let (share, seconds_left) = rounds.outlook(nodes, elapsed).unzip();
                let seconds = elapsed.as_secs_f64();
                self.event(&Event::Progress { bound: rounds.bound, nodes, seconds, share, seconds_left });
            }
        }
    }

    /// Tells an event, if somebody hears it.
    fn event(&self, event: &Event<'_>) {
        if let View::Told(hearer, _) = self.view {
            hearer.hear(event);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Rounds> {
        self.rounds.lock().expect("nothing panics while holding the rounds")
    }
}

/// A bar that counts puzzles, where somebody looks. How many there are may not be known.
pub fn counter(n: Option<u64>, voice: Voice) -> ProgressBar {
    if voice.quiet || voice.verbose > 0 || !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    match n {
        Some(n) => ProgressBar::new(n).with_style(style("{bar:40} {pos} of {len}, {elapsed}, {eta} left")),
        None => {
            ProgressBar::no_length().with_style(style("{spinner} {human_pos} solved, {elapsed}, {per_sec}"))
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates are written here")
}

impl Observer for Progress<'_> {
    fn round_started(&self, bound: Cost, n_tasks: usize) {
        let mut rounds = self.lock();
        rounds.bound = Some(bound);
        rounds.round_began = Instant::now();
        self.event(&Event::RoundStarted { bound, tasks: n_tasks });
        if matches!(self.view, View::Log) {
            tracing::debug!("round to {bound} begins with {} tasks", grouped(n_tasks as u64));
        }
    }

    fn round_finished(&self, round: &Round) {
        let mut rounds = self.lock();
        let nodes = round.counts.generated;
        rounds.completed += nodes;
        rounds.last_two = (nodes, rounds.last_two.0);
        let seconds = rounds.round_began.elapsed().as_secs_f64();
        self.event(&Event::RoundFinished { bound: round.bound, nodes, seconds });
        if matches!(self.view, View::Log) {
            let (nodes, rate) = (grouped(nodes), rate(nodes, seconds));
            tracing::info!("round to {} complete: {nodes} nodes in {seconds:.3} s ({rate})", round.bound);
        }
    }

    fn improved(&self, cost: Cost, moves: &[Move]) {
        if matches!(self.view, View::Log) {
            tracing::info!(
                "found {cost} moves after {:.3} s",
                self.lock().search_began.elapsed().as_secs_f64()
            );
        }
        self.event(&Event::Improved { length: cost });
        match (self.improved, &self.view) {
            (None, _) => {}
            (Some(improved), View::Drawn(bar)) => bar.suspend(|| improved(cost, moves)),
            (Some(improved), _) => improved(cost, moves),
        }
    }

    fn table_started(&self, name: &str, bytes: u64) {
        let size = memory::show(bytes);
        match &self.view {
            View::Nothing => {}
            View::Told(..) => self.event(&Event::TableStarted { table: name, bytes }),
            View::Log => tracing::info!("making table {name}, {size}"),
            View::Drawn(bar) => {
                bar.set_message(format!("making table {name}, {size}"));
                bar.tick();
            }
        }
    }

    fn table_progress(&self, name: &str, done: u64, total: u64) {
        let percent = 100 * done / total.max(1);
        self.event(&Event::TableProgress { table: name, percent });
        if let View::Drawn(bar) = &self.view {
            bar.set_message(format!("making table {name}, {percent} %"));
        }
    }

    fn table_finished(&self, name: &str) {
        self.event(&Event::TableFinished { table: name });
        if matches!(self.view, View::Log) {
            tracing::debug!("table {name} is ready");
        }
    }

    fn table_note(&self, name: &str, note: &TableNote) {
        if matches!(self.view, View::Told(..)) {
            return self.event(&Event::of(name, note));
        }
        let line = match note {
            TableNote::Found(bytes) => format!("table {name} is there, {}", memory::show(*bytes)),
            TableNote::Awaited => format!("waiting for table {name}, which another process makes"),
            TableNote::Kept(bytes, path) => {
                format!("keeping table {name}, {}, in {path}", memory::show(*bytes))
            }
            TableNote::Trouble(_) if !self.warns => return,
            TableNote::Trouble(why) => match &self.view {
                View::Drawn(bar) => return bar.suspend(|| warn(name, why)),
                _ => return warn(name, why),
            },
        };
        match &self.view {
            View::Nothing | View::Told(..) => {}
            View::Log => tracing::info!("{line}"),
            // The user's disk is nothing to use in silence.
            View::Drawn(bar) if matches!(note, TableNote::Kept(..)) => bar.suspend(|| {
                let _ = writeln!(stderr(), "{line}");
            }),
            View::Drawn(bar) => {
                bar.set_message(line);
                bar.tick();
            }
        }
    }
}

impl Observer for Warnings {
    fn table_note(&self, name: &str, note: &TableNote) {
        if let TableNote::Trouble(why) = note
            && !self.0.quiet
        {
            warn(name, why);
        }
    }
}

/// Tells what should not be missed. Cannot do more if nobody listens.
fn warn(name: &str, why: &str) {
    let _ = writeln!(stderr(), "warning: table {name}: {why}");
}

impl Rounds {
    fn new() -> Rounds {
        let now = Instant::now();
        Rounds { search_began: now, round_began: now, bound: None, completed: 0, last_two: (0, 0) }
    }

    /// Nodes of the round under way, if it grows as the last one did.
    fn expected(&self) -> Option<f64> {
        let (last, before) = self.last_two;
        // The first rounds are so small that they say nothing.
        (before >= 100).then(|| last as f64 * (last as f64 / before as f64))
    }

    fn describe(&self, nodes: u64, elapsed: Duration) -> String {
        let seconds = elapsed.as_secs_f64();
        let mut line = match self.bound {
            Some(bound) => format!("round to {bound}: "),
            None => String::new(),
        };
        line += &format!("{} nodes, {}", grouped(nodes), rate(nodes, seconds));
        if let Some((share, left)) = self.outlook(nodes, elapsed) {
            line += &format!(", about {:.0} % of the round, {left:.0} s left", 100.0 * share);
        }
        line
    }

    /// How much of the round is done and how many seconds are left of it, about.
    fn outlook(&self, nodes: u64, elapsed: Duration) -> Option<(f64, f64)> {
        let expected = self.expected().filter(|_| nodes > 0)?;
        let done = nodes.saturating_sub(self.completed) as f64;
        // Growth is a guess, and a round that is longer than guessed is not yet over.
        let share = (done / expected).min(0.99);
        Some((share, (expected - done).max(0.0) * elapsed.as_secs_f64() / nodes as f64))
    }
}

#[cfg(test)]
mod tests {
    use search::Counts;

    use super::*;

    fn finish(progress: &Progress<'_>, bound: Cost, generated: u64) {
        progress.round_started(bound, 1);
        progress.round_finished(&Round { bound, counts: Counts { generated, expanded: 0 } });
    }

    #[test]
    fn the_share_follows_the_growth_of_rounds() {
        let progress = Progress::silent();
        progress.begin();
        finish(&progress, 40, 1_000);
        finish(&progress, 42, 5_000);
        progress.round_started(44, 7);
        // 25,000 expected, 10,000 of them done, 16,000 in all took 2 seconds.
        let line = progress.lock().describe(16_000, Duration::from_secs(2));
        let expected = "round to 44: 16,000 nodes, 8.0 k nodes/s, about 40 % of the round, 2 s left";
        assert_eq!(line, expected);
        let line = progress.lock().describe(60_000, Duration::from_secs(6));
        let expected = "round to 44: 60,000 nodes, 10.0 k nodes/s, about 99 % of the round, 0 s left";
        assert_eq!(line, expected);
    }

    #[test]
    fn nothing_is_guessed_from_nothing() {
        let progress = Progress::silent();
        progress.begin();
        assert_eq!(progress.lock().describe(0, Duration::ZERO), "0 nodes, 0 nodes/s");
        finish(&progress, 10, 9);
        finish(&progress, 12, 70);
        progress.round_started(14, 1);
        let line = progress.lock().describe(100, Duration::from_secs(1));
        assert_eq!(line, "round to 14: 100 nodes, 100 nodes/s");
    }
}
