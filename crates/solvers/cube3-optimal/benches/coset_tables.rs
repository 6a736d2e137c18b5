//! Fills the coset tables and asserts the number of entries at each distance; times the filling and the computation of
//! indices. Arguments: any of `index`, `h0`, `x2`, `x8`, `x24`, and with 8 GB of memory `x64`, `x128`, `x256`, with 16,
//! 46 and 62 GB `x512`, `x1536` and `x2048`; without any, all but these six.
//!
//! `cargo bench -p deepen-cube3-optimal --bench coset_tables -- index h0 x24`

use std::fmt;
use std::hint::black_box;
use std::time::Instant;

use deepen_cube3_optimal::fill::FillSpace;
use deepen_cube3_optimal::fold::FoldedSpace;
use deepen_cube3_optimal::layout_small::Bits;
use deepen_cube3_optimal::{
    Coordinates, CosetSpace, H0, H0Table, Index, LargeBlockTable, PackedCube, RowMoves, SmallBlockTable,
    TURNS, X2, X8, X24, X64, X128, X256, X512, X1536, X2048, known_levels,
};
use puzzle::{Cube3, Turn};
use search::simd::{Kernel, Plain, Simd, at_best};
use testkit::Lcg;

/// The same table as nissy counts it, as h11: up to level 10, on level 11 and on level 12.
const H11: [u64; 3] = [1_150_763_161, 12_045_845_660, 91_163_433_330];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let is_large = |name: &str| ["x64", "x128", "x256", "x512", "x1536", "x2048"].contains(&name);
    let wanted =
        |name: &str| if args.is_empty() { !is_large(name) } else { args.iter().any(|arg| arg == name) };
    let started = Clock::start();
    let coordinates = Coordinates::new();
    println!("coordinates: {started}, {} bytes", coordinates.bytes());
    if wanted("index") {
        indices(&coordinates);
    }
    let started = Clock::start();
    let row_moves = RowMoves::new(&coordinates);
    println!("row moves: {started}, {} bytes", RowMoves::BYTES);
    let started = Clock::start();
    let h0 = H0Table::fill(&coordinates, &row_moves, &|_, _| true).expect("not cancelled");
    println!("h0: {started}, {} bytes, {:?}", h0.bytes(), h0.distribution());
    assert_eq!(h0.distribution(), known_levels::H0);
    let tables = (&coordinates, &row_moves, &h0);
    if wanted("x2") {
        let levels = [1, 1, 4, 34, 331, 3617, 41836, 481_967, 5_272_452, 44_119_175, 140_822_848];
        small_blocks(tables, X2::default(), "x2", &levels);
    }
    if wanted("x8") {
        small_blocks(tables, X8::default(), "x8", &known_levels::X8);
    }
    if wanted("x24") {
        small_blocks(tables, X24::default(), "x24", &known_levels::X24);
    }
    if wanted("x64") {
        large_blocks(tables, X64::default(), "x64", &known_levels::X256[..12]);
    }
    if wanted("x128") {
        large_blocks(tables, X128::default(), "x128", &known_levels::X256[..12]);
    }
    if wanted("x256") {
        large_blocks(tables, X256::default(), "x256", &known_levels::X256);
    }
    if wanted("x512") {
        large_blocks(tables, X512::default(), "x512", &known_levels::X512);
    }
    if wanted("x1536") {
        large_blocks(tables, X1536::default(), "x1536", &known_levels::X1536);
    }
    if wanted("x2048") {
        let levels = large_blocks(tables, X2048::default(), "x2048", &known_levels::X2048);
        assert_eq!([levels[..11].iter().sum(), levels[11], levels[12]], H11);
    }
}

/// Fills a table of small blocks.
fn small_blocks<T: FillSpace<Set: Bits>>(
    (coordinates, row_moves, h0): (&Coordinates, &RowMoves, &H0Table),
    _: T,
    name: &str,
    known: &[u64],
) {
    let started = Clock::start();
    let table = SmallBlockTable::<T>::fill(coordinates, row_moves, h0, &|_, _| true).expect("not cancelled");
    let levels = table.distribution();
    println!("{name}: {started}, {} bytes, {levels:?}", table.bytes());
    assert_eq!(levels, known);
    check_and_time::<T>(
        coordinates,
        |cell, offset| table.value(cell, offset),
        |cell, _| table.prefetch(cell),
    );
}

