//! Options that only some solvers understand. A solver declares them as data; front ends offer them, and hand over what
//! was given.

use serde::Serialize;

use crate::error::Error;
use crate::text::Text;

/// What a front end wants to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Solve puzzles one by one.
    Solve,
    /// Solve many puzzles.
    Batch,
    /// Compare several searches.
    Compare,
    /// Count positions.
    Count,
    /// Find the next move.
    Hint,
    /// Judge a puzzle or moves on it.
    Check,
    /// Draw random puzzles.
    Scramble,
}

impl Purpose {
    /// All that lead somewhere.
    pub const TASKS: &[Purpose] =
        &[Purpose::Solve, Purpose::Batch, Purpose::Compare, Purpose::Count, Purpose::Hint, Purpose::Check];
    /// Those that find whole solutions.
    pub const SOLVING: &[Purpose] = &[Purpose::Solve, Purpose::Batch];
}

/// What an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OptionKind {
    /// Nothing: it is there or not.
    Flag,
    /// A text.
    Text,
    /// A text, or on the command line a file with one.
    File,
    /// A text, any number of times.
    Texts,
    /// A number.
    Number,
}

/// An option of a solver's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct OptionInfo {
    /// Its name, with underscores: `ignore_orientation` is `--ignore-orientation` on the command line.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
    /// What its value is called.
    pub value: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// What it is for.
    pub purposes: &'static [Purpose],
}

impl OptionInfo {
    /// Returns how it is typed on a command line.
    pub fn flag(&self) -> String {
        format!("--{}", self.name.replace('_', "-"))
    }

    /// Returns the error for a value that cannot be read.
    pub fn invalid_value(&self, text: &str, expected: impl std::fmt::Display) -> Error {
        Error::usage(format!("invalid value '{text}' for '{} <{}>': {expected}", self.flag(), self.value))
    }
}

/// What an option was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// It is there.
    Flag,
    /// A text, and where it is from.
    Text(Text),
    /// Several texts.
    Texts(Vec<String>),
    /// A number.
    Number(u64),
}

/// Options of a solver's own that were given, by name.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    given: Vec<(&'static str, OptionValue)>,
}

impl Options {
    /// Adds an option.
    pub fn set(&mut self, name: &'static str, value: OptionValue) {
        self.given.push((name, value));
    }

    /// Returns the names of those that are given.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.given.iter().map(|(name, _)| *name)
    }

    /// True if none is given.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// True if a flag is given.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns what an option was given.
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.given.iter().find(|(given, _)| *given == name).map(|(_, value)| value)
    }

    /// Returns the text of an option with where it is from.
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

    /// Checks that a solver declares all that are given for a purpose.
    ///
    /// # Errors
    /// If not, with the first that it does not declare.
    pub fn check(&self, puzzle: &str, known: &[OptionInfo], purpose: Purpose) -> Result<(), Error> {
        let is_known =
            |name: &str| known.iter().any(|info| info.name == name && info.purposes.contains(&purpose));
        match self.names().find(|name| !is_known(name)) {
            Some(name) => Err(Error::usage(format!("--{} is not for {puzzle}", name.replace('_', "-")))),
            None => Ok(()),
        }
    }
}
