//! Validation of a draft: returns the definition, or the first error in the order of the parts.

use std::collections::HashMap;

use super::derived_moves;
use super::error::{DefinitionError, Fault, one_of_few, quoted};
use super::{Block, Draft, ForbiddenDraft, Numbering, OrbitDraft, OrbitEntry, Token, TokenList};
use crate::alg::{Amount, Move, Node};
use crate::definition::{
    DefinedMove, Definition, Forbidden, MAX_ORIENTATIONS, MAX_PIECES, Names, Orbit, OrbitPattern,
    OrbitTransform, Pattern, Source, Transform,
};
use crate::parse::{LineColumn, alg};

/// The maximum number of entries of all moves together; the largest puzzles in use have some ten thousand.
const MAX_ENTRIES: usize = 1 << 25;

/// The entries that an orbit of a move takes in addition to its places: the two lists have bytes of their own.
const ENTRIES_PER_ORBIT: usize = 64;

/// Validates a draft and returns its definition.
pub(in crate::parse) fn validate(draft: Draft) -> Result<Definition, DefinitionError> {
    let orbits = Orbits::new(&draft.orbits)?;
    orbits.check_size(&draft)?;
    let start = orbits.pattern(&draft.start, "the solved position")?;
    let mut names = Names::new();
    let mut places: HashMap<Move, LineColumn> = HashMap::new();
    let mut moves = Vec::new();
    for (i, (token, block)) in draft.moves.iter().enumerate() {
        let name = unique_name(token, &mut places)?;
        let transform = orbits.transform(block, &format!("move {name}"))?;
        names.insert(name.clone(), Source::Defined(i));
        moves.push(DefinedMove { name, transform });
    }
    let mut derived_names = Vec::new();
    for (i, derived) in draft.derived.iter().enumerate() {
        let name = unique_name(&derived.name, &mut places)?;
        names.insert(name.clone(), Source::Derived(i));
        derived_names.push(name);
    }
    let identity = Transform::identity(&orbits.orbits);
    let tokens: Vec<Token> = { draft.moves.iter().map(|(token, _)| token) }
        .chain(draft.derived.iter().map(|derived| &derived.name))
        .cloned()
        .collect();
    let derived = derived_moves::resolve(draft.derived, derived_names, &names, &moves, &identity)?;
    let named = { moves.iter().map(|mv| (&mv.name, &mv.transform)) }
        .chain(derived.iter().map(|mv| (&mv.name, &mv.transform)))
        .collect::<Vec<_>>();
    check_powers(&named, &tokens)?;
    let rule = |rule: &ForbiddenDraft| orbits.forbidden(rule, &start);
    let forbidden = draft.forbidden.iter().map(rule).collect::<Result<Vec<Forbidden>, DefinitionError>>()?;
    Ok(Definition {
        name: draft.name,
        orbits: orbits.orbits,
        start,
        moves,
        derived,
        forbidden,
        names,
        roles: Default::default(),
    })
}

/// Checks that moves whose names are powers of one another are: `R2` is read as `R` twice, and `R'` undoes `R`.
fn check_powers(named: &[(&Move, &Transform)], tokens: &[Token]) -> Result<(), DefinitionError> {
    let by_name: HashMap<&Move, &Transform> = named.iter().copied().collect();
    // A move without an amount is the base of the others.
    let amounts = named.iter().zip(tokens).filter(|((name, _), _)| name.amount != Amount::Times(1));
    for (&(name, transform), token) in amounts {
        let quantum = Move { amount: Amount::Times(1), ..name.clone() };
        let powers = [(quantum, name.amount.times()), (name.inverse(), Some(-1))];
        for (base, times) in powers.into_iter().filter_map(|(base, times)| Some((base, times?))) {
            if by_name.get(&base).is_some_and(|found| found.power(times) != *transform) {
                let (name, base) = (name.to_string(), base.to_string());
                return Err(token.error(Fault::NotAPower { name, base }));
            }
        }
    }
    Ok(())
}

