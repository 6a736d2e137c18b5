//! Parser of puzzle definitions in the format of cubing.js, KPuzzle JSON.
//!
//! ```text
//! { "name": text,
//!   "orbits": [ { "orbitName": text, "numPieces": number, "numOrientations": number } … ],
//!   "defaultPattern": { ORBIT: { "pieces": [number …], "orientation": [number …], "orientationMod"?: [number …] } … },
//!   "moves": { MOVE: { ORBIT: { "permutation": [number …], "orientationDelta": [number …] } … } … },
//!   "derivedMoves"?: { MOVE: sequence … } }
//! ```
//!
//! All numbers count from 0. Unknown keys are ignored, since files have some. A move that does not list an orbit leaves
//! it unchanged; the pattern must list all orbits.

use crate::definition::Definition;
use crate::parse::definition::{
    Block, DefinitionError, DerivedDraft, Draft, Fault, Located, Numbering, OrbitDraft, OrbitEntry, Token,
    TokenList, quoted, validate,
};
use crate::parse::json::{self, Json};
use crate::parse::{LineColumn, alg};

/// Parses and validates a definition.
///
/// # Errors
/// With the line and column of the first error and what was expected there.
pub fn definition(text: &str) -> Result<Definition, DefinitionError> {
    let mut root = Object::new(json::value(text)?, "the definition")?;
    let name = string(root.take("name")?, "name")?.printable()?.value;
    let orbits_value = root.take("orbits")?;
    let orbits_place = orbits_value.place;
    let orbits: Vec<OrbitDraft> =
        array(orbits_value, "orbits")?.into_iter().map(orbit).collect::<Result<_, DefinitionError>>()?;
    if orbits.is_empty() {
        let fault = Fault::MissingPart { part: "orbits", expected: "at least one in \"orbits\"" };
        return Err(DefinitionError { place: orbits_place, fault });
    }
    let names = orbits.iter().map(|orbit| orbit.name.value.as_str());
    let start = pattern(root.take("defaultPattern")?, "defaultPattern", names)?;
    let moves_value = root.take("moves")?;
    let moves_place = moves_value.place;
    let moves: Vec<(Token, Block)> = Object::new(moves_value, "moves")?
        .members
        .into_iter()
        .map(|(name, value)| {
            let owner = format!("move {}", quoted(&name.value));
            Ok((name, block(value, &owner, ["permutation", "orientationDelta"], None)?))
        })
        .collect::<Result<_, DefinitionError>>()?;
    if moves.is_empty() {
        let fault = Fault::MissingPart { part: "moves", expected: "at least one in \"moves\"" };
        return Err(DefinitionError { place: moves_place, fault });
    }
    let derived = match root.take_optional("derivedMoves") {
        Some(value) => Object::new(value, "derivedMoves")?
            .members
            .into_iter()
            .map(derived)
            .collect::<Result<_, DefinitionError>>()?,
        None => Vec::new(),
    };
    validate(Draft { name, orbits, start, moves, derived, forbidden: Vec::new() })
}

/// A JSON object with unique keys, looked up by name.
struct Object {
    members: Vec<(Token, Located<Json>)>,
    place: LineColumn,
    /// The name of the object in errors.
    owner: String,
}

impl Object {
    fn new(value: Located<Json>, owner: &str) -> Result<Object, DefinitionError> {
        let Located { value, place } = value;
        let Json::Object(members) = value else {
            return Err(type_mismatch(&value, place, &format!("an object for {owner}")));
        };
        let mut places = std::collections::HashMap::new();
        for (key, _) in &members {
            if let Some(first) = places.insert(key.value.clone(), key.place) {
                let what = format!("the key {}", quoted(&key.value));
                return Err(key.error(Fault::Duplicate { what, first }));
            }
        }
        Ok(Object { members, place, owner: owner.to_string() })
    }

    fn take(&mut self, key: &str) -> Result<Located<Json>, DefinitionError> {
        let missing = Fault::Missing {
            whole: self.owner.clone(),
            part: quoted(key),
            expected: format!("{} among its keys", quoted(key)),
        };
        let place = self.place;
        self.take_optional(key).ok_or(DefinitionError { place, fault: missing })
    }

