//! The 3x3x3 by two declared phases, on random cubes; then random positions of puzzles with phases of their own.
//! Solutions are replayed. The bench of the 3x3x3 solver has the same cubes for its two-phase algorithm. Arguments:
//! number of cubes, and any of `few` (tables as for one cube), `first`, `21`, `20`, `kilominx`, `clock`.
//!
//! `cargo bench -p deepen-twisty --bench declared -- 200`

use std::sync::Arc;
use std::time::Instant;

use deepen_twisty::{PHASES, TwistyQuery, TwistySolver};
use puzzle::definition::{DefinedGroup, Pattern};
use puzzle::parse::{alg, phases, tws};
use puzzle::{Definition, builtin};
use search::{Cost, Limits, Sequential};
use solver::{Demand, Method, Proof, Request, Status};
use testkit::{Lcg, limited, silent};

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
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/");
    let read = |name: &str| std::fs::read_to_string(format!("{path}{name}")).expect("the file is there");
    let definition = Arc::new(tws::definition(&read("definitions/3x3x3.tws")).expect("a definition"));
    let two_phases = read("phases/3x3x3.phases");
    let solver = Arc::new(TwistySolver::new());
    let requests: Vec<Request> = read("cube3_random_1000.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .take(n_cubes)
        .map(|line| by_text(&solver, &definition, &two_phases, scrambled(&definition, line)))
        .collect();
    let demand = if named.contains(&"few") { Demand::One } else { Demand::Many };
    prepare(&requests[0], demand, "3x3x3");
    for (name, most) in [("first", None), ("21", Some(21)), ("20", Some(20))] {
        if is_wanted(name) {
            let (seconds, mean, nodes) = solve_all(&requests, most);
            println!("{name:>6}: {:.1} us a cube, mean {mean:.2}, {nodes} nodes", seconds * 1e6);
        }
    }
}

fn by_text(solver: &Arc<TwistySolver>, definition: &Arc<Definition>, text: &str, start: Pattern) -> Request {
    let phases = phases::phases(text, definition).expect("sound phases");
    let query = TwistyQuery::new(definition.clone(), start).with_phases(Arc::new(phases));
    solver.request(query, Method::by(PHASES))
}

fn scrambled(definition: &Definition, scramble: &str) -> Pattern {
    let moves = alg::alg(scramble).expect("a scramble");
    definition.transform_of(&moves).expect("moves of the definition").apply(definition.start())
}

fn prepare(request: &Request, demand: Demand, name: &str) {
    let control = silent();
    let begin = Instant::now();
    request.prepare(demand, &control).expect("tables can be made");
    println!("tables of {name} in {:.2} s", begin.elapsed().as_secs_f64());
}

/// Returns seconds, moves and nodes per position.
fn solve_all(requests: &[Request], most: Option<Cost>) -> (f64, f64, u64) {
    let limits = most.map_or(Limits::default(), |max_cost| Limits { max_cost, ..Limits::default() });
    let begin = Instant::now();
    let (mut moves, mut nodes) = (0, 0);
    for request in requests {
        let control = limited(limits);
        let report = request.solve(&Sequential, &control).expect("it can be asked");
        moves += report.length.expect("it can be solved");
        let is_proved = matches!(report.status, Status::Solved(Proof::Optimal));
        assert!(is_proved || !request.method.improve, "nothing ends it but a proof");
        nodes += report.counts.generated;
    }
    let n = requests.len() as f64;
    (begin.elapsed().as_secs_f64() / n, f64::from(moves) / n, nodes / requests.len() as u64)
}

/// Solves random positions of a puzzle by its own phases; and optimally if the phases prove that quickly.
fn own_phases(name: &str, n: usize, proves: bool) {
    let builtin = builtin::find(name).expect("a puzzle that has a name");
    let definition = Arc::new(builtin.definition());
    let group = DefinedGroup::of(&definition, &definition.generators()).expect("not too many points");
    let mut below = Lcg::new(5).into_scaled_u32();
    let text = builtin.phases().expect("it has phases of its own");
    let solver = Arc::new(TwistySolver::new());
    let position =
        |_| by_text(&solver, &definition, text, group.random(&mut below).apply(definition.start()));
    let requests: Vec<Request> = (0..n).map(position).collect();
    prepare(&requests[0], Demand::One, name);
    let (seconds, mean, nodes) = solve_all(&requests, None);
    println!("{name}: {:.3} ms a position, mean {mean:.2}, {nodes} nodes", seconds * 1e3);
    if proves {
        let improved = |request: &Request| Request {
            method: Method { improve: true, ..request.method },
            ..request.clone()
        };
        let improved: Vec<Request> = requests.iter().map(improved).collect();
        let (seconds, mean, nodes) = solve_all(&improved, None);
        println!("{name}, shortest: {:.3} ms a position, mean {mean:.2}, {nodes} nodes", seconds * 1e3);
    }
}
