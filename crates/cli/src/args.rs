//! The command line as typed. Only what clap can check by itself is checked here; [`crate::request`] and the library check
//! whether options fit together.

pub mod alg;
mod commands;
mod family_help;
pub mod help;
mod options;
pub mod solver_options;
pub mod values;

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};

pub use self::commands::*;
use self::family_help::HelpRequest;
pub use self::options::*;
use self::solver_options::SolverOptions;
use self::values::Secret;
use crate::color::ColorMode;
use crate::environment::Environment;

/// Heading of the options that every command has.
const GLOBAL: &str = "Global options";

/// Find provably shortest solutions of puzzles
#[derive(Parser, Debug)]
#[command(
    name = "deepen",
    version,
    after_help = help::MAIN.short(),
    after_long_help = help::MAIN.long(),
    disable_help_flag = true,
    disable_version_flag = true,
    max_term_width = family_help::WIDTH
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// Log every search round on stderr; repeat for more detail
    #[arg(short, long, global = true, action = ArgAction::Count, display_order = 900, help_heading = GLOBAL)]
    pub verbose: u8,
    /// Print results only: no progress, headings or hints
    #[arg(short, long, global = true, conflicts_with = "verbose", display_order = 901, help_heading = GLOBAL)]
    pub quiet: bool,
    /// Color help, errors, progress and nets: auto, always or never [env: DEEPEN_COLOR] [default: auto]
    ///
    /// auto means on a terminal, unless NO_COLOR or CLICOLOR_FORCE is set.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        display_order = 902,
        help_heading = GLOBAL,
        hide_short_help = true,
        hide_possible_values = true
    )]
    pub color: Option<ColorMode>,
}

/// The complete command line: options of the program and options that solvers declare.
pub fn command() -> clap::Command {
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .global(true)
        .action(ArgAction::Help)
        .display_order(903)
        .help_heading(GLOBAL)
        .help("Print help (-h: summary, --help: all options)");
    let version = Arg::new("version")
        .short('V')
        .long("version")
        .action(ArgAction::Version)
        .display_order(904)
        .help_heading(GLOBAL)
        .help("Print version");
    with_negative_numbers(solver_options::declare(Arguments::command().args([help, version])))
}

/// Lets options take negative numbers as values: their parsers then say what is allowed.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let accept = |arg: Arg| match arg.is_positional() || !arg.get_action().takes_values() {
        true => arg,
        false => arg.allow_negative_numbers(true),
    };
    command.mut_args(accept).mut_subcommands(with_negative_numbers)
}

impl Arguments {
    /// True if the command prints JSON.
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
            // A resumed command prints as it was first typed.
            Command::Resume(_)
            | Command::Convert(_)
            | Command::Completions(_)
            | Command::Man(_)
            | Command::Licenses
            | Command::Serve(_) => false,
        }
    }

    /// Parses arguments, the program's name first: options of the program and options that solvers declare. Variables of
    /// the environment are defaults of options that are not given.
    ///
    /// # Errors
    /// If the arguments or the variables are invalid, or help is requested.
    pub fn read<T: Into<OsString> + Clone>(
        words: impl IntoIterator<Item = T>,
        environment: &Environment,
    ) -> Result<Arguments, clap::Error> {
        let words = help_as_option(words.into_iter().map(Into::into).collect());
        // Before parsing: errors and help are colored, too.
        let mut command = command().color(environment.color_of(&words).into());
        if let Some(request) = HelpRequest::find(&words) {
            command = family_help::adapt(command, &request);
        }
        let matches = command.try_get_matches_from_mut(words)?;
        let mut arguments = Arguments::from_arg_matches(&matches)?;
        if let (Some(options), Some((_, matches))) =
            (arguments.command.solver_options(), matches.subcommand())
        {
            options.read(matches);
        }
        let mut usage = |message: String| command.error(ErrorKind::ValueValidation, message);
        arguments.color = Some(environment.color(arguments.color).map_err(&mut usage)?);
        if let Some(threads @ None) = arguments.command.threads_option() {
            *threads = environment.threads().map_err(&mut usage)?;
        }
        if let Some(max_memory @ None) = arguments.command.max_memory_option() {
            *max_memory = environment.max_memory().map_err(&mut usage)?;
        }
        if let Command::Serve(Serve { token: token @ None, .. }) = &mut arguments.command {
            *token = environment.token().map(Secret::from);
        }
        Ok(arguments)
    }
}

/// Returns `deepen help COMMAND PUZZLE` as `deepen COMMAND PUZZLE --help`: clap's own `help` takes commands only.
fn help_as_option(mut words: Vec<OsString>) -> Vec<OsString> {
    if words.len() > 2 && words[1] == "help" {
        words.remove(1);
        words.push("--help".into());
    }
    words
}

