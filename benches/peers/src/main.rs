//! Deepen beside twips, the Rust rewrite of twsearch, on the same definitions in one run: shortest solutions of the 3x3x3 and
//! God's algorithm of small puzzles. Both on one thread; tables are made within the time. Asserts what is found.
//!
//! `RAYON_NUM_THREADS=1 cargo run --release --manifest-path benches/peers/Cargo.toml`

use std::sync::Arc;
use std::time::Instant;

use cubing::alg::{Alg, Move};
use cubing::kpuzzle::{KPuzzle, KPuzzleDefinition};
use puzzle::{Definition, builtin, parse};
use search::{Control, End, Limits, Sequential, Silent, Stop};
use solve::{Defined, Method, Question, Request, Solver};
use twips::_internal::canonical_fsm::search_generators::Generators;
use twips::experimental_lib_api::{GodsAlgorithmOptions, SearchOptions, gods_algorithm, search as twips_search};

/// Scrambles of the 3x3x3 that are known to need all of their moves.
const CUBE3: &[(u32, &str)] = &[
    (11, "L R' B' D2 B' R' D' F' D F2 D'"),
    (11, "B' L2 D2 R2 B U' R F2 L' R2 U'"),
    (12, "D2 B2 D' B' D2 B' D2 F2 U' R2 F2 U'"),
];

fn main() {
    println!("{:<44}{:>10}{:>10}", "", "deepen s", "twips s");
    let faces = ["U", "R", "F", "D", "L", "B"];
    for (length, scramble) in CUBE3 {
        solve_both("3x3x3", &faces, scramble, *length);
    }
    count_both("2x2x2", &["U", "R", "F"], 3_674_160);
    count_both("tetraminx", &["U", "R", "L", "B"], 933_120);
}

/// What both are asked.
struct Both {
    ours: Defined,
    theirs: KPuzzle,
    generators: Generators,
}

/// The same definition for both, by the moves of some families.
fn both(name: &str, families: &[&str]) -> Both {
    let definition: Definition = builtin::definition(name).expect("a puzzle that has a name");
    let json = definition.to_kpuzzle().expect("it can be written");
    let theirs: KPuzzleDefinition = serde_json::from_str(&json).expect("they read it");
    let theirs = KPuzzle::try_from(theirs).expect("they accept it");
    let puzzle = Arc::new(definition);
    let mut ours = Defined::new(puzzle.clone(), puzzle.start().clone());
    ours.moves = ours.moves.iter().filter(|mv| families.contains(&mv.name.family.as_str())).cloned().collect();
    ours.costs = ours.moves.iter().map(|_| 1).collect();
    let moves = families.iter().map(|family| family.parse::<Move>().expect("a move")).collect();
    Both { ours, theirs, generators: Generators::Custom { moves, algs: Vec::new() } }
}

fn print(what: &str, ours: f64, theirs: f64) {
    println!("{what:<44}{ours:>10.3}{theirs:>10.3}");
}

fn solve_both(name: &str, families: &[&str], scramble: &str, length: u32) {
    let Both { mut ours, theirs, generators } = both(name, families);
    let begin = Instant::now();
    let moves = parse::alg::alg(scramble).expect("a scramble");
    ours.start = ours.puzzle.transform_of(&moves).expect("moves of the puzzle").apply(ours.puzzle.start());
    let request = Request { question: Question::Defined(ours), method: Method::default() };
    let stop = Stop::default();
    let control = Control::new(Limits { max_memory: 1 << 30, ..Limits::default() }, &Silent, &stop);
    let report = Solver::new().solve(&request, &Sequential, &control).expect("it can be asked");
    assert_eq!(report.length, Some(length), "{scramble}");
    let seconds = begin.elapsed().as_secs_f64();

    let begin = Instant::now();
    let alg: Alg = scramble.parse().expect("a scramble");
    let start = theirs.default_pattern().apply_alg(&alg).expect("moves of the puzzle");
    let options = SearchOptions { generators, ..SearchOptions::default() };
    let solution = twips_search(&theirs, &start, options).expect("it can be asked").next().expect("a solution");
    assert_eq!(solution.nodes.len(), length as usize, "{scramble}");
    print(&format!("{name}, {length}: {scramble}"), seconds, begin.elapsed().as_secs_f64());
}

fn count_both(name: &str, families: &[&str], total: u64) {
    let Both { ours, theirs, generators } = both(name, families);
    let begin = Instant::now();
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    let census = Solver::new().count(&Question::Defined(ours), &control).expect("a small puzzle");
    assert_eq!((census.per_depth.iter().sum(), census.end), (total, End::Exhausted), "{name}");
    let seconds = begin.elapsed().as_secs_f64();

    let begin = Instant::now();
    let table = gods_algorithm(&theirs, GodsAlgorithmOptions { generators, ..GodsAlgorithmOptions::default() });
    assert_eq!(table.expect("a small puzzle").pattern_to_depth.len() as u64, total, "{name}");
    print(&format!("{name} {}, {total} positions", families.join(",")), seconds, begin.elapsed().as_secs_f64());
}
