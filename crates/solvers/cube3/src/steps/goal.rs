//! Goals that are sets of cubes: steps on the way to a solved cube that have a name, and stickers of which some may be
//! anything. A step that can be done on several axes or sides is the union of several sets, its aims; all of them look
//! alike after a rotation.

use std::sync::LazyLock;

use puzzle::cube::{CORNERS, EDGES, Generated, Pattern, Stickers};
use puzzle::{Cube3, Face, Symmetry, Turn};

use solver::Named;

use crate::errors::Cube3Error;

/// A set of cubes: the union of its aims.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepGoal {
    name: String,
    description: String,
    targets: Vec<StepTarget>,
}

/// The cubes that after a rotation are in some set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepTarget {
    name: String,
    set: TargetSet,
    rotation: Symmetry,
}

/// A set of cubes, as it is looked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum TargetSet {
    /// By what may lie in each place.
    Pieces(Pattern),
    /// The group of U, D, R2, L2, F2, B2.
    Domino,
    /// The group of half turns.
    HalfTurns,
}

/// The steps that have a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    EdgeOrientation,
    DominoReduction,
    HalfTurnReduction,
    Cross,
    F2l,
    Corners,
    Edges,
    Block222,
    Block223,
}

impl Step {
    const ALL: [Step; 9] = [
        Step::EdgeOrientation,
        Step::DominoReduction,
        Step::HalfTurnReduction,
        Step::Cross,
        Step::F2l,
        Step::Block222,
        Step::Block223,
        Step::Corners,
        Step::Edges,
    ];

    const fn name(self) -> &'static str {
        match self {
            Step::EdgeOrientation => "eo",
            Step::DominoReduction => "dr",
            Step::HalfTurnReduction => "htr",
            Step::Cross => "cross",
            Step::F2l => "f2l",
            Step::Corners => "corners",
            Step::Edges => "edges",
            Step::Block222 => "2x2x2",
            Step::Block223 => "2x2x3",
        }
    }

    const fn summary(self) -> &'static str {
        match self {
            Step::EdgeOrientation => {
                "edges oriented on any axis, or eo-fb, eo-rl, eo-ud: solvable without quarter turns of these faces"
            }
            Step::DominoReduction => {
                "domino reduction on any axis, or dr-ud, dr-rl, dr-fb: solvable with quarter turns of these faces alone"
            }
            Step::HalfTurnReduction => "half-turn reduction: solvable with half turns",
            Step::Cross => "the four edges of any side solved, or cross-d, cross-u …",
            Step::F2l => "the first two layers from any side, or f2l-d, f2l-u …",
            Step::Corners => "all corners solved",
            Step::Edges => "all edges solved",
            Step::Block222 => "a block of 2x2x2 at any corner, or 2x2x2-dbl, 2x2x2-urf …",
            Step::Block223 => "a block of 2x2x3 along any edge, or 2x2x3-dl, 2x2x3-uf …",
        }
    }

    /// What it is, on one side or on any.
    fn description(self, side: Option<&str>) -> String {
        let place = |any: &str, one: &str, between: &str| match side {
            None => format!(" {any}"),
            Some(side) => {
                let letters: Vec<String> = side.chars().map(|c| c.to_ascii_uppercase().to_string()).collect();
                format!(" {one} {}", letters.join(between))
            }
        };
        match self {
            Step::EdgeOrientation => format!("edges oriented{}", place("on any axis", "on the axis", "/")),
            Step::DominoReduction => format!("domino reduction{}", place("on any axis", "on the axis", "/")),
            Step::HalfTurnReduction => "half-turn reduction".to_string(),
            Step::Cross => format!("cross{}", place("on any side", "on side", "")),
            Step::F2l => format!("first two layers{}", place("on any side", "on side", "")),
            Step::Corners => "all corners solved".to_string(),
            Step::Edges => "all edges solved".to_string(),
            Step::Block222 => format!("block of 2x2x2{}", place("at any corner", "at the corner", "")),
            Step::Block223 => format!("block of 2x2x3{}", place("along any edge", "along the edge", "")),
        }
    }

    /// As seen on the axis or side for which it is looked for.
    fn set(self) -> TargetSet {
        let all: Vec<usize> = (0..12).collect();
        match self {
            Step::EdgeOrientation => {
                let unflipped = Pattern::new(|_, _| true, |_, (_, flip)| flip == 0);
                TargetSet::Pieces(unflipped.expect("the solved cube is one"))
            }
            Step::DominoReduction => TargetSet::Domino,
            Step::HalfTurnReduction => TargetSet::HalfTurns,
            // DR DF DL DB.
            Step::Cross => TargetSet::Pieces(Pattern::at_home(&[], &all[4..8])),
            // And FR FL BL BR with DFR DLF DBL DRB.
            Step::F2l => TargetSet::Pieces(Pattern::at_home(&all[4..8], &all[4..12])),
            Step::Corners => TargetSet::Pieces(Pattern::at_home(&all[..8], &[])),
            Step::Edges => TargetSet::Pieces(Pattern::at_home(&[], &all)),
            // DBL with DL DB BL.
            Step::Block222 => TargetSet::Pieces(Pattern::at_home(&[6], &[6, 7, 10])),
            // DLF DBL with DL DF DB FL BL.
            Step::Block223 => TargetSet::Pieces(Pattern::at_home(&[5, 6], &[6, 5, 7, 9, 10])),
        }
    }

    /// Where it can be done, by the letters after its name, and the faces that a rotation must bring to those of [`Step::set`].
    fn sides(self) -> Vec<(String, Vec<Face>)> {
        use Face::{F, R, U};
        let axes = |order: [Face; 3]| order.map(|face| vec![face, face.opposite()]).to_vec();
        let sides: Vec<Vec<Face>> = match self {
            Step::EdgeOrientation => axes([F, R, U]),
            Step::DominoReduction => axes([U, R, F]),
            Step::Cross | Step::F2l => [3, 0, 2, 5, 1, 4].map(|face| vec![Face::ALL[face]]).to_vec(),
            Step::Block222 => CORNERS.map(Vec::from).to_vec(),
            Step::Block223 => EDGES.map(Vec::from).to_vec(),
            Step::HalfTurnReduction | Step::Corners | Step::Edges => vec![Vec::new()],
        };
        let letters =
            |faces: &Vec<Face>| faces.iter().map(|face| face.letter().to_ascii_lowercase()).collect();
        sides.into_iter().map(|faces| (letters(&faces), faces)).collect()
    }

    /// The first of the sides: the one that [`Step::set`] is about.
    fn reference_side(self) -> &'static [Face] {
        use Face::{B, D, F, L, U};
        match self {
            Step::EdgeOrientation => &[F, B],
            Step::DominoReduction => &[U, D],
            Step::Cross | Step::F2l => &[D],
            Step::Block222 => &[D, B, L],
            Step::Block223 => &[D, L],
            Step::HalfTurnReduction | Step::Corners | Step::Edges => &[],
        }
    }

    fn targets(self) -> Vec<StepTarget> {
        let at = self.reference_side();
        let target = |(letters, faces): (String, Vec<Face>)| {
            let fits = |rotation: &Symmetry| faces.iter().all(|&face| at.contains(&rotation.face(face)));
            let name = match letters.is_empty() {
                true => self.name().to_string(),
                false => format!("{}-{letters}", self.name()),
            };
            let rotation = Symmetry::rotations().find(fits).expect("a rotation brings any side to any other");
            StepTarget { name, set: self.set(), rotation }
        };
        self.sides().into_iter().map(target).collect()
    }
}