impl Command {
    /// Returns the options that solvers declare.
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

    /// Returns `--threads` of commands that use all cores without it. A comparison runs on one thread, so that it can be
    /// repeated; a resumed command has its own arguments in the journal.
    fn threads_option(&mut self) -> Option<&mut Option<u32>> {
        match self {
            Command::Solve(args) => Some(&mut args.threads.threads),
            Command::Batch(args) => Some(&mut args.threads.threads),
            Command::Hint(args) => Some(&mut args.threads.threads),
            Command::Check(args) => Some(&mut args.threads.threads),
            Command::Bench(args) => Some(&mut args.threads.threads),
            _ => None,
        }
    }

    /// Returns `--max-memory`.
    fn max_memory_option(&mut self) -> Option<&mut Option<u64>> {
        match self {
            Command::Solve(args) => Some(&mut args.limits.max_memory),
            Command::Batch(args) => Some(&mut args.limits.max_memory),
            Command::Compare(args) => Some(&mut args.limits.max_memory),
            Command::Count(args) => Some(&mut args.limits.max_memory),
            Command::Hint(args) => Some(&mut args.limits.max_memory),
            Command::Check(args) => Some(&mut args.limits.max_memory),
            Command::Alg(args) => args.limits().map(|limits| &mut limits.max_memory),
            Command::Serve(args) => Some(&mut args.max_memory),
            Command::Tables(TablesArgs { task: Some(TablesCommand::Build { max_memory, .. }), .. }) => {
                Some(max_memory)
            }
            _ => None,
        }
    }

    /// Returns the number of threads, where the command has one.
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
    /// Solve puzzles one after another, each on all threads
    #[command(after_help = help::SOLVE.short(), after_long_help = help::SOLVE.long())]
    Solve(Solve),
    /// Solve many puzzles in parallel, one line of output per puzzle
    #[command(after_help = help::BATCH.short(), after_long_help = help::BATCH.long())]
    Batch(Batch),
    /// Resume an interrupted search from its journal
    #[command(after_help = help::RESUME.short(), after_long_help = help::RESUME.long())]
    Resume(Resume),
    /// Run several searches on one puzzle and compare them
    #[command(after_help = help::COMPARE.short(), after_long_help = help::COMPARE.long())]
    Compare(Compare),
    /// Count the positions at every distance from a goal
    #[command(after_help = help::COUNT.short(), after_long_help = help::COUNT.long())]
    Count(Count),
    /// Print an optimal next move and the number of moves left
    #[command(after_help = help::HINT.short(), after_long_help = help::HINT.long())]
    Hint(Hint),
    /// Check that a puzzle is solvable, or that moves solve it
    #[command(after_help = help::CHECK.short(), after_long_help = help::CHECK.long())]
    Check(Check),
    /// Generate random scrambles
    #[command(after_help = help::SCRAMBLE.short(), after_long_help = help::SCRAMBLE.long())]
    Scramble(Scramble),
    /// Benchmark this machine with a fixed set of searches
    #[command(after_help = help::BENCH.short(), after_long_help = help::BENCH.long())]
    Bench(Bench),
    /// Invert, simplify, shorten and find sequences of moves
    #[command(after_help = help::ALG.short(), after_long_help = help::ALG.long())]
    Alg(alg::Alg),
    /// Convert puzzle definitions and positions between formats
    #[command(after_help = help::CONVERT.short(), after_long_help = help::CONVERT.long())]
    Convert(Convert),
    /// List, build, verify and remove the large tables stored on this machine
    #[command(after_help = help::TABLES.short(), after_long_help = help::TABLES.long())]
    Tables(TablesArgs),
    /// Serve the web app and its HTTP API on this machine
    #[command(after_help = help::SERVE.short(), after_long_help = help::SERVE.long())]
    Serve(Serve),
    /// List puzzles, goals, metrics, algorithms and heuristics
    #[command(after_help = help::LIST.short(), after_long_help = help::LIST.long())]
    List(List),
    /// Print a completion script for a shell
    #[command(after_help = help::COMPLETIONS.short(), after_long_help = help::COMPLETIONS.long())]
    Completions(Completions),
    /// Write man pages
    #[command(after_help = help::MAN.short(), after_long_help = help::MAN.long())]
    Man(Man),
    /// Print the licenses of all packages in this program
    #[command(after_help = help::LICENSES.short(), after_long_help = help::LICENSES.long())]
    Licenses,
}

#[cfg(test)]
mod tests {
    use super::values::PuzzleArg;
    use super::*;

