//! Moves of cubes: faces `U R F D L B`, wide turns `Rw` or `r`, slices `M E S`, rotations `x y z` or `Rv`, and layers
//! counted from a face, `2R` and `2-3Rw`. All other moves belong to other puzzles.

use super::error::CubeError;
use crate::alg::{Alg, Amount, Layers, Move, Node};
use crate::cube::{Face, LayerTurn};
use crate::parse::alg::{Families, located};
use crate::parse::chars::cut;

/// The maximum length of an expanded sequence.
pub(super) const MAX_MOVES: usize = 1_000_000;

/// The names of moves: one letter, or two for wide turns and rotations.
pub(super) const FAMILIES: Families<'static> =
    Families { contains: &|name| family(name).is_some(), max_letters: 2 };

/// The meaning of the name of a move, without its layers and amount.
#[derive(Clone, Copy)]
pub(super) enum Family {
    Face(Face),
    Wide(Face),
    /// The middle layer, in the direction of a turn of the face.
    Slice(Face),
    Rotation(Face),
}

/// Parses the turns of a sequence, in order, for a cube of `side` layers.
pub(super) fn turns(text: &str, side: usize) -> Result<Vec<LayerTurn>, CubeError> {
    let located = located(text, &FAMILIES)?;
    let mut turns = Vec::with_capacity(located.places.len());
    let mut faulty = None;
    for_each_leaf(&located.alg, &mut |node| match turn(node, side) {
        Ok(turn) => turns.push(turn),
        Err(expected) if faulty.is_none() => faulty = Some((turns.len(), as_written(node), expected)),
        Err(_) => {}
    });
    if let Some((index, text, expected)) = faulty {
        return Err(CubeError::UnknownMove { place: located.places[index], text, expected });
    }
    let leaves = located.alg.expanded(MAX_MOVES)?;
    let turn =
        |index: usize, is_inverted: bool| if is_inverted { turns[index].inverse() } else { turns[index] };
    Ok(leaves.into_iter().map(|leaf| turn(leaf.index, leaf.is_inverted)).collect())
}

/// Calls `leaf` for all leaves in the order of the text, without expanding groups.
fn for_each_leaf<'a>(alg: &'a Alg, leaf: &mut dyn FnMut(&'a Node)) {
    for node in &alg.nodes {
        match node {
            Node::Move(_) | Node::Twelfths(..) | Node::Slash => leaf(node),
            Node::Pause => {}
            Node::Group(alg, _) => for_each_leaf(alg, leaf),
            Node::Commutator(a, b, _) | Node::Conjugate(a, b, _) => {
                for_each_leaf(a, leaf);
                for_each_leaf(b, leaf);
            }
        }
    }
}

/// Returns a move for an error; a name may be of any length.
pub(super) fn as_written(node: &Node) -> String {
    cut(&node.to_string(), 30).into_owned()
}

/// Returns the turn that a leaf stands for, or the expected input as an error.
pub(super) fn turn(node: &Node, side: usize) -> Result<LayerTurn, String> {
    let Node::Move(Move { layers, family: name, amount }) = node else {
        return Err("a move of a cube, not of a Square-1".to_string());
    };
    let Some(family) = family(name) else { return Err(suggestion(name, side)) };
    let Amount::Times(quarters) = *amount else {
        return Err(format!("{name}, {name}2 or {name}'"));
    };
    let (face, first, last) = match (family, *layers) {
        (Family::Face(face), Layers::Plain) => (face, 1, 1),
        (Family::Face(face), Layers::One(layer)) => (face, layer, layer),
        (Family::Wide(face), Layers::Plain) => (face, 1, 2),
        (Family::Wide(face), Layers::One(last)) => (face, 1, last),
        (Family::Face(face) | Family::Wide(face), Layers::Range(first, last)) => (face, first, last),
        (Family::Slice(_), Layers::Plain) if side != 3 => {
            return Err(format!("a move of the {side}x{side}x{side} cube, which has no middle slice"));
        }
        (Family::Slice(face), Layers::Plain) => (face, 2, 2),
        (Family::Rotation(face), Layers::Plain) => (face, 1, side as u32),
        (Family::Slice(_) | Family::Rotation(_), _) => return Err(format!("{name} without layers")),
    };
    if last as usize > side {
        return Err(format!("layers 1 to {side}"));
    }
    Ok(LayerTurn::new(face, first as usize, last as usize, quarters))
}

/// Returns the meaning of a name.
pub(super) fn family(name: &str) -> Option<Family> {
    let face = |letter: char| Face::ALL.into_iter().find(|face| face.letter() == letter);
    let mut letters = name.chars();
    match (letters.next()?, letters.next(), letters.next()) {
        ('M', None, _) => Some(Family::Slice(Face::L)),
        ('E', None, _) => Some(Family::Slice(Face::D)),
        ('S', None, _) => Some(Family::Slice(Face::F)),
        ('x', None, _) => Some(Family::Rotation(Face::R)),
        ('y', None, _) => Some(Family::Rotation(Face::U)),
        ('z', None, _) => Some(Family::Rotation(Face::F)),
        (letter, None, _) if letter.is_lowercase() => face(letter.to_ascii_uppercase()).map(Family::Wide),
        (letter, None, _) => face(letter).map(Family::Face),
        (letter, Some('w'), None) => face(letter).map(Family::Wide),
        (letter, Some('v'), None) => face(letter).map(Family::Rotation),
        _ => None,
    }
}

/// Returns a correction for an unknown name, or the list of moves.
fn suggestion(name: &str, side: usize) -> String {
    let swapped: String = name
        .chars()
        .map(|c| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
        .collect();
    let capital: String =
        name.char_indices().map(|(i, c)| if i == 0 { c.to_ascii_uppercase() } else { c }).collect();
    let candidates = [swapped, capital, name.chars().take(1).collect()];
    match candidates.into_iter().find(|name| family(name).is_some()) {
        Some(name) => format!("perhaps {name}"),
        None if side == 3 => "U R F D L B, wide Rw or r, slices M E S or rotations x y z".to_string(),
        None if side == 4 => "U R F D L B, wide Rw or r, layers 2R or rotations x y z".to_string(),
        None => "U R F D L B or rotations x y z".to_string(),
    }
}
