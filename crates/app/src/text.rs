//! Results in words. Everything is built here as strings, so that it can be tested; commands print it.

use puzzle::{Board, Direction, Goal};
use search::StopReason;
use solve::{Algorithm, Proof, Report, Request, Status};

use crate::memory;
use crate::plan::Plan;
use crate::session::Timed;
use crate::verdict::{has_all, stopped_by};

/// `1,234,567`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.char_indices() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `45.6 M nodes/s`.
pub fn rate(nodes: u64, seconds: f64) -> String {
    let rate = if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 };
    match rate {
        _ if rate < 1e3 => format!("{rate:.0} nodes/s"),
        _ if rate < 1e6 => format!("{:.1} k nodes/s", rate / 1e3),
        _ if rate < 1e9 => format!("{:.1} M nodes/s", rate / 1e6),
        _ => format!("{:.2} G nodes/s", rate / 1e9),
    }
}

/// `1 move`, `2 moves`.
pub fn count_of(n: u64, one: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{} {one}{s}", grouped(n))
}

/// `R D L`.
pub fn moves(solution: &[Direction]) -> String {
    let letters: Vec<String> = solution.iter().map(|way| way.letter().to_string()).collect();
    letters.join(" ")
}

/// `3x4`.
pub fn size(board: &Board) -> String {
    format!("{}x{}", board.rows(), board.cols())
}

/// `last`, or the goal's board if it has no name.
pub fn goal(goal: &Goal) -> String {
    match goal {
        Goal::Custom(board) => board.to_line(),
        named => named.name().to_string(),
    }
}

/// What was done: `goal last, ida with pattern, 2 threads`.
pub fn heading(plan: &Plan, report: &Report) -> String {
    let algorithm = report.algorithm;
    let mut line = format!("goal {}, {}", goal(&plan.goal), algorithm.name());
    if algorithm == Algorithm::WeightedAStar {
        line += &format!(" {}", f64::from(plan.method.weight) / 100.0);
    }
    if algorithm.uses_heuristic() {
        line += &format!(" with {}", report.estimate.name());
    }
    match plan.threads_for(algorithm) {
        1 => {}
        n => line += &format!(", {n} threads"),
    }
    line
}

/// How it ended and what it took, on one line.
pub fn summary(timed: &Timed, request: &Request, max_memory: u64) -> String {
    let report = &timed.report;
    let nodes = report.counts.generated;
    let work =
        format!("{} in {:.3} s ({})", count_of(nodes, "node"), timed.seconds, rate(nodes, timed.seconds));
    match report.status {
        Status::Solved(_) if report.length == Some(0) => "0 moves, already solved".to_string(),
        Status::Solved(_) if request.method.all => format!("{}; {work}", all_solutions(report)),
        Status::Stopped(StopReason::Memory) => {
            let held = count_of(report.held, "state");
            format!("{}; {held} held in {}; {work}", ending(report), memory::show(max_memory))
        }
        _ => format!("{}; {work}", ending(report)),
    }
}

/// How it ended: `53 moves, optimal`.
pub fn ending(report: &Report) -> String {
    let found = report.length.map(|length| count_of(length.into(), "move"));
    let least = count_of(report.lower_bound.into(), "move");
    match (report.status, found) {
        (Status::Solved(Proof::Optimal), Some(found)) => format!("{found}, optimal"),
        (Status::Solved(_), Some(found)) => format!("{found}, not proved shortest (at least {least})"),
        (Status::Stopped(reason), Some(found)) => {
            format!("stopped ({}): {found} found, at least {least}", stopped_by(reason))
        }
        (Status::Stopped(reason), None) => format!("stopped ({}): at least {least}", stopped_by(reason)),
        (Status::NoSolution | Status::Solved(_), _) => "no solution".to_string(),
    }
}

fn all_solutions(report: &Report) -> String {
    let n = count_of(report.n_solutions, "optimal solution");
    let length = count_of(report.length.unwrap_or(0).into(), "move");
    let shown = match report.solutions.len() as u64 {
        shown if shown < report.n_solutions => format!(", {} shown", grouped(shown)),
        _ => String::new(),
    };
    match has_all(report) {
        true => format!("{n} of {length}{shown}"),
        false => format!("at least {n} of {length}{shown}, stopped before all were found"),
    }
}

/// Every position on the way, with the move that led to it.
pub fn steps(board: &Board, solution: &[Direction]) -> String {
    let mut board = board.clone();
    let mut text = format!("{board}\n");
    for (i, &way) in solution.iter().enumerate() {
        let tile = board.slide(way).expect("solutions are replayed before they are shown");
        text += &format!("\n{}: {tile} {}\n{board}\n", i + 1, word(way));
    }
    text
}

fn word(way: Direction) -> &'static str {
    match way {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

/// How columns of a table are aligned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows with columns under each other; the first row is the heading. No spaces at the ends of lines.
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
    use puzzle::parse::board::only_board;

    use super::*;

    #[test]
    fn numbers() {
        for (n, expected) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (12_345, "12,345"), (1_234_567, "1,234,567")]
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
    fn steps_are_numbered() {
        let board = only_board("1 2/0 3").unwrap();
        assert_eq!(steps(&board, &[Direction::Left]), "1 2\n. 3\n\n1: 3 left\n1 2\n3 .\n");
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
