//! The built-in definitions, compared with published numbers and known facts about their moves.

mod moves;

mod orders;

mod positions;

use deepen_puzzle::Definition;
use deepen_puzzle::builtin::{self, ALL};
use deepen_puzzle::definition::Transform;
use deepen_puzzle::parse::alg::alg;
use deepen_puzzle::parse::{kpuzzle, tws};

fn definition(name: &str) -> Definition {
    builtin::definition(name).expect("a name of a puzzle")
}

fn transform(definition: &Definition, moves: &str) -> Transform {
    let alg = alg(moves).expect("a sequence");
    definition.transform_of(&alg).unwrap_or_else(|node| panic!("no move {node} of {}", definition.name()))
}

#[test]
fn names_find_their_puzzles() {
    for builtin in ALL {
        assert_eq!(definition(builtin.name).name(), builtin.name);
    }
    for (name, expected) in [("FTO", "fto"), ("Square1", "square-1"), ("lightsout3x3", "lights-out-3x3")] {
        assert_eq!(builtin::find(name).map(|builtin| builtin.name), Some(expected));
    }
    assert!(builtin::find("8x8x8").is_none() && builtin::find("").is_none());
}

#[test]
fn printed_definitions_parse_to_the_same() {
    for builtin in ALL {
        let definition = builtin.definition();
        let text = definition.to_tws().expect("tws");
        assert_eq!(tws::definition(&text).as_ref(), Ok(&definition), "{}", builtin.name);
        match definition.to_kpuzzle() {
            Ok(json) => assert_eq!(kpuzzle::definition(&json), Ok(definition), "{}", builtin.name),
            // The format cannot express rules, which only one of them has.
            Err(_) => assert_eq!(builtin.name, "square-1"),
        }
    }
}
