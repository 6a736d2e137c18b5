//! Parser of moves of a defined puzzle: a sequence, or a set of allowed moves.

use super::alg::{Families, LocatedAlg, located};
use super::chars::{LineColumn, chars};
use super::definition::{DefinitionError, Fault};
use crate::alg::{Amount, Move, Node};
use crate::definition::{Definition, Generator, MAX_GENERATORS, SequenceError, Transform, moves_of};

/// The maximum number of moves of an expanded sequence.
const MAX_LENGTH: usize = 10_000;

/// Parses a sequence in the grammar of algs and expands it into moves. Whether they are legal depends on the position
/// and is not checked.
///
/// # Errors
/// With the line and column of a syntax error, or of a move that the puzzle does not have.
pub fn moves(text: &str, definition: &Definition) -> Result<Vec<Generator>, DefinitionError> {
    let located = parse(text, definition, 0)?;
    definition.check_moves(&located.alg).map_err(|error| locate_error(error, &located, 0))?;
    let leaves = located.alg.expanded(MAX_LENGTH).map_err(|error| DefinitionError {
        place: START,
        fault: Fault::Sequence { message: error.to_string() },
    })?;
    let moves = leaves.iter().flat_map(|leaf| moves_of(&leaf.to_node()));
    let generators = moves.map(|mv| definition.generator(&mv).expect("all moves are known"));
    // Square-1 notation can turn a layer by 0.
    Ok(generators.filter(|generator| !generator.transform.is_identity()).collect())
}

/// Parses a sequence in the grammar of algs and returns its transformation. Groups are computed as powers, so that the
/// time does not depend on their repetitions.
///
/// # Errors
/// With the line and column of a syntax error, or of a move that the puzzle does not have.
pub(super) fn transform(text: &str, definition: &Definition) -> Result<Transform, DefinitionError> {
    let located = parse(text, definition, 0)?;
    definition.check_moves(&located.alg).map_err(|error| locate_error(error, &located, 0))?;
    Ok(definition.transform_of(&located.alg).expect("all moves are known"))
}

/// Parses a set of moves like `U,R2,F'`. A name alone stands for all powers of its move, `U1` for the single move.
/// Derived moves and rotations are allowed.
///
/// # Errors
/// With the line and column of a syntax error, or of a move that the puzzle does not have.
pub fn move_set(text: &str, definition: &Definition) -> Result<Vec<Generator>, DefinitionError> {
    let spaced: String = text.chars().map(|c| if c == ',' { ' ' } else { c }).collect();
    let located = parse(&spaced, definition, 0)?;
    definition.check_moves(&located.alg).map_err(|error| locate_error(error, &located, 0))?;
    let chars: Vec<(char, LineColumn)> = chars(&spaced).collect();
    let mut set: Vec<Generator> = Vec::new();
    for (node, &place) in located.alg.nodes.iter().zip(&located.places) {
        let all: Vec<Generator> = match node {
            // The search rejects a set of more moves, so it does not grow beyond that.
            Node::Move(_) | Node::Slash if set.len() > MAX_GENERATORS => continue,
            Node::Move(mv) if has_amount(mv, &chars, place) => definition.generator(mv).into_iter().collect(),
            Node::Move(mv) => definition.powers(mv),
            Node::Slash => moves_of(node).iter().flat_map(|mv| definition.powers(mv)).collect(),
            _ => {
                let message = format!("found {node}, expected moves divided by commas");
                return Err(DefinitionError { place, fault: Fault::Sequence { message } });
            }
        };
        // `U3` is a duplicate of `U'`.
        let is_same = |a: &Generator, b: &Generator| a.family == b.family && a.transform == b.transform;
        let is_new = |generator: &Generator| !set.iter().any(|known| is_same(known, generator));
        let new: Vec<Generator> = all.into_iter().filter(is_new).collect();
        set.extend(new);
    }
    Ok(set)
}

/// True if a move is written with an amount. The text is needed because `U1` and `U` parse to the same move. `chars` are
/// its characters in order, so that the place is found by binary search.
fn has_amount(mv: &Move, chars: &[(char, LineColumn)], place: LineColumn) -> bool {
    let at = chars.partition_point(|(_, other)| *other < place) + mv.to_string().chars().count();
    mv.amount != Amount::Times(1) || chars.get(at).is_some_and(|(c, _)| *c == '1')
}

/// The beginning of a text.
const START: LineColumn = LineColumn { line: 1, column: 1 };

/// Parses a sequence that has `lines_before` lines above it. Does not check whether the puzzle has its moves.
pub(super) fn parse(
    text: &str,
    definition: &Definition,
    lines_before: usize,
) -> Result<LocatedAlg, DefinitionError> {
    let contains = |letters: &str| definition.is_family(letters);
    let families = Families { contains: &contains, max_letters: definition.max_family_letters() };
    located(text, &families).map_err(|error| {
        let error = error.shift_lines(lines_before);
        let (place, message) = (error.place(), error.to_string());
        // The message begins with the place, which is a field of its own in this error.
        let message = message.strip_prefix(&format!("{place}: ")).unwrap_or(&message).to_string();
        DefinitionError { place, fault: Fault::Sequence { message } }
    })
}

/// Adds line and column to the error of a move, in a sequence with `lines_before` lines above it.
pub(super) fn locate_error(
    error: SequenceError,
    located: &LocatedAlg,
    lines_before: usize,
) -> DefinitionError {
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
