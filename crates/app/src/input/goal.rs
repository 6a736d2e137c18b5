//! Reads `--goal`: a name, or a puzzle like an INPUT.

use std::path::Path;

use puzzle::parse::board::only_board;
use puzzle::parse::cube;
use puzzle::{Board, Goal};
use solve::{Family, StepGoal};

use super::{Name, Puzzle, text};
use crate::failure::Failure;

/// Reads `--goal` of sliding tiles: a name, or a board like an INPUT.
///
/// # Errors
/// If it is neither.
pub fn goal(argument: &str) -> Result<Goal, Failure> {
    if let Some(named) = Goal::NAMED.into_iter().find(|goal| goal.name() == argument) {
        return Ok(named);
    }
    let name = Name::new(argument, 0, 1);
    let board: Board = only_board(&text(argument, &name)?).map_err(|error| {
        let file = name.file.as_deref().unwrap_or("the goal");
        Failure::parse(Some(file), &error).hint("a goal is last, first, snail, a file or a board")
    })?;
    Ok(Goal::Custom(board))
}

/// Reads `--goal` of a cube: a cube like an INPUT.
///
/// # Errors
/// If it is none, or one that no turns can reach.
pub fn cube_goal(family: Family, argument: &str) -> Result<Puzzle, Failure> {
    if Goal::NAMED.iter().any(|goal| goal.name() == argument) {
        let message = format!("the goal {argument} is one of sliding tiles");
        return Err(Failure::usage(message).hint(goal_hint(family)));
    }
    let name = Name::new(argument, 0, 1);
    super::cube(family, &text(argument, &name)?).map_err(|error| {
        let file = name.file.as_deref().unwrap_or("the goal");
        Failure::cube(Some(file), &error, None).hint(goal_hint(family))
    })
}

/// Reads `--goal` of a 3x3x3 if it is a step by name or stickers of which some may be anything.
///
/// # Errors
/// If it is such, but there is none.
pub fn step_goal(argument: &str) -> Result<Option<StepGoal>, Failure> {
    if let Some(named) = StepGoal::named(argument) {
        return Ok(Some(named?));
    }
    // What stands in a file is read once more if it is a cube; standard input cannot be.
    if argument == "-" {
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
        Family::Cube3 => "a goal is a step like eo or dr, a scramble, facelets (. for any colour) or a file",
        _ => "a goal of a cube is a scramble, facelets or a file",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Exit;

    #[test]
    fn goals() {
        assert_eq!(goal("snail"), Ok(Goal::Snail));
        assert_eq!(goal("0 1/3 2").map(|goal| goal.name().to_string()), Ok("custom".to_string()));
        assert_eq!(goal("no/such.txt").unwrap_err().exit, Exit::Io);
        assert_eq!(goal("frist").unwrap_err().exit, Exit::Invalid);
    }
}
