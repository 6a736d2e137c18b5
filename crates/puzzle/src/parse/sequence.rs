//! Moves of a defined puzzle as people write them: one after the other, or as a set of which any may be made.

use super::alg::{LocatedAlg, located};
use super::chars::{LineColumn, chars};
use super::definition::{DefinitionError, Fault};
use crate::alg::{Amount, Move, Node};
use crate::definition::{Definition, Generator, MAX_GENERATORS, NoPosition, moves_of};

/// The most moves that a sequence may have when it is written out.
const MAX_LENGTH: usize = 10_000;

/// Reads a sequence in the grammar of algs, written out into its moves. Whether they are legal depends on where they are made.
///
/// # Errors
/// With the place of what is no move of the puzzle.
pub fn moves(text: &str, definition: &Definition) -> Result<Vec<Generator>, DefinitionError> {
    let located = parse(text, definition, 0)?;
    definition.check_moves(&located.alg).map_err(|error| locate_error(error, &located, 0))?;
    let leaves = located.alg.expanded(MAX_LENGTH).map_err(|error| DefinitionError {
        place: START,
        fault: Fault::Sequence { message: error.to_string() },
    })?;
    let moves = leaves.iter().flat_map(|leaf| moves_of(&leaf.to_node()));
    let generators = moves.map(|mv| definition.generator(&mv).expect("all moves are known"));
    // A Square-1 may turn a layer by nothing.
    Ok(generators.filter(|generator| !generator.transform.is_identity()).collect())
}

/// Reads a set of moves like `U,R2,F'`. A name alone stands for all powers of its move, `U1` for the single one. Moves that are
/// given by others and rotations may be in it, too.
///
/// # Errors
/// With the place of what is no move of the puzzle.
pub fn move_set(text: &str, definition: &Definition) -> Result<Vec<Generator>, DefinitionError> {
    let spaced: String = text.chars().map(|c| if c == ',' { ' ' } else { c }).collect();
    let located = parse(&spaced, definition, 0)?;
    definition.check_moves(&located.alg).map_err(|error| locate_error(error, &located, 0))?;
    let mut set: Vec<Generator> = Vec::new();
    for (node, &place) in located.alg.nodes.iter().zip(&located.places) {
        // A set of too many moves is refused by whoever searches; it need not be larger than that.
        let is_full = set.len() > MAX_GENERATORS;
        let all: Vec<Generator> = match node {
            Node::Move(mv) if is_full || has_amount(mv, &spaced, place) => {
                definition.generator(mv).into_iter().collect()
            }
            Node::Move(mv) => definition.powers(mv),
            Node::Slash => moves_of(node).iter().flat_map(|mv| definition.powers(mv)).collect(),
            _ => {
                let message = format!("found {node}, expected moves divided by commas");
                return Err(DefinitionError { place, fault: Fault::Sequence { message } });
            }
        };
        // `U3` is `U'` once more.
        let is_same = |a: &Generator, b: &Generator| a.family == b.family && a.transform == b.transform;
        let is_new = |generator: &Generator| !set.iter().any(|known| is_same(known, generator));
        let new: Vec<Generator> = all.into_iter().filter(is_new).collect();
        set.extend(new);
    }
    Ok(set)
}

/// Whether a move has an amount in the text; only what is written tells `U1` from `U`.
fn has_amount(mv: &Move, text: &str, place: LineColumn) -> bool {
    let after = chars(text).filter(|(_, at)| at.line == place.line && at.column >= place.column);
    mv.amount != Amount::Times(1) || after.map(|(c, _)| c).nth(mv.to_string().chars().count()) == Some('1')
}

/// Where a text begins.
const START: LineColumn = LineColumn { line: 1, column: 1 };

/// Reads a sequence that has so many lines before it. Whether the puzzle has its moves is for others to say.
pub(super) fn parse(
    text: &str,
    definition: &Definition,
    lines_before: usize,
) -> Result<LocatedAlg, DefinitionError> {
    let is_family = |letters: &str| definition.is_family(letters);
    located(text, &is_family).map_err(|error| {
        let error = error.shift_lines(lines_before);
        let (place, message) = (error.place(), error.to_string());
        // The message begins with the place, which is told by itself.
        let message = message.strip_prefix(&format!("{place}: ")).unwrap_or(&message).to_string();
        DefinitionError { place, fault: Fault::Sequence { message } }
    })
}

/// What is wrong with a move of a sequence that has so many lines before it, and where.
pub(super) fn locate_error(error: NoPosition, located: &LocatedAlg, lines_before: usize) -> DefinitionError {
    let place = error.index().and_then(|index| located.places.get(index).copied()).unwrap_or(START);
    DefinitionError { place: LineColumn { line: place.line + lines_before, ..place }, fault: error.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::tws;

    const TEXT: &str = "Set A 4 1\nSolved\nEnd\nMove U\nA\n2 3 4 1\nEnd\nMove R\nA\n2 1 3 4\nEnd\nMove x\nA\n2 1 4 3\nEnd\n\
        MoveSequence S R U\n";

    fn names(read: Result<Vec<Generator>, DefinitionError>) -> String {
        match read {
            Ok(moves) => moves.iter().map(|mv| mv.name.to_string()).collect::<Vec<_>>().join(" "),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn sets() {
        let definition = tws::definition(TEXT).expect("sound");
        let check = |text: &str, expected: &str| assert_eq!(names(move_set(text, &definition)), expected);
        check("U,R", "U U2 U' R");
        check("U1 R,U2", "U R U2");
        check("UR", "U U2 U' R");
        check("U',U", "U' U U2");
        check("x", "x");
        check("S,S2", "S S'");
        check("U,U3", "U U2 U'");
        check("U,Q", "line 1, column 3: there is no move Q, expected one of this puzzle like U, R, x");
        check("U,(R U)2", "line 1, column 4: found (R U)2, expected moves divided by commas");
    }

    #[test]
    fn sequences() {
        let definition = tws::definition(TEXT).expect("sound");
        let check = |text: &str, expected: &str| assert_eq!(names(moves(text, &definition)), expected);
        check("[U, R] x", "U R U' R' x");
        check("", "");
        check("U\n R Q", "line 2, column 4: there is no move Q, expected one of this puzzle like U, R, x");
        check("(U)999999", "line 1, column 1: the moves written out are more than 10000");
    }
}
