//! Random-move scrambles, for the puzzles that are not scrambled by random states at competitions (regulation 4b3e of
//! the World Cube Association): 5x5x5 to 7x7x7 cubes and megaminx. The clock is here as well: its scramble has one turn
//! of every kind, and random hours for each give a random state.

use puzzle::Face;
use puzzle::alg::{Alg, Node};
use puzzle::cube::{Orientation, outer_turn_name};
use puzzle::definition::clock_notation::{PINS, turn};
use puzzle::puzzle_names::Event;
use solver::RandomBelow;

/// Lines of a megaminx scramble, and big turns on each.
const MEGAMINX: (usize, usize) = (7, 10);

/// True if scrambles of an event are random moves.
pub fn is_for(event: Event) -> bool {
    use Event::{Clock, Cube555, Cube555Blindfolded, Cube666, Cube777, Megaminx};
    matches!(event, Cube555 | Cube555Blindfolded | Cube666 | Cube777 | Megaminx | Clock)
}

/// Draws the scramble of an event; None if its scrambles are not random moves.
pub fn draw(event: Event, below: RandomBelow<'_>) -> Option<String> {
    match event {
        Event::Cube555 => Some(big_cube(5, 60, None, below)),
        Event::Cube555Blindfolded => {
            let orientation = Orientation::random(5, below);
            Some(big_cube(5, 60, Some(&orientation), below))
        }
        Event::Cube666 => Some(big_cube(6, 80, None, below)),
        Event::Cube777 => Some(big_cube(7, 100, None, below)),
        Event::Megaminx => Some(megaminx(below)),
        Event::Clock => Some(clock(below)),
        _ => None,
    }
}

/// Draws turns of outer layers, up to half of them. Consecutive turns about one axis are in one order, each of other
/// layers, and never the two halves of an even cube, which would turn the whole cube.
fn big_cube(
    side: usize,
    n_moves: usize,
    orientation: Option<&Orientation>,
    below: RandomBelow<'_>,
) -> String {
    let all: Vec<(Face, usize)> =
        Face::ALL.into_iter().flat_map(|face| (1..=side / 2).map(move |width| (face, width))).collect();
    let mut names: Vec<String> = Vec::with_capacity(n_moves + 2);
    let mut run: Vec<(Face, usize)> = Vec::new();
    for i in 0..n_moves {
        let last_axis = orientation.and_then(Orientation::first_axis).filter(|_| i + 1 == n_moves);
        let may_follow = |&&(face, width): &&(Face, usize)| {
            let follows = |&(before, width_before): &(Face, usize)| {
                before.axis() != face.axis()
                    || (before as usize, width_before) < (face as usize, width)
                        && !(before != face && width + width_before == side)
            };
            Some(face.axis()) != last_axis && run.iter().all(follows)
        };
        let allowed: Vec<&(Face, usize)> = all.iter().filter(may_follow).collect();
        let &(face, width) = allowed[below(allowed.len() as u32) as usize];
        if run.last().is_some_and(|(before, _)| before.axis() != face.axis()) {
            run.clear();
        }
        run.push((face, width));
        names.push(outer_turn_name(face, width, side, 1 + below(3) as u8));
    }
    names.extend(orientation.into_iter().flat_map(Orientation::names));
    names.join(" ")
}

/// Draws big turns of R and D alternately, then U in the direction of the last one, on every line. All lines are joined
/// to one, so that a scramble is one line.
fn megaminx(below: RandomBelow<'_>) -> String {
    let (n_lines, n_turns) = MEGAMINX;
    let mut names = Vec::new();
    for _ in 0..n_lines {
        let mut forwards = true;
        for i in 0..n_turns {
            forwards = below(2) == 0;
            let (side, sign) = (if i % 2 == 0 { "R" } else { "D" }, if forwards { "++" } else { "--" });
            names.push(format!("{side}{sign}"));
        }
        names.push(if forwards { "U" } else { "U'" }.to_string());
    }
    names.join(" ")
}

/// Draws every turn of the front, then those of the back that the front does not have: together they give each state
/// exactly once.
fn clock(below: RandomBelow<'_>) -> String {
    let mut hours = || below(12) as i32;
    let front: Vec<Node> = PINS.iter().map(|pins| Node::Move(turn(pins, hours()))).collect();
    let back: Vec<Node> = PINS[4..].iter().map(|pins| Node::Move(turn(pins, hours()))).collect();
    format!("{} y2 {}", Alg::from(front), Alg::from(back))
}
