//! Many clients in parallel: a hundred of them send jobs of all kinds for a minute. No client may get an error except "busy", answers must be
//! correct, memory must not grow, and a cancelled job must free its cores at once. Arguments: seconds and clients.
//!
//! `cargo bench -p deepen --bench clients -- 60 100`

#[path = "../tests/http/mod.rs"]
mod http;

use std::collections::BTreeMap;
use std::fs;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use http::Server;
use serde_json::Value;

/// A request and its expected answer: a path, a body, a key and its value, if it is known.
const ASKED: [(&str, &str, &str, &str); 9] = [
    ("solve", r#"{"puzzle": "3x3x3", "input": "R U2 F' L D B2"}"#, "status", ""),
    ("solve", r#"{"puzzle": "3x3x3", "input": "R U F2 L D", "optimal": true, "timeout": 20}"#, "length", "5"),
    ("solve", r#"{"puzzle": "2x2x2", "input": "R U F2 R' U"}"#, "length", "5"),
    ("solve", r#"{"puzzle": "sliding", "input": "8 2 0/4 6 1/3 7 5"}"#, "length", "24"),
    (
        "solve",
        r#"{"puzzle": "sliding", "input": "8 2 0/4 6 1/3 7 5", "algorithm": "astar", "heuristic": "manhattan"}"#,
        "length",
        "24",
    ),
    ("hint", r#"{"puzzle": "shuffdle", "input": "PEDAL CSHQT LJRL_ ___TD GFLAA PEDK_"}"#, "left", "5"),
    ("check", r#"{"puzzle": "3x3x3", "input": "R U R' U'"}"#, "valid", "true"),
    ("scramble", r#"{"puzzle": "3x3x3", "seed": 7}"#, "puzzles", ""),
    ("count", r#"{"puzzle": "sliding", "size": "2x3"}"#, "total", "360"),
];
const ENDLESS: &str = r#"{"puzzle": "3x3x3", "input": "R U2 F' L D B2 R' U F2 L' D2 B R2 U' L B2 F D R U", "algorithm": "ida",
                          "heuristic": "none"}"#;

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let (seconds, n_clients) =
        (numbers.first().copied().unwrap_or(60), numbers.get(1).copied().unwrap_or(100));
    let server = Server::start(&[]);
    // Tables are built once, before the measurement.
    for (path, body, ..) in ASKED {
        assert_eq!(server.post(&format!("/api/{path}"), body).status, 200, "{body}");
    }
    let (end, told) =
        (Instant::now() + Duration::from_secs(seconds), Mutex::new(BTreeMap::<String, u64>::new()));
    let times = Mutex::new(Vec::new());
    let mut memory = vec![resident(&server)];
    thread::scope(|scope| {
        for client in 0..n_clients {
            let (server, told, times) = (&server, &told, &times);
            scope.spawn(move || be_client(client, end, server, told, times));
        }
        while Instant::now() < end {
            thread::sleep(Duration::from_millis(seconds * 1000 / 12));
            memory.push(resident(&server));
        }
    });
    let mut times = times.into_inner().expect("no thread panics");
    times.sort_unstable();
    println!("{n_clients} clients, {seconds} s: {:?}", told.into_inner().expect("no thread panics"));
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!("answers took {:?} (median), {:?} (99 %), {:?} (longest)", at(50), at(99), at(100));
    println!("memory in MiB: {memory:?}");
    let (early, late) = (memory[memory.len() / 4], *memory.last().expect("it was measured"));
    assert!(late <= early + early / 10 + 16, "memory grows from {early} to {late} MiB");
    let freed: Vec<Duration> = (0..20).map(|_| time_to_free(&server)).collect();
    let (mean, worst) = (freed.iter().sum::<Duration>() / 20, freed.iter().max().expect("twenty of them"));
    println!("cores are free {mean:?} after a cancel, {worst:?} at worst");
}

/// Sends one request after another.
fn be_client(
    client: u64,
    end: Instant,
    server: &Server,
    told: &Mutex<BTreeMap<String, u64>>,
    times: &Mutex<Vec<Duration>>,
) {
    let mut turn = client;
    while Instant::now() < end {
        turn += 1;
        let tell = |what: &str| {
            *told.lock().expect("no thread panics").entry(what.to_string()).or_default() += 1;
        };
        // Some clients listen to an endless job for a short time and disconnect.
        if turn.is_multiple_of(11) {
            let mut events = server.events("/api/solve", ENDLESS);
            let first = events.next();
            thread::sleep(Duration::from_millis(50));
            tell(if first.is_some() { "left" } else { "left, busy" });
            continue;
        }
        let (path, body, key, value) = ASKED[turn as usize % ASKED.len()];
        let began = Instant::now();
        let answer = server.post(&format!("/api/{path}"), body);
        match answer.status {
            200 => {
                times.lock().expect("no thread panics").push(began.elapsed());
                let found = answer.json()[key].to_string();
                assert!(found != "null" && (value.is_empty() || found == value), "{body}: {answer:?}");
                tell("answered");
            }
            503 => {
                assert_eq!(answer.code(), "busy", "{body}: {answer:?}");
                tell("busy");
                thread::sleep(Duration::from_millis(20));
            }
            _ => panic!("{body}: {answer:?}"),
        }
    }
}

/// Time from a cancel until the job reports its end, which it does when its last thread has stopped.
fn time_to_free(server: &Server) -> Duration {
    let mut events = server.events("/api/solve", ENDLESS);
    let id = events.next().expect("it is accepted").1["job"].as_str().expect("a number").to_string();
    let is_deep = |(name, data): &(String, Value)| name == "progress" && data["event"] == "progress";
    events.find(is_deep).expect("it tells how far it is");
    let began = Instant::now();
    assert_eq!(server.delete(&format!("/api/jobs/{id}")).status, 204);
    let (name, _) = events.last().expect("it ends");
    assert_eq!(name, "result");
    began.elapsed()
}

/// Memory of the server in MiB; 0 where the system does not report it.
fn resident(server: &Server) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}
