//! Printing definitions as KPuzzle JSON: everything counted from 0, one list per line.

use super::PrintError;
use crate::definition::{Definition, Orbit, OrbitPattern, OrbitTransform, Pattern, Transform};

impl Definition {
    /// Prints the definition as KPuzzle JSON.
    ///
    /// # Errors
    /// If it has rules about illegal positions, which the format cannot express.
    pub fn to_kpuzzle(&self) -> Result<String, PrintError> {
        if !self.forbidden.is_empty() {
            return Err(PrintError::Forbidden);
        }
        let orbits: Vec<String> = self.orbits.iter().map(orbit).collect();
        let moves: Vec<(String, String)> = self
            .moves
            .iter()
            .map(|defined| {
                (quoted(&defined.name.to_string()), transform(2, &self.orbits, &defined.transform))
            })
            .collect();
        let mut members = vec![
            ("\"name\"".to_string(), quoted(&self.name)),
            ("\"orbits\"".to_string(), format!("[\n    {}\n  ]", orbits.join(",\n    "))),
            ("\"defaultPattern\"".to_string(), pattern(1, &self.orbits, &self.start)),
            ("\"moves\"".to_string(), object(1, &moves)),
        ];
        if !self.derived.is_empty() {
            let derived: Vec<(String, String)> = self
                .derived
                .iter()
                .map(|derived| (quoted(&derived.name.to_string()), quoted(&derived.alg.to_string())))
                .collect();
            members.push(("\"derivedMoves\"".to_string(), object(1, &derived)));
        }
        Ok(object(0, &members) + "\n")
    }
}

impl Definition {
    /// Prints a transformation as KPuzzle JSON.
    pub fn to_transformation_json(&self, transformation: &Transform) -> String {
        transform(0, &self.orbits, transformation) + "\n"
    }
}

fn orbit(orbit: &Orbit) -> String {
    let Orbit { name, n_pieces, n_orientations } = orbit;
    let name = quoted(name);
    format!("{{ \"orbitName\": {name}, \"numPieces\": {n_pieces}, \"numOrientations\": {n_orientations} }}")
}

/// Prints a position, nested `depth` levels deep.
pub(super) fn pattern(depth: usize, orbits: &[Orbit], pattern: &Pattern) -> String {
    let member = |(orbit, pattern): (&Orbit, &OrbitPattern)| {
        (quoted(&orbit.name), object(depth + 1, &pattern_members(orbit, pattern)))
    };
    object(depth, &orbits.iter().zip(&pattern.orbits).map(member).collect::<Vec<_>>())
}

fn pattern_members(orbit: &Orbit, pattern: &OrbitPattern) -> Vec<(String, String)> {
    let mut members = vec![
        ("\"pieces\"".to_string(), list(&pattern.pieces)),
        ("\"orientation\"".to_string(), list(&pattern.orientations)),
    ];
    if pattern.moduli.iter().any(|&modulus| modulus != orbit.n_orientations) {
        // The format writes 0 if all orientations count.
        let modulus = |&modulus: &u8| if modulus == orbit.n_orientations { 0 } else { modulus };
        let moduli: Vec<u8> = pattern.moduli.iter().map(modulus).collect();
        members.push(("\"orientationMod\"".to_string(), list(&moduli)));
    }
    members
}

/// Prints a transformation, nested `depth` levels deep.
fn transform(depth: usize, orbits: &[Orbit], transform: &Transform) -> String {
    let member = |(orbit, transform): (&Orbit, &OrbitTransform)| {
        let members = [
            ("\"permutation\"".to_string(), list(&transform.permutation)),
            ("\"orientationDelta\"".to_string(), list(&transform.turns)),
        ];
        (quoted(&orbit.name), object(depth + 1, &members))
    };
    object(depth, &orbits.iter().zip(&transform.orbits).map(member).collect::<Vec<_>>())
}

/// Prints an object with one member per line, nested `depth` levels deep.
fn object(depth: usize, members: &[(String, String)]) -> String {
    let (inner, outer) = ("  ".repeat(depth + 1), "  ".repeat(depth));
    let lines: Vec<String> = members.iter().map(|(key, value)| format!("{inner}{key}: {value}")).collect();
    format!("{{\n{}\n{outer}}}", lines.join(",\n"))
}

fn list(values: &[u8]) -> String {
    let words: Vec<String> = values.iter().map(u8::to_string).collect();
    format!("[{}]", words.join(", "))
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' || c == '\u{feff}' => quoted += &format!("\\u{:04x}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
