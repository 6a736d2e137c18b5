//! Parsing of HTTP request bodies. A body names options as the command line does and becomes the request that every
//! front end makes. It holds texts only: nothing in it can name a file of this machine.

use std::collections::BTreeMap;
use std::time::Duration;

use deepen::answer::CompareSpec;
use deepen::bench::scaling::{ScalingSpec, default_thread_counts};
use deepen::front::{Request, RequestLimits, all_threads};
use deepen::solver::input_text::cut;
use deepen::solver::{
    MethodSpec, OptionInfo, OptionKind, OptionValue, Options, Purpose, PuzzleRef, ScrambleSpec, Solver,
    TaskSpec, Text,
};
use deepen::{Error, Registry, Store, memory};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::field_check::{self, found};
use crate::jobs::Capacity;
use crate::response::shortened;

/// A puzzle and the options of a command. Every option has the same meaning as on the command line.
#[derive(Deserialize, Default, Debug)]
#[cfg_attr(test, derive(Serialize))]
#[serde(default)]
pub struct ApiRequest {
    /// A name in `/api/list`, or an event like `333bf` or `minx`.
    pub puzzle: Option<String>,
    /// The definition of a puzzle, in twsearch's format or as KPuzzle JSON, instead of a name.
    pub definition: Option<String>,
    /// One position: moves, facelets, a board, a word and a board; also a list of moves, or of rows of tiles.
    pub input: Option<Value>,
    /// The goal: a name in `/api/list`, or a position; for defined puzzles also several, of which any is reached.
    goal: Option<OneOrMore>,
    /// The metric.
    metric: Option<String>,
    /// The allowed moves, like `U,R,F2`.
    moves: Option<String>,
    /// The search algorithm.
    algorithm: Option<String>,
    /// The heuristic.
    heuristic: Option<String>,
    /// Weight of the heuristic in weighted-astar.
    weight: Option<f64>,
    /// Require a proved shortest solution.
    optimal: Option<bool>,
    /// Continue to shorter solutions until a limit or an optimality proof ends the search.
    improve: Option<bool>,
    /// Improve until this many phase 1 solutions have been tried.
    #[serde(alias = "probes")]
    max_phase1: Option<u64>,
    /// Find all optimal solutions.
    all: Option<bool>,
    /// Find all solutions up to this many moves longer than the shortest.
    within: Option<u32>,
    /// Number of solutions to return.
    max_solutions: Option<usize>,
    /// Minimum solution length.
    min_length: Option<u32>,
    /// Maximum solution length.
    max_length: Option<u32>,
    /// Time limit of a search in seconds, up to the server's limit.
    timeout: Option<f64>,
    /// Node limit of a search.
    max_nodes: Option<u64>,
    /// Memory limit for stored states, like `500M`, up to the server's limit.
    max_memory: Option<String>,
    /// Number of threads; all spare threads by default.
    threads: Option<u32>,
    /// The moves to check (check).
    solution: Option<String>,
    /// Algorithms to compare (compare).
    algorithms: Option<OneOrMore>,
    /// Heuristics to compare (compare).
    heuristics: Option<OneOrMore>,
    /// Number of scrambles (scramble).
    count: Option<u64>,
    /// Seed of the random number generator (scramble).
    seed: Option<u64>,
    /// Bound of the timed round (scaling).
    bound: Option<u32>,
    /// Number of Korf's board (scaling).
    #[serde(rename = "board")]
    korf: Option<u32>,
    /// Numbers of threads (scaling).
    threads_list: Option<Vec<u32>>,
    /// Solver-specific options.
    #[serde(flatten)]
    own: BTreeMap<String, Value>,
}

/// A word, or several.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
pub enum OneOrMore {
    /// One.
    One(String),
    /// Several.
    More(Vec<String>),
}

impl OneOrMore {
    fn list(&self) -> Vec<String> {
        match self {
            OneOrMore::One(one) => one.split(',').map(str::to_string).collect(),
            OneOrMore::More(several) => several.clone(),
        }
    }
}

/// The work of a job.
pub enum Work {
    /// Solve a puzzle.
    Solve(Request),
    /// Find the next move.
    Hint(Request),
    /// Check a puzzle, or moves on it.
    Check(Request, Option<String>),
    /// Compare several searches.
    Compare(Request, CompareSpec),
    /// Count positions.
    Count(Request),
    /// Generate scrambles.
    Scramble {
        /// Puzzle and format.
        spec: Box<ScrambleSpec>,
        /// Number of scrambles.
        count: u64,
        /// Seed; None for a random one.
        seed: Option<u64>,
    },
    /// Measure one search with several numbers of threads.
    Scaling(ScalingSpec),
    /// Export a definition.
    Definition(PuzzleRef),
}