/// Fills a table of large blocks and returns its levels; the known ones are checked.
fn large_blocks<T: FoldedSpace>(
    (coordinates, row_moves, h0): (&Coordinates, &RowMoves, &H0Table),
    _: T,
    name: &str,
    known: &[u64],
) -> Vec<u64> {
    let started = Clock::start();
    let table = LargeBlockTable::<T>::fill(coordinates, row_moves, &|_, _| true).expect("not cancelled");
    let levels = table.distribution();
    println!("{name}: {started}, {} bytes, {levels:?}", table.bytes());
    println!("    most memory so far: {} kB", peak_kilobytes());
    assert_eq!(&levels[..known.len()], known);
    check_and_time::<T>(
        coordinates,
        |cell, offset| table.value(cell, offset, h0),
        |cell, offset| table.prefetch(cell, offset),
    );
    levels.to_vec()
}

/// Checks that a scramble is no farther than its length, and that above the base an entry has a nearer neighbour,
/// unless it is folded. Then measures nanoseconds for a bound: one after the other, and prefetched sixteen cubes ahead.
fn check_and_time<T: CosetSpace>(
    coordinates: &Coordinates,
    value: impl Fn(u32, u16) -> u8,
    prefetch: impl Fn(u32, u16),
) {
    let bound = |cube: &Cube3| {
        let index = coordinates.index::<T, _>(Plain, &PackedCube::from(cube));
        value(index.cell, index.offset)
    };
    let mut random = Random(Lcg::new(3));
    for n in 0..20_000 {
        let length = n % 25;
        let cube = Cube3::SOLVED.turned_by((0..length).map(|_| random.turn()));
        let here = bound(&cube);
        assert!(usize::from(here) <= length, "{here} after {length} turns");
        if (64..256).contains(&T::FLIPS) {
            continue;
        }
        let nearest = Turn::all().map(|turn| bound(&cube.turned(turn))).min().expect("18 turns");
        let is_exact = here > T::BASE && here < T::BASE + 3;
        // Up to the base a bound is the block minimum, which may be less than the entry's distance.
        assert!(here <= T::BASE + 1 || nearest + 1 >= here, "{nearest} next to {here}");
        assert!(!is_exact || nearest < here, "no turn leads nearer from {here}");
    }
    let cubes = random.cubes(1 << 16);
    let indices: Vec<Index> = cubes.iter().map(|cube| coordinates.index::<T, _>(Plain, cube)).collect();
    let mut best = [f64::MAX; 2];
    for _ in 0..5 {
        let started = Instant::now();
        black_box(indices.iter().fold(0_u32, |sum, at| sum + u32::from(value(at.cell, at.offset))));
        best[0] = best[0].min(started.elapsed().as_secs_f64());
        let started = Instant::now();
        let ahead = indices.iter().skip(16).chain(&indices[..16]);
        black_box(indices.iter().zip(ahead).fold(0_u32, |sum, (at, ahead)| {
            prefetch(ahead.cell, ahead.offset);
            sum + u32::from(value(at.cell, at.offset))
        }));
        best[1] = best[1].min(started.elapsed().as_secs_f64());
    }
    let [plain, ahead] = best.map(|seconds| seconds * 1e9 / indices.len() as f64);
    let mean =
        indices.iter().map(|at| f64::from(value(at.cell, at.offset))).sum::<f64>() / indices.len() as f64;
    println!("    mean {mean:.3}; ns for a value: {plain:.1}, prefetched {ahead:.1}");
}

/// Random cubes, the same in every run.
struct Random(Lcg);

impl Random {
    fn turn(&mut self) -> Turn {
        Turn::from_index(self.0.below(Turn::COUNT)).expect("a turn")
    }

