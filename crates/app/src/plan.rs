//! From arguments as typed to a plan that makes sense. Nothing is searched before a plan is made, so contradictions
//! cost no time.

mod defined;
mod target;

use std::borrow::Cow;
use std::num::NonZero;
use std::thread;
use std::time::Duration;

use puzzle::Cube3;
use puzzle::parse::cube::{Niss, turns3};
use search::Limits;
use solve::recipe::cube3::optimal::serve::{TIERS, largest_within};
use solve::{
    Aim, Algorithm, Estimate, Family, Method, Metric, Request, SlideMetric, Square1Metric, Store, Twist,
};

pub use self::defined::DefinedTarget;
pub use self::target::Target;
use crate::args;
use crate::args::values::Subject;
use crate::failure::{Failure, method_fault};
use crate::input::{self, Item, Puzzle};
use crate::memory;
use crate::shelf;
use crate::verdict::Wanted;

/// How long a hint may take if no time is given.
pub const HINT_TIME: Duration = Duration::from_secs(5);
/// The most solutions that are compared by symmetry: some hundred bytes each.
const COMPARED: usize = 1_000_000;

/// How to speak to the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Voice {
    /// JSON on stdout.
    pub json: bool,
    /// Results only.
    pub quiet: bool,
    /// Log rounds.
    pub verbose: u8,
}

/// How every puzzle of a command is solved.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which kind of puzzle, and where to go.
    pub target: Target,
    /// What the puzzle is called.
    pub puzzle_name: String,
    /// The goal in words, which every result repeats.
    pub goal_name: String,
    /// The turns that may be used in words, if not all.
    pub turns_name: Option<String>,
    /// How.
    pub method: Method,
    /// Whether a board's size decides how: nobody has asked for a search or for a proof.
    by_size: bool,
    /// Moves made already, which solutions go on from.
    pub after: Option<Niss>,
    /// What must have been found.
    pub wanted: Wanted,
    /// What one search may use.
    pub limits: Limits,
    /// How many solutions are printed. More may have to be kept to be compared.
    pub n_shown: usize,
    /// How long one search may take.
    pub timeout: Option<Duration>,
    /// Threads in all, of this process.
    pub threads: usize,
    /// Processes that share the work.
    pub ranks: usize,
    /// Where large tables are kept.
    pub store: Store,
}

impl Plan {
    /// Of `deepen solve`.
    ///
    /// # Errors
    /// If the options contradict each other or the goal cannot be read.
    pub fn of_solve(args: &args::Solve) -> Result<Plan, Failure> {
        read_once(&args.subject, &args.inputs)?;
        let is_special = is_special(&args.method, &args.several, &args.forced);
        let subject = by_definition(&args.subject, is_special, &args.goal, &args.twist);
        let mut target = Target::new(&subject, &args.goal, &args.twist)?;
        target.force(&args.forced)?;
        target.declare(&args.method, args.several.any() || args.forced.min_length > 0)?;
        let mut method = method(&target, &args.method, &args.limits, &args.several)?;
        method.min_length = args.forced.min_length;
        let after = after(&args.skeleton, args.method.niss, &target)?;
        // Where solutions have no part on the inverse it is only said how the moves before are written.
        method.niss &= after.is_none() || matches!(target, Target::Steps(_));
        let mut plan = Plan::new(target, method, &args.limits, &args.threads)?;
        plan.after = after;
        plan.want(&args.method, &args.several);
        plan.by_size = is_left_open(&args.method, &args.several);
        plan.store = shelf::store(&args.tables)?;
        show_fault(args.show, plan.target.family())?;
        Ok(plan)
    }

    /// Of `deepen batch`. As many searches as threads run at once and share the memory.
    ///
    /// # Errors
    /// If the options contradict each other or the goal cannot be read.
    pub fn of_batch(args: &args::Batch) -> Result<Plan, Failure> {
        read_once(&args.subject, &args.inputs)?;
        let is_special = is_special(&args.method, &args.several, &args.forced);
        let subject = by_definition(&args.subject, is_special, &args.goal, &args.twist);
        let mut target = Target::new(&subject, &args.goal, &args.twist)?;
        target.force(&args.forced)?;
        target.declare(&args.method, args.several.any() || args.forced.min_length > 0)?;
        let mut method = method(&target, &args.method, &args.limits, &args.several)?;
        method.min_length = args.forced.min_length;
        let mut plan = Plan::new(target, method, &args.limits, &args.threads)?;
        plan.want(&args.method, &args.several);
        plan.by_size = is_left_open(&args.method, &args.several);
        plan.method.small_tables = false;
        plan.limits.max_memory /= plan.threads as u64;
        plan.store = shelf::store(&args.tables)?;
        Ok(plan)
    }

