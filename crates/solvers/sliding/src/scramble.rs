//! Random boards, uniformly distributed over all boards that can reach the goal, or over all that cannot.

use puzzle::sliding::solvable;
use puzzle::{Board, Goal};
use search::Control;
use solver::{Error, Purpose, RandomBelow, ScrambleSpec, Scrambled, Scrambler};

use crate::info::{INFO, NAME, SIZE_OPTION};
use crate::parse;
use crate::size::{goal_board, size};
use crate::task::{goal_name, value};

/// Generates random boards.
pub(crate) struct BoardScrambler {
    goal: Board,
    goal_name: String,
    is_solvable: bool,
}

impl BoardScrambler {
    /// Parses a scramble request.
    pub fn of_spec(spec: &ScrambleSpec) -> Result<BoardScrambler, Error> {
        if spec.format.is_some() {
            return Err(Error::usage(format!("--format is not for {NAME}")));
        }
        spec.options.check(NAME, INFO.options, Purpose::Scramble)?;
        let goal = spec.goal.as_ref().map_or(Ok(Goal::Last), parse::goal)?;
        Ok(BoardScrambler {
            goal_name: goal_name(&goal),
            goal: goal_board(&goal, value(&spec.options, &SIZE_OPTION)?)?,
            is_solvable: !spec.options.flag("unsolvable"),
        })
    }
}

impl Scrambler for BoardScrambler {
    fn draw(
        &mut self,
        _seed: u64,
        _number: u64,
        below: RandomBelow<'_>,
        _control: &Control<'_>,
    ) -> Result<Option<Scrambled>, Error> {
        let board = draw(&self.goal, self.is_solvable, below);
        let fields = vec![
            ("puzzle", NAME.into()),
            ("size", size(&board).into()),
            ("board", board.to_line().into()),
            ("goal", self.goal_name.clone().into()),
            ("solvable", self.is_solvable.into()),
        ];
        Ok(Some(Scrambled { text: format!("{}\n", board.to_line()), fields }))
    }
}

/// Returns a random board that can reach the goal, or one that cannot. Swapping two tiles turns one kind into the
/// other, so both halves are uniformly distributed.
fn draw(goal: &Board, is_solvable: bool, below: RandomBelow<'_>) -> Board {
    let mut tiles = goal.tiles().to_vec();
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, below(last as u32 + 1) as usize);
    }
    let board =
        |tiles| Board::new(goal.rows(), goal.cols(), tiles).expect("a permutation of the goal's tiles");
    let drawn = board(tiles.clone());
    if solvable(&drawn, goal) == is_solvable {
        return drawn;
    }
    let mut cells = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
    let (Some(first), Some(second)) = (cells.next(), cells.next()) else {
        unreachable!("the smallest board has three tiles")
    };
    tiles.swap(first, second);
    board(tiles)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use testkit::Lcg;

    use super::*;

    /// Every board of the requested half occurs, about equally often.
    #[test]
    fn both_halves_are_drawn_evenly() {
        let goal = Goal::Last.board(2, 2).expect("a legal size");
        for is_solvable in [true, false] {
            let mut below = Lcg::new(3).into_below_u32();
            let mut counts: HashMap<Board, u32> = HashMap::new();
            for _ in 0..12_000 {
                let board = draw(&goal, is_solvable, &mut below);
                assert_eq!(solvable(&board, &goal), is_solvable);
                *counts.entry(board).or_default() += 1;
            }
            assert_eq!(counts.len(), 12);
            assert!(counts.values().all(|n| (850..1150).contains(n)), "{counts:?}");
        }
    }
}
