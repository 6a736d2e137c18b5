//! Options for metric and allowed turns of a cube.

use puzzle::cube::TurnSet;

use super::Metric;
use crate::error::Error;
use crate::info::SolverInfo;
use crate::instance::Field;
use crate::options::Options;
use crate::task::TaskSpec;

/// Parses the metric. A metric that only other cubes have is rejected when a puzzle is checked.
///
/// # Errors
/// If no cube has it.
pub fn metric(spec: &TaskSpec, info: &SolverInfo) -> Result<Metric, Error> {
    let Some(name) = &spec.metric else { return Ok(Metric::default()) };
    Metric::find(name).ok_or_else(|| {
        let names: Vec<&str> = info.metrics.iter().map(|metric| metric.name).collect();
        let expected = match &names[..] {
            [names @ .., last] if !names.is_empty() => format!("{} or {last}", names.join(", ")),
            names => names.join(", "),
        };
        Error::usage(format!("the metric {name} is not for {}, expected {expected}", info.name))
    })
}

/// Parses the allowed turns.
///
/// # Errors
/// If a word is not a turn.
pub fn turns(spec: &TaskSpec) -> Result<TurnSet, Error> {
    let turns = spec.moves.as_deref().map_or(Ok(TurnSet::ALL), TurnSet::parse);
    turns.map_err(|error| Error::usage(error.to_string()).at("--moves"))
}

/// True if the options request facts that only the definition of the puzzle gives: group order and number of sequences.
pub fn needs_definition(options: &Options) -> bool {
    options.flag("order") || options.flag("sequences")
}

/// Returns the field `turns`, unless all turns are allowed.
pub fn turn_fields(turns: TurnSet) -> Vec<Field> {
    match turns {
        TurnSet::ALL => Vec::new(),
        turns => vec![("turns", turns.to_string().into())],
    }
}

/// Returns heading notes for metric and turns where they are not the default.
pub fn notes(metric: Metric, turns: TurnSet) -> Vec<String> {
    let metric =
        Some(metric).filter(|&metric| metric != Metric::HalfTurn).map(|metric| metric.name().to_string());
    let turns = Some(turns).filter(|&turns| turns != TurnSet::ALL).map(|turns| format!("turns {turns}"));
    metric.into_iter().chain(turns).collect()
}
