//! Derived moves: moves defined by sequences of other moves, in any order in the text. A topological sort evaluates
//! each one after the moves it depends on; cyclic dependencies are an error. The sort is iterative, so the number of
//! moves does not limit it by stack depth.

use super::error::{DefinitionError, Fault};
use super::{DerivedDraft, Located};
use crate::alg::{Move, Node};
use crate::definition::{DefinedMove, DerivedMove, Names, Source, Transform, evaluate, find, moves_of};
use crate::parse::LineColumn;

/// The maximum number of moves of a cycle that an error lists.
const MAX_NAMED: usize = 8;

/// Returns all derived moves with their transformations, in the order of the text.
pub(super) fn resolve(
    drafts: Vec<DerivedDraft>,
    move_names: Vec<Move>,
    names: &Names,
    moves: &[DefinedMove],
    identity: &Transform,
) -> Result<Vec<DerivedMove>, DefinitionError> {
    let dependencies = drafts
        .iter()
        .map(|draft| dependencies(draft, names))
        .collect::<Result<Vec<Vec<usize>>, DefinitionError>>()?;
    let mut dependents = vec![Vec::new(); drafts.len()];
    for (i, dependencies) in dependencies.iter().enumerate() {
        dependencies.iter().for_each(|&dependency| dependents[dependency].push(i));
    }
    let mut n_unresolved: Vec<usize> = dependencies.iter().map(Vec::len).collect();
    let mut ready: Vec<usize> = (0..drafts.len()).filter(|&i| n_unresolved[i] == 0).collect();
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
        for &dependent in &dependents[i] {
            n_unresolved[dependent] -= 1;
            if n_unresolved[dependent] == 0 {
                ready.push(dependent);
            }
        }
    }
    if let Some(first) = transforms.iter().position(Option::is_none) {
        let is_unresolved = |i: usize| transforms[i].is_none();
        let cycle = find_cycle(first, &dependencies, &is_unresolved);
        let mut text: Vec<String> =
            cycle.iter().take(MAX_NAMED).map(|&i| move_names[i].to_string()).collect();
        if cycle.len() > MAX_NAMED {
            text.push("…".to_string());
        }
        return Err(drafts[cycle[0]].name.error(Fault::Cycle { names: text.join(" -> ") }));
    }
    let derived = drafts.into_iter().zip(move_names).zip(transforms.into_iter().flatten());
    Ok(derived.map(|((draft, name), transform)| DerivedMove { name, alg: draft.alg, transform }).collect())
}

/// Returns the derived moves that a draft depends on, once per occurrence in its sequence.
fn dependencies(draft: &DerivedDraft, names: &Names) -> Result<Vec<usize>, DefinitionError> {
    let mut dependencies = Vec::new();
    for (leaf, &place) in draft.alg.leaves().into_iter().zip(&draft.places) {
        for mv in moves_of(leaf) {
            match find(names, &mv) {
                Some((Source::Derived(i), _)) => dependencies.push(i),
                Some((Source::Defined(_), _)) => {}
                None => return Err(unknown(leaf, place)),
            }
        }
    }
    Ok(dependencies)
}

fn unknown(leaf: &Node, place: LineColumn) -> DefinitionError {
    Located { value: (), place }.error(Fault::UnknownMove { found: leaf.to_string() })
}

/// Returns a cycle of unresolved moves that depend on each other; its first and last element are the same move. Every
/// unresolved move depends on an unresolved move, so following such dependencies from `first` leads into a cycle.
fn find_cycle(
    first: usize,
    dependencies: &[Vec<usize>],
    is_unresolved: &dyn Fn(usize) -> bool,
) -> Vec<usize> {
    let mut path = vec![first];
    let mut position = vec![None; dependencies.len()];
    position[first] = Some(0);
    loop {
        let last = *path.last().expect("the path is not empty");
        let next = dependencies[last]
            .iter()
            .copied()
            .find(|&dependency| is_unresolved(dependency))
            .expect("unresolved moves depend on unresolved moves");
        path.push(next);
        if let Some(start) = position[next].replace(path.len() - 1) {
            return path.split_off(start);
        }
    }
}
