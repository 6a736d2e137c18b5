//! The 3x3x3 by two phases that are declared in a text, next to the two phases that are built in, on the same random cubes in one
//! run; then random positions of puzzles that have phases of their own. Solutions are replayed by the façade. Arguments: number of
//! cubes, and any of `few` (tables as for one cube), `first`, `21`, `20`, `kilominx`, `clock`.
//!
//! `cargo bench -p solve --bench declared -- 200`

use std::sync::Arc;
use std::time::Instant;

use puzzle::cube::TurnSet;
use puzzle::definition::{DefinedGroup, Pattern};
use puzzle::parse::cube::facelets3;
use puzzle::parse::{alg, phases, tws};
use puzzle::{Cube3, Definition, builtin};
use search::{Control, Cost, Limits, Sequential, Silent, Stop};
use solve::{Algorithm, Defined, Demand, Method, Metric, Proof, Question, Request, Solver, Status, Twist};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let n_cubes: usize = args.iter().find_map(|arg| arg.parse().ok().filter(|&n| n > 21)).unwrap_or(100);
    let named: Vec<&str> = args.iter().map(String::as_str).filter(|arg| arg.parse() != Ok(n_cubes)).collect();
    let is_wanted = |name: &str| named.is_empty() || named.contains(&name);
    if ["few", "first", "21", "20"].into_iter().any(is_wanted) {
        cubes(n_cubes, &named);
    }
    if is_wanted("kilominx") {
        own_phases("kilominx", 20, false);
    }
    if is_wanted("clock") {
        own_phases("clock", 1000, true);
    }
}

fn cubes(n_cubes: usize, named: &[&str]) {
    let is_wanted = |name: &str| named.is_empty() || named.contains(&name);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/");
    let read = |name: &str| std::fs::read_to_string(format!("{path}{name}")).expect("the file is there");
    let definition = Arc::new(tws::definition(&read("definitions/3x3x3.tws")).expect("a definition"));
    let two_phases = read("phases/3x3x3.phases");
    let cubes: Vec<Cube3> = read("cube3_random_1000_facelets.txt")
        .lines()
        .take(n_cubes)
        .map(|line| facelets3(line).expect("a cube"))
        .collect();

    let solver = Solver::new();
    let built_in: Vec<Request> = cubes.iter().map(|&cube| by_name(cube)).collect();
    prepare(&solver, &built_in[0], Demand::Many, "built in");
    let positions = built_in.iter().map(|request| same_position(&solver, request, &definition));
    let declared: Vec<Request> = positions.map(|start| by_text(&definition, &two_phases, start)).collect();
    let demand = if named.contains(&"few") { Demand::One } else { Demand::Many };
    prepare(&solver, &declared[0], demand, "declared");
    for (name, most) in [("first", None), ("21", Some(21)), ("20", Some(20))] {
        if is_wanted(name) {
            let (ours, our_mean, our_nodes) = solve_all(&solver, &built_in, most);
            let (theirs, their_mean, their_nodes) = solve_all(&solver, &declared, most);
            println!(
                "{name:>6}: built in {:.1} us a cube, mean {our_mean:.2}, {our_nodes} nodes; declared {:.1} us, mean {their_mean:.2}, {their_nodes} nodes; {:.1} times",
                ours * 1e6,
                theirs * 1e6,
                theirs / ours
            );
        }
    }
}

fn by_name(start: Cube3) -> Request {
    let twist = Twist { start, goal: Cube3::SOLVED, metric: Metric::HalfTurn, turns: TurnSet::ALL };
    let method = Method { algorithm: Algorithm::TwoPhase, ..Method::default() };
    Request { question: Question::Cube3(twist), method }
}

fn by_text(definition: &Arc<Definition>, text: &str, start: Pattern) -> Request {
    let phases = phases::phases(text, definition).expect("sound phases");
    let question = Defined::new(definition.clone(), start).by_phases(Arc::new(phases));
    let method = Method { algorithm: Algorithm::Phases, ..Method::default() };
    Request { question: Question::Defined(question), method }
}

/// The position of the definition that the same moves solve.
fn same_position(solver: &Solver, request: &Request, definition: &Definition) -> Pattern {
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    let report = solver.solve(request, &Sequential, &control).expect("a cube");
    let moves = request.question.move_names(&report.solutions[0]).to_string();
    let moves = alg::alg(&moves).expect("moves");
    definition.transform_of(&moves).expect("moves of the definition").inverse().apply(definition.start())
}

fn prepare(solver: &Solver, request: &Request, demand: Demand, what: &str) {
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    let begin = Instant::now();
    solver.prepare(request, demand, &control).expect("tables can be made");
    println!("tables of what is {what} in {:.2} s", begin.elapsed().as_secs_f64());
}

/// Seconds, moves and nodes a position.
fn solve_all(solver: &Solver, requests: &[Request], most: Option<Cost>) -> (f64, f64, u64) {
    let limits = most.map_or(Limits::default(), |max_cost| Limits { max_cost, ..Limits::default() });
    let stop = Stop::default();
    let begin = Instant::now();
    let (mut moves, mut nodes) = (0, 0);
    for request in requests {
        let control = Control::new(limits, &Silent, &stop);
        let report = solver.solve(request, &Sequential, &control).expect("it can be asked");
        moves += report.length.expect("it can be solved");
        let is_proved = matches!(report.status, Status::Solved(Proof::Optimal));
        assert!(is_proved || !request.method.improve, "nothing ends it but a proof");
        nodes += report.counts.generated;
    }
    let n = requests.len() as f64;
    (begin.elapsed().as_secs_f64() / n, f64::from(moves) / n, nodes / requests.len() as u64)
}

/// Random positions of a puzzle by its own phases; and shortest solutions of them where phases can prove them soon.
fn own_phases(name: &str, n: usize, proves: bool) {
    let builtin = builtin::find(name).expect("a puzzle that has a name");
    let definition = Arc::new(builtin.definition());
    let group = DefinedGroup::of(&definition, &definition.generators()).expect("not too many points");
    let mut state = 5_u64;
    let mut below = move |n: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(state) * u128::from(n)) >> 64) as u32
    };
    let text = builtin.phases().expect("it has phases of its own");
    let position = |_| by_text(&definition, text, group.random(&mut below).apply(definition.start()));
    let requests: Vec<Request> = (0..n).map(position).collect();
    let solver = Solver::new();
    prepare(&solver, &requests[0], Demand::One, name);
    let (seconds, mean, nodes) = solve_all(&solver, &requests, None);
    println!("{name}: {:.3} ms a position, mean {mean:.2}, {nodes} nodes", seconds * 1e3);
    if proves {
        let improved = |request: &Request| Request {
            method: Method { improve: true, ..request.method },
            ..request.clone()
        };
        let improved: Vec<Request> = requests.iter().map(improved).collect();
        let (seconds, mean, nodes) = solve_all(&solver, &improved, None);
        println!("{name}, shortest: {:.3} ms a position, mean {mean:.2}, {nodes} nodes", seconds * 1e3);
    }
}
