//! Results as text for people. This module builds strings, so that they can be tested; commands print them.

use std::fmt;

use deepen::front::{Plan, Timed};
use deepen::memory;
use deepen::search::{Move, StopReason};
use deepen::solver::{
    self, Algorithm, Heuristic, Instance, Names, Proof, Replay, Report, Request, Status, UpToSymmetry,
};
use deepen::status::{has_all, none_within, stopped_by};

/// `1,234,567`, written without a temporary string: a batch writes it on every line.
pub struct Grouped<N>(pub N);

impl<N: Copy + Into<u128>> fmt::Display for Grouped<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.into() {
            n if n < 1000 => write!(f, "{n}"),
            n => write!(f, "{},{:03}", Grouped(n / 1000), n % 1000),
        }
    }
}

/// `1,234,567`.
pub fn grouped<N: Copy + Into<u128>>(n: N) -> String {
    Grouped(n).to_string()
}

/// `45.6 M nodes/s`.
pub fn rate(nodes: u64, seconds: f64) -> String {
    let rate = if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 };
    // Limits below which a unit rounds to less than a thousand.
    match rate {
        _ if rate < 999.5 => format!("{rate:.0} nodes/s"),
        _ if rate < 999.95e3 => format!("{:.1} k nodes/s", rate / 1e3),
        _ if rate < 999.95e6 => format!("{:.1} M nodes/s", rate / 1e6),
        _ => format!("{:.2} G nodes/s", rate / 1e9),
    }
}

/// `1 move`, `2 moves`, written without a temporary string.
pub struct CountOf<'a>(pub u64, pub &'a str);

impl fmt::Display for CountOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CountOf(n, one) = self;
        write!(f, "{} {one}{}", Grouped(*n), if *n == 1 { "" } else { "s" })
    }
}

/// `1 move`, `2 moves`.
pub fn count_of(n: u64, one: &str) -> String {
    CountOf(n, one).to_string()
}

/// A solution, with the goal it reaches as a comment if there are several: `R' D2 F // eo-rl`.
pub struct Solution<'a>(pub &'a dyn Instance, pub &'a [Move]);

impl fmt::Display for Solution<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solution(instance, moves) = *self;
        write!(f, "{}", solver::Solution(instance, moves))?;
        match instance.reached(moves) {
            Some(reached) => write!(f, " // {reached}"),
            None => Ok(()),
        }
    }
}

/// The heading of a result: `goal last, ida with pattern, 2 threads`, or `goal domino reduction on any axis (dr), …`.
pub fn heading(plan: &Plan, heuristic: Heuristic) -> String {
    let Plan { task, method, .. } = plan;
    let algorithm = method.algorithm;
    let mut line = format!("goal {}, {}", task.goal_description(), algorithm.name());
    if algorithm == Algorithm::WEIGHTED_A_STAR {
        line += &format!(" {}", f64::from(method.weight) / 100.0);
    }
    // Some puzzles are proved shortest without a heuristic.
    let is_shown = method.heuristic.is_some() || heuristic != Heuristic::NONE;
    if uses_heuristic(plan, algorithm) && is_shown {
        line += &format!(" with {}", heuristic.name());
    }
    task.notes().iter().for_each(|note| line += &format!(", {note}"));
    match (plan.ranks, plan.threads_for(algorithm)) {
        (1, 1) => {}
        (1, n) => line += &format!(", {n} threads"),
        (ranks, n) => line += &format!(", {ranks} ranks of {}", count_of(n as u64, "thread")),
    }
    line
}

/// True if an algorithm uses a heuristic.
pub fn uses_heuristic(plan: &Plan, algorithm: Algorithm) -> bool {
    plan.info(algorithm).is_some_and(|info| info.uses_heuristic)
}

