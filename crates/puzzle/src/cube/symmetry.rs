//! The 48 symmetries of a cube: 24 rotations and 24 reflections, as permutations of the faces.

use std::sync::LazyLock;

use super::turn::{Face, Turn};
use super::{CORNERS, Cube2, Cube3, EDGES};

/// One of the 48 symmetries. Numbers 0 to 23 are rotations, 24 to 47 are these after the reflection that swaps R and L;
/// 0 is the identity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symmetry(u8);

/// The images of faces, corners and edges under a symmetry.
struct Image {
    /// By face, its image.
    faces: [Face; 6],
    /// By corner place, its image, and the faces of the image to which its three faces are mapped.
    corners: [(u8, [u8; 3]); 8],
    edges: [(u8, [u8; 2]); 12],
}

struct Group {
    images: Vec<Image>,
    products: Vec<[u8; Symmetry::COUNT]>,
    inverses: [u8; Symmetry::COUNT],
}

static GROUP: LazyLock<Group> = LazyLock::new(Group::new);

impl Symmetry {
    /// Number of symmetries.
    pub const COUNT: usize = 48;
    /// The identity.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// The symmetry with this number.
    pub const fn from_index(index: usize) -> Option<Symmetry> {
        if index < Symmetry::COUNT { Some(Symmetry(index as u8)) } else { None }
    }

    /// Its number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All symmetries.
    pub fn all() -> impl ExactSizeIterator<Item = Symmetry> {
        (0..Symmetry::COUNT as u8).map(Symmetry)
    }

    /// The rotations.
    pub fn rotations() -> impl ExactSizeIterator<Item = Symmetry> {
        (0..24).map(Symmetry)
    }

    /// Returns the symmetry that maps each face to the given one, if there is one.
    pub fn from_faces(faces: [Face; 6]) -> Option<Symmetry> {
        Symmetry::all().find(|symmetry| GROUP.images[symmetry.index()].faces == faces)
    }

    /// Returns the rotation that turns the whole cube as `turn` turns its face: x for R, y for U, z for F.
    pub fn rotation(turn: Turn) -> Symmetry {
        let around = turn.face();
        let one = |face: Face| {
            if face.axis() == around.axis() {
                return face;
            }
            // A quarter turn maps each face of the ring to the next one in the order seen from outside.
            let ring = ring(around);
            let at = ring.iter().position(|&f| f == face).expect("the ring holds the four faces around");
            ring[(at + usize::from(turn.quarters())) % 4]
        };
        Symmetry::from_faces(Face::ALL.map(one)).expect("rotations are symmetries")
    }

    /// True if it is a reflection.
    pub const fn is_mirror(self) -> bool {
        self.0 >= 24
    }

    /// The product: this one, then `other`.
    #[must_use]
    pub fn then(self, other: Symmetry) -> Symmetry {
        Symmetry(GROUP.products[self.index()][other.index()])
    }

    /// The inverse.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        Symmetry(GROUP.inverses[self.index()])
    }

    /// The image of a face.
    pub fn face(self, face: Face) -> Face {
        GROUP.images[self.index()].faces[face as usize]
    }

    /// The image of a turn: of another face and, under a reflection, in the opposite direction.
    #[must_use]
    pub fn turn(self, turn: Turn) -> Turn {
        let quarters = if self.is_mirror() { 4 - turn.quarters() } else { turn.quarters() };
        Turn::new(self.face(turn.face()), quarters)
    }

    /// The image of a cube (conjugation by the symmetry). If moves lead from the solved cube to a cube, then the images
    /// of the moves lead to the image of the cube.
    #[must_use]
    pub fn cube(self, cube: &Cube3) -> Cube3 {
        let image = &GROUP.images[self.index()];
        cube.rearranged(
            |place, corner| image.corner(place, corner),
            |place, (piece, flip)| {
                let (to, faces) = image.edges[place];
                let (piece, piece_faces) = image.edges[usize::from(piece)];
                let first =
                    piece_faces.iter().position(|&f| f == 0).expect("one face becomes the first") as u8;
                (usize::from(to), (piece, faces[usize::from((first + flip) % 2)]))
            },
        )
    }

    /// The image of a 2x2x2 cube. Faces and turns are renamed; to rotate the cube itself see [`Cube2::rotated`].
    #[must_use]
    pub fn cube2(self, cube: &Cube2) -> Cube2 {
        let image = &GROUP.images[self.index()];
        cube.rearranged(|place, corner| image.corner(place, corner))
    }

    /// The image of a corner place, and the faces of the image to which its three faces are mapped.
    pub(super) fn corner(self, place: usize) -> (u8, [u8; 3]) {
        GROUP.images[self.index()].corners[place]
    }
}

