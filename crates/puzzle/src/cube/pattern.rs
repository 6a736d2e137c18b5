//! Sets of cubes, given by the pieces that each place allows. Every corner and edge place has a list of allowed pieces
//! with their twists or flips; a cube is in the set if every place holds an entry of its list. Facelets with unknown
//! colours define such a set, and so do "no edge flipped" and "these pieces solved".

use std::fmt;

use thiserror::Error;

use super::facelets::{corner_facelets, edge_facelets};
use super::turn::Face;
use super::{CORNERS, Cube3, EDGES};

/// The pieces that a place allows: bit `3 * corner + twist`, or `2 * edge + flip`.
type Choices = u32;

const ALL: Choices = (1 << 24) - 1;

/// A non-empty set of cubes. Its lists have no useless entries: each piece of a list can be in its place while all
/// other places hold a piece of theirs, so equal sets have equal lists except for what the sums of twists and flips
/// exclude.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pattern {
    corners: [Choices; 8],
    edges: [Choices; 12],
}

/// Reason why a set of cubes is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PatternFault {
    /// No piece is allowed in this corner place, or only pieces that the places before it need.
    #[error("no piece is left for corner place {0}")]
    Corner(usize),
    /// The same for an edge place.
    #[error("no piece is left for edge place {0}")]
    Edge(usize),
    /// The sum of the edge flips is always odd.
    #[error("one edge is flipped")]
    Flip,
    /// The sum of the corner twists is always 1 or 2 modulo 3.
    #[error("one corner is twisted")]
    Twist(u8),
    /// The parities of corners and edges always differ, as if two pieces were swapped.
    #[error("two pieces are swapped")]
    Parity,
}

impl Pattern {
    /// Builds a set from the pieces that each place allows, as in [`Pattern::may_hold_corner`] and
    /// [`Pattern::may_hold_edge`].
    ///
    /// # Errors
    /// If the set is empty.
    pub fn new(
        corner: impl Fn(usize, (u8, u8)) -> bool,
        edge: impl Fn(usize, (u8, u8)) -> bool,
    ) -> Result<Pattern, PatternFault> {
        let mut corners = std::array::from_fn(|place| choices(3, |piece| corner(place, piece)));
        let mut edges = std::array::from_fn(|place| choices(2, |piece| edge(place, piece)));
        let by_corners = remove_impossible(&mut corners, 3).map_err(PatternFault::Corner)?;
        let by_edges = remove_impossible(&mut edges, 2).map_err(PatternFault::Edge)?;
        if by_edges.iter().all(|&(flip, _)| flip != 0) {
            return Err(PatternFault::Flip);
        }
        if let Some(&(twist, _)) = by_corners.iter().min().filter(|&&(twist, _)| twist != 0) {
            return Err(PatternFault::Twist(twist));
        }
        let agrees = |is_odd| by_corners.contains(&(0, is_odd)) && by_edges.contains(&(0, is_odd));
        if !agrees(false) && !agrees(true) {
            return Err(PatternFault::Parity);
        }
        Ok(Pattern { corners, edges })
    }

    /// The cubes with these corners and edges solved and anything in the other places.
    pub fn at_home(corners: &[usize], edges: &[usize]) -> Pattern {
        let fits = |fixed: &[usize], place: usize, (piece, turn): (u8, u8)| {
            !fixed.contains(&place) || (usize::from(piece), turn) == (place, 0)
        };
        Pattern::new(|place, piece| fits(corners, place, piece), |place, piece| fits(edges, place, piece))
            .expect("the solved cube is one")
    }

    /// True if a cube is in the set.
    pub fn contains(&self, cube: &Cube3) -> bool {
        (0..8).all(|place| self.may_hold_corner(place, cube.corner(place)))
            && (0..12).all(|place| self.may_hold_edge(place, cube.edge(place)))
    }

    /// True if a corner place allows a piece with this twist.
    pub fn may_hold_corner(&self, place: usize, (piece, twist): (u8, u8)) -> bool {
        self.corners[place] >> (3 * piece + twist) & 1 != 0
    }

    /// True if an edge place allows a piece with this flip.
    pub fn may_hold_edge(&self, place: usize, (piece, flip): (u8, u8)) -> bool {
        self.edges[place] >> (2 * piece + flip) & 1 != 0
    }

    /// True if the moves of `cube` map the set to itself.
    pub fn is_preserved_by(&self, cube: &Cube3) -> bool {
        (0..8).all(|place| {
            turned(self.corners[usize::from(cube.corner(place).0)], 3, cube.corner(place).1)
                == self.corners[place]
        }) && (0..12).all(|place| {
            turned(self.edges[usize::from(cube.edge(place).0)], 2, cube.edge(place).1) == self.edges[place]
        })
    }

    /// True if the set is a subgroup of the cube group: closed under products and inverses. It is one if the facelets
    /// can be partitioned into classes such that a cube is in the set exactly if every facelet is in the place of one
    /// of its class.
    pub fn is_group(&self) -> bool {
        is_equivalence(&self.corners, 3) && is_equivalence(&self.edges, 2)
    }
}

/// The set of pieces with `n` orientations that are wanted.
fn choices(n: u8, wanted: impl Fn((u8, u8)) -> bool) -> Choices {
    (0..24).filter(|&bit| wanted((bit / n, bit % n))).fold(0, |set, bit| set | 1 << bit)
}

