//! Options that only some solvers have. Solvers declare them as data; this module turns them into options of the command line,
//! and what was typed into [`Options`].

use clap::{Arg, ArgAction, ArgMatches, Command};
use deepen::Error;
use deepen::solver::task::is_solved;
use deepen::solver::{OptionInfo, OptionKind, OptionValue, Options, Purpose, Text};

use super::values::{self, PuzzleArg, registry};

/// Commands with such options.
pub const COMMANDS: [(&str, Purpose); 7] = [
    ("solve", Purpose::Solve),
    ("batch", Purpose::Batch),
    ("compare", Purpose::Compare),
    ("count", Purpose::Count),
    ("hint", Purpose::Hint),
    ("check", Purpose::Check),
    ("scramble", Purpose::Scramble),
];

/// The option that the name of a puzzle may imply.
const SIZE: &str = "size";

/// Options of solvers as they were typed.
#[derive(Default, Debug)]
pub struct SolverOptions {
    given: Vec<(&'static OptionInfo, Typed)>,
}

#[derive(Debug)]
enum Typed {
    Flag,
    Text(String),
    Texts(Vec<String>),
    Number(u64),
}

/// Adds the options that solvers declare to the commands that have them.
pub fn declare(mut command: Command) -> Command {
    for (name, purpose) in COMMANDS {
        let args = declared(purpose).into_iter().map(|info| arg(info, purpose));
        command = command.mut_subcommand(name, |command| command.args(args));
    }
    command
}

/// Returns the names of the solvers that declare an option for a purpose.
pub fn owners(name: &str, purpose: Purpose) -> Vec<&'static str> {
    let declares = |info: &OptionInfo| info.name == name && info.purposes.contains(&purpose);
    let infos = registry().solvers().iter().map(|solver| solver.info());
    infos.filter(|info| info.options.iter().any(declares)).map(|info| info.name).collect()
}

/// Returns all options for a purpose. If several solvers declare one, the first declaration counts.
fn declared(purpose: Purpose) -> Vec<&'static OptionInfo> {
    let mut all: Vec<&'static OptionInfo> = Vec::new();
    let infos = registry().solvers().iter().flat_map(|solver| solver.info().options);
    for info in infos.filter(|info| info.purposes.contains(&purpose)) {
        if !all.iter().any(|known| known.name == info.name) {
            all.push(info);
        }
    }
    all
}

fn arg(info: &'static OptionInfo, purpose: Purpose) -> Arg {
    // clap needs names that live as long as the program.
    let flag: &'static str = info.name.replace('_', "-").leak();
    let heading: &'static str = format!("Options for {}", owners(info.name, purpose).join(" and ")).leak();
    let arg = Arg::new(info.name).long(flag).help(info.summary).help_heading(heading).hide_short_help(true);
    match info.kind {
        OptionKind::Flag => arg.action(ArgAction::SetTrue),
        OptionKind::Text | OptionKind::File => arg.value_name(info.value).allow_hyphen_values(true),
        OptionKind::Texts => arg.value_name(info.value).action(ArgAction::Append),
        OptionKind::Number => arg.value_name(info.value).value_parser(values::count),
    }
}

impl SolverOptions {
    /// Stores what was typed.
    pub(super) fn read(&mut self, matches: &ArgMatches) {
        let mut all: Vec<&'static OptionInfo> = Vec::new();
        for (_, purpose) in COMMANDS {
            for info in declared(purpose) {
                if !all.iter().any(|known| known.name == info.name) {
                    all.push(info);
                }
            }
        }
        let given = all.into_iter().filter_map(|info| Some((info, typed(matches, info)?)));
        self.given.extend(given);
    }

    /// Returns the options, with files read by `read`, and the size that the name of the puzzle implies, unless the goal is a
    /// board and has a size itself.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn options_for(
        &self,
        puzzle: &PuzzleArg,
        purpose: Purpose,
        goals: &[String],
        read: &dyn Fn(&str) -> Result<Text, Error>,
    ) -> Result<Options, Error> {
        let mut options = self.options(read)?;
        if let PuzzleArg::Named { name, size: Some(size) } = puzzle {
            let is_given = self.given.iter().any(|(info, _)| info.name == SIZE);
            let is_named = |goal: &String| {
                let goals = registry().find(name).map_or(&[][..], |solver| solver.info().goals);
                is_solved(goal) || goals.iter().any(|known| known.name.eq_ignore_ascii_case(goal.trim()))
            };
            if !is_given && !owners(SIZE, purpose).is_empty() && goals.iter().all(is_named) {
                options.set(SIZE, OptionValue::Text(Text::given(*size)));
            }
        }
        Ok(options)
    }

    /// Returns the options, with files read by `read`.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn options(&self, read: &dyn Fn(&str) -> Result<Text, Error>) -> Result<Options, Error> {
        let mut options = Options::default();
        for (info, typed) in &self.given {
            let value = match typed {
                Typed::Flag => OptionValue::Flag,
                Typed::Text(text) if info.kind == OptionKind::File => OptionValue::Text(read(text)?),
                Typed::Text(text) => OptionValue::Text(Text::given(text.clone())),
                Typed::Texts(texts) => OptionValue::Texts(texts.clone()),
                Typed::Number(number) => OptionValue::Number(*number),
            };
            options.set(info.name, value);
        }
        Ok(options)
    }
}

fn typed(matches: &ArgMatches, info: &OptionInfo) -> Option<Typed> {
    // A command has only some of the options.
    match info.kind {
        OptionKind::Flag => {
            matches.try_get_one::<bool>(info.name).ok()?.copied().filter(|&given| given).map(|_| Typed::Flag)
        }
        OptionKind::Text | OptionKind::File => {
            matches.try_get_one::<String>(info.name).ok()?.cloned().map(Typed::Text)
        }
        OptionKind::Texts => {
            let texts = matches.try_get_many::<String>(info.name).ok()??;
            Some(Typed::Texts(texts.cloned().collect()))
        }
        OptionKind::Number => matches.try_get_one::<u64>(info.name).ok()?.copied().map(Typed::Number),
    }
}
