//! Definitions that are expensive to process, generated for tests of limits.
#![allow(dead_code, reason = "each test uses some of it")]

use std::collections::HashMap;
use std::fmt::Write;

use testkit::Lcg;

/// A sticker of a cube: where its piece is, from the centre in half edges of a piece, and which way it looks.
type Sticker = ([i32; 3], [i32; 3]);

/// The cube of `n` layers by its stickers, each turning with any of its 3n layers: no pieces, so that nothing need be known of them.
pub fn cube(n: i32) -> String {
    let places = || (0..n).map(|i| 2 * i - (n - 1));
    let mut stickers: Vec<Sticker> = Vec::new();
    for axis in 0..3 {
        for side in [1, -1] {
            for a in places() {
                for b in places() {
                    let (mut at, mut to) = ([0; 3], [0; 3]);
                    (at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3]) = (side * (n - 1), a, b);
                    to[axis] = side;
                    stickers.push((at, to));
                }
            }
        }
    }
    let numbers: HashMap<Sticker, usize> = stickers.iter().copied().zip(0..).collect();
    let turned = |axis: usize, v: [i32; 3]| {
        let mut turned = v;
        (turned[(axis + 1) % 3], turned[(axis + 2) % 3]) = (-v[(axis + 2) % 3], v[(axis + 1) % 3]);
        turned
    };
    let mut moves: Vec<(String, Vec<usize>)> = Vec::new();
    for (axis, face) in ["R", "U", "F"].into_iter().enumerate() {
        for (layer, place) in places().enumerate() {
            let to = stickers.iter().enumerate().map(|(i, &(at, looks))| match at[axis] == place {
                true => numbers[&(turned(axis, at), turned(axis, looks))],
                false => i,
            });
            let name = if layer == 0 { face.to_string() } else { format!("{}{face}", layer + 1) };
            moves.push((name, to.collect()));
        }
    }
    written(stickers.len(), &moves)
}

/// A number of random moves of one orbit, each with a great many powers.
pub fn random(n_moves: usize, n_pieces: usize) -> String {
    named(n_pieces, shuffled(n_pieces).take(n_moves))
}

/// A number of moves that exchange random pairs of all pieces: few powers, and together all permutations.
pub fn exchanges(n_moves: usize, n_pieces: usize) -> String {
    let pairs = |order: Vec<usize>| {
        let mut to: Vec<usize> = (0..n_pieces).collect();
        order.chunks_exact(2).for_each(|pair| (to[pair[0]], to[pair[1]]) = (pair[1], pair[0]));
        to
    };
    named(n_pieces, shuffled(n_pieces).map(pairs).take(n_moves))
}

/// Random permutations, always the same.
fn shuffled(n: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut random = Lcg::new(1);
    std::iter::repeat_with(move || {
        let mut to: Vec<usize> = (0..n).collect();
        (1..n).for_each(|last| to.swap(last, random.below(last + 1)));
        to
    })
}

/// Moves without names of their own.
fn named(n_pieces: usize, all: impl Iterator<Item = Vec<usize>>) -> String {
    let mut moves = Vec::new();
    for (i, to) in all.enumerate() {
        // Letters only: digits at the end would be an amount.
        let digits = i.to_string().chars().map(|c| (b'a' + c as u8 - b'0') as char).collect::<String>();
        moves.push((format!("M{digits}"), to));
    }
    written(n_pieces, &moves)
}

/// A move that is disjoint cycles of these lengths, and a short one that mixes the first three of them.
pub fn cycles(lengths: &[usize]) -> String {
    let mut to = Vec::new();
    for &length in lengths {
        let first = to.len();
        to.extend((0..length).map(|i| first + (i + 1) % length));
    }
    let n = to.len();
    let mut mix: Vec<usize> = (0..n).collect();
    let [a, b, c] = [0, lengths[0], lengths[0] + lengths[1]];
    (mix[a], mix[b], mix[c]) = (b, c, a);
    written(n, &[("A".to_string(), to), ("B".to_string(), mix)])
}

/// Moves of points as a definition, in which the points that moves exchange are an orbit.
fn written(n_points: usize, moves: &[(String, Vec<usize>)]) -> String {
    let mut first: Vec<usize> = (0..n_points).collect();
    let mut is_done = false;
    while !is_done {
        is_done = true;
        for (_, to) in moves {
            for point in 0..n_points {
                let least = first[point].min(first[to[point]]);
                is_done &= first[point] == least && first[to[point]] == least;
                (first[point], first[to[point]]) = (least, least);
            }
        }
    }
    let mut orbits: Vec<Vec<usize>> = Vec::new();
    let mut places = vec![(0, 0); n_points];
    let mut known: HashMap<usize, usize> = HashMap::new();
    for point in 0..n_points {
        let orbit = *known.entry(first[point]).or_insert_with(|| {
            orbits.push(Vec::new());
            orbits.len() - 1
        });
        places[point] = (orbit, orbits[orbit].len());
        orbits[orbit].push(point);
    }
    let numbers = |values: Vec<usize>| values.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let mut text = "Name Hard\n".to_string();
    for (i, orbit) in orbits.iter().enumerate() {
        let _ = writeln!(text, "Set O{i}x {} 1", orbit.len());
    }
    text += "Solved\n";
    for (i, orbit) in orbits.iter().enumerate() {
        let _ = writeln!(text, "O{i}x\n{}", numbers((1..=orbit.len()).collect()));
    }
    text += "End\n";
    for (name, to) in moves {
        let _ = writeln!(text, "Move {name}");
        for (i, orbit) in orbits.iter().enumerate().filter(|(_, orbit)| orbit.iter().any(|&p| to[p] != p)) {
            let mut sources = vec![0; orbit.len()];
            for &point in orbit {
                sources[places[to[point]].1] = places[point].1 + 1;
            }
            let _ = writeln!(text, "O{i}x\n{}", numbers(sources));
        }
        text += "End\n";
    }
    text
}
