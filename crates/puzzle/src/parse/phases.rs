//! Parser of declared phases: the text format for a chain of phases that solves a defined puzzle.
//!
//! ```text
//! Phase NAME                    begins a phase; the lines up to the next one belong to it
//! Moves MOVE …                  allowed moves; a name alone stands for all its powers. All moves if omitted
//! Goal MOVE …                   goal: the view of the solved position after these moves. Several lines are several
//!                               goals; the goal is the solved position if there is none
//! Longest N                     maximum number of moves of the phase
//! View                          begins a view, one coordinate of the phase; the lines below list its features
//! Pieces ORBIT [PIECE …]        the permutation of these pieces, or of all: each is its own class
//! Places ORBIT PIECE …          the places of these pieces, which form one class of identical pieces
//! Orientations ORBIT [PIECE …]  the orientations of these pieces, or of all
//! Parity ORBIT                  the parity of the permutation
//! Sum ORBIT PLACE …             the weighted sum of the orientations in these places: `-3` is subtracted, `2*3` has
//!                               weight 2
//! ```
//!
//! Pieces are numbers from 1 as in `Solved` of a definition, places are numbers from 1; both may be ranges like `5-8`.
//! Tokens are separated by white space, and a line that begins with `#` is a comment.

mod sum;

use super::LineColumn;
use super::definition::{DefinitionError, Fault, Token, one_of_few, quoted};
use super::sequence;
use super::tws_lexer::{Line, Lines};
use crate::definition::{
    Definition, Generator, MAX_GENERATORS, OrbitMask, Phase, PhaseView, Phases, Transform,
};

/// The keywords: the first tokens of lines.
const KEYWORDS: [&str; 10] =
    ["Phase", "Moves", "Goal", "Longest", "View", "Pieces", "Places", "Orientations", "Parity", "Sum"];

/// The maximum number of views of a phase.
const MAX_VIEWS: usize = 8;

/// The maximum number of sums and parities of a view: together they are packed into 64 bits.
const MAX_SUMS: usize = 8;

/// Parses the phases of a puzzle.
///
/// # Errors
/// With the line and column of the first error and what was expected there.
pub fn phases(text: &str, definition: &Definition) -> Result<Phases, DefinitionError> {
    let mut lines = Lines::new(text, &KEYWORDS);
    let mut list: Vec<Phase> = Vec::new();
    // True if the current phase has goals of its own, and the token that began it.
    let (mut has_goals, mut phase_token) = (false, None::<Token>);
    while let Some(line) = lines.next() {
        let keyword = line.first.clone();
        if keyword.value == "Phase" {
            if let (Some(phase), Some(phase_token)) = (list.last(), &phase_token) {
                check_complete(phase, phase_token)?;
            }
            list.push(new_phase(line, definition)?);
            (has_goals, phase_token) = (false, Some(keyword));
            continue;
        }
        let is_known = KEYWORDS.contains(&keyword.value.as_str());
        let Some(phase) = list.last_mut() else {
            let expected = "a line like Phase NAME first".to_string();
            return Err(keyword.error(Fault::Unexpected { found: quoted(&keyword.value), expected }));
        };
        match keyword.value.as_str() {
            "Moves" => match phase.moves {
                Some(_) => {
                    let first = phase_token.as_ref().map_or(keyword.place, |phase_token| phase_token.place);
                    return Err(keyword.error(Fault::Duplicate { what: "Moves".to_string(), first }));
                }
                None => phase.moves = Some(moves(&line, definition)?),
            },
            "Goal" => {
                if !has_goals {
                    phase.goals.clear();
                }
                has_goals = true;
                phase.goals.push(goal(&line, definition)?);
            }
            "Longest" => {
                let [token] = line.into_args(["number"], "Longest N")?;
                phase.longest = Some(u32::from(number(&token, "the most moves of a phase", 1, 255)?));
            }
            "View" => {
                let surplus = phase.views.len() == MAX_VIEWS;
                if surplus {
                    let expected = format!("at most {MAX_VIEWS} views in a phase");
                    return Err(
                        keyword.error(Fault::Unexpected { found: "another View".to_string(), expected })
                    );
                }
                let [] = line.into_args([], "its features on the next lines")?;
                phase.views.push(PhaseView::default());
            }
            _ if is_known => {
                let Some(view) = phase.views.last_mut() else {
                    let expected = "a line with View before it".to_string();
                    return Err(keyword.error(Fault::Unexpected { found: quoted(&keyword.value), expected }));
                };
                view_line(&line, definition, view)?;
            }
            _ => return Err(lines.unknown_keyword(&keyword)),
        }
    }
    match (list.last(), &phase_token) {
        (Some(last), Some(phase_token)) => check_complete(last, phase_token)?,
        _ => {
            let (found, expected) = ("the end of the text".to_string(), "a line like Phase NAME".to_string());
            return Err(DefinitionError { place: lines.end, fault: Fault::Unexpected { found, expected } });
        }
    }
    Ok(Phases { list })
}

