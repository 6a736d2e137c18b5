//! Definitions that were made by a program rather than read. They become drafts like those of texts, so that the same
//! check decides whether they are sound.

use super::{
    At, Block, DerivedDraft, Draft, Entry, ForbiddenDraft, List, Numbering, OrbitDraft, Word, check,
};
use crate::Definition;
use crate::definition::{Forbidden, Orbit, Transform};
use crate::parse::{Place, alg};

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
        check(self.draft()).unwrap_or_else(|error| panic!("{name}: {}", error.fault))
    }

    fn draft(&self) -> Draft {
        let entry = |orbit: &Orbit, values: &[u8], orientations: Option<&[u8]>| Entry {
            orbit: word(&orbit.name),
            values: list(values),
            orientations: orientations.map(list),
            moduli: None,
        };
        let orbit = |orbit: &Orbit| OrbitDraft {
            name: word(&orbit.name),
            n_pieces: word(&orbit.n_pieces.to_string()),
            n_orientations: word(&orbit.n_orientations.to_string()),
        };
        let start = self.orbits.iter().zip(&self.start).map(|(orbit, pieces)| entry(orbit, pieces, None));
        let mv = |(name, transform): &(String, Transform)| {
            let orbits = self.orbits.iter().zip(&transform.orbits);
            let entries =
                orbits.map(|(orbit, transform)| entry(orbit, &transform.permutation, Some(&transform.turns)));
            (word(name), block(entries.collect()))
        };
        let derived = |(name, moves): &(String, String)| {
            let alg::Placed { alg, places } =
                alg::placed(moves, &|_| true).unwrap_or_else(|error| panic!("{name}: {error}"));
            DerivedDraft { name: word(name), alg, places }
        };
        // Rules count from 1, as texts write them.
        let rule = |rule: &Forbidden| ForbiddenDraft {
            orbit: word(&self.orbits[rule.orbit].name),
            place: word(&(rule.place + 1).to_string()),
            pieces: rule.pieces.iter().map(|piece| word(&(piece + 1).to_string())).collect(),
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
const NOWHERE: Place = Place { line: 1, column: 1 };

fn word(text: &str) -> Word {
    At { value: text.to_string(), place: NOWHERE }
}

fn list(values: &[u8]) -> List {
    At { value: values.iter().map(|value| word(&value.to_string())).collect(), place: NOWHERE }
}

fn block(entries: Vec<Entry>) -> Block {
    Block { numbering: Numbering::FromZero, entries }
}
