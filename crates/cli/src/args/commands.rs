//! The arguments of each command.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use deepen::memory;

use super::options::{
    Goal, INPUT, Journal, LIMITS, Limits, METHOD, Method, MoveOptions, OUTPUT, Output, Several, TableDir,
    Threads,
};
use super::solver_options::SolverOptions;
use super::values::{self, PuzzleArg, Secret};
use crate::environment::MAX_THREADS;

#[derive(Args, Debug)]
pub struct Solve {
    /// Options that solvers declare.
    #[arg(skip)]
    pub solver_options: SolverOptions,
    /// A name from `deepen list`, an event such as 333, or a file with a definition
    #[arg(value_name = "PUZZLE", value_parser = values::puzzle_parser(), hide_possible_values = true)]
    pub puzzle: PuzzleArg,
    /// A scramble, board or facelets; a file; or - for standard input
    #[arg(value_name = "INPUT", required = true, value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<String>,
    #[command(flatten)]
    pub goal: Goal,
    #[command(flatten)]
    pub move_options: MoveOptions,
    #[command(flatten)]
    pub method: Method,
    #[command(flatten)]
    pub several: Several,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub tables: TableDir,
    /// Also print the board after every move (boards), or the cube's net (net)
    #[arg(long, value_name = "WHAT", conflicts_with = "json", help_heading = OUTPUT, hide_possible_values = true)]
    pub show: Option<Show>,
    /// With --json, print every improvement as a separate object with status "improved" before the answer
    #[arg(long, requires = "json", help_heading = OUTPUT, hide_short_help = true)]
    pub stream: bool,
    #[command(flatten)]
    pub journal: Journal,
    /// Report progress on stderr as one JSON object per line, for schedulers
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT, hide_short_help = true)]
    pub progress: Option<ProgressFormat>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Resume {
    /// A file that `solve` or `batch` wrote with --journal
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub journal: PathBuf,
    #[command(flatten)]
    pub threads: Threads,
}

/// A format of progress reports.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum ProgressFormat {
    /// One JSON object per line
    Json,
}

