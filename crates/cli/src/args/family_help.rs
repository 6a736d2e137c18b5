//! Help for one puzzle: `deepen solve 3x3x3 --help` shows the options of its solver only, and what the solver declares:
//! algorithms, heuristics, metrics, goals and formats.

use std::ffi::OsString;

use clap::{Arg, Command};
use deepen::solver::{Algorithm, AlgorithmInfo, Purpose, SolverInfo};

use super::help::{DEFINED_NOTES, INPUT_NOTES, page, section, title};
use super::solver_options::{COMMANDS, owners};
use super::values::{self, PuzzleArg, registry};

/// Options whose values are too many for `-h`.
const LISTS: [&str; 5] = ["algorithm", "algorithms", "heuristic", "heuristics", "metric"];

/// The number of examples after `-h`, which must fit one screen.
const N_SHORT: usize = 3;

/// The maximum width of help, as clap wraps it.
pub const WIDTH: usize = 100;

/// A request for help.
#[derive(Debug)]
pub struct HelpRequest {
    /// `-h`, not `--help`.
    is_short: bool,
    /// The command, if it has options of solvers, and the solver of the puzzle that is named before `--help`.
    family: Option<(&'static str, Purpose, &'static SolverInfo)>,
}

impl HelpRequest {
    /// Finds a request in arguments, the program's name first.
    pub fn find(words: &[OsString]) -> Option<HelpRequest> {
        let words: Vec<&str> =
            words.iter().skip(1).map_while(|word| word.to_str()).take_while(|word| *word != "--").collect();
        let at = words.iter().position(|word| matches!(*word, "-h" | "--help"))?;
        let mut before = words[..at].iter();
        let command = before.find_map(|word| COMMANDS.into_iter().find(|(name, _)| name == word));
        let family = command.and_then(|(name, purpose)| {
            let info = before.find_map(|word| solver_for(word))?;
            Some((name, purpose, info))
        });
        Some(HelpRequest { is_short: words[at] == "-h", family })
    }
}

/// Returns the solver of a puzzle as it is typed.
fn solver_for(word: &str) -> Option<&'static SolverInfo> {
    let solver = match values::puzzle(word).ok().filter(|_| !word.starts_with('-'))? {
        PuzzleArg::Named { name, .. } => registry().find(&name)?,
        PuzzleArg::File(_) => registry().solvers().iter().find(|solver| solver.info().reads_definitions)?,
    };
    Some(solver.info())
}

/// Adapts the command line to a request for help. Options are hidden, not removed: what is parsed stays the same.
pub fn adapt(mut command: Command, request: &HelpRequest) -> Command {
    if request.is_short || request.family.is_some() {
        let hide = |arg: Arg| match LISTS.contains(&arg.get_id().as_str()) {
            true => arg.hide_possible_values(true),
            false => arg,
        };
        for (name, _) in COMMANDS {
            command = command.mut_subcommand(name, |command| command.mut_args(hide));
        }
    }
    let Some((name, purpose, info)) = request.family else { return command };
    command.mut_subcommand(name, |command| {
        let has = |id: &str| command.get_arguments().any(|arg| arg.get_id() == id);
        let notes = notes(name, info, &has);
        let command = command.mut_args(|arg| {
            let is_hidden = is_foreign(&arg, purpose, info) || is_useless(arg.get_id().as_str(), info);
            if is_hidden { arg.hide(true) } else { arg }
        });
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let mut short: Vec<String> = examples(name, info, N_SHORT).into_iter().collect();
        short.push("Use --help for all options and notes.".to_string());
        command
            .about(format!("{about}\n\n{}: {}", info.name, info.summary))
            .after_help(short.join("\n\n"))
            .after_long_help(notes)
    })
}

/// True if only other solvers declare an option.
fn is_foreign(arg: &Arg, purpose: Purpose, info: &SolverInfo) -> bool {
    let owners = owners(arg.get_id().as_str(), purpose);
    !owners.is_empty() && !owners.contains(&info.name)
}

/// True if no algorithm of a solver has a use for an option.
fn is_useless(id: &str, info: &SolverInfo) -> bool {
    let none = |has: &dyn Fn(&AlgorithmInfo) -> bool| !info.algorithms.iter().any(has);
    match id {
        "metric" => info.metrics.is_empty(),
        "heuristic" | "heuristics" => info.heuristics.is_empty(),
        "weight" => none(&|info| info.algorithm == Algorithm::WEIGHTED_A_STAR),
        "improve" | "max_phase1" => none(&|info| info.improves),
        "all" => none(&|info| info.finds_all),
        "within" => none(&|info| info.finds_longer),
        "max_solutions" => none(&|info| info.finds_all || info.finds_longer),
        "min_length" => none(&|info| info.has_min_length),
        "format" => info.formats.is_empty(),
        _ => false,
    }
}