/// One line about the end of a search and its cost.
pub fn summary(timed: &Timed, request: &Request, max_memory: u64) -> String {
    let report = &timed.report;
    let nodes = report.counts.generated;
    let seconds = timed.search_seconds();
    let tables = match has_table_time(timed) {
        true => format!("; tables {:.3} s, {:.3} s in all", timed.table_seconds, timed.seconds),
        false => String::new(),
    };
    let work = format!("{} in {seconds:.3} s ({}{tables})", count_of(nodes, "node"), rate(nodes, seconds));
    match report.status {
        Status::Solved(_) if report.length == Some(0) => "0 moves, already solved".to_string(),
        Status::Solved(_) if request.method.all => format!("{}; {work}", all_solutions(report)),
        Status::Stopped(StopReason::Memory) => {
            let held = count_of(report.held, "state");
            format!("{}; {held} held in {}; {work}", Ending(report, request), memory::show(max_memory))
        }
        _ => format!("{}; {work}", Ending(report, request)),
    }
}

/// True if tables took at least half a millisecond, the smallest time that is printed.
pub fn has_table_time(timed: &Timed) -> bool {
    timed.table_seconds >= 0.0005
}

/// The end of a search: `53 moves, optimal`.
pub struct Ending<'a>(pub &'a Report, pub &'a Request);

impl fmt::Display for Ending<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ending(report, request) = *self;
        let found = report.length.map(|length| CountOf(length.into(), "move"));
        let least = CountOf(report.lower_bound.into(), "move");
        match (report.status, found) {
            (Status::Solved(Proof::Optimal), Some(found)) => write!(f, "{found}, optimal"),
            (Status::Solved(_), Some(found)) => write!(f, "{found}, not proved shortest (at least {least})"),
            (Status::Stopped(reason), Some(found)) => {
                write!(f, "stopped ({}): {found} found, at least {least}", stopped_by(reason))
            }
            (Status::Stopped(StopReason::Cost), None) => match report.max_length {
                Some(most) if none_within(report).is_some() => {
                    write!(f, "no solution of {} or fewer (proved)", CountOf(most.into(), "move"))
                }
                Some(most) => {
                    let most = CountOf(most.into(), "move");
                    write!(f, "no solution of {most} or fewer found (not proved: at least {least})")
                }
                None => {
                    let name = report.algorithm.name();
                    write!(
                        f,
                        "no solution found: {name} does not try every sequence of moves (at least {least})"
                    )
                }
            },
            (Status::Stopped(reason), None) if report.lower_bound == 0 => {
                write!(f, "stopped ({}): no solution known yet", stopped_by(reason))
            }
            (Status::Stopped(reason), None) => {
                write!(f, "stopped ({}): at least {least}", stopped_by(reason))
            }
            (Status::NoSolution | Status::Solved(_), _) => {
                write!(f, "no solution: {}", unsolvable_reason(report, request))
            }
        }
    }
}

/// Returns why a search that was not stopped found no solution.
fn unsolvable_reason(report: &Report, request: &Request) -> String {
    let least = request.method.min_length;
    let instance = &request.instance;
    match (instance.unsolvable_reason(), report.counts.generated) {
        _ if least > 0 && instance.replay(&[]) == Replay::Solved => {
            format!("already solved, expected a solution of {} or more", count_of(least.into(), "move"))
        }
        (Some(why), _) => why.to_string(),
        (None, 0) => "no move can be made".to_string(),
        (None, _) => "everything that the moves can reach was searched".to_string(),
    }
}

/// The number of solutions: `6 optimal solutions of 6 moves, 1 up to symmetry`.
pub fn all_solutions(report: &Report) -> String {
    let longer: u64 = report.longer.iter().sum();
    let n = count_of(report.n_solutions - longer, "optimal solution");
    let length = u64::from(report.length.unwrap_or(0));
    let mut moves = count_of(length, "move");
    for (more, &n) in (1..).zip(&report.longer) {
        moves += &format!(", {} of {}", grouped(n), length + more);
    }
    let mut to_show = report.n_solutions;
    let mut shown = String::new();
    if let Some(UpToSymmetry { n_sets, n_compared }) = report.up_to_symmetry {
        to_show = n_sets;
        let at_least = if n_compared < report.n_solutions { "at least " } else { "" };
        shown = format!(", {at_least}{} up to symmetry", grouped(n_sets));
    }
    let n_shown = report.solutions.len() as u64;
    if n_shown < to_show {
        shown += &format!(", {} shown", grouped(n_shown));
    }
    match has_all(report) {
        true => format!("{n} of {moves}{shown}"),
        false => format!("at least {n} of {moves}{shown}, stopped before all were found"),
    }
}

