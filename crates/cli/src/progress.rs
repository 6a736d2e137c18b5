//! Progress of a search: a line on the terminal that is redrawn, a log, or JSON events. Never on stdout, and drawn only on a
//! terminal.

use std::fmt;
use std::io::{IsTerminal, Write, stderr};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use deepen::json::{self, progress::Event};
use deepen::memory;
use deepen::progress::{Events, Improved, Rounds};
use deepen::search::{Cost, Move, Observer, Round, TableNote};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::args::ProgressFormat;
use crate::color::{self, Style, label};
use crate::context::OutputMode;
use crate::text::{grouped, rate};

/// The line that is drawn, cut at the width of the terminal.
const LINE: &str = "{spinner} {wide_msg}";

/// The line with color.
const COLORED_LINE: &str = "{spinner:.cyan} {wide_msg}";

/// An observer that prints warnings only.
pub struct Warnings(pub OutputMode);

/// An observer that shows the progress of a search.
pub struct Progress<'a> {
    view: View<'a>,
    /// True if warnings are printed, even if nothing else is.
    warns: bool,
    shown: Mutex<Shown>,
    /// Prints solutions that may still be improved.
    improved: Option<&'a Improved<'a>>,
}

enum View<'a> {
    Nothing,
    Log,
    Drawn(ProgressBar),
    /// One JSON object per line on stderr.
    Events(Events<'a>),
}

/// Writes an event on stderr. A closed stderr is ignored.
fn write_event(event: &Event<'_>) {
    let _ = json::write(&mut stderr().lock(), event);
}

/// The rounds so far, and the table that is being built.
#[derive(Default)]
struct Shown {
    rounds: Rounds,
    table: Option<Table>,
}

/// A table that is being built, read or waited for.
struct Table {
    name: String,
    /// The current step, with the size of the table.
    doing: String,
    percent: Option<u64>,
    since: Instant,
}

impl Table {
    /// `building table coset-752m, 752 MB, 34 %, 3 s`.
    fn describe(&self, elapsed: Duration) -> String {
        let share = self.percent.map_or(String::new(), |percent| format!(", {percent} %"));
        format!("{}{share}, {}", self.doing, time(elapsed.as_secs_f64()))
    }
}

/// `12 s`, `3 min`, `2.5 h`; more than a day is not printed exactly.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 99.5 => format!("{s:.0} s"),
        s if s < 99.5 * 60.0 => format!("{:.0} min", s / 60.0),
        s if s < 86_400.0 => format!("{:.1} h", s / 3600.0),
        _ => "> 1 day".to_string(),
    }
}

impl<'a> Progress<'a> {
    /// Logs with `-v`, draws on a terminal, else is silent.
    pub fn new(mode: OutputMode) -> Progress<'a> {
        if mode.verbose > 0 {
            return Progress::with(View::Log);
        }
        if mode.quiet || !stderr().is_terminal() {
            return Progress { warns: !mode.quiet, ..Progress::silent() };
        }
        let line = if color::on_stderr() { COLORED_LINE } else { LINE };
        let bar = ProgressBar::new_spinner().with_style(style(line));
        Progress::with(View::Drawn(bar))
    }

    /// Reports in a format, or as [`Progress::new`].
    pub fn in_format(mode: OutputMode, format: Option<ProgressFormat>) -> Progress<'a> {
        match format {
            Some(ProgressFormat::Json) => {
                Progress::with(View::Events(Events::new(&write_event, Duration::from_secs(1))))
            }
            None => Progress::new(mode),
        }
    }

    /// Shows nothing.
    pub fn silent() -> Progress<'a> {
        Progress::with(View::Nothing)
    }

    fn with(view: View<'a>) -> Progress<'a> {
        let warns = !matches!(view, View::Nothing);
        Progress { view, warns, shown: Mutex::default(), improved: None }
    }

    /// Prints every improvement, too.
    pub fn printing_improvements(self, improved: &'a Improved<'a>) -> Progress<'a> {
        Progress { improved: Some(improved), ..self }
    }

    fn lock(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().expect("nothing panics while it is locked")
    }
}

