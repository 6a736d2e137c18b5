//! `deepen count`: how many positions there are at every distance from a goal. What can be said of moves without counting
//! positions is in `facts`.

mod facts;

use std::time::Instant;

use puzzle::{Board, Goal};
use search::{End, StopReason};
use solve::{Census, Defined, Demand, Family, Question, Slashing, SlideMetric, Store};

use crate::args;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::file;
use crate::memory;
use crate::plan::{self, DefinedTarget, Target, by_definition};
use crate::scene::Scene;
use crate::svg::bars;
use crate::text::{self, Align, count_of, grouped, grouped_digits, rate, table};
use crate::verdict::stopped_by;
use crate::wire;

/// How many of the deepest positions are shown.
const SHOWN: usize = 5;

pub fn run(args: &args::Count, scene: &Scene<'_>) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let (limits, timeout) = (plan::limits(&args.limits), args.limits.timeout);
    let session = scene.session(&Store::nowhere(), Demand::One);
    let progress = scene.progress(None);
    let subject = by_definition(&args.subject, true, &args.goal, &args.twist);
    let target = Target::new(&subject, &args.goal, &args.twist)?;
    if args.order || args.sequences {
        return facts::run(args, &target, scene, &session);
    }
    let question = question(&target, args.size)?;
    let is_endless = args.limits.max_length.is_none() && timeout.is_none() && args.limits.max_nodes.is_none();
    if matches!(question, Question::Cube3(_)) && is_endless {
        let failure = Failure::from(solve::Error::TooMany(Family::Cube3));
        return Err(failure.hint("try --max-length 6").into());
    }
    let (census, _) = session.count(&question, limits, timeout, &progress)?;
    let stop = match census.end {
        End::Stopped(reason) => Some(reason),
        End::Solved | End::Exhausted => None,
    };
    // Who does not wait for the count does not wait for the group either.
    let order = match (&question, stop) {
        (_, Some(StopReason::Time | StopReason::Cancelled)) => None,
        (Question::Defined(defined), _) => session.group(defined, &limits, None).ok(),
        _ => None,
    };
    let heading = Heading::new(&target, &question, order.map(|group| group.order().to_string()));
    let count = Count { census: &census, heading: &heading, seconds: started.elapsed().as_secs_f64() };
    if let Some(path) = &args.plot {
        let plot = bars(&heading.title(), &format!("{}s", heading.unit), &census.per_depth);
        file::replace(path, plot.as_bytes())
            .map_err(|error| Failure::io("written", &path.display().to_string(), &error))?;
    }
    let mut out = scene.out();
    if scene.voice.json {
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
        (Target::Sliding(_, SlideMetric::MultiTile), _) => {
            Err(Failure::usage("boards are counted in single-tile moves, not in the metric multi-tile"))
        }
        (Target::Sliding(goal, _), size) => {
            let goal = goal_board(goal, size)?;
            Ok(Question::Sliding { board: goal.clone(), goal, metric: SlideMetric::SingleTile })
        }
        (_, Some(_)) => Err(Failure::usage("--size is for sliding tiles")),
        (Target::Cube2(twist), None) => Ok(Question::Cube2(*twist)),
        (Target::Cube3(twist), None) => Ok(Question::Cube3(*twist)),
        (Target::Steps(steps), None) => Ok(Question::Steps(steps.clone())),
        (Target::Defined(defined), None) => Ok(Question::Defined(defined.question(defined.whole.start()))),
        (Target::Cube4, None) => Err(solve::Error::TooMany(Family::Cube4).into()),
        (Target::Square1(metric), None) => {
            Ok(Question::Square1(Slashing { start: puzzle::Square1::SOLVED, metric: *metric }))
        }
        (Target::Shuffdle(_), None) => Err(solve::Error::TooMany(Family::Shuffdle).into()),
    }
}

pub fn goal_board(goal: &Goal, size: Option<args::values::Size>) -> Result<Board, Failure> {
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
    /// How large the group of a defined puzzle is.
    group_order: Option<String>,
    /// What a line of text says beside the goal.
    what: String,
}

impl Heading {
    fn new(target: &Target, question: &Question, group_order: Option<String>) -> Heading {
        if let (Target::Defined(target), Question::Defined(defined)) = (target, question) {
            return Heading::of_defined(target, defined, group_order, question.metric_name());
        }
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
            group_order: None,
            what,
        }
    }

    fn of_defined(
        target: &DefinedTarget,
        defined: &Defined,
        group_order: Option<String>,
        metric: &'static str,
    ) -> Heading {
        let notes = target.notes().into_iter();
        let mut what = Some(facts::moves_of(defined)).into_iter().chain(notes).collect::<Vec<_>>().join(", ");
        if let Some(order) = &group_order {
            what += &format!(", a group of {}", grouped_digits(order));
        }
        Heading {
            puzzle: target.name.clone(),
            unit: "position",
            goal: target.goal_name.clone(),
            size: None,
            turns: target.moves.clone(),
            metric,
            group_order,
            what,
        }
    }

    /// What stands above a plot.
    fn title(&self) -> String {
        let Heading { puzzle, goal, size, .. } = self;
        let size = size.as_ref().map(|size| format!(" {size}")).unwrap_or_default();
        format!("{puzzle}{size}, goal {goal}, by {} moves", self.metric)
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
        let mut work = format!("{} in {seconds:.3} s ({})", count_of(nodes, "node"), rate(nodes, seconds));
        if census.table_bytes > 0 {
            work += &format!(", {}", memory::show(census.table_bytes));
        }
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
            group_order: heading.group_order.clone(),
            gods_number: stop.is_none().then(|| census.per_depth.len() - 1),
            per_depth: census.per_depth.clone(),
            deepest: census.deepest.iter().take(SHOWN).cloned().collect(),
            nodes: census.counts.generated,
            table_bytes: (census.table_bytes > 0).then_some(census.table_bytes),
            seconds: wire::rounded(seconds),
        }
    }
}