    fn take_optional(&mut self, key: &str) -> Option<Located<Json>> {
        let i = self.members.iter().position(|(name, _)| name.value == key)?;
        Some(self.members.swap_remove(i).1)
    }
}

fn type_mismatch(found: &Json, place: LineColumn, expected: &str) -> DefinitionError {
    let fault = Fault::Unexpected { found: found.describe(), expected: expected.to_string() };
    DefinitionError { place, fault }
}

fn array(value: Located<Json>, what: &str) -> Result<Vec<Located<Json>>, DefinitionError> {
    match value.value {
        Json::Array(items) => Ok(items),
        other => Err(type_mismatch(&other, value.place, &format!("an array for {what}"))),
    }
}

/// Returns a JSON string as a token.
fn string(value: Located<Json>, what: &str) -> Result<Token, DefinitionError> {
    match value.value {
        Json::String { value: text, .. } => Ok(Located { value: text, place: value.place }),
        other => Err(type_mismatch(&other, value.place, &format!("a string for {what}"))),
    }
}

/// Returns a JSON number, or another literal, as a token; validation parses it.
fn number(value: Located<Json>) -> Result<Token, DefinitionError> {
    match value.value {
        Json::Literal(text) => Ok(Located { value: text, place: value.place }),
        other => Err(type_mismatch(&other, value.place, "a number")),
    }
}

fn numbers(value: Located<Json>, what: &str) -> Result<TokenList, DefinitionError> {
    let place = value.place;
    let tokens =
        array(value, what)?.into_iter().map(number).collect::<Result<Vec<Token>, DefinitionError>>()?;
    Ok(Located { value: tokens, place })
}

fn orbit(value: Located<Json>) -> Result<OrbitDraft, DefinitionError> {
    let mut object = Object::new(value, "an orbit")?;
    Ok(OrbitDraft {
        name: string(object.take("orbitName")?, "orbitName")?.printable()?,
        n_pieces: number(object.take("numPieces")?)?,
        n_orientations: number(object.take("numOrientations")?)?,
    })
}

/// Parses a pattern, which must list all orbits.
pub(super) fn pattern<'a>(
    value: Located<Json>,
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

/// Parses a pattern or a transformation: an object with these keys for each orbit.
fn block(
    value: Located<Json>,
    owner: &str,
    keys: [&str; 2],
    moduli_key: Option<&str>,
) -> Result<Block, DefinitionError> {
    let entry = |(orbit, value): (Token, Located<Json>)| {
        let mut object = Object::new(value, &format!("orbit {} of {owner}", quoted(&orbit.value)))?;
        let values = numbers(object.take(keys[0])?, keys[0])?;
        let orientations = Some(numbers(object.take(keys[1])?, keys[1])?);
        let moduli = match moduli_key.and_then(|key| object.take_optional(key)) {
            Some(list) => Some(numbers(list, "orientationMod")?),
            None => None,
        };
        Ok(OrbitEntry { orbit, values, orientations, moduli })
    };
    let entries = Object::new(value, owner)?.members.into_iter().map(entry);
    Ok(Block { numbering: Numbering::FromZero, entries: entries.collect::<Result<_, DefinitionError>>()? })
}

fn derived((name, value): (Token, Located<Json>)) -> Result<DerivedDraft, DefinitionError> {
    let start = value.place;
    let (text, is_escaped) = match value.value {
        Json::String { value, is_escaped } => (value, is_escaped),
        other => return Err(type_mismatch(&other, start, "a sequence of moves in quotes")),
    };
    // The place within the quotes. If the string has escapes, columns differ and the place is that of the string.
    let place = |inner: LineColumn| match (inner.line, is_escaped) {
        (1, false) => LineColumn { column: start.column + inner.column, ..start },
        _ => start,
    };
    match alg::located(&text, &alg::Families::ANY) {
        Ok(located) => {
            let places = located.places.into_iter().map(place).collect();
            Ok(DerivedDraft { name, alg: located.alg, places })
        }
        Err(error) => {
            let inner = error.place();
            let message = error.to_string();
            let message = message.strip_prefix(&format!("{inner}: ")).unwrap_or(&message).to_string();
            let fault = Fault::DerivedSequence { name: quoted(&name.value), message };
            Err(DefinitionError { place: place(inner), fault })
        }
    }
}