impl deepen::front::Progress for Progress<'_> {
    fn begin(&self) {
        *self.lock() = Shown::default();
        if let View::Events(events) = &self.view {
            events.begin();
        }
    }

    fn search_started(&self) {
        self.begin();
    }

    fn end(&self) {
        if let View::Drawn(bar) = &self.view {
            bar.finish_and_clear();
        }
    }

    fn tick_interval(&self) -> Option<Duration> {
        match &self.view {
            View::Nothing | View::Log => None,
            View::Drawn(_) => Some(Duration::from_millis(100)),
            View::Events(events) => events.tick_interval(),
        }
    }

    fn tick(&self, nodes: u64) {
        match &self.view {
            View::Nothing | View::Log => {}
            View::Drawn(bar) => {
                let line = self.lock().describe(nodes, Instant::now());
                bar.set_message(line);
                bar.tick();
            }
            View::Events(events) => events.tick(nodes),
        }
    }
}

/// Returns a bar that counts puzzles, hidden without a terminal. The number of puzzles may be unknown.
pub fn counter(n: Option<u64>, mode: OutputMode) -> ProgressBar {
    if mode.quiet || mode.verbose > 0 || !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let left = |state: &ProgressState, text: &mut dyn fmt::Write| {
        // The first puzzles are no basis for an estimate.
        let is_known = state.pos() >= 10 && state.elapsed() > Duration::from_secs(2);
        if let Some(n) = state.len().filter(|_| is_known) {
            let seconds =
                state.elapsed().as_secs_f64() * n.saturating_sub(state.pos()) as f64 / state.pos() as f64;
            let _ = write!(text, ", {} left", time(seconds));
        }
    };
    match n {
        // The bar fills the part of the line that the numbers leave.
        Some(n) => {
            let style = style("{wide_bar} {pos} of {len}, {elapsed}{left}").with_key("left", left);
            ProgressBar::new(n).with_style(style)
        }
        None => ProgressBar::no_length().with_style(style("{spinner} {human_pos} solved, {elapsed}")),
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates are written here")
}

impl Observer for Progress<'_> {
    fn round_started(&self, bound: Cost, n_tasks: usize) {
        self.lock().rounds.begin(bound);
        match &self.view {
            View::Events(events) => events.round_started(bound, n_tasks),
            View::Log => tracing::debug!("round to {bound} begins with {} tasks", grouped(n_tasks as u64)),
            _ => {}
        }
    }

    fn round_finished(&self, round: &Round) {
        let nodes = round.counts.generated;
        let seconds = self.lock().rounds.finish(nodes);
        match &self.view {
            View::Events(events) => events.round_finished(round),
            View::Log => {
                let (nodes, rate) = (grouped(nodes), rate(nodes, seconds));
                tracing::info!("round to {} complete: {nodes} nodes in {seconds:.3} s ({rate})", round.bound);
            }
            _ => {}
        }
    }

    fn improved(&self, cost: Cost, moves: &[Move]) {
        match &self.view {
            View::Events(events) => events.improved(cost, moves),
            View::Log => {
                let seconds = self.lock().rounds.search_began.elapsed().as_secs_f64();
                tracing::info!("found {cost} moves after {seconds:.3} s");
            }
            _ => {}
        }
        match (self.improved, &self.view) {
            (None, _) => {}
            (Some(improved), View::Drawn(bar)) => bar.suspend(|| improved(cost, moves)),
            (Some(improved), _) => improved(cost, moves),
        }
    }

    fn table_started(&self, name: &str, bytes: u64) {
        let size = if bytes > 0 { format!(", {}", memory::show(bytes)) } else { String::new() };
        let doing = format!("building table {name}{size}");
        match &self.view {
            View::Events(events) => events.table_started(name, bytes),
            View::Log => tracing::info!("{doing}"),
            _ => {}
        }
        self.lock().table = Some(Table::new(name, doing));
    }

    fn table_progress(&self, name: &str, done: u64, total: u64) {
        if let View::Events(events) = &self.view {
            return events.table_progress(name, done, total);
        }
        let percent = 100 * done / total.max(1);
        let mut shown = self.lock();
        // Threads report in any order; the share must not decrease.
        if let Some(table) = shown.table.as_mut().filter(|table| table.name == name) {
            table.percent = table.percent.max(Some(percent));
        }
    }

    fn table_finished(&self, name: &str) {
        self.lock().table = None;
        match &self.view {
            View::Events(events) => events.table_finished(name),
            View::Log => tracing::debug!("table {name} is ready"),
            _ => {}
        }
    }

    fn table_note(&self, name: &str, note: &TableNote) {
        if let View::Events(events) = &self.view {
            return events.table_note(name, note);
        }
        match note {
            TableNote::Awaited => {
                let doing = format!("waiting for table {name}, which another thread or process builds");
                self.lock().table = Some(Table::new(name, doing));
            }
            TableNote::Found(_) => self.lock().table = None,
            _ => {}
        }
        let line = match note {
            TableNote::Found(bytes) => format!("found table {name}, {}", memory::show(*bytes)),
            TableNote::Awaited => format!("waiting for table {name}, which another thread or process builds"),
            TableNote::NewFolder(_) if !self.warns => return,
            TableNote::NewFolder(path) => match &self.view {
                View::Drawn(bar) => return bar.suspend(|| print_new_folder(path)),
                _ => return print_new_folder(path),
            },
            TableNote::Stored(bytes, path) => {
                format!("stored table {name}, {}, in {path}", memory::show(*bytes))
            }
            TableNote::Outdated(..) if !self.warns => return,
            TableNote::Outdated(bytes, path) => match &self.view {
                View::Drawn(bar) => return bar.suspend(|| print_outdated(*bytes, path)),
                _ => return print_outdated(*bytes, path),
            },
            TableNote::Trouble(_) if !self.warns => return,
            TableNote::Trouble(why) => match &self.view {
                View::Drawn(bar) => return bar.suspend(|| warn(name, why)),
                _ => return warn(name, why),
            },
        };
        match &self.view {
            View::Nothing | View::Events(_) => {}
            View::Log => tracing::info!("{line}"),
            // Use of the user's disk is always reported.
            View::Drawn(bar) if matches!(note, TableNote::Stored(..)) => bar.suspend(|| {
                let _ = writeln!(stderr(), "{line}");
            }),
            // Shown with the next tick.
            View::Drawn(_) => {}
        }
    }
}

