//! Phase 2: the centres of F and B come to these faces in one of the twelve arrangements that half turns can solve, and
//! so do those of U and D; and the two wings of every edge come to different classes of places.
//!
//! Faces and Rw turn by quarters; Uw and Fw only by half turns, so that R and L keep their centres.
//!
//! Phase 3 turns F and B by half turns only. Then there are two classes of wing places, 0 to 11 and 12 to 23, and wings
//! stay in their class, as the edges of a 3x3x3 cube keep their flips. So this phase ends where every edge has one of
//! its wings in each class, where the number of second wings in the first class is even (otherwise an edge would end up
//! flipped), and where the wings are permuted evenly (otherwise two of them could not be paired). That is how the
//! parities of a 4x4x4 cube are resolved before the wings are paired.

use std::sync::Arc;

use puzzle::{Cube4, Face, Turn4};
use search::simd::{Bytes32, Level, Simd};
use search::table::nibble::{MAX_DISTANCE, UNREACHED};
use search::table::{NibbleTable, Progress, RowFill, RowGraph};
use search::{Children, Cost, Move, MoveOrder, Node, Problem, Step, enumerate};

use super::moves::{self, CentreMoves, ORDER, Places, places_of};
use super::phase2_wings::{self, WingClassSets, WingPlaces};
use super::phase3;
use solver::phases::Phase;

/// True if phase 2 uses a turn.
pub fn allows(turn: Turn4) -> bool {
    !turn.is_wide() || moves::is_half(turn.turn()) || turn.turn().face() == Face::R
}

/// Sets of four of the sixteen places that are not on R and L: C(16, 4).
const N_FOURS: usize = 1820;
/// Columns of the table: the places of B's centres and the parity of the wings.
const N_COLS: usize = 2 * N_FOURS;
/// Number of entries at each distance.
const LEVELS: [u64; 10] = [12, 22, 202, 1788, 12_844, 78_364, 369_214, 929_740, 405_174, 4440];
/// Lower bound of a state that has no solution: more than any solution costs.
const UNREACHABLE: Cost = 1000;

/// Prune table of phase 2: distances of the centres, with the parity of the wings.
pub struct Phase2Table {
    /// Sets of four places, sorted, with their numbers.
    numbers: Vec<(Places, u16)>,
    /// By number and move: the number after the move.
    after: Vec<u16>,
    /// By the places of the centres of F; then by those of B, and the parity of the wings.
    distances: NibbleTable<Vec<u8>>,
    moves: Vec<Phase2Move>,
}

/// A move of phase 2.
struct Phase2Move {
    mv: Move,
    /// Targets of the wings in the first sixteen places, and in the others, each twice.
    to: [Bytes32; 2],
    /// True if it permutes the wings oddly.
    is_odd: bool,
    /// True if it moves wings from one class to the other.
    changes_classes: bool,
}

