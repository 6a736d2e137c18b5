//! Groups of options that several commands share, with their headings in `--help`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, ValueHint};
use deepen::memory;

use super::values;
use crate::environment::MAX_THREADS;

/// Heading of the options that control what is printed.
pub(super) const OUTPUT: &str = "Output";
/// Heading of the options that say what to solve.
pub(super) const INPUT: &str = "Input and goal";
/// Heading of the options that say how to search.
pub(super) const METHOD: &str = "Method";
/// Heading of the options that limit a search.
pub(super) const LIMITS: &str = "Limits";

#[derive(Args, Debug)]
pub struct Journal {
    /// Write every finished task to this file, so that `deepen resume` can continue after an interruption
    ///
    /// Available for the algorithms ida, dfid and dfs, and for batch with any algorithm.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, hide_short_help = true, value_hint = ValueHint::FilePath)]
    pub journal: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(next_help_heading = INPUT)]
pub struct Goal {
    /// Goal: a name, "moves: R U F", a position or a file [default: solved]
    ///
    /// `deepen list` has the names. A position is written like INPUT. Defined puzzles accept several goals and solve for any of them. Facelets of the
    /// 3x3x3 may contain . for any color.
    #[arg(long, value_name = "GOAL", value_parser = values::goal_parser(), hide_possible_values = true)]
    pub goal: Vec<String>,
}

#[derive(Args, Debug)]
#[command(next_help_heading = INPUT)]
pub struct MoveOptions {
    /// Metric: what counts as one move [default: depends on the puzzle]
    ///
    /// The default is the first metric of the puzzle in `deepen list`.
    #[arg(long, value_name = "NAME", value_parser = values::metric(), ignore_case = true)]
    pub metric: Option<String>,
    /// Allowed moves, such as U,R,F2 [default: all]
    ///
    /// A name alone allows all its turns; U1 allows a single turn.
    #[arg(long, value_name = "LIST")]
    pub moves: Option<String>,
}

#[derive(Args, Debug)]
#[command(next_help_heading = METHOD)]
pub struct Method {
    /// Search algorithm [default: depends on the puzzle]
    ///
    /// The default is two-phase for the 3x3x3 and square-1, reduction for the 4x4x4, astar for shuffdle, phases for the clock,
    /// and ida for most others.
    #[arg(long, value_name = "NAME", value_parser = values::algorithm(), ignore_case = true)]
    pub algorithm: Option<String>,
    /// Heuristic: the lower bound on the distance to the goal
    #[arg(
        long,
        value_name = "NAME",
        value_parser = values::heuristic_or_auto(),
        ignore_case = true,
        default_value = "auto"
    )]
    pub heuristic: String,
    /// Find a solution that is proved shortest
    #[arg(long, alias = "exact")]
    pub optimal: bool,
    /// Keep looking for shorter solutions until a limit or a proof ends the search (two-phase, phases)
    #[arg(long, hide_short_help = true)]
    pub improve: bool,
    /// Keep looking for shorter solutions until N solutions of phase 1 are tried (two-phase, phases)
    ///
    /// Unlike a time limit this gives the same answer on every machine.
    #[arg(long, value_name = "N", value_parser = values::count, alias = "probes", hide_short_help = true)]
    pub max_phase1: Option<u64>,
    /// Weight of the heuristic in weighted-astar, 1 or more [default: 1.5]
    #[arg(long, value_name = "W", value_parser = values::weight, hide_short_help = true)]
    pub weight: Option<u32>,
    /// Find no solution shorter than N moves (ida of defined puzzles)
    ///
    /// A solution ends when it first reaches the goal.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = values::whole::<u32>(0..=u64::from(u32::MAX)), hide_short_help = true)]
    pub min_length: u32,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Several solutions")]
#[command(group(ArgGroup::new("several-solutions").args(["all", "within"]).multiple(true)))]
pub struct Several {
    /// Find every optimal solution (ida and dfid)
    #[arg(long)]
    pub all: bool,
    /// Find every solution up to N moves longer than the shortest (3x3x3 and defined puzzles)
    #[arg(long, value_name = "N", value_parser = values::whole::<u32>(0..=u64::from(u32::MAX)), hide_short_help = true)]
    pub within: Option<u32>,
    /// With --all or --within, the number of solutions to print
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        value_parser = values::whole::<usize>(0..=u64::from(u32::MAX)),
        requires = "several-solutions",
        hide_short_help = true
    )]
    pub max_solutions: usize,
}

#[derive(Args, Debug)]
#[command(next_help_heading = LIMITS)]
pub struct Limits {
    /// Find no solution longer than N moves
    ///
    /// dfs searches to this depth; two-phase accepts the first solution of at most N moves.
    #[arg(long, value_name = "N", value_parser = values::whole::<u32>(0..=u64::from(u32::MAX)))]
    pub max_length: Option<u32>,
    /// Time limit for each puzzle; then print the best known answer
    ///
    /// The limit includes tables. two-phase improves its solution until the limit.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    pub timeout: Option<Duration>,
    /// Stop a search after N nodes, such as 10M
    #[arg(long, value_name = "N", value_parser = values::count, hide_short_help = true)]
    pub max_nodes: Option<u64>,
    /// Memory limit for stored states and tables, such as 500M or 4GiB [env: DEEPEN_MAX_MEMORY] [default: half of
    /// the free memory]
    #[arg(long, value_name = "SIZE", value_parser = memory::parse, hide_short_help = true)]
    pub max_memory: Option<u64>,
}

#[derive(Args, Debug)]
#[command(next_help_heading = LIMITS)]
pub struct Threads {
    /// Use N threads, for tables too [env: DEEPEN_THREADS] [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::whole::<u32>(1..=u64::from(MAX_THREADS)))]
    pub threads: Option<u32>,
}

#[derive(Args, Debug)]
pub struct TableDir {
    /// Directory of large tables, or none to store nothing [env: DEEPEN_TABLES] [default: deepen in the user's cache
    /// directory]
    #[arg(long, value_name = "DIR", global = true, help_heading = "Tables", hide_short_help = true, value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,
    /// Most bytes of all stored tables together, such as 20G; further ones are not stored [env: DEEPEN_MAX_TABLES]
    #[arg(long, value_name = "SIZE", global = true, value_parser = memory::parse, help_heading = "Tables", hide_short_help = true)]
    pub max_tables: Option<u64>,
}

#[derive(Args, Debug)]
pub struct Output {
    /// Print JSON, one object per line
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}