impl Image {
    /// The image of a corner: its place, and the piece with its twist there. Face n of a piece twisted by t is at face
    /// n + t of its place. For the face that becomes face 0 of the piece's image, the image of its position is the
    /// twist there.
    fn corner(&self, place: usize, (piece, twist): (u8, u8)) -> (usize, (u8, u8)) {
        let (to, faces) = self.corners[place];
        let (piece, piece_faces) = self.corners[usize::from(piece)];
        let first = piece_faces.iter().position(|&f| f == 0).expect("one face becomes the first") as u8;
        (usize::from(to), (piece, faces[usize::from((first + twist) % 3)]))
    }
}

/// The four faces around a face, clockwise as seen from outside.
fn ring(face: Face) -> [Face; 4] {
    use Face::{B, D, F, L, R, U};
    let ring = match face.axis() {
        0 => [F, L, B, R],
        1 => [U, B, D, F],
        _ => [U, R, D, L],
    };
    let reversed = [ring[3], ring[2], ring[1], ring[0]];
    if matches!(face, U | R | F) { ring } else { reversed }
}

impl Group {
    fn new() -> Group {
        let mut all = Vec::with_capacity(Symmetry::COUNT);
        // Rotations: any face may be the image of U, then any of the four around it that of F; the third axis follows.
        for mirror in [false, true] {
            for up in Face::ALL {
                for front in ring(up) {
                    let around = ring(up);
                    let at = around.iter().position(|&f| f == front).expect("taken from the ring");
                    // Clockwise around U come F, L, B, R.
                    let left = around[(at + 1) % 4];
                    let (right, left) =
                        if mirror { (left, left.opposite()) } else { (left.opposite(), left) };
                    all.push([up, right, front, up.opposite(), left, front.opposite()]);
                }
            }
        }
        // The identity comes first.
        let identity = all.iter().position(|faces| *faces == Face::ALL).expect("it is a rotation");
        all.swap(0, identity);
        let index_of =
            |faces: [Face; 6]| all.iter().position(|f| *f == faces).expect("a group is closed") as u8;
        let products: Vec<[u8; Symmetry::COUNT]> = all
            .iter()
            .map(|first| std::array::from_fn(|second| index_of(first.map(|face| all[second][face as usize]))))
            .collect();
        let inverses = std::array::from_fn(|s| {
            products[s].iter().position(|&product| product == 0).expect("every symmetry can be undone") as u8
        });
        let images = all
            .iter()
            .map(|&faces| Image {
                faces,
                corners: CORNERS.map(|corner| image(corner.map(|f| faces[f as usize]), &CORNERS)),
                edges: EDGES.map(|edge| image(edge.map(|f| faces[f as usize]), &EDGES)),
            })
            .collect();
        Group { images, products, inverses }
    }
}

/// The place that touches these faces, and the index in it of each of them.
fn image<const N: usize>(faces: [Face; N], places: &[[Face; N]]) -> (u8, [u8; N]) {
    let place = places.iter().position(|place| faces.iter().all(|f| place.contains(f)));
    let place = place.expect("a symmetry sends pieces to pieces");
    let at = |f: Face| places[place].iter().position(|&g| g == f).expect("the place touches it") as u8;
    (place as u8, faces.map(at))
}
