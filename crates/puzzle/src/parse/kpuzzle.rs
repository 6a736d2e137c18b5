//! Definitions as cubing.js keeps them, KPuzzle JSON.
//!
//! ```text
//! { "name": text,
//!   "orbits": [ { "orbitName": text, "numPieces": number, "numOrientations": number } … ],
//!   "defaultPattern": { ORBIT: { "pieces": [number …], "orientation": [number …], "orientationMod"?: [number …] } … },
//!   "moves": { MOVE: { ORBIT: { "permutation": [number …], "orientationDelta": [number …] } … } … },
//!   "derivedMoves"?: { MOVE: sequence … } }
//! ```
//!
//! All numbers count from 0. Other keys are let pass, since files have some. A move that does not name an orbit leaves it as it
//! is; the pattern must name them all.

use crate::definition::Definition;
use crate::parse::definition::{
    At, Block, DefinitionError, DerivedDraft, Draft, Entry, Fault, List, Numbering, OrbitDraft, Word, check,
    quoted,
};
use crate::parse::json::{self, Json};
use crate::parse::{Place, alg};

/// The puzzle that a text defines.
///
/// # Errors
/// With the place of the first fault and what was expected there.
pub fn definition(text: &str) -> Result<Definition, DefinitionError> {
    let mut whole = Object::new(json::value(text)?, "the definition")?;
    let name = word(whole.take("name")?, "name")?.value;
    let orbits_at = whole.take("orbits")?;
    let orbits_place = orbits_at.place;
    let orbits: Vec<OrbitDraft> =
        array(orbits_at, "orbits")?.into_iter().map(orbit).collect::<Result<_, DefinitionError>>()?;
    if orbits.is_empty() {
        let fault = Fault::NoPart { part: "orbits", expected: "at least one in \"orbits\"" };
        return Err(DefinitionError { place: orbits_place, fault });
    }
    let names = orbits.iter().map(|orbit| orbit.name.value.as_str());
    let start = pattern(whole.take("defaultPattern")?, "defaultPattern", names)?;
    let moves_at = whole.take("moves")?;
    let moves_place = moves_at.place;
    let moves: Vec<(Word, Block)> = Object::new(moves_at, "moves")?
        .members
        .into_iter()
        .map(|(name, value)| {
            let owner = format!("move {}", quoted(&name.value));
            Ok((name, block(value, &owner, ["permutation", "orientationDelta"], None)?))
        })
        .collect::<Result<_, DefinitionError>>()?;
    if moves.is_empty() {
        let fault = Fault::NoPart { part: "moves", expected: "at least one in \"moves\"" };
        return Err(DefinitionError { place: moves_place, fault });
    }
    let derived = match whole.take_if_any("derivedMoves") {
        Some(value) => Object::new(value, "derivedMoves")?
            .members
            .into_iter()
            .map(derived)
            .collect::<Result<_, DefinitionError>>()?,
        None => Vec::new(),
    };
    check(Draft { name, orbits, start, moves, derived, forbidden: Vec::new() })
}

/// An object whose keys are looked up by name, each there once at most.
struct Object {
    members: Vec<(Word, At<Json>)>,
    place: Place,
    /// What errors call it.
    owner: String,
}

impl Object {
    fn new(value: At<Json>, owner: &str) -> Result<Object, DefinitionError> {
        let At { value, place } = value;
        let Json::Object(members) = value else {
            return Err(mismatch(&value, place, &format!("an object for {owner}")));
        };
        let mut places = std::collections::HashMap::new();
        for (key, _) in &members {
            if let Some(first) = places.insert(key.value.clone(), key.place) {
                let what = format!("the key {}", quoted(&key.value));
                return Err(key.fault(Fault::Twice { what, first }));
            }
        }
        Ok(Object { members, place, owner: owner.to_string() })
    }

    fn take(&mut self, key: &str) -> Result<At<Json>, DefinitionError> {
        let missing = Fault::Missing {
            whole: self.owner.clone(),
            part: quoted(key),
            expected: format!("{} among its keys", quoted(key)),
        };
        let place = self.place;
        self.take_if_any(key).ok_or(DefinitionError { place, fault: missing })
    }

    fn take_if_any(&mut self, key: &str) -> Option<At<Json>> {
        let i = self.members.iter().position(|(name, _)| name.value == key)?;
        Some(self.members.swap_remove(i).1)
    }
}

fn mismatch(found: &Json, place: Place, expected: &str) -> DefinitionError {
    let fault = Fault::Unexpected { found: found.kind(), expected: expected.to_string() };
    DefinitionError { place, fault }
}