/// The same pieces, all turned by `by`.
fn turned(set: Choices, n: u8, by: u8) -> Choices {
    choices(n, |(piece, turn)| set >> (piece * n + (turn + n - by) % n) & 1 != 0)
}

/// Removes pieces that cannot be in a place because others need them elsewhere. Returns the possible pairs of
/// orientation sum and parity, or the first place for which no piece remains.
fn remove_impossible<const P: usize>(places: &mut [Choices; P], n: u8) -> Result<Vec<(u8, bool)>, usize> {
    let pieces =
        |set: Choices| (0..P).filter(move |&piece| set >> (piece * usize::from(n)) & ((1 << n) - 1) != 0);
    // By set of pieces in the places before each, the possible orientation sums and parities: bit 2 * sum + parity.
    let mut before = vec![vec![0_u8; 1 << P]; P + 1];
    before[0][0] = 1;
    for place in 0..P {
        for used in 0..1_usize << P {
            let ways = before[place][used];
            if ways == 0 {
                continue;
            }
            for piece in pieces(places[place]).filter(|piece| used >> piece & 1 == 0) {
                // Number of larger pieces in places before this one.
                let swaps = (used >> piece).count_ones() % 2;
                for turn in (0..n).filter(|turn| places[place] >> (piece as u8 * n + turn) & 1 != 0) {
                    for (sum, parity) in (0..n).flat_map(|sum| [(sum, 0), (sum, 1)]) {
                        if ways >> (2 * sum + parity) & 1 != 0 {
                            let now = 2 * ((sum + turn) % n) + (parity ^ swaps as u8);
                            before[place + 1][used | 1 << piece] |= 1 << now;
                        }
                    }
                }
            }
        }
        if before[place + 1].iter().all(|&ways| ways == 0) {
            return Err(place);
        }
    }
    let full = (1 << P) - 1;
    // The sets of pieces that can be completed by the remaining places.
    let mut is_completable = vec![false; 1 << P];
    is_completable[full] = true;
    for place in (0..P).rev() {
        let mut possible = 0;
        let mut completable_before = vec![false; 1 << P];
        for used in (0..1_usize << P).filter(|&used| before[place][used] != 0) {
            for piece in pieces(places[place]).filter(|piece| used >> piece & 1 == 0) {
                if is_completable[used | 1 << piece] {
                    completable_before[used] = true;
                    possible |= ((1 << n) - 1) << (piece * usize::from(n));
                }
            }
        }
        places[place] &= possible;
        is_completable = completable_before;
    }
    let ways = before[P][full];
    let all = (0..n).flat_map(|sum| [(sum, false), (sum, true)]);
    Ok(all.filter(|&(sum, is_odd)| ways >> (2 * sum + u8::from(is_odd)) & 1 != 0).collect())
}

/// True if the relation "the facelet of this place may be in that place" is an equivalence relation.
fn is_equivalence(places: &[Choices], n: u8) -> bool {
    // By solved place of the facelet, the places where it may be. Facelet f of a piece turned by t is at face f + t of
    // its place.
    let n_stickers = 24;
    let mut reach = vec![0_u32; n_stickers];
    for (place, &set) in places.iter().enumerate() {
        for (piece, turn) in (0..24_u8).filter(|bit| set >> bit & 1 != 0).map(|bit| (bit / n, bit % n)) {
            for face in 0..n {
                let (home, at) = (piece * n + face, place as u8 * n + (face + turn) % n);
                reach[usize::from(home)] |= 1 << at;
            }
        }
    }
    (0..n_stickers).all(|sticker| {
        let kind = reach[sticker];
        kind >> sticker & 1 != 0
            && (0..n_stickers).filter(|other| kind >> other & 1 != 0).all(|other| reach[other] == kind)
    })
}

/// The colours of the facelets, some of which may be anything. Prints as a line of 54 letters and dots.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stickers(pub [Option<Face>; 54]);

impl Stickers {
    /// Returns the cubes that have these colours relative to their centres. Centres are always solved, even if given
    /// otherwise.
    ///
    /// # Errors
    /// If there is no such cube.
    pub fn pattern(&self) -> Result<Pattern, PatternFault> {
        let agrees = |facelet: usize, colour: Face| self.0[facelet].is_none_or(|wanted| wanted == colour);
        Pattern::new(
            |place, (piece, twist)| {
                let cells = corner_facelets(3, place);
                let shown = |n: usize| cells[(n + usize::from(twist)) % 3];
                (0..3).all(|n| agrees(shown(n), CORNERS[usize::from(piece)][n]))
            },
            |place, (piece, flip)| {
                let cells = edge_facelets(place);
                let shown = |n: usize| cells[(n + usize::from(flip)) % 2];
                (0..2).all(|n| agrees(shown(n), EDGES[usize::from(piece)][n]))
            },
        )
    }
}

impl fmt::Display for Stickers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|sticker| write!(f, "{}", sticker.map_or('.', Face::letter)))
    }
}

impl Default for Pattern {
    /// All cubes.
    fn default() -> Pattern {
        Pattern { corners: [ALL; 8], edges: [ALL; 12] }
    }
}
