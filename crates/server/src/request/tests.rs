//! Tests of requests: fields, limits, and fuzzing of bodies.

use testkit::fuzz::{Target, shape};

use super::*;

fn job(purpose: Purpose, body: &str) -> Result<JobSpec, Error> {
    let api_request = ApiRequest::parse(body.as_bytes())?;
    let capacity = Capacity { memory: 1 << 30, ..Capacity::usual() };
    api_request.job(Command::Puzzle(purpose), &Registry::default(), &capacity)
}

fn request(purpose: Purpose, body: &str) -> Request {
    match job(purpose, body).map_err(|error| error.to_string()).unwrap().work {
        Work::Solve(request) | Work::Hint(request) | Work::Check(request, _) | Work::Count(request) => {
            request
        }
        _ => panic!("another work"),
    }
}

#[test]
fn options_are_those_of_the_command_line() {
    let body = r#"{"puzzle": "333", "input": "R U", "metric": "qtm", "goal": "eo", "niss": true, "timeout": 2.5,
                   "all": true, "max_solutions": 3}"#;
    let request = request(Purpose::Solve, body);
    assert!(request.task.options.flag("niss") && request.task.method.all);
    assert_eq!(request.limits.timeout, Some(Duration::from_millis(2500)));
    assert_eq!(request.limits.max_solutions, Some(3));
}