/// Returns the name of a move; it must be a single move of the notation, and not defined before.
fn unique_name(token: &Token, places: &mut HashMap<Move, LineColumn>) -> Result<Move, DefinitionError> {
    let name = move_name(&token.value)
        .filter(|name| name.amount != Amount::Times(0))
        .ok_or_else(|| token.error(Fault::NotAMoveName { found: quoted(&token.value) }))?;
    if let Some(&first) = places.get(&name) {
        return Err(token.error(Fault::Duplicate { what: format!("move {name}"), first }));
    }
    places.insert(name.clone(), token.place);
    Ok(name)
}

/// Returns the move that a text consists of, or None if it is not exactly one move.
pub(in crate::parse) fn move_name(text: &str) -> Option<Move> {
    let mut nodes = alg::alg(text).ok()?.nodes;
    match (nodes.pop()?, nodes.is_empty()) {
        // The alg parser skips comments and white space, which no other format would accept in a name.
        (Node::Move(mv), true) if !text.contains(|c: char| c.is_whitespace() || c == '#' || c == '/') => {
            Some(mv)
        }
        _ => None,
    }
}

/// Parses a token as a number from `low` to `high`. `what` names the number in the error.
fn number(token: &Token, what: &dyn Fn() -> String, low: u8, high: u8) -> Result<u8, DefinitionError> {
    let is_plain = token.value.bytes().all(|byte| byte.is_ascii_digit());
    let read = token.value.parse().ok().filter(|value| is_plain && (low..=high).contains(value));
    let found = || if is_plain { shorten_digits(&token.value) } else { quoted(&token.value) };
    read.ok_or_else(|| token.error(Fault::Number { what: what(), found: found(), low, high }))
}

/// Returns digits without quotes, or quoted and cut if there are too many.
fn shorten_digits(digits: &str) -> String {
    if digits.is_empty() || digits.len() > 20 { quoted(digits) } else { digits.to_string() }
}

/// The orbits of a puzzle; everything else is validated against them.
pub(super) struct Orbits {
    orbits: Vec<Orbit>,
    indices: HashMap<String, usize>,
}

impl Orbits {
    fn new(drafts: &[OrbitDraft]) -> Result<Orbits, DefinitionError> {
        let mut orbits = Orbits { orbits: Vec::new(), indices: HashMap::new() };
        for (i, draft) in drafts.iter().enumerate() {
            let name = &draft.name.value;
            if name.is_empty() {
                let expected = "a name".to_string();
                return Err(draft.name.error(Fault::Unexpected { found: quoted(name), expected }));
            }
            if let Some(&first) = orbits.indices.get(name) {
                let first = drafts[first].name.place;
                return Err(draft
                    .name
                    .error(Fault::Duplicate { what: format!("orbit {}", quoted(name)), first }));
            }
            let what = |what: &str| format!("the number of {what} of orbit {name}");
            let n_pieces = number(&draft.n_pieces, &|| what("pieces"), 1, MAX_PIECES as u8)?;
            let most = MAX_ORIENTATIONS as u8;
            let n_orientations = number(&draft.n_orientations, &|| what("orientations"), 1, most)?;
            orbits.indices.insert(name.clone(), i);
            orbits.orbits.push(Orbit { name: name.clone(), n_pieces: usize::from(n_pieces), n_orientations });
        }
        Ok(orbits)
    }

    /// The orbits of a valid definition.
    pub fn from_valid(orbits: &[Orbit]) -> Orbits {
        let indices = orbits.iter().enumerate().map(|(i, orbit)| (orbit.name.clone(), i)).collect();
        Orbits { orbits: orbits.to_vec(), indices }
    }

    /// Limits memory and time: a few bytes of text can define many moves of many places each. A derived move counts as
    /// one and as every move of its sequence, all of which are applied.
    fn check_size(&self, draft: &Draft) -> Result<(), DefinitionError> {
        let n_places: usize = self.orbits.iter().map(|orbit| orbit.n_pieces).sum();
        let n_entries = n_places + ENTRIES_PER_ORBIT * self.orbits.len();
        let n_moves =
            draft.moves.len() + draft.derived.iter().map(|derived| 1 + derived.places.len()).sum::<usize>();
        if n_entries.saturating_mul(n_moves) <= MAX_ENTRIES {
            return Ok(());
        }
        let last =
            draft.moves.last().map(|(name, _)| name).or(draft.derived.last().map(|derived| &derived.name));
        let place = last.map_or(LineColumn { line: 1, column: 1 }, |name| name.place);
        Err(DefinitionError { place, fault: Fault::TooLarge { n_moves, n_places, max: MAX_ENTRIES } })
    }

