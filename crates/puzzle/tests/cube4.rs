//! The 4x4x4 cube against the puzzle that is cut from a solid cube, and what people write about it.

use puzzle::parse::cube::{facelets4, scramble4};
use puzzle::{Cube4, Turn4};

#[test]
fn quick() {
    let cube = Cube4::SOLVED;
    println!("{}", scramble4("U").unwrap().net());
    println!("{}", scramble4("2R").unwrap().net());
    for turn in Turn4::all() {
        let t = cube.turned(turn);
        assert_eq!(facelets4(&t.to_facelets()), Ok(t));
        assert!(!t.is_solved());
    }
    assert!(scramble4("x y2 z'").unwrap().is_solved());
}