impl Phase2Table {
    /// Computes all distances.
    pub fn new() -> Phase2Table {
        let centres = CentreMoves::new();
        let of = |cube: &Cube4, face: Face| places_of(cube, |colour| colour == face);
        let front = of(&Cube4::SOLVED, Face::F);
        let step = |places: &Places, mv: Move| {
            allows(moves::turn(mv)).then(|| centres.after(*places, usize::from(mv.0)))
        };
        let fours = enumerate(front, moves::COUNT, step);
        let mut numbers: Vec<(Places, u16)> =
            fours.views().iter().enumerate().map(|(number, &view)| (view, number as u16)).collect();
        numbers.sort_unstable();
        let phase2_moves: Vec<Phase2Move> =
            moves::all().filter(|&mv| allows(moves::turn(mv))).map(Phase2Move::new).collect();
        let after = (0..fours.views().len() as u32).flat_map(|view| {
            let next = |phase_move: &Phase2Move| {
                fours.moves().after(view, phase_move.mv).expect("phase 2 allows the move") as u16
            };
            phase2_moves.iter().map(next).collect::<Vec<u16>>()
        });
        let after: Vec<u16> = after.collect();
        // The goals are all arrangements that phase 3 can solve.
        let step = |pair: &[Places; 2], mv: Move| {
            phase3::allows(moves::turn(mv))
                .then(|| pair.map(|places| centres.after(places, usize::from(mv.0))))
        };
        let goals = enumerate([front, of(&Cube4::SOLVED, Face::B)], moves::COUNT, step);
        let goals: Vec<(usize, u16)> = goals
            .views()
            .iter()
            .map(|pair| pair.map(|places| number(&numbers, places)))
            .map(|[front, back]| (usize::from(front), col(back, false)))
            .collect();
        let fill = RowFill {
            name: "4x4x4 phase 2",
            goals: &goals,
            last: MAX_DISTANCE,
            known: &LEVELS,
            n_threads: rayon::current_num_threads(),
        };
        let filled = fill.run(&CentrePairs::new(&phase2_moves, &after), &Progress::new(0, &|_, _| true));
        let distances = filled.expect("the fill is not cancelled").table;
        Phase2Table { numbers, after, distances, moves: phase2_moves }
    }

    fn number(&self, places: Places) -> u16 {
        number(&self.numbers, places)
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        self.distances.bytes() + 2 * self.after.len() as u64
    }
}

/// Returns the number of a set of four places.
fn number(numbers: &[(Places, u16)], places: Places) -> u16 {
    let at = numbers.binary_search_by_key(&places, |&(known, _)| known);
    numbers[at.expect("four places beside R and L")].1
}

/// Returns the column of an entry.
#[inline(always)]
fn col(back: u16, is_odd: bool) -> u16 {
    2 * back + u16::from(is_odd)
}

/// The centres of F as rows, those of B with the parity of the wings as columns.
struct CentrePairs {
    /// By move and number of four places: the number after the move.
    rows: Vec<Vec<u16>>,
    /// By move and column: the column after the move, and the one before it.
    cols: Vec<[Vec<u16>; 2]>,
}

impl CentrePairs {
    fn new(moves: &[Phase2Move], after: &[u16]) -> CentrePairs {
        let rows: Vec<Vec<u16>> = (0..moves.len())
            .map(|at| after.iter().skip(at).step_by(moves.len()).copied().collect())
            .collect();
        let both_ways = |(phase_move, rows): (&Phase2Move, &Vec<u16>)| {
            let mut maps = [vec![0; N_COLS], vec![0; N_COLS]];
            for (back, &to) in (0..).zip(rows) {
                for is_odd in [false, true] {
                    let (from, to) = (col(back, is_odd), col(to, is_odd ^ phase_move.is_odd));
                    (maps[0][usize::from(from)], maps[1][usize::from(to)]) = (to, from);
                }
            }
            maps
        };
        CentrePairs { cols: moves.iter().zip(&rows).map(both_ways).collect(), rows }
    }
}

impl RowGraph for CentrePairs {
    type Map<'a> = &'a [u16];

    fn n_rows(&self) -> usize {
        N_FOURS
    }

    fn n_cols(&self) -> usize {
        N_COLS
    }

    fn n_moves(&self) -> usize {
        self.rows.len()
    }

    fn row_after(&self, row: usize, mv: usize) -> usize {
        usize::from(self.rows[mv][row])
    }

    fn forwards(&self, _row: usize, mv: usize) -> &[u16] {
        &self.cols[mv][0]
    }

    fn backwards(&self, _row: usize, mv: usize) -> &[u16] {
        &self.cols[mv][1]
    }
}

impl Phase2Move {
    fn new(mv: Move) -> Phase2Move {
        let sources = moves::turn(mv).wing_sources();
        let mut to = [[0; 32]; 2];
        for (place, &from) in sources.iter().enumerate() {
            let (half, at) = (usize::from(from) / 16, usize::from(from) % 16);
            to[half][at] = place as u8;
            to[half][at + 16] = place as u8;
        }
        Phase2Move {
            mv,
            to,
            is_odd: is_odd(sources),
            changes_classes: sources[..12].iter().any(|&from| from >= 12),
        }
    }

