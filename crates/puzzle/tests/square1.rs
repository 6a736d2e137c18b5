//! Square-1: its moves compared with the definition of the same puzzle, its notation, its random states.

use deepen_puzzle::builtin;
use deepen_puzzle::definition::{Pattern, Transform};
use deepen_puzzle::parse::square1::{puzzles, steps};
use deepen_puzzle::square1::{Step, Steps, Turn};
use deepen_puzzle::{Definition, Square1};
use proptest::prelude::*;

fn read(text: &str) -> Square1 {
    match &puzzles(text)[..] {
        [Ok(entry)] => entry.state,
        other => panic!("{text:?}: {other:?}"),
    }
}

fn error(text: &str) -> String {
    match &puzzles(text)[..] {
        [Err(error)] => error.to_string(),
        other => panic!("{text:?}: {other:?}"),
    }
}

/// The position and its solution from the readme of Jaap Scherphuis' solver, which fix where letters begin, in which
/// direction layers turn and which half is turned over.
#[test]
fn a_published_solution_solves() {
    // Without its last character his solver leaves the middle layer open; seven slashes turn it over.
    let start = read("A2B3C1D45E6F7G8H/");
    let solution = steps("( 0, 2)/(-5, 4)/( 5, 2)/(-3, 0)/( 0, 3)/(-5, 1)/(-1, 2)/(-3,-2)").unwrap();
    let end = solution.iter().fold(start, |state, &(step, _)| state.stepped(step).unwrap());
    assert_eq!(end, Square1::SOLVED);
    assert_eq!(solution.iter().filter(|(step, _)| *step == Step::Slash).count(), 7);
}

/// The same puzzle as a definition: wedges that moves permute, and rules where corners must not be.
struct Defined {
    puzzle: Definition,
    upper: Transform,
    lower: Transform,
    slash: Transform,
    position: Pattern,
}

impl Defined {
    fn new() -> Defined {
        let puzzle = builtin::find("square-1").unwrap().definition();
        let named = |name: &str| {
            let is_it = |mv: &&deepen_puzzle::definition::Generator| mv.name.to_string() == name;
            puzzle.generators().iter().find(is_it).unwrap().transform.clone()
        };
        let (upper, lower, slash) = (named("U"), named("D"), named("S"));
        let position = puzzle.start().clone();
        Defined { puzzle, upper, lower, slash, position }
    }

    fn turn(&mut self, turn: Turn) {
        for _ in 0..turn.upper.twelfths() {
            self.position = self.upper.apply(&self.position);
        }
        for _ in 0..turn.lower.twelfths() {
            self.position = self.lower.apply(&self.position);
        }
    }

    /// True if no corner blocked it.
    fn slash(&mut self) -> bool {
        let is_legal = self.puzzle.is_legal(&self.position);
        if is_legal {
            self.position = self.slash.apply(&self.position);
        }
        is_legal
    }
}

fn any_turn() -> impl Strategy<Value = Turn> {
    (0..12_u32, 0..12_u32).prop_map(|(upper, lower)| Turn::by(upper, lower))
}

