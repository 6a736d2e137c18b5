//! Parser of face turns of the 3x3x3 with NISS (normal-inverse scramble switch): turns in brackets are made on the
//! inverse of the scramble, as in Fewest Moves solving. `R U (F' L) D` is `R U D` on the scramble and `F' L` on its
//! inverse.

use super::error::CubeError;
use super::moves::{FAMILIES, MAX_MOVES, as_written, turn};
use crate::alg::{Alg, Node, TooLong};
use crate::cube::{Cube3, Symmetry, Turn};
use crate::parse::alg::located;

/// Turns on a scramble and on its inverse.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Niss {
    /// The turns on the scramble.
    pub normal: Vec<Turn>,
    /// The turns on the inverse.
    pub inverse: Vec<Turn>,
}

impl Niss {
    /// Applies the turns to a cube: returns the inverse of the turns on the inverse, then the cube, then the turns on
    /// it.
    pub fn applied(&self, cube: &Cube3) -> Cube3 {
        let before = Cube3::SOLVED.turned_by(self.inverse.iter().copied()).inverse();
        before.then(cube).turned_by(self.normal.iter().copied())
    }

    /// Returns one sequence that solves the scramble if `last` solves the cube after [`Niss::applied`]: the turns on
    /// the scramble, `last`, and the inverse of the turns on the inverse.
    pub fn linear(&self, last: &[Turn]) -> Vec<Turn> {
        let undone = self.inverse.iter().rev().map(|turn| turn.inverse());
        self.normal.iter().chain(last).copied().chain(undone).collect()
    }

    /// Returns both parts in NISS notation: `R U (F' L)`.
    pub fn written(&self) -> String {
        let names = |turns: &[Turn]| turns.iter().map(|turn| turn.name()).collect::<Vec<_>>().join(" ");
        match (&self.normal[..], &self.inverse[..]) {
            (normal, []) => names(normal),
            ([], inverse) => format!("({})", names(inverse)),
            (normal, inverse) => format!("{} ({})", names(normal), names(inverse)),
        }
    }

    /// Returns the number of turns.
    pub fn n_turns(&self) -> usize {
        self.normal.len() + self.inverse.len()
    }
}

/// Merges or cancels turns of the same face, also if only turns of the opposite face are between them.
pub fn cancelled(turns: &[Turn]) -> Vec<Turn> {
    let mut merged: Vec<Turn> = Vec::new();
    for &turn in turns {
        let run = merged.iter().rev().take_while(|other| other.face().axis() == turn.face().axis()).count();
        let first = merged.len() - run;
        match (first..merged.len()).find(|&i| merged[i].face() == turn.face()) {
            None => merged.push(turn),
            Some(i) => match (merged[i].quarters() + turn.quarters()) % 4 {
                0 => {
                    merged.remove(i);
                }
                quarters => merged[i] = Turn::new(turn.face(), quarters),
            },
        }
    }
    merged
}