    fn cubes(&mut self, n: usize) -> Vec<PackedCube> {
        (0..n).map(|_| PackedCube::from(&Cube3::SOLVED.turned_by((0..30).map(|_| self.turn())))).collect()
    }
}

/// Wall time, and processor time of all threads, which depends less on other load.
struct Clock(Instant, f64);

impl Clock {
    fn start() -> Clock {
        Clock(Instant::now(), processor_seconds())
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let processor = processor_seconds() - self.1;
        write!(f, "{:.2} s (processor {processor:.2} s)", self.0.elapsed().as_secs_f64())
    }
}

/// Returns the peak memory as Linux reports it; elsewhere 0.
fn peak_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Returns the user and system time, in hundredths as Linux reports it; elsewhere 0.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// Prints nanoseconds for each index and for each product.
fn indices(coordinates: &Coordinates) {
    let cubes = Random(Lcg::new(1)).cubes(1 << 14);
    for round in 0..5 {
        println!(
            "round {round}, ns: after {:.2}, before {:.2}, corner {:.2}, h0 {:.2}, x2 {:.2}, x8 {:.2}, x24 {:.2}, x256 {:.2}, x512 {:.2}, x1536 {:.2}, x2048 {:.2}",
            at_best(Timed(&cubes, After)),
            at_best(Timed(&cubes, Before)),
            at_best(Timed(&cubes, Corner(coordinates))),
            at_best(Timed(&cubes, Unfolded(coordinates, H0::default()))),
            at_best(Timed(&cubes, Unfolded(coordinates, X2::default()))),
            at_best(Timed(&cubes, Unfolded(coordinates, X8::default()))),
            at_best(Timed(&cubes, Unfolded(coordinates, X24::default()))),
            at_best(Timed(&cubes, Unfolded(coordinates, X256::default()))),
            at_best(Timed(&cubes, Unfolded(coordinates, X512::default()))),
            at_best(Timed(&cubes, Unfolded(coordinates, X1536::default()))),
            at_best(Timed(&cubes, Unfolded(coordinates, X2048::default()))),
        );
    }
}

/// An operation on a cube.
trait Job {
    fn done<S: Simd>(&self, simd: S, cube: &PackedCube, i: usize) -> u64;
}

struct After;
struct Before;
struct Corner<'a>(&'a Coordinates);
struct Unfolded<'a, T>(&'a Coordinates, T);

/// Best time of some rounds over all cubes, in nanoseconds per cube.
struct Timed<'a, J>(&'a [PackedCube], J);

impl<J: Job> Kernel for Timed<'_, J> {
    type Output = f64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> f64 {
        let mut best = f64::MAX;
        for _ in 0..20 {
            let started = Instant::now();
            let mut sum = 0;
            for (i, cube) in self.0.iter().enumerate() {
                sum ^= self.1.done(simd, cube, i);
            }
            black_box(sum);
            best = best.min(started.elapsed().as_secs_f64());
        }
        best * 1e9 / self.0.len() as f64
    }
}

impl Job for After {
    #[inline(always)]
    fn done<S: Simd>(&self, simd: S, cube: &PackedCube, i: usize) -> u64 {
        black_box(cube.after(simd, &TURNS[i % 16]));
        0
    }
}

impl Job for Before {
    #[inline(always)]
    fn done<S: Simd>(&self, simd: S, cube: &PackedCube, i: usize) -> u64 {
        black_box(cube.before(simd, &TURNS[i % 16]));
        0
    }
}

impl Job for Corner<'_> {
    #[inline(always)]
    fn done<S: Simd>(&self, _: S, cube: &PackedCube, _: usize) -> u64 {
        u64::from(self.0.corner(cube).class())
    }
}

impl<T: CosetSpace> Job for Unfolded<'_, T> {
    #[inline(always)]
    fn done<S: Simd>(&self, simd: S, cube: &PackedCube, _: usize) -> u64 {
        let index = self.0.index::<T, S>(simd, cube);
        u64::from(index.cell) << 16 | u64::from(index.offset)
    }
}
