//! The 16 symmetries that keep the U-D axis: those under which both phases look the same.

use std::sync::LazyLock;

use puzzle::{Face, Symmetry};

/// How many there are.
pub const N_SYM: usize = 16;

/// The sixteen, the identity first, with their products.
pub struct Axial16 {
    /// As symmetries of the whole cube.
    pub all: [Symmetry; N_SYM],
    /// `product[a][b]`: first a, then b.
    pub product: [[u8; N_SYM]; N_SYM],
    /// What undoes each.
    pub inverse: [u8; N_SYM],
}

/// The sixteen.
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