    fn read(words: &str) -> Arguments {
        Arguments::read(words.split(' '), &Environment::default()).expect("valid arguments")
    }

    fn solve(words: &str) -> Solve {
        let Command::Solve(args) = read(words).command else { panic!("another command") };
        args
    }

    /// Returns the help that arguments request.
    fn help(words: &str) -> String {
        let words: Vec<&str> = words.split(' ').collect();
        let error = Arguments::read(words, &Environment::default()).expect_err("help");
        assert_eq!(error.exit_code(), 0, "{error}");
        error.to_string()
    }

    #[test]
    fn the_command_line_is_valid() {
        command().debug_assert();
    }

    #[test]
    fn short_names_mean_the_same() {
        let solve = |words: &str| {
            let args = solve(words);
            (args.puzzle, args.move_options.metric, args.move_options.moves)
        };
        let named = |name: &str| PuzzleArg::Named { name: name.to_string(), size: None };
        let metric = |name: &str| Some(name.to_string());
        let moves = || Some("U,R2,F'".to_string());
        // Names of events stay as they are, because they imply more than the puzzle.
        let expected = |name: &str| (named(name), metric("quarter-turn"), moves());
        assert_eq!(solve("deepen solve 222 R --metric qtm --moves U,R2,F'"), expected("222"));
        assert_eq!(solve("deepen solve 2x2x2 R --metric quarter-turn --moves U,R2,F'"), expected("2x2x2"));
        assert_eq!(solve("deepen solve 3x3x3 R --metric ATM"), (named("3x3x3"), metric("axial"), None));
        assert_eq!(solve("deepen solve 3x3x3 R --metric htm"), (named("3x3x3"), metric("half-turn"), None));
        let sliding = PuzzleArg::Named { name: "sliding".to_string(), size: Some("4x4") };
        assert_eq!(solve("deepen solve 15-puzzle 1"), (sliding, None, None));
        let file = PuzzleArg::File("x.tws".to_string());
        assert_eq!(solve("deepen solve x.tws R --metric quantum"), (file, metric("quantum"), None));
    }

    #[test]
    fn options_of_solvers_are_read() {
        let args = solve("deepen solve 3x3x3 R --niss --omit A --omit B --pattern 6-6-3");
        let options =
            args.solver_options.options(&|text| Ok(deepen::solver::Text::given(text))).expect("no file");
        assert!(options.flag("niss") && !options.flag("hard"));
        assert_eq!(options.texts("omit"), ["A", "B"]);
        assert_eq!(options.str("pattern"), Some("6-6-3"));
    }

    #[test]
    fn aliases_are_resolved() {
        for (typed, name) in [
            ("a*", "astar"),
            ("A*", "astar"),
            ("ida*", "ida"),
            ("IDAstar", "ida"),
            ("kociemba", "two-phase"),
            ("Thistlethwaite", "four-phase"),
            ("breadth-first", "bfs"),
            ("IDA", "ida"),
        ] {
            let args = solve(&format!("deepen solve 3x3x3 R --algorithm {typed}"));
            assert_eq!(args.method.algorithm.as_deref(), Some(name), "{typed}");
        }
        assert_eq!(solve("deepen solve sliding 1 --heuristic Manhattan").method.heuristic, "manhattan");
        assert_eq!(solve("deepen solve 3x3x3 R --probes 5").method.max_phase1, Some(5));
        assert_eq!(solve("deepen solve 3x3x3 R --max-phase1 5").method.max_phase1, Some(5));
        assert!(solve("deepen solve 3x3x3 R --exact").method.optimal);
        let text = help("deepen solve --help");
        for hidden in ["--probes", "--exact", "kociemba", "idastar"] {
            assert!(!text.contains(hidden), "{hidden}");
        }
    }