#[test]
fn fields_of_other_commands_are_refused() {
    let refused = |purpose, field: &str| {
        let body = format!(r#"{{"puzzle": "2x2x2", "optimal": false, {field}}}"#);
        job(purpose, &body).map(|_| ()).expect_err("a field of another command").to_string()
    };
    assert_eq!(
        refused(Purpose::Solve, r#""input": "R", "algorithms": "bfs""#),
        "algorithms: the field `algorithms` is not for solve"
    );
    assert_eq!(refused(Purpose::Count, r#""all": true"#), "all: the field `all` is not for count");
    assert_eq!(
        refused(Purpose::Scramble, r#""max_length": 2"#),
        "max_length: the field `max_length` is not for scramble"
    );
    assert_eq!(
        refused(Purpose::Solve, r#""input": "R", "max_solutions": 2"#),
        "max_solutions: expected `all` or `within` beside it"
    );
    assert_eq!(refused(Purpose::Solve, r#""input": "R", "after": 5"#), "after: found 5, expected a string");
}

#[test]
fn no_option_can_name_a_file() {
    let body =
        r#"{"puzzle": "pyraminx", "input": "/etc/passwd", "mask": "/etc/passwd", "goal": "/etc/passwd"}"#;
    let request = request(Purpose::Solve, body);
    assert!(request.inputs.iter().chain(&request.task.goals).all(|text| text.file.is_none()));
    assert_eq!(request.task.options.text("mask"), Some(&Text::given("/etc/passwd")));
    assert!(job(Purpose::Solve, r#"{"puzzle": "./Cargo.toml", "input": "R"}"#).is_err());
}

#[test]
fn the_server_limits_what_is_asked() {
    let long = request(Purpose::Solve, r#"{"puzzle": "3x3x3", "input": "R", "timeout": 1e6}"#);
    assert_eq!(long.limits.timeout, Some(Capacity::usual().time));
    assert_eq!(request(Purpose::Solve, r#"{"puzzle": "3x3x3", "input": "R"}"#).limits.timeout, None);
    assert!(long.limits.memory() <= 1 << 30);
    for body in [
        r#"{"puzzle": "3x3x3"}"#,
        r#"{"input": "R"}"#,
        r#"{"puzzle": "3x3x3", "input": "R", "nonsense": 1}"#,
        r#"{"puzzle": "3x3x3", "input": "R", "timeout": -1}"#,
        r#"{"puzzle": "3x3x3", "input": "R", "weight": 0.5}"#,
        r#"{"puzzle": "3x3x3", "input": "R", "max_memory": "much"}"#,
    ] {
        assert!(job(Purpose::Solve, body).is_err(), "{body}");
    }
    assert!(job(Purpose::Scramble, r#"{"puzzle": "3x3x3", "count": 1001}"#).is_err());
}

/// Bodies become jobs within the server's limits that name no file, or errors with a short message. What was parsed
/// prints to a body with the same meaning.
#[test]
fn fuzz_bodies() {
    let (registry, capacity) = (Registry::default(), Capacity { memory: 1 << 30, ..Capacity::usual() });
    let samples = [
        r#"{"puzzle": "333", "input": "R U", "metric": "qtm", "goal": "eo", "niss": true, "timeout": 2.5, "all": true}"#,
        r#"{"puzzle": "3x3x3", "input": ["R", "U2"], "algorithm": "ida-star", "heuristic": "auto", "weight": 1.5}"#,
        r#"{"puzzle": "8-puzzle", "input": [[1,2,3],[4,5,6],[7,8,0]], "max_memory": "1.5 GiB", "max_length": 9}"#,
        r#"{"puzzle": "pyraminx", "mask": "x", "goal": ["a", "b"], "input": "/etc/passwd", "max_solutions": 2, "within": 1}"#,
        r#"{"definition": "Set A 2 1\nSolved\nEnd\nMove R\nA\n2 1\nEnd\n", "input": "R", "moves": "R"}"#,
        r#"{"puzzle": "2x2x2", "count": 5, "seed": 7}"#,
        r#"{"bound": 40, "board": 3, "threads_list": [1, 2], "threads": 4294967295}"#,
        r#"{"puzzle": "15-puzzle", "input": "1", "solution": "U", "algorithms": "bfs,astar", "heuristics": ["none"]}"#,
    ];
    let schema: Value = serde_json::from_str(include_str!("../request_schema.json")).expect("JSON");
    let mut words: Vec<String> = Vec::new();
    keys(&schema, &mut words);
    words.extend(
        registry.solvers().iter().flat_map(|solver| solver.info().options).map(|info| info.name.to_string()),
    );
    let words: Vec<String> = words.iter().map(|word| format!("\"{word}\":")).collect();
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.extend([
        "null",
        "true",
        "false",
        "1e308",
        "-1",
        "0.5",
        "\"\"",
        "[]",
        "{}",
        ",",
        "\"R\"",
        "\"\\ud800\"",
        "\"3x3x3\"",
    ]);
    Target::new("request", &words).samples(samples).short_run(10_000).check_texts(|body| {
        let request = match ApiRequest::parse(body.as_bytes()) {
            Ok(request) => request,
            Err(error) => {
                testkit::fuzz::assert_message(&error.to_string());
                return shape(&error.to_string());
            }
        };
        let printed = serde_json::to_string(&request).expect("plain data");
        let again: ApiRequest = serde_json::from_str(&printed).expect("a printed body");
        // serde_json may read the last digit of a long or very large number differently.
        let is_long = printed.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() > 15);
        if !is_long && !printed.contains("e+") && !printed.contains("e-") {
            assert_eq!(format!("{request:?}"), format!("{again:?}"), "{printed}");
        }
        let mut shapes = 0;
        for (_, command) in Command::ALL {
            shapes = shape(&format!("{shapes}")).rotate_left(7)
                ^ match request.job(command, &registry, &capacity) {
                    Err(error) => {
                        testkit::fuzz::assert_message(&error.to_string());
                        shape(&error.to_string())
                    }
                    Ok(job) => check_job(&job, &capacity),
                };
        }
        shapes
    });
}

/// Bodies that are always JSON: the bytes are the seed of a choice of fields and extreme values.
#[test]
fn fuzz_fields() {
    let (registry, capacity) = (Registry::default(), Capacity { memory: 1 << 30, ..Capacity::usual() });
    let schema: Value = serde_json::from_str(include_str!("../request_schema.json")).expect("JSON");
    let mut names: Vec<String> = Vec::new();
    schema["properties"].as_object().into_iter().for_each(|fields| names.extend(fields.keys().cloned()));
    assert!(names.iter().any(|name| name == "timeout"));
    names.extend(
        registry.solvers().iter().flat_map(|solver| solver.info().options).map(|info| info.name.to_string()),
    );
    let values = [
        "null",
        "true",
        "false",
        "0",
        "1",
        "-1",
        "0.5",
        "1.5",
        "600",
        "601.5",
        "1e6",
        "1e308",
        "4294967295",
        "18446744073709551615",
        "\"\"",
        "\"R U\"",
        "\"3x3x3\"",
        "\"8-puzzle\"",
        "\"500M\"",
        "\"99999T\"",
        "[]",
        "[\"R\"]",
        "[[1,2,3],[4,5,6],[7,8,0]]",
        "{}",
        "\"bfs,astar\"",
        "\"eo\"",
        "\"U,R\"",
        "[1, 2]",
    ];
    Target::new("request fields", &[]).short_run(10_000).check_bytes(|bytes| {
        let seed =
            bytes.iter().fold(bytes.len() as u64, |seed, &byte| seed.wrapping_mul(257) + u64::from(byte));
        let mut random = testkit::SplitMix::new(seed);
        let mut body = serde_json::Map::new();
        let puzzles = ["3x3x3", "2x2x2", "8-puzzle", "pyraminx", "4x4x4", "square-1", "shuffdle"];
        body.insert("puzzle".to_string(), puzzles[random.below(puzzles.len())].into());
        body.insert("input".to_string(), "R".into());
        for _ in 0..=random.below(3) {
            let value = serde_json::from_str(values[random.below(values.len())]).expect("JSON");
            body.insert(names[random.below(names.len())].clone(), value);
        }
        let Ok(request) = ApiRequest::parse(Value::Object(body).to_string().as_bytes()) else { return 0 };
        let (_, command) = Command::ALL[random.below(Command::ALL.len())];
        match request.job(command, &registry, &capacity) {
            Err(error) => {
                testkit::fuzz::assert_message(&error.to_string());
                shape(&error.to_string())
            }
            Ok(job) => check_job(&job, &capacity),
        }
    });
}

/// Long names and values are cut in messages, and deep or wide JSON is refused.
#[test]
fn hostile_bodies() {
    let capacity = Capacity { memory: 1 << 30, ..Capacity::usual() };
    let long = "a".repeat(1 << 17);
    let bodies = [
        format!(r#"{{"puzzle": "{long}", "input": "R"}}"#),
        format!(r#"{{"puzzle": "3x3x3", "input": "R", "{long}": 1}}"#),
        format!(r#"{{"puzzle": "3x3x3", "input": "R", "goal": "{long}", "metric": "{long}"}}"#),
        format!(r#"{{"puzzle": "3x3x3", "input": "R", "max_memory": "{long}", "algorithm": "{long}"}}"#),
        format!(r#"{{"puzzle": "3x3x3", "input": {}1{}}}"#, "[".repeat(1 << 17), "]".repeat(1 << 17)),
        format!(r#"{{"puzzle": "3x3x3", "input": [{}1]}}"#, "1,".repeat(1 << 17)),
    ];
    for body in bodies {
        let request = match ApiRequest::parse(body.as_bytes()) {
            Ok(request) => request,
            Err(error) => {
                testkit::fuzz::assert_message(&error.to_string());
                continue;
            }
        };
        for (_, command) in Command::ALL {
            let job = request.job(command, &Registry::default(), &capacity);
            job.err().inspect(|error| testkit::fuzz::assert_message(&error.to_string()));
        }
    }
}

/// Collects the names of all keys.
fn keys(value: &Value, found: &mut Vec<String>) {
    if let Value::Object(members) = value {
        found.extend(members.keys().cloned());
        members.values().for_each(|value| keys(value, found));
    }
}

fn check_job(job: &JobSpec, capacity: &Capacity) -> u64 {
    let request = match &job.work {
        Work::Solve(request) | Work::Hint(request) | Work::Check(request, _) | Work::Count(request) => {
            request
        }
        Work::Compare(request, _) => request,
        Work::Scramble { spec, count, .. } => {
            assert!(*count <= 1000 && spec.goal.as_ref().is_none_or(|goal| goal.file.is_none()));
            return 1;
        }
        Work::Scaling(_) | Work::Definition(_) => return 2,
    };
    assert!(request.inputs.iter().chain(&request.task.goals).all(|text| text.file.is_none()));
    assert!(request.limits.timeout.is_none_or(|timeout| timeout <= capacity.time));
    assert!(request.limits.memory() <= capacity.memory);
    3
}
