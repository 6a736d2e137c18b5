//! Options that only some solvers understand. Solvers declare them as data; here they become options of the command line,
//! and what was typed becomes [`Options`] again.

use clap::{Arg, ArgAction, ArgMatches, Command};
use deepen::Error;
use deepen::solver::{OptionInfo, OptionKind, OptionValue, Options, Purpose, Text};

use super::values::{self, registry};

/// Commands that take such options.
const COMMANDS: [(&str, Purpose); 7] = [
    ("solve", Purpose::Solve),
    ("batch", Purpose::Batch),
    ("compare", Purpose::Compare),
    ("count", Purpose::Count),
    ("hint", Purpose::Hint),
    ("check", Purpose::Check),
    ("scramble", Purpose::Scramble),
];

/// What these options are listed under.
const HEADING: &str = "Options of some puzzles";

/// Options of solvers' own as they were typed.
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

/// Adds the options that solvers declare to the commands they are for.
pub fn declare(mut command: Command) -> Command {
    for (name, purpose) in COMMANDS {
        command =
            command.mut_subcommand(name, |command| command.args(declared(purpose).into_iter().map(arg)));
    }
    command
}

/// All options for a purpose; one that several solvers have is that of the first.
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

fn arg(info: &'static OptionInfo) -> Arg {
    // Kept for the life of the program, as clap wants it.
    let flag: &'static str = info.name.replace('_', "-").leak();
    let arg = Arg::new(info.name).long(flag).help(info.summary).help_heading(HEADING);
    match info.kind {
        OptionKind::Flag => arg.action(ArgAction::SetTrue),
        OptionKind::Text | OptionKind::File => arg.value_name(info.value).allow_hyphen_values(true),
        OptionKind::Texts => arg.value_name(info.value).action(ArgAction::Append),
        OptionKind::Number => arg.value_name(info.value).value_parser(values::count),
    }
}

impl SolverOptions {
    /// Takes what was typed.
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
    // Not every command has every option.
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
