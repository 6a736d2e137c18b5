//! 200 boards of Shuffdle by lot: how long A* takes with tables and without, how long tables take to make, and how much
//! memory. Every answer is checked: replayed by the façade, and the same length by both ways wherever both found it.
//!
//!     cargo bench -p solve --bench shuffdle            200 boards with tables, 50 of them without
//!     cargo bench -p solve --bench shuffdle -- 40      as many, and all of them without

use std::time::Instant;

use puzzle::parse::shuffdle::puzzles;
use puzzle::shuffdle::{Kind, Lines, Shuffdle, Word};
use search::{Control, Limits, Sequential, Silent, Stop};
use solve::{
    Algorithm, Demand, Estimate, Method, Proof, Question, Report, Request, Solver, Spelling, Status,
};

/// What a search without tables may make before it counts as too long.
const MOST_NODES: u64 = 20_000_000;

/// A plain generator of lots, so that the boards are the same everywhere.
struct Lots(u64);

impl Lots {
    fn below(&mut self, n: u64) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % n) as usize
    }
}

/// Tiles of the word and fifteen others above an empty bottom row.
fn board(word: &Word, lots: &mut Lots) -> Shuffdle {
    let mut kinds: Vec<Kind> = Lines::Bottom.list()[0].kinds(word).to_vec();
    kinds.extend((0..15).map(|_| Kind::new(lots.below(26) as u8).expect("below 26")));
    (1..20).rev().for_each(|i| kinds.swap(i, lots.below(i as u64 + 1)));
    let cells = std::array::from_fn(|cell| kinds.get(cell).map(|kind| kind.letter(cell)));
    Shuffdle::new(cells).expect("twenty tiles")
}

fn solve(solver: &Solver, spelling: Spelling, estimate: Estimate, max_nodes: u64) -> (Report, f64) {
    let method = Method { algorithm: Algorithm::AStar, estimate: Some(estimate), ..Method::default() };
    let request = Request { question: Question::Shuffdle(spelling), method };
    let stop = Stop::default();
    let control = Control::new(Limits { max_nodes, ..Limits::default() }, &Silent, &stop);
    let started = Instant::now();
    let report = solver.solve(&request, &Sequential, &control).expect("solvable");
    (report, started.elapsed().as_secs_f64())
}

fn percentiles(title: &str, mut seconds: Vec<f64>) {
    seconds.sort_by(f64::total_cmp);
    let at = |percent: usize| 1000.0 * seconds[(percent * seconds.len() / 100).min(seconds.len() - 1)];
    let under = |limit: f64| 100 * seconds.iter().filter(|&&s| s < limit).count() / seconds.len();
    println!(
        "{title}: {} boards, ms at 50/75/90/95/99/100 %: {:.1} {:.1} {:.1} {:.1} {:.1} {:.1}; {} % under 0.5 s, {} % under 1 s",
        seconds.len(),
        at(50),
        at(75),
        at(90),
        at(95),
        at(99),
        at(100),
        under(0.5),
        under(1.0)
    );
}

fn main() {
    let asked = std::env::args().filter_map(|argument| argument.parse::<usize>().ok()).next();
    let (n_boards, n_without) = asked.map_or((200, 50), |n| (n, n));
    let text = include_str!("../../../testdata/shuffdle_dev.txt");
    let words: Vec<Word> = puzzles(text).into_iter().map(|entry| entry.expect("sound").word).collect();
    let mut lots = Lots(88_172_645_463_325_252);
    let boards: Vec<Spelling> = (0..n_boards)
        .map(|i| {
            let word = words[i % words.len()];
            Spelling { board: board(&word, &mut lots), word, lines: Lines::Bottom }
        })
        .collect();
    let solver = Solver::new();
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    let method = Method { algorithm: Algorithm::AStar, estimate: Some(Estimate::P1), ..Method::default() };
    let started = Instant::now();
    let request = Request { question: Question::Shuffdle(boards[0]), method };
    solver.prepare(&request, Demand::Many, &control).expect("there is memory");
    println!("p1 made in {:.2} s on {} cores", started.elapsed().as_secs_f64(), n_cores());
    let (mut lengths, mut seconds, mut held, mut expanded) = (Vec::new(), Vec::new(), 0, 0);
    for &spelling in &boards {
        let (report, took) = solve(&solver, spelling, Estimate::P1, u64::MAX);
        assert_eq!(report.status, Status::Solved(Proof::Optimal));
        lengths.push(report.length.expect("solved"));
        seconds.push(took);
        held = held.max(report.held);
        expanded += report.counts.expanded;
        assert_eq!(report.table_bytes, 52_300_160);
    }
    let mean = f64::from(lengths.iter().sum::<u32>()) / lengths.len() as f64;
    println!(
        "lengths {} to {}, mean {mean:.1}; {expanded} expansions in all; at most {held} states held",
        lengths.iter().min().expect("some"),
        lengths.iter().max().expect("some")
    );
    percentiles("with p1", seconds);
    let mut seconds = Vec::new();
    for (&spelling, &length) in boards.iter().zip(&lengths).take(n_without) {
        let (report, took) = solve(&solver, spelling, Estimate::PathClearing, MOST_NODES);
        let is_solved = matches!(report.status, Status::Solved(_));
        assert!(!is_solved || report.length == Some(length), "two ways, two lengths");
        assert!(report.lower_bound <= length);
        seconds.push(if is_solved { took } else { f64::INFINITY });
    }
    percentiles("path clearing", seconds);
}

fn n_cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
