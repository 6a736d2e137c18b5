//! `deepen count` beside a breadth-first search.

use super::compare::Verdict;
use super::cube::{Cube, Goal, Metric, Stickers};
use super::cube_cases::{draw_turns, has_three_faces};
use super::defined::Twisty;
use super::defined_cases::{draw_definition, turns_made};
use super::model::Ball;
use super::rng::Rng;
use super::sliding::{Boards, named_goal};
use super::{Tally, engine, names_an_option, option};

/// A command and how many positions there are at every distance.
pub struct Count {
    arguments: Vec<String>,
    per_depth: Vec<u64>,
}

pub fn draw(rng: &mut Rng, number: u64) -> Count {
    let mut arguments = vec!["count".to_string()];
    let (ball, depth) = match rng.below(3) {
        0 => sliding(rng, &mut arguments),
        1 => cube2(rng, &mut arguments),
        _ => defined(rng, number, &mut arguments),
    };
    let per_depth = ball.per_depth(depth).expect("as far as was counted");
    arguments.push("--json".to_string());
    Count { arguments, per_depth }
}

fn sliding(rng: &mut Rng, arguments: &mut Vec<String>) -> (Ball, usize) {
    let sizes = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)];
    let (rows, cols) = sizes[rng.below(sizes.len())];
    let goal = rng.pick(&["last", "first", "snail"]);
    let is_multi = rng.chance(5);
    arguments.push("sliding".to_string());
    arguments.extend(option("--size", format!("{rows}x{cols}")));
    arguments.extend(option("--goal", goal));
    arguments.extend(option("--metric", if is_multi { "multi-tile" } else { "single-tile" }));
    let longest = if is_multi { rows.max(cols) - 1 } else { 1 };
    let boards = Boards { rows, cols, goal: named_goal(goal, rows, cols), longest };
    limited(arguments, Ball::around(&boards, 30_000))
}

fn cube2(rng: &mut Rng, arguments: &mut Vec<String>) -> (Ball, usize) {
    let stickers = Stickers::new(2);
    let metric = if rng.chance(50) { Metric::HalfTurn } else { Metric::QuarterTurn };
    let allowed = draw_turns(rng, 30);
    arguments.push("2x2x2".to_string());
    arguments.extend(option("--metric", metric.name()));
    arguments.extend(allowed.option.iter().flat_map(|moves| option("--moves", moves)));
    // If U, R and F may turn, the other faces add nothing. Otherwise rotated cubes count as different.
    let mut turns = allowed.turns;
    if has_three_faces(&turns, metric) {
        turns.retain(|turn| turn.0 < 3);
    }
    let cube = Cube::new(stickers.clone(), &turns, metric, Goal::States(vec![stickers.solved()]));
    limited(arguments, Ball::around(&cube, 30_000))
}

fn defined(rng: &mut Rng, number: u64, arguments: &mut Vec<String>) -> (Ball, usize) {
    let mut definition = draw_definition(rng, false);
    definition.illegal.clear();
    arguments.push(engine::file(&format!("counted-{number}.tws"), &definition.to_tws()));
    let turns = turns_made(&definition);
    let goals = vec![definition.start()];
    limited(arguments, Ball::around(&Twisty::new(definition, turns, goals), 30_000))
}

/// Counts only as far as the ball goes.
fn limited(arguments: &mut Vec<String>, ball: Ball) -> (Ball, usize) {
    let depth = match ball.depth() {
        Some(depth) => depth as usize,
        None => {
            arguments.extend(option("--max-length", ball.radius()));
            ball.radius()
        }
    };
    (ball, depth)
}

/// Runs a count and compares.
pub fn check(count: &Count, origin: &str, tally: &mut Tally) {
    let mut reply = engine::run(&count.arguments);
    let answer = reply.objects.pop().unwrap_or_default();
    let said: Option<Vec<u64>> = answer["per_depth"]
        .as_array()
        .map(|levels| levels.iter().filter_map(serde_json::Value::as_u64).collect());
    let verdict = match said {
        _ if answer["error"]["code"] == "usage" => match answer["error"]["message"].to_string() {
            message if names_an_option(&message, &count.arguments) => Verdict::Refused(message),
            message => Verdict::Different(format!("the refusal names no option: {message}")),
        },
        Some(said) if said == count.per_depth => Verdict::Agreed,
        Some(said) => Verdict::Different(format!("{said:?}, expected {:?}", count.per_depth)),
        None => Verdict::Different(format!("no count, exit {:?}: {answer} {}", reply.code, reply.errors)),
    };
    tally.take("count", verdict, &engine::command_line(&count.arguments), origin);
}
