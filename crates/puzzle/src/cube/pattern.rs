//! Sets of cubes by what may lie in each place. Every corner and edge place has a list of pieces with their twists or
//! flips that may be there; a cube is in the set if every place holds something from its list. Stickers of which some
//! are not known make such a set, and so do "no edge flipped" and "these pieces at home".

use std::fmt;

use thiserror::Error;

use super::facelets::{corner_facelets, edge_facelets};
use super::turn::Face;
use super::{CORNERS, Cube3, EDGES};

/// What may lie in a place: bit `3 * corner + twist`, or `2 * edge + flip`.
type Choices = u32;

const ALL: Choices = (1 << 24) - 1;

/// A set of cubes that is not empty. Nothing in its lists is idle: each piece of a list can be there while all other
/// places have one of theirs, so that equal sets have equal lists but for what twists and flips exclude in sum.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pattern {
    corners: [Choices; 8],
    edges: [Choices; 12],
}

/// Why no cube is in a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PatternFault {
    /// No piece may be in this corner place, or none that the places before it do not need.
    #[error("no piece is left for corner place {0}")]
    Corner(usize),
    /// The same with edges.
    #[error("no piece is left for edge place {0}")]
    Edge(usize),
    /// Some edge must be flipped.
    #[error("one edge is flipped")]
    Flip,
    /// The twists of the corners add up to 1 or 2 modulo 3.
    #[error("one corner is twisted")]
    Twist(u8),
    /// Two pieces are swapped.
    #[error("two pieces are swapped")]
    Parity,
}

impl Pattern {
    /// From what may be in each place, as [`Pattern::may_hold_corner`] and [`Pattern::may_hold_edge`] say it.
    ///
    /// # Errors
    /// If no cube is in the set.
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

    /// Cubes with these corners and edges at home; anything goes for the others.
    pub fn at_home(corners: &[usize], edges: &[usize]) -> Pattern {
        let fits = |fixed: &[usize], place: usize, (piece, turn): (u8, u8)| {
            !fixed.contains(&place) || (usize::from(piece), turn) == (place, 0)
        };
        Pattern::new(|place, piece| fits(corners, place, piece), |place, piece| fits(edges, place, piece))
            .expect("the solved cube is one")
    }

    /// Whether a cube is in the set.
    pub fn contains(&self, cube: &Cube3) -> bool {
        (0..8).all(|place| self.may_hold_corner(place, cube.corner(place)))
            && (0..12).all(|place| self.may_hold_edge(place, cube.edge(place)))
    }

    /// Whether a corner place may hold a piece with this twist.
    pub fn may_hold_corner(&self, place: usize, (piece, twist): (u8, u8)) -> bool {
        self.corners[place] >> (3 * piece + twist) & 1 != 0
    }

    /// Whether an edge place may hold a piece with this flip.
    pub fn may_hold_edge(&self, place: usize, (piece, flip): (u8, u8)) -> bool {
        self.edges[place] >> (2 * piece + flip) & 1 != 0
    }

    /// Whether moves that make `cube` from a solved one lead from every cube of the set to one of the set.
    pub fn is_preserved_by(&self, cube: &Cube3) -> bool {
        (0..8).all(|place| {
            turned(self.corners[usize::from(cube.corner(place).0)], 3, cube.corner(place).1)
                == self.corners[place]
        }) && (0..12).all(|place| {
            turned(self.edges[usize::from(cube.edge(place).0)], 2, cube.edge(place).1) == self.edges[place]
        })
    }

    /// Whether the set is a group: with two cubes the moves of one after those of the other lead to a third, and with
    /// each the inverse is there. That is so if stickers can be sorted into kinds such that a cube is in the set if
    /// every sticker lies where one of its kind belongs.
    pub fn is_group(&self) -> bool {
        is_equivalence(&self.corners, 3) && is_equivalence(&self.edges, 2)
    }
}

/// The pieces of `n` orientations that are wanted.
fn choices(n: u8, wanted: impl Fn((u8, u8)) -> bool) -> Choices {
    (0..24).filter(|&bit| wanted((bit / n, bit % n))).fold(0, |set, bit| set | 1 << bit)
}

/// The same pieces, all turned by so much more.
fn turned(set: Choices, n: u8, by: u8) -> Choices {
    choices(n, |(piece, turn)| set >> (piece * n + (turn + n - by) % n) & 1 != 0)
}

/// Takes out pieces that cannot be in a place because others need them elsewhere. What turns in sum and which parities
/// are left, or the first place for which nothing is.
fn remove_impossible<const P: usize>(places: &mut [Choices; P], n: u8) -> Result<Vec<(u8, bool)>, usize> {
    let pieces =
        |set: Choices| (0..P).filter(move |&piece| set >> (piece * usize::from(n)) & ((1 << n) - 1) != 0);
    // Which pieces the places before each may take together, by sum of turns and parity: bit 2 * sum + parity.
    let mut before = vec![vec![0_u8; 1 << P]; P + 1];
    before[0][0] = 1;
    for place in 0..P {
        for used in 0..1_usize << P {
            let ways = before[place][used];
            if ways == 0 {
                continue;
            }
            for piece in pieces(places[place]).filter(|piece| used >> piece & 1 == 0) {
                // Larger pieces in places before this one.
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
    // Which of these leave enough for the places behind.
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

/// Whether "the sticker that belongs here may lie there" sorts stickers into kinds.
fn is_equivalence(places: &[Choices], n: u8) -> bool {
    // By home of the sticker, where it may lie. Sticker f of a piece turned by t lies at face f + t of its place.
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

/// The colours of the stickers, of which some may be anything. Prints as a line of 54 letters and dots.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stickers(pub [Option<Face>; 54]);

impl Stickers {
    /// The cubes that show these colours, as seen against their centres. Centres are always at home, whatever is said of
    /// them.
    ///
    /// # Errors
    /// If there is none.
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
