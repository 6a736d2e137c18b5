//! Solves a scrambled 3x3x3: a short solution quickly, then a proved shortest one.
//!
//!     cargo run --release -p deepen --example solve_cube -- "R U2 F' L D B2"

fn main() -> Result<(), deepen::Error> {
    let scramble = std::env::args().nth(1).unwrap_or_else(|| "R U2 F' L D B2".to_string());
    let short = deepen::solve("3x3x3", &scramble)?;
    println!("short solution, {} moves: {}", short.length, short.moves);
    let shortest = deepen::Solve::new("3x3x3").optimal().run(&scramble)?;
    println!("shortest solution, {} moves: {}", shortest.length, shortest.moves);
    Ok(())
}
