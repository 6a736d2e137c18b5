//! Laws of sequences: printed sequences parse to the same sequence, and expansion follows the definitions.

use deepen_puzzle::alg::{Alg, Amount, Layers, Move, Node, TooLong};
use deepen_puzzle::parse::alg::alg;
use proptest::prelude::*;

fn leaf() -> impl Strategy<Value = Node> {
    let layers = prop_oneof![
        3 => Just(Layers::Plain),
        1 => (1..20_u32).prop_map(Layers::One),
        1 => (1..20_u32, 0..5_u32).prop_map(|(first, more)| Layers::Range(first, first + more)),
    ];
    let amount = prop_oneof![
        4 => (-5..6_i32).prop_map(Amount::Times),
        1 => any::<bool>().prop_map(Amount::Twice),
        1 => (0..7_u32, any::<bool>()).prop_map(|(hours, forwards)| Amount::Hours(hours, forwards)),
    ];
    let mv = (layers, "[A-Za-z_]{1,3}", amount)
        .prop_map(|(layers, family, amount)| Node::Move(Move { layers, family, amount }));
    prop_oneof![
        6 => mv,
        1 => (-9..9_i32, -9..9_i32).prop_map(|(upper, lower)| Node::Twelfths(upper, lower)),
        1 => Just(Node::Slash),
        1 => Just(Node::Pause),
    ]
}

fn any_alg() -> impl Strategy<Value = Alg> {
    let flat = prop::collection::vec(leaf(), 0..4).prop_map(Alg::from);
    flat.prop_recursive(4, 24, 4, |inner| {
        let times = || prop_oneof![2 => Just(1), 3 => -3..4_i32];
        let node = prop_oneof![
            3 => leaf(),
            1 => (inner.clone(), times()).prop_map(|(alg, times)| Node::Group(alg, times)),
            1 => (inner.clone(), inner.clone(), times()).prop_map(|(a, b, times)| Node::Commutator(a, b, times)),
            1 => (inner.clone(), inner, times()).prop_map(|(a, b, times)| Node::Conjugate(a, b, times)),
        ];
        prop::collection::vec(node, 0..4).prop_map(Alg::from)
    })
}

/// Expands by definition, node by node, to a list of moves.
fn written_out(alg: &Alg) -> Vec<Node> {
    let inverse = |nodes: &[Node]| -> Vec<Node> {
        nodes
            .iter()
            .rev()
            .map(|node| match node {
                Node::Move(mv) => Node::Move(mv.inverse()),
                Node::Twelfths(upper, lower) => Node::Twelfths(-upper, -lower),
                other => other.clone(),
            })
            .collect()
    };
    let repeated = |once: Vec<Node>, times: i32| {
        let once = if times < 0 { inverse(&once) } else { once };
        vec![once; times.unsigned_abs() as usize].concat()
    };
    let node = |node: &Node| match node {
        Node::Pause => vec![],
        Node::Group(alg, times) => repeated(written_out(alg), *times),
        Node::Commutator(a, b, times) => {
            let (a, b) = (written_out(a), written_out(b));
            repeated([&a[..], &b, &inverse(&a), &inverse(&b)].concat(), *times)
        }
        Node::Conjugate(a, b, times) => {
            let (a, b) = (written_out(a), written_out(b));
            repeated([&a[..], &b, &inverse(&a)].concat(), *times)
        }
        leaf => vec![leaf.clone()],
    };
    alg.nodes.iter().flat_map(node).collect()
}

proptest! {
    #[test]
    fn what_is_printed_can_be_read(written in any_alg()) {
        prop_assert_eq!(alg(&written.to_string()), Ok(written.clone()), "{}", written);
    }

    #[test]
    fn expansion_follows_the_definitions(written in any_alg()) {
        let expected = written_out(&written);
        prop_assert_eq!(written.length(), expected.len() as u64);
        let leaves = written.expanded(expected.len()).expect("just enough");
        let found: Vec<Node> = leaves.iter().map(|leaf| leaf.to_node()).collect();
        prop_assert_eq!(found, expected, "{}", written);
        // The numbers of the leaves are those of the text.
        let flat: Vec<Node> = text_leaves(&written);
        for leaf in leaves {
            prop_assert_eq!(leaf.node, &flat[leaf.index]);
        }
    }

    #[test]
    fn any_text_ends_in_an_alg_or_an_error_in_place(text in "[RUw(){}\\[\\],:./'0-9 \n\ré+-]{0,40}") {
        let normal = text.replace("\r\n", "\n").replace('\r', "\n");
        match alg(&text) {
            Ok(read) => prop_assert_eq!(alg(&read.to_string()), Ok(read)),
            Err(error) => {
                let place = error.place();
                let line = normal.split('\n').nth(place.line - 1).expect("the line exists");
                prop_assert!((1..=line.chars().count() + 1).contains(&place.column), "{error} in {:?}", text);
            }
        }
    }
}

fn text_leaves(alg: &Alg) -> Vec<Node> {
    let node = |node: &Node| match node {
        Node::Pause => vec![],
        Node::Group(alg, _) => text_leaves(alg),
        Node::Commutator(a, b, _) | Node::Conjugate(a, b, _) => [text_leaves(a), text_leaves(b)].concat(),
        leaf => vec![leaf.clone()],
    };
    alg.nodes.iter().flat_map(node).collect()
}

#[test]
fn long_sequences_are_refused_before_they_take_memory() {
    let check = |text: &str, length: u64| {
        let alg = alg(text).expect("an alg");
        assert_eq!(alg.length(), length, "{text}");
        assert_eq!(
            alg.expanded(1000).map(|leaves| leaves.len()).ok(),
            usize::try_from(length).ok().filter(|n| *n <= 1000)
        );
        if length > 1000 {
            assert_eq!(alg.expanded(1000), Err(TooLong { limit: 1000 }));
        }
    };
    check("(R U)500", 1000);
    check("(R U)500 R", 1001);
    check("((((R)99)99)99)99", 99_u64.pow(4));
    check(&format!("{}R{}", "(".repeat(50), ")2147483647".repeat(50)), u64::MAX);
    check("((())2147483647 .)2147483647", 0);
    check("((R)2147483647)0 U", 1);
    check("R2147483647", 1);
}
