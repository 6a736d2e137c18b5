//! What the turns of a request can reach, and how its solutions are replayed.

use std::sync::{Arc, Mutex};

use puzzle::Cube3;
use puzzle::cube::{Generated, TurnSet};
use search::Move;
use solver::cube::{CubeQuery, CubeQueryError};

use crate::{difference, moves};

/// What a set of turns can reach on the 3x3x3, kept for the next request with the same set: it takes milliseconds to find.
#[derive(Default)]
pub struct Reachability {
    last: Mutex<Option<(TurnSet, Arc<Generated>)>>,
}

impl Reachability {
    /// Checks that a 3x3x3 can be turned as asked.
    ///
    /// # Errors
    /// If not, with the reason.
    pub fn check(&self, query: &CubeQuery<Cube3>) -> Result<(), CubeQueryError> {
        query.check_turns(|| self.of(query.turns).contains(&difference(query)))
    }

    fn of(&self, turns: TurnSet) -> Arc<Generated> {
        let mut last = self.last.lock().expect("building a group does not panic");
        match &*last {
            Some((known, generated)) if *known == turns => generated.clone(),
            _ => {
                let generated = Arc::new(Generated::by(turns.iter()));
                *last = Some((turns, generated.clone()));
                generated
            }
        }
    }
}

/// Plays moves on the 3x3x3: true if all are allowed and lead to the goal.
pub fn replay(query: &CubeQuery<Cube3>, moves: &[Move]) -> bool {
    let mut cube = query.start;
    for turn in moves.iter().flat_map(|&mv| moves::turns_of(query.metric, mv)) {
        if !query.turns.contains(*turn) {
            return false;
        }
        cube = cube.turned(*turn);
    }
    cube == query.goal
}
