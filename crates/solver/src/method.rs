//! How a puzzle is solved: as requested by the user ([`MethodSpec`]) and as executed ([`Method`]).
//! [`MethodSpec::resolve`] and [`check`] hold the rules which options go with which algorithm. The rules exist here
//! only and use the capabilities that solvers declare ([`AlgorithmInfo`]).

use search::{Cost, Limits};

use crate::algorithm::{Algorithm, AlgorithmInfo};
use crate::error::Error;
use crate::heuristic::Heuristic;
use crate::task::Task;

/// A resolved method: algorithm, heuristic and options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic; None selects the strongest one that is available without waiting.
    pub heuristic: Option<Heuristic>,
    /// Weight of the heuristic in weighted A*, in percent, at least 100.
    pub weight: u32,
    /// Find all optimal solutions instead of one.
    pub all: bool,
    /// Continue to shorter solutions until a limit or an optimality proof ends the search.
    pub improve: bool,
    /// Also find solutions that are up to this many moves longer than the shortest; implies all of them.
    pub within: Cost,
    /// Minimum length: shorter solutions are skipped.
    pub min_length: Cost,
    /// Stop improving after this many phase 1 solutions. Unlike a time limit this gives the same answer on every
    /// machine.
    pub max_phase1: Option<u64>,
    /// Use the small prune tables of the two-phase algorithm even if the large ones are ready, so that the answer does
    /// not depend on what was solved before.
    pub small_tables: bool,
}

impl Method {
    /// Creates the method that finds one solution by an algorithm, with default settings.
    pub fn by(algorithm: Algorithm) -> Method {
        Method {
            algorithm,
            heuristic: None,
            weight: 150,
            all: false,
            improve: false,
            within: 0,
            min_length: 0,
            max_phase1: None,
            small_tables: false,
        }
    }

    /// True if more than one solution is requested.
    pub fn wants_several(&self) -> bool {
        self.all || self.within > 0
    }
}

impl Default for Method {
    fn default() -> Self {
        Method::by(Algorithm::IDA_STAR)
    }
}

/// A method as the user requests it. The task fills in what is left open.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct MethodSpec {
    /// Name of the algorithm.
    pub algorithm: Option<String>,
    /// Name of the heuristic.
    pub heuristic: Option<String>,
    /// Weight of the heuristic in weighted A*, in percent.
    pub weight: Option<u32>,
    /// Only a proved optimal solution is acceptable.
    pub optimal: bool,
    /// Continue to shorter solutions until a limit or an optimality proof ends the search.
    pub improve: bool,
    /// Improve until this many phase 1 solutions have been tried.
    pub max_phase1: Option<u64>,
    /// Find all optimal solutions.
    pub all: bool,
    /// Find all solutions up to this many moves longer than the shortest.
    pub within: Option<Cost>,
    /// Minimum length: shorter solutions are skipped.
    pub min_length: Cost,
}

/// The requested limits that influence the choice of the method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LimitsSpec {
    /// True if the user set a time limit.
    pub has_time: bool,
    /// Maximum solution length.
    pub max_length: Option<Cost>,
    /// Memory limit set by the user, in bytes.
    pub memory_given: Option<u64>,
    /// Memory that may be used, in bytes.
    pub memory: u64,
    /// True if more memory must not be used even by a default choice, as on a server with other jobs.
    pub is_memory_capped: bool,
}

impl LimitsSpec {
    /// Returns the memory that every method must keep to, in bytes. None if only the defaults of this machine apply.
    pub fn memory_bound(&self) -> Option<u64> {
        self.memory_given.or(self.is_memory_capped.then_some(self.memory))
    }
}

impl Default for LimitsSpec {
    fn default() -> Self {
        LimitsSpec {
            has_time: false,
            max_length: None,
            memory_given: None,
            memory: u64::MAX,
            is_memory_capped: false,
        }
    }
}

/// The parts of a request that decide the default algorithm ([`Task::default_algorithm`]).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MethodHints {
    /// A proved optimal solution is required.
    pub optimal: bool,
    /// Several solutions are requested.
    pub several: bool,
    /// A heuristic was named.
    pub has_heuristic: bool,
    /// The request is a hint: the next move of an optimal solution, if one is found within seconds.
    pub hint: bool,
}

impl MethodSpec {
    /// True if more than one solution is requested.
    pub fn wants_several(&self) -> bool {
        self.all || self.within.is_some()
    }

    /// True if neither an algorithm nor a heuristic is named and no optimality proof or several solutions are
    /// requested. Then the size of the puzzle may decide how it is solved.
    pub fn is_unspecified(&self) -> bool {
        self.algorithm.is_none() && self.heuristic.is_none() && !self.optimal && !self.wants_several()
    }

