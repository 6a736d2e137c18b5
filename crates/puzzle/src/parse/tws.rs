//! Parser of puzzle definitions in the format of twsearch, `.tws`.
//!
//! # Grammar
//! A text is a sequence of lines, and a line is a sequence of tokens separated by white space. Empty lines and lines
//! that begin with `#` in their first column are skipped. Each part of the definition begins with a keyword:
//!
//! ```text
//! Name NAME                         name of the puzzle, one token
//! Set ORBIT PIECES ORIENTATIONS     orbit: name, number of pieces (to 255), of orientations (to 127)
//! Solved BLOCK                      solved position, numbered from 1
//! StartState BLOCK                  solved position, numbered from 0
//! Move NAME BLOCK                   move, numbered from 1
//! MoveTransformation NAME BLOCK     move, numbered from 0
//! MoveAlias NEW OLD                 another name for a move
//! MoveSequence NEW MOVE MOVE …      derived move: the moves in this order
//! Illegal ORBIT PLACE PIECE …       rule: no position may have one of these pieces in this place, numbered from 1
//!
//! BLOCK := ( ORBIT newline VALUES newline [ ORIENTATIONS newline ] )* End
//! ```
//!
//! A block begins on the line below its keyword and lists each orbit at most once. The name of an orbit begins with none
//! of `0-9 ? - + #` and is neither a keyword nor `End`, so that the lines of a block are unambiguous.
//!
//! At least one `Set`, at least one `Move` or `MoveTransformation`, and exactly one of `Solved` and `StartState` are
//! required; `Name` may occur once; everything else any number of times. The parts may come in any order.
//!
//! # Meaning
//! In a block, each orbit has one value per place, and optionally one orientation per place, by default all 0.
//!
//! - In a solved position the values are pieces. Pieces with the same number are identical. The orientation `?` means
//!   that the orientation of the piece does not count. An orbit that the block does not list has the pieces 1, 2, 3, …
//! - In a move the values are a permutation `p`: place `i` receives the piece from place `p[i]`. `Move` lists the
//!   orientation change of a piece at the place it comes from, `MoveTransformation` at the place it goes to, where it
//!   may be negative. An orbit that the block does not list is unchanged.
//! - A derived move may use every other move of the text, defined or derived, with an amount (`R2'`) and in any order
//!   of definition, but not itself, directly or indirectly.

use crate::alg::{Alg, Node};
use crate::definition::Definition;
use crate::parse::LineColumn;
use crate::parse::definition::{
    DefinitionError, DerivedDraft, Draft, Fault, ForbiddenDraft, Numbering, OrbitDraft, Token, move_name,
    quoted, validate,
};
use crate::parse::tws_lexer::{Line, Lines, is_orbit_name};

/// The keywords: the first tokens of lines outside of blocks.
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

/// Parses and validates a definition.
///
/// # Errors
/// With the line and column of the first error and what was expected there.
pub fn definition(text: &str) -> Result<Definition, DefinitionError> {
    validate(draft(Lines::new(text, &KEYWORDS))?)
}

/// A part that may occur once, with the place of its first occurrence.
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
                name = token.printable()?.value;
            }
            "Set" => orbits.push(orbit(line)?),
            "Solved" | "StartState" => {
                // `Solved` and `StartState` both give the solved position, so only one of them may occur.
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
    let name = name.printable()?;
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
