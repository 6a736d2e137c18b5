//! Kociemba's two phases as a chain, searched in six directions: the cube and its inverse, each conjugated to three
//! axes.

use std::sync::{Arc, LazyLock};

use puzzle::cube::TurnSet;
use puzzle::{Cube3, Face, Symmetry, Turn};
use search::{Cost, Counts, Move};

use crate::moves::{self, MoveSet, Moves};
use crate::two_phase::phase1::Phase1;
use crate::two_phase::tables::Tables;
use crate::two_phase::{phase2::Phase2, phase2_limits::Phase2Limits};
use solver::cube::Metric;
use solver::phases::{Chain, ChainSearch, ChainSolution};

/// One variant of a cube to search: rotated to an axis, and inverted or not.
pub(super) struct Direction {
    cube: Cube3,
    /// The rotation that takes the cube to the variant.
    symmetry: Symmetry,
    is_inverse: bool,
    /// The moves that are allowed on the variant.
    allowed: MoveSet,
}

/// Rotations to the three axes: a third of a turn about a corner takes U to R and R to F.
static AXES: LazyLock<[Symmetry; 3]> = LazyLock::new(|| {
    use Face::{B, D, F, L, R, U};
    let third = Symmetry::from_faces([R, F, U, L, B, D]).expect("a rotation");
    [Symmetry::IDENTITY, third, third.then(third)]
});

/// Returns all distinct directions; those with the same allowed moves are adjacent.
pub(super) fn directions(cube: &Cube3, turns: TurnSet, moves: &Moves) -> Vec<Direction> {
    let mut found: Vec<Direction> = Vec::with_capacity(6);
    for is_inverse in [false, true] {
        let (cube, turns) = if is_inverse { (cube.inverse(), turns.inverse()) } else { (*cube, turns) };
        for symmetry in *AXES {
            let cube = symmetry.cube(&cube);
            let allowed = match turns {
                TurnSet::ALL => MoveSet::MAX,
                _ => {
                    let turns = turns.image(symmetry);
                    moves.made_of(|turn| turns.contains(turn))
                }
            };
            if found.iter().all(|other| (other.cube, other.allowed) != (cube, allowed)) {
                found.push(Direction { cube, symmetry, is_inverse, allowed });
            }
        }
    }
    found.sort_by_key(|direction| direction.allowed);
    found
}

impl Direction {
    /// Maps a solution of the variant back to the original cube.
    fn to_original(&self, solution: &[Move], moves: &Moves) -> Vec<Move> {
        let back = self.symmetry.inverse();
        let turned = |mv: &Move| Move(moves.image(back, usize::from(mv.0)) as u16);
        match self.is_inverse {
            false => solution.iter().map(turned).collect(),
            true => solution.iter().rev().map(|mv| moves.inverse(turned(mv))).collect(),
        }
    }
}

/// Chains with their stacks, one for every set of allowed moves that occurred. Used by one thread at a time and reused
/// for the next cube.
pub(super) struct Searcher {
    make: Box<dyn Fn(MoveSet) -> Chain<Cube3> + Send>,
    chains: Vec<(MoveSet, Chain<Cube3>)>,
}

/// The result of a search by rounds.
#[derive(Clone, Copy)]
pub(super) struct Rounds {
    /// The least cost of phase 1 in any direction,
    pub nearest: Cost,
    /// and the largest of these lower bounds over all directions.
    pub farthest: Cost,
    /// The first cost whose round is not complete.
    pub complete: Cost,
}

/// Upper bound on the number of stored chains; more sets of moves than a caller alternates between.
const MAX_CHAINS: usize = 64;

impl Searcher {
    /// Creates a searcher with these tables.
    pub fn new<const ROW: usize>(
        metric: Metric,
        tables: &Arc<Tables<ROW>>,
        limits: Phase2Limits,
    ) -> Searcher {
        let tables = tables.clone();
        let step: fn(&Cube3, Move) -> Cube3 = match metric {
            Metric::HalfTurn | Metric::QuarterTurn => turn,
            Metric::Axial => turn_axis,
        };
        let make = move |allowed| {
            let chain = if limits.first_only { Chain::new(step) } else { Chain::new(step).in_order() };
            chain
                .then(Phase1::new(&tables, allowed, limits), &Cube3::SOLVED)
                .then(Phase2::new(&tables, allowed, limits), &Cube3::SOLVED)
        };
        Searcher { make: Box::new(make), chains: Vec::new() }
    }

    /// Searches by rounds up to a phase 1 of cost `last`.
    pub fn chain_search(
        &mut self,
        directions: &[Direction],
        last: Cost,
        chain_search: &mut ChainSearch<'_>,
    ) -> Rounds {
        let groups: Vec<&[Direction]> = directions.chunk_by(|a, b| a.allowed == b.allowed).collect();
        let starts: Vec<Vec<Cube3>> =
            groups.iter().map(|group| group.iter().map(|d| d.cube).collect()).collect();
        let chains: Vec<usize> = groups.iter().map(|group| self.chain(group[0].allowed)).collect();
        let mut rounds = Rounds { nearest: Cost::MAX, farthest: 0, complete: 0 };
        for (&chain, starts) in chains.iter().zip(&starts) {
            let (least, most) = self.chains[chain].1.begin(starts);
            (rounds.nearest, rounds.farthest) = (rounds.nearest.min(least), rounds.farthest.max(most));
        }
        rounds.complete = rounds.nearest;
        while rounds.complete <= last.min(chain_search.upper_bound)
            && !(chain_search.first && chain_search.best.is_some())
        {
            for (number, (&chain, starts)) in chains.iter().zip(&starts).enumerate() {
                chain_search.chain = number;
                if !self.chains[chain].1.round(starts, rounds.complete, chain_search) {
                    return rounds;
                }
            }
            rounds.complete += 1;
        }
        rounds
    }

    /// Returns the number of the chain for a set of moves.
    fn chain(&mut self, allowed: MoveSet) -> usize {
        if let Some(known) = self.chains.iter().position(|(set, _)| *set == allowed) {
            return known;
        }
        if self.chains.len() == MAX_CHAINS {
            self.chains.clear();
        }
        self.chains.push((allowed, (self.make)(allowed)));
        self.chains.len() - 1
    }

    /// Returns the nodes of all searches so far.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.chains.iter().for_each(|(_, chain)| counts += chain.counts());
        counts
    }
}

/// Returns a solution as moves of the original cube.
pub(super) fn solution(metric: Metric, found: &ChainSolution, directions: &[Direction]) -> Vec<Move> {
    let mut groups = directions.chunk_by(|a, b| a.allowed == b.allowed);
    let group = groups.nth(found.chain).expect("found by one of the chains");
    let all = moves::of(metric);
    all.merge_quarter_turns(&group[found.start].to_original(&found.moves, all))
}

fn turn(cube: &Cube3, mv: Move) -> Cube3 {
    cube.turned(Turn::from_index(usize::from(mv.0)).expect("a face turn"))
}

fn turn_axis(cube: &Cube3, mv: Move) -> Cube3 {
    cube.then(&moves::of(Metric::Axial).generators[usize::from(mv.0)].cube)
}