impl Observer for Warnings {
    fn table_note(&self, name: &str, note: &TableNote) {
        match note {
            TableNote::Trouble(why) if !self.0.quiet => warn(name, why),
            TableNote::NewFolder(path) if !self.0.quiet => print_new_folder(path),
            TableNote::Outdated(bytes, path) if !self.0.quiet => print_outdated(*bytes, path),
            _ => {}
        }
    }
}

/// Reports a new directory. A closed stderr is ignored.
fn print_new_folder(path: &str) {
    let _ = writeln!(stderr(), "created the directory {path} for tables");
}

/// Reports a table that an older version has stored.
fn print_outdated(bytes: u64, path: &str) {
    let size = memory::show(bytes);
    let _ = writeln!(
        stderr(),
        "{path} is a table of an older version, {size}, and is not used: deepen tables remove --unused removes it"
    );
}

/// Prints a warning. A closed stderr is ignored.
fn warn(name: &str, why: &str) {
    let _ = writeln!(stderr(), "{} table {name}: {why}", label("warning:", Style::Warning));
}

impl Table {
    fn new(name: &str, doing: String) -> Table {
        Table { name: name.to_string(), doing, percent: None, since: Instant::now() }
    }
}

impl Shown {
    fn describe(&mut self, nodes: u64, now: Instant) -> String {
        if let Some(table) = &self.table {
            return table.describe(now - table.since);
        }
        let mut line = match self.rounds.bound {
            Some(bound) => format!("round to {bound}: "),
            None => String::new(),
        };
        // The most useful numbers first: a narrow terminal cuts the rest.
        if let Some((share, left)) = self.rounds.estimate(nodes, now) {
            line += &format!("about {:.0} %, {} left, ", 100.0 * share, time(left));
        }
        let seconds = (now - self.rounds.search_began).as_secs_f64();
        line + &format!("{} nodes, {}", grouped(nodes), rate(nodes, seconds))
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::Arc;

    use deepen::front::Progress as _;
    use deepen::search::Counts;
    use indicatif::{ProgressDrawTarget, TermLike};

    use super::*;

    fn finish(progress: &Progress<'_>, bound: Cost, generated: u64) {
        progress.round_started(bound, 1);
        progress.round_finished(&Round { bound, counts: Counts { generated, expanded: 0 } });
    }

    /// A search whose complete rounds had these numbers of nodes, and whose last round has begun.
    fn after(rounds: &[u64]) -> Progress<'static> {
        let progress = Progress::silent();
        progress.begin();
        (40..).step_by(2).zip(rounds).for_each(|(bound, &nodes)| finish(&progress, bound, nodes));
        progress.round_started(46, 7);
        progress
    }

