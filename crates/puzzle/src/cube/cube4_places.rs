//! Places of wings and centres of the 4x4x4 cube. The rotations of a cube act regularly on its 24 pairs of a face with
//! an adjacent face (each pair is mapped to any other by exactly one rotation); likewise on wings and on centres. So
//! wing and centre places are numbered by such pairs, and everything here follows from that and from [`CORNERS`].
//!
//! - The wing of the pair (X, Y) is on the edge between X and Y, where that edge begins when X is traversed clockwise.
//! - The centre of the pair (X, Y) is on X, at the corner where that wing is.

use super::facelets::corner_facelets;
use super::turn::Face;
use super::{CORNERS, EDGES};

/// A face and an adjacent face.
pub(crate) type FacePair = [Face; 2];

/// The pairs by number: the edges in the order of their faces, then in reverse order.
pub(crate) const FACE_PAIRS: [FacePair; 24] = {
    let mut pairs = [[Face::U; 2]; 24];
    let mut i = 0;
    while i < 12 {
        pairs[i] = EDGES[i];
        pairs[i + 12] = [EDGES[i][1], EDGES[i][0]];
        i += 1;
    }
    pairs
};

/// The number of a pair; None if the faces are not adjacent.
pub(crate) fn pair_index(pair: FacePair) -> Option<usize> {
    FACE_PAIRS.iter().position(|&known| known == pair)
}

/// The third face that the wing and the centre of a pair are nearest to.
pub(crate) fn nearest_face([x, y]: FacePair) -> Face {
    let third = |corner: &[Face; 3]| {
        let at = corner.iter().position(|&face| face == x)?;
        (corner[(at + 2) % 3] == y).then_some(corner[(at + 1) % 3])
    };
    CORNERS.iter().find_map(third).expect("two faces that touch have two corners in common")
}

/// The facelet of the 4x4x4 cube on `face` at the corner with two other faces.
fn corner_facelet(face: Face, others: [Face; 2]) -> usize {
    let is_it = |corner: &[Face; 3]| corner.contains(&face) && others.iter().all(|f| corner.contains(f));
    let place = CORNERS.iter().position(is_it).expect("three faces that touch have a corner");
    let nth = CORNERS[place].iter().position(|&f| f == face).expect("the corner touches it");
    corner_facelets(4, place)[nth]
}

/// The facelets of a wing place on the two faces of its pair.
pub(crate) fn wing_facelets(place: usize) -> [usize; 2] {
    let [x, y] = FACE_PAIRS[place];
    let z = nearest_face([x, y]);
    [[x, y], [y, x]].map(|[on, across]| {
        // A third of the way from the nearest corner to the other corner of this edge.
        (2 * corner_facelet(on, [across, z]) + corner_facelet(on, [across, z.opposite()])) / 3
    })
}

/// The facelet of a centre place.
pub(crate) fn centre_facelet(place: usize) -> usize {
    let [x, y] = FACE_PAIRS[place];
    let z = nearest_face([x, y]);
    // A third of the way along both edges of the face.
    let along = |others| corner_facelet(x, others);
    (along([y, z]) + along([y, z.opposite()]) + along([y.opposite(), z])) / 3
}
