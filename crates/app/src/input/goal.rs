//! Reads `--goal`: a name, moves after `moves:`, or a puzzle like an INPUT. Moves alone are no goal, because many of them
//! are names of steps or nearly so (`DR`, `F2L`, `f2b`).

use std::path::Path;

use puzzle::parse::board::only_board;
use puzzle::parse::cube;
use puzzle::{Board, Goal};
use solve::{Family, StepGoal};

use super::{Name, Puzzle, text};
use crate::failure::Failure;

/// What stands before moves that are a goal.
const MOVES: &str = "moves:";

/// True if a goal is the one that every puzzle has.
pub fn is_solved(argument: &str) -> bool {
    argument.trim().eq_ignore_ascii_case("solved")
}

/// The moves of a goal that is given by them.
pub fn goal_moves(argument: &str) -> Option<&str> {
    let argument = argument.trim_start();
    let (head, moves) = argument.split_at_checked(MOVES.len())?;
    head.eq_ignore_ascii_case(MOVES).then(|| moves.trim())
}

/// How a goal is written that is given by moves.
pub fn moves_hint(moves: &str) -> String {
    format!("a goal given as moves is written --goal \"{MOVES} {}\"", moves.trim())
}

/// Reads `--goal` of sliding tiles: a name, or a board like an INPUT.
///
/// # Errors
/// If it is neither.
pub fn goal(argument: &str) -> Result<Goal, Failure> {
    if is_solved(argument) {
        return Ok(Goal::Last);
    }
    if let Some(named) = sliding_goal(argument) {
        return Ok(named);
    }
    let name = Name::new(argument, 0, 1);
    let board: Board = only_board(&text(argument, &name)?).map_err(|error| {
        let file = name.file.as_deref().unwrap_or("the goal");
        Failure::parse(Some(file), &error).hint("a goal is solved, last, first, snail, a file or a board")
    })?;
    Ok(Goal::Custom(board))
}

fn sliding_goal(argument: &str) -> Option<Goal> {
    Goal::NAMED.into_iter().find(|goal| goal.name().eq_ignore_ascii_case(argument.trim()))
}

/// Reads `--goal` of a cube: moves after `moves:`, facelets, or a file with a cube like an INPUT.
///
/// # Errors
/// If it is none, or one that no turns can reach.
pub fn cube_goal(family: Family, argument: &str) -> Result<Puzzle, Failure> {
    if sliding_goal(argument).is_some() {
        let message = format!("the goal {argument} is one of sliding tiles");
        return Err(Failure::usage(message).hint(goal_hint(family)));
    }
    let name = Name::new(argument, 0, 1);
    let unread = |error| {
        let file = name.file.as_deref().unwrap_or("the goal");
        Failure::cube(Some(file), &error, None).hint(goal_hint(family))
    };
    if let Some(moves) = goal_moves(argument) {
        return match family {
            Family::Cube2 => cube::scramble2(moves).map(Puzzle::Cube2),
            _ => cube::scramble3(moves).map(Puzzle::Cube3),
        }
        .map_err(unread);
    }
    if name.file.is_none() && cube::is_moves(argument, if family == Family::Cube2 { 2 } else { 3 }) {
        return Err(no_goal(family, argument));
    }
    super::cube(family, &text(argument, &name)?).map_err(unread)
}

/// Reads `--goal` of a 3x3x3 if it is a step by name or stickers of which some may be anything.
///
/// # Errors
/// If it is such, but there is none.
pub fn step_goal(argument: &str) -> Result<Option<StepGoal>, Failure> {
    if let Some(named) = StepGoal::named(argument.trim()) {
        return Ok(Some(named?));
    }
    // What stands in a file is read once more if it is a cube; standard input cannot be.
    if argument == "-" || goal_moves(argument).is_some() {
        return Ok(None);
    }
    // A dot among letters looks like the extension of a file.
    let is_cube =
        argument.chars().filter(|c| !c.is_whitespace()).count() == 54 && !Path::new(argument).exists();
    let name = if is_cube { Name { file: None, among: None } } else { Name::new(argument, 0, 1) };
    let text = text(argument, &name)?;
    if !cube::is_stickers3(&text) {
        return Ok(None);
    }
    let stickers = cube::stickers3(&text).map_err(|error| {
        let file = name.file.as_deref().unwrap_or("the goal");
        Failure::cube(Some(file), &error, None).hint(goal_hint(Family::Cube3))
    })?;
    Ok(Some(StepGoal::stickers(&stickers)))
}

fn goal_hint(family: Family) -> &'static str {
    match family {
        Family::Cube3 => {
            "a goal is solved, a step like eo or dr, \"moves: R U F\", facelets (. for any colour) or a file"
        }
        _ => "a goal of a cube is solved, \"moves: R U F\", facelets or a file",
    }
}

/// A word or words that are neither a name nor facelets.
fn no_goal(family: Family, argument: &str) -> Failure {
    let steps: Vec<&str> = match family {
        Family::Cube3 => StepGoal::names().map(|(name, _)| name).collect(),
        _ => Vec::new(),
    };
    let expected = match &steps[..] {
        [] => "solved, facelets or a file".to_string(),
        steps => format!("solved, a step ({}), facelets or a file", steps.join(", ")),
    };
    let is_moves = match family {
        Family::Cube2 => cube::scramble2(argument).is_ok(),
        _ => cube::scramble3(argument).is_ok(),
    };
    let near = nearest(argument, steps.iter().copied().chain(["solved"]));
    let hint = match (near, is_moves) {
        (Some(near), true) => format!("did you mean {near}? {}", moves_hint(argument)),
        (Some(near), false) => format!("did you mean {near}?"),
        (None, true) => moves_hint(argument),
        (None, false) => moves_hint("R U F"),
    };
    Failure::usage(format!("{argument:?} is no goal, expected {expected}")).at("--goal").hint(hint)
}

/// The known name that a word was most likely meant to be: at most one letter in three is different, missing or too many.
fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.trim().to_ascii_lowercase();
    let distances = known.map(|name| (distance(&word, name), name));
    let near = distances.filter(|(distance, name)| word.len() > 1 && 3 * distance <= name.len().max(3));
    near.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// How many letters must be changed, added or left out (Levenshtein's distance).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &to) in b.iter().enumerate() {
            let changed = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Exit;

    #[test]
    fn goals() {
        assert_eq!(goal("snail"), Ok(Goal::Snail));
        assert_eq!(goal("First"), Ok(Goal::First));
        assert_eq!(goal("solved"), Ok(Goal::Last));
        assert_eq!(goal("0 1/3 2").map(|goal| goal.name().to_string()), Ok("custom".to_string()));
        assert_eq!(goal("no/such.txt").unwrap_err().exit, Exit::Io);
        assert_eq!(goal("frist").unwrap_err().exit, Exit::Invalid);
    }

    #[test]
    fn near_names() {
        let of = |word: &str| nearest(word, ["eo", "dr", "htr", "cross", "f2l"].into_iter());
        assert_eq!(of("F2B"), Some("f2l"));
        assert_eq!(of("corss"), None);
        assert_eq!(of("cros"), Some("cross"));
        assert_eq!(of("R U F"), None);
        assert_eq!((distance("kitten", "sitting"), distance("", "abc")), (3, 3));
    }
}
