//! Boards of sliding tiles by lot: all that can reach the goal are equally likely, or all that cannot.

use std::io::Write;

use puzzle::solvable::solvable;
use puzzle::{Board, Goal};
use solve::Family;

use super::Lots;
use crate::args;
use crate::commands::count::goal_board;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input;
use crate::plan::Voice;
use crate::text;
use crate::wire;

/// The goal, and the same as a board.
///
/// # Errors
/// If it cannot be read, or the size is not known.
pub fn goal(args: &args::Scramble) -> Result<(Goal, Board), Failure> {
    let goal = input::goal(args.goal.as_deref().unwrap_or("last"))?;
    let board = goal_board(&goal, args.size)?;
    Ok((goal, board))
}

/// Draws boards and writes them, a line each.
pub fn deal(
    args: &args::Scramble,
    seed: u64,
    lots: &mut Lots,
    voice: Voice,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (goal, board) = goal(args)?;
    let goal_name = match &goal {
        Goal::Custom(board) => board.to_line(),
        named => named.name().to_string(),
    };
    for number in 1..=args.count {
        let drawn = draw(&board, !args.unsolvable, lots);
        if voice.json {
            let line = wire::Shuffled {
                puzzle: Family::Sliding.name(),
                size: text::size(&drawn),
                board: drawn.to_line(),
                goal: &goal_name,
                solvable: !args.unsolvable,
                seed,
                number,
            };
            wire::write(out, &line)?;
        } else {
            writeln!(out, "{}", drawn.to_line())?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// A board that can reach the goal, or one that cannot. Swapping two tiles makes one of the other, so that both halves are
/// as likely as any arrangement is.
fn draw(goal: &Board, is_solvable: bool, lots: &mut Lots) -> Board {
    let mut tiles = goal.tiles().to_vec();
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, lots.below(last as u32 + 1) as usize);
    }
    let board = |tiles| Board::new(goal.rows(), goal.cols(), tiles).expect("the tiles of the goal");
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

    use rand::rand_core::SeedableRng;
    use rand_chacha::ChaCha12Rng;

    use super::*;

    /// Every board of the half that is asked for comes, all about equally often.
    #[test]
    fn both_halves_are_drawn_evenly() {
        let goal = Goal::Last.board(2, 2).expect("a legal size");
        for is_solvable in [true, false] {
            let mut lots = Lots(ChaCha12Rng::seed_from_u64(3));
            let mut counts: HashMap<Board, u32> = HashMap::new();
            for _ in 0..12_000 {
                let board = draw(&goal, is_solvable, &mut lots);
                assert_eq!(solvable(&board, &goal), is_solvable);
                *counts.entry(board).or_default() += 1;
            }
            assert_eq!(counts.len(), 12);
            assert!(counts.values().all(|n| (850..1150).contains(n)), "{counts:?}");
        }
    }
}
