//! Definitions in the format of twsearch, `.tws`.
//!
//! ```text
//! Name TOKEN                          what the puzzle is called; may be left out
//! Set NAME PIECES ORIENTATIONS        an orbit
//! Solved BLOCK                        the start: pieces from 1, equal ones cannot be told apart, ? for any orientation
//! StartState BLOCK                    the same from 0
//! Move NAME BLOCK                     place i gets the piece from place p[i], from 1; turns stand where it comes from
//! MoveTransformation NAME BLOCK       the same from 0; turns stand where it goes to
//! MoveAlias NEW OLD                   another name for a move
//! MoveSequence NEW MOVE MOVE …        a move made of others
//! Illegal SET PLACE PIECE …           no position may have one of these pieces there, from 1
//!
//! BLOCK is, on lines of their own: SET, its values and its orientations if they are not all 0, SET …, and End.
//! ```
//!
//! Words are divided by white space, a line that begins with `#` is a comment, and the parts may come in any order. A set that
//! a block does not name stays as it is.

use crate::alg::{Alg, Node};
use crate::definition::Definition;
use crate::parse::LineColumn;
use crate::parse::definition::{
    DefinitionError, DerivedDraft, Draft, Fault, ForbiddenDraft, Numbering, OrbitDraft, Token, move_name,
    quoted, validate,
};
use crate::parse::tws_lexer::{Line, Lines, is_orbit_name};

/// What a line outside of blocks may begin with.
pub(crate) const KEYWORDS: [&str; 9] = [
    "Name",
    "Set",
    "Solved",
    "StartState",
    "Move",
    "MoveTransformation",
    "MoveAlias",
    "MoveSequence",
    "Illegal",
];

/// The puzzle that a text defines.
///
/// # Errors
/// With the place of the first fault and what was expected there.
pub fn definition(text: &str) -> Result<Definition, DefinitionError> {
    validate(draft(Lines::new(text, &KEYWORDS))?)
}

/// What may stand once, and where it did.
#[derive(Default)]
struct Once(Option<LineColumn>);

impl Once {
    fn mark(&mut self, token: &Token) -> Result<(), DefinitionError> {
        match self.0.replace(token.place) {
            None => Ok(()),
            Some(first) => Err(token.error(Fault::Duplicate { what: token.value.clone(), first })),
        }
    }
}

fn draft(mut lines: Lines) -> Result<Draft, DefinitionError> {
    let mut name = String::new();
    let (mut naming, mut starting) = (Once::default(), Once::default());
    let (mut orbits, mut start, mut moves) = (Vec::new(), None, Vec::new());
    let (mut deriveds, mut rules) = (Vec::new(), Vec::new());
    while let Some(line) = lines.next() {
        match line.first.value.as_str() {
            "Name" => {
                naming.mark(&line.first)?;
                let [token] = line.into_args(["name"], "Name NAME")?;
                name = token.value;
            }
            "Set" => orbits.push(orbit(line)?),
            "Solved" | "StartState" => {
                // Either is the solved position, so there is only one of both.
                starting.mark(&line.first)?;
                let numbering = numbering(&line);
                let opened = line.first.clone();
                let [] = line.into_args([], "nothing after it on its line")?;
                start = Some(lines.block(numbering, &opened)?);
            }
            "Move" | "MoveTransformation" => {
                let numbering = numbering(&line);
                let opened = line.first.clone();
                let [name] = line.into_args(["name"], "a move like R and a block below it")?;
                moves.push((name, lines.block(numbering, &opened)?));
            }
            "MoveAlias" => deriveds.push(alias(line)?),
            "MoveSequence" => deriveds.push(sequence(line)?),
            "Illegal" => rules.push(forbidden(line)?),
            _ => return Err(lines.unknown_keyword(&line.first)),
        }
    }
    let missing =
        |part, expected| DefinitionError { place: lines.end, fault: Fault::MissingPart { part, expected } };
    if orbits.is_empty() {
        return Err(missing("orbits", "a line like Set CORNERS 8 3"));
    }
    let start = start.ok_or_else(|| missing("solved position", "Solved or StartState and a block"))?;
    if moves.is_empty() {
        return Err(missing("moves", "Move or MoveTransformation, a name and a block"));
    }
    Ok(Draft { name, orbits, start, moves, derived: deriveds, forbidden: rules })
}

fn numbering(line: &Line) -> Numbering {
    match line.first.value.as_str() {
        "Solved" | "Move" => Numbering::FromOne,
        _ => Numbering::FromZero,
    }
}

fn orbit(line: Line) -> Result<OrbitDraft, DefinitionError> {
    let parts = ["name", "number of pieces", "number of orientations"];
    let [name, n_pieces, n_orientations] = line.into_args(parts, "a line like Set CORNERS 8 3")?;
    if !is_orbit_name(&name.value, &KEYWORDS) {
        let expected = "a name that begins with none of 0-9 ? - + # and is no keyword".to_string();
        return Err(name.error(Fault::Unexpected { found: quoted(&name.value), expected }));
    }
    Ok(OrbitDraft { name, n_pieces, n_orientations })
}

fn alias(line: Line) -> Result<DerivedDraft, DefinitionError> {
    let [name, old] = line.into_args(["name", "move"], "MoveAlias NEW OLD")?;
    derived(name, &[old])
}

fn sequence(line: Line) -> Result<DerivedDraft, DefinitionError> {
    line.require(&["name", "moves"], "MoveSequence NEW MOVE MOVE …")?;
    let mut tokens = line.args.into_iter();
    let name = tokens.next().expect("a sequence has a name");
    derived(name, &tokens.collect::<Vec<Token>>())
}

fn derived(name: Token, tokens: &[Token]) -> Result<DerivedDraft, DefinitionError> {
    let node = |token: &Token| match move_name(&token.value) {
        Some(mv) => Ok(Node::Move(mv)),
        None => Err(token.error(Fault::NotAMoveName { found: quoted(&token.value) })),
    };
    let nodes = tokens.iter().map(node).collect::<Result<Vec<Node>, DefinitionError>>()?;
    let places = tokens.iter().map(|token| token.place).collect();
    Ok(DerivedDraft { name, alg: Alg { nodes }, places })
}

fn forbidden(line: Line) -> Result<ForbiddenDraft, DefinitionError> {
    line.require(&["set", "place", "pieces"], "a line like Illegal SLICE 3 17")?;
    let mut tokens = line.args.into_iter();
    let (Some(orbit), Some(place)) = (tokens.next(), tokens.next()) else {
        unreachable!("a rule has a set and a place");
    };
    Ok(ForbiddenDraft { orbit, place, pieces: tokens.collect() })
}
