//! What may be asked for. A body names options as the command line does and becomes the same arguments, so that what they mean and
//! what is wrong with them is decided in one place.

use clap::Parser;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use solve::Family;
use utoipa::ToSchema;

use super::jobs::Capacity;
use crate::args::values::{self, Subject};
use crate::args::{self, Arguments, Command};
use crate::failure::Failure;
use crate::plan::HINT_TIME;

/// A puzzle and what to do with it. Every option means what it means on the command line.
#[derive(Serialize, Deserialize, ToSchema, Default, Debug)]
#[serde(deny_unknown_fields, default)]
pub struct Ask {
    /// `sliding`, `2x2x2`, `3x3x3`, `4x4x4`, `shuffdle`, `square-1`, a defined puzzle by its name, or an event like `333bf` or `minx`.
    #[schema(example = "3x3x3")]
    pub puzzle: Option<String>,
    /// The definition of another puzzle, in twsearch's format or as KPuzzle JSON, instead of a name.
    pub definition: Option<String>,
    /// One position: moves, facelets, a board, a word and a board of Shuffdle; also a list of moves, or of rows of tiles.
    #[schema(value_type = Option<String>, example = "R U2 F' L D B2")]
    pub input: Option<Value>,
    /// Where to go: a name of `/api/list`, or a position; of defined puzzles any of several.
    goal: Option<OneOrMore>,
    /// Accept the word in any row or column (shuffdle).
    hard: Option<bool>,
    /// A pattern in which pieces that need not be told apart have the same number (defined puzzles).
    mask: Option<String>,
    /// Orbits to leave out of account (defined puzzles).
    omit: Option<OneOrMore>,
    /// Orbits whose pieces may sit as they like (defined puzzles).
    ignore_orientation: Option<OneOrMore>,
    /// Orbits whose pieces are not told apart (defined puzzles).
    ignore_permutation: Option<OneOrMore>,
    /// What counts as one move.
    metric: Option<String>,
    /// The turns that may be used, like `U,R,F2`.
    moves: Option<String>,
    /// What turns count, like `R=2,U=1` (defined puzzles).
    weights: Option<String>,
    /// How to search.
    algorithm: Option<String>,
    /// What to estimate the distance with.
    heuristic: Option<String>,
    /// Groups of tiles for pattern databases: their sizes, like `6-6-3`, or the tiles of each, like `1,2,3/4,5,6,7,8` (sliding).
    pattern: Option<String>,
    /// Weight of the estimate in weighted-astar.
    weight: Option<f64>,
    /// Phases to solve by, as a text (defined puzzles).
    phases: Option<String>,
    /// Only a solution that is proved to be a shortest one will do.
    optimal: Option<bool>,
    /// Go on to shorter solutions until a limit or a proof ends it.
    improve: Option<bool>,
    /// Allow a part of the solution on the inverse (steps of the 3x3x3).
    niss: Option<bool>,
    /// Moves made already, to go on from (3x3x3; solve, hint).
    after: Option<String>,
    /// Improve for so many first phases.
    probes: Option<u64>,
    /// Find every optimal solution.
    all: Option<bool>,
    /// Find every solution up to so many moves longer than the shortest.
    within: Option<u32>,
    /// One of each set of solutions that symmetries send to each other.
    up_to_symmetry: Option<bool>,
    /// How many solutions are told.
    max_solutions: Option<usize>,
    /// Moves that every solution begins with (defined puzzles).
    first: Option<String>,
    /// Moves that every solution ends with (defined puzzles).
    last: Option<String>,
    /// Look for nothing shorter.
    min_length: Option<u32>,
    /// Look for nothing longer.
    max_length: Option<u32>,
    /// Seconds a search may take, up to the server's limit.
    timeout: Option<f64>,
    /// Nodes a search may make.
    max_nodes: Option<u64>,
    /// Memory for remembered states, like `500M`, up to the server's limit.
    max_memory: Option<String>,
    /// Threads, if not all that are spare.
    threads: Option<u32>,
    /// The moves to judge (check).
    solution: Option<String>,
    /// Searches to compare (compare).
    algorithms: Option<OneOrMore>,
    /// Heuristics to compare (compare).
    heuristics: Option<OneOrMore>,
    /// Rows and columns, like `4x4` (sliding; count, scramble).
    size: Option<String>,
    /// How large the group of the moves is (count).
    order: Option<bool>,
    /// Canonical sequences instead of positions (count).
    sequences: Option<bool>,
    /// How many (scramble).
    count: Option<u64>,
    /// Where the lots come from (scramble).
    seed: Option<u64>,
    /// Draw a board that cannot be solved (scramble of sliding).
    unsolvable: Option<bool>,
    /// What is to be spelled (scramble of shuffdle).
    word: Option<String>,
    /// The board of a day, like `2026-11-15` (scramble of shuffdle).
    date: Option<String>,
    /// How many moves a shortest solution has, like `18-30` (scramble of shuffdle).
    difficulty: Option<String>,
    /// Up to which length the timed round goes (scaling).
    bound: Option<u32>,
    /// Which of Korf's boards (scaling).
    board: Option<u32>,
    /// Numbers of threads (scaling).
    threads_list: Option<Vec<u32>>,
}

