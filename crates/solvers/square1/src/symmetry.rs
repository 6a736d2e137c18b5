//! Symmetry reduction: the canonical form of a position is the smallest position of its symmetry class, as two words.
//! All members of a class are at the same distance from solved.
//!
//! In the twist metric layers turn freely, so positions are equal up to turns of the layers, and pieces can be
//! relabelled by a rotation of each layer of the solved puzzle: 4 * 4 ways, times turning the puzzle over, times a
//! reflection, are 64 symmetries. Most shapes have a trivial stabilizer, so only the relabelling is left to choose, and
//! the first corners in reading order determine it.
//!
//! In the face-turn metric the angle of the layers matters. Four symmetries are left: the reflection between front and
//! back combined with turning over, and half a turn of the whole puzzle, after which the left half is the one that
//! moves.

use std::sync::LazyLock;

use puzzle::Square1;
use puzzle::square1::{Layer, WEDGES};

use super::layer_symmetry::{Relabel, mirrored, seam_bits, swap_colours, turned};

/// The canonical form of a position: the upper layer with the middle layer in bit 48, and the lower layer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CanonicalState {
    upper: u64,
    lower: u64,
}

const FLIPPED_BIT: u64 = 1 << 48;

impl CanonicalState {
    fn new(upper: u64, lower: u64, is_flipped: bool) -> CanonicalState {
        CanonicalState { upper: if is_flipped { upper | FLIPPED_BIT } else { upper }, lower }
    }

    /// Returns the position.
    pub fn state(self) -> Square1 {
        Square1 {
            upper: Layer::from_word(self.upper),
            lower: Layer::from_word(self.lower),
            is_flipped: self.upper & FLIPPED_BIT != 0,
        }
    }

    /// Packs it into bytes, which need no alignment in a hash table.
    pub fn packed(self) -> [u8; 16] {
        (u128::from(self.lower) << 64 | u128::from(self.upper)).to_le_bytes()
    }

    /// Unpacks it.
    pub fn unpacked(packed: &[u8; 16]) -> CanonicalState {
        let words = u128::from_le_bytes(*packed);
        CanonicalState { upper: words as u64, lower: (words >> 64) as u64 }
    }

    /// Returns the hash of the position.
    #[inline(always)]
    pub fn hash(self) -> u64 {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            (product >> 64) as u64 ^ product as u64
        };
        let mixed = fold(self.upper ^ 0x9E37_79B9_7F4A_7C15, self.lower ^ 0xD1B5_4A32_D192_ED03);
        fold(mixed ^ self.upper.rotate_left(17), 0xA076_1D64_78BD_642F ^ self.lower)
    }
}

/// The symmetry class of one layer's shape.
#[derive(Clone, Copy, Default)]
struct ShapeInfo {
    /// Number of the class of shapes up to turns.
    class: u8,
    /// Turn that maps it to the representative of its class.
    turn: u8,
    /// The same for its mirror image.
    mirror_turn: u8,
}

/// A symmetry of positions: turned over or not, reflected or not, then turns of the layers.
#[derive(Clone, Copy)]
struct PositionSymmetry {
    is_flipped: bool,
    is_mirrored: bool,
    /// Turns that preserve the shapes, of the final upper layer and of the other.
    upper: u8,
    lower: u8,
}

/// All shapes, and the symmetries that may give the canonical form of a position.
struct ShapeClasses {
    /// By seams.
    shapes: Vec<ShapeInfo>,
    /// By the classes of both layers: begin and end of their symmetries.
    ranges: Vec<(u32, u32)>,
    symmetries: Vec<PositionSymmetry>,
}

/// Upper bound of the number of classes.
const MAX_CLASSES: usize = 32;

static SHAPE_CLASSES: LazyLock<ShapeClasses> = LazyLock::new(ShapeClasses::new);