fn new_phase(line: Line, definition: &Definition) -> Result<Phase, DefinitionError> {
    let [name] = line.into_args(["name"], "Phase NAME")?;
    let goals = vec![Transform::identity(definition.orbits())];
    let name = name.printable()?.value;
    Ok(Phase { name, moves: None, goals, longest: None, views: Vec::new() })
}

/// Checks that a phase has views and that none of them is empty.
fn check_complete(phase: &Phase, phase_token: &Token) -> Result<(), DefinitionError> {
    if phase.views.is_empty() || !phase.views.iter().all(PhaseView::is_nonempty) {
        let (whole, part) = (format!("phase {}", quoted(&phase.name)), "complete view".to_string());
        let expected = "View and below it Pieces, Places, Orientations, Parity or Sum".to_string();
        return Err(phase_token.error(Fault::Missing { whole, part, expected }));
    }
    Ok(())
}

fn moves(line: &Line, definition: &Definition) -> Result<Vec<Generator>, DefinitionError> {
    line.require(&["moves"], "a line like Moves U R2")?;
    let mut set: Vec<Generator> = Vec::new();
    for token in &line.args {
        for mv in sequence::move_set(&token.value, definition).map_err(|error| relocate(error, token))? {
            // The search rejects a set of more moves, so it does not grow beyond that.
            if set.len() <= MAX_GENERATORS && !set.iter().any(|known| known.transform == mv.transform) {
                set.push(mv);
            }
        }
    }
    Ok(set)
}

fn goal(line: &Line, definition: &Definition) -> Result<Transform, DefinitionError> {
    let mut goal = Transform::identity(definition.orbits());
    for token in &line.args {
        let part = sequence::transform(&token.value, definition).map_err(|error| relocate(error, token))?;
        goal = goal.then(&part);
    }
    Ok(goal)
}

/// Moves an error within a token to the place of the token.
fn relocate(error: DefinitionError, token: &Token) -> DefinitionError {
    let place = LineColumn { line: token.place.line, column: token.place.column + error.place.column - 1 };
    DefinitionError { place, ..error }
}

