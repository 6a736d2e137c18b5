//! Moves that are given by other moves, in whatever order they stand: every one is worked out after those it needs, and
//! those that need each other are an error. Nothing here is recursive in the number of moves.

use super::error::{DefinitionError, Fault};
use super::{At, DerivedDraft};
use crate::alg::{Move, Node};
use crate::definition::{DefinedMove, DerivedMove, Names, Source, Transform, evaluate, find, moves_of};
use crate::parse::Place;

/// How many moves of a circle an error names.
const MOST_NAMED: usize = 8;

/// All derived moves with what they do, in the order of the text.
pub(super) fn resolve(
    drafts: Vec<DerivedDraft>,
    move_names: Vec<Move>,
    names: &Names,
    moves: &[DefinedMove],
    identity: &Transform,
) -> Result<Vec<DerivedMove>, DefinitionError> {
    let needs = drafts
        .iter()
        .map(|draft| needs(draft, names))
        .collect::<Result<Vec<Vec<usize>>, DefinitionError>>()?;
    let mut needed_by = vec![Vec::new(); drafts.len()];
    for (i, needs) in needs.iter().enumerate() {
        needs.iter().for_each(|&need| needed_by[need].push(i));
    }
    let mut n_missing: Vec<usize> = needs.iter().map(Vec::len).collect();
    let mut ready: Vec<usize> = (0..drafts.len()).filter(|&i| n_missing[i] == 0).collect();
    let mut transforms: Vec<Option<Transform>> = vec![None; drafts.len()];
    while let Some(i) = ready.pop() {
        let transform = |mv: &Move| {
            let (source, times) = find(names, mv)?;
            let base = match source {
                Source::Defined(i) => &moves[i].transform,
                Source::Derived(i) => transforms[i].as_ref()?,
            };
            Some(base.power(times))
        };
        transforms[i] = evaluate(&drafts[i].alg, identity, &transform).ok();
        for &dependent in &needed_by[i] {
            n_missing[dependent] -= 1;
            if n_missing[dependent] == 0 {
                ready.push(dependent);
            }
        }
    }
    if let Some(first) = transforms.iter().position(Option::is_none) {
        let is_open = |i: usize| transforms[i].is_none();
        let circle = circle(first, &needs, &is_open);
        let mut text: Vec<String> =
            circle.iter().take(MOST_NAMED).map(|&i| move_names[i].to_string()).collect();
        if circle.len() > MOST_NAMED {
            text.push("…".to_string());
        }
        return Err(drafts[circle[0]].name.fault(Fault::Cycle { names: text.join(" -> ") }));
    }
    let derived = drafts.into_iter().zip(move_names).zip(transforms.into_iter().flatten());
    Ok(derived.map(|((draft, name), transform)| DerivedMove { name, alg: draft.alg, transform }).collect())
}

/// The derived moves that one needs, once for every time they stand in it.
fn needs(draft: &DerivedDraft, names: &Names) -> Result<Vec<usize>, DefinitionError> {
    let mut needs = Vec::new();
    for (leaf, &place) in draft.alg.leaves().into_iter().zip(&draft.places) {
        for mv in moves_of(leaf) {
            match find(names, &mv) {
                Some((Source::Derived(i), _)) => needs.push(i),
                Some((Source::Defined(_), _)) => {}
                None => return Err(unknown(leaf, place)),
            }
        }
    }
    Ok(needs)
}

fn unknown(leaf: &Node, place: Place) -> DefinitionError {
    At { value: (), place }.fault(Fault::UnknownMove { found: leaf.to_string() })
}

/// A circle of moves that need each other, from the first to itself. Whoever is open needs somebody who is.
fn circle(first: usize, needs: &[Vec<usize>], is_open: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let mut path = vec![first];
    let mut position = vec![None; needs.len()];
    position[first] = Some(0);
    loop {
        let last = *path.last().expect("the path has a first");
        let next =
            needs[last].iter().copied().find(|&need| is_open(need)).expect("open moves need open moves");
        path.push(next);
        if let Some(start) = position[next].replace(path.len() - 1) {
            return path.split_off(start);
        }
    }
}
