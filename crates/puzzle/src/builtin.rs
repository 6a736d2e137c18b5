//! Built-in definitions of well-known twisty puzzles, generated on request. Solids are cut by planes; the other puzzles
//! are written down move by move. Moves have the names of twsearch and cubing.js, and turn clockwise as seen from
//! outside.

mod cubes;

mod platonic;

mod clock;

mod square1;

mod grids;

use crate::{Definition, puzzle_names};

/// A built-in puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// The canonical name.
    pub name: &'static str,
    /// A one-line description of the puzzle and its moves.
    pub summary: &'static str,
    make: fn() -> Definition,
    /// Declared phases that solve any position.
    phases: Option<&'static str>,
    /// True if the phases are the default method.
    prefers_phases: bool,
    /// True if it is a board that is never rotated as a whole.
    is_flat: bool,
}

/// All built-in puzzles: cubes, other solids, other puzzles.
pub const ALL: [Builtin; 20] = [
    new("2x2x2", "the cube of 2 layers: all six faces turn", || cubes::cube(2)),
    new("3x3x3", "the cube of 3 layers: U R F D L B, slices, wide turns, x y z", || cubes::cube(3)),
    new("4x4x4", "the cube of 4 layers: also 2U 2R …, centers of a color are identical", || cubes::cube(4)),
    new("5x5x5", "the cube of 5 layers: the middle layers do not turn", || cubes::cube(5)),
    new("6x6x6", "the cube of 6 layers: also 3U 3R …", || cubes::cube(6)),
    new("7x7x7", "the cube of 7 layers: the middle layers do not turn", || cubes::cube(7)),
    new("pyraminx", "a tetrahedron: corners U L R B with the layer below, tips u l r b", platonic::pyraminx),
    new("tetraminx", "the pyraminx without tips", platonic::tetraminx),
    new("skewb", "a cube that turns by halves: R U L B, or about its corners URF UFL …", platonic::skewb),
    new("dino", "the dino cube: corners URF UFL … turn three edges", platonic::dino),
    new("helicopter", "the helicopter cube: edges UF UR … turn by half", platonic::helicopter),
    new("megaminx", "a dodecahedron: faces U F L BL BR R and below them A C E BF I D", platonic::megaminx),
    new("kilominx", "the corners of the megaminx", platonic::kilominx)
        .with_phases(include_str!("builtin/kilominx.phases")),
    new("fto", "the face-turning octahedron: faces U R F L D BR BL BB", platonic::fto),
    new("clock", "Rubik's Clock: UR3+ DR2- …, y2 turns it over; behind also ur … all", clock::clock)
        .with_default_phases(include_str!("builtin/clock.phases")),
    new("square-1", "Square-1: U and D by twelfths, S for /, which corners may block", square1::square1),
    new("loopover-3x3", "rows R 2R 3R and columns D 2D 3D shift cyclically", || grids::loopover(3)).flat(),
    new("loopover-4x4", "loopover with four rows and columns", || grids::loopover(4)).flat(),
    new("lights-out-3x3", "lights A to I: each toggles itself and its neighbours", || grids::lights_out(3))
        .flat(),
    new("lights-out-5x5", "lights A to Y", || grids::lights_out(5)).flat(),
];

/// Generates the definition of a puzzle. Any of its names is accepted, see [`crate::puzzle_names`].
pub fn definition(name: &str) -> Option<Definition> {
    find(name).map(Builtin::definition)
}

/// Finds a puzzle by any of its names, without generating its definition.
pub fn find(name: &str) -> Option<&'static Builtin> {
    let name = puzzle_names::canonical(name)?;
    ALL.iter().find(|builtin| builtin.name == name)
}

impl Builtin {
    /// The text of declared phases that solve any position, if the puzzle has some: for puzzles that are too large for
    /// optimal solutions of random positions.
    pub fn phases(&self) -> Option<&'static str> {
        self.phases
    }

    /// True if its phases are the default method: their tables are ready at once, and a search without them finishes
    /// for few positions.
    pub fn prefers_phases(&self) -> bool {
        self.prefers_phases
    }

    /// True if its random positions are too far from solved for an optimal search, which finishes only for positions a
    /// few moves away.
    pub fn is_large(&self) -> bool {
        let large = ["4x4x4", "5x5x5", "6x6x6", "7x7x7", "helicopter", "megaminx", "kilominx", "fto"];
        large.contains(&self.name)
    }

    /// True if it is a board, which is solved in one orientation only.
    pub fn is_flat(&self) -> bool {
        self.is_flat
    }

    const fn flat(self) -> Builtin {
        Builtin { is_flat: true, ..self }
    }

    const fn with_phases(self, phases: &'static str) -> Builtin {
        Builtin { phases: Some(phases), ..self }
    }

    const fn with_default_phases(self, phases: &'static str) -> Builtin {
        Builtin { prefers_phases: true, ..self.with_phases(phases) }
    }

    /// Generates the definition.
    pub fn definition(&self) -> Definition {
        (self.make)()
    }
}

const fn new(name: &'static str, summary: &'static str, make: fn() -> Definition) -> Builtin {
    Builtin { name, summary, make, phases: None, prefers_phases: false, is_flat: false }
}
