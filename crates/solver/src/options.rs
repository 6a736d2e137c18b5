//! Solver-specific options. A solver declares them as data; front ends offer them and pass on the given values.

use serde::Serialize;

use crate::error::Error;
use crate::text::Text;

/// The command that a task is for. It decides which options apply and which method is the default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Solve puzzles one by one.
    Solve,
    /// Solve many puzzles.
    Batch,
    /// Compare several search algorithms.
    Compare,
    /// Count positions by distance.
    Count,
    /// Find the next move.
    Hint,
    /// Validate a puzzle, or moves on it.
    Check,
    /// Generate random scrambles.
    Scramble,
}

impl Purpose {
    /// All commands that have a goal.
    pub const TASKS: &[Purpose] =
        &[Purpose::Solve, Purpose::Batch, Purpose::Compare, Purpose::Count, Purpose::Hint, Purpose::Check];
    /// Commands that return complete solutions.
    pub const SOLVING: &[Purpose] = &[Purpose::Solve, Purpose::Batch];
}

/// Type of an option's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OptionKind {
    /// No value: the flag is present or absent.
    Flag,
    /// A text.
    Text,
    /// A text; on the command line also a file that contains it.
    File,
    /// Any number of texts.
    Texts,
    /// A number.
    Number,
}

/// Description of a solver-specific option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct OptionInfo {
    /// Name with underscores: `ignore_orientation` is `--ignore-orientation` on the command line.
    pub name: &'static str,
    /// Type of the value.
    pub kind: OptionKind,
    /// Placeholder name of the value in help texts.
    pub value: &'static str,
    /// One-line description.
    pub summary: &'static str,
    /// Commands that accept the option.
    pub purposes: &'static [Purpose],
}

impl OptionInfo {
    /// Returns the command-line spelling.
    pub fn flag(&self) -> String {
        format!("--{}", self.name.replace('_', "-"))
    }

    /// Returns the error for an invalid value.
    pub fn invalid_value(&self, text: &str, expected: impl std::fmt::Display) -> Error {
        Error::usage(format!("invalid value '{text}' for '{} <{}>': {expected}", self.flag(), self.value))
    }
}

/// Value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// The flag is present.
    Flag,
    /// A text with its origin.
    Text(Text),
    /// Several texts.
    Texts(Vec<String>),
    /// A number.
    Number(u64),
}

/// Values of solver-specific options, by name.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    given: Vec<(&'static str, OptionValue)>,
}

impl Options {
    /// Adds an option.
    pub fn set(&mut self, name: &'static str, value: OptionValue) {
        self.given.push((name, value));
    }

    /// Returns the names of the given options.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.given.iter().map(|(name, _)| *name)
    }

    /// True if no option is given.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// True if a flag is given.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns the value of an option.
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.given.iter().find(|(given, _)| *given == name).map(|(_, value)| value)
    }

    /// Returns the text of an option with its origin.
    pub fn text(&self, name: &str) -> Option<&Text> {
        match self.get(name) {
            Some(OptionValue::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns the text of an option.
    pub fn str(&self, name: &str) -> Option<&str> {
        self.text(name).map(|text| &text.text[..])
    }

    /// Returns the texts of an option that may be given several times.
    pub fn texts(&self, name: &str) -> &[String] {
        match self.get(name) {
            Some(OptionValue::Texts(texts)) => texts,
            _ => &[],
        }
    }

    /// Returns the number of an option.
    pub fn number(&self, name: &str) -> Option<u64> {
        match self.get(name) {
            Some(OptionValue::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Checks that a solver declares all given options for a command.
    ///
    /// # Errors
    /// If an option is not declared; the message names the first one.
    pub fn check(&self, puzzle: &str, known: &[OptionInfo], purpose: Purpose) -> Result<(), Error> {
        let is_known =
            |name: &str| known.iter().any(|info| info.name == name && info.purposes.contains(&purpose));
        match self.names().find(|name| !is_known(name)) {
            Some(name) => Err(Error::usage(format!("--{} is not for {puzzle}", name.replace('_', "-")))),
            None => Ok(()),
        }
    }
}