    /// Of `deepen hint`: a shortest solution, if it is found in time.
    ///
    /// # Errors
    /// If the options contradict each other or the goal cannot be read.
    pub fn of_hint(args: &args::Hint) -> Result<Plan, Failure> {
        read_once(&args.subject, &args.inputs)?;
        let subject = by_definition(&args.subject, false, &args.goal, &args.twist);
        let mut target = Target::new(&subject, &args.goal, &args.twist)?;
        target.declare_usual()?;
        let algorithm = match target {
            Target::Cube3(_) | Target::Square1(_) => Algorithm::IdaStar,
            _ => target.algorithms()[0],
        };
        let after = after(&args.skeleton, args.niss, &target)?;
        let niss = args.niss && matches!(target, Target::Steps(_));
        let method = Method { algorithm, niss, small_tables: true, ..Method::default() };
        let mut plan = Plan::new(target, method, &args.limits, &args.threads)?;
        (plan.by_size, plan.after) = (true, after);
        plan.timeout = plan.timeout.or(Some(HINT_TIME));
        Ok(plan)
    }

    /// How a puzzle is solved at once if no shortest solution was found in time; None if there is no other way.
    pub fn at_once(&self) -> Option<Plan> {
        let algorithm = match self.target {
            Target::Cube3(_) | Target::Square1(Square1Metric::Twist) => Algorithm::TwoPhase,
            Target::Sliding(..) => Algorithm::Construct,
            Target::Shuffdle(_) => Algorithm::Greedy,
            _ => return None,
        };
        let method = Method { algorithm, improve: false, ..self.method };
        Some(Plan { method, by_size: false, ..self.clone() })
    }

    /// Of `deepen check`.
    ///
    /// # Errors
    /// If the options contradict each other or the goal cannot be read.
    pub fn of_check(args: &args::Check) -> Result<Plan, Failure> {
        read_once(&args.subject, &args.inputs)?;
        let subject = by_definition(&args.subject, args.optimal, &args.goal, &args.twist);
        let target = Target::new(&subject, &args.goal, &args.twist)?;
        let algorithm = match target {
            Target::Cube3(_) | Target::Square1(_) if args.optimal => Algorithm::IdaStar,
            Target::Square1(metric) => usual_of_square1(metric),
            _ => target.algorithms()[0],
        };
        let method = Method { algorithm, small_tables: true, ..Method::default() };
        let plan = Plan::new(target, method, &args.limits, &args.threads)?;
        Ok(Plan { store: shelf::store(&args.tables)?, ..plan })
    }

    /// Of one run of `deepen compare`; its method is filled in later.
    ///
    /// # Errors
    /// If the goal cannot be read.
    pub fn of_compare(args: &args::Compare) -> Result<Plan, Failure> {
        read_once(&args.subject, &args.inputs)?;
        let subject = by_definition(&args.subject, true, &args.goal, &args.twist);
        let target = Target::new(&subject, &args.goal, &args.twist)?;
        if matches!(target, Target::Steps(_)) {
            return Err(Failure::usage("steps are found by one search, so there is nothing to compare")
                .hint("try deepen solve"));
        }
        let algorithm = target.algorithms()[0];
        let method = Method { algorithm, weight: args.weight, small_tables: true, ..Method::default() };
        let threads = args::Threads { threads: Some(args.threads) };
        let mut plan = Plan::new(target, method, &args.limits, &threads)?;
        plan.timeout = plan.timeout.or(Some(Duration::from_secs(10)));
        plan.store = shelf::store(&args.tables)?;
        Ok(plan)
    }

    fn new(
        target: Target,
        method: Method,
        limits: &args::Limits,
        threads: &args::Threads,
    ) -> Result<Plan, Failure> {
        let plan = Plan {
            puzzle_name: target.puzzle_name(),
            goal_name: target.goal_name(),
            turns_name: match &target {
                Target::Defined(defined) => defined.moves.clone(),
                _ => target.turns().map(|turns| turns.to_string()),
            },
            target,
            method,
            by_size: false,
            after: None,
            wanted: Wanted::Any,
            limits: self::limits(limits),
            n_shown: usize::MAX,
            timeout: limits.timeout,
            threads: n_threads(threads),
            ranks: 1,
            store: Store::nowhere(),
        };
        plan.check()?;
        Ok(plan)
    }

