//! The command line as typed. Here is only what clap can check by itself; whether options fit together is for
//! [`crate::request`] and the library.

pub mod alg;
pub mod help;
pub mod solver_options;
pub mod values;

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, ArgGroup, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use deepen::memory;

use self::solver_options::SolverOptions;
use self::values::PuzzleArg;

/// Finds shortest solutions of puzzles.
#[derive(Parser, Debug)]
#[command(name = "deepen", version, after_help = help::main(), disable_help_subcommand = true, max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// Log every round on stderr; twice for more
    #[arg(short, long, global = true, action = ArgAction::Count, display_order = 900)]
    pub verbose: u8,
    /// No progress, no headings, no hints
    #[arg(short, long, global = true, conflicts_with = "verbose", display_order = 901)]
    pub quiet: bool,
}

impl Arguments {
    /// Whether the command is asked for JSON.
    pub fn json(&self) -> bool {
        match &self.command {
            Command::Solve(args) => args.output.json,
            Command::Batch(args) => args.output.json,
            Command::Compare(args) => args.output.json,
            Command::Count(args) => args.output.json,
            Command::Scramble(args) => args.output.json,
            Command::Hint(args) => args.output.json,
            Command::Check(args) => args.output.json,
            Command::Bench(args) => args.output.json,
            Command::List(args) => args.output.json,
            Command::Tables(args) => args.json,
            Command::Alg(args) => args.json(),
            // As it was asked for when the journal was begun.
            Command::Resume(_) | Command::Convert(_) | Command::Completions(_) | Command::Serve(_) => false,
        }
    }
}

impl Arguments {
    /// Reads arguments, the program's name first: those of the program and those that solvers declare.
    ///
    /// # Errors
    /// If they are none.
    pub fn read<T: Into<std::ffi::OsString> + Clone>(
        words: impl IntoIterator<Item = T>,
    ) -> Result<Arguments, clap::Error> {
        let matches = solver_options::declare(Arguments::command()).try_get_matches_from(words)?;
        let mut arguments = Arguments::from_arg_matches(&matches)?;
        if let (Some(options), Some((_, matches))) =
            (arguments.command.solver_options(), matches.subcommand())
        {
            options.read(matches);
        }
        Ok(arguments)
    }
}

impl Command {
    /// Where options of solvers' own are put.
    fn solver_options(&mut self) -> Option<&mut SolverOptions> {
        match self {
            Command::Solve(args) => Some(&mut args.solver_options),
            Command::Batch(args) => Some(&mut args.solver_options),
            Command::Compare(args) => Some(&mut args.solver_options),
            Command::Count(args) => Some(&mut args.solver_options),
            Command::Hint(args) => Some(&mut args.solver_options),
            Command::Check(args) => Some(&mut args.solver_options),
            Command::Scramble(args) => Some(&mut args.solver_options),
            _ => None,
        }
    }

    /// Threads asked for, where a command takes some.
    pub fn threads(&self) -> Option<usize> {
        let threads = match self {
            Command::Solve(args) => &args.threads,
            Command::Batch(args) => &args.threads,
            Command::Compare(args) => return Some(args.threads as usize),
            Command::Hint(args) => &args.threads,
            Command::Check(args) => &args.threads,
            Command::Bench(args) => &args.threads,
            Command::Resume(args) => &args.threads,
            _ => return None,
        };
        threads.threads.map(|n| n as usize)
    }
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Solve puzzles one after the other, each on all threads
    #[command(after_help = help::SOLVE)]
    Solve(Solve),
    /// Solve many puzzles at once, one line each
    #[command(after_help = help::BATCH)]
    Batch(Batch),
    /// Go on with what was interrupted, by its journal
    #[command(after_help = help::RESUME)]
    Resume(Resume),
    /// Run several searches on one puzzle and compare them
    #[command(after_help = help::COMPARE)]
    Compare(Compare),
    /// Count the positions at every distance from a goal
    #[command(after_help = help::COUNT)]
    Count(Count),
    /// Tell an optimal next move and how many are left
    #[command(after_help = help::HINT)]
    Hint(Hint),
    /// Judge a puzzle, or a sequence of moves on it
    #[command(after_help = help::CHECK)]
    Check(Check),
    /// Draw puzzles by lot: cubes with moves that make them, boards of Shuffdle, positions of defined puzzles
    #[command(after_help = help::SCRAMBLE)]
    Scramble(Scramble),
    /// Measure this machine with a fixed suite of searches
    #[command(after_help = help::BENCH)]
    Bench(Bench),
    /// Work with sequences of moves of a defined puzzle
    #[command(after_help = help::ALG)]
    Alg(alg::Alg),
    /// Convert the definition of a puzzle, or positions of one, to another format
    #[command(after_help = help::CONVERT)]
    Convert(Convert),
    /// List the large tables that are kept on this machine, make, verify or remove them
    #[command(after_help = help::TABLES)]
    Tables(TablesArgs),
    /// Open the web app on this machine
    #[command(after_help = help::SERVE)]
    Serve(Serve),
    /// List puzzles, goals, algorithms and heuristics
    #[command(after_help = help::LIST)]
    List(List),
    /// Print a completion script for a shell
    #[command(after_help = help::COMPLETIONS)]
    Completions(Completions),
}

