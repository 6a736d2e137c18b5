//! A definition in a form that other programs draw. Only the web app asks for it; `deepen convert` writes whole files.

use puzzle::alg::Amount;
use serde_json::value::RawValue;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::input;
use crate::scene::Scene;
use crate::wire::{self, Definition};

/// Writes what a definition, or the name of one, says.
///
/// # Errors
/// If it is none.
pub fn run(argument: &str, scene: &Scene<'_>) -> anyhow::Result<Exit> {
    wire::write(&mut scene.out(), &shown(argument)?)?;
    Ok(Exit::Done)
}

fn shown(argument: &str) -> Result<Definition, Failure> {
    let (name, definition) = input::definition(argument)?;
    let kpuzzle = definition.to_kpuzzle().map_err(|error| Failure::new(Exit::Invalid, error.to_string()))?;
    let is_single = |mv: &&puzzle::definition::Generator| matches!(mv.name.amount, Amount::Times(1));
    Ok(Definition {
        name: if definition.name().is_empty() { name } else { definition.name().to_string() },
        moves: definition.generators().iter().filter(is_single).map(|mv| mv.name.to_string()).collect(),
        kpuzzle: RawValue::from_string(on_one_line(&kpuzzle)).expect("definitions are written as JSON"),
    })
}

/// JSON without its line breaks, which strings do not have.
fn on_one_line(json: &str) -> String {
    json.lines().map(str::trim_start).collect()
}