proptest! {
    /// A slash is possible, and the puzzle is solved, exactly if the definition agrees.
    #[test]
    fn moves_are_those_of_the_definition(turns in prop::collection::vec(any_turn(), 0..24)) {
        let (mut state, mut defined) = (Square1::SOLVED, Defined::new());
        let mut done = Vec::new();
        for turn in turns {
            state = state.turned(turn);
            defined.turn(turn);
            done.push(Step::Turn(turn));
            let slashed = state.slashed();
            prop_assert_eq!(slashed.is_ok(), defined.slash());
            if let Ok(slashed) = slashed {
                state = slashed;
                done.push(Step::Slash);
            }
        }
        prop_assert_eq!(state == Square1::SOLVED, defined.position == *defined.puzzle.start());
        // The inverse sequence solves both, so they were in the same position.
        for step in done.iter().rev().map(|step| step.inverse()) {
            state = state.stepped(step).expect("it was possible the other way");
            match step {
                Step::Turn(turn) => defined.turn(turn),
                Step::Slash => prop_assert!(defined.slash()),
            }
            prop_assert_eq!(state == Square1::SOLVED, defined.position == *defined.puzzle.start());
        }
        prop_assert_eq!(state, Square1::SOLVED);
    }

    /// Printed states parse to the same state, for any turn of the layers.
    #[test]
    fn positions_and_moves_are_read_again(seed in any::<u64>(), turn in any_turn()) {
        let state = Square1::drawn(seed, 1)[0].turned(turn);
        prop_assert_eq!(read(&state.to_string()), state);
        let all = [Step::Turn(turn), Step::Slash, Step::Turn(turn.inverse())];
        let again: Vec<Step> = steps(&Steps(&all).to_string()).unwrap().iter().map(|(step, _)| *step).collect();
        prop_assert_eq!(again, all);
    }

    /// The turns after which no corner blocks are those after which a slash is possible.
    #[test]
    fn free_turns_are_free(seed in any::<u64>(), turn in any_turn()) {
        let state = Square1::drawn(seed, 1)[0].turned(turn);
        let free: Vec<u32> = state.upper.free_turns().collect();
        let expected: Vec<u32> = (0..12).filter(|&t| state.upper.turned(t).is_free()).collect();
        prop_assert_eq!(free, expected);
        prop_assert_eq!(state.is_free(), state.slashed().is_ok());
    }
}

#[test]
fn turns_are_added_and_counted() {
    assert_eq!(Turn::by(6, 7).to_string(), "(6,-5)");
    assert_eq!(Turn::by(1, 2).then(Turn::by(10, 11)), Turn::by(11, 1));
    let layers = [(0, 0), (3, 0), (0, 3), (3, 3)].map(|(upper, lower)| Turn::by(upper, lower).n_layers());
    assert_eq!(layers, [0, 1, 1, 2]);
}

/// A turn solves what was only turned, unless the middle layer is flipped.
#[test]
fn a_last_turn_solves() {
    let turn = Turn::by(2, 5);
    assert_eq!(Square1::SOLVED.turned(turn).last_turn(), Some(turn.inverse()));
    assert_eq!(read("A1B2C3D45E6F7G8H/").last_turn(), None);
    assert_eq!(read("/").last_turn(), None);
}

#[test]
fn pieces_are_whole() {
    // A corner across wedge 0 is listed at both ends.
    let pieces: Vec<u8> = Square1::SOLVED.upper.turned(2).pieces().collect();
    assert_eq!(pieces, [1, 9, 2, 10, 3, 11, 0, 8, 1]);
    let solved = [0, 8, 1, 9, 2, 10, 3, 11, 15, 4, 12, 5, 13, 6, 14, 7];
    assert_eq!(Square1::from_pieces(&solved, false), Some(Square1::SOLVED));
    let with = |at: usize, piece: u8| {
        let mut pieces = solved;
        pieces[at] = piece;
        Square1::from_pieces(&pieces, false)
    };
    assert_eq!(with(15, 0), None, "a corner twice");
    assert_eq!(with(15, 16), None, "no piece");
    let mut split = solved;
    split.swap(7, 9);
    assert_eq!(Square1::from_pieces(&split, false), None, "a corner in both layers");
}

/// Jaap Scherphuis counts 3678 pairs of shapes in which a slash is possible.
#[test]
fn as_many_positions_as_published() {
    assert_eq!(Square1::n_free(), 11_958_666_854_400);
}

