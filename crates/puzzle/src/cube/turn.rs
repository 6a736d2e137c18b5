//! Faces and face turns.

use std::fmt;

/// A face of a cube, in the order of facelet strings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Face {
    /// Up.
    U,
    /// Right.
    R,
    /// Front.
    F,
    /// Down.
    D,
    /// Left.
    L,
    /// Back.
    B,
}

impl Face {
    /// All faces, in the order of their numbers.
    pub const ALL: [Face; 6] = [Face::U, Face::R, Face::F, Face::D, Face::L, Face::B];

    /// Its letter.
    pub const fn letter(self) -> char {
        ['U', 'R', 'F', 'D', 'L', 'B'][self as usize]
    }

    /// The axis: 0 for U and D, 1 for R and L, 2 for F and B.
    pub const fn axis(self) -> usize {
        self as usize % 3
    }

    /// The opposite face.
    pub const fn opposite(self) -> Face {
        Face::ALL[(self as usize + 3) % 6]
    }
}

/// One of the 18 face turns: `3 * face + quarters - 1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Turn(u8);

impl Turn {
    /// Number of turns.
    pub const COUNT: usize = 18;

    /// Returns a turn of a face by `quarters` (1, 2 or 3) quarter turns, clockwise as seen from outside.
    ///
    /// # Panics
    /// For any other number of quarters.
    pub const fn new(face: Face, quarters: u8) -> Turn {
        assert!(1 <= quarters && quarters <= 3, "a turn has 1, 2 or 3 quarters");
        Turn(3 * face as u8 + quarters - 1)
    }

    /// The turn with this number.
    pub const fn from_index(index: usize) -> Option<Turn> {
        if index < Turn::COUNT { Some(Turn(index as u8)) } else { None }
    }

    /// Its number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All turns, in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Turn> + ExactSizeIterator {
        (0..Turn::COUNT as u8).map(Turn)
    }

    /// The face that turns.
    pub const fn face(self) -> Face {
        Face::ALL[self.0 as usize / 3]
    }

    /// Quarter turns clockwise: 1, 2 or 3.
    pub const fn quarters(self) -> u8 {
        self.0 % 3 + 1
    }

    /// The inverse turn.
    pub const fn inverse(self) -> Turn {
        Turn::new(self.face(), 4 - self.quarters())
    }

    /// The name, like `R`, `R2` or `R'`.
    pub const fn name(self) -> &'static str {
        ["U", "U2", "U'", "R", "R2", "R'", "F", "F2", "F'", "D", "D2", "D'", "L", "L2", "L'", "B", "B2", "B'"]
            [self.0 as usize]
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
