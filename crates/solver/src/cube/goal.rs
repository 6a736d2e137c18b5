//! Parsing of cube goals: moves after `moves:`, facelets, or a cube in a file. Moves alone are not accepted as a goal,
//! because many of them are names of steps or nearly so (`DR`, `F2L`, `f2b`).

use puzzle::Goal;
use puzzle::parse::cube::is_moves;

use super::{Cube, parse_error};
use crate::error::Error;
use crate::info::Named;
use crate::input_text::nearest;
use crate::task::{goal_moves, moves_hint};
use crate::text::Text;

/// The goal formats of a puzzle, for error messages.
#[derive(Clone, Copy, Debug)]
pub struct GoalForms {
    /// Named goals besides `solved`.
    pub named: &'static [Named],
    /// Hint that lists all formats.
    pub hint: &'static str,
}

/// Returns a goal as it was typed: the name of its file, or the text itself.
pub fn goal_argument(goal: &Text) -> &str {
    goal.file.as_deref().unwrap_or(&goal.text)
}

/// Parses a goal.
///
/// # Errors
/// If it is not a goal, or no turns can reach it.
pub fn read_goal<C: Cube>(goal: &Text, forms: &GoalForms) -> Result<C, Error> {
    let argument = goal_argument(goal);
    if Goal::NAMED.iter().any(|named| named.name().eq_ignore_ascii_case(argument.trim())) {
        let message = format!("the goal {argument} is one of sliding tiles");
        return Err(Error::usage(message).hint(forms.hint));
    }
    let read = match goal_moves(argument) {
        Some(moves) => C::read_moves(moves),
        None if goal.file.is_none() && is_moves(argument, C::SIDE) => {
            return Err(no_goal::<C>(argument, forms));
        }
        None => C::read(&goal.text),
    };
    read.map_err(|error| {
        let name = goal.file.as_deref().unwrap_or("the goal");
        parse_error(Some(name), &error, None).hint(forms.hint)
    })
}

/// Returns the error for a text that is neither a name nor facelets.
fn no_goal<C: Cube>(argument: &str, forms: &GoalForms) -> Error {
    let names: Vec<&str> = forms.named.iter().map(|goal| goal.name).collect();
    let expected = match &names[..] {
        [] => "solved, facelets or a file".to_string(),
        names => format!("solved, a step ({}), facelets or a file", names.join(", ")),
    };
    let near = nearest(argument, names.iter().copied().chain(["solved"]));
    let hint = match (near, C::read_moves(argument).is_ok()) {
        (Some(near), true) => format!("did you mean {near}? {}", moves_hint(argument)),
        (Some(near), false) => format!("did you mean {near}?"),
        (None, true) => moves_hint(argument),
        (None, false) => moves_hint("R U F"),
    };
    Error::usage(format!("{argument:?} is no goal, expected {expected}")).at("--goal").hint(hint)
}