impl ShapeClasses {
    fn new() -> ShapeClasses {
        // A shape is the set of its seams: no two adjacent wedges without one, and two to six corners.
        let turned_seams = |seams: usize, by: u32| (seams << by | seams >> (WEDGES - by)) & 0xFFF;
        let mirror = |seams: usize| {
            // The seam before wedge i is behind wedge i - 1, which the reflection maps to wedge 12 - i.
            (0..WEDGES)
                .filter(|at| seams >> at & 1 == 1)
                .fold(0, |bits, at| bits | 1 << ((WEDGES - at) % WEDGES))
        };
        let is_shape = |seams: usize| {
            let n_corners = WEDGES - seams.count_ones();
            seams | turned_seams(seams, 1) == 0xFFF && (2..=6).contains(&n_corners)
        };
        let canonical =
            |seams: usize| (0..WEDGES).map(|by| turned_seams(seams, by)).min().expect("twelve turns");
        let classes: Vec<usize> = (0..1 << WEDGES).filter(|&s| is_shape(s) && canonical(s) == s).collect();
        let class_of =
            |seams: usize| classes.iter().position(|&c| c == canonical(seams)).expect("a shape") as u8;
        let turn_of = |seams: usize| {
            (0..WEDGES as u8)
                .find(|&by| turned_seams(seams, by.into()) == canonical(seams))
                .expect("one turn is")
        };
        let mut shapes = vec![ShapeInfo::default(); 1 << WEDGES];
        for seams in (0..1 << WEDGES).filter(|&s| is_shape(s)) {
            let mirror_turn = turn_of(mirror(seams));
            shapes[seams] = ShapeInfo { class: class_of(seams), turn: turn_of(seams), mirror_turn };
        }
        let stabilizer = |class: u8| {
            let seams = classes[usize::from(class)];
            (0..WEDGES as u8).filter(move |&by| turned_seams(seams, by.into()) == seams)
        };
        let mirror_of = |class: u8| class_of(mirror(classes[usize::from(class)]));
        let (mut ranges, mut symmetries) = (vec![(0, 0); MAX_CLASSES * MAX_CLASSES], Vec::new());
        for a in 0..classes.len() as u8 {
            for b in 0..classes.len() as u8 {
                let classes_seen = |is_flipped: bool, is_mirrored: bool| {
                    let (a, b) = if is_mirrored { (mirror_of(a), mirror_of(b)) } else { (a, b) };
                    if is_flipped { (b, a) } else { (a, b) }
                };
                let variants = [(false, false), (true, false), (false, true), (true, true)];
                let images = variants.map(|(is_flipped, is_mirrored)| classes_seen(is_flipped, is_mirrored));
                let (above, below) = *images.iter().min().expect("four ways");
                let begin = symmetries.len() as u32;
                for ((is_flipped, is_mirrored), _) in
                    variants.into_iter().zip(images).filter(|&(_, image)| image == (above, below))
                {
                    for upper in stabilizer(above) {
                        symmetries.extend(stabilizer(below).map(|lower| PositionSymmetry {
                            is_flipped,
                            is_mirrored,
                            upper,
                            lower,
                        }));
                    }
                }
                ranges[usize::from(a) * MAX_CLASSES + usize::from(b)] = (begin, symmetries.len() as u32);
            }
        }
        ShapeClasses { shapes, ranges, symmetries }
    }

    /// Returns the images of a position under the symmetries of its shapes, relabelled. The smallest is the canonical
    /// form.
    #[inline(always)]
    fn images(&self, upper: u64, lower: u64) -> impl Iterator<Item = (u64, u64)> {
        let (above, below) = (self.shapes[seam_bits(upper)], self.shapes[seam_bits(lower)]);
        let (begin, end) = self.ranges[usize::from(above.class) * MAX_CLASSES + usize::from(below.class)];
        self.symmetries[begin as usize..end as usize].iter().map(move |symmetry| {
            let (mut first, mut second) = match symmetry.is_mirrored {
                false => (turned(upper, above.turn.into()), turned(lower, below.turn.into())),
                true => (
                    turned(mirrored(upper), above.mirror_turn.into()),
                    turned(mirrored(lower), below.mirror_turn.into()),
                ),
            };
            if symmetry.is_flipped {
                (first, second) = (swap_colours(second), swap_colours(first));
            }
            let (first, second) =
                (turned(first, symmetry.upper.into()), turned(second, symmetry.lower.into()));
            let shift = Relabel::to_canonical(first, second);
            (shift.applied(first), shift.applied(second))
        })
    }
}

/// Symmetry reduction in one metric, which decides the positions that are equivalent.
pub trait SymmetryReduction: Sync + Send + 'static {
    /// Returns the canonical form of a position.
    fn canonical(state: &Square1) -> CanonicalState;

    /// Number of positions in the symmetry class.
    fn class_size(canonical: CanonicalState) -> u64;

    /// Calls `found` with every position one move away. The caller must pass a position in which no corner blocks a
    /// slash.
    fn for_each_successor(state: &Square1, found: impl FnMut(&Square1));
}

/// Twists count and turns are free: positions are equal up to turns of the layers.
pub struct TwistMetric;

/// Turns and twists count.
pub struct FaceTurnMetric;

impl SymmetryReduction for TwistMetric {
    #[inline(always)]
    fn canonical(state: &Square1) -> CanonicalState {
        let images = SHAPE_CLASSES.images(state.upper.word(), state.lower.word());
        let (upper, lower) = images.min().expect("every shape has a symmetry");
        CanonicalState::new(upper, lower, state.is_flipped)
    }