/// Specification of a job.
pub struct JobSpec {
    /// The work.
    pub work: Work,
    /// Key of the solvers in the cache; None for those that all jobs share.
    pub cache_key: Option<String>,
    /// True if the job is usually short and should not wait for long ones.
    pub is_short: bool,
    /// Number of threads that fill tables, if limited.
    pub threads: Option<usize>,
}

impl JobSpec {
    /// Creates the job that exports a definition.
    pub fn of_definition(puzzle: PuzzleRef) -> JobSpec {
        JobSpec { work: Work::Definition(puzzle), cache_key: None, is_short: true, threads: None }
    }
}

/// Commands with a body, by their addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// A command on a puzzle.
    Puzzle(Purpose),
    /// The scaling benchmark.
    Scaling,
}

impl Command {
    /// All commands.
    pub const ALL: [(&'static str, Command); 7] = [
        ("solve", Command::Puzzle(Purpose::Solve)),
        ("hint", Command::Puzzle(Purpose::Hint)),
        ("check", Command::Puzzle(Purpose::Check)),
        ("compare", Command::Puzzle(Purpose::Compare)),
        ("count", Command::Puzzle(Purpose::Count)),
        ("scramble", Command::Puzzle(Purpose::Scramble)),
        ("scaling", Command::Scaling),
    ];
}

impl ApiRequest {
    /// Parses a body.
    ///
    /// # Errors
    /// If it is no JSON object, or a field has a value of another type or out of range.
    pub fn parse(body: &[u8]) -> Result<ApiRequest, Error> {
        let object = field_check::parse(body)?;
        serde_json::from_value(object).map_err(|error| Error::usage(error.to_string()).at("the body"))
    }

    /// Validates the request and returns the job for a command.
    ///
    /// # Errors
    /// If the options are invalid or contradict each other.
    pub fn job(&self, command: Command, registry: &Registry, capacity: &Capacity) -> Result<JobSpec, Error> {
        self.check_fields(command)?;
        let threads = self.threads.map(|n| n as usize);
        let Command::Puzzle(purpose) = command else {
            let listed = self.threads_list.as_ref().map(|list| list.iter().map(|&n| n as usize).collect());
            let threads_list =
                listed.unwrap_or_else(|| default_thread_counts(threads.unwrap_or_else(all_threads)));
            let spec = ScalingSpec { board: self.korf, bound: self.bound, threads: threads_list };
            return Ok(JobSpec { work: Work::Scaling(spec), cache_key: None, is_short: false, threads });
        };
        let puzzle = self.puzzle(registry)?;
        let options = self.options(registry, purpose)?;
        if purpose == Purpose::Scramble {
            return self.scramble(puzzle, options, capacity);
        }
        let mut task = TaskSpec::new(puzzle, purpose);
        task.metric = self.metric.clone();
        task.moves = self.moves.clone();
        task.options = options;
        task.method = self.method()?;
        let goals = self.goal.as_ref().map(|goal| match goal {
            OneOrMore::One(goal) => vec![goal.clone()],
            OneOrMore::More(goals) => goals.clone(),
        });
        task.goals = goals.unwrap_or_default().into_iter().map(Text::given).collect();
        let solver = registry.solver_for(&task)?;
        let limits = self.limits(&*solver, capacity)?;
        let inputs = match (purpose, self.input_text()) {
            (Purpose::Count, _) => Vec::new(),
            (_, Some(input)) => vec![Text::given(input)],
            (_, None) => return Err(Error::usage("a position is missing").at("input")),
        };
        let is_usual = solver.info().shares_tables && task.goals.is_empty() && task.moves.is_none();
        let cache_key = (!is_usual).then(|| self.key());
        let is_short = match purpose {
            Purpose::Check => !task.method.optimal,
            purpose => purpose == Purpose::Hint,
        };
        let request = Request { task, inputs, limits, threads, store: Store::nowhere() };
        let work = match purpose {
            Purpose::Solve | Purpose::Batch | Purpose::Scramble => Work::Solve(request),
            Purpose::Hint => Work::Hint(request),
            Purpose::Check => Work::Check(request, self.solution.clone()),
            Purpose::Count => Work::Count(request),
            Purpose::Compare => {
                let list =
                    |names: &Option<OneOrMore>| names.as_ref().map(OneOrMore::list).unwrap_or_default();
                let spec = CompareSpec {
                    algorithms: list(&self.algorithms),
                    heuristics: list(&self.heuristics),
                    caps_blind_nodes: self.max_nodes.is_none(),
                };
                Work::Compare(Request { threads: Some(threads.unwrap_or(1)), ..request }, spec)
            }
        };
        Ok(JobSpec { work, cache_key, is_short, threads })
    }

