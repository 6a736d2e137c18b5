//! The 16 symmetries that preserve the U-D axis (the group D4h). They preserve the subgroup of phase 2, so both phases
//! are symmetric under them.

use std::sync::LazyLock;

use puzzle::{Face, Symmetry};

/// Number of symmetries.
pub const N_SYM: usize = 16;

/// The group of the 16 symmetries, the identity first, with its multiplication table.
pub struct Axial16 {
    /// As symmetries of the whole cube.
    pub all: [Symmetry; N_SYM],
    /// `product[a][b]`: first a, then b.
    pub product: [[u8; N_SYM]; N_SYM],
    /// The number of each symmetry's inverse.
    pub inverse: [u8; N_SYM],
}

/// The 16 symmetries.
pub static AXIAL16: LazyLock<Axial16> = LazyLock::new(|| {
    let keeps_axis = |s: &Symmetry| s.face(Face::U).axis() == Face::U.axis();
    let mut found = Symmetry::all().filter(keeps_axis);
    let all: [Symmetry; N_SYM] = std::array::from_fn(|_| found.next().expect("sixteen keep an axis"));
    let number = |s: Symmetry| all.iter().position(|&t| t == s).expect("a subgroup is closed") as u8;
    Axial16 {
        all,
        product: all.map(|a| all.map(|b| number(a.then(b)))),
        inverse: all.map(|s| number(s.inverse())),
    }
});
