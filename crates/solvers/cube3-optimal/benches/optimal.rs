//! Shortest solutions of 3x3x3 cubes with known lengths, by table and by length. Asserts the lengths and replays the
//! solutions. Arguments: any of `h0`, `x2`, `x8`, `x24`, `x64` … `x2048` (default `h0`), lengths such as `16`,
//! `threads=N`, `cubes=FILE`, and `kept=DIR` to search once more with tables `h0` to `x24` in shared memory, stored in that
//! directory.
//!
//! `cargo bench -p deepen-cube3-optimal --bench optimal -- x24 15 16`

use std::cell::Cell;
use std::time::Instant;

use deepen_cube3_optimal::{
    Bidirectional, Coordinates, H0Table, LargeBlockTable, LargePruneTable, PruneTable, RowMoves,
    SmallBlockTable, X2, X8, X24, X64, X128, X256, X512, X1536, X2048, solution,
};
use puzzle::cube::TurnSet;
use puzzle::parse::cube::scramble3;
use puzzle::{Cube3, Turn};
use search::simd::{self, Simd};
use search::table::data::Plain;
use search::{Cost, Deepening, Executor, Sequential, Threads, ida_star};
use solver::store::{FilledTable, ReportProgress, Spec, Store, Wanted};
use testkit::silent;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let wants = |name: &str| args.iter().any(|arg| arg == name);
    let lengths: Vec<Cost> = args.iter().filter_map(|arg| arg.parse().ok()).collect();
    let threads = args.iter().find_map(|arg| arg.strip_prefix("threads=")?.parse().ok());
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/cube3_optimal_dev.txt");
    let path = args.iter().find_map(|arg| arg.strip_prefix("cubes=")).unwrap_or(path);
    let text = std::fs::read_to_string(path).expect("the cubes are there");
    let cubes: Vec<(Cost, Cube3)> = text.lines().filter_map(cube).collect();
    let cubes: Vec<(Cost, Cube3)> = cubes
        .into_iter()
        .filter(|(length, _)| lengths.is_empty() && *length <= 16 || lengths.contains(length))
        .collect();

    let started = Instant::now();
    let coordinates = Coordinates::new();
    let row_moves = RowMoves::new(&coordinates);
    let h0 = H0Table::fill(&coordinates, &row_moves, &|_, _| true).expect("not cancelled");
    println!("h0: {} MB in {:.1} s", h0.bytes() >> 20, started.elapsed().as_secs_f64());
    let job = Job { coordinates: &coordinates, cubes: &cubes, threads };
    let store =
        args.iter().find_map(|arg| arg.strip_prefix("kept=")).map(|folder| Store::at(folder).shared(true));
    if wants("h0") || !args.iter().any(|arg| arg.starts_with('x')) {
        job.run("h0", &h0);
        if let Some(store) = &store {
            let h0 = H0Table::fill(&coordinates, &row_moves, &|_, _| true).expect("not cancelled");
            job.run("h0 mapped", &mapped(store, &H0Table::spec("bench-h0"), h0));
        }
    }
    macro_rules! small_blocks {
        ($name:literal, $space:ty) => {
            if wants($name) {
                let started = Instant::now();
                let table = SmallBlockTable::<$space>::fill(&coordinates, &row_moves, &h0, &|_, _| true);
                let table = table.expect("not cancelled");
                println!("{}: {} MB in {:.1} s", $name, table.bytes() >> 20, started.elapsed().as_secs_f64());
                job.run($name, &table);
                if let Some(store) = &store {
                    let spec = SmallBlockTable::<$space>::spec(concat!("bench-", $name));
                    job.run(concat!($name, " mapped"), &mapped(store, &spec, table));
                }
            }
        };
    }
    small_blocks!("x2", X2);
    small_blocks!("x8", X8);
    small_blocks!("x24", X24);
    macro_rules! large_blocks {
        ($name:literal, $space:ty) => {
            if wants($name) {
                let started = Instant::now();
                let blocks = LargeBlockTable::<$space>::fill(&coordinates, &row_moves, &|_, _| true)
                    .expect("not cancelled");
                println!(
                    "{}: {} MB in {:.1} s",
                    $name,
                    blocks.bytes() >> 20,
                    started.elapsed().as_secs_f64()
                );
                let h0 = H0Table::fill(&coordinates, &row_moves, &|_, _| true).expect("not cancelled");
                job.run($name, &LargePruneTable { blocks, h0 });
            }
        };
    }
    large_blocks!("x64", X64);
    large_blocks!("x128", X128);
    large_blocks!("x256", X256);
    large_blocks!("x512", X512);
    large_blocks!("x1536", X1536);
    large_blocks!("x2048", X2048);
}