#[derive(Args, Debug)]
pub struct Batch {
    /// Options that solvers declare.
    #[arg(skip)]
    pub solver_options: SolverOptions,
    /// A name from `deepen list`, an event such as 333, or a file with a definition
    #[arg(value_name = "PUZZLE", value_parser = values::puzzle_parser(), hide_possible_values = true)]
    pub puzzle: PuzzleArg,
    /// Puzzles, cubes one per line: a file, - for standard input, or text
    #[arg(value_name = "INPUT", required = true, value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<String>,
    #[command(flatten)]
    pub goal: Goal,
    #[command(flatten)]
    pub move_options: MoveOptions,
    #[command(flatten)]
    pub method: Method,
    #[command(flatten)]
    pub several: Several,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub tables: TableDir,
    #[command(flatten)]
    pub journal: Journal,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Compare {
    /// Options that solvers declare.
    #[arg(skip)]
    pub solver_options: SolverOptions,
    /// A name from `deepen list`, an event such as 333, or a file with a definition
    #[arg(value_name = "PUZZLE", value_parser = values::puzzle_parser(), hide_possible_values = true)]
    pub puzzle: PuzzleArg,
    /// One puzzle: a scramble, board or facelets; a file; or - for standard input
    #[arg(value_name = "INPUT", required = true, value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<String>,
    #[command(flatten)]
    pub goal: Goal,
    #[command(flatten)]
    pub move_options: MoveOptions,
    /// Algorithms to compare, separated by commas [default: all]
    #[arg(long, value_name = "NAMES", value_parser = values::algorithm(), ignore_case = true, value_delimiter = ',', help_heading = METHOD)]
    pub algorithms: Vec<String>,
    /// Heuristics to run each of them with, separated by commas [default: all for ida, one for the others]
    #[arg(long, value_name = "NAMES", value_parser = values::heuristic(), ignore_case = true, value_delimiter = ',', help_heading = METHOD)]
    pub heuristics: Vec<String>,
    /// Weight of the heuristic in weighted-astar, 1 or more
    #[arg(long, value_name = "W", value_parser = values::weight, default_value = "1.5", help_heading = METHOD, hide_short_help = true)]
    pub weight: u32,
    #[command(flatten)]
    pub limits: Limits,
    /// Use N threads, for tables too; with one thread every run has the same node counts
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        help_heading = LIMITS,
        value_parser = values::whole::<u32>(1..=u64::from(MAX_THREADS))
    )]
    pub threads: u32,
    #[command(flatten)]
    pub tables: TableDir,
    /// Write the results to this file as CSV; - prints CSV instead of the table
    #[arg(long, value_name = "FILE", conflicts_with = "json", help_heading = OUTPUT, value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Count {
    /// Options that solvers declare.
    #[arg(skip)]
    pub solver_options: SolverOptions,
    /// A name from `deepen list` or a file with a definition; - for standard input
    #[arg(value_name = "PUZZLE", value_parser = values::puzzle_parser(), hide_possible_values = true)]
    pub puzzle: PuzzleArg,
    #[command(flatten)]
    pub goal: Goal,
    #[command(flatten)]
    pub move_options: MoveOptions,
    #[command(flatten)]
    pub limits: Limits,
    /// Plot the counts into this SVG file
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, value_hint = ValueHint::FilePath)]
    pub plot: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Hint {
    /// Options that solvers declare.
    #[arg(skip)]
    pub solver_options: SolverOptions,
    /// A name from `deepen list`, an event such as 333, or a file with a definition
    #[arg(value_name = "PUZZLE", value_parser = values::puzzle_parser(), hide_possible_values = true)]
    pub puzzle: PuzzleArg,
    /// A scramble, board or facelets; a file; or - for standard input
    #[arg(value_name = "INPUT", required = true, value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<String>,
    #[command(flatten)]
    pub goal: Goal,
    #[command(flatten)]
    pub move_options: MoveOptions,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Check {
    /// Options that solvers declare.
    #[arg(skip)]
    pub solver_options: SolverOptions,
    /// A name from `deepen list`, an event such as 333, or a file with a definition
    #[arg(value_name = "PUZZLE", value_parser = values::puzzle_parser(), hide_possible_values = true)]
    pub puzzle: PuzzleArg,
    /// One puzzle: a scramble, board or facelets; a file; or - for standard input
    #[arg(value_name = "INPUT", required = true, value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<String>,
    /// The moves to check, written as `solve` prints them; without them, check only that the puzzle is solvable
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, help_heading = INPUT)]
    pub solution: Option<String>,
    /// Also find a shortest solution and compare its length
    #[arg(long, requires = "solution", help_heading = METHOD)]
    pub optimal: bool,
    #[command(flatten)]
    pub goal: Goal,
    #[command(flatten)]
    pub move_options: MoveOptions,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub tables: TableDir,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Bench {
    /// Measure one search with several numbers of threads
    #[arg(long)]
    pub scaling: bool,
    /// With --scaling, the numbers of threads [default: 1, 2, 4, … all]
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "scaling", conflicts_with = "threads",
          value_parser = values::whole::<u32>(1..=u64::from(MAX_THREADS)))]
    pub threads_list: Vec<u32>,
    /// With --scaling, the length limit of the last round
    #[arg(long, value_name = "N", requires = "scaling", value_parser = values::whole::<u32>(0..=u64::from(u32::MAX)))]
    pub bound: Option<u32>,
    /// With --scaling, the number of the board among Korf's 100
    #[arg(long, value_name = "K", requires = "scaling", value_parser = values::whole::<u32>(1..=100))]
    pub board: Option<u32>,
    /// With --scaling, plot the speedup into this SVG file
    #[arg(long, value_name = "FILE", requires = "scaling", value_hint = ValueHint::FilePath)]
    pub plot: Option<PathBuf>,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Scramble {
    /// Options that solvers declare.
    #[arg(skip)]
    pub solver_options: SolverOptions,
    /// A name from `deepen list`, an event such as 333bf or minx, or a file with a definition
    #[arg(value_name = "PUZZLE", value_parser = values::puzzle_parser(), hide_possible_values = true)]
    pub puzzle: PuzzleArg,
    /// Number of scrambles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole::<u64>(0..=u64::MAX))]
    pub count: u64,
    /// Seed of the random numbers: the same seed gives the same scrambles [default: random, printed on stderr]
    #[arg(long, value_name = "S", value_parser = values::whole::<u64>(0..=u64::MAX))]
    pub seed: Option<u64>,
    /// Generate puzzles that can reach this goal: a name, a file or a position [default: solved]
    #[arg(long, value_name = "GOAL", value_parser = values::goal_parser(), hide_possible_values = true)]
    pub goal: Option<String>,
    /// Output format [default: moves, or scramble for defined puzzles with too many positions]
    #[arg(long, value_name = "FORMAT", value_parser = values::format(), conflicts_with = "json", help_heading = OUTPUT)]
    pub format: Option<String>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Convert {
    /// A definition: a name from `deepen list`, a tws or KPuzzle JSON file, or -; or a file of positions
    #[arg(value_name = "IN", value_hint = ValueHint::AnyPath)]
    pub input: String,
    /// Output file, or - for standard output [default: -]
    #[arg(value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Output format
    #[arg(long, value_name = "FORMAT")]
    pub to: Format,
    /// The puzzle of the positions: a name from `deepen list` or a file with its definition
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub definition: Option<String>,
}

/// A format of definitions or of positions.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Format {
    /// Definition as lines of text, as read by twsearch
    Tws,
    /// Definition in JSON, as read by cubing.js
    Kpuzzle,
    /// Positions as twsearch scrambles, by moves where the input has moves
    Scramble,
    /// Positions as twsearch compact positions, one per line
    Cpos,
    /// Positions as cubing.js patterns in JSON
    Pattern,
}

