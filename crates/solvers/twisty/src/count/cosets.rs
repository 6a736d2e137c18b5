//! Positions as cosets of a small subgroup. A group element is an element b of the subgroup followed by a coset
//! representative r, and a move maps whole cosets to whole cosets: b, then r, then the move equals b, then some c of
//! the subgroup, then the new r. So a coset is moved by looking up the new coset and permuting it by c, from the
//! subgroup's multiplication table.
//!
//! All numbers are used: the index of positions has no gaps.

use puzzle::definition::{DefinedGroup, Generator};
use puzzle::group::Permutation;
use rayon::prelude::*;

use super::distance_table::bytes_per_coset;
use super::stabilizer_chain::{StabilizerChain, follow};
use super::subgroup::{MAX_WIDTH, Subgroup};

/// The cosets, and the action of moves on them.
pub(super) struct CosetTable {
    subgroup: Subgroup,
    n_cosets: usize,
    families: Vec<Family>,
    is_closed: bool,
    bytes: u64,
}

/// Moves that are powers of one move, which alone has tables.
struct Family {
    /// By coset, the coset that the move leads to and the element of the subgroup applied.
    to: Vec<u32>,
    by: Vec<u16>,
    /// By power from 1 on, the move whose inverse this power is, if any.
    undoes: Vec<Option<u16>>,
}

/// A coset that a move leads from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub coset: u32,
    /// Element of the subgroup on the way back to that coset.
    pub by: u16,
    /// Index of the move among the generators.
    pub mv: u16,
}

/// Moves of higher order are not supported.
const MAX_ORDER: usize = 64;

/// A move, and by power of it from 1 on, the move whose inverse this power is, if any.
struct Powers {
    permutation: Permutation,
    undoes: Vec<Option<u16>>,
}

/// A division of the group into cosets.
pub(super) struct CosetLayout {
    chain: StabilizerChain,
    cut: usize,
    n_cosets: u64,
    families: Vec<Powers>,
    is_closed: bool,
    /// Bytes of the coset table and of a table of two bits per position.
    pub bytes: u64,
}

impl CosetLayout {
    /// Returns the division that takes the least memory; None if there are too many positions or powers of a move.
    pub fn of(group: &DefinedGroup, generators: &[Generator]) -> Option<CosetLayout> {
        let chain = StabilizerChain::of(group.group());
        let (families, is_closed) = families(group, generators)?;
        let bytes = |cut: usize| {
            let (n_cosets, width) = (chain.size(0..cut)?, chain.size(cut..chain.len())?);
            let is_possible = width <= MAX_WIDTH && n_cosets <= u64::from(u32::MAX);
            // By family, the target coset and the element applied.
            let per_coset = bytes_per_coset(width) + 6 * families.len() as u64;
            let bytes = n_cosets.checked_mul(per_coset)?.checked_add(Subgroup::bytes(width))?;
            is_possible.then_some((bytes, cut, n_cosets))
        };
        let (bytes, cut, n_cosets) = (0..=chain.len()).filter_map(bytes).min()?;
        Some(CosetLayout { chain, cut, n_cosets, families, is_closed, bytes })
    }

    /// Computes the action of the moves on all cosets. None if `goes_on` returned false.
    pub fn cosets(self, group: &DefinedGroup, goes_on: &(dyn Fn() -> bool + Sync)) -> Option<CosetTable> {
        let CosetLayout { chain, cut, n_cosets, families, is_closed, bytes } = self;
        let family = |Powers { permutation, undoes }: Powers| {
            let step = |images: &mut Vec<u16>, coset: u64| {
                if !goes_on() {
                    return (0, 0);
                }
                chain.images(0..cut, coset, images);
                follow(images, &permutation);
                let to = chain.number(0..cut, images);
                (to as u32, chain.number(cut..chain.len(), images) as u16)
            };
            let steps = (0..n_cosets).into_par_iter().map_init(|| vec![0; chain.len()], step);
            let (to, by) = steps.unzip();
            Family { to, by, undoes }
        };
        let mut families_built = Vec::new();
        for powers in families {
            families_built.push(family(powers));
            if !goes_on() {
                return None;
            }
        }
        let subgroup = Subgroup::new(group.group(), &chain, cut);
        Some(CosetTable { subgroup, n_cosets: n_cosets as usize, families: families_built, is_closed, bytes })
    }
}

impl CosetTable {
    /// Number of cosets. The start is the first position of the first.
    pub fn n_cosets(&self) -> usize {
        self.n_cosets
    }

    /// The subgroup, whose elements number the positions of a coset.
    pub fn subgroup(&self) -> &Subgroup {
        &self.subgroup
    }

    /// True if every move has an inverse among the moves.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Bytes of the coset table and of a table of two bits per position.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Collects the cosets that moves lead from to a coset, one for each move.
    pub fn sources(&self, coset: usize, sources: &mut Vec<Source>) {
        sources.clear();
        for family in &self.families {
            // Forwards, power by power: the last power is the inverse.
            let (mut coset, mut by) = (coset, 0);
            for inverse_turns in &family.undoes {
                by = self.subgroup.followed_by(family.by[coset])[usize::from(by)];
                coset = family.to[coset] as usize;
                if let &Some(mv) = inverse_turns {
                    sources.push(Source { coset: coset as u32, by, mv });
                }
            }
        }
    }
}

/// Entries of a coset in a table, padded so that cosets begin at word boundaries.
pub(super) fn stride(width: usize) -> usize {
    width.next_multiple_of(16)
}

/// Sorts moves into families of powers, and returns true if each has an inverse among them. None if there are too many
/// moves or powers.
fn families(group: &DefinedGroup, generators: &[Generator]) -> Option<(Vec<Powers>, bool)> {
    let mut families: Vec<Powers> = Vec::new();
    let mut powers: Vec<Vec<Permutation>> = Vec::new();
    let moves = generators.iter().filter_map(|generator| group.permutation(&generator.transform));
    let moves: Vec<Permutation> = moves.collect();
    let is_identity = |mv: &Permutation| mv.iter().enumerate().all(|(i, &to)| usize::from(to) == i);
    for (i, mv) in moves.iter().enumerate() {
        // The identity reaches nothing new.
        if is_identity(mv) || moves[..i].contains(mv) {
            continue;
        }
        let number = u16::try_from(i).ok()?;
        let mut place = powers.iter().enumerate().find_map(|(family, powers)| {
            powers.iter().position(|power| power == mv).map(|power| (family, power))
        });
        if place.is_none() {
            let mut all = vec![mv.clone()];
            while all.len() < MAX_ORDER && !is_identity(&all[all.len() - 1]) {
                let mut next = all[all.len() - 1].clone();
                follow(&mut next, mv);
                all.push(next);
            }
            if !is_identity(&all[all.len() - 1]) {
                return None;
            }
            all.pop();
            families.push(Powers { permutation: mv.clone(), undoes: vec![None; all.len()] });
            place = Some((powers.len(), 0));
            powers.push(all);
        }
        let (family, power) = place?;
        let undoing = powers[family].len() - 1 - power;
        families[family].undoes[undoing] = Some(number);
    }
    let is_closed = families.iter().all(|Powers { undoes, .. }| {
        // A power is the inverse of a move, and is itself one if the opposite power is the inverse of something.
        undoes.iter().zip(undoes.iter().rev()).all(|(a, b)| a.is_some() == b.is_some())
    });
    Some((families, is_closed))
}