    /// Takes down what must be found and how much of it is told.
    fn want(&mut self, method: &args::Method, several: &args::Several) {
        if method.optimal {
            self.wanted = Wanted::Proved;
        }
        if several.any() {
            self.wanted = Wanted::All;
            self.n_shown = several.max_solutions.max(1);
            self.limits.max_solutions = if several.up_to_symmetry { COMPARED } else { several.max_solutions };
        }
    }

    /// What can be said before any puzzle is seen.
    fn check(&self) -> Result<(), Failure> {
        let Method { algorithm, all, within, min_length, niss, up_to_symmetry, .. } = self.method;
        let is_step = matches!(self.target, Target::Steps(_));
        let has_longer = is_step
            || matches!(self.target, Target::Cube3(_) | Target::Defined(_))
                && algorithm == Algorithm::IdaStar;
        if niss && !is_step {
            return Err(solve::Error::NoInverse.into());
        }
        if up_to_symmetry && !matches!(self.target, Target::Cube3(_)) {
            return Err(solve::Error::NoSymmetry.into());
        }
        if within > 0 && !has_longer {
            return Err(solve::Error::OnlyShortest { algorithm, family: self.target.family() }.into());
        }
        if min_length > 0 && !(matches!(self.target, Target::Defined(_)) && algorithm == Algorithm::IdaStar) {
            return Err(solve::Error::NoLeastLength { algorithm, family: self.target.family() }.into());
        }
        if all && !algorithm.finds_all() {
            return Err(solve::Error::FindsOne(algorithm).into());
        }
        if algorithm == Algorithm::DepthFirst && self.limits.max_cost == Limits::default().max_cost {
            return Err(solve::Error::NoCutOff.into());
        }
        Ok(())
    }

    /// True if a board's size decides by which search it is solved.
    pub fn is_by_size(&self) -> bool {
        self.by_size
    }

    /// The same plan with the search that an item asks for by its size.
    pub fn fitted(&self, item: &Item<'_>) -> Cow<'_, Plan> {
        match item.puzzle.as_ref().map(|puzzle| self.method_for(puzzle)) {
            Ok(method) if method != self.method => Cow::Owned(Plan { method, ..self.clone() }),
            _ => Cow::Borrowed(self),
        }
    }

    /// How a puzzle is solved.
    fn method_for(&self, puzzle: &Puzzle) -> Method {
        let Puzzle::Board(board) = puzzle else { return self.method };
        if !self.by_size {
            return self.method;
        }
        let has_time = self.timeout.is_some() && self.limits.max_cost == Limits::default().max_cost;
        let algorithm = Algorithm::usual_for(board.n_cells(), has_time);
        Method { algorithm, improve: algorithm.improves(), ..self.method }
    }

    /// The request for an item of the input.
    ///
    /// # Errors
    /// If it could not be read, or the goal does not fit it.
    pub fn request(&self, item: &Item<'_>) -> Result<Request, Failure> {
        let puzzle = item.puzzle.as_ref().map_err(Failure::clone)?;
        let question = match (&self.after, puzzle) {
            (Some(after), Puzzle::Cube3(cube)) => {
                self.target.question(&Puzzle::Cube3(after.applied(cube)))?
            }
            _ => self.target.question(puzzle)?,
        };
        Ok(Request { question, method: self.method_for(puzzle) })
    }

    /// Threads that a search by `algorithm` makes use of.
    pub fn threads_for(&self, algorithm: Algorithm) -> usize {
        if algorithm.uses_threads() { self.threads } else { 1 }
    }
}

/// The 4x4x4 cube by its definition where that is needed: its own searches solve it and nothing else.
pub fn by_definition<'a>(
    subject: &'a Subject,
    is_special: bool,
    goal: &args::Goal,
    twist: &args::Twist,
) -> Cow<'a, Subject> {
    match subject {
        Subject::Family(family @ Family::Cube4) if is_special || has_goal(goal) || has_moves(twist) => {
            Cow::Owned(Subject::File(family.name().to_string()))
        }
        _ => Cow::Borrowed(subject),
    }
}