#[test]
fn random_states_are_valid_and_uniform() {
    let states = Square1::drawn(7, 20_000);
    assert!(states.iter().all(Square1::is_free));
    for state in &states[..1000] {
        let mut pieces: Vec<u8> = state.upper.pieces().chain(state.lower.pieces()).collect();
        pieces.sort_unstable();
        assert_eq!(pieces, (0..16).collect::<Vec<u8>>(), "{state}");
    }
    let near = |n: usize, expected: f64| (n as f64 - expected).abs() < 4.0 * expected.sqrt();
    assert!(near(states.iter().filter(|state| state.is_flipped).count(), 10_000.0));
    // Every piece is in the upper layer half of the time.
    for piece in 0..16 {
        let n = states.iter().filter(|state| state.upper.pieces().any(|p| p == piece)).count();
        assert!(near(n, 10_000.0), "piece {piece}: {n}");
    }
}

#[test]
fn moves_as_people_write_them() {
    let expected = read("(1,0) / (-3,0) / (0,3)");
    let minus = "(1, 0) / (\u{2212}3, 0) / (0, 3)";
    for text in ["(1, 0)/(-3, 0)/(0, 3)", "1,0/-3,0/0,3", "1,0 / -3,0 / 0,3", "( 1, 0)/(9,12)/(0,+3)", minus]
    {
        assert_eq!(read(text), expected, "{text}");
    }
    assert_eq!(read("/"), Square1::SOLVED.slashed().unwrap());
    assert_eq!(read("/ / # twice"), Square1::SOLVED);
    assert_eq!(read("A1B2C3D45E6F7G8H-"), Square1::SOLVED);
    assert_eq!(read("a1b2c3d4 5e6f7g8h"), Square1::SOLVED);
    assert_eq!(read("A1B2C3D45E6F7G8H- (1,0)/"), read("(1,0)/"));
    assert!(read("A1B2C3D45E6F7G8H/").is_flipped);
    let entries = puzzles("# two\n(1,0)/ // first\n\n/\n");
    let lines: Vec<usize> = entries.iter().map(|entry| entry.as_ref().unwrap().line).collect();
    assert_eq!(lines, [2, 4]);
}

#[test]
fn faults_have_places() {
    let cases = [
        (
            "",
            "line 1, column 1: no puzzle found, expected moves like (1,0) / (-3,0) / or a position like A1B2C3D45E6F7G8H-",
        ),
        ("(1,0)/ x", "line 1, column 8: found 'x', expected moves like (1,0) / (-3,0) /"),
        ("(1,0)/!", "line 1, column 7: found '!', expected moves like (1,0) / (-3,0) /"),
        ("(1 0)", "line 1, column 4: found '0', expected a comma and the turn of the lower layer"),
        ("(1,)", "line 1, column 4: found ')', expected a number of twelfths"),
        ("(1,0", "line 1, column 5: found the end, expected a closing parenthesis"),
        ("(1,0)/(13,0)", "line 1, column 8: a layer is turned by 13 twelfths, expected -11 to 12"),
        ("/ (1,0)/", "line 1, column 8: a corner of the upper layer is in the way of the slash"),
        ("/ (0,1)/", "line 1, column 8: a corner of the lower layer is in the way of the slash"),
        ("/ (1,1)/", "line 1, column 8: corners of both layers are in the way of the slash"),
        (
            "A1B2C3D45E6F7G8",
            "line 1, column 16: found 15 pieces, expected 16: corners A to H and edges 1 to 8",
        ),
        (
            "A1B2C3D45E6F7G8H1",
            "line 1, column 17: found 17 pieces, expected 16: corners A to H and edges 1 to 8",
        ),
        ("A1B2C3D45E6F7G8A", "line 1, column 16: piece A comes twice, expected each once"),
        (
            "A1B2C3D9",
            "line 1, column 8: '9' is no piece, expected corners A to H and edges 1 to 8, then - or /",
        ),
        (
            "A1B2C3DE45F67G8H",
            "line 1, column 8: corner E begins in the upper layer and ends in the lower one, expected 12 edges' width in each",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(error(text), expected, "{text:?}");
    }
}