/// The pattern of the group of U, D, R2, L2, F2, B2.
pub(super) static DOMINO: LazyLock<Pattern> = LazyLock::new(|| {
    let pattern = Pattern::new(
        |_, (_, twist)| twist == 0,
        |place, (piece, flip)| flip == 0 && (place >= 8) == (piece >= 8),
    );
    pattern.expect("the solved cube is one")
});

/// Corners and edges that half turns can exchange, and how half turns can place the corners.
static HALF_TURNS: LazyLock<(Pattern, Vec<[u8; 8]>)> = LazyLock::new(|| {
    let mut placements = vec![corner_permutation(&Cube3::SOLVED)];
    let mut cubes = vec![Cube3::SOLVED];
    while let Some(cube) = cubes.pop() {
        for turn in half_turns() {
            let next = cube.turned(turn);
            if !placements.contains(&corner_permutation(&next)) {
                placements.push(corner_permutation(&next));
                cubes.push(next);
            }
        }
    }
    placements.sort_unstable();
    let meets = |place: usize, piece: u8| placements.iter().any(|corners| corners[place] == piece);
    let slice = |edge: usize| {
        [Face::U, Face::R, Face::F].map(|face| EDGES[edge].iter().any(|f| f.axis() == face.axis()))
    };
    let pattern = Pattern::new(
        |place, (piece, twist)| twist == 0 && meets(place, piece),
        |place, (piece, flip)| flip == 0 && slice(place) == slice(usize::from(piece)),
    );
    (pattern.expect("the solved cube is one"), placements)
});

/// The group of half turns as it is generated, by which answers are checked.
static GENERATED: LazyLock<Generated> = LazyLock::new(|| Generated::by(half_turns()));

fn half_turns() -> impl Iterator<Item = Turn> {
    Face::ALL.into_iter().map(|face| Turn::new(face, 2))
}

pub(super) fn corner_permutation(cube: &Cube3) -> [u8; 8] {
    cube.corner_bytes().map(|corner| corner & 7)
}

/// The ways half turns can place the corners.
pub(super) fn half_turn_corners() -> &'static [[u8; 8]] {
    &HALF_TURNS.1
}

