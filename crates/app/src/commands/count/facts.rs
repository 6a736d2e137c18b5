//! What can be said of moves without counting positions: the order of their group, and how many sequences are canonical.

use std::sync::Arc;

use puzzle::group::{Budget, Order, Unfinished};
use puzzle::{TurnSet, builtin};
use search::Cost;
use solve::{Defined, Family, Metric, Question};

use crate::args;
use crate::exit::Exit;
use crate::failure::{Failure, no_group};
use crate::file;
use crate::plan::{self, Target};
use crate::progress::Progress;
use crate::scene::Scene;
use crate::session::Session;
use crate::svg::bars;
use crate::text::{Align, count_of, grouped_digits, table};
use crate::wire;

/// Up to which cost sequences are counted if nobody says so.
const MOST: Cost = 12;

/// Up to which they are counted at all: far beyond what the numbers hold.
const MOST_EVER: Cost = 1000;

/// Tells the one of the two that was asked for.
///
/// # Errors
/// If the puzzle does not turn, or nobody takes the answer.
pub fn run(
    args: &args::Count,
    target: &Target,
    scene: &Scene<'_>,
    session: &Session<'_>,
) -> anyhow::Result<Exit> {
    let (limits, timeout) = (plan::limits(&args.limits), args.limits.timeout);
    let defined = defined(target, if args.order { "--order" } else { "--sequences" })?;
    let mut out = scene.out();
    if args.order {
        let guard = scene.watch.guard(timeout);
        let goes_on = || guard.stop.reason().is_none();
        let order = order(&defined, &Budget { goes_on: &goes_on, max_bytes: limits.max_memory })?;
        match scene.voice.json {
            true => wire::write(&mut out, &order)?,
            false => write!(out, "{}", order_in_words(&defined, &order))?,
        }
        return Ok(Exit::Done);
    }
    let most = args.limits.max_length.unwrap_or(MOST).min(MOST_EVER);
    let progress = Progress::silent();
    let (per_depth, _) =
        session.watched(limits, timeout, &progress, |control| defined.n_sequences(most, control));
    let per_depth = per_depth.map_err(Failure::from)?;
    let sequences = wire::Sequences {
        puzzle: defined.puzzle.name().to_string(),
        metric: Question::Defined(defined.clone()).metric_name(),
        per_depth,
    };
    if let Some(path) = &args.plot {
        let counts: Vec<u64> =
            sequences.per_depth.iter().map(|&n| u64::try_from(n).unwrap_or(u64::MAX)).collect();
        let plot = bars(&format!("{}, canonical sequences", sequences.puzzle), "sequences", &counts);
        file::replace(path, plot.as_bytes())
            .map_err(|error| Failure::io("written", &path.display().to_string(), &error))?;
    }
    if scene.voice.json {
        wire::write(&mut out, &sequences)?;
        return Ok(Exit::Done);
    }
    let mut rows = vec![vec!["depth".to_string(), "sequences".to_string()]];
    let numbers = sequences.per_depth.iter().enumerate();
    rows.extend(numbers.map(|(depth, n)| vec![depth.to_string(), grouped_digits(&n.to_string())]));
    writeln!(out, "canonical sequences, {}", moves_of(&defined))?;
    write!(out, "{}", table(&[Align::Right, Align::Right], &rows))?;
    Ok(Exit::Done)
}

/// `18 moves of 3x3x3`.
pub fn moves_of(defined: &Defined) -> String {
    let n_moves = count_of(defined.moves.len() as u64, "move");
    match defined.puzzle.name() {
        "" => n_moves,
        name => format!("{n_moves} of {name}"),
    }
}

/// The puzzle by its definition: cubes have one too.
fn defined(target: &Target, option: &str) -> Result<Defined, Failure> {
    match target {
        Target::Defined(target) => Ok(target.question(target.whole.start())),
        Target::Cube2(twist) => cube(Family::Cube2, twist.turns, twist.metric),
        Target::Cube3(twist) => cube(Family::Cube3, twist.turns, twist.metric),
        Target::Sliding(..) | Target::Cube4 | Target::Steps(_) | Target::Shuffdle(_) | Target::Square1(_) => {
            Err(Failure::usage(format!("{option} is for cubes and defined puzzles")))
        }
    }
}

