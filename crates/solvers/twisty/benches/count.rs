//! God's algorithm of small twisty puzzles: seconds, positions per second and bytes. The numbers of positions by
//! distance are asserted; for the dino cube only the first ones and the total are known.
//!
//! `cargo bench -p deepen-twisty --bench count`, with `RAYON_NUM_THREADS=1` for one thread.

use std::sync::Arc;
use std::time::Instant;

use deepen_twisty::TwistyQuery;
use deepen_twisty::count::count;
use puzzle::alg::Move;
use puzzle::builtin;
use search::End;
use testkit::silent;

fn main() {
    println!("{:<24}{:>14}{:>10}{:>14}{:>12}", "puzzle", "positions", "s", "positions/s", "bytes");
    let urf = &["U", "R", "F"];
    let half_turns = [1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644];
    check("2x2x2", Some(urf), &half_turns, 3_674_160);
    let tetraminx = [1, 8, 48, 288, 1728, 9896, 51808, 220_111, 480_467, 166_276, 2457, 32];
    check("tetraminx", None, &tetraminx, 933_120);
    let skewb = [1, 16, 208, 2280, 19683, 125_280, 712_032, 3_782_376, 14_705_796, 17_470_272, 972_336, 1080];
    let corners = &["UFL", "URF", "UBR", "ULB", "DLF", "DFR", "DRB", "DBL"];
    check("skewb", Some(corners), &skewb, 37_791_360);
    let all_faces =
        [1, 18, 243, 2874, 28000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616, 64736];
    check("2x2x2", Some(&["U", "R", "F", "D", "L", "B"]), &all_faces, 88_179_840);
    check("dino", None, &[1, 16, 160], 239_500_800);
}

/// Counts a puzzle by some of its moves or all, and prints a line.
fn check(name: &str, families: Option<&[&str]>, expected: &[u64], total: u64) {
    let puzzle = Arc::new(builtin::definition(name).expect("a puzzle that has a name"));
    let mut query = TwistyQuery::new(puzzle.clone(), puzzle.start().clone());
    if let Some(families) = families {
        query.moves = families.iter().flat_map(|family| puzzle.powers(&Move::new(family, 1))).collect();
        query.costs = query.moves.iter().map(|_| 1).collect();
    }
    let control = silent();
    let begin = Instant::now();
    let census = count(&query, &control).expect("a small puzzle");
    let seconds = begin.elapsed().as_secs_f64();
    assert_eq!((&census.per_depth[..expected.len()], census.end), (expected, End::Exhausted), "{name}");
    assert_eq!(census.per_depth.iter().sum::<u64>(), total, "{name}");
    let name = families.map_or(name.to_string(), |families| format!("{name} {}", families.join(",")));
    let rate = total as f64 / seconds / 1e6;
    println!("{name:<24}{total:>14}{seconds:>10.3}{rate:>12.1} M{:>12}", census.table_bytes);
}