/// A word, or several.
#[derive(Serialize, Deserialize, ToSchema, Debug)]
#[serde(untagged)]
pub enum OneOrMore {
    /// One.
    One(String),
    /// Several.
    More(Vec<String>),
}

/// What a job has to do.
pub enum Work {
    /// What a command does.
    Command(Box<Command>),
    /// Show what a definition says, given by its text or by its name.
    Definition(String),
}

/// Work that can be carried out.
pub struct Order {
    pub work: Work,
    /// Whose tables it uses; None for those of the usual puzzles.
    pub subject: Option<String>,
    /// Its results are put in a list with this name.
    pub collects: Option<&'static str>,
    /// Usually done in a moment, so that it should not wait for what is not.
    pub is_short: bool,
}

impl Order {
    /// To show a definition.
    pub fn of_definition(definition: String) -> Order {
        Order { work: Work::Definition(definition), subject: None, collects: None, is_short: true }
    }
}

/// The most puzzles that are drawn at once.
const MOST_DRAWN: u64 = 1000;
/// What is no option.
const OTHERS: [&str; 3] = ["puzzle", "definition", "input"];
/// Options that are lists in one word.
const LISTS: [&str; 3] = ["algorithms", "heuristics", "threads_list"];

impl Ask {
    /// What `name` is asked to do.
    ///
    /// # Errors
    /// If the options make no sense.
    pub fn order(&self, name: &'static str, capacity: &Capacity) -> Result<Order, Failure> {
        let subject = self.subject(name)?;
        let mut words = vec!["deepen".to_string()];
        match name {
            "scaling" => words.extend(["bench", "--scaling"].map(str::to_string)),
            _ => words.push(name.to_string()),
        }
        words.extend(self.options());
        words.push("--json".to_string());
        if let Some(subject) = &subject {
            // What follows is no option, whatever it looks like.
            words.push("--".to_string());
            words.push(self.stand_in(subject));
        }
        if matches!(name, "solve" | "hint" | "check" | "compare") {
            let missing = || Failure::usage("a position is missing").at("input");
            words.push(self.input_text().ok_or_else(missing)?);
        }
        let parsed = Arguments::try_parse_from(words).map_err(|error| mistyped(&error))?;
        let mut command = parsed.command;
        let is_usual = self.is_usual(subject.as_ref());
        let key = (!is_usual).then(|| self.key());
        if let (Some(subject), Some(named)) = (subject, subject_of(&mut command)) {
            *named = subject;
        }
        restrain(&mut command, capacity)?;
        let is_short = match &command {
            Command::Check(args) => !args.optimal,
            command => matches!(command, Command::Hint(_) | Command::Scramble(_)),
        };
        let collects = (name == "scramble").then_some("puzzles");
        Ok(Order { work: Work::Command(Box::new(command)), subject: key, collects, is_short })
    }

    /// Which puzzle it is about; None where it is about none.
    fn subject(&self, name: &str) -> Result<Option<Subject>, Failure> {
        match (&self.definition, &self.puzzle) {
            _ if name == "scaling" => Ok(None),
            (Some(definition), _) => Ok(Some(Subject::File(definition.clone()))),
            (None, None) => Err(Failure::usage("a puzzle is missing").at("puzzle")),
            (None, Some(puzzle)) => {
                let unknown = |message: String| Failure::usage(message).at("puzzle");
                let subject = values::subject(puzzle).map_err(unknown)?;
                match &subject {
                    // Files of this machine are nobody's business.
                    Subject::File(file) if puzzle::builtin::find(file).is_none() => {
                        Err(unknown(format!("{puzzle:?} is no puzzle of this server")))
                    }
                    _ => Ok(Some(subject)),
                }
            }
        }
    }

    /// A name that clap accepts for a subject: the one given, which may say more than the puzzle, as `333bf` does, or one in place of
    /// a definition.
    fn stand_in(&self, subject: &Subject) -> String {
        match (&self.definition, &self.puzzle, subject) {
            (None, Some(name), _) => name.clone(),
            (_, _, Subject::Family(family)) => family.name().to_string(),
            (_, _, Subject::File(_)) => "definition.tws".to_string(),
        }
    }

