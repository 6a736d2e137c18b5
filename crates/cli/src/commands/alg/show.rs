//! `deepen alg show`: the effect of a sequence.

use std::io::{Write, stdout};

use deepen::puzzle::Definition;
use deepen::puzzle::alg::Alg;
use deepen::puzzle::definition::{Cycle, Given, Scramble, Transform};

use super::read;
use crate::args::alg::{Form, Show};
use crate::context::OutputMode;
use crate::exit::Exit;
use crate::json::{CycleOf, Effect, OrbitEffect};
use crate::text::count_of;
use deepen::{Error, json};

pub fn run(args: &Show, mode: OutputMode) -> anyhow::Result<Exit> {
    let (definition, algs) = read(&args.sequences)?;
    let mut out = stdout().lock();
    for alg in &algs {
        let transform = definition.transform_of(alg).expect("the moves were checked when they were read");
        if mode.json {
            json::write(&mut out, &to_json(&definition, alg, &transform)?)?;
        } else {
            write!(out, "{}", in_form(&definition, alg, &transform, args.form)?)?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn in_form(definition: &Definition, alg: &Alg, transform: &Transform, form: Form) -> Result<String, Error> {
    let position = definition.position_of(alg).map_err(|error| Error::invalid(error.to_string()))?;
    let written = match form {
        Form::Cycles => return Ok(in_words(definition, alg, transform, definition.n_unsolved(&position))),
        Form::Scramble => definition.to_scramble(&Scramble { name: None, given: Given::Pattern(position) }),
        Form::Cpos => definition.to_cpos(&position).map(|line| line + "\n"),
        Form::Pattern => Ok(definition.to_pattern_json(&position)),
        Form::Move => Ok(definition.to_move("noname", transform)),
        Form::Transformation => Ok(definition.to_transformation_json(transform)),
    };
    written.map_err(|error| Error::invalid(error.to_string()))
}

/// Returns the sequence, its order, and its cycles in every orbit that it changes.
fn in_words(definition: &Definition, alg: &Alg, transform: &Transform, n_unsolved: usize) -> String {
    let order = definition.order_of(transform);
    let order = order.map_or_else(|| "too large an order".to_string(), |order| format!("order {order}"));
    let length = count_of(alg.length(), "move");
    let mut text =
        format!("{alg}\n{length}, {order}, {} out of place\n", count_of(n_unsolved as u64, "piece"));
    for (orbit, transform) in definition.orbits().iter().zip(&transform.orbits) {
        let cycles: Vec<String> =
            transform.cycles().iter().filter(|cycle| is_seen(cycle)).map(cycle).collect();
        if !cycles.is_empty() {
            text += &format!("  {}: {}\n", orbit.name, cycles.join(" "));
        }
    }
    text
}

/// True if a cycle has an effect.
fn is_seen(cycle: &Cycle) -> bool {
    cycle.places.len() > 1 || cycle.turn > 0
}

/// `(1 5 2)`, `(3)+1`: places from 1; each piece moves to the next place and has gained an orientation when it is back.
fn cycle(cycle: &Cycle) -> String {
    let places: Vec<String> = cycle.places.iter().map(|&place| (u16::from(place) + 1).to_string()).collect();
    let turn = if cycle.turn > 0 { format!("+{}", cycle.turn) } else { String::new() };
    format!("({}){turn}", places.join(" "))
}

fn to_json(definition: &Definition, alg: &Alg, transform: &Transform) -> Result<Effect, Error> {
    let position = definition.position_of(alg).map_err(|error| Error::invalid(error.to_string()))?;
    let orbits = definition.orbits().iter().zip(&transform.orbits).zip(&position.orbits);
    let orbits = orbits.map(|((orbit, transform), position)| OrbitEffect {
        orbit: orbit.name.clone(),
        cycles: transform
            .cycles()
            .into_iter()
            .filter(is_seen)
            .map(|cycle| CycleOf { places: cycle.places, turn: cycle.turn })
            .collect(),
        permutation: transform.permutation.clone(),
        orientation_delta: transform.turns.clone(),
        pieces: position.pieces.clone(),
        orientation: position.orientations.clone(),
    });
    Ok(Effect {
        moves: alg.to_string(),
        length: alg.length(),
        order: definition.order_of(transform),
        out_of_place: definition.n_unsolved(&position),
        cpos: definition.to_cpos(&position).ok(),
        orbits: orbits.collect(),
    })
}
