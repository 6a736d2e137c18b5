//! Symmetry key of the phase 3 centres. The symmetries of [`super::wing_pairs`] act on wings and centres together; in
//! addition the colours of two axes may be exchanged with the opposite ones, which does not affect the wings.

use puzzle::cube::{CORNERS, EDGES};
use puzzle::{Cube4, Face, Symmetry};

use super::moves::Places;
use super::phase3::AxisView;

/// Arrangements of the centres of U, with those of D in the remaining places, up to exchanging the two: C(8, 4) / 2.
const N_HALVES: u32 = 35;
const N_FRONTS: u32 = 24;

/// The action of each symmetry on the centres.
pub struct CentreSymmetries(Vec<Images>);

/// The action of a symmetry, axis by axis.
struct Images {
    /// True if U and R are exchanged.
    swaps: bool,
    /// By coordinate: the arrangement, and in the lowest bit whether the colours are exchanged. Of the axis that comes
    /// to U,
    up: Vec<u8>,
    /// of the one that comes to R,
    right: Vec<u8>,
    /// and of F: as it is, and with its colours exchanged.
    front: [Vec<u8>; 2],
}

impl CentreSymmetries {
    /// Builds the tables for the coordinates of U, R and F in the order of their numbers.
    pub fn new(symmetries: &[Symmetry], views: [&[AxisView]; 3]) -> CentreSymmetries {
        CentreSymmetries(symmetries.iter().map(|&symmetry| Images::new(symmetry, views)).collect())
    }

    /// Returns the key of an arrangement after a symmetry; arrangements that differ by exchanged colours have the same
    /// key.
    #[inline(always)]
    pub fn key(&self, symmetry: usize, [up, right, front]: [u8; 3]) -> u32 {
        let images = &self.0[symmetry];
        let (up, right) = if images.swaps { (right, up) } else { (up, right) };
        let (up, right) = (images.up[usize::from(up)], images.right[usize::from(right)]);
        let front = images.front[usize::from((up ^ right) & 1)][usize::from(front)];
        (u32::from(up >> 1) * N_HALVES + u32::from(right >> 1)) * N_FRONTS + u32::from(front)
    }
}

impl Images {
    fn new(symmetry: Symmetry, views: [&[AxisView]; 3]) -> Images {
        let faces = [Face::U, Face::R, Face::F];
        // The axis whose colour comes to the face `to`, and the images of its coordinates: the places of the colour of
        // `to`.
        let source = |to: usize| {
            let colour = symmetry.inverse().face(faces[to]);
            let axis = faces.iter().position(|face| face.axis() == colour.axis()).expect("one of three axes");
            let of_colour =
                move |places: Places| if colour == faces[axis] { places } else { across(places, colour) };
            let image = move |&(places, is_odd): &AxisView| (image(symmetry, of_colour(places)), is_odd);
            (axis, views[axis].iter().map(image).collect::<Vec<AxisView>>())
        };
        // Of the two ways to name the colours of an axis, the first is the one with the lower places.
        let unordered_pairs = |to: usize| {
            let first = |(places, _): AxisView| places.min(across(places, faces[to]));
            let mut known: Vec<Places> = views[to].iter().copied().map(first).collect();
            known.sort_unstable();
            known.dedup();
            let number = |view: AxisView| {
                let at = known.binary_search(&first(view)).expect("symmetries keep what can be reached");
                (at << 1 | usize::from(view.0 != first(view))) as u8
            };
            source(to).1.into_iter().map(number).collect()
        };
        let front = |is_across: bool| {
            let number = |(places, is_odd): AxisView| {
                let places = if is_across { across(places, Face::F) } else { places };
                let at = views[2].iter().position(|&known| known == (places, is_odd));
                at.expect("symmetries keep what can be reached") as u8
            };
            source(2).1.into_iter().map(number).collect()
        };
        Images {
            swaps: source(0).0 == 1,
            up: unordered_pairs(0),
            right: unordered_pairs(1),
            front: [front(false), front(true)],
        }
    }
}

/// Returns the other four of the eight places on a face and the opposite one.
fn across(places: Places, face: Face) -> Places {
    let is_beside = |place: &usize| Cube4::face_of_centre(*place).axis() == face.axis();
    (0..24).filter(is_beside).fold(0, |all, place| all | 1 << place) ^ places
}

/// Returns the image of places of centres under a symmetry.
fn image(symmetry: Symmetry, places: Places) -> Places {
    // A centre is on the first face of its flag, at a corner.
    let at = |place: usize| {
        let flag = flag(place);
        (flag[0], corner(flag))
    };
    (0..24_usize).filter(|place| places >> place & 1 == 1).fold(0, |set, place| {
        let (face, corner) = at(place);
        let (face, corner) = (symmetry.face(face), corner.map(|face| symmetry.face(face)));
        let is_it = |&other: &usize| {
            let (there, faces) = at(other);
            there == face && faces.iter().all(|face| corner.contains(face))
        };
        set | 1 << (0..24).find(is_it).expect("symmetries send corners to corners")
    })
}

/// Returns the two faces that identify a place.
fn flag(place: usize) -> [Face; 2] {
    let [x, y] = EDGES[place % 12];
    if place < 12 { [x, y] } else { [y, x] }
}

/// Returns the corner at which the wing and the centre of a flag are: the edge begins there, going clockwise round the
/// first face.
fn corner([x, y]: [Face; 2]) -> [Face; 3] {
    let is_it = |corner: &&[Face; 3]| (0..3).any(|at| corner[at] == x && corner[(at + 2) % 3] == y);
    *CORNERS.iter().find(is_it).expect("two faces that touch have two corners in common")
}