    /// Returns the places of the wings after the move.
    #[inline(always)]
    fn after<S: Simd>(&self, simd: S, wings: &WingPlaces) -> WingPlaces {
        // A shuffle takes bytes from sixteen places, and returns 0 for an index of 128 or more: places from 16 on in
        // the first, those below in the second.
        let low = simd.shuffle_halves(self.to[0], simd.subtract(*wings, [0x90; 32]));
        let high = simd.shuffle_halves(self.to[1], simd.subtract(*wings, [0x10; 32]));
        simd.or(low, high)
    }
}

fn is_odd(permutation: &[u8]) -> bool {
    let mut seen = 0_u32;
    let mut is_odd = false;
    for first in 0..permutation.len() {
        let mut at = first;
        while seen >> at & 1 == 0 {
            seen |= 1 << at;
            at = usize::from(permutation[at]);
            is_odd ^= at != first;
        }
    }
    is_odd
}

/// Search state of phase 2.
#[derive(Clone, Copy, Debug)]
pub struct Phase2State {
    front: u16,
    back: u16,
    is_odd: bool,
    wings: WingPlaces,
}

/// The search problem of phase 2.
pub struct Phase2<S> {
    table: Arc<Phase2Table>,
    wing_classes: WingClassSets,
    simd: S,
}

impl<S: Simd> Phase2<S> {
    /// Returns the problem with its table.
    pub fn new(simd: S, table: Arc<Phase2Table>) -> Phase2<S> {
        let turns: Vec<Turn4> = table.moves.iter().map(|phase_move| moves::turn(phase_move.mv)).collect();
        Phase2 { wing_classes: WingClassSets::new(&turns), simd, table }
    }

    /// Returns a lower bound for the moves that the wings need.
    fn wing_bound(&self, wings: &WingPlaces) -> Cost {
        let moves = (0..=phase2_wings::LAST_LEVEL).find(|&moves| self.wing_classes.is_within(wings, moves));
        moves.unwrap_or(phase2_wings::LAST_LEVEL + 1) as Cost
    }
}

fn places_of_wings(cube: &Cube4) -> WingPlaces {
    let mut places = [0; 32];
    for (place, &wing) in cube.wings().iter().enumerate() {
        places[usize::from(if wing < 12 { wing } else { wing + 4 })] = place as u8;
    }
    places
}

impl<S: Simd> Phase<Cube4> for Phase2<S> {
    fn enter(&self, cube: &Cube4) -> Phase2State {
        let number = |face| self.table.number(places_of(cube, |colour| colour == face));
        Phase2State {
            front: number(Face::F),
            back: number(Face::B),
            is_odd: is_odd(cube.wings()),
            wings: places_of_wings(cube),
        }
    }
}

impl<S: Simd> Problem for Phase2<S> {
    type State = Phase2State;
    type Prefetched = ();
    const LEVEL: Level = S::LEVEL;

    fn n_moves(&self) -> usize {
        moves::COUNT
    }

    fn step(&self, from: &Phase2State, mv: Move, to: &mut Phase2State) -> bool {
        let table = &*self.table;
        let Some(at) = table.moves.iter().position(|phase_move| phase_move.mv == mv) else { return false };
        let after = |four: u16| table.after[usize::from(four) * table.moves.len() + at];
        let phase_move = &table.moves[at];
        *to = Phase2State {
            front: after(from.front),
            back: after(from.back),
            is_odd: from.is_odd ^ phase_move.is_odd,
            wings: phase_move.after(self.simd, &from.wings),
        };
        true
    }

    #[inline(always)]
    fn is_goal(&self, state: &Phase2State) -> bool {
        self.lower_bound(state) == 0
    }