    /// The options as they would be typed.
    fn options(&self) -> Vec<String> {
        let Ok(Value::Object(options)) = serde_json::to_value(self) else {
            unreachable!("a struct is an object")
        };
        let mut words = Vec::new();
        for (name, value) in options.into_iter().filter(|(name, _)| !OTHERS.contains(&name.as_str())) {
            let option = format!("--{}", name.replace('_', "-"));
            let text = |value: &Value| match value {
                Value::String(text) => text.clone(),
                value => value.to_string(),
            };
            match value {
                Value::Null | Value::Bool(false) => {}
                Value::Bool(true) => words.push(option),
                Value::Array(values) if LISTS.contains(&name.as_str()) => {
                    let list: Vec<String> = values.iter().map(text).collect();
                    words.push(format!("{option}={}", list.join(",")));
                }
                Value::Array(values) => {
                    words.extend(values.iter().map(|value| format!("{option}={}", text(value))));
                }
                value => words.push(format!("{option}={}", text(&value))),
            }
        }
        words
    }

    /// Whether it is one of the puzzles whose tables everybody shares.
    fn is_usual(&self, subject: Option<&Subject>) -> bool {
        let is_plain = self.goal.is_none() && self.moves.is_none();
        match subject {
            None => true,
            Some(Subject::Family(family)) => is_plain && *family != Family::Sliding,
            Some(Subject::File(_)) => false,
        }
    }

    /// The position as text. A list is written as such, and read like one on the command line.
    fn input_text(&self) -> Option<String> {
        match self.input.as_ref()? {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            value => Some(value.to_string()),
        }
    }

    /// What tables depend on.
    fn key(&self) -> String {
        let is_divider = |c: char| c.is_whitespace() || c == ',';
        let n_cells = self.input_text().map(|input| input.split(is_divider).count());
        let parts = (&self.puzzle, &self.definition, &self.goal, &self.mask, &self.moves, &self.metric);
        format!("{parts:?} {:?} {n_cells:?} {:?}", self.size, (&self.omit, &self.weights, &self.pattern))
    }
}

/// Which puzzle a command is about.
fn subject_of(command: &mut Command) -> Option<&mut Subject> {
    match command {
        Command::Solve(args) => Some(&mut args.subject),
        Command::Hint(args) => Some(&mut args.subject),
        Command::Check(args) => Some(&mut args.subject),
        Command::Compare(args) => Some(&mut args.subject),
        Command::Count(args) => Some(&mut args.subject),
        Command::Scramble(args) => Some(&mut args.puzzle.subject),
        _ => None,
    }
}

/// Holds a command to what a server can do for one of many.
fn restrain(command: &mut Command, capacity: &Capacity) -> Result<(), Failure> {
    match command {
        Command::Solve(args) => limit(&mut args.limits, &args.subject, capacity),
        Command::Hint(args) => {
            // The server's limit is not what a hint is worth.
            args.limits.timeout.get_or_insert(HINT_TIME);
            limit(&mut args.limits, &args.subject, capacity);
        }
        Command::Check(args) => limit(&mut args.limits, &args.subject, capacity),
        Command::Compare(args) => limit(&mut args.limits, &args.subject, capacity),
        Command::Count(args) => limit(&mut args.limits, &args.subject, capacity),
        Command::Scramble(args) if args.count > MOST_DRAWN => {
            return Err(Failure::usage(format!("at most {MOST_DRAWN} are drawn at once")).at("count"));
        }
        _ => {}
    }
    Ok(())
}

/// Holds limits to those of the server. A request that names no time gets an answer as the command line gives it: what the server allows
/// is not time that the client wants to be used. The job as a whole is stopped when its time is over.
fn limit(limits: &mut args::Limits, subject: &Subject, capacity: &Capacity) {
    limits.timeout = limits.timeout.map(|asked| asked.min(capacity.time));
    limits.ceiling = Some(match subject {
        // Its tables are shared by all jobs.
        Subject::Family(Family::Cube3) => capacity.memory_of_shared(),
        _ => capacity.memory_of_one(),
    });
}

