//! Rubik's cubes of 2x2x2, 3x3x3 and 4x4x4: states, turns, symmetries and facelets. The parsers of their notations are
//! in [`crate::parse`].

mod turn;

mod cube3;

mod cube2;

mod symmetry;

mod layer_turn;

mod scramble_orientation;

mod turn4;

mod cube4_places;

mod cube4;

mod turn_set;

mod turn_group;

mod random_state;

mod facelets;

mod pattern;

mod net;

pub use cube2::Cube2;
pub use cube3::{Cube3, CubieFault};
pub use cube4::Cube4;
pub(crate) use cube4_places::{FACE_PAIRS, centre_facelet, nearest_face, wing_facelets};
pub(crate) use facelets::{corner_facelets, edge_facelets};
pub use layer_turn::LayerTurn;
pub use net::Net;
pub use pattern::{Pattern, PatternFault, Stickers};
pub use scramble_orientation::{Orientation, outer_turn_name};
pub use symmetry::Symmetry;
pub use turn::{Face, Turn};
pub use turn_group::{Generated, reachable, reachable2};
pub use turn_set::TurnSet;
pub use turn4::Turn4;

/// Corner places and pieces by the faces they touch, clockwise from the U or D face. The places of all cubes are
/// numbered in this order, which is that of Kociemba's solver and of most programs since.
pub const CORNERS: [[Face; 3]; 8] = {
    use Face::{B, D, F, L, R, U};
    [[U, R, F], [U, F, L], [U, L, B], [U, B, R], [D, F, R], [D, L, F], [D, B, L], [D, R, B]]
};

/// Edge places and pieces by the faces they touch; the first one defines whether the edge is flipped.
pub const EDGES: [[Face; 2]; 12] = {
    use Face::{B, D, F, L, R, U};
    [[U, R], [U, F], [U, L], [U, B], [D, R], [D, F], [D, L], [D, B], [F, R], [F, L], [B, L], [B, R]]
};
