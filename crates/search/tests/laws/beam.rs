//! Beam search: sound at every width, shortest where the beam holds every position, and deterministic.

use deepen_search::beam::{Beam, BeamAnswer, beam_search};
use deepen_search::{Limits, Move, Problem, StopReason, breadth_first};

use crate::toy_problems::Pancakes;
use crate::under;

type Pile = Pancakes<7>;

fn beam(start: &[u8; 7], width: usize, shorter_than: usize, limits: Limits) -> BeamAnswer {
    under(limits, |control| beam_search(&Pile::new(), start, Beam { width, shorter_than }, control))
}

/// Piles that take several moves.
fn piles() -> Vec<[u8; 7]> {
    let turned = |seed: usize| {
        let (problem, mut pile) = (Pile::new(), Pile::sorted());
        for i in 0..12 {
            let from = pile;
            problem.step(&from, Move(((seed * 5 + i * (seed + 2)) % 6) as u16), &mut pile);
        }
        pile
    };
    (1..20).map(turned).filter(|pile| !pile.is_sorted()).collect()
}

fn solves(start: &[u8; 7], moves: &[Move]) -> bool {
    let (problem, mut pile) = (Pile::new(), *start);
    moves.iter().for_each(|&mv| {
        let from = pile;
        problem.step(&from, mv, &mut pile);
    });
    pile.is_sorted()
}

#[test]
fn a_beam_that_holds_everything_finds_a_shortest_solution() {
    for pile in piles() {
        let answer = beam(&pile, 5040, 100, Limits::default());
        let moves = answer.solution.expect("every pile can be sorted");
        assert!(solves(&pile, &moves), "{pile:?} {moves:?}");
        let shortest = under(Limits::default(), |control| breadth_first(&Pile::new(), &pile, control));
        assert_eq!(shortest.cost, Some(moves.len() as u32), "{pile:?}");
    }
}

#[test]
fn a_narrow_beam_is_sound_and_repeatable() {
    let mut n_solved = 0;
    for pile in piles() {
        let answer = beam(&pile, 3, 100, Limits::default());
        if let Some(moves) = &answer.solution {
            assert!(solves(&pile, moves), "{pile:?} {moves:?}");
            n_solved += 1;
        }
        assert_eq!(beam(&pile, 3, 100, Limits::default()), answer);
    }
    assert!(n_solved > 0);
}

#[test]
fn only_shorter_solutions_count() {
    for pile in piles() {
        let solution = |shorter_than| beam(&pile, 5040, shorter_than, Limits::default()).solution;
        let length = solution(100).expect("every pile can be sorted").len();
        assert_eq!(solution(length + 1).map(|moves| moves.len()), Some(length));
        assert_eq!(solution(length), None);
    }
}

/// A level has at most as many positions as the beam is wide, and the control learns of every position generated.
#[test]
fn the_beam_is_as_narrow_as_requested() {
    let n_moves = Pile::new().n_moves() as u64;
    for pile in piles() {
        for width in [1, 3, 50] {
            under(Limits::default(), |control| {
                let shorter_than = 6;
                let answer = beam_search(&Pile::new(), &pile, Beam { width, shorter_than }, control);
                let most = n_moves + 4 * n_moves * width as u64;
                assert!(answer.generated <= most, "{pile:?} {width}: {}", answer.generated);
                // The level in which the solution was found is not reported.
                let is_exact = answer.solution.is_none();
                assert!(
                    control.nodes() == answer.generated || !is_exact && control.nodes() <= answer.generated
                );
            });
        }
    }
}

#[test]
fn limits_stop_it() {
    let hard = [4, 6, 2, 5, 1, 3, 0];
    let nodes = beam(&hard, 5040, 100, Limits { max_nodes: 10, ..Limits::default() });
    assert_eq!((nodes.solution, nodes.stopped), (None, Some(StopReason::Nodes)));
    let memory = beam(&hard, 5040, 100, Limits { max_memory: 10, ..Limits::default() });
    assert_eq!((memory.solution, memory.stopped), (None, Some(StopReason::Memory)));
}