/// What clap says is wrong, in one line.
fn mistyped(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let first = text.lines().next().unwrap_or_default();
    let listed = text.lines().map(str::trim).find(|line| line.starts_with("[possible values"));
    let message = first.strip_prefix("error: ").unwrap_or(first).to_string();
    match listed {
        Some(values) => Failure::usage(message).hint(values.trim_matches(['[', ']'])),
        None => Failure::usage(message),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn order(name: &'static str, body: &str) -> Result<Order, Failure> {
        let ask: Ask = serde_json::from_str(body).map_err(|error| Failure::usage(error.to_string()))?;
        ask.order(name, &Capacity { memory: 1 << 30, ..Capacity::usual() })
    }

    fn command(ordered: Result<Order, Failure>) -> Command {
        match ordered.map_err(|failure| failure.message).unwrap().work {
            Work::Command(command) => *command,
            Work::Definition(_) => panic!("no command"),
        }
    }

    #[test]
    fn groups_of_tiles_are_those_of_the_command_line() {
        let ask = |groups: &str| {
            let input = "1 2 3/4 5 6/0 7 8";
            order("solve", &format!(r#"{{"puzzle": "sliding", "input": "{input}", "pattern": "{groups}"}}"#))
        };
        for groups in ["4-4+blank", "1,2,3/4,5,6,7,8"] {
            let Command::Solve(args) = command(ask(groups)) else { panic!() };
            assert_eq!(args.method.pattern.map(|parts| parts.to_string()).as_deref(), Some(groups));
        }
        let failure = ask("1,2/2,3").map(|_| ()).unwrap_err();
        assert!(failure.message.ends_with("group 2: tile 2 is in group 1 already, expected every tile once"));
    }

    #[test]
    fn options_are_those_of_the_command_line() {
        let body = r#"{"puzzle": "3x3x3", "input": "R U", "optimal": true, "all": false, "goal": "eo", "timeout": 2.5,
                       "threads": 3, "max_length": 9}"#;
        let Command::Solve(args) = command(order("solve", body)) else { panic!() };
        assert_eq!(args.inputs, ["R U"]);
        assert!(args.method.optimal && !args.several.all && args.output.json);
        assert_eq!(args.goal.goal, ["eo"]);
        assert_eq!(args.limits.timeout, Some(Duration::from_millis(2500)));
        assert_eq!((args.threads.threads, args.limits.max_length), (Some(3), Some(9)));
        let body = r#"{"puzzle": "sliding", "input": "--all", "algorithms": ["ida", "astar"]}"#;
        let Command::Compare(args) = command(order("compare", body)) else { panic!() };
        assert_eq!((args.inputs, args.algorithms.len()), (vec!["--all".to_string()], 2));
        // The server's limits are not what was asked for.
        assert!(args.limits.max_memory.is_none() && args.limits.timeout.is_none());
        assert!(args.limits.ceiling.is_some_and(|bytes| bytes < 1 << 30));
    }

    #[test]
    fn what_is_refused() {
        for (name, body, expected) in [
            ("solve", r#"{"puzzle": "3x3x3"}"#, "a position is missing"),
            ("solve", r#"{"input": "R"}"#, "a puzzle is missing"),
            ("solve", r#"{"puzzle": "/etc/passwd", "input": "R"}"#, "no puzzle of this server"),
            ("solve", r#"{"puzzle": "-", "input": "R"}"#, "no puzzle of this server"),
            ("solve", r#"{"puzzle": "3x3x3", "input": "R", "tables": "/tmp"}"#, "unknown field"),
            ("solve", r#"{"puzzle": "3x3x3", "input": "R", "journal": "/tmp/x"}"#, "unknown field"),
            (
                "solve",
                r#"{"puzzle": "3x3x3", "input": "R", "word": "LATCH"}"#,
                "unexpected argument '--word'",
            ),
            ("solve", r#"{"puzzle": "3x3x3", "input": "R", "algorithm": "luck"}"#, "invalid value 'luck'"),
            ("solve", r#"{"puzzle": "3x3x3", "input": "R", "timeout": -1}"#, "invalid value '-1"),
            ("scramble", r#"{"puzzle": "3x3x3", "count": 1000000}"#, "at most 1000"),
        ] {
            let failure = order(name, body).err().unwrap_or_else(|| panic!("{body} is accepted"));
            assert!(failure.message.contains(expected), "{body}: {}", failure.message);
        }
    }

    /// A definition is a text, and its tables are not everybody's.
    #[test]
    fn a_definition_comes_along() {
        let body = r#"{"definition": "Name X", "input": "R"}"#;
        let ordered = order("solve", body).map_err(|f| f.message).unwrap();
        assert!(ordered.subject.is_some());
        let Command::Solve(args) = command(Ok(ordered)) else { panic!() };
        assert_eq!(args.subject, Subject::File("Name X".to_string()));
        let usual = order("solve", r#"{"puzzle": "3x3x3", "input": "R"}"#).map_err(|f| f.message).unwrap();
        assert_eq!(usual.subject, None);
    }
}