    /// Two symmetries with equal images differ by an element of the position's stabilizer.
    fn class_size(canonical: CanonicalState) -> u64 {
        let state = canonical.state();
        let (upper, lower) = (state.upper.word(), state.lower.word());
        let n_same =
            SHAPE_CLASSES.images(upper, lower).filter(|&image| image == (upper, lower)).count() as u64;
        64 / n_same
    }

    #[inline(always)]
    fn for_each_successor(state: &Square1, mut found: impl FnMut(&Square1)) {
        for above in state.upper.free_turns() {
            let upper = state.upper.turned(above);
            for below in state.lower.free_turns() {
                let (upper, lower) = upper.exchanged(state.lower.turned(below));
                found(&Square1 { upper, lower, is_flipped: !state.is_flipped });
            }
        }
    }
}

impl FaceTurnMetric {
    /// Returns the images of a position under the four symmetries. Some may be equal.
    #[inline(always)]
    fn images(state: &Square1) -> [(u64, u64); 4] {
        const HALF: u32 = WEDGES / 2;
        let pair = (state.upper.word(), state.lower.word());
        // Front and back are exchanged, so that wedge i becomes wedge 5 - i, and the puzzle is turned over. Counting
        // the pieces back by one makes the solved puzzle solved again.
        let over = |word: u64| {
            let names = Relabel { upper: 3, lower: 3 };
            names.applied(swap_colours(turned(mirrored(word), HALF)))
        };
        let mirror = (over(pair.1), over(pair.0));
        // Half a turn about the vertical axis: the slash turns the other half over. If the middle layer is flipped
        // already, the puzzle is turned upside down to bring its fixed half back.
        let around = |(upper, lower): (u64, u64)| {
            let names = Relabel { upper: 2, lower: 2 };
            let half = |word: u64| names.applied(turned(word, HALF));
            if state.is_flipped { (half(lower), half(upper)) } else { (half(upper), half(lower)) }
        };
        [pair, mirror, around(pair), around(mirror)]
    }
}

impl SymmetryReduction for FaceTurnMetric {
    #[inline(always)]
    fn canonical(state: &Square1) -> CanonicalState {
        let (upper, lower) = FaceTurnMetric::images(state).into_iter().min().expect("four");
        CanonicalState::new(upper, lower, state.is_flipped)
    }

    fn class_size(canonical: CanonicalState) -> u64 {
        let images = FaceTurnMetric::images(&canonical.state());
        4 / images.iter().filter(|&&other| other == images[0]).count() as u64
    }

    #[inline(always)]
    fn for_each_successor(state: &Square1, mut found: impl FnMut(&Square1)) {
        for by in state.upper.free_turns().filter(|&by| by > 0) {
            found(&Square1 { upper: state.upper.turned(by), ..*state });
        }
        for by in state.lower.free_turns().filter(|&by| by > 0) {
            found(&Square1 { lower: state.lower.turned(by), ..*state });
        }
        let (upper, lower) = state.upper.exchanged(state.lower);
        found(&Square1 { upper, lower, is_flipped: !state.is_flipped });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle::square1::Turn;

    fn slashes(state: &Square1) -> Vec<Square1> {
        let mut successors = Vec::new();
        TwistMetric::for_each_successor(state, |next| successors.push(*next));
        successors
    }

    /// Equivalent positions have equivalent successors.
    fn check_successors<A: SymmetryReduction>(one: &Square1, other: &Square1) {
        let of = |state: &Square1| {
            let mut successors = Vec::new();
            A::for_each_successor(state, |next| successors.push(A::canonical(next)));
            successors.sort_unstable();
            successors
        };
        assert_eq!(of(one), of(other), "{one} and {other}");
    }

    #[test]
    fn equivalent_positions_have_equivalent_successors() {
        for state in Square1::drawn(1, 300).into_iter().chain([Square1::SOLVED]) {
            let canonical = TwistMetric::canonical(&state);
            assert_eq!(TwistMetric::canonical(&canonical.state()), canonical);
            check_successors::<TwistMetric>(&state, &canonical.state());
            assert_eq!(TwistMetric::canonical(&state.turned(Turn::by(5, 7))), canonical, "turning is free");
            let canonical = FaceTurnMetric::canonical(&state);
            assert_eq!(FaceTurnMetric::canonical(&canonical.state()), canonical);
            check_successors::<FaceTurnMetric>(&state, &canonical.state());
        }
    }

    /// The solved position is fixed by all symmetries.
    #[test]
    fn the_solved_position_is_alone_in_its_class() {
        assert_eq!(TwistMetric::class_size(TwistMetric::canonical(&Square1::SOLVED)), 1);
        assert_eq!(FaceTurnMetric::class_size(FaceTurnMetric::canonical(&Square1::SOLVED)), 1);
        assert_eq!(slashes(&Square1::SOLVED).len(), 64);
    }
}