/// Reads the moves that solutions go on from.
fn after(skeleton: &args::Skeleton, niss: bool, target: &Target) -> Result<Option<Niss>, Failure> {
    let Some(text) = &skeleton.after else { return Ok(None) };
    if target.family() != Family::Cube3 {
        return Err(Failure::usage(format!("--after is for 3x3x3, not for {}", target.family().name())));
    }
    let read = turns3(text, niss).map_err(|error| Failure::cube(Some("--after"), &error, None))?;
    // Turns on the inverse lead to the goal from its inverse, which must be a goal as well.
    let has_inverse = match target {
        Target::Cube3(twist) => twist.goal == Cube3::SOLVED,
        Target::Steps(steps) => steps.goal.aims().iter().all(Aim::is_group),
        _ => false,
    };
    if !read.inverse.is_empty() && !has_inverse {
        let message = "moves on the inverse need the goal solved, or a step like eo or dr";
        return Err(Failure::usage(message).at("--after"));
    }
    Ok(Some(read))
}

/// Whether nobody has said how to search, or asked for what only some searches find.
fn is_left_open(method: &args::Method, several: &args::Several) -> bool {
    let is_said = method.algorithm.is_some() || method.heuristic.0.is_some() || method.pattern.is_some();
    !is_said && !method.optimal && !several.any()
}

/// Whether something else than the solved puzzle is asked for.
fn has_goal(goal: &args::Goal) -> bool {
    goal.goal.iter().any(|goal| !input::is_solved(goal))
        || goal.mask.is_some()
        || !(goal.omit.is_empty() && goal.ignore_orientation.is_empty() && goal.ignore_permutation.is_empty())
}

/// Whether it is said which moves may be made, or what they cost.
fn has_moves(twist: &args::Twist) -> bool {
    twist.metric.is_some() || twist.moves.is_some() || twist.weights.is_some()
}

/// Whether a search is asked for that only a definition of the 4x4x4 has.
fn is_special(method: &args::Method, several: &args::Several, forced: &args::Forced) -> bool {
    method.algorithm.is_some_and(|algorithm| algorithm != Algorithm::Reduction)
        || method.phases.is_some()
        || method.optimal
        || method.heuristic.0.is_some()
        || several.any()
        || forced.first.is_some()
        || forced.last.is_some()
        || forced.min_length > 0
}

/// The phases count twists only.
fn usual_of_square1(metric: Square1Metric) -> Algorithm {
    match metric {
        Square1Metric::Twist => Algorithm::TwoPhase,
        Square1Metric::FaceTurn => Algorithm::IdaStar,
    }
}

/// Standard input can be read once, as a definition or as positions.
fn read_once(subject: &Subject, inputs: &[String]) -> Result<(), Failure> {
    let is_stdin = |input: &String| input == "-";
    match subject {
        Subject::File(file) if is_stdin(file) && inputs.iter().any(is_stdin) => {
            Err(Failure::usage("standard input is either PUZZLE or INPUT, not both"))
        }
        _ => Ok(()),
    }
}