    /// Resolves the request into the method for all puzzles of a task.
    ///
    /// # Errors
    /// If an option does not exist for the task or options contradict each other.
    pub fn resolve(&self, task: &dyn Task, limits: &LimitsSpec) -> Result<Method, Error> {
        let hints = MethodHints {
            optimal: self.optimal,
            several: self.wants_several(),
            has_heuristic: self.heuristic.is_some(),
            hint: false,
        };
        let info = match &self.algorithm {
            Some(name) => find_algorithm(task, name)?,
            None => algorithm_info(task, task.default_algorithm(hints))?,
        };
        let heuristic = self.heuristic(task)?;
        let name = info.name();
        if self.weight.is_some() && info.algorithm != Algorithm::WEIGHTED_A_STAR {
            let error = Error::usage(format!("{name} takes no --weight"));
            let has_weights =
                task.algorithms().iter().any(|other| other.algorithm == Algorithm::WEIGHTED_A_STAR);
            let hint = if has_weights { "try --algorithm weighted-astar" } else { "leave out --weight" };
            return Err(error.hint(hint));
        }
        if heuristic.is_some() && !info.uses_heuristic {
            return Err(
                Error::usage(format!("{name} does not use a heuristic")).hint("leave out --heuristic")
            );
        }
        if self.optimal && !info.optimal && !info.improves {
            let proving = task.algorithms().iter().filter(|other| other.optimal);
            let names: Vec<&str> = proving.map(AlgorithmInfo::name).collect();
            let needed = match &names[..] {
                [] => String::new(),
                [one] => format!("; --optimal needs {one}"),
                [others @ .., last] => format!("; --optimal needs {} or {last}", others.join(", ")),
            };
            return Err(Error::usage(format!("{name} cannot prove optimality{needed}")));
        }
        // A given time limit or number of phase 1 solutions is meant to be used up, unless a maximum length says what
        // is good enough.
        let uses_budget = limits.max_length.is_none() && (limits.has_time || self.max_phase1.is_some());
        let mut method = Method {
            heuristic,
            weight: self.weight.unwrap_or(Method::default().weight),
            all: self.wants_several(),
            improve: self.improve || info.improves && (self.optimal || uses_budget),
            within: self.within.unwrap_or(0),
            min_length: self.min_length,
            max_phase1: self.max_phase1,
            small_tables: self.max_phase1.is_none(),
            ..Method::by(info.algorithm)
        };
        check(task, &method, limits.max_length)?;
        task.apply_limits(&mut method, limits)?;
        Ok(method)
    }

    /// Returns the heuristic that is named or implied by a solver-specific option.
    fn heuristic(&self, task: &dyn Task) -> Result<Option<Heuristic>, Error> {
        let Some(name) = self.heuristic.as_deref().filter(|name| *name != AUTO) else {
            return Ok(task.implied_heuristic());
        };
        let found = task.heuristics().iter().find(|info| info.is_called(name));
        match (found, task.implied_heuristic()) {
            (Some(info), Some(implied)) if info.heuristic != implied => {
                Err(Error::usage(format!("the options select two heuristics, {} and {name}", implied.name())))
            }
            (Some(info), _) => Ok(Some(info.heuristic)),
            (None, _) => Err(unknown_heuristic(task, name)),
        }
    }
}

/// Name that selects the strongest heuristic available without waiting.
pub const AUTO: &str = "auto";

/// Checks that the algorithm of a method supports all its options. The rules follow from [`AlgorithmInfo`].
///
/// # Errors
/// If it does not, with the reason.
pub fn check(task: &dyn Task, method: &Method, max_length: Option<Cost>) -> Result<(), Error> {
    let info = algorithm_info(task, method.algorithm)?;
    let (name, puzzle) = (info.name(), task.solver().name);
    if let Some(heuristic) = method.heuristic
        && !task.heuristics().iter().any(|info| info.heuristic == heuristic)
    {
        return Err(unknown_heuristic(task, heuristic.name()));
    }
    if method.within > 0 && !info.finds_longer {
        let error = Error::usage(format!("{name} of {puzzle} finds no solutions longer than the shortest"));
        return Err(if info.finds_all { error.hint("--all finds all shortest ones") } else { error });
    }
    if method.min_length > 0 && !info.has_min_length {
        let error = Error::usage(format!("{name} does not support a minimum length for {puzzle}"));
        return Err(error.hint("leave out --min-length"));
    }
    if method.all && !info.finds_all {
        let error = Error::usage(format!(
            "{name} finds one solution; all optimal solutions are found by ida and dfid"
        ));
        return Err(match info.improves {
            true => error.hint("leave out --all; --improve looks for a shorter one"),
            false => error.hint("try --algorithm ida"),
        });
    }
    if (method.improve || method.max_phase1.is_some()) && !info.improves {
        let error = Error::usage(format!("{name} ends with its first solution and cannot improve it"));
        let improving = task.algorithms().iter().find(|info| info.improves);
        return Err(match improving {
            Some(other) => error.hint(format!("{} improves", other.name())),
            None => error,
        });
    }
    if method.algorithm == Algorithm::DEPTH_FIRST && max_length.is_none() {
        let error = Error::usage("depth-first search needs a cut-off; expected a length limit");
        return Err(error.hint("try --max-length 80"));
    }
    Ok(())
}

/// Returns the maximum solution length of some limits, if they have one.
pub fn max_length(limits: &Limits) -> Option<Cost> {
    Some(limits.max_cost).filter(|&most| most < Limits::default().max_cost)
}

/// Returns the capabilities of an algorithm of a task.
///
/// # Errors
/// If the task does not have the algorithm.
pub fn algorithm_info(task: &dyn Task, algorithm: Algorithm) -> Result<&'static AlgorithmInfo, Error> {
    find_algorithm(task, algorithm.name())
}

fn find_algorithm(task: &dyn Task, name: &str) -> Result<&'static AlgorithmInfo, Error> {
    let found = task.algorithms().iter().find(|info| info.is_called(name));
    found.ok_or_else(|| {
        let names: Vec<&str> = task.algorithms().iter().map(AlgorithmInfo::name).collect();
        Error::usage(format!("{name} does not exist for {}; expected {}", task.subject(), names.join(", ")))
    })
}

fn unknown_heuristic(task: &dyn Task, name: &str) -> Error {
    let names: Vec<&str> = task.heuristics().iter().map(|info| info.name()).collect();
    let expected = match names.is_empty() {
        true => ", whose algorithms do not use one".to_string(),
        false => format!("; expected {}", names.join(", ")),
    };
    Error::usage(format!("the heuristic {name} does not exist for {}{expected}", task.subject()))
}
