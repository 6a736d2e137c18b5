//! Solves a twisty puzzle given by a definition: three coins in a row; a move swaps two neighbours and turns both over.
//!
//!     cargo run --release -p deepen --example definition

/// A definition in twsearch's format: an orbit of three pieces with two orientations, and its moves.
const COINS: &str = "\
Name Coins
Set COINS 3 2
Solved
COINS
1 2 3
End
Move L
COINS
2 1 3
1 1 0
End
Move R
COINS
1 3 2
0 1 1
End
";

fn main() -> Result<(), deepen::Error> {
    let solve = deepen::Solve::definition(COINS).all(10);
    let solution = solve.run("L R L R")?;
    println!("{} moves, {} solutions:", solution.length, solution.n_solutions);
    solution.all.iter().for_each(|moves| println!("{moves}"));
    Ok(())
}