/// What is wrong with a method before any puzzle is seen.
fn method(
    target: &Target,
    args: &args::Method,
    limits: &args::Limits,
    several: &args::Several,
) -> Result<Method, Failure> {
    let family = target.family();
    let usual = match target {
        // Only rounds prove and find all; the phases are for anything else.
        Target::Cube3(Twist { metric: Metric::HalfTurn | Metric::QuarterTurn, .. })
            if args.optimal || several.any() || args.heuristic.0.is_some() =>
        {
            Algorithm::IdaStar
        }
        Target::Square1(_) if args.optimal || several.any() || args.heuristic.0.is_some() => {
            Algorithm::IdaStar
        }
        Target::Square1(metric) => usual_of_square1(*metric),
        // A* finds one.
        Target::Shuffdle(_) if several.any() => Algorithm::IdaStar,
        _ => target.algorithms()[0],
    };
    let algorithm = args.algorithm.unwrap_or(usual);
    let mut estimate: Option<Estimate> = args.heuristic.0;
    if args.pattern.is_some() {
        if !matches!(target, Target::Sliding(_, SlideMetric::SingleTile))
            || estimate.is_some_and(|asked| asked != Estimate::Pattern)
        {
            let message = "--pattern is for sliding tiles, with --heuristic pattern or none";
            return Err(Failure::usage(message));
        }
        estimate = Some(Estimate::Pattern);
    }
    if !target.algorithms().contains(&algorithm) {
        return Err(match target {
            Target::Steps(_) => solve::Error::NoStepsBy(algorithm).into(),
            _ => solve::Error::ForeignAlgorithm { algorithm, family }.into(),
        });
    }
    if let Some(fault) = method_fault(algorithm, estimate, args.weight.is_some()) {
        return Err(fault);
    }
    if let Some(estimate) = estimate.filter(|estimate| !target.estimates().contains(estimate)) {
        return Err(solve::Error::ForeignEstimate { estimate, family }.into());
    }
    if (args.improve || args.probes.is_some()) && !algorithm.improves() {
        return Err(solve::Error::CannotImprove(algorithm).into());
    }
    if args.optimal && !algorithm.is_optimal() && !algorithm.improves() {
        let message = format!("{} proves nothing, so --optimal cannot be had from it", algorithm.name());
        return Err(Failure::usage(message));
    }
    if matches!(target, Target::Cube3(_)) && algorithm == Algorithm::IdaStar {
        estimate = table(estimate, limits)?;
    }
    // Time or probes that are given are meant to be used, unless a length says what is good enough.
    let spends = limits.max_length.is_none() && (limits.timeout.is_some() || args.probes.is_some());
    let improve = algorithm.improves() && (args.improve || args.optimal || spends);
    let weight = args.weight.unwrap_or(Method::default().weight);
    Ok(Method {
        algorithm,
        estimate,
        parts: args.pattern,
        weight,
        all: several.any(),
        improve,
        within: several.within.unwrap_or(0),
        min_length: 0,
        up_to_symmetry: several.up_to_symmetry,
        niss: args.niss,
        max_probes: args.probes,
        small_tables: args.probes.is_none(),
    })
}

/// The table for shortest solutions: as asked, or what fits the memory if that is given.
fn table(asked: Option<Estimate>, limits: &args::Limits) -> Result<Option<Estimate>, Failure> {
    let ceiling = limits.ceiling.unwrap_or(u64::MAX);
    let given = limits.max_memory.map(|given| given.min(ceiling));
    let limit = given.unwrap_or_else(|| memory::default_limit().min(ceiling));
    let Some(asked) = asked else { return Ok(given.map(largest_within)) };
    match TIERS.iter().find(|(name, ..)| *name == asked) {
        Some(&(_, _, peak)) if peak > limit => Err(Failure::usage(format!(
            "making the table {} takes {}, and {} may be used",
            asked.name(),
            memory::show(peak),
            memory::show(limit)
        ))
        .hint("allow more with --max-memory, or choose a smaller table")),
        _ => Ok(Some(asked)),
    }
}

/// What cannot be shown of a puzzle.
fn show_fault(show: Option<args::Show>, family: Family) -> Result<(), Failure> {
    match (show, family) {
        (Some(_), Family::Square1) => Err(Failure::usage("--show is for boards and cubes")),
        (Some(args::Show::Boards), Family::Cube2 | Family::Cube3 | Family::Cube4) => {
            Err(Failure::usage("--show boards is for boards, not for cubes").hint("try --show net"))
        }
        (Some(args::Show::Net), Family::Sliding | Family::Shuffdle) => {
            Err(Failure::usage("--show net is for cubes").hint("try --show boards"))
        }
        (Some(_), Family::Defined) => Err(Failure::usage("--show is for boards and cubes")),
        _ => Ok(()),
    }
}

/// Limits of a search. Memory is always limited: a search too big for it should say so rather than be ended.
pub fn limits(args: &args::Limits) -> Limits {
    let none = Limits::default();
    let max_memory = args.max_memory.unwrap_or_else(|| {
        let half = memory::default_limit();
        tracing::info!("at most {} for remembered states, half of what is free", memory::show(half));
        half
    });
    let max_memory = max_memory.min(args.ceiling.unwrap_or(u64::MAX));
    Limits {
        max_cost: args.max_length.map_or(none.max_cost, |length| length.min(none.max_cost - 1)),
        max_nodes: args.max_nodes.unwrap_or(none.max_nodes),
        max_memory,
        max_solutions: none.max_solutions,
    }
}

/// Threads asked for, or all there are.
pub fn n_threads(args: &args::Threads) -> usize {
    match args.threads {
        Some(n) => n as usize,
        None => all_threads(),
    }
}

/// As many threads as there are cores to run them.
pub fn all_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
