//! `deepen count`: how many positions there are at every distance from a goal.

use std::io::{Write, stdout};

use puzzle::{Board, Definition, Goal};
use search::{End, StopReason};
use solve::{Census, Demand, Family, Question};

use crate::args;
use crate::args::values::Subject;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input;
use crate::plan::{self, Target, Voice};
use crate::progress::Progress;
use crate::session::Session;
use crate::text::{self, Align, count_of, grouped, rate, table};
use crate::verdict::stopped_by;
use crate::watch::Watch;
use crate::wire;

/// How many of the deepest positions are shown.
const SHOWN: usize = 5;

pub fn run(args: &args::Count, voice: Voice, watch: &Watch) -> anyhow::Result<Exit> {
    let (limits, timeout) = (plan::limits(&args.limits), args.limits.timeout);
    let session = Session::new(watch, Demand::One);
    let progress = Progress::new(voice);
    let (heading, (census, seconds)) = match &args.subject {
        Subject::Family(_) => {
            let target = Target::new(&args.subject, &args.goal, &args.twist)?;
            let question = question(&target, args.size)?;
            let counted = session.count(&question, limits, timeout, &progress)?;
            (Heading::of_question(&target, &question), counted)
        }
        Subject::File(path) => {
            refuse_options(args)?;
            let (_, definition) = input::definition(path)?;
            let counted = session.count_defined(&definition, limits, timeout, &progress)?;
            (Heading::of_definition(&definition), counted)
        }
    };
    let count = Count { census: &census, heading: &heading, seconds };
    let stop = match census.end {
        End::Stopped(reason) => Some(reason),
        End::Solved | End::Exhausted => None,
    };
    let mut out = stdout().lock();
    if voice.json {
        wire::write(&mut out, &count.on_the_wire(stop))?;
    } else {
        write!(out, "{}", count.in_words(stop))?;
    }
    out.flush()?;
    // A count to a given depth is all that was asked for.
    Ok(match stop {
        None | Some(StopReason::Cost) => Exit::Done,
        Some(_) => Exit::Limit,
    })
}

/// Options that say something about a puzzle that is defined elsewhere.
fn refuse_options(args: &args::Count) -> Result<(), Failure> {
    let given = [
        ("--size", args.size.is_some()),
        ("--goal", !args.goal.goal.is_empty()),
        ("--mask", args.goal.mask.is_some()),
        ("--omit", !args.goal.omit.is_empty()),
        ("--ignore-orientation", !args.goal.ignore_orientation.is_empty()),
        ("--ignore-permutation", !args.goal.ignore_permutation.is_empty()),
        ("--metric", args.twist.metric.is_some()),
        ("--moves", args.twist.moves.is_some()),
        ("--weights", args.twist.weights.is_some()),
    ];
    match given.into_iter().find(|&(_, is_given)| is_given) {
        Some((option, _)) => Err(Failure::usage(format!("{option} is not for defined puzzles"))),
        None => Ok(()),
    }
}

/// What is counted: everything that can reach the goal.
fn question(target: &Target, size: Option<args::values::Size>) -> Result<Question, Failure> {
    match (target, size) {
        (Target::Sliding(goal), size) => {
            let goal = goal_board(goal, size)?;
            Ok(Question::Sliding { board: goal.clone(), goal })
        }
        (_, Some(_)) => Err(Failure::usage("--size is for sliding tiles")),
        (Target::Cube2(twist), None) => Ok(Question::Cube2(*twist)),
        (Target::Cube3(twist), None) => Ok(Question::Cube3(*twist)),
        (Target::Steps(steps), None) => Ok(Question::Steps(steps.clone())),
        (Target::Defined(defined), None) => Ok(Question::Defined(defined.question(defined.whole.start()))),
        (Target::Shuffdle(_), None) => Err(solve::Error::TooMany(Family::Shuffdle).into()),
    }
}

fn goal_board(goal: &Goal, size: Option<args::values::Size>) -> Result<Board, Failure> {
    match (goal, size) {
        (Goal::Custom(board), None) => Ok(board.clone()),
        (_, None) => Err(Failure::usage("the size is missing").hint("try --size 3x3")),
        (goal, Some(size)) => goal.board(size.rows, size.cols).map_err(|error| Failure::goal(&error)),
    }
}

/// What was counted, in the words of both faces.
struct Heading {
    puzzle: String,
    /// One position: a board, or a position of a cube.
    unit: &'static str,
    goal: String,
    size: Option<String>,
    turns: Option<String>,
    metric: &'static str,
    /// What a line of text says beside the goal.
    what: String,
}

impl Heading {
    fn of_question(target: &Target, question: &Question) -> Heading {
        let size = match question {
            Question::Sliding { goal, .. } => Some(text::size(goal)),
            _ => None,
        };
        let turns = target.turns().map(|turns| turns.to_string());
        let mut what = size.clone().unwrap_or_else(|| question.metric_name().to_string());
        if let Some(turns) = &turns {
            what += &format!(", turns {turns}");
        }
        Heading {
            puzzle: target.family().name().to_string(),
            unit: if target.family() == Family::Sliding { "board" } else { "position" },
            goal: target.goal_name(),
            size,
            turns,
            metric: question.metric_name(),
            what,
        }
    }

    fn of_definition(definition: &Definition) -> Heading {
        let n_moves = count_of(definition.generators().len() as u64, "move");
        let puzzle = definition.name().to_string();
        let what = if puzzle.is_empty() { n_moves } else { format!("{n_moves} of {puzzle}") };
        let goal = "solved".to_string();
        Heading { puzzle, unit: "position", goal, size: None, turns: None, metric: "move", what }
    }
}

/// A finished count.
struct Count<'a> {
    census: &'a Census,
    heading: &'a Heading,
    seconds: f64,
}

impl Count<'_> {
    fn in_words(&self, stop: Option<StopReason>) -> String {
        let Count { census, heading, seconds } = *self;
        let unit = heading.unit;
        let mut rows = vec![vec!["depth".to_string(), format!("{unit}s")]];
        let numbers =
            census.per_depth.iter().enumerate().map(|(depth, &n)| vec![depth.to_string(), grouped(n)]);
        rows.extend(numbers);
        let mut text = format!("goal {}, {}\n", heading.goal, heading.what);
        text += &table(&[Align::Right, Align::Right], &rows);
        let nodes = census.counts.generated;
        let total = count_of(census.per_depth.iter().sum(), unit);
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
        if stop.is_none() && !census.deepest.is_empty() {
            text += "deepest:\n";
            for position in census.deepest.iter().take(SHOWN) {
                text += &format!("  {position}\n");
            }
        }
        text
    }

    fn on_the_wire(&self, stop: Option<StopReason>) -> wire::Counted {
        let Count { census, heading, seconds } = *self;
        wire::Counted {
            puzzle: heading.puzzle.clone(),
            size: heading.size.clone(),
            goal: heading.goal.clone(),
            turns: heading.turns.clone(),
            metric: heading.metric,
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
            deepest: census.deepest.iter().take(SHOWN).cloned().collect(),
            nodes: census.counts.generated,
            seconds: wire::rounded(seconds),
        }
    }
}