/// Adds the feature that a line describes to a view.
fn view_line(line: &Line, definition: &Definition, view: &mut PhaseView) -> Result<(), DefinitionError> {
    let expected = match line.first.value.as_str() {
        "Places" => "a line like Places EDGES 9-12",
        "Sum" => "a line like Sum DIALS 1 -4 2*5",
        _ => "a line like Pieces EDGES 9-12",
    };
    line.require(&["set"], expected)?;
    let name = &line.args[0];
    let Some(orbit) = definition.orbits().iter().position(|orbit| orbit.name == name.value) else {
        let names = definition.orbits().iter().map(|orbit| orbit.name.as_str());
        let fault = Fault::UnknownOrbit { found: quoted(&name.value), expected: one_of_few(names) };
        return Err(name.error(fault));
    };
    let is_number = matches!(line.first.value.as_str(), "Parity" | "Sum");
    if is_number && view.parities.len() + view.sums.len() == MAX_SUMS {
        let found = format!("another {}", line.first.value);
        let expected = format!("at most {MAX_SUMS} lines of Parity and Sum in a view");
        return Err(line.first.error(Fault::Unexpected { found, expected }));
    }
    if line.first.value == "Sum" {
        line.require(&["set", "places"], expected)?;
        view.sums.push(sum::sum(name, &line.args[1..], orbit, &definition.orbits()[orbit])?);
        return Ok(());
    }
    let start = &definition.start().orbits[orbit];
    let n_pieces = start.pieces.iter().copied().max().map_or(0, |most| usize::from(most) + 1);
    let given = pieces(&line.args[1..], n_pieces)?;
    if line.first.value == "Parity" {
        if let Some(surplus) = line.args.get(1) {
            let (found, expected) = (quoted(&surplus.value), "the end of the line".to_string());
            return Err(surplus.error(Fault::Unexpected { found, expected }));
        }
        let mut sorted = start.pieces.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            let found = format!("pieces of {} that look alike", quoted(&name.value));
            let expected = "a set whose pieces are all different".to_string();
            return Err(name.error(Fault::Unexpected { found, expected }));
        }
        if !view.parities.contains(&orbit) {
            view.parities.push(orbit);
        }
        return Ok(());
    }
    let at = view.masks.iter().position(|mask| mask.orbit == orbit).unwrap_or_else(|| {
        view.masks.push(OrbitMask::ignoring_all(orbit, n_pieces));
        view.masks.len() - 1
    });
    let OrbitMask { classes, is_oriented, .. } = &mut view.masks[at];
    let all = || if given.is_empty() { (0..n_pieces).collect() } else { given.clone() };
    match line.first.value.as_str() {
        "Pieces" => {
            let all = all();
            let mut unused = unused_classes(classes, &all);
            let class = || unused.next().expect("at most 255 pieces have at most 255 classes");
            all.into_iter()
                .zip(std::iter::repeat_with(class))
                .for_each(|(piece, class)| classes[piece] = class);
        }
        "Places" => {
            line.require(&["set", "pieces"], expected)?;
            let class = unused_classes(classes, &given).next().expect("at least one piece has no class now");
            given.iter().for_each(|&piece| classes[piece] = class);
        }
        _ => all().into_iter().for_each(|piece| is_oriented[piece] = true),
    }
    Ok(())
}

/// Returns the classes that no piece has when `pieces` have given up theirs, in ascending order. Class 0 is that of
/// pieces that do not count. Later lines may replace the classes of earlier ones any number of times.
fn unused_classes(classes: &mut [u8], pieces: &[usize]) -> impl Iterator<Item = u8> + use<> {
    pieces.iter().for_each(|&piece| classes[piece] = 0);
    let mut is_used = [false; 256];
    classes.iter().for_each(|&class| is_used[usize::from(class)] = true);
    (1..=u8::MAX).filter(move |&class| !is_used[usize::from(class)])
}

/// Parses numbers and ranges of pieces and returns them from 0, each once, in the order of the text.
fn pieces(tokens: &[Token], n_pieces: usize) -> Result<Vec<usize>, DefinitionError> {
    let (mut pieces, mut is_listed) = (Vec::new(), vec![false; n_pieces]);
    for token in tokens {
        for piece in range(token, &token.value, "a piece", n_pieces)? {
            if !std::mem::replace(&mut is_listed[piece], true) {
                pieces.push(piece);
            }
        }
    }
    Ok(pieces)
}

/// Parses a number or a range, counted from 1 in the text, and returns it from 0.
fn range(
    token: &Token,
    text: &str,
    what: &str,
    most: usize,
) -> Result<std::ops::Range<usize>, DefinitionError> {
    let part = |text: &str| {
        let number = text.parse::<usize>().ok().filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| {
            let (what, high) = (what.to_string(), u8::try_from(most).unwrap_or(u8::MAX));
            token.error(Fault::Number { what, found: quoted(text), low: 1, high })
        })
    };
    let (low, high) = match text.split_once('-') {
        Some((low, high)) => (part(low)?, part(high)?),
        None => (part(text)?, part(text)?),
    };
    if high < low {
        let expected = "an ascending range".to_string();
        return Err(token.error(Fault::Unexpected { found: quoted(&token.value), expected }));
    }
    Ok(low - 1..high)
}

fn number(token: &Token, what: &str, low: u8, high: u8) -> Result<u8, DefinitionError> {
    let number = token.value.parse::<u8>().ok().filter(|number| (low..=high).contains(number));
    number.ok_or_else(|| {
        let (what, found) = (what.to_string(), quoted(&token.value));
        token.error(Fault::Number { what, found, low, high })
    })
}