    #[test]
    fn options_win_over_variables_and_variables_over_defaults() {
        let variables = |name: &str| match name {
            "DEEPEN_THREADS" => Some("3".into()),
            "DEEPEN_MAX_MEMORY" => Some("1GiB".into()),
            _ => None,
        };
        let environment = Environment::new(variables);
        let read = |words: &str| {
            let mut command = Arguments::read(words.split(' '), &environment).expect("valid").command;
            (command.threads(), command.max_memory_option().and_then(|option| *option))
        };
        assert_eq!(read("deepen solve 3x3x3 R"), (Some(3), Some(1 << 30)));
        assert_eq!(read("deepen solve 3x3x3 R --threads 2 --max-memory 2GiB"), (Some(2), Some(2 << 30)));
        assert_eq!(read("deepen compare sliding 1"), (Some(1), Some(1 << 30)));
        assert_eq!(read("deepen serve"), (None, Some(1 << 30)));
        assert_eq!(read("deepen tables build x"), (None, Some(1 << 30)));
        let environment = Environment::new(|name| (name == "DEEPEN_TOKEN").then(|| "secret".into()));
        let token = |words: &str| {
            let arguments = Arguments::read(words.split(' '), &environment).expect("valid");
            assert!(!format!("{arguments:?}").contains("secret"), "{arguments:?}");
            match arguments.command {
                Command::Serve(args) => args.token.map(|token| token.reveal().to_string()),
                _ => panic!("another command"),
            }
        };
        assert_eq!(token("deepen serve").as_deref(), Some("secret"));
        assert_eq!(token("deepen serve --token other").as_deref(), Some("other"));
        assert_eq!(read("deepen resume x.journal"), (None, None));
        let mut command = super::tests::read("deepen solve 3x3x3 R").command;
        assert_eq!((command.threads(), command.max_memory_option()), (None, Some(&mut None)));
        let wrong = Environment::new(|name| (name == "DEEPEN_THREADS").then(|| "many".into()));
        let error = Arguments::read("deepen solve 3x3x3 R".split(' '), &wrong).expect_err("no number");
        assert_eq!(error.exit_code(), 2);
        assert!(error.to_string().contains("'many' of the environment variable DEEPEN_THREADS"), "{error}");
        assert!(Arguments::read("deepen solve 3x3x3 R --threads 1".split(' '), &wrong).is_ok());
        assert!(Arguments::read("deepen list".split(' '), &wrong).is_ok());
    }

    /// All commands with their words, subcommands of commands included.
    fn commands() -> Vec<String> {
        fn add(words: &str, command: &clap::Command, all: &mut Vec<String>) {
            all.push(words.to_string());
            for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
                add(&format!("{words} {}", command.get_name()), command, all);
            }
        }
        let mut all = Vec::new();
        add("deepen", &command(), &mut all);
        all
    }

    /// At 100 columns, which is the width without a terminal.
    #[test]
    fn short_help_fits_one_screen() {
        let mut puzzles: Vec<String> = Vec::new();
        for (command, _) in solver_options::COMMANDS {
            puzzles.extend(
                values::registry()
                    .solvers()
                    .iter()
                    .flat_map(|solver| solver.puzzles())
                    .map(|puzzle| format!("deepen {command} {}", puzzle.name)),
            );
        }
        for words in commands().into_iter().chain(puzzles) {
            let text = help(&format!("{words} -h"));
            assert!(text.lines().count() <= 45, "{words}: {} lines\n{text}", text.lines().count());
            assert!(text.lines().all(|line| line.chars().count() <= 100), "{words}\n{text}");
            assert!(text.contains("Usage: "), "{words}\n{text}");
        }
    }

    #[test]
    fn every_command_has_examples() {
        for words in commands() {
            let is_tool = words.starts_with("deepen alg ") || words.starts_with("deepen tables ");
            assert!(is_tool || help(&format!("{words} -h")).contains("Examples:\n  "), "{words}");
        }
    }

    #[test]
    fn long_help_is_grouped_by_topic() {
        let text = help("deepen solve --help");
        let mut rest = &text[..];
        for heading in ["Input and goal", "Method", "Several solutions", "Limits", "Tables", "Output"] {
            let at =
                rest.find(&format!("\n{heading}:\n")).unwrap_or_else(|| panic!("{heading} in order\n{text}"));
            rest = &rest[at..];
        }
        for solver in values::registry().solvers() {
            let info = solver.info();
            let has_own =
                info.options.iter().any(|option| option.purposes.contains(&deepen::solver::Purpose::Solve));
            assert_eq!(text.contains(&format!("\nOptions for {}:\n", info.name)), has_own, "{}", info.name);
        }
        assert!(
            text.contains("[env: DEEPEN_THREADS]") && text.contains("[env: DEEPEN_MAX_MEMORY]"),
            "{text}"
        );
    }

    #[test]
    fn help_of_a_puzzle_has_its_options_only() {
        for words in ["deepen solve 3x3x3 --help", "deepen help solve 3x3x3"] {
            let text = help(words);
            assert!(
                text.contains("--niss") && text.contains("\nAlgorithms:\n") && text.contains("\nGoals:\n"),
                "{text}"
            );
            assert!(
                !text.contains("--omit") && !text.contains("--hard") && !text.contains("misplaced"),
                "{text}"
            );
        }
        let text = help("deepen scramble 15-puzzle --help");
        assert!(text.contains("--size") && !text.contains("--word"), "{text}");
        assert!(help("deepen help solve").contains("--omit"));
        assert_eq!(help("deepen help"), help("deepen --help"));
    }
}
