//! `deepen count`: how many positions there are at every distance from a goal.

use std::io::{Write, stdout};

use puzzle::{Board, Goal};
use search::{End, StopReason};
use solve::{Census, Demand, Family, Question};

use crate::args;
use crate::exit::Exit;
use crate::failure::Failure;
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
    let target = Target::new(args.family, &args.goal, &args.twist)?;
    let question = question(&target, args.size)?;
    let limits = plan::limits(&args.limits);
    let session = Session::new(watch, Demand::One);
    let (census, seconds) = session.count(&question, limits, args.limits.timeout, &Progress::new(voice))?;
    let count = Count { census: &census, target: &target, question: &question, seconds };
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

/// A finished count.
struct Count<'a> {
    census: &'a Census,
    target: &'a Target,
    question: &'a Question,
    seconds: f64,
}

impl Count<'_> {
    /// What is counted: boards, or positions of a cube.
    fn unit(&self) -> &'static str {
        if self.target.family() == Family::Sliding { "board" } else { "position" }
    }

    fn size(&self) -> Option<String> {
        match self.question {
            Question::Sliding { goal, .. } => Some(text::size(goal)),
            _ => None,
        }
    }

    fn in_words(&self, stop: Option<StopReason>) -> String {
        let Count { census, target, seconds, .. } = *self;
        let unit = self.unit();
        let mut rows = vec![vec!["depth".to_string(), format!("{unit}s")]];
        let numbers =
            census.per_depth.iter().enumerate().map(|(depth, &n)| vec![depth.to_string(), grouped(n)]);
        rows.extend(numbers);
        let what = self.size().unwrap_or_else(|| self.question.metric_name().to_string());
        let mut text = format!("goal {}, {what}", target.goal_name());
        if let Some(turns) = target.turns() {
            text += &format!(", turns {turns}");
        }
        text += "\n";
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
        let Count { census, target, seconds, .. } = *self;
        wire::Counted {
            puzzle: target.family().name(),
            size: self.size(),
            goal: target.goal_name(),
            turns: target.turns().map(|turns| turns.to_string()),
            metric: self.question.metric_name(),
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
