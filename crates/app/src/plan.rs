//! From arguments as typed to a plan that makes sense. Nothing is searched before a plan is made, so contradictions
//! cost no time.

mod defined;

use std::borrow::Cow;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use puzzle::shuffdle::Lines;
use puzzle::{Cube2, Cube3, Goal, TurnSet};
use search::Limits;
use solve::recipe::cube3::optimal::serve::{TIERS, largest_within};
use solve::{
    Algorithm, Estimate, Family, Method, Metric, Question, Request, STEP_ALGORITHMS, Slashing, Spelling,
    Square1Metric, Steps, Twist,
};

pub use self::defined::DefinedTarget;
use crate::args;
use crate::args::values::{Measure, Subject};
use crate::failure::{Failure, method_fault};
use crate::input::{self, Item, Kind, Puzzle};
use crate::memory;
use crate::verdict::Wanted;

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
    /// What must have been found.
    pub wanted: Wanted,
    /// What one search may use.
    pub limits: Limits,
    /// How many solutions are printed. More may have to be kept to be compared.
    pub n_shown: usize,
    /// How long one search may take.
    pub timeout: Option<Duration>,
    /// Threads in all.
    pub threads: usize,
}

/// Where to go, for each kind of puzzle.
#[derive(Clone, Debug)]
pub enum Target {
    /// Sliding tiles of any size.
    Sliding(Goal),
    /// A 2x2x2 cube.
    Cube2(Twist<Cube2>),
    /// A 3x3x3 cube.
    Cube3(Twist<Cube3>),
    /// A 4x4x4 cube.
    Cube4,
    /// A 3x3x3 cube that should come into a set.
    Steps(Steps),
    /// A word of Shuffdle.
    Shuffdle(Lines),
    /// Square-1.
    Square1(Square1Metric),
    /// A defined puzzle.
    Defined(Box<DefinedTarget>),
}

