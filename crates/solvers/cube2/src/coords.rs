//! The two coordinates of a normalised 2x2x2 cube, permutation and twist, with their move tables and prune tables. The
//! nine turns of U, R and F are numbered as by [`Turn::index`].

use std::sync::LazyLock;

use puzzle::{Cube2, Turn};
use search::Cost;
use search::table::list_fill;

use solver::cube::Metric;

/// Turns of U, R and F.
pub const N_TURNS: usize = 9;
/// Permutations of seven corners.
pub const N_PERMUTATIONS: usize = 5040; // 7!
/// Orientations of seven corners; the last follows from the others.
pub const N_TWISTS: usize = 729; // 3^6

/// The places other than DBL, whose corner is fixed and has the number 6.
const PLACES: [usize; 7] = [0, 1, 2, 3, 4, 5, 7];

/// The coordinates of a cube. 0 and 0 is the solved cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Below [`N_PERMUTATIONS`].
    pub permutation: u16,
    /// Below [`N_TWISTS`].
    pub twist: u16,
}

impl Position {
    /// The solved cube.
    pub const SOLVED: Position = Position { permutation: 0, twist: 0 };

    /// Computes the coordinates of a cube in any orientation.
    #[inline]
    pub fn of(cube: &Cube2) -> Position {
        let cube = cube.normalised();
        let bytes = cube.corner_bytes();
        let (mut permutation, mut twist, mut used) = (0, 0, 0_u32);
        for (i, &place) in PLACES.iter().enumerate() {
            let piece = bytes[place] & 7;
            // The corner numbered 7 takes the number that DBL leaves free.
            let piece = u32::from(piece - piece / 7);
            let smaller_before = (used & ((1 << piece) - 1)).count_ones();
            used |= 1 << piece;
            permutation = permutation * (7 - i as u32) + piece - smaller_before;
            if i < 6 {
                twist = twist * 3 + u16::from(bytes[place] >> 3);
            }
        }
        Position { permutation: permutation as u16, twist }
    }

    /// Returns the normalised cube of these coordinates.
    pub fn cube(self) -> Cube2 {
        let mut digits = [0; 7];
        let mut rest = usize::from(self.permutation);
        for i in (0..7).rev() {
            digits[i] = rest % (7 - i);
            rest /= 7 - i;
        }
        let mut free: Vec<u8> = vec![0, 1, 2, 3, 4, 5, 7];
        let pieces = digits.map(|digit| free.remove(digit));
        let (mut twists, mut rest, mut sum) = ([0; 7], self.twist, 0);
        for twist in twists[..6].iter_mut().rev() {
            *twist = (rest % 3) as u8;
            sum += *twist;
            rest /= 3;
        }
        twists[6] = (3 - sum % 3) % 3;
        let mut corners = [(6, 0); 8];
        for (i, &place) in PLACES.iter().enumerate() {
            corners[place] = (pieces[i], twists[i]);
        }
        Cube2::from_pieces(corners).expect("the twists add up")
    }

    /// Returns the index among all positions.
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.permutation) * N_TWISTS + usize::from(self.twist)
    }

    /// Returns the position of an index.
    pub fn from_index(index: usize) -> Position {
        Position { permutation: (index / N_TWISTS) as u16, twist: (index % N_TWISTS) as u16 }
    }

    /// Returns the position after a turn of U, R or F.
    #[inline(always)]
    pub fn turned(self, turn: usize) -> Position {
        let coords = &*COORDS;
        Position {
            permutation: coords.permutations[usize::from(self.permutation)][turn],
            twist: coords.twists[usize::from(self.twist)][turn],
        }
    }
}

/// Move tables and prune tables of both coordinates.
pub struct Coords {
    /// By permutation, then by turn. Rows have sixteen entries, so that an index is a shift.
    pub permutations: Vec<[u16; 16]>,
    /// By twist, then by turn.
    pub twists: Vec<[u16; 16]>,
    half_turns: PruneTables,
    quarter_turns: PruneTables,
}

/// Prune tables: the distance of each coordinate alone.
pub struct PruneTables {
    permutations: Vec<u8>,
    twists: Vec<u8>,
}

/// The tables, shared by all searches: a tenth of a megabyte, built within a millisecond.
pub static COORDS: LazyLock<Coords> = LazyLock::new(Coords::new);

/// Returns the turns that cost 1 in a metric.
pub fn single_moves(metric: Metric) -> &'static [usize] {
    match metric {
        Metric::QuarterTurn => &[0, 2, 3, 5, 6, 8],
        Metric::HalfTurn | Metric::Axial => &[0, 1, 2, 3, 4, 5, 6, 7, 8],
    }
}

impl Coords {
    fn new() -> Coords {
        let turned = |position: Position| {
            let cube = position.cube();
            [0, 3, 6].map(|turn| Position::of(&cube.turned(Turn::from_index(turn).expect("one of 18"))))
        };
        let permutations = (0..N_PERMUTATIONS as u16).map(|permutation| {
            turned(Position { permutation, twist: 0 }).map(|position| position.permutation)
        });
        let twists = (0..N_TWISTS as u16)
            .map(|twist| turned(Position { permutation: 0, twist }).map(|position| position.twist));
        let permutations = all_turns(&permutations.collect::<Vec<_>>());
        let twists = all_turns(&twists.collect::<Vec<_>>());
        let prune_tables = |metric| PruneTables {
            permutations: distances(&permutations, single_moves(metric)),
            twists: distances(&twists, single_moves(metric)),
        };
        let (half_turns, quarter_turns) = (prune_tables(Metric::HalfTurn), prune_tables(Metric::QuarterTurn));
        Coords { half_turns, quarter_turns, permutations, twists }
    }

    /// Returns the prune tables of a metric.
    pub fn prune_tables(&self, metric: Metric) -> &PruneTables {
        match metric {
            Metric::QuarterTurn => &self.quarter_turns,
            Metric::HalfTurn | Metric::Axial => &self.half_turns,
        }
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> u64 {
        let rows = self.permutations.len() + self.twists.len();
        (rows * (size_of::<[u16; 16]>() + 2)) as u64
    }
}

impl PruneTables {
    /// Returns a lower bound on the distance: the larger of both coordinates' distances.
    #[inline(always)]
    pub fn bound(&self, position: Position) -> Cost {
        let permutation = self.permutations[usize::from(position.permutation)];
        Cost::from(permutation.max(self.twists[usize::from(position.twist)]))
    }
}

/// Extends the move table of a quarter turn of each face to all nine turns.
fn all_turns(quarters: &[[u16; 3]]) -> Vec<[u16; 16]> {
    let row = |i: usize| {
        let mut row = [0; 16];
        for face in 0..3 {
            let mut at = i;
            for power in 0..3 {
                at = usize::from(quarters[at][face]);
                row[3 * face + power] = at as u16;
            }
        }
        row
    };
    (0..quarters.len()).map(row).collect()
}

/// Returns the distance from each coordinate value to 0, by breadth-first search.
fn distances(turned: &[[u16; 16]], moves: &[usize]) -> Vec<u8> {
    // Every turn is undone by a turn.
    list_fill::distances(
        turned.len(),
        [0_u16],
        |&from| usize::from(from),
        |&from, visit| moves.iter().for_each(|&turn| visit(turned[usize::from(from)][turn])),
    )
}
