//! Definitions that were made by a program rather than read. They become drafts like those of texts, so that the same
//! check decides whether they are sound.

use super::{
    Block, DerivedDraft, Draft, ForbiddenDraft, Located, Numbering, OrbitDraft, OrbitEntry, Token, TokenList,
    validate,
};
use crate::Definition;
use crate::definition::{Forbidden, Orbit, Transform};
use crate::parse::{LineColumn, alg};

/// What a definition is made of. All pieces are in orientation 0 at the start.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    pub name: String,
    pub orbits: Vec<Orbit>,
    /// The pieces of each orbit by place, from 0; those that are alike have the same number.
    pub start: Vec<Vec<u8>>,
    pub moves: Vec<(String, Transform)>,
    /// Moves by the sequences they stand for.
    pub derived: Vec<(String, String)>,
    pub forbidden: Vec<Forbidden>,
}

impl Parts {
    /// The definition.
    ///
    /// # Panics
    /// If the parts do not fit together, which a program sees to that makes them.
    pub fn definition(self) -> Definition {
        let name = self.name.clone();
        validate(self.draft()).unwrap_or_else(|error| panic!("{name}: {}", error.fault))
    }

    fn draft(&self) -> Draft {
        let entry = |orbit: &Orbit, values: &[u8], orientations: Option<&[u8]>| OrbitEntry {
            orbit: token(&orbit.name),
            values: list(values),
            orientations: orientations.map(list),
            moduli: None,
        };
        let orbit = |orbit: &Orbit| OrbitDraft {
            name: token(&orbit.name),
            n_pieces: token(&orbit.n_pieces.to_string()),
            n_orientations: token(&orbit.n_orientations.to_string()),
        };
        let start = self.orbits.iter().zip(&self.start).map(|(orbit, pieces)| entry(orbit, pieces, None));
        let mv = |(name, transform): &(String, Transform)| {
            let orbits = self.orbits.iter().zip(&transform.orbits);
            let entries =
                orbits.map(|(orbit, transform)| entry(orbit, &transform.permutation, Some(&transform.turns)));
            (token(name), block(entries.collect()))
        };
        let derived = |(name, moves): &(String, String)| {
            let alg::LocatedAlg { alg, places } =
                alg::located(moves, &|_| true).unwrap_or_else(|error| panic!("{name}: {error}"));
            DerivedDraft { name: token(name), alg, places }
        };
        // Rules count from 1, as texts write them.
        let rule = |rule: &Forbidden| ForbiddenDraft {
            orbit: token(&self.orbits[rule.orbit].name),
            place: token(&(rule.place + 1).to_string()),
            pieces: rule.pieces.iter().map(|piece| token(&(piece + 1).to_string())).collect(),
        };
        Draft {
            name: self.name.clone(),
            orbits: self.orbits.iter().map(orbit).collect(),
            start: block(start.collect()),
            moves: self.moves.iter().map(mv).collect(),
            derived: self.derived.iter().map(derived).collect(),
            forbidden: self.forbidden.iter().map(rule).collect(),
        }
    }
}

/// There is no text, so nothing in it has a place.
const DUMMY_PLACE: LineColumn = LineColumn { line: 1, column: 1 };

fn token(text: &str) -> Token {
    Located { value: text.to_string(), place: DUMMY_PLACE }
}

fn list(values: &[u8]) -> TokenList {
    Located { value: values.iter().map(|value| token(&value.to_string())).collect(), place: DUMMY_PLACE }
}

fn block(entries: Vec<OrbitEntry>) -> Block {
    Block { numbering: Numbering::FromZero, entries }
}
