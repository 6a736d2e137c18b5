//! Which solver answers for a board: a search in one metric or the other, or one that proves nothing. And how moves are
//! replayed, whoever found them.

use puzzle::Board;
use search::{Control, Executor, Move};

use super::construct::serve::{Hand, Wish, solve as construct, stream};
use super::metric::{SlideMetric, direction, n_tiles};
use super::serve::{Recipes, check_size};
use super::{beam, multi};
use solver::Error;
use solver::{Algorithm, Method};
use solver::{Demand, Found};

impl Recipes {
    /// Solves a board that is known to fit.
    pub fn answer(
        &self,
        wish: Wish<'_>,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<Found, Error> {
        let Wish { board, goal, metric } = wish;
        match (method.algorithm, metric) {
            (Algorithm::Construct, _) => construct(self, wish, executor, control),
            (Algorithm::Beam, _) => beam::solve(self, wish, method, executor, control),
            (_, SlideMetric::MultiTile) => multi::solve(self, (board, goal), method, executor, control),
            (_, SlideMetric::SingleTile) => self.solve((board, goal), method, executor, control),
        }
    }

    /// Solves a board tile by tile and hands its moves on as they come.
    pub fn pass_on<'a>(
        &self,
        wish: Wish<'_>,
        executor: &dyn Executor,
        control: &'a Control<'a>,
        hand: &'a mut Hand<'a>,
    ) -> Result<Found, Error> {
        stream(self, wish, executor, control, hand)
    }

    /// Makes the tables that solving a board needs, as far as it is known before.
    pub fn make_ready(
        &self,
        wish: Wish<'_>,
        method: &Method,
        demand: Demand,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let Wish { board, goal, metric } = wish;
        match (method.algorithm, metric) {
            // What is left in the end is not known before, but where the blank belongs into a corner.
            (Algorithm::Construct | Algorithm::Beam, _) => {
                check_size(board, goal, method.algorithm)?;
                match super::construct::rest_goal(goal) {
                    Some(rest) => self.prepare(&rest, &rest, &Method::default(), demand, control),
                    None => Ok(()),
                }
            }
            (_, SlideMetric::MultiTile) => check_size(board, goal, method.algorithm),
            (_, SlideMetric::SingleTile) => self.prepare(board, goal, method, demand, control),
        }
    }
}

/// Plays moves on the board: whether all are possible and lead to the goal.
pub fn replay(board: &Board, goal: &Board, moves: &[Move]) -> bool {
    let mut board = board.clone();
    moves.iter().all(|&mv| play(&mut board, mv)) && board == *goal
}

/// How many of the moves are possible one after the other.
pub fn possible(board: &Board, moves: &[Move]) -> usize {
    let mut board = board.clone();
    moves.iter().take_while(|&&mv| play(&mut board, mv)).count()
}

/// Makes a move; whether there are as many tiles as it slides.
fn play(board: &mut Board, mv: Move) -> bool {
    (0..n_tiles(mv)).all(|_| board.slide(direction(mv)).is_some())
}
