//! Results in words. Everything is built here as strings, so that it can be tested; commands print it.

use std::fmt;

use puzzle::cube::Net;
use puzzle::parse::cube::{Niss, cancelled};
use puzzle::shuffdle::{Shuffdle, cell_name};
use puzzle::{Board, Direction, Face, Turn};
use search::{Move, StopReason};
use solve::recipe::cube3::moves::turns_of;
use solve::recipe::shuffdle::shift;
use solve::recipe::sliding::{direction, n_tiles};
use solve::{
    Algorithm, Estimate, Metric, Proof, Question, Report, Request, SlideMetric, Status, UpToSymmetry,
};

use crate::memory;
use crate::plan::{Plan, Target};
use crate::session::Timed;
use crate::verdict::{has_all, none_within, stopped_by};

/// `1,234,567`, written without detours: a batch writes it on every line.
pub struct Grouped(pub u64);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            n if n < 1000 => write!(f, "{n}"),
            n => write!(f, "{},{:03}", Grouped(n / 1000), n % 1000),
        }
    }
}

/// `1,234,567`.
pub fn grouped(n: u64) -> String {
    Grouped(n).to_string()
}

/// The same for a number of any size, given by its digits.
pub fn grouped_digits(digits: &str) -> String {
    let (first, rest) = digits.split_at(digits.len() % 3);
    let threes = rest.as_bytes().chunks(3).map(|three| String::from_utf8_lossy(three).into_owned());
    let parts = Some(first.to_string()).into_iter().filter(|first| !first.is_empty()).chain(threes);
    parts.collect::<Vec<_>>().join(",")
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

/// `1 move`, `2 moves`, written without detours.
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

/// `3x4`.
pub fn size(board: &Board) -> String {
    format!("{}x{}", board.rows(), board.cols())
}

/// A solution with what it reaches, where that may be one of several: `R' D2 F // eo-rl`, which algs have for comments.
pub struct Solution<'a>(pub &'a Question, pub &'a [Move]);

impl fmt::Display for Solution<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solution(question, moves) = self;
        write!(f, "{}", question.whole_names(moves))?;
        match question {
            Question::Steps(steps) if steps.goal.aims().len() > 1 => {
                steps.spoken(moves).aim.map_or(Ok(()), |aim| write!(f, " // {}", aim.name()))
            }
            _ => Ok(()),
        }
    }
}

/// A solution together with the moves that it goes on from, and how many that are in all; None if it goes on from none.
pub fn in_all(plan: &Plan, question: &Question, moves: &[Move]) -> Option<(String, usize)> {
    let after = plan.after.as_ref()?;
    match question {
        Question::Steps(steps) => {
            let spoken = steps.spoken(moves);
            let joined = |a: &[Turn], b: &[Turn]| cancelled(&[a, b].concat());
            let whole = Niss {
                normal: joined(&after.normal, &spoken.moves),
                inverse: joined(&after.inverse, &spoken.inverse_moves),
            };
            Some((whole.written(), whole.n_turns()))
        }
        Question::Cube3(twist) => {
            let turns: Vec<Turn> = moves.iter().flat_map(|&mv| turns_of(twist.metric, mv)).copied().collect();
            let whole = Niss { normal: cancelled(&after.linear(&turns)), inverse: Vec::new() };
            Some((whole.written(), whole.n_turns()))
        }
        _ => None,
    }
}

/// What was done: `goal last, ida with pattern, 2 threads`, or `goal domino reduction on any axis (dr), …`.
pub fn heading(plan: &Plan, estimate: Estimate) -> String {
    let Plan { target, method, .. } = plan;
    let algorithm = method.algorithm;
    let mut line = format!("goal {}, {}", target.goal_words(), algorithm.name());
    if algorithm == Algorithm::WeightedAStar {
        line += &format!(" {}", f64::from(method.weight) / 100.0);
    }
    // Of the 3x3x3 some are proved shortest without any.
    let is_asked = method.estimate.is_some() || estimate != Estimate::Zero;
    if algorithm.uses_heuristic() && is_asked {
        line += &format!(" with {}", estimate.name());
    }
    if let Some(metric) = target.metric().filter(|&metric| metric != Metric::HalfTurn) {
        line += &format!(", {}", metric.name());
    }
    match target {
        Target::Sliding(_, metric @ SlideMetric::MultiTile) => line += &format!(", {}", metric.name()),
        Target::Defined(defined) => defined.notes().iter().for_each(|note| line += &format!(", {note}")),
        _ => plan.turns_name.iter().for_each(|turns| line += &format!(", turns {turns}")),
    }
    if method.niss {
        line += ", both sides";
    }
    match (plan.ranks, plan.threads_for(algorithm)) {
        (1, 1) => {}
        (1, n) => line += &format!(", {n} threads"),
        (ranks, n) => line += &format!(", {ranks} ranks of {}", count_of(n as u64, "thread")),
    }
    line
}