    fn describe(progress: &Progress<'_>, nodes: u64, seconds: u64) -> String {
        let mut shown = progress.lock();
        let now = shown.rounds.round_began + Duration::from_secs(seconds);
        shown.rounds.search_began = shown.rounds.round_began;
        shown.describe(nodes, now)
    }

    #[test]
    fn the_share_follows_the_growth_of_rounds() {
        let progress = after(&[200, 1_000, 5_000]);
        assert_eq!(describe(&progress, 6_200, 0), "round to 46: 6,200 nodes, 0 nodes/s");
        // 25,000 expected, 10,000 of them done in 2 seconds.
        let expected = "round to 46: about 40 %, 3 s left, 16,200 nodes, 8.1 k nodes/s";
        assert_eq!(describe(&progress, 16_200, 2), expected);
        // More than expected: no estimate any more.
        let expected = "round to 46: 60,000 nodes, 10.0 k nodes/s";
        assert_eq!(describe(&progress, 60_000, 6), expected);
    }

    #[test]
    fn few_or_irregular_rounds_give_no_estimate() {
        // Too small, too few, and growing irregularly.
        for rounds in [&[9, 70, 500][..], &[1_000, 5_000], &[1_000, 5_000, 200_000], &[1_000, 5_000, 4_000]] {
            let progress = after(rounds);
            describe(&progress, 100, 0);
            assert_eq!(
                describe(&progress, 1_100, 1),
                "round to 46: 1,100 nodes, 1.1 k nodes/s",
                "{rounds:?}"
            );
        }
    }

    #[test]
    fn long_times_are_not_shown_in_seconds() {
        let progress = after(&[1_000, 13_000, 169_000]);
        describe(&progress, 0, 0);
        let line = describe(&progress, 10, 3600);
        assert!(line.starts_with("round to 46: about 0 %, > 1 day left, "), "{line}");
        assert_eq!(time(98.0), "98 s");
        assert_eq!(time(600.0), "10 min");
        assert_eq!(time(9000.0), "2.5 h");
    }

    #[test]
    fn the_share_of_a_table_only_grows() {
        let progress = Progress::silent();
        progress.begin();
        progress.table_started("coset-752m", 752 << 20);
        assert_eq!(describe(&progress, 0, 0), "building table coset-752m, 752.0 MiB, 0 s");
        progress.table_progress("coset-752m", 34, 100);
        progress.table_progress("coset-752m", 33, 100);
        assert_eq!(describe(&progress, 0, 3), "building table coset-752m, 752.0 MiB, 34 %, 3 s");
        progress.table_finished("coset-752m");
        assert_eq!(describe(&progress, 0, 0), "0 nodes, 0 nodes/s");
    }

    /// A terminal with a number of columns that stores what is written to it.
    #[derive(Clone, Debug)]
    struct Narrow(u16, Arc<Mutex<Vec<String>>>);

    impl TermLike for Narrow {
        fn width(&self) -> u16 {
            self.0
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.1.lock().expect("nothing panics").push(text.to_string());
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_fit_the_terminal() {
        for width in [20, 40, 80] {
            let terminal = Narrow(width, Arc::default());
            let bar = ProgressBar::new_spinner().with_style(style(LINE));
            bar.set_draw_target(ProgressDrawTarget::term_like(Box::new(terminal.clone())));
            let progress = Progress::with(View::Drawn(bar));
            progress.begin();
            progress.table_started("a table with a name that is as long as some lines of a terminal are", 1);
            progress.tick(0);
            progress.table_finished("a table with a name that is as long as some lines of a terminal are");
            progress.tick(12_345_678_901_234);
            let drawn = terminal.1.lock().expect("nothing panics").clone();
            assert!(drawn.iter().any(|text| text.contains("building")), "{drawn:?}");
            for text in &drawn {
                assert!(text.trim_end().chars().count() <= usize::from(width), "{width} columns: {text:?}");
            }
        }
    }
}
