//! 200 random boards of Shuffdle: time of A* without tables, with p1 (single targets) and with two and all pairs of p2,
//! time to build the tables, and memory of tables and search. Every answer is checked: replayed, and of the same length
//! with all heuristics that found it.
//!
//!     cargo bench -p deepen-shuffdle --bench shuffdle            200 boards
//!     cargo bench -p deepen-shuffdle --bench shuffdle -- 40      40 boards

use std::sync::Arc;
use std::time::Instant;

use deepen_shuffdle::{N_PAIRS, P1, P2, P2Tables, PATH_CLEARING, ShuffdleSolver, ShuffdleTask};
use puzzle::parse::shuffdle::puzzles;
use puzzle::shuffdle::{Kind, Lines, Shuffdle, Word};
use search::{Limits, Sequential};
use solver::{Algorithm, Demand, Heuristic, Method, Proof, Report, Request, Status};
use testkit::{XorShift, limited};

/// Node limit of a search without tables.
const MOST_NODES: u64 = 8_000_000;

/// Number of tries of which the fastest counts, because machines are shared; one that took longer than a second is not
/// repeated.
const TRIES: usize = 3;

/// Tiles of the word and fifteen others above an empty bottom row.
fn board(word: &Word, random: &mut XorShift) -> Shuffdle {
    let mut kinds: Vec<Kind> = Lines::Bottom.list()[0].kinds(word).to_vec();
    kinds.extend((0..15).map(|_| Kind::new(random.below(26) as u8).expect("below 26")));
    (1..20).rev().for_each(|i| kinds.swap(i, random.below(i + 1)));
    let cells = std::array::from_fn(|cell| kinds.get(cell).map(|kind| kind.letter(cell)));
    Shuffdle::new(cells).expect("twenty tiles")
}

/// A row of the table.
struct Case {
    name: &'static str,
    heuristic: Heuristic,
    limits: Limits,
}

/// With memory for `n` tables of pairs and no more.
fn pairs(name: &'static str, n: usize) -> Case {
    let max_memory = match n {
        N_PAIRS => u64::MAX,
        _ => P2Tables::peak_bytes(Lines::Bottom, n + 1) - 1,
    };
    Case { name, heuristic: P2, limits: Limits { max_memory, ..Limits::default() } }
}

/// Solves one board; returns the report and the seconds.
fn solve(task: &Arc<ShuffdleTask>, board: (Word, Shuffdle), case: &Case) -> (Report, f64) {
    let request = request(task, board, case.heuristic);
    let once = || {
        let control = limited(case.limits);
        let started = Instant::now();
        let report = request.solve(&Sequential, &control).expect("solvable");
        (report, started.elapsed().as_secs_f64())
    };
    let (report, mut fastest) = once();
    for _ in 1..TRIES {
        if fastest < 1.0 {
            fastest = once().1.min(fastest);
        }
    }
    (report, fastest)
}

fn request(task: &Arc<ShuffdleTask>, (word, board): (Word, Shuffdle), heuristic: Heuristic) -> Request {
    let method = Method { heuristic: Some(heuristic), ..Method::by(Algorithm::A_STAR) };
    Request { task: task.clone(), instance: task.instance(word, board), method }
}

fn main() {
    let n_boards = std::env::args().find_map(|argument| argument.parse::<usize>().ok()).unwrap_or(200);
    let text = include_str!("../../../../testdata/shuffdle_dev.txt");
    let words: Vec<Word> = puzzles(text).into_iter().map(|entry| entry.expect("sound").word).collect();
    let mut random = XorShift::new(88_172_645_463_325_252);
    let boards: Vec<(Word, Shuffdle)> = (0..n_boards)
        .map(|i| {
            let word = words[i % words.len()];
            (word, board(&word, &mut random))
        })
        .collect();
    let without = Limits { max_nodes: MOST_NODES, ..Limits::default() };
    let cases = [
        Case { name: "p1", heuristic: P1, limits: Limits::default() },
        pairs("p1 and two of p2", 2),
        pairs("p1 and all of p2", N_PAIRS),
        Case { name: "path clearing", heuristic: PATH_CLEARING, limits: without },
    ];
    println!(
        "{n_boards} boards on {} cores; searches in ms, the fastest of {TRIES}, tables not counted",
        n_cores()
    );
    println!(
        "{:>17} {:>9} {:>7} {:>11} {:>10} {:>7} {:>7} {:>7} {:>7} {:>8} {:>7} {:>5}",
        "",
        "tables MB",
        "made s",
        "expansions",
        "most held",
        "median",
        "90 %",
        "95 %",
        "99 %",
        "worst",
        "<0.5 s",
        "<1 s"
    );
    let task = Arc::new(ShuffdleTask::new(Arc::new(ShuffdleSolver::new()), Lines::Bottom));
    let mut lengths: Vec<Option<u32>> = vec![None; n_boards];
    for case in &cases {
        let control = limited(case.limits);
        let started = Instant::now();
        request(&task, boards[0], case.heuristic).prepare(Demand::Many, &control).expect("there is memory");
        let made = started.elapsed().as_secs_f64();
        let (mut seconds, mut held, mut expanded, mut bytes) = (Vec::new(), 0, 0, 0);
        for (&board, length) in boards.iter().zip(&mut lengths) {
            let (report, took) = solve(&task, board, case);
            let is_solved = report.status == Status::Solved(Proof::Optimal);
            assert!(is_solved || case.limits.max_nodes == MOST_NODES, "{:?}", report.status);
            assert!(length.is_none_or(|length| report.lower_bound <= length), "two ways, two lengths");
            if is_solved {
                assert_eq!(*length.get_or_insert(report.lower_bound), report.lower_bound);
            }
            seconds.push(if is_solved { took } else { f64::INFINITY });
            held = held.max(report.held);
            expanded += report.counts.expanded;
            bytes = report.table_bytes;
        }
        seconds.sort_by(f64::total_cmp);
        let at = |percent: usize| 1000.0 * seconds[(percent * n_boards / 100).min(n_boards - 1)];
        let under =
            |limit: f64| 100.0 * seconds.iter().filter(|&&s| s < limit).count() as f64 / n_boards as f64;
        println!(
            "{:>17} {:>9.1} {made:>7.1} {expanded:>11} {held:>10} {:>7.2} {:>7.1} {:>7.1} {:>7.1} {:>8.1} {:>5.1} % {:>5.1} %",
            case.name,
            bytes as f64 / 1e6,
            at(50),
            at(90),
            at(95),
            at(99),
            at(100),
            under(0.5),
            under(1.0)
        );
    }
    let lengths: Vec<u32> =
        lengths.into_iter().map(|length| length.expect("all are solved with tables")).collect();
    println!(
        "lengths {} to {}, mean {:.1}",
        lengths.iter().min().expect("some"),
        lengths.iter().max().expect("some"),
        f64::from(lengths.iter().sum::<u32>()) / n_boards as f64
    );
}

fn n_cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