/// The names of moves, separated by spaces.
pub fn names(instance: &dyn Instance, moves: &[Move]) -> String {
    Names(instance, moves).to_string()
}

/// The alignment of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// Formats rows as a table; the first row is the heading. Lines have no trailing spaces.
pub fn table(columns: &[Align], rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(columns.iter().zip(&widths)).map(|(cell, (align, &width))| match align {
            Align::Left => format!("{cell:<width$}"),
            Align::Right => format!("{cell:>width$}"),
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn grouped_digits_are_those_of_the_number(n: u128, places in 0_u32..128) {
            let n = n >> places;
            let text = grouped(n);
            prop_assert_eq!(text.replace(',', ""), n.to_string());
            let mut groups = text.split(',');
            prop_assert!(groups.next().is_some_and(|first| (1..=3).contains(&first.len())));
            prop_assert!(groups.all(|group| group.len() == 3));
        }

        #[test]
        fn rates_are_near_and_short(nodes in 1_u64..1 << 40, seconds in 0.001_f64..1e6) {
            let text = rate(nodes, seconds);
            let (number, unit) = text.split_once(' ').expect("a number and a unit");
            let number: f64 = number.parse().expect("a number");
            let factor = match unit {
                "nodes/s" => 1.0,
                "k nodes/s" => 1e3,
                "M nodes/s" => 1e6,
                "G nodes/s" => 1e9,
                other => panic!("{other}"),
            };
            let exact = nodes as f64 / seconds;
            prop_assert!(number < 1000.0 || factor == 1e9, "{}", text);
            prop_assert!((number * factor - exact).abs() <= (0.06 * exact).max(0.5), "{} of {}", text, exact);
        }

        #[test]
        fn cells_of_tables_stand_in_their_columns(
            cells in prop::collection::vec(["[a-zé]{0,7}", "[0-9,]{0,9}", "[a-z]{0,4}"], 1..6),
        ) {
            let columns = [Align::Left, Align::Right, Align::Left];
            let rows: Vec<Vec<String>> = cells.iter().map(|row| row.to_vec()).collect();
            let text = table(&columns, &rows);
            prop_assert_eq!(text.lines().count(), rows.len());
            for (line, row) in text.lines().zip(&rows) {
                prop_assert_eq!(line.trim_end(), line);
                let mut chars = line.chars();
                for (column, cell) in row.iter().enumerate() {
                    let width = rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
                    let shown: String = chars.by_ref().take(width).collect();
                    prop_assert_eq!(shown.trim(), cell);
                    prop_assert!(chars.by_ref().take(2).all(|c| c == ' '));
                }
            }
        }
    }

    #[test]
    fn numbers() {
        for (n, expected) in
            [(0_u64, "0"), (999, "999"), (1000, "1,000"), (12_345, "12,345"), (1_234_567, "1,234,567")]
        {
            assert_eq!(grouped(n), expected);
        }
        assert_eq!(rate(45_600_000, 1.0), "45.6 M nodes/s");
        assert_eq!(rate(500, 0.5), "1.0 k nodes/s");
        assert_eq!(rate(3_210_000_000, 1.0), "3.21 G nodes/s");
        assert_eq!(rate(10, 0.0), "0 nodes/s");
        assert_eq!(count_of(1, "move"), "1 move");
        assert_eq!(count_of(0, "move"), "0 moves");
    }

    #[test]
    fn tables_are_aligned() {
        let rows = [["name", "n"], ["ida", "1,234"], ["weighted", ""]];
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
        let expected = "name          n\nida       1,234\nweighted\n";
        assert_eq!(table(&[Align::Left, Align::Right], &rows), expected);
    }
}
