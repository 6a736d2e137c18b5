//! `deepen count`: how many positions there are at every distance from a goal.

use std::io::{Write, stdout};

use puzzle::{Board, Goal};
use search::{End, StopReason};
use solve::Census;

use crate::args;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input;
use crate::plan::{self, Voice};
use crate::progress::Progress;
use crate::session::Session;
use crate::text::{self, Align, count_of, grouped, rate, table};
use crate::verdict::stopped_by;
use crate::watch::Watch;
use crate::wire;

/// How many of the deepest boards are shown.
const SHOWN: usize = 5;

pub fn run(args: &args::Count, voice: Voice, watch: &Watch) -> anyhow::Result<Exit> {
    let goal = input::goal(&args.goal.goal)?;
    let board = goal_board(&goal, args.size)?;
    let limits = plan::limits(&args.limits);
    let (census, seconds) =
        Session::new(watch).count(&board, limits, args.limits.timeout, &Progress::new(voice))?;
    let stop = match census.end {
        End::Stopped(reason) => Some(reason),
        End::Solved | End::Exhausted => None,
    };
    let mut out = stdout().lock();
    if voice.json {
        wire::write(&mut out, &counted(&census, &goal, &board, stop, seconds))?;
    } else {
        write!(out, "{}", in_words(&census, &goal, &board, stop, seconds))?;
    }
    out.flush()?;
    // A count to a given depth is all that was asked for.
    Ok(match stop {
        None | Some(StopReason::Cost) => Exit::Done,
        Some(_) => Exit::Limit,
    })
}

fn goal_board(goal: &Goal, size: Option<args::values::Size>) -> Result<Board, Failure> {
    match (goal, size) {
        (Goal::Custom(board), None) => Ok(board.clone()),
        (_, None) => Err(Failure::usage("the size is missing").hint("try --size 3x3")),
        (goal, Some(size)) => goal.board(size.rows, size.cols).map_err(|error| Failure::goal(&error)),
    }
}

fn in_words(census: &Census, goal: &Goal, board: &Board, stop: Option<StopReason>, seconds: f64) -> String {
    let mut rows = vec![vec!["depth".to_string(), "boards".to_string()]];
    let numbers = census.per_depth.iter().enumerate().map(|(depth, &n)| vec![depth.to_string(), grouped(n)]);
    rows.extend(numbers);
    let mut text = format!("goal {}, {}\n", text::goal(goal), text::size(board));
    text += &table(&[Align::Right, Align::Right], &rows);
    let nodes = census.counts.generated;
    let total = count_of(census.per_depth.iter().sum(), "board");
    let work = format!("{} in {seconds:.3} s ({})", count_of(nodes, "node"), rate(nodes, seconds));
    let deepest = census.per_depth.len().saturating_sub(1);
    text += &match stop {
        None => format!("{total}; God's number is {deepest}; {work}\n"),
        Some(StopReason::Cost) => format!("{total} within {deepest} moves; {work}\n"),
        Some(reason) => {
            format!(
                "stopped ({}): {total} within {deepest} moves, there are more; {work}\n",
                stopped_by(reason)
            )
        }
    };
    if stop.is_none() {
        text += "deepest:\n";
        for board in census.deepest.iter().take(SHOWN) {
            text += &format!("  {}\n", board.to_line());
        }
    }
    text
}

fn counted(
    census: &Census,
    goal: &Goal,
    board: &Board,
    stop: Option<StopReason>,
    seconds: f64,
) -> wire::Counted {
    wire::Counted {
        puzzle: "sliding",
        size: text::size(board),
        goal: text::goal(goal),
        metric: "single-tile",
        status: match stop {
            None => "complete",
            Some(StopReason::Time) => "timeout",
            Some(StopReason::Cancelled) => "cancelled",
            Some(_) => "limit",
        },
        stopped_by: stop.map(stopped_by),
        total: census.per_depth.iter().sum(),
        gods_number: stop.is_none().then(|| census.per_depth.len() - 1),
        per_depth: census.per_depth.clone(),
        deepest: census.deepest.iter().take(SHOWN).map(Board::to_line).collect(),
        nodes: census.counts.generated,
        seconds: wire::rounded(seconds),
    }
}