fn cube(family: Family, turns: TurnSet, metric: Metric) -> Result<Defined, Failure> {
    let puzzle = builtin::definition(family.name()).expect("cubes are among the puzzles that have names");
    let start = puzzle.start().clone();
    let mut defined = Defined::new(Arc::new(puzzle), start);
    let costs: Vec<_> = turns
        .iter()
        .filter_map(|turn| {
            let mv = defined.moves.iter().find(|mv| mv.name.to_string() == turn.name())?;
            let cost = if turn.quarters() == 2 { 2 } else { 1 };
            Some((mv.clone(), cost))
        })
        .collect();
    defined.moves = costs.iter().map(|(mv, _)| mv.clone()).collect();
    defined.costs = match metric {
        Metric::HalfTurn => costs.iter().map(|_| 1).collect(),
        Metric::QuarterTurn => costs.iter().map(|&(_, cost)| cost).collect(),
        Metric::Axial => {
            return Err(Failure::usage("axial moves are several turns, expected another metric"));
        }
    };
    Ok(defined)
}

fn order(defined: &Defined, budget: &Budget<'_>) -> Result<wire::Ordered, Failure> {
    let group = defined.group(budget).map_err(|error| no_group(&error))?;
    let unfinished = |error: Unfinished| no_group(&error.into());
    let positions_at_most = group.n_positions_at_most_within(budget).map_err(unfinished)?;
    let order = group.order();
    let is_flat = builtin::find(defined.puzzle.name()).is_some_and(|builtin| builtin.is_flat());
    let orientations = match is_flat {
        true => Some(1),
        false => group.n_orientations_within(&defined.puzzle, budget).map_err(unfinished)?,
    };
    let positions = group.n_positions_within(budget).map_err(unfinished)?;
    let held = |n: u64| positions.as_ref()?.divided_by(&Order::product([n]));
    Ok(wire::Ordered {
        puzzle: defined.puzzle.name().to_string(),
        moves: defined.moves.len(),
        group_order: order.to_string(),
        factors: order.factorization().to_vec(),
        positions_at_most: positions_at_most.to_string(),
        positions: orientations.and_then(held).map(|n| n.to_string()),
        orientations,
        has_rules: !defined.puzzle.forbidden().is_empty(),
    })
}

fn order_in_words(defined: &Defined, order: &wire::Ordered) -> String {
    let factor = |&(prime, times): &(u64, u32)| match times {
        1 => prime.to_string(),
        _ => format!("{prime}^{times}"),
    };
    let factors: Vec<String> = order.factors.iter().map(factor).collect();
    let mut text = format!("{}: a group of {}", moves_of(defined), grouped_digits(&order.group_order));
    if !factors.is_empty() {
        text += &format!(" = {}", factors.join(" "));
    }
    text += "\n";
    let has_identical = order.positions_at_most != order.group_order;
    match (&order.positions, order.orientations) {
        (Some(positions), _) if *positions == order.group_order => {}
        (Some(positions), orientations) => {
            let identical = has_identical.then(|| "identical pieces are not told apart".to_string());
            let held = orientations.filter(|&n| n > 1).map(|n| format!("its {n} orientations count once"));
            let why: Vec<String> = identical.into_iter().chain(held).collect();
            text += &format!("{} positions: {}\n", grouped_digits(positions), why.join(", "));
        }
        (None, _) if has_identical => {
            let at_most = grouped_digits(&order.positions_at_most);
            text += &format!("pieces look alike: at most {at_most} positions\n");
        }
        (None, _) => {}
    }
    if order.has_rules {
        text += "some positions are illegal, which leaves fewer\n";
    }
    text
}