impl TargetSet {
    /// Whether a cube is in it.
    pub fn contains(&self, cube: &Cube3) -> bool {
        match self {
            TargetSet::Pieces(pattern) => pattern.contains(cube),
            TargetSet::Domino => DOMINO.contains(cube),
            TargetSet::HalfTurns => {
                let (pattern, placements) = &*HALF_TURNS;
                pattern.contains(cube) && placements.binary_search(&corner_permutation(cube)).is_ok()
            }
        }
    }

    /// Whether moves that make `cube` lead from every cube of the set to one of the set.
    fn is_preserved_by(&self, cube: &Cube3) -> bool {
        match self {
            TargetSet::Pieces(pattern) => pattern.is_kept_by(cube),
            TargetSet::Domino | TargetSet::HalfTurns => self.contains(cube),
        }
    }
}

impl StepTarget {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a cube is in it.
    pub fn contains(&self, cube: &Cube3) -> bool {
        self.set.contains(&self.rotation.cube(cube))
    }

    /// The same, by what the set is defined by rather than by what the search makes of it.
    fn contains_by_definition(&self, cube: &Cube3) -> bool {
        match self.set {
            TargetSet::HalfTurns => GENERATED.contains(cube),
            _ => self.contains(cube),
        }
    }

    /// Whether a turn leads from every cube of it to another of it.
    pub fn is_preserved_by(&self, turn: Turn) -> bool {
        self.set.is_preserved_by(&Cube3::SOLVED.turned(self.rotation.turn(turn)))
    }

    /// Whether it is a group.
    pub fn is_group(&self) -> bool {
        match &self.set {
            TargetSet::Pieces(pattern) => pattern.is_group(),
            TargetSet::Domino | TargetSet::HalfTurns => true,
        }
    }

    /// What is looked for.
    pub(super) fn set(&self) -> &TargetSet {
        &self.set
    }

    /// The rotation after which it is looked for.
    pub(super) fn rotation(&self) -> Symmetry {
        self.rotation
    }
}

impl StepGoal {
    /// The steps that have a name.
    pub const NAMED: [Named; Step::ALL.len()] = {
        let mut named = [Named { name: "", summary: "" }; Step::ALL.len()];
        let mut i = 0;
        while i < named.len() {
            named[i] = Named { name: Step::ALL[i].name(), summary: Step::ALL[i].summary() };
            i += 1;
        }
        named
    };

    /// The step of a name like `eo` or `EO-FB`, in any case; None if it is no such name.
    ///
    /// # Errors
    /// If there is the step, but not on that side.
    pub fn named(name: &str) -> Option<Result<StepGoal, Cube3Error>> {
        let name = &name.to_ascii_lowercase();
        let (base, side) = match name.split_once('-') {
            Some((base, side)) => (base, Some(side)),
            None => (name.as_str(), None),
        };
        let step = Step::ALL.into_iter().find(|step| step.name() == base)?;
        let mut targets = step.targets();
        if let Some(side) = side {
            let sorted = |letters: &str| {
                let mut letters: Vec<char> = letters.chars().collect();
                letters.sort_unstable();
                letters
            };
            let all = step.sides();
            let found =
                all.iter().position(|(letters, _)| !letters.is_empty() && sorted(letters) == sorted(side));
            let Some(found) = found else {
                let names = targets.iter().map(|target| target.name.clone());
                let known =
                    std::iter::once(base.to_string()).chain(names.filter(|name| name != base)).collect();
                return Some(Err(Cube3Error::NoSuchStep { name: name.to_string(), known }));
            };
            targets = vec![targets.swap_remove(found)];
        }
        let name = if side.is_some() { targets[0].name.clone() } else { base.to_string() };
        let description = step.description(name.split_once('-').map(|(_, side)| side));
        Some(Ok(StepGoal { name, description, targets }))
    }

    /// The cubes that show these stickers.
    ///
    /// # Panics
    /// If there is none.
    pub fn stickers(stickers: &Stickers) -> StepGoal {
        let name = stickers.to_string();
        let set = TargetSet::Pieces(stickers.pattern().expect("stickers are checked when they are read"));
        let targets = vec![StepTarget { name: name.clone(), set, rotation: Symmetry::IDENTITY }];
        StepGoal { targets, description: name.clone(), name }
    }

    /// Its name, or its stickers with dots for any.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is in words, with its name if it has one: `domino reduction on any axis (dr)`.
    pub fn description(&self) -> String {
        if self.description == self.name {
            self.name.clone()
        } else {
            format!("{} ({})", self.description, self.name)
        }
    }

    /// The sets of which it is the union.
    pub fn targets(&self) -> &[StepTarget] {
        &self.targets
    }

    /// Whether a cube is in it.
    pub fn contains(&self, cube: &Cube3) -> bool {
        self.targets.iter().any(|target| target.contains_by_definition(cube))
    }

    /// Whether a cube is in the aim of this number.
    pub(super) fn is_met(&self, target: usize, cube: &Cube3) -> bool {
        self.targets[target].contains_by_definition(cube)
    }
}