fn array(value: At<Json>, what: &str) -> Result<Vec<At<Json>>, DefinitionError> {
    match value.value {
        Json::Array(items) => Ok(items),
        other => Err(mismatch(&other, value.place, &format!("an array for {what}"))),
    }
}

/// A text.
fn word(value: At<Json>, what: &str) -> Result<Word, DefinitionError> {
    match value.value {
        Json::Text { value: text, .. } => Ok(At { value: text, place: value.place }),
        other => Err(mismatch(&other, value.place, &format!("a text for {what}"))),
    }
}

/// A number as it is written.
fn number(value: At<Json>) -> Result<Word, DefinitionError> {
    match value.value {
        Json::Plain(text) => Ok(At { value: text, place: value.place }),
        other => Err(mismatch(&other, value.place, "a number")),
    }
}

fn numbers(value: At<Json>, what: &str) -> Result<List, DefinitionError> {
    let place = value.place;
    let words =
        array(value, what)?.into_iter().map(number).collect::<Result<Vec<Word>, DefinitionError>>()?;
    Ok(At { value: words, place })
}

fn orbit(value: At<Json>) -> Result<OrbitDraft, DefinitionError> {
    let mut object = Object::new(value, "an orbit")?;
    Ok(OrbitDraft {
        name: word(object.take("orbitName")?, "orbitName")?,
        n_pieces: number(object.take("numPieces")?)?,
        n_orientations: number(object.take("numOrientations")?)?,
    })
}

/// The pattern that a value is, in which no orbit may be missing.
pub(super) fn pattern<'a>(
    value: At<Json>,
    owner: &str,
    mut orbits: impl Iterator<Item = &'a str>,
) -> Result<Block, DefinitionError> {
    let place = value.place;
    let block = block(value, owner, ["pieces", "orientation"], Some("orientationMod"))?;
    let names: std::collections::HashSet<&str> =
        block.entries.iter().map(|entry| entry.orbit.value.as_str()).collect();
    match orbits.find(|orbit| !names.contains(orbit)) {
        None => Ok(block),
        Some(orbit) => {
            let (whole, part) = (owner.to_string(), format!("orbit {}", quoted(orbit)));
            let fault = Fault::Missing { whole, part, expected: "all orbits".to_string() };
            Err(DefinitionError { place, fault })
        }
    }
}

/// A pattern or a transformation: for each orbit an object with these keys.
fn block(
    value: At<Json>,
    owner: &str,
    keys: [&str; 2],
    moduli_key: Option<&str>,
) -> Result<Block, DefinitionError> {
    let entry = |(orbit, value): (Word, At<Json>)| {
        let mut object = Object::new(value, &format!("orbit {} of {owner}", quoted(&orbit.value)))?;
        let values = numbers(object.take(keys[0])?, keys[0])?;
        let orientations = Some(numbers(object.take(keys[1])?, keys[1])?);
        let moduli = match moduli_key.and_then(|key| object.take_if_any(key)) {
            Some(list) => Some(numbers(list, "orientationMod")?),
            None => None,
        };
        Ok(Entry { orbit, values, orientations, moduli })
    };
    let entries = Object::new(value, owner)?.members.into_iter().map(entry);
    Ok(Block { numbering: Numbering::FromZero, entries: entries.collect::<Result<_, DefinitionError>>()? })
}

fn derived((name, value): (Word, At<Json>)) -> Result<DerivedDraft, DefinitionError> {
    let start = value.place;
    let (text, is_escaped) = match value.value {
        Json::Text { value, is_escaped } => (value, is_escaped),
        other => return Err(mismatch(&other, start, "a sequence of moves in quotes")),
    };
    // Within the quotes, unless some characters take more room there than they do here.
    let place = |inner: Place| match (inner.line, is_escaped) {
        (1, false) => Place { column: start.column + inner.column, ..start },
        _ => start,
    };
    match alg::placed(&text, &|_| true) {
        Ok(placed) => {
            let places = placed.places.into_iter().map(place).collect();
            Ok(DerivedDraft { name, alg: placed.alg, places })
        }
        Err(error) => {
            let inner = error.place();
            let message = error.to_string();
            let message = message.strip_prefix(&format!("{inner}: ")).unwrap_or(&message).to_string();
            let fault = Fault::Sequence { name: quoted(&name.value), message };
            Err(DefinitionError { place: place(inner), fault })
        }
    }
}
