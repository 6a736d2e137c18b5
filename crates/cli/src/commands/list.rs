//! `deepen list`: all names that options accept.

use std::io::{Write, stdout};

use deepen::json::{self, Listed};
use deepen::solver::Named;

use crate::args::values::registry;
use crate::context::Context;
use crate::exit::Exit;
use crate::text::{Align, table};

pub fn run(context: Context<'_>) -> anyhow::Result<Exit> {
    let listed = Listed::new(registry());
    let mut out = stdout().lock();
    if context.mode.json {
        json::write(&mut out, &listed)?;
        return Ok(Exit::Done);
    }
    for (i, (title, named)) in
        sections(&listed).into_iter().filter(|(_, named)| !named.is_empty()).enumerate()
    {
        let gap = if i > 0 { "\n" } else { "" };
        let rows: Vec<Vec<String>> =
            named.iter().map(|named| vec![format!("  {}", named.name), named.summary.to_string()]).collect();
        write!(out, "{gap}{title}:\n{}", table(&[Align::Left, Align::Left], &rows))?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// Returns the sections in the order in which they are printed.
fn sections(listed: &Listed) -> Vec<(String, Vec<Named>)> {
    let named = |name, summary| Named { name, summary };
    let puzzles = listed.puzzles.iter().filter(|info| !info.reads_definitions);
    let file = named("FILE", "any other twisty puzzle by its definition, tws or KPuzzle JSON");
    let mut sections = vec![
        ("Puzzles".to_string(), puzzles.map(|info| named(info.name, info.summary)).chain([file]).collect()),
        (
            "Defined puzzles".to_string(),
            listed.definitions.iter().map(|puzzle| named(puzzle.name, puzzle.summary)).collect(),
        ),
    ];
    for info in &listed.puzzles {
        sections.push((format!("Goals of {}", info.name), info.goals.to_vec()));
    }
    for info in &listed.puzzles {
        let metrics = info.metrics.iter().map(|metric| named(metric.name, metric.summary));
        sections.push((format!("Metrics of {}", info.name), metrics.collect()));
    }
    let algorithms = listed.union(|info| info.algorithms.to_vec(), |info| info.name());
    let heuristics = listed.union(|info| info.heuristics.to_vec(), |info| info.name());
    sections.push((
        "Algorithms".to_string(),
        algorithms.iter().map(|info| named(info.name(), info.summary)).collect(),
    ));
    sections.push((
        "Heuristics".to_string(),
        heuristics.iter().map(|info| named(info.name(), info.summary)).collect(),
    ));
    sections
}
