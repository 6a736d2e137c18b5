//! A server under steady, bounded load: a few clients send requests of all kinds, valid and invalid, and some of them
//! disconnect early. Every answer is checked, and the memory of the server must be flat after a warm-up. Arguments: minutes
//! and clients.
//!
//! `cargo bench -p deepen-cli --bench soak -- 10 4`

#[path = "../tests/http/mod.rs"]
mod http;

use std::collections::BTreeMap;
use std::io::Write;
use std::net::TcpStream;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use http::{Server, posted};

/// A request and its answer: path, body, status, and a text that the body of the answer contains.
const REQUESTS: [(&str, &str, u16, &str); 21] = [
    ("solve", r#"{"puzzle": "3x3x3", "input": "R U2 F' L D B2"}"#, 200, r#""verified":true"#),
    ("solve", r#"{"puzzle": "3x3x3", "input": "R U F2 L D", "optimal": true}"#, 200, r#""length":5"#),
    ("solve", r#"{"puzzle": "2x2x2", "input": "R U F2 R' U"}"#, 200, r#""length":5"#),
    ("solve", r#"{"puzzle": "2x2x2", "input": "U2 R' U2 R F2 R' U F' R'"}"#, 200, r#""status":"optimal""#),
    ("solve", r#"{"puzzle": "sliding", "input": "8 2 0/4 6 1/3 7 5"}"#, 200, r#""length":24"#),
    ("solve", r#"{"puzzle": "sliding", "input": "1 2 3/4 5 6/7 0 8", "threads": 1}"#, 200, r#""moves":"L""#),
    (
        "solve",
        r#"{"puzzle": "sliding", "input": "8 2 0/4 6 1/3 7 5", "algorithm": "astar", "heuristic": "manhattan"}"#,
        200,
        r#""length":24"#,
    ),
    ("solve", r#"{"puzzle": "pyraminx", "input": "U R' L B U'"}"#, 200, r#""verified":true"#),
    ("hint", r#"{"puzzle": "sliding", "input": "1 2 3/4 5 6/7 0 8"}"#, 200, r#""left":1"#),
    ("check", r#"{"puzzle": "3x3x3", "input": "R U R' U'"}"#, 200, r#""valid":true"#),
    ("check", r#"{"puzzle": "3x3x3", "input": "R U", "solution": "U' R'"}"#, 200, r#""verdict":"solved""#),
    ("scramble", r#"{"puzzle": "3x3x3", "count": 5}"#, 200, r#""puzzles":[{"#),
    ("scramble", r#"{"puzzle": "2x2x2"}"#, 200, r#""puzzles":[{"#),
    ("count", r#"{"puzzle": "sliding", "size": "2x3"}"#, 200, r#""total":360"#),
    ("solve", r#"{"puzzle": "3x3x3", "input": "R Q"}"#, 400, r#""code":"invalid""#),
    ("solve", r#"{"puzzle": "3x3x3", "input": "R", "threads": 0}"#, 400, r#""where":"threads""#),
    ("solve", r#"{"puzzle": "3x3x3", "input": "#, 400, r#""code":"usage""#),
    ("solve", r#"{"puzzle": "nothing", "input": "R"}"#, 400, r#""where":"puzzle""#),
    ("solve", r#"{"puzzle": "sliding", "input": "1 2 3/4 5 6/8 7 0"}"#, 422, r#""code":"unsolvable""#),
    ("nothing", "{}", 404, r#""code":"not_found""#),
    ("list", "{}", 405, r#""code":"method""#),
];
/// Takes longer than any client waits.
const ENDLESS: &str = r#"{"puzzle": "3x3x3", "input": "R U2 F' L D B2 R' U F2 L' D2 B R2 U' L B2 F D R U", "algorithm": "ida",
                          "heuristic": "none"}"#;
/// Pause of a client after each request, which bounds the load.
const PAUSE: Duration = Duration::from_millis(20);

/// Number of requests by result.
type Counts = Mutex<BTreeMap<String, u64>>;

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let (minutes, n_clients) = (numbers.first().copied().unwrap_or(10), numbers.get(1).copied().unwrap_or(4));
    let server = Server::start(&["--max-memory", "2G"]);
    let began = Instant::now();
    let end = began + Duration::from_secs(60 * minutes);
    let counts = Counts::default();
    let mut resident = Vec::new();
    thread::scope(|scope| {
        for client in 0..n_clients {
            let (server, counts) = (&server, &counts);
            scope.spawn(move || run_client(client, end, server, counts));
        }
        // Twenty samples a minute, of which one in ten is printed.
        let mut n_samples = 0;
        while Instant::now() < end {
            thread::sleep(Duration::from_secs(3));
            resident.push(server.resident() >> 20);
            n_samples += 1;
            if n_samples % 10 == 0 {
                let n: u64 = counts.lock().expect("no client panics").values().sum();
                let (seconds, mib) = (began.elapsed().as_secs(), resident.last().expect("just added"));
                println!("{seconds:5} s  {n:7} requests  {mib:5} MiB");
            }
        }
    });
    println!("{n_clients} clients, {minutes} min: {:?}", counts.into_inner().expect("no client panics"));
    let max = |samples: &[u64]| samples.iter().copied().max().unwrap_or(0);
    // The first quarter is the warm-up: tables are built, and those of the two-phase solver grow.
    let quarters: Vec<u64> = resident.chunks(resident.len().div_ceil(4).max(1)).map(max).collect();
    println!("largest memory in each quarter, MiB: {quarters:?}");
    let (early, late) = (quarters[1], quarters[3]);
    assert!(late <= early + early / 20 + 8, "memory grows from {early} to {late} MiB");
    assert_eq!(server.get("/api/list").status, 200);
}

/// Sends one request after another. Every client begins elsewhere in the list.
fn run_client(client: u64, end: Instant, server: &Server, counts: &Counts) {
    let count = |result: &str| {
        *counts.lock().expect("no client panics").entry(result.to_string()).or_default() += 1;
    };
    let mut turn = 5 * client;
    while Instant::now() < end {
        turn += 1;
        thread::sleep(PAUSE);
        if turn.is_multiple_of(10) {
            count(disconnect(turn / 10, server));
            continue;
        }
        let (path, body, status, expected) = REQUESTS[turn as usize % REQUESTS.len()];
        let answer = server.post(&format!("/api/{path}"), body);
        assert!(answer.status == status && answer.body.contains(expected), "{path} {body}: {answer:?}");
        // Every answer is an object with a version, errors included.
        answer.json();
        count(&answer.status.to_string());
    }
}

/// Begins a request and disconnects.
fn disconnect(turn: u64, server: &Server) -> &'static str {
    let connect = |bytes: &[u8]| {
        let mut stream: TcpStream = server.connect();
        stream.write_all(bytes).expect("it listens");
        stream
    };
    let whole = posted("/api/solve", server.address, "", ENDLESS);
    match turn % 4 {
        0 => {
            let mut events = server.events("/api/solve", ENDLESS);
            assert_eq!(events.next().map(|(name, _)| name).as_deref(), Some("accepted"));
            thread::sleep(Duration::from_millis(30));
            "left during events"
        }
        1 => {
            let _stream = connect(&whole);
            thread::sleep(Duration::from_millis(30));
            "left before the answer"
        }
        2 => {
            connect(&whole[..whole.len() - 9]);
            "left within the body"
        }
        _ => {
            connect(&whole[..9]);
            "left within the header"
        }
    }
}
