//! Sets of turns, such as the allowed moves of a search.

use std::fmt;

use super::symmetry::Symmetry;
use super::turn::{Face, Turn};

/// A set of turns, one bit each. Prints as text like `U,R,F2`; see [`TurnSet::parse`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnSet(u32);

impl TurnSet {
    /// All 18 turns.
    pub const ALL: TurnSet = TurnSet((1 << Turn::COUNT) - 1);
    /// The empty set.
    pub const EMPTY: TurnSet = TurnSet(0);

    /// True if a turn is in the set.
    pub const fn contains(self, turn: Turn) -> bool {
        self.0 >> turn.index() & 1 != 0
    }

    /// Adds a turn.
    pub fn insert(&mut self, turn: Turn) {
        self.0 |= 1 << turn.index();
    }

    /// True if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of turns.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The turns in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Turn> {
        Turn::all().filter(move |&turn| self.contains(turn))
    }

    /// The inverses of the turns.
    #[must_use]
    pub fn inverse(self) -> TurnSet {
        self.iter().map(Turn::inverse).collect()
    }

    /// The image of the set under a symmetry.
    #[must_use]
    pub fn image(self, symmetry: Symmetry) -> TurnSet {
        self.iter().map(|turn| symmetry.turn(turn)).collect()
    }
}

impl FromIterator<Turn> for TurnSet {
    fn from_iter<I: IntoIterator<Item = Turn>>(turns: I) -> TurnSet {
        let mut set = TurnSet::EMPTY;
        turns.into_iter().for_each(|turn| set.insert(turn));
        set
    }
}

/// A face alone denotes all its turns, so the clockwise quarter turn alone is `U1`.
impl fmt::Display for TurnSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for face in Face::ALL {
            let turns: Vec<Turn> = self.iter().filter(|turn| turn.face() == face).collect();
            let names = match turns.len() {
                3 => vec![""],
                _ => turns.iter().map(|turn| ["1", "2", "'"][usize::from(turn.quarters()) - 1]).collect(),
            };
            for name in names {
                write!(f, "{separator}{}{name}", face.letter())?;
                separator = ",";
            }
        }
        Ok(())
    }
}