#[derive(Args, Debug)]
pub struct Solve {
    /// Options of solvers' own.
    #[arg(skip)]
    pub solver_options: SolverOptions,
    /// Kind of puzzle: a name of `deepen list`, an event like 333, or a file with a definition
    #[arg(value_name = "PUZZLE", value_parser = values::puzzle)]
    pub puzzle: PuzzleArg,
    /// A file, - for standard input, or a puzzle: a board like "8 2 0/4 6 1/3 7 5", a scramble like "R U2 F'", facelets, a
    /// word and a board of Shuffdle
    #[arg(value_name = "INPUT", required = true)]
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
    pub tables: Tables,
    /// With --json, print every improvement as an object of its own, with status "improved", before the answer
    #[arg(long, requires = "json")]
    pub stream: bool,
    /// Print every step of the solution (boards), or the unfolded cube before it (net)
    #[arg(long, value_name = "WHAT", conflicts_with = "json")]
    pub show: Option<Show>,
    #[command(flatten)]
    pub journal: Journal,
    /// Tell on stderr how far it is: one JSON object per line, for schedulers
    #[arg(long, value_name = "HOW")]
    pub progress: Option<ProgressFormat>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Journal {
    /// Keep every finished task in this file, so that `deepen resume` can go on after an interruption (ida, dfid, dfs; batch)
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Resume {
    /// A file that `solve` or `batch` has written with --journal
    #[arg(value_name = "FILE")]
    pub journal: PathBuf,
    #[command(flatten)]
    pub threads: Threads,
}

/// How progress is told.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum ProgressFormat {
    /// One JSON object per line
    Json,
}

#[derive(Args, Debug)]
pub struct Batch {
    /// Options of solvers' own.
    #[arg(skip)]
    pub solver_options: SolverOptions,
    /// Kind of puzzle: a name of `deepen list`, an event like 333, or a file with a definition
    #[arg(value_name = "PUZZLE", value_parser = values::puzzle)]
    pub puzzle: PuzzleArg,
    /// A file, - for standard input, or puzzles; cubes one per line
    #[arg(value_name = "INPUT", required = true)]
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
    pub tables: Tables,
    #[command(flatten)]
    pub journal: Journal,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Compare {
    /// Options of solvers' own.
    #[arg(skip)]
    pub solver_options: SolverOptions,
    /// Kind of puzzle: a name of `deepen list`, an event like 333, or a file with a definition
    #[arg(value_name = "PUZZLE", value_parser = values::puzzle)]
    pub puzzle: PuzzleArg,
    /// A file with one puzzle, - for standard input, or a puzzle
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<String>,
    #[command(flatten)]
    pub goal: Goal,
    #[command(flatten)]
    pub move_options: MoveOptions,
    /// Searches to compare, divided by commas [default: all]
    #[arg(long, value_name = "NAMES", value_parser = values::algorithm(), value_delimiter = ',')]
    pub algorithms: Vec<String>,
    /// Heuristics for each of them, divided by commas [default: all for ida, one for the others]
    #[arg(long, value_name = "NAMES", value_parser = values::heuristic(), value_delimiter = ',')]
    pub heuristics: Vec<String>,
    /// Weight of the estimate in weighted-astar, 1 or more
    #[arg(long, value_name = "W", value_parser = values::weight, default_value = "1.5")]
    pub weight: u32,
    /// Write the figures to this file as CSV, - for standard output in place of the table
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub csv: Option<PathBuf>,
    #[command(flatten)]
    pub limits: Limits,
    /// Threads to use, for tables too; with one every run makes the same nodes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub threads: u32,
    #[command(flatten)]
    pub tables: Tables,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Count {
    /// Options of solvers' own.
    #[arg(skip)]
    pub solver_options: SolverOptions,
    /// Kind of puzzle: a name of `deepen list`, or a file with a definition, - for standard input
    #[arg(value_name = "PUZZLE", value_parser = values::puzzle)]
    pub puzzle: PuzzleArg,
    #[command(flatten)]
    pub goal: Goal,
    #[command(flatten)]
    pub move_options: MoveOptions,
    /// Draw the numbers into this SVG file
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Hint {
    /// Options of solvers' own.
    #[arg(skip)]
    pub solver_options: SolverOptions,
    /// Kind of puzzle: a name of `deepen list`, an event like 333, or a file with a definition
    #[arg(value_name = "PUZZLE", value_parser = values::puzzle)]
    pub puzzle: PuzzleArg,
    /// A file, - for standard input, or puzzles
    #[arg(value_name = "INPUT", required = true)]
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
    /// Options of solvers' own.
    #[arg(skip)]
    pub solver_options: SolverOptions,
    /// Kind of puzzle: a name of `deepen list`, an event like 333, or a file with a definition
    #[arg(value_name = "PUZZLE", value_parser = values::puzzle)]
    pub puzzle: PuzzleArg,
    /// A file with one puzzle, - for standard input, or a puzzle
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<String>,
    /// The moves to judge, written as solutions are; without them only whether the puzzle can be solved
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub solution: Option<String>,
    /// Find the shortest solution too, and compare
    #[arg(long, requires = "solution")]
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
    pub tables: Tables,
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
          value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub threads_list: Vec<u32>,
    /// With --scaling, the last round is the one up to this length
    #[arg(long, value_name = "N", requires = "scaling")]
    pub bound: Option<u32>,
    /// With --scaling, which of Korf's 100 boards
    #[arg(long, value_name = "K", requires = "scaling", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub board: Option<u32>,
    /// With --scaling, draw the speed-up into this SVG file
    #[arg(long, value_name = "FILE", requires = "scaling")]
    pub plot: Option<PathBuf>,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Scramble {
    /// Options of solvers' own.
    #[arg(skip)]
    pub solver_options: SolverOptions,
    /// Kind of puzzle: a name of `deepen list`, an event like 333bf or minx, or a file with a definition
    #[arg(value_name = "PUZZLE", value_parser = values::puzzle)]
    pub puzzle: PuzzleArg,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub count: u64,
    /// Where the lots come from: the same seed, the same scrambles [default: drawn, and told on stderr]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// How to write what is drawn [default: moves, or scramble for defined puzzles with too many positions]
    #[arg(long, value_name = "FORMAT", value_parser = values::format(), conflicts_with = "json")]
    pub format: Option<String>,
    /// What the puzzles can reach: a name of `deepen list`, a file or a position [default: solved]
    #[arg(long, value_name = "GOAL")]
    pub goal: Option<String>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Convert {
    /// A definition: a name of `deepen list`, or tws or KPuzzle JSON in a file, - for standard input; or such a file of positions
    #[arg(value_name = "IN")]
    pub input: String,
    /// Where it goes: a file, or - for standard output [default: -]
    #[arg(value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    pub to: Format,
    /// The puzzle of the positions: a name of `deepen list`, or a file with its definition
    #[arg(long, value_name = "FILE")]
    pub definition: Option<String>,
}

/// A format of definitions or of positions.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Format {
    /// A definition in lines of text, as twsearch reads them
    Tws,
    /// A definition in JSON, as cubing.js reads it
    Kpuzzle,
    /// Positions as scrambles of twsearch, by moves where they are given so
    Scramble,
    /// Positions as twsearch's compact ones, a line each
    Cpos,
    /// Positions as patterns of cubing.js in JSON
    Pattern,
}

#[derive(Args, Debug)]
pub struct List {
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Completions {
    /// For which shell
    pub shell: Shell,
}

#[derive(Args, Debug)]
pub struct Goal {
    /// Where to go: solved; last (1 2 … 0), first (0 1 2 …), snail (a spiral); a step of the 3x3x3 like eo, dr-ud or
    /// cross (deepen list has all); "moves: R U F", the position after moves; or a board, facelets (. for any colour of a
    /// 3x3x3), a pattern or a file like INPUT; of defined puzzles any of several [default: solved, which is last for boards]
    #[arg(long, value_name = "GOAL")]
    pub goal: Vec<String>,
}

#[derive(Args, Debug)]
pub struct MoveOptions {
    /// What counts as one move of a cube or a defined puzzle [default: half-turn; move]
    #[arg(long, value_name = "NAME", value_parser = values::metric())]
    pub metric: Option<String>,
    /// The turns that may be used, like U,R,F2; a name alone is all its turns, U1 a single one [default: all]
    #[arg(long, value_name = "LIST")]
    pub moves: Option<String>,
}

#[derive(Args, Debug)]
pub struct Method {
    /// How to search [default: ida; two-phase for 3x3x3; astar for shuffdle; phases for clock]
    #[arg(long, value_name = "NAME", value_parser = values::algorithm())]
    pub algorithm: Option<String>,
    /// What to estimate the distance with
    #[arg(long, value_name = "NAME", value_parser = values::heuristic_or_auto(), default_value = "auto")]
    pub heuristic: String,
    /// Weight of the estimate in weighted-astar, 1 or more [default: 1.5]
    #[arg(long, value_name = "W", value_parser = values::weight)]
    pub weight: Option<u32>,
    /// Ask for a solution that is proved to be a shortest one
    #[arg(long, visible_alias = "exact")]
    pub optimal: bool,
    /// Go on to shorter solutions until a limit or a proof ends it (two-phase, phases)
    #[arg(long)]
    pub improve: bool,
    /// Go on to shorter solutions for N first phases: unlike time the same on every machine (two-phase, phases)
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub probes: Option<u64>,
    /// Look for nothing shorter than N moves; a solution ends when it first meets the goal (ida of defined puzzles)
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub min_length: u32,
}

#[derive(Args, Debug)]
#[command(group(ArgGroup::new("several-solutions").args(["all", "within"]).multiple(true)))]
pub struct Several {
    /// Find every optimal solution (ida and dfid)
    #[arg(long)]
    pub all: bool,
    /// Find every solution up to N moves longer than the shortest (3x3x3 and defined puzzles)
    #[arg(long, value_name = "N")]
    pub within: Option<u32>,
    /// With --all or --within, how many solutions to print
    #[arg(long, value_name = "N", default_value_t = 10, requires = "several-solutions")]
    pub max_solutions: usize,
}

#[derive(Args, Debug)]
pub struct Limits {
    /// Look for nothing longer than N moves; the cut-off of dfs, and good enough for two-phase
    #[arg(long, value_name = "N")]
    pub max_length: Option<u32>,
    /// Time to wait for one puzzle, its tables included: then the best known answer is printed; two-phase improves until then
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
    /// Stop a search after this many nodes, like 10M
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub max_nodes: Option<u64>,
    /// Memory for remembered states, like 500M or 4GiB [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory::parse)]
    pub max_memory: Option<u64>,
}

#[derive(Args, Debug)]
pub struct Threads {
    /// Threads to use, for tables too [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub threads: Option<u32>,
}

#[derive(Args, Debug)]
pub struct Tables {
    /// Where large tables are kept, or none to keep nothing [default: $DEEPEN_TABLES, or deepen in the cache folder]
    #[arg(long, value_name = "DIR", global = true)]
    pub tables: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct TablesArgs {
    #[command(subcommand)]
    pub task: Option<TablesCommand>,
    #[command(flatten)]
    pub tables: Tables,
    /// Print JSON, one object per line
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Serve {
    /// Where to listen; 0 is any port that is free
    #[arg(long, value_name = "N", default_value_t = 7117)]
    pub port: u16,
    /// Listen on this address instead of 127.0.0.1: others can use this machine then
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<IpAddr>,
    /// A name by which this server is called, beside localhost and its address
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// Jobs that run at once [default: twice as many as cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Jobs that wait; others are told to come again [default: 64]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub queue: Option<u32>,
    /// How long a job may take, its tables included [default: 600]
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    pub max_time: Option<Duration>,
    /// Memory of all jobs together, like 4GiB [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory::parse)]
    pub max_memory: Option<u64>,
    #[command(flatten)]
    pub tables: Tables,
}

/// What to do with kept tables.
#[derive(Subcommand, Debug)]
pub enum TablesCommand {
    /// List them (also without a command)
    List,
    /// Make some and keep them
    Build {
        /// Which
        #[arg(value_name = "NAME", required = true)]
        names: Vec<String>,
        /// Memory for making them, like 8G [default: half of what is free]
        #[arg(long, value_name = "SIZE", value_parser = memory::parse)]
        max_memory: Option<u64>,
    },
    /// Compare all of their content with its checksums
    Verify {
        /// Which [default: all that are kept]
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
    /// Remove some
    Remove {
        /// Which
        #[arg(value_name = "NAME", required_unless_present_any = ["all", "unused"])]
        names: Vec<String>,
        /// All that are kept
        #[arg(long, conflicts_with = "names")]
        all: bool,
        /// Files that this version does not use: tables of other versions, and what killed processes left
        #[arg(long, conflicts_with_all = ["names", "all"])]
        unused: bool,
    },
}

#[derive(Args, Debug)]
pub struct Output {
    /// Print JSON, one object per line
    #[arg(long)]
    pub json: bool,
}

/// What more to print.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Show {
    /// The board after every move
    Boards,
    /// The unfolded cube
    Net,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        solver_options::declare(Arguments::command()).debug_assert();
    }

    #[test]
    fn short_names_mean_the_same() {
        let solve = |arguments: &str| {
            let arguments = Arguments::read(arguments.split(' ')).expect("sound arguments");
            let Command::Solve(args) = arguments.command else { panic!("another command") };
            (args.puzzle, args.move_options.metric, args.move_options.moves)
        };
        let named = |name: &str| PuzzleArg::Named(name.to_string());
        let metric = |name: &str| Some(name.to_string());
        let moves = || Some("U,R2,F'".to_string());
        // Names of events stay as they are: they say more than the puzzle.
        let expected = |name: &str| (named(name), metric("quarter-turn"), moves());
        assert_eq!(solve("deepen solve 222 R --metric qtm --moves U,R2,F'"), expected("222"));
        assert_eq!(solve("deepen solve 2x2x2 R --metric quarter-turn --moves U,R2,F'"), expected("2x2x2"));
        assert_eq!(solve("deepen solve 3x3x3 R --metric atm"), (named("3x3x3"), metric("axial"), None));
        assert_eq!(solve("deepen solve 3x3x3 R --metric htm"), (named("3x3x3"), metric("half-turn"), None));
        assert_eq!(solve("deepen solve 15-puzzle 1"), (named("sliding"), None, None));
        let file = PuzzleArg::File("x.tws".to_string());
        assert_eq!(solve("deepen solve x.tws R --metric quantum"), (file, metric("quantum"), None));
    }

    #[test]
    fn options_of_solvers_are_read() {
        let arguments = "deepen solve 3x3x3 R --niss --omit A --omit B --pattern 6-6-3";
        let Command::Solve(args) = Arguments::read(arguments.split(' ')).expect("sound").command else {
            panic!("another command")
        };
        let options =
            args.solver_options.options(&|text| Ok(deepen::solver::Text::given(text))).expect("no file");
        assert!(options.flag("niss") && !options.flag("hard"));
        assert_eq!(options.texts("omit"), ["A", "B"]);
        assert_eq!(options.str("pattern"), Some("6-6-3"));
    }
}