impl Target {
    /// What the options say about the puzzle itself.
    ///
    /// # Errors
    /// If they do not belong to it, or the goal cannot be read.
    pub fn new(subject: &Subject, goal: &args::Goal, twist: &args::Twist) -> Result<Target, Failure> {
        let family = match subject {
            Subject::Family(family) => *family,
            Subject::File(file) => {
                return Ok(Target::Defined(Box::new(DefinedTarget::new(file, goal, twist)?)));
            }
        };
        refuse_defined(family, goal, twist)?;
        let metric = match twist.metric {
            Some(Measure::Turns(metric)) => metric,
            _ => Metric::default(),
        };
        if goal.hard && family != Family::Shuffdle {
            return Err(Failure::usage(format!("--hard is for shuffdle, not for {}", family.name())));
        }
        let lines = if goal.hard { Lines::Any } else { Lines::Bottom };
        let goal = goal.goal.first().map(String::as_str);
        if matches!(family, Family::Sliding | Family::Shuffdle) {
            let given = [("--metric", twist.metric.is_some()), ("--moves", twist.moves.is_some())];
            if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
                let name = family.name();
                return Err(Failure::usage(format!("{option} is for cubes; {name} has one kind of move")));
            }
        }
        if family == Family::Square1 {
            return square1_target(goal, twist);
        }
        if let Some(Measure::Slashes(metric)) = twist.metric {
            let (metric, name) = (metric.name(), family.name());
            return Err(Failure::usage(format!("the metric {metric} is for square-1, not for {name}")));
        }
        if family == Family::Shuffdle {
            return match goal {
                Some(_) => Err(Failure::usage("the goal of shuffdle is its word, so it takes no --goal")
                    .hint("--hard accepts the word in any row or column")),
                None => Ok(Target::Shuffdle(lines)),
            };
        }
        if family == Family::Sliding {
            return Ok(Target::Sliding(input::goal(goal.unwrap_or("last"))?));
        }
        let turns = twist.moves.as_deref().map_or(Ok(TurnSet::ALL), TurnSet::parse);
        let turns = turns.map_err(|error| Failure::usage(error.to_string()).at("--moves"))?;
        if family == Family::Cube3
            && let Some(goal) = goal.map(input::step_goal).transpose()?.flatten()
        {
            return Ok(Target::Steps(Steps { start: Cube3::SOLVED, goal: Arc::new(goal), metric, turns }));
        }
        if family == Family::Cube4 {
            return Ok(Target::Cube4);
        }
        let (mut goal2, mut goal3) = (Cube2::SOLVED, Cube3::SOLVED);
        match goal.map(|goal| input::cube_goal(family, goal)).transpose()? {
            Some(Puzzle::Cube2(goal)) => goal2 = goal,
            Some(Puzzle::Cube3(goal)) => goal3 = goal,
            Some(
                Puzzle::Board(_)
                | Puzzle::Cube4(_)
                | Puzzle::Shuffdle(..)
                | Puzzle::Square1(_)
                | Puzzle::Defined(_),
            )
            | None => {}
        }
        Ok(match family {
            Family::Cube2 => Target::Cube2(Twist { start: Cube2::SOLVED, goal: goal2, metric, turns }),
            _ => Target::Cube3(Twist { start: Cube3::SOLVED, goal: goal3, metric, turns }),
        })
    }

    /// What INPUT is read as.
    pub fn kind(&self) -> Kind {
        match self {
            Target::Defined(defined) => Kind::Defined(defined.whole.clone()),
            _ => Kind::Named(self.family()),
        }
    }

    /// What the puzzle is called.
    fn puzzle_name(&self) -> String {
        match self {
            Target::Defined(defined) => defined.name.clone(),
            _ => self.family().name().to_string(),
        }
    }

    /// Takes down the moves that every solution begins and ends with.
    fn force(&mut self, forced: &args::Forced) -> Result<(), Failure> {
        let given = [("--first", forced.first.is_some()), ("--last", forced.last.is_some())];
        match self {
            Target::Defined(defined) => defined.force(forced),
            _ => refuse(self.family(), &given),
        }
    }

    /// Takes down by which phases to solve.
    fn declare(&mut self, method: &args::Method) -> Result<(), Failure> {
        let is_asked = method.phases.is_some() || method.algorithm == Some(Algorithm::Phases);
        match self {
            _ if !is_asked => Ok(()),
            Target::Defined(defined) => defined.declare(method.phases.as_deref()),
            _ => refuse(self.family(), &[("--phases", true)]),
        }
    }

    /// A position of a defined puzzle in as few characters as it can be written in.
    pub fn position_text(&self, puzzle: &Puzzle) -> Option<String> {
        match (self, puzzle) {
            (Target::Square1(_), Puzzle::Square1(state)) => Some(state.to_string()),
            (Target::Defined(defined), Puzzle::Defined(position)) => defined.position_text(position),
            _ => None,
        }
    }

    /// Which kind of puzzle it is for.
    pub fn family(&self) -> Family {
        match self {
            Target::Sliding(_) => Family::Sliding,
            Target::Cube2(_) => Family::Cube2,
            Target::Cube3(_) | Target::Steps(_) => Family::Cube3,
            Target::Cube4 => Family::Cube4,
            Target::Shuffdle(_) => Family::Shuffdle,
            Target::Square1(_) => Family::Square1,
            Target::Defined(_) => Family::Defined,
        }
    }

    /// The searches that may be used.
    fn algorithms(&self) -> &'static [Algorithm] {
        match self {
            Target::Steps(_) => STEP_ALGORITHMS,
            Target::Defined(defined) => defined.algorithms(),
            _ => self.family().algorithms(),
        }
    }

    /// What may be estimated with.
    fn estimates(&self) -> &'static [Estimate] {
        match self {
            Target::Steps(_) => &[Estimate::Pattern],
            _ => self.family().estimates(),
        }
    }

    /// The goal in words: its name, or the board or facelets.
    pub fn goal_name(&self) -> String {
        match self {
            Target::Sliding(Goal::Custom(board)) => board.to_line(),
            Target::Sliding(named) => named.name().to_string(),
            Target::Cube2(twist) if twist.goal.is_solved() => "solved".to_string(),
            Target::Cube3(twist) if twist.goal == Cube3::SOLVED => "solved".to_string(),
            Target::Cube4 => "solved".to_string(),
            Target::Cube2(twist) => twist.goal.to_facelets(),
            Target::Cube3(twist) => twist.goal.to_facelets(),
            Target::Steps(steps) => steps.goal.name().to_string(),
            Target::Shuffdle(lines) => lines.name().to_string(),
            Target::Square1(_) => "solved".to_string(),
            Target::Defined(defined) => defined.goal_name.clone(),
        }
    }

    /// The turns that may be used, if not all.
    pub fn turns(&self) -> Option<TurnSet> {
        match self {
            Target::Sliding(_)
            | Target::Cube4
            | Target::Shuffdle(_)
            | Target::Square1(_)
            | Target::Defined(_) => None,
            Target::Cube2(Twist { turns, .. })
            | Target::Cube3(Twist { turns, .. })
            | Target::Steps(Steps { turns, .. }) => Some(*turns).filter(|&turns| turns != TurnSet::ALL),
        }
    }

    /// The metric of a cube.
    pub fn metric(&self) -> Option<Metric> {
        match self {
            Target::Sliding(_)
            | Target::Cube4
            | Target::Shuffdle(_)
            | Target::Square1(_)
            | Target::Defined(_) => None,
            Target::Cube2(Twist { metric, .. })
            | Target::Cube3(Twist { metric, .. })
            | Target::Steps(Steps { metric, .. }) => Some(*metric),
        }
    }

    /// What to ask for a puzzle.
    ///
    /// # Errors
    /// If the goal has another size.
    ///
    /// # Panics
    /// If the puzzle is of another kind.
    pub fn question(&self, puzzle: &Puzzle) -> Result<Question, Failure> {
        Ok(match (self, puzzle) {
            (Target::Sliding(goal), Puzzle::Board(board)) => {
                let goal = goal.board(board.rows(), board.cols()).map_err(|error| Failure::goal(&error))?;
                Question::Sliding { board: board.clone(), goal }
            }
            (Target::Cube2(twist), Puzzle::Cube2(start)) => {
                Question::Cube2(Twist { start: *start, ..*twist })
            }
            (Target::Cube3(twist), Puzzle::Cube3(start)) => {
                Question::Cube3(Twist { start: *start, ..*twist })
            }
            (Target::Cube4, Puzzle::Cube4(start)) => Question::Cube4(*start),
            (Target::Steps(steps), Puzzle::Cube3(start)) => {
                Question::Steps(Steps { start: *start, ..steps.clone() })
            }
            (Target::Shuffdle(lines), Puzzle::Shuffdle(word, board)) => {
                Question::Shuffdle(Spelling { board: *board, word: *word, lines: *lines })
            }
            (Target::Square1(metric), Puzzle::Square1(start)) => {
                Question::Square1(Slashing { start: *start, metric: *metric })
            }
            (Target::Defined(defined), Puzzle::Defined(start)) => Question::Defined(defined.question(start)),
            _ => unreachable!("puzzles are read as the kind that the target is for"),
        })
    }
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
        target.declare(&args.method)?;
        let mut method = method(&target, &args.method, &args.limits, &args.several)?;
        method.min_length = args.forced.min_length;
        let mut plan = Plan::new(target, method, &args.limits, &args.threads)?;
        plan.want(&args.method, &args.several);
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
        target.declare(&args.method)?;
        let mut method = method(&target, &args.method, &args.limits, &args.several)?;
        method.min_length = args.forced.min_length;
        let mut plan = Plan::new(target, method, &args.limits, &args.threads)?;
        plan.want(&args.method, &args.several);
        plan.limits.max_memory /= plan.threads as u64;
        Ok(plan)
    }

    /// Of `deepen hint`: how a puzzle is usually solved, but to a shortest solution where that is quick.
    ///
    /// # Errors
    /// If the options contradict each other or the goal cannot be read.
    pub fn of_hint(args: &args::Hint) -> Result<Plan, Failure> {
        read_once(&args.subject, &args.inputs)?;
        let subject = by_definition(&args.subject, false, &args.goal, &args.twist);
        let target = Target::new(&subject, &args.goal, &args.twist)?;
        let algorithm = match target {
            Target::Square1(metric) => usual_of_square1(metric),
            _ => target.algorithms()[0],
        };
        let method = Method { algorithm, ..Method::default() };
        Plan::new(target, method, &args.limits, &args.threads)
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
        Plan::new(target, Method { algorithm, ..Method::default() }, &args.limits, &args.threads)
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
        let method = Method { algorithm, weight: args.weight, ..Method::default() };
        let mut plan = Plan::new(target, method, &args.limits, &args.threads)?;
        plan.timeout = plan.timeout.or(Some(Duration::from_secs(10)));
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
            wanted: Wanted::Any,
            limits: self::limits(limits),
            n_shown: usize::MAX,
            timeout: limits.timeout,
            threads: n_threads(threads),
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

    /// The request for an item of the input.
    ///
    /// # Errors
    /// If it could not be read, or the goal does not fit it.
    pub fn request(&self, item: &Item<'_>) -> Result<Request, Failure> {
        let puzzle = item.puzzle.as_ref().map_err(Failure::clone)?;
        Ok(Request { question: self.target.question(puzzle)?, method: self.method })
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
    let has_goal = !goal.goal.is_empty()
        || goal.mask.is_some()
        || !(goal.omit.is_empty()
            && goal.ignore_orientation.is_empty()
            && goal.ignore_permutation.is_empty());
    let has_moves = twist.metric.is_some() || twist.moves.is_some() || twist.weights.is_some();
    match subject {
        Subject::Family(family @ Family::Cube4) if is_special || has_goal || has_moves => {
            Cow::Owned(Subject::File(family.name().to_string()))
        }
        _ => Cow::Borrowed(subject),
    }
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

/// Square-1 is solved as it is made, by all its moves.
fn square1_target(goal: Option<&str>, twist: &args::Twist) -> Result<Target, Failure> {
    let given = [("--goal", goal.is_some()), ("--moves", twist.moves.is_some())];
    if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::usage(format!("square-1 takes no {option}"))
            .hint("its definition does: deepen convert square-1 --to tws, then solve that file"));
    }
    match twist.metric {
        None => Ok(Target::Square1(Square1Metric::default())),
        Some(Measure::Slashes(metric)) => Ok(Target::Square1(metric)),
        Some(other) => {
            let message =
                format!("the metric {} is not for square-1, expected twist or face-turn", other.name());
            Err(Failure::usage(message))
        }
    }
}

