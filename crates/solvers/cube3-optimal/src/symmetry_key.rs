//! Symmetry reduction of the search: a key that is the same for symmetric nodes. The symmetries of the start, and those
//! that map it to its inverse, map nodes to nodes of the same search; if one solution is enough, so is one node of each
//! class.

use puzzle::{Cube3, Face, Symmetry};

/// The symmetries of a start, including those that map it to its inverse.
pub struct StartSymmetries {
    /// Each symmetry, with true if it maps the inverse of the start to the start.
    symmetries: Vec<(Symmetry, bool)>,
}

/// Set of faces, as bits by number.
type Faces = u8;

impl StartSymmetries {
    /// Returns the symmetries of a cube. None if it has only the identity.
    pub fn of(cube: &Cube3) -> Option<StartSymmetries> {
        let inverse = cube.inverse();
        let symmetries: Vec<(Symmetry, bool)> = Symmetry::all()
            .flat_map(|symmetry| [(symmetry, false), (symmetry, true)])
            .filter(|&(symmetry, inverts)| symmetry.cube(if inverts { &inverse } else { cube }) == *cube)
            .collect();
        (symmetries.len() > 1).then_some(StartSymmetries { symmetries })
    }

    /// Returns the canonical key of a node: the least key of its symmetric images. A node is a cube and its inverse,
    /// and the faces that may be turned at either end.
    pub fn key(&self, cubes: [&Cube3; 2], faces: [Faces; 2]) -> u128 {
        let keys = self.symmetries.iter().map(|&(symmetry, inverts)| {
            let side = usize::from(inverts);
            let image = |faces| u128::from(image(symmetry, faces));
            pack(&symmetry.cube(cubes[side])) << 12 | image(faces[side]) << 6 | image(faces[1 - side])
        });
        keys.min().expect("the one that changes nothing is one of them")
    }
}

fn image(symmetry: Symmetry, faces: Faces) -> Faces {
    let members = Face::ALL.into_iter().filter(|&face| faces >> face as u8 & 1 == 1);
    members.fold(0, |set, face| set | 1 << symmetry.face(face) as u8)
}

/// Packs a cube into a number: five bits for each of twenty pieces.
fn pack(cube: &Cube3) -> u128 {
    let corners = (0..8).map(|place| cube.corner(place)).map(|(corner, twist)| twist << 3 | corner);
    let edges = (0..12).map(|place| cube.edge(place)).map(|(edge, flip)| flip << 4 | edge);
    corners.chain(edges).fold(0, |word, piece| word << 5 | u128::from(piece))
}

#[cfg(test)]
mod tests {
    use puzzle::Turn;
    use puzzle::parse::cube::scramble3;

    use super::*;

    fn key(symmetries: &StartSymmetries, cube: &Cube3, faces: [Faces; 2]) -> u128 {
        symmetries.key([cube, &cube.inverse()], faces)
    }

    /// Superflip has all symmetries and is its own inverse.
    #[test]
    fn images_have_one_key() {
        let superflip = scramble3("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2").expect("a scramble");
        let symmetries = StartSymmetries::of(&superflip).expect("it has all symmetries");
        assert_eq!(symmetries.symmetries.len(), 96);
        let node = superflip.turned_by("RUF".chars().map(|face| face_turn(face, 1)));
        let faces = [0b011_111, 0b110_110];
        let expected = key(&symmetries, &node, faces);
        for symmetry in Symmetry::all() {
            let image_faces = faces.map(|faces| image(symmetry, faces));
            assert_eq!(key(&symmetries, &symmetry.cube(&node), image_faces), expected);
            let [front, back] = image_faces;
            assert_eq!(key(&symmetries, &symmetry.cube(&node.inverse()), [back, front]), expected);
        }
        assert_ne!(key(&symmetries, &node, [0b011_111, 0b110_111]), expected, "other faces may be turned");
        let other = superflip.turned_by("RUB".chars().map(|face| face_turn(face, 2)));
        assert_ne!(key(&symmetries, &other, faces), expected, "another cube");
    }

    /// A cube may be symmetric to its inverse though it has no symmetry of its own.
    #[test]
    fn only_symmetries_of_the_start_count() {
        let of = |scramble| StartSymmetries::of(&scramble3(scramble).expect("a scramble"));
        assert!(of("U R F' U2 L D B").is_none());
        let palindrome = of("U R F' U2 R D' U' L D2 B' L D").expect("its inverse is its image");
        let inverting: Vec<bool> = palindrome.symmetries.iter().map(|&(_, inverts)| inverts).collect();
        assert_eq!(inverting, [false, true]);
    }

    fn face_turn(face: char, quarters: u8) -> Turn {
        let face = Face::ALL["URFDLB".find(face).expect("a face")];
        Turn::new(face, quarters)
    }

    /// Only images have the same key: a node that is taken for the image of another is not searched. Cubes that differ in
    /// edges alone, in corners alone, in flips or twists alone, and in some turns.
    #[test]
    fn other_cubes_have_other_keys() {
        let symmetries = StartSymmetries::of(&Cube3::SOLVED).expect("all of them");
        let cubes: Vec<Cube3> = [
            "",
            "R2 U R U R' U' R' U' R' U R'",
            "R2 L2 D R2 L2 U2 R2 L2 D R2 L2",
            "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
            "R' F R' B2 R F' R' B2 R2",
            "R' D' R D R' D' R D U R' D' R D R' D' R D R' D' R D R' D' R D U'",
        ]
        .into_iter()
        .map(|text| scramble3(text).expect("a scramble"))
        .flat_map(|cube| [cube, cube.turned(Turn::from_index(4).expect("a turn"))])
        .collect();
        let faces = [0b11_1111; 2];
        for a in &cubes {
            for b in &cubes {
                let is_image = Symmetry::all().any(|symmetry| [*b, b.inverse()].contains(&symmetry.cube(a)));
                assert_eq!(key(&symmetries, a, faces) == key(&symmetries, b, faces), is_image, "{a:?} {b:?}");
            }
        }
    }
}