/// Stores a table and maps it from its file.
fn mapped<I: Plain, T: From<FilledTable<I>> + Into<FilledTable<I>>>(
    store: &Store,
    spec: &Spec,
    table: T,
) -> T {
    let control = silent();
    let started = Instant::now();
    let (wanted, table) = (Wanted { spec, label: "", levels: &[] }, Cell::new(Some(table)));
    let make = |_: ReportProgress<'_>| Ok(table.take().expect("stored once").into());
    let stored = store.table(wanted, &control, make).expect("not cancelled");
    let written = started.elapsed().as_secs_f64();
    assert!(stored.items.is_mapped(), "it cannot be stored");
    drop(stored);
    let started = Instant::now();
    let stored = store.find(wanted, &control).expect("not cancelled").expect("it was just stored");
    println!("{}: stored in {written:.2} s, found in {:.3} s", spec.name, started.elapsed().as_secs_f64());
    T::from(stored)
}

fn cube(line: &str) -> Option<(Cost, Cube3)> {
    let (length, scramble) = line.split_once('\t').filter(|_| !line.starts_with('#'))?;
    let length = length.parse().expect("a length");
    Some((length, scramble3(scramble).expect("a scramble")))
}

struct Job<'a> {
    coordinates: &'a Coordinates,
    cubes: &'a [(Cost, Cube3)],
    threads: Option<usize>,
}

impl Job<'_> {
    fn run<B: PruneTable>(&self, name: &str, bounds: &B) {
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = search::simd::V3::detect() {
            return self.run_with(name, bounds, v3);
        }
        self.run_with(name, bounds, simd::Plain);
    }

    fn run_with<B: PruneTable, S: Simd>(&self, name: &str, bounds: &B, simd: S) {
        let problem =
            Bidirectional::new(self.coordinates, bounds, simd, TurnSet::ALL, solver::cube::Metric::HalfTurn);
        let threads = self.threads.map(Threads::new);
        let executor: &dyn Executor = threads.as_ref().map_or(&Sequential, |threads| threads);
        for group in self.cubes.chunk_by(|a, b| a.0 == b.0) {
            let rounds = Deepening::default();
            let (mut finished, mut all, mut expanded) = (0, 0, 0);
            let started = Instant::now();
            for (length, cube) in group {
                let control = silent();
                let answer = ida_star(&problem, &problem.start(cube), &rounds, executor, &control);
                assert_eq!(answer.cost, Some(*length), "{cube:?}");
                let turns: Vec<Turn> = solution(&answer.solutions[0]);
                assert_eq!(cube.turned_by(turns), Cube3::SOLVED);
                finished += answer.rounds.iter().map(|round| round.counts.generated).sum::<u64>();
                all += answer.counts.generated;
                expanded += answer.counts.expanded;
            }
            let (n, seconds) = (group.len() as u64, started.elapsed().as_secs_f64());
            println!(
                "{name} {} moves, {n} cubes: {:.3} s a cube; nodes a cube: {} in complete rounds, {} in all, {} expanded; \
                 {:.1} ns a node, {:.1} an expansion",
                group[0].0,
                seconds / n as f64,
                finished / n,
                all / n,
                expanded / n,
                seconds * 1e9 / all as f64,
                seconds * 1e9 / expanded as f64
            );
        }
    }
}