    /// Rejects fields of other commands, because ignoring one would answer a different question.
    fn check_fields(&self, command: Command) -> Result<(), Error> {
        use Purpose::{Check, Compare, Count, Hint, Scramble, Solve};
        let is = |purposes: &[Purpose]| matches!(command, Command::Puzzle(one) if purposes.contains(&one));
        let (solves, scrambles, scales) = (is(&[Solve]), is(&[Scramble]), command == Command::Scaling);
        let is_set = |flag: Option<bool>| flag == Some(true);
        let searches = is(&[Solve, Hint, Check, Compare, Count]);
        let fields = [
            ("puzzle", self.puzzle.is_some(), !scales),
            ("definition", self.definition.is_some(), !scales),
            ("input", self.input_text().is_some(), searches && !is(&[Count])),
            ("goal", self.goal.is_some(), searches || scrambles),
            ("metric", self.metric.is_some(), searches),
            ("moves", self.moves.is_some(), searches),
            ("algorithm", self.algorithm.is_some(), solves),
            ("heuristic", self.heuristic.is_some(), solves),
            ("weight", self.weight.is_some(), is(&[Solve, Compare])),
            ("optimal", is_set(self.optimal), is(&[Solve, Check])),
            ("improve", is_set(self.improve), solves),
            ("max_phase1", self.max_phase1.is_some(), solves),
            ("all", is_set(self.all), solves),
            ("within", self.within.is_some(), solves),
            ("max_solutions", self.max_solutions.is_some(), solves),
            ("min_length", self.min_length.is_some(), solves),
            ("max_length", self.max_length.is_some(), searches),
            ("timeout", self.timeout.is_some(), searches),
            ("max_nodes", self.max_nodes.is_some(), searches),
            ("max_memory", self.max_memory.is_some(), searches),
            ("solution", self.solution.is_some(), is(&[Check])),
            ("algorithms", self.algorithms.is_some(), is(&[Compare])),
            ("heuristics", self.heuristics.is_some(), is(&[Compare])),
            ("count", self.count.is_some(), scrambles),
            ("seed", self.seed.is_some(), scrambles),
            ("bound", self.bound.is_some(), scales),
            ("board", self.korf.is_some(), scales),
            ("threads_list", self.threads_list.is_some(), scales),
        ];
        if let Some((name, ..)) = fields.iter().find(|(_, is_given, is_taken)| *is_given && !*is_taken) {
            let all = Command::ALL.iter().find(|(_, other)| *other == command);
            let command = all.map_or("this command", |(name, _)| name);
            return Err(Error::usage(format!("the field `{name}` is not for {command}")).at(*name));
        }
        if self.max_solutions.is_some() && !is_set(self.all) && self.within.is_none() {
            return Err(Error::usage("expected `all` or `within` beside it").at("max_solutions"));
        }
        Ok(())
    }

    fn scramble(&self, puzzle: PuzzleRef, options: Options, capacity: &Capacity) -> Result<JobSpec, Error> {
        let count = self.count.unwrap_or(1);
        let goal = match &self.goal {
            None => None,
            Some(OneOrMore::One(goal)) => Some(Text::given(goal)),
            Some(OneOrMore::More(_)) => return Err(Error::usage("expected one goal").at("goal")),
        };
        let spec = ScrambleSpec {
            puzzle,
            format: None,
            goal,
            many: count > 1,
            details: true,
            memory: capacity.memory_of_one(),
            options,
        };
        let work = Work::Scramble { spec: Box::new(spec), count, seed: self.seed };
        let threads = self.threads.map(|n| n as usize);
        Ok(JobSpec { work, cache_key: Some(self.key()), is_short: true, threads })
    }

    /// Returns the puzzle.
    fn puzzle(&self, registry: &Registry) -> Result<PuzzleRef, Error> {
        match (&self.definition, &self.puzzle) {
            (Some(definition), _) => Ok(PuzzleRef::Definition(Text::given(definition))),
            (None, None) => Err(Error::usage("a puzzle is missing").at("puzzle")),
            (None, Some(puzzle)) if registry.find(puzzle).is_some() => Ok(PuzzleRef::Named(puzzle.clone())),
            (None, Some(puzzle)) => {
                let puzzle = cut(puzzle);
                let error = Error::usage(format!("{puzzle:?} is not a puzzle of this server")).at("puzzle");
                let special = registry.solvers().iter().filter(|solver| !solver.info().reads_definitions);
                let names: Vec<&str> = special.map(|solver| solver.info().name).collect();
                Err(error.hint(format!(
                    "expected {}, an event like 333 or minx, or a name of `definitions` in /api/list; the text of a \
                     definition goes into the field `definition`",
                    names.join(", ")
                )))
            }
        }
    }