    #[inline(always)]
    fn lower_bound(&self, state: &Phase2State) -> Cost {
        let centres = self.table.distances.get(usize::from(state.front), col(state.back, state.is_odd));
        match centres {
            UNREACHED => UNREACHABLE,
            _ => Cost::from(centres).max(self.wing_bound(&state.wings)),
        }
    }

    fn move_order(&self) -> &MoveOrder {
        &ORDER
    }

    /// The wings are checked only where it matters: with few moves left.
    #[inline(always)]
    fn expand(&self, node: &Node<Phase2State>, children: &mut Children<'_, Phase2State>) {
        let table = &*self.table;
        let n_moves = table.moves.len();
        let Phase2State { front, back, .. } = node.state;
        let fronts = &table.after[usize::from(front) * n_moves..][..n_moves];
        let backs = &table.after[usize::from(back) * n_moves..][..n_moves];
        let left = node.left - 1;
        for (at, phase_move) in table.moves.iter().enumerate().rev() {
            let Some(order) = ORDER.after(node.order(), phase_move.mv) else { continue };
            // A solution that ends with a move of phase 3 is left to phase 3.
            if left == 0 && !phase_move.changes_classes {
                continue;
            }
            let is_odd = node.state.is_odd ^ phase_move.is_odd;
            let centres = table.distances.distance(usize::from(fronts[at]), col(backs[at], is_odd));
            if centres > left {
                children.count_pruned(1, centres + 1);
                continue;
            }
            let wings = phase_move.after(self.simd, &node.state.wings);
            let is_far = left as usize <= phase2_wings::LAST_LEVEL
                && !self.wing_classes.is_within(&wings, left as usize);
            let bound = if is_far { left + 1 } else { centres };
            let state = Phase2State { front: fronts[at], back: backs[at], is_odd, wings };
            children.offer(state, bound, Step::new(phase_move.mv, order), 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use search::simd::Plain;
    use testkit::Lcg;

    use super::*;

    /// Centres of F and B in all 900,900 arrangements, with both parities; some move leads one nearer and none leads
    /// two.
    #[test]
    fn every_arrangement_of_centres_has_a_distance() {
        let table = Phase2Table::new();
        assert_eq!(LEVELS.iter().sum::<u64>(), 2 * 900_900);
        let n_moves = table.moves.len();
        for index in (0..N_FOURS * N_COLS).step_by(97) {
            let (front, back, is_odd) = (index / N_COLS, index % N_COLS / 2, index % 2 == 1);
            let distance = table.distances.get(front, col(back as u16, is_odd));
            if distance == UNREACHED || distance == 0 {
                continue;
            }
            let after = |at: usize| {
                let [front, back] = [front, back].map(|four| table.after[four * n_moves + at]);
                table.distances.get(usize::from(front), col(back, is_odd ^ table.moves[at].is_odd))
            };
            let nearest = (0..n_moves).map(after).min();
            assert_eq!(nearest, Some(distance - 1), "entry {index}");
        }
    }

    #[test]
    fn solutions_are_those_of_plain_enumeration() {
        let phase2 = Phase2::new(Plain, Arc::new(Phase2Table::new()));
        let mut below = Lcg::new(2).into_below();
        let mut n_solutions = 0;
        for n in 0..16 {
            let mut cube = Cube4::SOLVED;
            // First moves of phase 3, then a few moves of phase 2.
            for done in 0..20 + n % 4 {
                let mv = |mv: &Move| {
                    if done < 20 { phase3::allows(moves::turn(*mv)) } else { allows(moves::turn(*mv)) }
                };
                let usable: Vec<Move> = moves::all().filter(mv).collect();
                cube = moves::apply_move(&cube, usable[below(usable.len())]);
            }
            for cost in 0..=3 {
                let ends = |mv| !phase3::allows(moves::turn(mv));
                n_solutions += moves::test_support::check_solutions(&phase2, phase2.enter(&cube), cost, ends);
            }
        }
        assert!(n_solutions > 20, "{n_solutions}");
    }
}
