//! Printing definitions in the format of twsearch: places and pieces from 1, orientation changes listed by the place
//! that the piece comes from.

use std::fmt::Write;

use super::PrintError;
use crate::alg::{Alg, Move, Node};
use crate::definition::{Definition, DerivedMove, Orbit, OrbitPattern, OrbitTransform, Transform};
use crate::parse::is_orbit_name;
use crate::parse::tws::KEYWORDS;

/// Maximum number of moves that a derived move is expanded to.
const MAX_LENGTH: usize = 10_000;

impl Definition {
    /// Prints the definition as `.tws`. The format has sequences for derived moves, so groups and commutators are
    /// expanded.
    ///
    /// # Errors
    /// If the format cannot express a part of it.
    pub fn to_tws(&self) -> Result<String, PrintError> {
        let mut text = String::new();
        let name = &self.name;
        if name.contains(char::is_whitespace) {
            return Err(PrintError::Name { what: "the name", name: name.clone() });
        }
        if !name.is_empty() {
            text += &format!("Name {name}\n\n");
        }
        for Orbit { name, n_pieces, n_orientations } in &self.orbits {
            if !is_orbit_name(name, &KEYWORDS) {
                return Err(PrintError::Name { what: "the orbit", name: name.clone() });
            }
            text += &format!("Set {name} {n_pieces} {n_orientations}\n");
        }
        text += "\nSolved\n";
        for (orbit, pattern) in self.orbits.iter().zip(&self.start.orbits) {
            text += &block(&orbit.name, &pattern.pieces, &orientations(orbit, pattern)?);
        }
        text += "End\n";
        for defined in &self.moves {
            text += "\n";
            text += &self.to_move(&defined.name.to_string(), &defined.transform);
        }
        text += if self.derived.is_empty() { "" } else { "\n" };
        for derived in &self.derived {
            text += &line(derived)?;
        }
        text += if self.forbidden.is_empty() { "" } else { "\n" };
        for rule in &self.forbidden {
            let name = &self.orbits[rule.orbit].name;
            text += &format!("Illegal {name} {} {}\n", rule.place + 1, from_one(&rule.pieces));
        }
        Ok(text)
    }
}

impl Definition {
    /// Prints a transformation as a move of a `.tws` file. This is always possible if the names of the orbits can be
    /// printed.
    pub fn to_move(&self, name: &str, transform: &Transform) -> String {
        let mut text = format!("Move {name}\n");
        for (orbit, transform) in self.orbits.iter().zip(&transform.orbits) {
            if !transform.is_identity() {
                text += &block(&orbit.name, &transform.permutation, &turns(transform));
            }
        }
        text + "End\n"
    }
}

/// The lines of an orbit; orientations that are all 0 are omitted.
pub(super) fn block(name: &str, values: &[u8], orientations: &[String]) -> String {
    let mut text = format!("{name}\n{}\n", from_one(values));
    if orientations.iter().any(|orientation| orientation != "0") {
        writeln!(text, "{}", orientations.join(" ")).expect("writing to a string succeeds");
    }
    text
}

fn from_one(values: &[u8]) -> String {
    let words: Vec<String> = values.iter().map(|value| (value + 1).to_string()).collect();
    words.join(" ")
}

fn orientations(orbit: &Orbit, pattern: &OrbitPattern) -> Result<Vec<String>, PrintError> {
    let n_orientations = orbit.n_orientations;
    let word = |(&orientation, &modulus): (&u8, &u8)| match modulus {
        modulus if modulus == n_orientations => Ok(orientation.to_string()),
        1 => Ok("?".to_string()),
        modulus => Err(PrintError::Modulus { orbit: orbit.name.clone(), modulus, n_orientations }),
    };
    pattern.orientations.iter().zip(&pattern.moduli).map(word).collect()
}

/// The orientation changes by the place that the piece comes from.
fn turns(transform: &OrbitTransform) -> Vec<String> {
    let mut turns = vec![String::new(); transform.turns.len()];
    for (&source, turn) in transform.permutation.iter().zip(&transform.turns) {
        turns[usize::from(source)] = turn.to_string();
    }
    turns
}

fn line(derived: &DerivedMove) -> Result<String, PrintError> {
    let DerivedMove { name, alg, .. } = derived;
    let moves = flattened(name, alg)?;
    let keyword = if moves.len() == 1 { "MoveAlias" } else { "MoveSequence" };
    Ok(format!("{keyword} {name} {}\n", moves.join(" ")))
}

fn flattened(name: &Move, alg: &Alg) -> Result<Vec<String>, PrintError> {
    let max = MAX_LENGTH;
    let refusal = || PrintError::Sequence { name: name.to_string(), length: alg.length(), max };
    let moves = alg.flattened(max).map_err(|_| refusal())?.nodes;
    if moves.is_empty() { Err(refusal()) } else { Ok(moves.iter().map(Node::to_string).collect()) }
}
