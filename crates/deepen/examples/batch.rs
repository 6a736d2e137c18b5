//! Solves many cubes on all threads: one scramble on each line of standard input.
//!
//!     deepen scramble 2x2x2 --count 1000 | cargo run --release -p deepen --example batch

use std::io::{Error, stdin};

fn main() -> Result<(), Error> {
    let scrambles: Vec<String> = stdin().lines().collect::<Result<_, _>>()?;
    let results = deepen::Solve::new("2x2x2").run_all(&scrambles);
    for (scramble, result) in scrambles.iter().zip(&results) {
        match result {
            Ok(solution) => println!("{} moves: {}", solution.length, solution.moves),
            Err(error) => println!("{scramble:?}: {error}"),
        }
    }
    let lengths = || results.iter().flatten().map(|solution| solution.length);
    eprintln!("{} solved, {} moves in all", lengths().count(), lengths().sum::<u32>());
    Ok(())
}
