//! Centres of the third phase up to symmetry. The symmetries of [`super::wing_pairs`] move wings and centres together; and
//! the colours of two axes may be exchanged with those across, which the wings do not see.

use puzzle::cube::{CORNERS, EDGES};
use puzzle::{Cube4, Face, Symmetry};

use super::moves::Places;
use super::phase3::AxisView;

/// Ways to lie of the centres of U, with those of D where they leave room, whichever of the two is which: C(8, 4) / 2.
const N_HALVES: u32 = 35;
const N_FRONTS: u32 = 24;

/// What each symmetry makes of centres.
pub struct CentreSymmetries(Vec<Images>);

/// What a symmetry makes of them, axis by axis.
struct Images {
    /// Whether what is seen of U comes from R, and the other way round.
    swaps: bool,
    /// By view, the way to lie and in the lowest bit whether colours are across. Of the axis that comes to U,
    up: Vec<u8>,
    /// of the one that comes to R,
    right: Vec<u8>,
    /// and of F: as it is, and with its colours exchanged.
    front: [Vec<u8>; 2],
}

impl CentreSymmetries {
    /// For the views of U, R and F in the order of their numbers.
    pub fn new(symmetries: &[Symmetry], views: [&[AxisView]; 3]) -> CentreSymmetries {
        CentreSymmetries(symmetries.iter().map(|&symmetry| Images::new(symmetry, views)).collect())
    }

    /// The number of an arrangement after a symmetry, the same for those that differ by exchanged colours.
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
        // The axis whose colour is seen where `to` was, and what becomes of its views: the places of the colour of `to`.
        let source = |to: usize| {
            let colour = symmetry.inverse().face(faces[to]);
            let axis = faces.iter().position(|face| face.axis() == colour.axis()).expect("one of three axes");
            let of_colour =
                move |places: Places| if colour == faces[axis] { places } else { across(places, colour) };
            let image = move |&(places, is_odd): &AxisView| (image(symmetry, of_colour(places)), is_odd);
            (axis, views[axis].iter().map(image).collect::<Vec<AxisView>>())
        };
        // Of the two ways to name the colours of an axis the first is the one with the lower places.
        let halves = |to: usize| {
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
            up: halves(0),
            right: halves(1),
            front: [front(false), front(true)],
        }
    }
}

/// The other four of the eight places on a face and the one across.
fn across(places: Places, face: Face) -> Places {
    let is_beside = |place: &usize| Cube4::face_of_centre(*place).axis() == face.axis();
    (0..24).filter(is_beside).fold(0, |all, place| all | 1 << place) ^ places
}

/// Where a symmetry brings places of centres.
fn image(symmetry: Symmetry, places: Places) -> Places {
    // A centre lies on the first face of its flag, at a corner.
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

/// The faces by which a place is named.
fn flag(place: usize) -> [Face; 2] {
    let [x, y] = EDGES[place % 12];
    if place < 12 { [x, y] } else { [y, x] }
}

/// The corner at which wing and centre of a flag lie: the edge begins there, if one goes round the first face clockwise.
fn corner([x, y]: [Face; 2]) -> [Face; 3] {
    let is_it = |corner: &&[Face; 3]| (0..3).any(|at| corner[at] == x && corner[(at + 2) % 3] == y);
    *CORNERS.iter().find(is_it).expect("two faces that touch have two corners in common")
}
