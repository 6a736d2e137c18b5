//! Twists of the corners: 3^7, the last one given by the others.

use puzzle::Cube3;
use puzzle::cube::CORNERS;

use super::moves::Moves;
use super::symmetry::{AXIAL16, COUNT};

/// Number of twists.
pub const N_TWIST: usize = 2187; // 3^7

/// Twists under moves and symmetries.
pub struct Twists<const ROW: usize> {
    /// `next[twist][mv]`.
    next: Vec<[u16; ROW]>,
    /// `image[twist * 16 + symmetry]`.
    image: Box<Images>,
}

/// Room for every number of sixteen bits, so that no index has to be checked.
pub type Images = [u16; 1 << 16];

type Digits = [u8; 8];

fn rank(digits: &Digits) -> u16 {
    digits[..7].iter().fold(0, |rank, &digit| 3 * rank + u16::from(digit))
}

fn digits(mut rank: usize) -> Digits {
    let mut digits = [0; 8];
    for digit in digits[..7].iter_mut().rev() {
        *digit = (rank % 3) as u8;
        rank /= 3;
    }
    digits[7] = (21 - digits.iter().sum::<u8>()) % 3;
    digits
}

impl<const ROW: usize> Twists<ROW> {
    /// For the moves of a metric.
    pub fn new(moves: &Moves) -> Self {
        let after = |digits: &Digits, cube: &Cube3| -> Digits {
            std::array::from_fn(|place| {
                let (from, twist) = cube.corner(place);
                (digits[usize::from(from)] + twist) % 3
            })
        };
        let row = |digits: Digits| {
            let mut row = [0; ROW];
            row.iter_mut().zip(&moves.generators).for_each(|(to, g)| *to = rank(&after(&digits, &g.cube)));
            row
        };
        let next = (0..N_TWIST).map(|twist| row(digits(twist))).collect();
        // Where each place's twist comes from, and whether it is told the other way round. The U or D face of a
        // corner stays one, so that nothing else changes.
        let symmetries: [([usize; 8], bool); COUNT] = AXIAL16.all.map(|symmetry| {
            let inverse = symmetry.inverse();
            let from = CORNERS.map(|corner| {
                let faces = corner.map(|face| inverse.face(face));
                CORNERS
                    .iter()
                    .position(|c| faces.iter().all(|f| c.contains(f)))
                    .expect("corners go to corners")
            });
            (from, symmetry.is_mirror())
        });
        let mut image: Box<Images> = vec![0; 1 << 16].try_into().expect("as long as it should be");
        for (twist, row) in image.chunks_exact_mut(COUNT).take(N_TWIST).enumerate() {
            let digits = digits(twist);
            for (to, (from, mirror)) in row.iter_mut().zip(&symmetries) {
                let turned = from.map(|place| digits[place]);
                *to = rank(&if *mirror { turned.map(|digit| (3 - digit) % 3) } else { turned });
            }
        }
        Twists { next, image }
    }

    /// The twist of a cube.
    pub fn of(cube: &Cube3) -> u16 {
        rank(&std::array::from_fn(|place| cube.corner(place).1))
    }

    /// Where the moves lead, one after the other.
    #[inline(always)]
    pub fn row(&self, twist: u16) -> &[u16; ROW] {
        &self.next[usize::from(twist)]
    }

    /// What every twist looks like after every symmetry: `images()[twist * 16 + symmetry]`.
    #[inline(always)]
    pub fn images(&self) -> &Images {
        &self.image
    }

    /// What a twist looks like after a symmetry.
    #[inline(always)]
    pub fn image(&self, twist: u16, symmetry: u32) -> u16 {
        self.image[usize::from(twist) * COUNT + symmetry as usize]
    }
}
