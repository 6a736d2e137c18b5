//! Turn sets in which a face can be turned one way but not the other: missing turns are replaced by sequences of
//! allowed ones.

use puzzle::cube::TurnSet;
use puzzle::{Cube3, Turn};
use search::{Answer, Cost, End, Move, StopReason};

use super::moves;
use solver::cube::CubeQuery;

/// Returns the set with all turns of every face of which it has a quarter turn.
pub fn closure(turns: TurnSet) -> TurnSet {
    let has_quarter =
        |turn: &Turn| turns.iter().any(|other| other.face() == turn.face() && other.quarters() != 2);
    Turn::all().filter(|turn| turns.contains(*turn) || has_quarter(turn)).collect()
}

/// Returns the shortest sequence of turns of the set that is equivalent to `turn`. Its face must have a quarter turn in
/// the set.
fn shortest_word(turn: Turn, turns: TurnSet) -> Vec<Turn> {
    let of_face: Vec<Turn> = turns.iter().filter(|other| other.face() == turn.face()).collect();
    let mut words: Vec<Vec<Turn>> = vec![Vec::new()];
    // Three quarter turns suffice for any turn.
    for _ in 0..3 {
        let longer = |shortest_word: &Vec<Turn>| {
            of_face.iter().map(|&turn| [&shortest_word[..], &[turn]].concat()).collect::<Vec<_>>()
        };
        words = words.iter().flat_map(longer).collect();
        let makes = |shortest_word: &&Vec<Turn>| {
            shortest_word.iter().map(|turn| turn.quarters()).sum::<u8>() % 4 == turn.quarters()
        };
        if let Some(shortest_word) = words.iter().find(makes) {
            return shortest_word.clone();
        }
    }
    unreachable!("a set is closed by turns that it can make")
}

/// Rewrites an answer in turns of the closure into turns of the set itself. It is no longer known to be the shortest.
pub(super) fn rewrite(mut answer: Answer, query: &CubeQuery<Cube3>, max_cost: Cost) -> Answer {
    let all = moves::of(query.metric);
    for solution in &mut answer.solutions {
        let turns = solution.iter().flat_map(|mv| &all.generators[usize::from(mv.0)].turns);
        let rewrite = turns.flat_map(|&turn| shortest_word(turn, query.turns));
        *solution = rewrite.map(|turn| Move(turn.index() as u16)).collect();
        let cost = solution.iter().map(|mv| all.generators[usize::from(mv.0)].cost).sum();
        answer.cost = Some(cost);
    }
    if answer.cost.is_some_and(|cost| cost > max_cost) {
        answer.solutions.clear();
        (answer.cost, answer.n_solutions, answer.end) = (None, 0, End::Stopped(StopReason::Cost));
    }
    answer
}