/// The phases count twists only.
fn usual_of_square1(metric: Square1Metric) -> Algorithm {
    match metric {
        Square1Metric::Twist => Algorithm::TwoPhase,
        Square1Metric::FaceTurn => Algorithm::IdaStar,
    }
}

/// Options that only defined puzzles have, and those that others have once.
fn refuse_defined(family: Family, goal: &args::Goal, twist: &args::Twist) -> Result<(), Failure> {
    let is_defined = matches!(twist.metric, Some(Measure::Move | Measure::Quantum));
    let given = [
        ("--mask", goal.mask.is_some()),
        ("--omit", !goal.omit.is_empty()),
        ("--ignore-orientation", !goal.ignore_orientation.is_empty()),
        ("--ignore-permutation", !goal.ignore_permutation.is_empty()),
        ("--weights", twist.weights.is_some()),
        ("--metric move or quantum", is_defined),
        ("--goal more than once", goal.goal.len() > 1),
    ];
    refuse(family, &given)
}

/// Refuses the first of the options that are given.
fn refuse(family: Family, given: &[(&str, bool)]) -> Result<(), Failure> {
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            let name = family.name();
            Err(Failure::usage(format!("{option} is for defined puzzles, not for {name}")))
        }
        None => Ok(()),
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
        estimate = table(estimate, limits.max_memory)?;
    }
    // Time or probes that are given are meant to be used, unless a length says what is good enough.
    let spends = limits.max_length.is_none() && (limits.timeout.is_some() || args.probes.is_some());
    let improve = algorithm.improves() && (args.improve || args.optimal || spends);
    let weight = args.weight.unwrap_or(Method::default().weight);
    Ok(Method {
        algorithm,
        estimate,
        weight,
        all: several.any(),
        improve,
        within: several.within.unwrap_or(0),
        min_length: 0,
        up_to_symmetry: several.up_to_symmetry,
        niss: args.niss,
        max_probes: args.probes,
    })
}

/// The table for shortest solutions: as asked, or what fits the memory if that is given.
fn table(asked: Option<Estimate>, max_memory: Option<u64>) -> Result<Option<Estimate>, Failure> {
    let limit = max_memory.unwrap_or_else(memory::default_limit);
    let Some(asked) = asked else { return Ok(max_memory.map(largest_within)) };
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