/// How it ended and what it took, on one line.
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

/// True if tables took so long that it can be seen.
pub fn has_table_time(timed: &Timed) -> bool {
    timed.table_seconds >= 0.0005
}

/// How it ended: `53 moves, optimal`.
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
                write!(f, "no solution: {}", why_none(report, request))
            }
        }
    }
}

/// Why a search that was not stopped has found nothing.
fn why_none(report: &Report, request: &Request) -> String {
    let least = request.method.min_length;
    match (&request.question, report.counts.generated) {
        (question, _) if least > 0 && question.replay(&[]) => {
            format!("it is solved at the start, and expected are {} or more", count_of(least.into(), "move"))
        }
        (Question::Steps(_), _) => "the turns that may be made cannot reach the goal".to_string(),
        (_, 0) => "no move can be made".to_string(),
        _ => "everything that the moves can reach was searched".to_string(),
    }
}

/// How many were found: `6 optimal solutions of 6 moves, 1 up to symmetry`.
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

/// Every position on the way, with the move that led to it.
pub fn steps(board: &Board, solution: &[Move]) -> String {
    let mut board = board.clone();
    let mut text = format!("{board}\n");
    for (i, &mv) in solution.iter().enumerate() {
        let way = direction(mv);
        let mut slide =
            || board.slide(way).expect("solutions are replayed before they are shown").to_string();
        let tiles: Vec<String> = (0..n_tiles(mv)).map(|_| slide()).collect();
        text += &format!("\n{}: {} {}\n{board}\n", i + 1, tiles.join(" "), word(way));
    }
    text
}

/// Every board of Shuffdle on the way, with the move that led to it.
pub fn letter_steps(board: &Shuffdle, solution: &[Move]) -> String {
    let mut board = *board;
    let mut text = format!("{board}\n");
    for (i, &mv) in solution.iter().enumerate() {
        let told = slide(&mut board, mv).expect("solutions are replayed before they are shown");
        text += &format!("\n{}: {told}\n{board}\n", i + 1);
    }
    text
}

/// Makes a move of Shuffdle and says what it does: `b3>: S right, becomes T`. None if it is not possible.
pub fn slide(board: &mut Shuffdle, mv: Move) -> Option<String> {
    let shift = shift(mv);
    let (before, after) = board.slide(shift)?;
    let cell = cell_name(shift.to()?);
    Some(format!("{shift} moves {before} {} to {cell}, where it is {after}", word(shift.way)))
}

/// `up`, `down`, `left` or `right`.
pub fn word(way: Direction) -> &'static str {
    match way {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

/// An unfolded cube: letters, or coloured cells where they can be seen.
pub fn net(net: &Net, coloured: bool) -> String {
    if !coloured {
        return format!("{net}\n");
    }
    let mut text = String::new();
    for row in net.rows() {
        let last = row.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        for cell in &row[..last] {
            match cell {
                Some(face) => text += &format!("\x1b[{}m{} \x1b[0m", colour(*face), face.letter()),
                None => text += "  ",
            }
        }
        text.push('\n');
    }
    text
}

/// Black letters on the colours that most cubes have.
fn colour(face: Face) -> &'static str {
    match face {
        Face::U => "30;107",
        Face::R => "30;101",
        Face::F => "30;102",
        Face::D => "30;103",
        Face::L => "30;48;5;208",
        Face::B => "30;104",
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
        assert_eq!(steps(&board, &[Move(Direction::Left as u16)]), "1 2\n. 3\n\n1: 3 left\n1 2\n3 .\n");
    }

    #[test]
    fn nets_are_coloured_only_if_asked() {
        let solved = puzzle::Cube2::SOLVED.net();
        let plain = net(&solved, false);
        assert!(plain.starts_with("    U U\n    U U\nL L F F R R B B\n"), "{plain}");
        let coloured = net(&solved, true);
        assert_eq!(coloured.lines().next(), Some("    \x1b[30;107mU \x1b[0m\x1b[30;107mU \x1b[0m"));
        assert_eq!(coloured.matches("\x1b[30;103m").count(), 4);
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