#[derive(Args, Debug)]
pub struct List {
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    pub shell: Shell,
}

#[derive(Args, Debug)]
pub struct Man {
    /// Write one page per command into this directory [default: print the page of deepen itself]
    ///
    /// The directory is created if its parent exists.
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct TablesArgs {
    #[command(subcommand)]
    pub task: Option<TablesCommand>,
    #[command(flatten)]
    pub tables: TableDir,
    /// Print JSON, one object per line
    #[arg(long, global = true, help_heading = OUTPUT)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Serve {
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 7117, value_parser = values::whole::<u16>(0..=65535))]
    pub port: u16,
    /// Listen on this address instead of 127.0.0.1; other machines can then use this one
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<IpAddr>,
    /// A name or address that clients use for this machine in the URL, besides localhost and ADDRESS; requests under other
    /// names are refused
    #[arg(long, value_name = "NAME", value_parser = values::host)]
    pub host: Vec<String>,
    /// Require this token of all clients; `auto` generates one and prints the URL with it [env: DEEPEN_TOKEN]
    #[arg(long, value_name = "TOKEN")]
    pub token: Option<Secret>,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// Jobs to run at a time [default: twice the number of cores]
    #[arg(long, value_name = "N", value_parser = values::whole::<u32>(1..=1024), help_heading = LIMITS)]
    pub jobs: Option<u32>,
    /// Jobs that may wait; further ones are asked to retry later [default: 64]
    #[arg(long, value_name = "N", value_parser = values::whole::<u32>(0..=100_000), help_heading = LIMITS)]
    pub queue: Option<u32>,
    /// Time limit of a job, tables included [default: 600]
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds, help_heading = LIMITS)]
    pub max_time: Option<Duration>,
    /// Memory limit of all jobs together, such as 4GiB [env: DEEPEN_MAX_MEMORY] [default: half of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = memory::parse, help_heading = LIMITS)]
    pub max_memory: Option<u64>,
    #[command(flatten)]
    pub tables: TableDir,
}

/// A subcommand of `deepen tables`.
#[derive(Subcommand, Debug)]
pub enum TablesCommand {
    /// List tables (also without a command)
    List,
    /// Build tables and store them
    Build {
        /// Names of the tables
        #[arg(value_name = "NAME", required = true)]
        names: Vec<String>,
        /// Memory limit, such as 8G [env: DEEPEN_MAX_MEMORY] [default: half of the free memory]
        #[arg(long, value_name = "SIZE", value_parser = memory::parse, help_heading = LIMITS)]
        max_memory: Option<u64>,
    },
    /// Check the checksums of tables, and a million entries of each by the laws of distances
    Verify {
        /// Names of the tables [default: all stored tables]
        #[arg(value_name = "NAME")]
        names: Vec<String>,
        /// Check all entries; takes from seconds to hours
        #[arg(long)]
        full: bool,
    },
    /// Remove tables
    Remove {
        /// Names of the tables
        #[arg(value_name = "NAME", required_unless_present_any = ["all", "unused"])]
        names: Vec<String>,
        /// Remove all stored tables
        #[arg(long, conflicts_with = "names")]
        all: bool,
        /// Remove files that this version does not use: tables of other versions and leftovers of killed processes
        #[arg(long, conflicts_with_all = ["names", "all"])]
        unused: bool,
    },
}

/// A view of the puzzle besides its solution.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Show {
    /// The board after every move
    Boards,
    /// The cube's net
    Net,
}