    fn method(&self) -> Result<MethodSpec, Error> {
        Ok(MethodSpec {
            algorithm: self.algorithm.clone(),
            heuristic: self.heuristic.clone().filter(|name| name != deepen::solver::method::AUTO),
            weight: self.weight.map(weight).transpose()?,
            optimal: self.optimal.unwrap_or(false),
            improve: self.improve.unwrap_or(false),
            max_phase1: self.max_phase1,
            all: self.all.unwrap_or(false),
            within: self.within,
            min_length: self.min_length.unwrap_or(0),
        })
    }

    /// Returns the limits within those of the server. A request without a time limit gets the same answer as on the
    /// command line: the server's limit is not time that the client wants to be used up. The job as a whole is stopped
    /// at the server's limit.
    fn limits(&self, solver: &dyn Solver, capacity: &Capacity) -> Result<RequestLimits, Error> {
        let expected = || Error::usage("expected seconds, 0 or more, like 10 or 2.5").at("timeout");
        let timeout = match self.timeout {
            None => None,
            Some(seconds) if seconds >= 0.0 => {
                let timeout = Duration::try_from_secs_f64(seconds).map_err(|_| expected())?;
                Some(timeout.min(capacity.time))
            }
            Some(_) => return Err(expected()),
        };
        let memory = self.max_memory.as_deref().map(memory::parse).transpose();
        // Tables that all jobs share have a memory budget of their own.
        let has_shared = solver.info().shares_tables && !solver.stored_tables().is_empty();
        Ok(RequestLimits {
            max_length: self.max_length,
            timeout,
            max_nodes: self.max_nodes,
            max_memory: memory.map_err(|message| Error::usage(message).at("max_memory"))?,
            memory_cap: Some(if has_shared { capacity.memory_of_shared() } else { capacity.memory_of_one() }),
            max_solutions: self.max_solutions,
        })
    }

    /// Parses the options that solvers declare.
    fn options(&self, registry: &Registry, purpose: Purpose) -> Result<Options, Error> {
        let mut options = Options::default();
        let all = || registry.solvers().iter().flat_map(|solver| solver.info().options);
        for (name, value) in self.own.iter().filter(|(_, value)| !value.is_null()) {
            let info = all()
                .find(|info| info.name == name && info.purposes.contains(&purpose))
                .or_else(|| all().find(|info| info.name == name));
            let unknown = || Error::usage(format!("unknown field {}", shortened(name))).at("the body");
            let info = info.ok_or_else(unknown)?;
            if let Some(value) = option_value(info, value)? {
                options.set(info.name, value);
            }
        }
        Ok(options)
    }

    /// Returns the position as text. A list is formatted as JSON and parsed as on the command line.
    fn input_text(&self) -> Option<String> {
        match self.input.as_ref()? {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            value => Some(value.to_string()),
        }
    }

    /// Returns the cache key: everything that tables depend on.
    fn key(&self) -> String {
        let is_divider = |c: char| c.is_whitespace() || c == ',';
        let n_cells = self.input_text().map(|input| input.split(is_divider).count());
        format!(
            "{:?}",
            (&self.puzzle, &self.definition, &self.goal, &self.moves, &self.metric, &self.own, n_cells)
        )
    }
}

/// Converts the value of a declared option; None if a flag is false.
fn option_value(info: &OptionInfo, value: &Value) -> Result<Option<OptionValue>, Error> {
    let unexpected = |value: &Value, expected: &str| {
        Error::usage(format!("found {}, expected {expected}", found(value))).at(info.name)
    };
    let text = |value: &Value| match value {
        Value::String(text) => Ok(text.clone()),
        _ => Err(unexpected(value, "a string")),
    };
    Ok(Some(match (info.kind, value) {
        (OptionKind::Texts, Value::Array(values)) if values.is_empty() => return Ok(None),
        (OptionKind::Flag, Value::Bool(true)) => OptionValue::Flag,
        (OptionKind::Flag, Value::Bool(false)) => return Ok(None),
        (OptionKind::Flag, _) => return Err(unexpected(value, "true or false")),
        (OptionKind::Text | OptionKind::File, value) => OptionValue::Text(Text::given(text(value)?)),
        (OptionKind::Texts, Value::Array(values)) => {
            OptionValue::Texts(values.iter().map(text).collect::<Result<_, _>>()?)
        }
        (OptionKind::Texts, value) => OptionValue::Texts(vec![text(value)?]),
        (OptionKind::Number, value) => match value.as_u64() {
            Some(number) => OptionValue::Number(number),
            None => return Err(unexpected(value, "an integer, 0 or more")),
        },
    }))
}

/// Converts a weight into percent.
fn weight(weight: f64) -> Result<u32, Error> {
    let percent = weight * 100.0;
    if !(100.0..=10_000.0).contains(&percent) || (percent - percent.round()).abs() > 1e-6 {
        let message = "expected a decimal from 1 to 100 with at most two places, like 1.5";
        return Err(Error::usage(message).at("weight"));
    }
    Ok(percent.round() as u32)
}

#[cfg(test)]
mod tests;