    fn index(&self, name: &Token) -> Result<usize, DefinitionError> {
        let unknown = || {
            let expected = one_of_few(self.orbits.iter().map(|orbit| orbit.name.as_str()));
            name.error(Fault::UnknownOrbit { found: quoted(&name.value), expected })
        };
        self.indices.get(&name.value).copied().ok_or_else(unknown)
    }

    /// Returns the entries of a block by orbit. An orbit that is listed twice is an error.
    pub fn by_orbit<'a>(
        &self,
        block: &'a Block,
        owner: &str,
    ) -> Result<Vec<Option<&'a OrbitEntry>>, DefinitionError> {
        let mut by_orbit: Vec<Option<&OrbitEntry>> = vec![None; self.orbits.len()];
        for entry in &block.entries {
            let slot = &mut by_orbit[self.index(&entry.orbit)?];
            if let Some(first) = slot {
                let what = format!("orbit {} of {owner}", entry.orbit.value);
                return Err(entry.orbit.error(Fault::Duplicate { what, first: first.orbit.place }));
            }
            *slot = Some(entry);
        }
        Ok(by_orbit)
    }

    pub fn pattern(&self, block: &Block, owner: &str) -> Result<Pattern, DefinitionError> {
        let entries = self.by_orbit(block, owner)?;
        let orbit = |(orbit, entry): (&Orbit, &Option<&OrbitEntry>)| match entry {
            Some(entry) => orbit.pattern(entry, block.numbering, owner),
            None => Ok(OrbitPattern {
                pieces: (0..orbit.n_pieces).map(|piece| piece as u8).collect(),
                orientations: vec![0; orbit.n_pieces],
                moduli: vec![orbit.n_orientations; orbit.n_pieces],
            }),
        };
        Ok(Pattern { orbits: self.orbits.iter().zip(&entries).map(orbit).collect::<Result<_, _>>()? })
    }

    fn transform(&self, block: &Block, owner: &str) -> Result<Transform, DefinitionError> {
        let entries = self.by_orbit(block, owner)?;
        let orbit = |(orbit, entry): (&Orbit, &Option<&OrbitEntry>)| match entry {
            Some(entry) => orbit.transform(entry, block.numbering, owner),
            None => Ok(OrbitTransform::identity(orbit)),
        };
        Ok(Transform { orbits: self.orbits.iter().zip(&entries).map(orbit).collect::<Result<_, _>>()? })
    }

    fn forbidden(&self, draft: &ForbiddenDraft, start: &Pattern) -> Result<Forbidden, DefinitionError> {
        let index = self.index(&draft.orbit)?;
        let Orbit { name, n_pieces, .. } = &self.orbits[index];
        let read = |token: &Token, what: &str| {
            number(token, &|| format!("the {what} of orbit {name}"), 1, *n_pieces as u8)
                .map(|value| value - 1)
        };
        let place = read(&draft.place, "place")?;
        let pieces = draft.pieces.iter().map(|token| read(token, "piece")).collect::<Result<Vec<u8>, _>>()?;
        let rule = Forbidden { orbit: index, place, pieces };
        if !rule.allows(start) {
            let piece = start.orbits[index].pieces[usize::from(place)] + 1;
            let fault = Fault::ForbiddenStart { orbit: name.clone(), place: place + 1, piece };
            return Err(draft.orbit.error(fault));
        }
        Ok(rule)
    }
}

impl Orbit {
    fn pattern(
        &self,
        entry: &OrbitEntry,
        numbering: Numbering,
        owner: &str,
    ) -> Result<OrbitPattern, DefinitionError> {
        let pieces = self.values(&entry.values, numbering, owner)?;
        let mut moduli = vec![self.n_orientations; self.n_pieces];
        if let Some(list) = &entry.moduli {
            self.check_count(list, "moduli", owner)?;
            for (modulus, token) in moduli.iter_mut().zip(&list.value) {
                *modulus = self.modulus(token)?;
            }
        }
        let mut orientations = vec![0; self.n_pieces];
        if let Some(list) = &entry.orientations {
            self.check_count(list, "orientations", owner)?;
            for (i, token) in list.value.iter().enumerate() {
                if token.value == "?" {
                    moduli[i] = 1;
                } else {
                    orientations[i] = self.orientation(token, owner)? % moduli[i];
                }
            }
        }
        Ok(OrbitPattern { pieces, orientations, moduli })
    }