/// Parses face turns. With `niss`, brackets that are not repeated contain turns on the inverse; `(R U)2` is a group as
/// usual. Without it, all brackets are groups, and rotations, slices and wide turns are allowed: the turns after them
/// are converted to the faces of the unrotated cube, `x U` is `F`.
///
/// # Errors
/// If the text is not a sequence of face turns.
pub fn turns3(text: &str, niss: bool) -> Result<Niss, CubeError> {
    let located = located(text, &FAMILIES)?;
    let (mut read, mut first) = (Niss::default(), 0);
    let mut orientation = Symmetry::IDENTITY;
    // The limit is for all nodes together. Rotations are no turns, but take time as well.
    let too_long = TooLong { limit: MAX_MOVES };
    let mut n_left = MAX_MOVES;
    for node in &located.alg.nodes {
        let (alg, turns) = match node {
            Node::Group(alg, 1) if niss => (alg.clone(), &mut read.inverse),
            node => (Alg::from(vec![node.clone()]), &mut read.normal),
        };
        let leaves = alg.expanded(n_left).map_err(|_| too_long)?;
        n_left -= leaves.len();
        for leaf in leaves {
            let unknown = |expected: String| CubeError::UnknownMove {
                place: located.places[first + leaf.index],
                text: as_written(leaf.node),
                expected,
            };
            let turn = turn(leaf.node, 3).map_err(unknown)?;
            let turn = if leaf.is_inverted { turn.inverse() } else { turn };
            if niss && turn.face_turn().is_none() {
                return Err(unknown("a turn of one face".to_string()));
            }
            let (rotation, parts) = turn.parts3();
            orientation = orientation.then(rotation);
            turns.extend(parts.into_iter().flatten().map(|turn| orientation.inverse().turn(turn)));
        }
        first += alg.leaves().len();
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::cube::scramble3;

    fn names(turns: &[Turn]) -> String {
        turns.iter().map(|turn| turn.name()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn brackets() {
        for (text, niss, normal, inverse) in [
            ("R U (F' L) D // dr", true, "R U D", "F' L"),
            ("(F') R (L2)", true, "R", "F' L2"),
            ("(R U)2 (F (D L)2)", true, "R U R U", "F D L D L"),
            ("(R U)' (F)", true, "U' R'", "F"),
            ("R U (F' L) D", false, "R U F' L D", ""),
            ("(R U)2", false, "R U R U", ""),
            ("", true, "", ""),
        ] {
            let read = turns3(text, niss).expect("turns");
            assert_eq!(
                (names(&read.normal), names(&read.inverse)),
                (normal.to_string(), inverse.to_string())
            );
        }
        let error = turns3("R (U M)", true).expect_err("a slice").to_string();
        assert!(error.contains("column 6") && error.contains("a turn of one face"), "{error}");
    }

    /// Turns after a rotation are converted to the faces of the unrotated cube.
    #[test]
    fn turns_of_a_cube_that_is_held_otherwise() {
        for (text, expected) in
            [("x U", "F"), ("Rw' U", "L' B"), ("M'", "L R'"), ("y R y' F", "B F"), ("x", "")]
        {
            assert_eq!(names(&turns3(text, false).expect("turns").normal), expected, "{text}");
        }
        // Compared with the cubes of the same scrambles, which include the rotation.
        for text in ["x U R y F2 z' D", "M U Rw E' f2 L", "S' x2 R U Lw"] {
            let turns = turns3(text, false).expect("turns").normal;
            let cube = Cube3::SOLVED.turned_by(turns);
            assert!(
                Symmetry::rotations()
                    .any(|orientation| orientation.cube(&cube) == scramble3(text).expect("a scramble")),
                "{text}"
            );
        }
    }

    /// The inverse of the turns on the inverse ends the solution.
    #[test]
    fn both_sides_are_one_sequence() {
        let scramble = scramble3("R U F2 L' D B").expect("a scramble");
        let skeleton = turns3("L' U (B D') F (R)", true).expect("turns");
        let rest = skeleton.applied(&scramble).inverse();
        // The solution of the rest as a cube: comparing cubes does not need it as turns.
        let solved = scramble.turned_by(skeleton.normal.iter().copied()).then(&rest);
        let undone = skeleton.inverse.iter().rev().map(|turn| turn.inverse());
        assert_eq!(solved.turned_by(undone), Cube3::SOLVED);
        assert_eq!(names(&skeleton.linear(&[])), "L' U F R' D B'");
        assert_eq!(skeleton.written(), "L' U F (B D' R)");
    }

    #[test]
    fn turns_of_one_face_are_one() {
        for (text, expected) in
            [("R U U' R2 F", "R' F"), ("U D U2 R", "U' D R"), ("R L R' L' F", "F"), ("R U R", "R U R")]
        {
            let turns = turns3(text, false).expect("turns").normal;
            assert_eq!(names(&cancelled(&turns)), expected);
        }
    }
}
