//! `deepen list`: everything that has a name.

use puzzle::{Goal, builtin};
use solve::{Algorithm, Estimate, Family, Metric, SlideMetric, Square1Metric, StepGoal};

use crate::args::values::Measure;
use crate::exit::Exit;
use crate::scene::Scene;
use crate::text::{Align, table};
use crate::wire::{self, Listed, Named, NamedDefinition, Puzzles};

pub fn run(scene: &Scene<'_>) -> anyhow::Result<Exit> {
    let listed = Listed {
        puzzles: Family::ALL.map(puzzle).into(),
        definitions: builtin::ALL.map(definition).into(),
        goals: Goal::NAMED.iter().map(goal).collect(),
        steps: StepGoal::names().map(|(name, summary)| Named { name, summary }).collect(),
        metrics: Metric::ALL.map(|m| Named { name: m.name(), summary: m.summary() }).into(),
        square1_metrics: Square1Metric::ALL.map(|m| Named { name: m.name(), summary: m.summary() }).into(),
        sliding_metrics: SlideMetric::ALL.map(|m| Named { name: m.name(), summary: m.summary() }).into(),
        defined_metrics: Measure::DEFINED.map(|m| Named { name: m.name(), summary: m.summary() }).into(),
        algorithms: Algorithm::ALL.map(|a| Named { name: a.name(), summary: a.summary() }).into(),
        heuristics: Estimate::ALL.map(|e| Named { name: e.name(), summary: e.summary() }).into(),
    };
    let mut out = scene.out();
    if scene.voice.json {
        wire::write(&mut out, &listed)?;
        return Ok(Exit::Done);
    }
    let mut puzzles: Vec<Named> = listed.puzzles.into_iter().map(|puzzle| puzzle.named).collect();
    puzzles.push(Named {
        name: "FILE",
        summary: "any other twisty puzzle by its definition, tws or KPuzzle JSON",
    });
    let definitions: Vec<Named> = listed.definitions.into_iter().map(|definition| definition.named).collect();
    let sections = [
        ("Puzzles", &puzzles),
        ("Defined puzzles", &definitions),
        ("Goals of sliding tiles", &listed.goals),
        ("Goals of the 3x3x3", &listed.steps),
        ("Metrics of sliding tiles", &listed.sliding_metrics),
        ("Metrics of cubes", &listed.metrics),
        ("Metrics of Square-1", &listed.square1_metrics),
        ("Metrics of defined puzzles", &listed.defined_metrics),
        ("Algorithms", &listed.algorithms),
        ("Heuristics", &listed.heuristics),
    ];
    for (i, (title, named)) in sections.into_iter().enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        let rows: Vec<Vec<String>> =
            named.iter().map(|named| vec![format!("  {}", named.name), named.summary.to_string()]).collect();
        write!(out, "{gap}{title}:\n{}", table(&[Align::Left, Align::Left], &rows))?;
    }
    Ok(Exit::Done)
}

fn puzzle(family: Family) -> Puzzles {
    Puzzles {
        named: Named { name: family.name(), summary: family.summary() },
        algorithms: family.algorithms().iter().map(|algorithm| algorithm.name()).collect(),
        heuristics: family.estimates().iter().map(|estimate| estimate.name()).collect(),
    }
}

fn definition(builtin: builtin::Builtin) -> NamedDefinition {
    NamedDefinition {
        named: Named { name: builtin.name, summary: builtin.summary },
        phases: builtin.phases().is_some(),
        large: builtin.is_large(),
    }
}

fn goal(goal: &Goal) -> Named {
    match goal {
        Goal::Last => Named { name: "last", summary: "1 2 3/4 5 6/7 8 0: in order, the blank last" },
        Goal::First => Named { name: "first", summary: "0 1 2/3 4 5/6 7 8: in order, the blank first" },
        Goal::Snail => {
            Named { name: "snail", summary: "1 2 3/8 0 4/7 6 5: along a spiral, the blank at its end" }
        }
        Goal::Custom(_) => Named { name: "custom", summary: "any board" },
    }
}
