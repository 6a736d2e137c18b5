//! The server of the web app, without a browser: its answers, its access rules, and its defence against hostile clients.

use crate::hard_definitions;
use crate::http;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use http::{Server, head, posted};
use serde_json::Value;

/// Takes far longer than any test.
const ENDLESS: &str = r#"{"puzzle": "3x3x3", "input": "R U2 F' L D B2 R' U F2 L' D2 B R2 U' L B2 F D R U", "algorithm": "ida",
                          "heuristic": "none"}"#;

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("no {key} in {value}"))
}

#[test]
fn answers_are_those_of_the_commands() {
    let server = Server::start(&[]);
    let solved = server.post("/api/solve", r#"{"puzzle": "3x3x3", "input": "R U F"}"#);
    assert_eq!((solved.status, text(&solved.json(), "moves")), (200, "F' U' R'"));
    let hint = server.post("/api/hint", r#"{"puzzle": "sliding", "input": "1 2 3/4 5 6/7 0 8"}"#).json();
    assert_eq!((text(&hint, "move"), hint["left"].as_u64()), ("L", Some(1)));
    let judged = r#"{"puzzle": "3x3x3", "input": "R U", "solution": "U' R'", "optimal": true}"#;
    let judged = server.post("/api/check", judged).json();
    assert_eq!((text(&judged, "verdict"), judged["optimal"].as_u64()), ("solved", Some(2)));
    // Moves that do not solve are judged, which is no error.
    let judged = server.post("/api/check", r#"{"puzzle": "3x3x3", "input": "R U", "solution": "U"}"#);
    assert_eq!((judged.status, text(&judged.json(), "verdict")), (200, "unsolved"));
    let sound = server.post("/api/check", r#"{"puzzle": "3x3x3", "input": "R U"}"#).json();
    assert_eq!((sound["valid"].as_bool(), sound["solved"].as_bool()), (Some(true), Some(false)));
    let drawn = server.post("/api/scramble", r#"{"puzzle": "2x2x2", "count": 3, "seed": 5}"#).json();
    assert_eq!(drawn["puzzles"].as_array().map(Vec::len), Some(3));
    let counted = server.post("/api/count", r#"{"puzzle": "sliding", "size": "2x3"}"#).json();
    assert_eq!((counted["total"].as_u64(), counted["gods_number"].as_u64()), (Some(360), Some(21)));
    let compared = r#"{"puzzle": "sliding", "input": "1 2 3/4 0 6/7 5 8", "algorithms": ["ida", "astar"]}"#;
    let compared = server.post("/api/compare", compared).json();
    assert!(compared["runs"].as_array().is_some_and(|runs| runs.len() >= 2));
    let scaling = r#"{"board": 88, "bound": 53, "threads_list": [1, 2]}"#;
    let scaling = server.post("/api/scaling", scaling);
    assert_eq!(scaling.status, 200, "{scaling:?}");
    assert!(server.get("/api/list").json()["definitions"].as_array().is_some_and(|all| all.len() > 10));
    let shown = server.get("/api/puzzle/pyraminx").json();
    assert_eq!((text(&shown, "name"), text(&shown["kpuzzle"], "name")), ("pyraminx", "pyraminx"));
    let defined = "Name Two\nSet P 2 1\nSolved\nP\n1 2\nEnd\nMove A\nP\n2 1\nEnd\n";
    let body = serde_json::json!({ "definition": defined, "input": "A" }).to_string();
    assert_eq!(text(&server.post("/api/solve", &body).json(), "moves"), "A");
    assert_eq!(text(&server.post("/api/definition", &body).json(), "name"), "Two");
    assert_eq!(server.get("/api/openapi.json").json()["info"]["title"].as_str(), Some("Deepen"));
    for page in ["/", "/api/"] {
        let page = server.get(page);
        assert_eq!(page.status, 200);
        assert!(page.body.starts_with("<!") && page.head.contains("content-security-policy"), "{page:?}");
        // The files that the page loads exist.
        let loaded = page.body.split('"').filter(|word| word.starts_with("/assets/"));
        assert!(loaded.map(|path| assert_eq!(server.get(path).status, 200, "{path}")).count() > 0);
    }
}

/// The part of an answer that does not depend on the front end: everything except time and node counts.
fn answer(mut json: Value) -> Value {
    let varies = |key: &str| {
        key.ends_with("seconds") || matches!(key, "nodes" | "expanded" | "held" | "table_bytes" | "threads")
    };
    let fields = json.as_object_mut().expect("an answer is an object");
    // The bound proved so far depends on the tables that are ready by then.
    let is_proved = fields["status"] == "optimal";
    fields.retain(|key, _| !varies(key) && (is_proved || key != "lower_bound"));
    json
}

/// A request without options is answered like a command without options, and as fast. The time limit of the server is no
/// request to use that time.
#[test]
fn default_answers_are_those_of_the_command_line() {
    let server = Server::start(&[]);
    for (puzzle, input) in [
        ("3x3x3", "F2 D2 F2 D' B2 U F2 R2 U B2 F2 D' R U2 L' B2 D B' D' R' F D2"),
        ("3x3x3", "R U2 F' L D B2 R' U F2 L' D2 B R2 U' L B2 F D R U"),
        (
            "4x4x4",
            "F2 L' F2 R2 F2 U2 B U' B D R2 D2 U' B2 D U' F Rw2 Uw2 D2 B D' Fw2 B F' U' Fw2 L2 Uw2 F2 R F Uw \
             D2 B D2 Rw' B' Uw B Uw F' R",
        ),
        ("square-1", "(0,-4)/(1,-2)/(-3,0)/(-4,-4)/(0,3)/(1,-2)/(-1,-4)/(1,0)/(-3,0)/(0,-2)/(0,-1)/(0,-2)/"),
        (
            "sliding",
            "27 17 14 7 15 3/4 30 32 10 33 12/26 11 2 22 1 34/28 21 6 25 19 16/13 0 31 29 23 20/8 24 35 9 18 5",
        ),
        ("sliding", "1 4 8/6 0 3/2 7 5"),
        ("sliding", "2 5 14 15/8 1 12 3/6 10 7 4/11 9 0 13"),
        ("2x2x2", "U2 R' U2 R F2 R' U F' R'"),
        ("pyraminx", "U R' L B U' R"),
        ("skewb", "U R L U' R'"),
        ("shuffdle", "LILAC RLOXI GVFUR STYGJ VLSCH _____"),
        ("3x3x3", "R U2 F'"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
        command.args(["solve", puzzle, input, "--json", "--tables", "none"]).stderr(Stdio::null());
        let typed = command.output().expect("it runs").stdout;
        let typed: Value = serde_json::from_slice(&typed).unwrap_or_else(|error| panic!("{puzzle}: {error}"));
        let body = serde_json::json!({ "puzzle": puzzle, "input": input }).to_string();
        let asked = server.post("/api/solve", &body);
        assert_eq!(asked.status, 200, "{asked:?}");
        assert_eq!(answer(asked.json()), answer(typed), "{puzzle} {input}");
    }
}

/// Waits until something is so.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Short requests are answered whatever other clients request.
#[test]
fn short_requests_do_not_wait_for_long_ones() {
    let server = Server::start(&["--jobs", "2", "--queue", "2"]);
    // All slots are busy, and the queue is full.
    let mut jobs: Vec<_> = (0..4).map(|_| server.events("/api/solve", ENDLESS)).collect();
    jobs.iter_mut().for_each(|events| assert_eq!(events.next().unwrap().0, "accepted"));
    wait_until("the jobs take all turns", || server.post("/api/solve", ENDLESS).status == 503);
    assert_eq!(server.get("/api/list").status, 200);
    assert_eq!(server.get("/api/puzzle/pyraminx").status, 200);
    for (path, body) in [
        ("check", r#"{"puzzle": "3x3x3", "input": "R U", "solution": "U' R'"}"#),
        ("check", r#"{"puzzle": "pyraminx", "input": "R U"}"#),
        ("hint", r#"{"puzzle": "sliding", "input": "1 2 3/4 5 6/7 0 8"}"#),
        ("scramble", r#"{"puzzle": "2x2x2", "seed": 1}"#),
        ("scramble", r#"{"puzzle": "pyraminx", "seed": 1}"#),
    ] {
        let answer = server.post(&format!("/api/{path}"), body);
        assert_eq!(answer.status, 200, "{path} {body}: {answer:?}");
    }
    let two = "Name Two\nSet P 2 1\nSolved\nP\n1 2\nEnd\nMove A\nP\n2 1\nEnd\n";
    let body = serde_json::json!({ "definition": two }).to_string();
    assert_eq!(server.post("/api/definition", &body).status, 200);
}

/// The job of a client that disconnects ends, also while a group is computed, and never exceeds its memory limit.
#[test]
fn a_large_definition_is_held_to_the_limits() {
    let server = Server::start(&["--jobs", "1", "--queue", "0", "--max-memory", "2G"]);
    // Its group takes minutes and gigabytes to compute.
    let body = serde_json::json!({ "definition": hard_definitions::cube(20), "seed": 1 }).to_string();
    let answer = server.post("/api/scramble", &body);
    // Either there is a scramble, or the limit is reported.
    if answer.status != 200 {
        assert_eq!((answer.status, answer.code().as_str()), (503, "limit"), "{answer:?}");
        assert!(answer.body.contains("takes more than"), "{answer:?}");
    }
    assert!(server.memory() < 2 << 30, "{} bytes", server.memory());
    let server = Server::start(&["--jobs", "1", "--queue", "0", "--max-memory", "64G"]);
    let solve = || server.post("/api/solve", r#"{"puzzle": "2x2x2", "input": "R U F"}"#).status;
    for (path, input) in [("solve", Some("Ma Mb")), ("count", None)] {
        let definition = hard_definitions::exchanges(4, 255);
        let body = serde_json::json!({ "definition": definition, "input": input }).to_string();
        let mut events = server.events(&format!("/api/{path}"), &body);
        assert_eq!(events.next().unwrap().0, "accepted");
        thread::sleep(Duration::from_millis(300));
        assert_eq!(solve(), 503, "{path} is over at once");
        let gone = Instant::now();
        drop(events);
        wait_until("the job of a disconnected client does not end", || solve() == 200);
        assert!(gone.elapsed() < Duration::from_secs(20), "it took {:?}", gone.elapsed());
    }
}

/// Two hundred moves of which each has millions of powers.
#[test]
fn a_definition_with_moves_of_high_order_is_shown() {
    let server = Server::start(&["--max-memory", "2G"]);
    let text = hard_definitions::random(200, 255);
    let body = serde_json::json!({ "definition": text });
    let shown = server.post("/api/definition", &body.to_string());
    assert_eq!(shown.status, 200, "{}", shown.body);
    assert_eq!(shown.json()["moves"].as_array().map(Vec::len), Some(200));
    let body = serde_json::json!({ "definition": text, "input": "Ma" });
    let refused = server.post("/api/solve", &body.to_string());
    assert_eq!((refused.status, refused.code().as_str()), (400, "invalid"), "{refused:?}");
    assert!(refused.body.contains("more than 4096 moves"), "{refused:?}");
    assert!(server.memory() < 2 << 30, "{} bytes", server.memory());
}

/// The memory limit applies to the tables of the 3x3x3, too: one that does not fit is rejected if it is requested by name.
#[test]
fn memory_is_limited_for_the_cube_too() {
    let server = Server::start(&["--max-memory", "1G"]);
    let body =
        r#"{"puzzle": "3x3x3", "input": "R U F2 L D2 B R2 U L F D B2", "heuristic": "medium", "timeout": 5}"#;
    let refused = server.post("/api/solve", body);
    assert_eq!((refused.status, refused.code().as_str()), (400, "usage"), "{refused:?}");
    assert!(
        refused.body.contains("building the table coset-289m takes 780.0 MiB, and 512.0 MiB"),
        "{refused:?}"
    );
    let body = r#"{"puzzle": "3x3x3", "input": "R U F2 L D2 B R2 U L F", "optimal": true}"#;
    let proved = server.post("/api/solve", body);
    assert_eq!((proved.status, text(&proved.json(), "status")), (200, "optimal"));
    assert!(server.memory() < 1 << 30, "{} bytes", server.memory());
}

#[test]
fn errors_are_reported() {
    let server = Server::start(&[]);
    for (path, body, status, code, message) in [
        ("solve", r#"{"puzzle": "3x3x3", "input": "R Q"}"#, 400, "invalid", "is no move"),
        ("solve", r#"{"puzzle": "sliding", "input": "1 2 3/4 5 6/8 7 0"}"#, 422, "unsolvable", "cannot"),
        ("solve", r#"{"puzzle": "3x3x3"}"#, 400, "usage", "position is missing"),
        ("solve", r#"{"puzzle": "nothing", "input": "R"}"#, 400, "usage", "expected sliding"),
        (
            "solve",
            r#"{"puzzle": "3x3x3", "input": "R", "wish": 1}"#,
            400,
            "usage",
            r#"unknown field \"wish\""#,
        ),
        ("solve", "{", 400, "usage", "ends within an object"),
        ("solve", "[1, 2", 400, "usage", ""),
        ("solve", "", 400, "usage", "the body is empty, expected a JSON object"),
        ("solve", "[]", 400, "usage", "expected a JSON object"),
        ("solve", r#"{"puzzle": 3, "input": "R"}"#, 400, "usage", "found 3, expected a string"),
        // Options are named as fields, here by errors of solvers, of the plan and of a job.
        (
            "solve",
            r#"{"puzzle": "3x3x3", "input": "R", "weight": 2}"#,
            400,
            "usage",
            "two-phase takes no `weight`",
        ),
        (
            "solve",
            r#"{"puzzle": "3x3x3", "input": "R", "goal": "nothing"}"#,
            400,
            "usage",
            r#""where":"goal""#,
        ),
        ("solve", r#"{"puzzle": "3x3x3", "input": "R", "moves": "Q"}"#, 400, "usage", r#""where":"moves""#),
        ("count", r#"{"puzzle": "sliding"}"#, 400, "usage", "try `size`: "),
        ("check", r#"{"puzzle": "2x2x2", "input": "R R"}"#, 200, "", ""),
        // Names of files are texts here, and these are no puzzles.
        ("solve", r#"{"puzzle": "3x3x3", "input": "/etc/passwd"}"#, 400, "invalid", ""),
        ("solve", r#"{"puzzle": "sliding", "input": "/etc/passwd"}"#, 400, "invalid", ""),
        ("solve", r#"{"puzzle": "sliding", "input": "-"}"#, 400, "invalid", ""),
        ("solve", r#"{"puzzle": "sliding", "input": "1 2/3 0", "goal": "/etc/passwd"}"#, 400, "invalid", ""),
        ("solve", r#"{"definition": "/etc/passwd", "input": "R"}"#, 400, "invalid", "expected Name"),
        ("solve", r#"{"puzzle": "pyraminx", "input": "U", "phases": "/etc/passwd"}"#, 400, "invalid", ""),
    ] {
        let answer = server.post(&format!("/api/{path}"), body);
        assert_eq!(answer.status, status, "{body}: {answer:?}");
        assert_eq!(answer.code(), code, "{body}: {answer:?}");
        assert!(answer.body.contains(message), "{body}: {answer:?}");
        assert!(!answer.body.contains("root:"), "{body}: {answer:?}");
        assert!(!answer.body.contains("--") && !answer.body.contains("struct"), "{body}: {answer:?}");
    }
    // One corner twisted: which stickers, too.
    let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let mut twisted: Vec<char> = solved.chars().collect();
    (twisted[8], twisted[9], twisted[20]) = ('R', 'F', 'U');
    let body = serde_json::json!({ "puzzle": "3x3x3", "input": twisted.iter().collect::<String>() });
    let answer = server.post("/api/check", &body.to_string());
    assert_eq!((answer.status, answer.code().as_str()), (422, "unsolvable"));
    assert_eq!(answer.json()["error"]["stickers"], serde_json::json!([8, 9, 20]));
}

/// A number of threads that makes no sense on this machine is an error, and so are values of other types.
#[test]
fn numbers_are_checked() {
    let server = Server::start(&[]);
    for (path, field, value) in [
        ("solve", "threads", "0"),
        ("solve", "threads", "99999"),
        ("solve", "threads", "-1"),
        ("solve", "threads", "1.5"),
        ("solve", "threads", r#""2""#),
        ("solve", "max_length", "-1"),
        ("solve", "max_nodes", "true"),
        ("solve", "timeout", r#""1 s""#),
        ("solve", "timeout", "-1"),
        ("solve", "weight", "[]"),
        ("solve", "optimal", r#""yes""#),
        ("solve", "niss", "1"),
        ("scramble", "count", "1e9"),
        ("scaling", "threads_list", "[1, 99999]"),
        ("scaling", "threads_list", "[0]"),
        ("scaling", "threads_list", "2"),
        ("scaling", "board", "101"),
    ] {
        let common = match path {
            "solve" => r#""puzzle": "3x3x3", "input": "R", "#,
            "scramble" => r#""puzzle": "3x3x3", "#,
            _ => "",
        };
        let answer = server.post(&format!("/api/{path}"), &format!("{{{common}\"{field}\": {value}}}"));
        assert_eq!((answer.status, answer.code().as_str()), (400, "usage"), "{field} {value}: {answer:?}");
        let error = &answer.json()["error"];
        assert_eq!(text(error, "where"), field, "{answer:?}");
        assert!(text(error, "message").contains("expected "), "{answer:?}");
        for word in ["u32", "u64", "f64", "usize", "bool", "struct", "--"] {
            assert!(!answer.body.contains(word), "{answer:?}");
        }
    }
    let answer = server.post("/api/solve", r#"{"puzzle": "3x3x3", "input": "R", "threads": 16}"#);
    assert_eq!(answer.status, 200, "{answer:?}");
}

/// Errors of HTTP are objects of the same form as errors of commands.
#[test]
fn errors_of_http_are_json() {
    let server = Server::start(&[]);
    let own = server.address;
    let get =
        |path: &str, more: &str| server.raw(&head("GET", path, own, &format!("Connection: close\r\n{more}")));
    let check = |answer: http::Response, status: u16, code: &str| {
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{answer:?}");
        assert!(!answer.json()["error"]["message"].as_str().unwrap_or_default().is_empty(), "{answer:?}");
        assert!(answer.head.contains("content-type: application/json"), "{answer:?}");
        assert!(answer.head.contains("content-security-policy: "), "{answer:?}");
        answer
    };
    for path in ["/x", "/assets/x", "/assets/%ff", "/api/x", "/api/puzzle/x", "/api/puzzle/%ff"] {
        check(get(path, ""), 404, "not_found");
    }
    for path in ["/api/jobs/x", "/api/jobs/%ff", "/api/jobs/99"] {
        check(server.delete(path), 404, "not_found");
    }
    assert!(check(get("/api/solve", ""), 405, "method").head.contains("allow: post"));
    assert!(check(server.post("/api/list", "{}"), 405, "method").head.contains("allow: get,head"));
    check(get(&format!("/{}", "a".repeat(20_000)), ""), 414, "too_large");
    check(get("/", &format!("Large: {}\r\n", "a".repeat(100_000))), 431, "too_large");
    check(get("/", &"Many: a\r\n".repeat(200)), 431, "too_large");
    let more = "Connection: close\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n";
    check(server.raw(&[head("POST", "/api/solve", own, more), b"{}".to_vec()].concat()), 415, "media_type");
    let more = format!("{}Content-Length: 99999999999\r\n", json_close());
    check(server.raw(&head("POST", "/api/solve", own, &more)), 413, "too_large");
    // The body has another form than its header says.
    let more = format!("{}Transfer-Encoding: chunked\r\n", json_close());
    check(
        server.raw(&[head("POST", "/api/solve", own, &more), b"zz\r\n".to_vec()].concat()),
        400,
        "incomplete",
    );
    // A header that is never completed.
    check(server.raw(&head("GET", "/", own, "")[..20]), 408, "too_slow");
    // Requests that hyper cannot parse.
    for bytes in [
        "\x16\x03\x01 nonsense\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET /\r\n\r\n",
        "G\0T / HTTP/1.1\r\n\r\n",
    ] {
        check(server.raw(bytes.as_bytes()), 400, "malformed");
    }
    check(get(&format!("/{}", "a".repeat(70_000)), ""), 414, "too_large");
    check(get("/", &format!("Large: {}\r\n", "a".repeat(1_000_000))), 431, "too_large");
    check(get("/", &"Many: a\r\n".repeat(600)), 431, "too_large");
    // Clients that read only after they have sent everything get the answer, too.
    let body = vec![b' '; 9 << 20];
    let more = format!("{}Content-Length: {}\r\n", json_close(), body.len());
    let mut stream = server.connect();
    stream.write_all(&head("POST", "/api/solve", own, &more)).expect("it listens");
    stream.write_all(&body).expect("the server does not close before the client has sent everything");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("the server closes");
    check(http::Response::of(&answer), 413, "too_large");
}

/// Clients that send nothing, or slowly, do not take the places of others.
#[test]
fn slow_clients_do_not_delay_others() {
    let server = Server::start(&[]);
    let solve = posted("/api/solve", server.address, "", r#"{"puzzle": "2x2x2", "input": "R U"}"#);
    let page = head("GET", "/", server.address, "");
    // A job that runs goes on, even though its connection is the oldest.
    let mut job = server.events("/api/solve", ENDLESS);
    let (name, accepted) = job.next().unwrap();
    assert_eq!(name, "accepted");
    for (what, bytes) in [
        ("nothing", &b""[..]),
        ("a part of the header", &solve[..30]),
        ("a part of the body", &solve[..solve.len() - 3]),
        ("a request, and then nothing", &page),
    ] {
        let slow: Vec<_> = (0..620)
            .map(|_| {
                let mut stream = server.connect();
                stream.write_all(bytes).expect("it listens");
                stream
            })
            .collect();
        let times = [(); 5].map(|()| {
            let began = Instant::now();
            let answer = server.post("/api/check", r#"{"puzzle": "2x2x2", "input": "R U"}"#);
            assert_eq!(answer.status, 200, "{what}: {answer:?}");
            began.elapsed()
        });
        // The limits leave room for a machine that does other things, too; a slow client may take 10 s.
        assert!(times.iter().all(|time| *time < Duration::from_secs(5)), "{what}: {times:?}");
        assert!(times.iter().min() < Some(&Duration::from_secs(1)), "{what}: {times:?}");
        drop(slow);
    }
    assert_eq!(server.delete(&format!("/api/jobs/{}", text(&accepted, "job"))).status, 204, "it ended early");
    assert_eq!(job.last().expect("it has a result").0, "result");
}

const TOKEN: &str = "correct-horse_battery~staple+/=";

#[test]
fn a_token_is_required() {
    let body = r#"{"puzzle": "3x3x3", "input": "R"}"#;
    for server in [
        Server::start(&["--token", TOKEN]),
        Server::start_with(&[], &[("DEEPEN_TOKEN", TOKEN)]),
        Server::start_with(&["--token", TOKEN], &[("DEEPEN_TOKEN", "other")]),
    ] {
        let own = server.address;
        let get = |path: &str, more: &str| {
            server.raw(&head("GET", path, own, &format!("Connection: close\r\n{more}")))
        };
        let bearer = |token: &str| format!("Authorization: Bearer {token}\r\n");
        for path in ["/", "/api/", "/api/list", "/api/openapi.json", "/LICENSES.txt", "/assets/x", "/x"] {
            let answer = get(path, "");
            assert_eq!((answer.status, answer.code().as_str()), (401, "unauthorized"), "{path}: {answer:?}");
            assert!(answer.head.contains(r#"www-authenticate: bearer realm="deepen""#), "{answer:?}");
        }
        assert_eq!(server.post("/api/solve", body).status, 401);
        assert_eq!(server.delete("/api/jobs/1").status, 401);
        for wrong in ["other", &TOKEN[1..], &TOKEN[..TOKEN.len() - 1], &format!("{TOKEN}x")] {
            let answer = get("/api/list", &bearer(wrong));
            assert_eq!((answer.status, answer.code().as_str()), (401, "unauthorized"), "{wrong}: {answer:?}");
            assert!(answer.head.contains("error=\"invalid_token\""), "{answer:?}");
            assert!(!answer.body.contains(TOKEN) && !answer.head.contains(TOKEN), "{answer:?}");
            assert_eq!(get(&format!("/?token={wrong}"), "").status, 401);
        }
        assert_eq!(get("/api/list", &bearer(TOKEN)).status, 200);
        assert_eq!(server.raw(&posted("/api/solve", own, &bearer(TOKEN), body)).status, 200);
        // Other pages and other hosts are refused with the token, too.
        assert_eq!(
            get("/api/list", &format!("{}Origin: http://evil.example\r\n", bearer(TOKEN))).status,
            403
        );
        // A browser gets a cookie.
        assert_eq!(get(&format!("/api/list?token={TOKEN}"), "").status, 401);
        let answer = get(&format!("/?token={}", TOKEN.replace('+', "%2B")), "");
        assert_eq!(answer.status, 303, "{answer:?}");
        assert!(answer.head.contains("\r\nlocation: /\r\n"), "{answer:?}");
        let cookie =
            answer.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
        let (cookie, attributes) = cookie.split_once("; ").expect("attributes");
        assert_eq!(attributes, "path=/; httponly; samesite=strict");
        let cookie = format!("Cookie: other=1; {cookie}\r\n");
        assert_eq!(get("/", &cookie).status, 200);
        assert_eq!(get("/api/list", &cookie).status, 200);
        assert_eq!(server.raw(&posted("/api/solve", own, &cookie, body)).status, 200);
        assert_eq!(get("/", &cookie.replace("staple", "stable")).status, 401);
    }
}

/// Starts a server, stops it when it listens, and returns what it printed on stdout and stderr.
fn printed(arguments: &[&str], variables: &[(&str, &str)]) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
    command.args(["serve", "--port", "0", "--tables", "none"]).args(arguments);
    command.env_remove("DEEPEN_TOKEN").envs(variables.iter().copied());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let (mut line, mut messages) = (String::new(), String::new());
    let out = child.stdout.take().expect("it is piped");
    BufReader::new(out).read_line(&mut line).expect("it is text");
    // The note follows the address.
    thread::sleep(Duration::from_millis(300));
    let _ = child.kill();
    child.stderr.take().expect("it is piped").read_to_string(&mut messages).expect("it is text");
    let _ = child.wait();
    (line, messages)
}

#[test]
fn beyond_loopback_it_says_how_to_reach_and_protect_it() {
    let (_, messages) = printed(&[], &[]);
    assert_eq!(messages, "");
    let (line, messages) = printed(&["--listen", "0.0.0.0", "--host", "solver.example"], &[]);
    assert!(line.starts_with("Deepen is at http://0.0.0.0:"), "{line}");
    assert!(
        messages.contains("warning: everyone who can reach 0.0.0.0") && messages.contains("--token auto")
    );
    let port = line.split([':', '/']).find_map(|word| word.parse::<u16>().ok()).expect("a port");
    let hosts = format!(
        "127.0.0.1:{port}, [::1]:{port}, solver.example:{port}, solver.example and refused for all others"
    );
    assert!(messages.contains(&hosts) && messages.contains("--host NAME"), "{messages}");
    // The token is printed if it was generated, and only then.
    let (line, messages) = printed(&["--listen", "0.0.0.0", "--token", "auto"], &[]);
    let token = line.split(['=', ' ']).find(|word| word.len() == 32).unwrap_or_else(|| panic!("{line}"));
    assert!(messages.contains("warning: connections to 0.0.0.0 are not encrypted"), "{messages}");
    assert!(!messages.contains(token), "{messages}");
    let (line, messages) = printed(&["--listen", "0.0.0.0", "--token", "secret-token"], &[]);
    assert!(!line.contains("secret") && !messages.contains("secret"), "{line} {messages}");
    for (arguments, variables) in [
        (&["--token", "secret token"][..], &[][..]),
        (&[], &[("DEEPEN_TOKEN", "secret\u{e9}token")]),
        (&["--token", "secret\ntoken"], &[]),
    ] {
        let (line, messages) = printed(arguments, variables);
        assert!(line.is_empty() && !messages.contains("secret"), "{line} {messages}");
        assert!(messages.contains("character 7 of the token cannot be sent in an HTTP header"), "{messages}");
    }
    let (_, messages) = printed(&["--host", "http://solver.example/"], &[]);
    assert!(messages.contains("expected a host name or an address"), "{messages}");
}

/// The refusal says which host was received and which are accepted.
#[test]
fn a_refused_host_is_named() {
    let server = Server::start(&["--host", "solver.example", "--host", "proxy.example:8080"]);
    let port = server.address.port();
    let get = |host: &str| server.raw(&head("GET", "/api/puzzle/pyraminx", host, "Connection: close\r\n"));
    for host in [&format!("solver.example:{port}"), "proxy.example:8080", &format!("LOCALHOST:{port}")] {
        assert_eq!(get(host).status, 200, "{host}");
    }
    let answer = get("evil.example");
    assert_eq!((answer.status, answer.code().as_str()), (403, "forbidden"));
    let error = &answer.json()["error"];
    let message = text(error, "message");
    for expected in ["\"evil.example\"", &format!("localhost:{port}"), &format!("solver.example:{port}")] {
        assert!(message.contains(expected), "{message}");
    }
    assert!(text(error, "hint").contains("--host NAME"), "{answer:?}");
    let own = head("GET", "/", server.address, "Connection: close\r\nOrigin: http://evil.example\r\n");
    let answer = server.raw(&own);
    assert_eq!(answer.status, 403);
    assert!(text(&answer.json()["error"], "message").contains("\"http://evil.example\""), "{answer:?}");
}

#[test]
fn strangers_are_refused() {
    let mut server = Server::start(&[]);
    let own = server.address;
    let post = |host: &str, more: &str| {
        let body = r#"{"puzzle": "3x3x3", "input": "R"}"#;
        let more = format!("Connection: close\r\nContent-Length: {}\r\n{more}", body.len());
        let mut bytes = head("POST", "/api/solve", host, &more);
        bytes.extend(body.as_bytes());
        server.raw(&bytes).status
    };
    let json = "Content-Type: application/json\r\n";
    assert_eq!(post(&own.to_string(), json), 200);
    assert_eq!(post(&format!("localhost:{}", own.port()), json), 200);
    assert_eq!(post("evil.example", json), 403);
    assert_eq!(post(&own.to_string(), &format!("{json}Origin: http://evil.example\r\n")), 403);
    assert_eq!(post(&own.to_string(), &format!("{json}Origin: null\r\n")), 403);
    assert_eq!(post(&own.to_string(), &format!("{json}Origin: http://{own}\r\n")), 200);
    // A form of another page can send this without a preflight request.
    assert_eq!(post(&own.to_string(), "Content-Type: text/plain\r\n"), 415);
    assert_eq!(post(&own.to_string(), "Content-Type: application/x-www-form-urlencoded\r\n"), 415);
    assert_eq!(server.raw(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").status, 403);
    for path in [
        "/../Cargo.toml",
        "/assets/../index.html",
        "/assets/..%2f..%2fCargo.toml",
        "/assets//etc/passwd",
        "/x",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
    }
    assert_eq!(server.get("/api/solve").status, 405);
    assert_eq!(server.raw(b"\x16\x03\x01\x02\x00 nonsense\r\n\r\n").status, 400);
    assert!(server.is_alive());
}

#[test]
fn bodies_are_held_short() {
    let mut server = Server::start(&[]);
    // The header announces too many bytes: rejected unread.
    let huge = head(
        "POST",
        "/api/solve",
        server.address,
        &format!("{}Content-Length: 99999999999\r\n", json_close()),
    );
    assert_eq!(server.raw(&[huge, vec![b' '; 1 << 20]].concat()).status, 413);
    // Without a length.
    let mut stream = server.connect();
    let chunked = head(
        "POST",
        "/api/solve",
        server.address,
        &format!("{}Transfer-Encoding: chunked\r\n", json_close()),
    );
    stream.write_all(&chunked).unwrap();
    let chunk = [b"100000\r\n".to_vec(), vec![b' '; 1 << 20], b"\r\n".to_vec()].concat();
    let sent = (0..64).take_while(|_| stream.write_all(&chunk).is_ok()).count();
    assert!(sent < 64, "all of it was taken");
    // Never finished: the answer comes after the time limit, and no other client waits for it.
    let slow = posted("/api/solve", server.address, "", r#"{"puzzle": "3x3x3", "input": "R"}"#);
    let began = Instant::now();
    let answer = thread::scope(|scope| {
        let answer = scope.spawn(|| server.raw(&slow[..slow.len() - 3]));
        let quick = server.post("/api/solve", r#"{"puzzle": "3x3x3", "input": "R"}"#);
        assert_eq!(quick.status, 200);
        answer.join().unwrap()
    });
    assert_eq!(answer.status, 408, "{answer:?}");
    assert!(began.elapsed() < Duration::from_secs(60));
    assert!(server.is_alive());
}

fn json_close() -> &'static str {
    "Connection: close\r\nContent-Type: application/json\r\n"
}

#[test]
fn a_job_tells_how_far_it_is_and_can_be_cancelled() {
    let server = Server::start(&["--jobs", "1", "--queue", "1"]);
    let mut events = server.events("/api/solve", ENDLESS);
    let (name, accepted) = events.next().unwrap();
    assert_eq!(name, "accepted");
    let is_round = |(name, data): &(String, Value)| name == "progress" && data["event"] == "progress";
    let told = events.find(is_round).expect("it tells how far it is");
    assert!(told.1["nodes"].as_u64().is_some());
    // One more may wait, and no others.
    let mut waiting = server.events("/api/solve", r#"{"puzzle": "3x3x3", "input": "R U F"}"#);
    assert_eq!(waiting.next().unwrap().0, "accepted");
    assert_eq!(
        waiting.next().unwrap(),
        ("queued".to_string(), serde_json::json!({ "schema": 1, "ahead": 0 }))
    );
    let busy = server.post("/api/solve", r#"{"puzzle": "3x3x3", "input": "R"}"#);
    assert_eq!((busy.status, busy.code().as_str()), (503, "busy"));
    assert!(busy.head.contains("retry-after: "));
    let id = text(&accepted, "job");
    assert_eq!(server.delete(&format!("/api/jobs/{id}")).status, 204);
    let (name, result) = events.last().unwrap();
    assert_eq!((name.as_str(), text(&result, "status")), ("result", "cancelled"));
    // Now the waiting job runs.
    let (name, result) = waiting.last().unwrap();
    assert_eq!((name.as_str(), text(&result, "moves")), ("result", "F' U' R'"));
    assert_eq!(server.delete(&format!("/api/jobs/{id}")).status, 404);
}

#[test]
fn jobs_of_disconnected_clients_end() {
    let server = Server::start(&["--jobs", "1", "--queue", "0"]);
    let solve = || server.post("/api/solve", r#"{"puzzle": "3x3x3", "input": "R U F"}"#).status;
    let is_free = || {
        let end = Instant::now() + Duration::from_secs(20);
        while solve() != 200 {
            assert!(Instant::now() < end, "the job does not end");
        }
    };
    // One client listened to events, one waited for the answer.
    let mut events = server.events("/api/solve", ENDLESS);
    assert_eq!(events.next().unwrap().0, "accepted");
    assert_eq!(solve(), 503);
    drop(events);
    is_free();
    let stream = loop {
        let mut stream = server.connect();
        stream.write_all(&posted("/api/solve", server.address, "", ENDLESS)).unwrap();
        // Of two simultaneous requests either may be rejected: if it was this one, retry.
        thread::sleep(Duration::from_millis(100));
        if solve() == 503 {
            break stream;
        }
    };
    drop(stream);
    is_free();
}

#[test]
fn improvements_come_as_they_are_found() {
    let server = Server::start(&[]);
    let body =
        r#"{"puzzle": "3x3x3", "input": "R U F2 L D2 B R2 U L F D B2", "improve": true, "timeout": 20}"#;
    let events: Vec<(String, Value)> = server.events("/api/solve", body).collect();
    let length = |(_, data): &(String, Value)| data["length"].as_u64().unwrap();
    let found: Vec<u64> = events.iter().filter(|(name, _)| name == "improved").map(length).collect();
    assert!(!found.is_empty() && found.is_sorted_by(|a, b| a > b), "{found:?}");
    let (name, result) = events.last().unwrap();
    assert_eq!((name.as_str(), text(result, "status")), ("result", "optimal"));
    assert_eq!(result["length"].as_u64(), found.last().copied());
}

#[test]
fn time_ends_a_job() {
    let server = Server::start(&["--max-time", "1"]);
    let answer = server.post("/api/solve", ENDLESS);
    assert_eq!((answer.status, text(&answer.json(), "status")), (200, "timeout"));
    // The answer is the best known by then.
    let body = r#"{"puzzle": "3x3x3", "input": "R U2 F' L D B2 R' U F2 L' D2 B R2 U' L B2 F D R U", "improve": true}"#;
    let answer = server.post("/api/solve", body).json();
    assert_eq!(text(&answer, "status"), "upper_bound");
}
