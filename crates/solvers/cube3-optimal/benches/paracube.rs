//! PhaseSolver like ParaCube's t10 to t13: solutions of 10 to 13 turns, all of them anticlockwise quarter turns, or with one
//! early turn or only the last one clockwise. ParaCube tries clockwise turns first, so these lie late in its order and
//! show the effect of the order. Solved as a user would, then with Korf's corner pattern database, which is ParaCube's
//! heuristic. Asserts the lengths and replays the solutions. Arguments: a seed.
//!
//! `cargo bench -p deepen-cube3-optimal --bench paracube`

use std::sync::Arc;
use std::time::Instant;

use cube3::info::CORNERS;
use cube3::{Cube3Solver, PhaseSolver};
use deepen_cube3_optimal::Optimal;
use puzzle::cube::TurnSet;
use puzzle::{Cube3, Face, Turn};
use search::{Cost, Executor, Move, Sequential, Threads};
use solver::cube::{CubeQuery, Metric};
use solver::{Demand, Heuristic, Method, Proof, Report, Request, Status, Store};
use testkit::{Lcg, silent};

/// The turns of a solution that are clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Clockwise {
    None,
    Second,
    Last,
}

impl Clockwise {
    const ALL: [Clockwise; 3] = [Clockwise::None, Clockwise::Second, Clockwise::Last];

    fn name(self) -> &'static str {
        match self {
            Clockwise::None => "none",
            Clockwise::Second => "second",
            Clockwise::Last => "last",
        }
    }
}

/// A cube with a solution that is a shortest one.
struct Case {
    clockwise: Clockwise,
    solution: Vec<Turn>,
    twist: CubeQuery<Cube3>,
}

/// A solver without tables.
fn new() -> Arc<Cube3Solver> {
    let cubes = Arc::new(PhaseSolver::new());
    let optimal = Optimal::new(cubes.clone(), &Store::nowhere());
    Arc::new(Cube3Solver::new(cubes, Arc::new(optimal)))
}

impl Case {
    fn new(clockwise: Clockwise, solution: Vec<Turn>) -> Case {
        let start = Cube3::SOLVED.turned_by(solution.iter().rev().map(|turn| turn.inverse()));
        let twist = CubeQuery { start, goal: Cube3::SOLVED, metric: Metric::HalfTurn, turns: TurnSet::ALL };
        Case { clockwise, solution, twist }
    }

    fn length(&self) -> Cost {
        self.solution.len() as Cost
    }

    fn with(&self, solver: &Arc<Cube3Solver>, heuristic: Option<Heuristic>) -> Request {
        solver.request(self.twist, Method { heuristic, ..Method::default() })
    }

    /// Solves and replays; returns the report and the seconds.
    fn solve(&self, request: &Request, executor: &dyn Executor) -> (Report, f64) {
        let control = silent();
        let started = Instant::now();
        let report = request.solve(executor, &control).expect("every cube can be solved");
        let seconds = started.elapsed().as_secs_f64();
        let turn = |mv: &Move| Turn::from_index(usize::from(mv.0)).expect("moves are numbered as turns are");
        assert_eq!(self.twist.start.turned_by(report.solutions[0].iter().map(turn)), Cube3::SOLVED);
        assert_eq!(report.status, Status::Solved(Proof::Optimal));
        (report, seconds)
    }
}

/// Draws random quarter turns, no two consecutive ones of one axis.
fn drawn(below: &mut impl FnMut(usize) -> usize, length: usize, clockwise: Clockwise) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::with_capacity(length);
    while turns.len() < length {
        let face = Face::ALL[below(6)];
        if turns.last().is_some_and(|last| last.face().axis() == face.axis()) {
            continue;
        }
        let is_clockwise = match clockwise {
            Clockwise::None => false,
            Clockwise::Second => turns.len() == 1,
            Clockwise::Last => turns.len() + 1 == length,
        };
        turns.push(Turn::new(face, if is_clockwise { 1 } else { 3 }));
    }
    turns
}

/// Draws until there is no shorter solution.
fn case(
    solver: &Arc<Cube3Solver>,
    below: &mut impl FnMut(usize) -> usize,
    length: usize,
    clockwise: Clockwise,
) -> Case {
    loop {
        let case = Case::new(clockwise, drawn(below, length, clockwise));
        let (report, _) = case.solve(&case.with(solver, None), &Sequential);
        if report.length == Some(case.length()) {
            return case;
        }
    }
}

/// Published results of ParaCube's authors: of these cases, seconds for t11 only.
fn published(length: Cost) -> &'static str {
    if length == 11 { "16.6 s, on 16 threads 1.9 s" } else { "" }
}

fn main() {
    let seed = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(11);
    let mut below = Lcg::new(seed).into_below();
    let ready = |heuristic: Option<Heuristic>, case: &Case| {
        let solver = new();
        let started = Instant::now();
        let control = silent();
        case.with(&solver, heuristic).prepare(Demand::Many, &control).expect("tables can be made");
        println!(
            "tables {}: {:.1} s",
            heuristic.map_or("as chosen", Heuristic::name),
            started.elapsed().as_secs_f64()
        );
        solver
    };
    let any = Case::new(Clockwise::None, drawn(&mut below, 1, Clockwise::None));
    let (ours, corners) = (ready(None, &any), ready(Some(CORNERS), &any));
    println!("seed {seed}; seconds and nodes to the first solution, with its proof");
    println!(
        "{:>5} {:9} {:>11} {:>19} {:>19} {:>22} {:>22}  ParaCube",
        "moves",
        "clockwise",
        "new solver",
        "1 thread",
        "2 threads",
        "corners, 1 thread",
        "corners, 2 threads"
    );
    let two = Threads::new(2);
    for length in 10..=13 {
        for clockwise in Clockwise::ALL {
            let case = case(&ours, &mut below, length, clockwise);
            let run = |solver: &Arc<Cube3Solver>, heuristic, executor: &dyn Executor| {
                let (report, seconds) = case.solve(&case.with(solver, heuristic), executor);
                assert_eq!(report.length, Some(case.length()));
                (seconds, report.counts.generated)
            };
            let (first, _) = run(&new(), None, &Sequential);
            let cell = |(seconds, nodes): (f64, u64)| format!("{seconds:.4} {nodes}");
            println!(
                "{length:>5} {:9} {first:>11.3} {:>19} {:>19} {:>22} {:>22}  {}",
                case.clockwise.name(),
                cell(run(&ours, None, &Sequential)),
                cell(run(&ours, None, &two)),
                cell(run(&corners, Some(CORNERS), &Sequential)),
                cell(run(&corners, Some(CORNERS), &two)),
                published(case.length())
            );
        }
    }
}