    fn transform(
        &self,
        entry: &OrbitEntry,
        numbering: Numbering,
        owner: &str,
    ) -> Result<OrbitTransform, DefinitionError> {
        let permutation = self.values(&entry.values, numbering, owner)?;
        let mut is_used = vec![false; self.n_pieces];
        for (&source, token) in permutation.iter().zip(&entry.values.value) {
            if std::mem::replace(&mut is_used[usize::from(source)], true) {
                let (owner, orbit) = (owner.to_string(), self.name.clone());
                let value = source + numbering.first();
                return Err(token.error(Fault::NotAPermutation { owner, orbit, value }));
            }
        }
        let mut turns = vec![0; self.n_pieces];
        if let Some(list) = &entry.orientations {
            self.check_count(list, "orientations", owner)?;
            let turn = |token: &Token| match numbering {
                Numbering::FromOne => self.orientation(token, owner),
                Numbering::FromZero => self.turn(token, owner),
            };
            turns = list.value.iter().map(turn).collect::<Result<_, _>>()?;
            if numbering == Numbering::FromOne {
                turns = permutation.iter().map(|&source| turns[usize::from(source)]).collect();
            }
        }
        Ok(OrbitTransform { permutation, turns, n_orientations: self.n_orientations })
    }

    /// Parses a list of pieces or places and returns them from 0.
    fn values(
        &self,
        list: &TokenList,
        numbering: Numbering,
        owner: &str,
    ) -> Result<Vec<u8>, DefinitionError> {
        self.check_count(list, "entries", owner)?;
        let first = numbering.first();
        // The largest number is the number of places if they are counted from 1, else one less.
        let high = (self.n_pieces - 1) as u8 + first;
        let what = || format!("an entry of {owner} for orbit {}", self.name);
        list.value.iter().map(|token| number(token, &what, first, high).map(|value| value - first)).collect()
    }

    fn orientation(&self, token: &Token, owner: &str) -> Result<u8, DefinitionError> {
        let what = || format!("an orientation of {owner} for orbit {}", self.name);
        number(token, &what, 0, self.n_orientations - 1)
    }

    /// Parses an orientation change. It may be negative: cubing.js has files with -1.
    fn turn(&self, token: &Token, owner: &str) -> Result<u8, DefinitionError> {
        let less = token.value.strip_prefix('-').and_then(|digits| digits.parse::<u8>().ok());
        match less.filter(|&less| less > 0 && less < self.n_orientations) {
            Some(less) => Ok(self.n_orientations - less),
            None => self.orientation(token, owner),
        }
    }

    fn modulus(&self, token: &Token) -> Result<u8, DefinitionError> {
        let n_orientations = self.n_orientations;
        let modulus = match token.value.parse() {
            Ok(0) => Some(n_orientations),
            Ok(modulus) if n_orientations.is_multiple_of(modulus) => Some(modulus),
            _ => None,
        };
        let found = || quoted(&token.value).trim_matches('"').to_string();
        let fault = || Fault::Modulus { orbit: self.name.clone(), found: found(), n_orientations };
        modulus.ok_or_else(|| token.error(fault()))
    }

    /// Checks that a list has one entry per place. The error is at the list, or at the first surplus entry.
    fn check_count(&self, list: &TokenList, what: &'static str, owner: &str) -> Result<(), DefinitionError> {
        let (found, expected) = (list.value.len(), self.n_pieces);
        if found == expected {
            return Ok(());
        }
        let place = list.value.get(expected).map_or(list.place, |surplus| surplus.place);
        let (owner, orbit) = (owner.to_string(), self.name.clone());
        Err(DefinitionError { place, fault: Fault::Count { owner, what, orbit, found, expected } })
    }
}
