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
    words: String,
    aims: Vec<Aim>,
}

/// The cubes that after a rotation are in some set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    name: String,
    set: Set,
    view: Symmetry,
}

/// A set of cubes, as it is looked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Set {
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
    Flips,
    Domino,
    HalfTurns,
    Cross,
    TwoLayers,
    Corners,
    Edges,
    SmallBlock,
    LargeBlock,
}

impl Step {
    const ALL: [Step; 9] = [
        Step::Flips,
        Step::Domino,
        Step::HalfTurns,
        Step::Cross,
        Step::TwoLayers,
        Step::SmallBlock,
        Step::LargeBlock,
        Step::Corners,
        Step::Edges,
    ];

    const fn name(self) -> &'static str {
        match self {
            Step::Flips => "eo",
            Step::Domino => "dr",
            Step::HalfTurns => "htr",
            Step::Cross => "cross",
            Step::TwoLayers => "f2l",
            Step::Corners => "corners",
            Step::Edges => "edges",
            Step::SmallBlock => "2x2x2",
            Step::LargeBlock => "2x2x3",
        }
    }

    const fn summary(self) -> &'static str {
        match self {
            Step::Flips => {
                "edges oriented on any axis, or eo-fb, eo-rl, eo-ud: solvable without quarter turns of these faces"
            }
            Step::Domino => {
                "domino reduction on any axis, or dr-ud, dr-rl, dr-fb: solvable with quarter turns of these faces alone"
            }
            Step::HalfTurns => "half-turn reduction: solvable with half turns",
            Step::Cross => "the four edges of any side solved, or cross-d, cross-u …",
            Step::TwoLayers => "the first two layers from any side, or f2l-d, f2l-u …",
            Step::Corners => "all corners solved",
            Step::Edges => "all edges solved",
            Step::SmallBlock => "a block of 2x2x2 at any corner, or 2x2x2-dbl, 2x2x2-urf …",
            Step::LargeBlock => "a block of 2x2x3 along any edge, or 2x2x3-dl, 2x2x3-uf …",
        }
    }

    /// What it is, on one side or on any.
    fn words(self, side: Option<&str>) -> String {
        let place = |any: &str, one: &str, between: &str| match side {
            None => format!(" {any}"),
            Some(side) => {
                let letters: Vec<String> = side.chars().map(|c| c.to_ascii_uppercase().to_string()).collect();
                format!(" {one} {}", letters.join(between))
            }
        };
        match self {
            Step::Flips => format!("edges oriented{}", place("on any axis", "on the axis", "/")),
            Step::Domino => format!("domino reduction{}", place("on any axis", "on the axis", "/")),
            Step::HalfTurns => "half-turn reduction".to_string(),
            Step::Cross => format!("cross{}", place("on any side", "on side", "")),
            Step::TwoLayers => format!("first two layers{}", place("on any side", "on side", "")),
            Step::Corners => "all corners solved".to_string(),
            Step::Edges => "all edges solved".to_string(),
            Step::SmallBlock => format!("block of 2x2x2{}", place("at any corner", "at the corner", "")),
            Step::LargeBlock => format!("block of 2x2x3{}", place("along any edge", "along the edge", "")),
        }
    }

    /// As seen on the axis or side for which it is looked for.
    fn set(self) -> Set {
        let all: Vec<usize> = (0..12).collect();
        match self {
            Step::Flips => {
                let unflipped = Pattern::new(|_, _| true, |_, (_, flip)| flip == 0);
                Set::Pieces(unflipped.expect("the solved cube is one"))
            }
            Step::Domino => Set::Domino,
            Step::HalfTurns => Set::HalfTurns,
            // DR DF DL DB.
            Step::Cross => Set::Pieces(Pattern::at_home(&[], &all[4..8])),
            // And FR FL BL BR with DFR DLF DBL DRB.
            Step::TwoLayers => Set::Pieces(Pattern::at_home(&all[4..8], &all[4..12])),
            Step::Corners => Set::Pieces(Pattern::at_home(&all[..8], &[])),
            Step::Edges => Set::Pieces(Pattern::at_home(&[], &all)),
            // DBL with DL DB BL.
            Step::SmallBlock => Set::Pieces(Pattern::at_home(&[6], &[6, 7, 10])),
            // DLF DBL with DL DF DB FL BL.
            Step::LargeBlock => Set::Pieces(Pattern::at_home(&[5, 6], &[6, 5, 7, 9, 10])),
        }
    }

    /// Where it can be done, by the letters after its name, and the faces that a rotation must bring to those of [`Step::set`].
    fn sides(self) -> Vec<(String, Vec<Face>)> {
        use Face::{F, R, U};
        let axes = |order: [Face; 3]| order.map(|face| vec![face, face.opposite()]).to_vec();
        let sides: Vec<Vec<Face>> = match self {
            Step::Flips => axes([F, R, U]),
            Step::Domino => axes([U, R, F]),
            Step::Cross | Step::TwoLayers => [3, 0, 2, 5, 1, 4].map(|face| vec![Face::ALL[face]]).to_vec(),
            Step::SmallBlock => CORNERS.map(Vec::from).to_vec(),
            Step::LargeBlock => EDGES.map(Vec::from).to_vec(),
            Step::HalfTurns | Step::Corners | Step::Edges => vec![Vec::new()],
        };
        let letters =
            |faces: &Vec<Face>| faces.iter().map(|face| face.letter().to_ascii_lowercase()).collect();
        sides.into_iter().map(|faces| (letters(&faces), faces)).collect()
    }

    /// The first of the sides: the one that [`Step::set`] is about.
    fn seen_at(self) -> &'static [Face] {
        use Face::{B, D, F, L, U};
        match self {
            Step::Flips => &[F, B],
            Step::Domino => &[U, D],
            Step::Cross | Step::TwoLayers => &[D],
            Step::SmallBlock => &[D, B, L],
            Step::LargeBlock => &[D, L],
            Step::HalfTurns | Step::Corners | Step::Edges => &[],
        }
    }

    fn aims(self) -> Vec<Aim> {
        let at = self.seen_at();
        let aim = |(letters, faces): (String, Vec<Face>)| {
            let fits = |view: &Symmetry| faces.iter().all(|&face| at.contains(&view.face(face)));
            let name = match letters.is_empty() {
                true => self.name().to_string(),
                false => format!("{}-{letters}", self.name()),
            };
            let view = Symmetry::rotations().find(fits).expect("a rotation brings any side to any other");
            Aim { name, set: self.set(), view }
        };
        self.sides().into_iter().map(aim).collect()
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
    let mut placements = vec![places_of_corners(&Cube3::SOLVED)];
    let mut cubes = vec![Cube3::SOLVED];
    while let Some(cube) = cubes.pop() {
        for turn in half_turns() {
            let next = cube.turned(turn);
            if !placements.contains(&places_of_corners(&next)) {
                placements.push(places_of_corners(&next));
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

pub(super) fn places_of_corners(cube: &Cube3) -> [u8; 8] {
    cube.corner_bytes().map(|corner| corner & 7)
}

/// The ways half turns can place the corners.
pub(super) fn half_turn_corners() -> &'static [[u8; 8]] {
    &HALF_TURNS.1
}

impl Set {
    /// Whether a cube is in it.
    pub fn contains(&self, cube: &Cube3) -> bool {
        match self {
            Set::Pieces(pattern) => pattern.contains(cube),
            Set::Domino => DOMINO.contains(cube),
            Set::HalfTurns => {
                let (pattern, placements) = &*HALF_TURNS;
                pattern.contains(cube) && placements.binary_search(&places_of_corners(cube)).is_ok()
            }
        }
    }

    /// Whether moves that make `cube` lead from every cube of the set to one of the set.
    fn is_kept_by(&self, cube: &Cube3) -> bool {
        match self {
            Set::Pieces(pattern) => pattern.is_preserved_by(cube),
            Set::Domino | Set::HalfTurns => self.contains(cube),
        }
    }
}

impl Aim {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a cube is in it.
    pub fn contains(&self, cube: &Cube3) -> bool {
        self.set.contains(&self.view.cube(cube))
    }

    /// The same, by what the set is defined by rather than by what the search makes of it.
    fn contains_by_definition(&self, cube: &Cube3) -> bool {
        match self.set {
            Set::HalfTurns => GENERATED.contains(cube),
            _ => self.contains(cube),
        }
    }

    /// Whether a turn leads from every cube of it to another of it.
    pub fn is_kept_by(&self, turn: Turn) -> bool {
        self.set.is_kept_by(&Cube3::SOLVED.turned(self.view.turn(turn)))
    }

    /// Whether it is a group.
    pub fn is_group(&self) -> bool {
        match &self.set {
            Set::Pieces(pattern) => pattern.is_group(),
            Set::Domino | Set::HalfTurns => true,
        }
    }

    /// What is looked for.
    pub(super) fn set(&self) -> &Set {
        &self.set
    }

    /// The rotation after which it is looked for.
    pub(super) fn view(&self) -> Symmetry {
        self.view
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
        let mut aims = step.aims();
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
                let names = aims.iter().map(|aim| aim.name.clone());
                let known =
                    std::iter::once(base.to_string()).chain(names.filter(|name| name != base)).collect();
                return Some(Err(Cube3Error::NoSuchStep { name: name.to_string(), known }));
            };
            aims = vec![aims.swap_remove(found)];
        }
        let name = if side.is_some() { aims[0].name.clone() } else { base.to_string() };
        let words = step.words(name.split_once('-').map(|(_, side)| side));
        Some(Ok(StepGoal { name, words, aims }))
    }

    /// The cubes that show these stickers.
    ///
    /// # Panics
    /// If there is none.
    pub fn stickers(stickers: &Stickers) -> StepGoal {
        let name = stickers.to_string();
        let set = Set::Pieces(stickers.pattern().expect("stickers are checked when they are read"));
        let aims = vec![Aim { name: name.clone(), set, view: Symmetry::IDENTITY }];
        StepGoal { aims, words: name.clone(), name }
    }

    /// Its name, or its stickers with dots for any.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is in words, with its name if it has one: `domino reduction on any axis (dr)`.
    pub fn words(&self) -> String {
        if self.words == self.name { self.name.clone() } else { format!("{} ({})", self.words, self.name) }
    }

    /// The sets of which it is the union.
    pub fn aims(&self) -> &[Aim] {
        &self.aims
    }

    /// Whether a cube is in it.
    pub fn contains(&self, cube: &Cube3) -> bool {
        self.aims.iter().any(|aim| aim.contains_by_definition(cube))
    }

    /// Whether a cube is in the aim of this number.
    pub(super) fn is_met(&self, aim: usize, cube: &Cube3) -> bool {
        self.aims[aim].contains_by_definition(cube)
    }
}
