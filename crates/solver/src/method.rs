//! How a puzzle is to be solved: as it is asked for ([`MethodSpec`]) and as it is carried out ([`Method`]). Between them
//! are the rules which options go with which algorithm. They exist here only, and ask the data that solvers declare.

use search::{Cost, Limits};

use crate::algorithm::{Algorithm, AlgorithmInfo};
use crate::error::Error;
use crate::heuristic::Heuristic;
use crate::task::Task;

/// How a puzzle is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    /// How to search.
    pub algorithm: Algorithm,
    /// What to estimate with; None picks the strongest that is ready at once.
    pub heuristic: Option<Heuristic>,
    /// Weight of the heuristic in weighted A*, in percent, at least 100.
    pub weight: u32,
    /// Every optimal solution rather than one.
    pub all: bool,
    /// Go on to shorter solutions until a limit or a proof ends it.
    pub improve: bool,
    /// Solutions up to so many moves longer than the shortest, too; then all of them are meant.
    pub within: Cost,
    /// Solutions of fewer moves do not count.
    pub min_length: Cost,
    /// Stop improving after this many first phases, which unlike time gives the same answer on every machine.
    pub max_phase1: Option<u64>,
    /// Use the small tables of two phases even if the large ones are there: the answer is then the same whatever was
    /// solved before.
    pub small_tables: bool,
}

impl Method {
    /// One solution by an algorithm, with everything else as usual.
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

    /// True if more than one solution is asked for.
    pub fn wants_several(&self) -> bool {
        self.all || self.within > 0
    }
}

impl Default for Method {
    fn default() -> Self {
        Method::by(Algorithm::IDA_STAR)
    }
}

/// How a puzzle is to be solved, as a user says it. What is left open is filled in by the task.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct MethodSpec {
    /// The name of an algorithm.
    pub algorithm: Option<String>,
    /// The name of a heuristic.
    pub heuristic: Option<String>,
    /// Weight of the heuristic in weighted A*, in percent.
    pub weight: Option<u32>,
    /// Only a solution that is proved to be a shortest one will do.
    pub optimal: bool,
    /// Go on to shorter solutions until a limit or a proof ends it.
    pub improve: bool,
    /// The same for so many first phases.
    pub max_phase1: Option<u64>,
    /// Every optimal solution.
    pub all: bool,
    /// Every solution up to so many moves longer than the shortest.
    pub within: Option<Cost>,
    /// Solutions of fewer moves do not count.
    pub min_length: Cost,
}

/// What limits were asked for, as far as they decide how to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LimitsSpec {
    /// The caller has given a time to use.
    pub has_time: bool,
    /// The longest solution that is looked for.
    pub max_length: Option<Cost>,
    /// Memory that the caller has asked for.
    pub memory_given: Option<u64>,
    /// Memory that may be used.
    pub memory: u64,
}

impl Default for LimitsSpec {
    fn default() -> Self {
        LimitsSpec { has_time: false, max_length: None, memory_given: None, memory: u64::MAX }
    }
}

/// What decides which algorithm is used if none is named.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MethodHints {
    /// A proved shortest solution is wanted.
    pub optimal: bool,
    /// Several solutions are wanted.
    pub several: bool,
    /// A heuristic is named.
    pub has_heuristic: bool,
    /// The next move of a shortest solution is wanted, if it is found in a few seconds.
    pub hint: bool,
}

impl MethodSpec {
    /// True if more than one solution is asked for.
    pub fn wants_several(&self) -> bool {
        self.all || self.within.is_some()
    }

    /// True if neither a search is named nor something asked for that only some searches find: then the size of a puzzle
    /// may decide how it is solved.
    pub fn is_unspecified(&self) -> bool {
        self.algorithm.is_none() && self.heuristic.is_none() && !self.optimal && !self.wants_several()
    }

    /// Returns how the puzzles of a task are solved.
    ///
    /// # Errors
    /// If an option does not exist for the task, or options contradict each other.
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
            return Err(error.hint("try --algorithm weighted-astar"));
        }
        if heuristic.is_some() && !info.uses_heuristic {
            return Err(Error::usage(format!("{name} asks for no heuristic")).hint("leave out --heuristic"));
        }
        if self.optimal && !info.optimal && !info.improves {
            return Err(Error::usage(format!("{name} proves nothing, so --optimal cannot be had from it")));
        }
        // Time or probes that are given are meant to be used, unless a length says what is good enough.
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

    /// The heuristic that is named, or implied by an option of the solver's own.
    fn heuristic(&self, task: &dyn Task) -> Result<Option<Heuristic>, Error> {
        let Some(name) = self.heuristic.as_deref().filter(|name| *name != AUTO) else {
            return Ok(task.implied_heuristic());
        };
        let found = task.heuristics().iter().find(|info| info.is_called(name));
        match (found, task.implied_heuristic()) {
            (Some(info), Some(implied)) if info.heuristic != implied => Err(Error::usage(format!(
                "the options ask for the heuristic {}, and for {name}",
                implied.name()
            ))),
            (Some(info), _) => Ok(Some(info.heuristic)),
            (None, _) => Err(unknown_heuristic(task, name)),
        }
    }
}

/// The heuristic that is the strongest ready at once.
pub const AUTO: &str = "auto";

/// Checks that an algorithm can do what a method asks of it. The rules are those of [`AlgorithmInfo`].
///
/// # Errors
/// If it cannot, with the reason.
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
        let error = Error::usage(format!("{name} of {puzzle} finds no solutions of a least length"));
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

/// The longest solution that limits allow, if they say so.
pub fn max_length(limits: &Limits) -> Option<Cost> {
    Some(limits.max_cost).filter(|&most| most < Limits::default().max_cost)
}

/// What a task's algorithm can do.
///
/// # Errors
/// If the task has no such algorithm.
pub fn algorithm_info(task: &dyn Task, algorithm: Algorithm) -> Result<&'static AlgorithmInfo, Error> {
    find_algorithm(task, algorithm.name())
}

fn find_algorithm(task: &dyn Task, name: &str) -> Result<&'static AlgorithmInfo, Error> {
    let found = task.algorithms().iter().find(|info| info.name() == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = task.algorithms().iter().map(AlgorithmInfo::name).collect();
        Error::usage(format!("{name} does not exist for {}; expected {}", task.subject(), names.join(", ")))
    })
}

fn unknown_heuristic(task: &dyn Task, name: &str) -> Error {
    let names: Vec<&str> = task.heuristics().iter().map(|info| info.name()).collect();
    let expected = match names.is_empty() {
        true => ", whose searches ask for none".to_string(),
        false => format!("; expected {}", names.join(", ")),
    };
    Error::usage(format!("the heuristic {name} does not exist for {}{expected}", task.subject()))
}
