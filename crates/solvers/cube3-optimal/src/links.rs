//! How a row of cells (all those of one corner class) is tied to others by turns. For one row and one turn everything
//! but the edges is the same: the row at the other end, the symmetry seen through, what becomes of the kinds of corners.
//! So filling a table is copying rows through permutations of 34,650 edge cosets, one for each turn and symmetry.

use puzzle::{Symmetry, Turn};
use rayon::prelude::*;
use search::simd::Plain;

use super::corners::N_CLASSES;
use super::coset::{Coordinates, TRIPLES, X4, X6};
use super::edges::N_EDGES;
use super::packed::{Packed, TURNS};
use solver::Cancelled;

/// Where an edge coset goes, in two bytes, the lower one first; then by what parities of flips are changed before the
/// slices change places; then nothing. Four single bytes, because rows of them are loaded as vectors of bytes.
pub type Link = [u8; 4];

/// The edge coset that a link leads to.
#[inline(always)]
pub fn target(link: Link) -> u16 {
    u16::from_le_bytes([link[0], link[1]])
}

/// The change of flip parities that goes with it, below 4.
#[inline(always)]
pub fn shift(link: Link) -> usize {
    usize::from(link[2])
}

/// A turn, and then a symmetry: what it does to the edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passage(u16);

impl Passage {
    fn new(turn: usize, symmetry: usize) -> Passage {
        Passage((turn * Symmetry::COUNT + symmetry) as u16)
    }

    /// Below turns times symmetries.
    pub(super) fn number(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn turn(self) -> usize {
        usize::from(self.0) / Symmetry::COUNT
    }

    pub(super) fn symmetry(self) -> usize {
        usize::from(self.0) % Symmetry::COUNT
    }
}

/// One row and one turn that leads to it.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The row at the other end of the turn.
    pub row: u16,
    /// From this row to the other.
    pub there: Passage,
    /// From the other row to this one.
    pub back: Passage,
    /// On the way back: what becomes of each kind of corner permutation.
    pub kinds: [u8; 6],
}

/// All rows and turns, and what passages do to edges and the parities of their flips.
pub struct Links {
    steps: Vec<[Step; Turn::COUNT]>,
    links: Vec<Link>,
    /// By symmetry: what becomes of flip parities, see [`linear`].
    linear: [[u8; 4]; Symmetry::COUNT],
}

impl Links {
    /// Bytes held while tables are filled.
    pub const BYTES: u64 = (Turn::COUNT * Symmetry::COUNT * N_EDGES * size_of::<Link>()) as u64;

    /// Makes them: 120 MB.
    pub fn new(coordinates: &Coordinates) -> Links {
        Links::made(coordinates, &|| true).expect("they are wanted")
    }

    /// Makes them while `goes_on` says that they are wanted.
    ///
    /// # Errors
    /// If they are not.
    pub fn made(coordinates: &Coordinates, goes_on: &(dyn Fn() -> bool + Sync)) -> Result<Links, Cancelled> {
        let wanted = || if goes_on() { Ok(()) } else { Err(Cancelled) };
        let steps = (0..N_CLASSES).into_par_iter().map(|row| wanted().map(|()| steps(coordinates, row)));
        let steps = steps.collect::<Result<_, _>>()?;
        let linear = std::array::from_fn(|symmetry| linear(coordinates, symmetry));
        let cubes: Vec<Packed> =
            coordinates.edges.all().map(|edges| Packed::SOLVED.with_edges(edges)).collect();
        let find = |cube: &Packed, symmetry: usize| {
            let places = coordinates.places::<X4, _>(Plain, cube, symmetry);
            let edges = coordinates.edges.rank(Plain, places) as u16;
            (edges, coordinates.flip_kind::<X4, _>(Plain, places) as u8)
        };
        let moved: Vec<Vec<(u16, u8)>> = (0..Turn::COUNT)
            .into_par_iter()
            .map(|turn| {
                wanted()?;
                Ok(cubes.iter().map(|cube| find(&cube.after(Plain, &TURNS[turn]), 0)).collect())
            })
            .collect::<Result<_, _>>()?;
        let seen: Vec<Vec<(u16, u8)>> = (0..Symmetry::COUNT)
            .into_par_iter()
            .map(|symmetry| {
                wanted()?;
                // What is added after the linear map is undone to be added before it.
                let before =
                    |sum| linear[symmetry].iter().position(|&l: &u8| l == sum).expect("one to one") as u8;
                let find = |cube| {
                    let (edges, sum) = find(cube, symmetry);
                    (edges, before(sum))
                };
                Ok(cubes.iter().map(find).collect())
            })
            .collect::<Result<_, _>>()?;
        let mut links = search::hardware::filled(Turn::COUNT * Symmetry::COUNT * N_EDGES, [0; 4]);
        links.par_chunks_mut(N_EDGES).enumerate().try_for_each(|(passage, links)| {
            wanted()?;
            let passage = Passage(passage as u16);
            let (moved, seen) = (&moved[passage.turn()], &seen[passage.symmetry()]);
            for (link, &(middle, first)) in links.iter_mut().zip(moved) {
                let (to, second) = seen[usize::from(middle)];
                let [low, high] = to.to_le_bytes();
                *link = [low, high, first ^ second, 0];
            }
            Ok(())
        })?;
        Ok(Links { steps, links, linear })
    }

