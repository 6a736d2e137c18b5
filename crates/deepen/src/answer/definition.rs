//! Exports a definition for programs that draw the puzzle.

use puzzle::alg::Amount;
use puzzle::definition::Generator;
use serde_json::value::RawValue;
use solver::{Error, PuzzleRef};

use crate::definitions;
use crate::json::Definition;

/// Returns a definition as KPuzzle JSON with its name and moves.
///
/// # Errors
/// If it cannot be parsed or exported.
pub fn definition(puzzle: &PuzzleRef) -> Result<Definition, Error> {
    let (name, definition) = definitions::read(puzzle)?;
    let kpuzzle = definition.to_kpuzzle().map_err(|error| Error::invalid(error.to_string()))?;
    let is_single = |mv: &&Generator| matches!(mv.name.amount, Amount::Times(1));
    Ok(Definition {
        name: if definition.name().is_empty() { name } else { definition.name().to_string() },
        moves: definition.generators().iter().filter(is_single).map(|mv| mv.name.to_string()).collect(),
        kpuzzle: RawValue::from_string(on_one_line(&kpuzzle)).expect("definitions are written as JSON"),
    })
}

/// Removes line breaks from JSON; strings in it have none.
fn on_one_line(json: &str) -> String {
    json.lines().map(str::trim_start).collect()
}
