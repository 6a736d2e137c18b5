//! Canonical texts of definitions, positions and transformations, which identify a search in keys.

use puzzle::Definition;
use puzzle::definition::{Generator, Pattern, Transform};
use solver::KeyText;

/// Appends a definition; each line's key begins with `word`.
pub fn definition(text: KeyText, word: &str, definition: &Definition) -> KeyText {
    let key = |key: &str| format!("{word} {key}");
    let orbits = definition.orbits().iter();
    let orbits = orbits.map(|orbit| format!("{} {} {}", orbit.n_pieces, orbit.n_orientations, orbit.name));
    let rules = definition.forbidden().iter();
    let rules = rules.map(|rule| format!("{} {} {}", rule.orbit, rule.place, numbers(&rule.pieces)));
    text.line(&key("name"), definition.name())
        .lines(&key("orbit"), orbits)
        .line(&key("start"), position(definition.start()))
        .lines(&key("move"), definition.moves().iter().map(|mv| written(&mv.name, &mv.transform)))
        .lines(&key("derived move"), definition.derived().iter().map(|mv| written(&mv.name, &mv.transform)))
        .lines(&key("forbidden"), rules)
}

/// Returns the text of a move: its name and its transformation.
pub fn named(mv: &Generator) -> String {
    written(&mv.name, &mv.transform)
}

fn written(name: &impl std::fmt::Display, effect: &Transform) -> String {
    format!("{name} {}", transform(effect))
}

/// Returns the text of a position: pieces, orientations and moduli of each orbit.
pub fn position(pattern: &Pattern) -> String {
    let lists = pattern
        .orbits
        .iter()
        .map(|orbit| [&orbit.pieces, &orbit.orientations, &orbit.moduli].map(|list| numbers(list)));
    lists.map(|lists| lists.join("/")).collect::<Vec<_>>().join(" ")
}

/// Returns the text of a transformation: the source and the turn of every place, for each orbit.
pub fn transform(transform: &Transform) -> String {
    let orbits = transform.orbits.iter();
    let lists = orbits.map(|orbit| format!("{}/{}", numbers(&orbit.permutation), numbers(&orbit.turns)));
    lists.collect::<Vec<_>>().join(" ")
}

fn numbers(list: &[u8]) -> String {
    list.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}