    /// All turns that lead to a row.
    #[inline]
    pub fn steps(&self, row: usize) -> &[Step; Turn::COUNT] {
        &self.steps[row]
    }

    /// What a passage does to each edge coset.
    #[inline]
    pub fn of(&self, passage: Passage) -> &[Link; N_EDGES] {
        let start = usize::from(passage.0) * N_EDGES;
        self.links[start..].first_chunk().expect("one for each passage")
    }

    /// What a turn alone does to each edge coset.
    pub(super) fn of_turn(&self, turn: usize) -> &[Link; N_EDGES] {
        self.of(Passage::new(turn, Symmetry::IDENTITY.index()))
    }

    /// What a passage makes of flip parities, apart from what is added before.
    #[inline]
    pub fn linear(&self, passage: Passage) -> [u8; 4] {
        self.linear[passage.symmetry()]
    }
}

fn steps(coordinates: &Coordinates, row: usize) -> [Step; Turn::COUNT] {
    std::array::from_fn(|turn| {
        let way = coordinates.corners.way(row, turn);
        // The cube x turned by m and seen through s is y; then x is y turned by the inverse of s(m), seen through the
        // inverse of s.
        let symmetry = Symmetry::from_index(way.symmetry()).expect("one of the 48");
        let undo = symmetry.turn(Turn::from_index(turn).expect("a turn")).inverse();
        let back = Passage::new(undo.index(), symmetry.inverse().index());
        let kinds = std::array::from_fn(|kind| {
            let cube = Packed::SOLVED.with_corners(with_kind(coordinates, way.class() as usize, kind));
            let cube = cube.after(Plain, &TURNS[undo.index()]);
            coordinates.corner_kind::<X6, _>(Plain, &cube, back.symmetry()) as u8
        });
        Step { row: way.class() as u16, there: Passage::new(turn, way.symmetry()), back, kinds }
    })
}

/// A representative's corners with a kind of permutation.
fn with_kind(coordinates: &Coordinates, class: usize, kind: usize) -> u64 {
    let corners = coordinates.corners.representative(class).to_le_bytes();
    u64::from_le_bytes(corners.map(|corner| match corner & 7 {
        // In a representative the corners of a tetrad are in order. Those of the second come in the order 0 and then
        // the triple of the kind.
        place @ 5..8 => (corner & !3) | TRIPLES[kind][usize::from(place) - 5],
        _ => corner,
    }))
}

/// What a symmetry makes of flip parities: that of the middle slice in bit 0, of the last in bit 1; that of the first is
/// their sum.
fn linear(coordinates: &Coordinates, symmetry: usize) -> [u8; 4] {
    let edge_to = &coordinates.conjugation(symmetry).edge_to;
    std::array::from_fn(|parities| {
        let parities = [(parities ^ parities >> 1) & 1, parities & 1, parities >> 1];
        let mut image = [0; 3];
        (0..3).for_each(|slice| image[usize::from(edge_to[4 * slice] >> 2)] = parities[slice]);
        (image[1] | image[2] << 1) as u8
    })
}