/// Returns the examples of a command that are about puzzles of a solver, at most `n`.
fn examples(command: &str, info: &SolverInfo, n: usize) -> Option<String> {
    let is_about = |line: &&str| {
        let mut words = line.split_whitespace().skip_while(|word| *word != "deepen").skip(2);
        words.next().and_then(solver_for).is_some_and(|solver| solver.name == info.name)
    };
    let lines: Vec<&str> = page(command)?.examples.iter().copied().filter(is_about).take(n).collect();
    (!lines.is_empty()).then(|| section("Examples", lines))
}

/// Returns what a solver declares for the options of a command, and the notes about the solver.
fn notes(command: &str, info: &SolverInfo, has: &dyn Fn(&str) -> bool) -> String {
    let text = match info.reads_definitions {
        true => Some(DEFINED_NOTES),
        false => INPUT_NOTES.iter().find(|(name, _)| *name == info.name).map(|(_, notes)| *notes),
    };
    let algorithms: Vec<_> = info.algorithms.iter().map(|info| (info.name(), info.summary)).collect();
    let heuristics: Vec<_> = info.heuristics.iter().map(|info| (info.name(), info.summary)).collect();
    let metrics: Vec<_> = info.metrics.iter().map(|info| (info.name, info.summary)).collect();
    let goals: Vec<_> = info.goals.iter().map(|goal| (goal.name, goal.summary)).collect();
    let formats: Vec<_> = info.formats.iter().map(|format| (format.name, format.summary)).collect();
    let searches = !has("format");
    let lists = [
        ("Algorithms", searches, algorithms),
        ("Heuristics", searches, heuristics),
        ("Metrics", has("metric"), metrics),
        ("Goals", has("goal"), goals),
        ("Formats", has("format"), formats),
    ];
    let mut sections: Vec<String> = text.into_iter().map(|text| section("Notes", [text])).collect();
    sections.extend(
        lists
            .iter()
            .filter(|(_, is_shown, all)| *is_shown && !all.is_empty())
            .map(|(name, _, all)| list(name, all)),
    );
    sections.extend(examples(command, info, usize::MAX));
    sections.join("\n\n")
}

/// A section with names and summaries in two columns. A summary that is too long for its line gets lines of its own, which
/// clap wraps at their indentation.
fn list(name: &str, all: &[(&str, &str)]) -> String {
    let width = all.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = title(name);
    for (name, summary) in all {
        match 2 + width + 2 + summary.chars().count() <= WIDTH {
            true => text += &format!("\n  {name:width$}  {summary}"),
            false => text += &format!("\n  {name}\n{:indent$}{summary}", "", indent = width + 4),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(words: &str) -> Option<(&'static str, &'static str)> {
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        HelpRequest::find(&words)?.family.map(|(command, _, info)| (command, info.name))
    }

    #[test]
    fn the_puzzle_before_help_is_found() {
        assert_eq!(family("deepen solve 3x3x3 --help"), Some(("solve", "3x3x3")));
        assert_eq!(family("deepen -v solve --threads 4 15-puzzle -h"), Some(("solve", "sliding")));
        assert_eq!(family("deepen count 333 --help"), Some(("count", "3x3x3")));
        assert_eq!(family("deepen solve --help 3x3x3"), None);
        assert_eq!(family("deepen solve 3x3x3 -- --help"), None);
        assert_eq!(family("deepen tables 3x3x3 --help"), None);
        let defined =
            registry().solvers().iter().find(|solver| solver.info().reads_definitions).expect("one");
        for puzzle in ["megaminx", "puzzle.tws"] {
            assert_eq!(
                family(&format!("deepen check {puzzle} --help")),
                Some(("check", defined.info().name))
            );
        }
    }

    /// Notes belong to solvers, so that a renamed one does not lose them.
    #[test]
    fn notes_are_about_solvers() {
        for (name, _) in INPUT_NOTES {
            assert!(registry().solvers().iter().any(|solver| solver.info().name == name), "{name}");
        }
    }
}
