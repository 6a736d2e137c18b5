//! Defaults from environment variables. An option of the command line wins over its variable, and the variable over the
//! built-in default. An empty variable counts as not set.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;

use clap::ValueEnum;
use deepen::memory;

use crate::color::ColorMode;

/// Default of `--threads`, where the built-in default is all cores.
pub const THREADS: &str = "DEEPEN_THREADS";
/// Default of `--max-memory`.
pub const MAX_MEMORY: &str = "DEEPEN_MAX_MEMORY";
/// Default of `--color`.
pub const COLOR: &str = "DEEPEN_COLOR";
/// Default of `serve --token`.
pub const TOKEN: &str = "DEEPEN_TOKEN";
/// Turns color off (no-color.org).
const NO_COLOR: &str = "NO_COLOR";
/// Turns color on, also where the output is no terminal (bixense.com/clicolors).
const FORCE_COLOR: &str = "CLICOLOR_FORCE";

/// The most threads that `--threads` accepts.
pub const MAX_THREADS: u32 = 4096;

/// The variables that are defaults of options.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Environment(BTreeMap<&'static str, OsString>);

impl fmt::Debug for Environment {
    /// Formats the names only, because a value may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Environment {
    /// Reads the variables of this process.
    pub fn of_process() -> Environment {
        Environment::new(|name| env::var_os(name))
    }

    /// Reads the variables from a function.
    pub fn new(var: impl Fn(&str) -> Option<OsString>) -> Environment {
        let names = [THREADS, MAX_MEMORY, COLOR, TOKEN, NO_COLOR, FORCE_COLOR];
        let set = |name| Some((name, var(name).filter(|value: &OsString| !value.is_empty())?));
        Environment(names.into_iter().filter_map(set).collect())
    }

    /// Replaces the memory limit: a resumed search and all ranks of a job must use the limit of the first run, because
    /// the choice of tables depends on it.
    #[must_use]
    pub fn with_max_memory(mut self, value: Option<&str>) -> Environment {
        match value {
            Some(value) => self.0.insert(MAX_MEMORY, value.into()),
            None => self.0.remove(MAX_MEMORY),
        };
        self
    }

    /// Returns the text of the memory limit.
    pub fn max_memory_text(&self) -> Option<String> {
        self.text(MAX_MEMORY)
    }

    /// Returns the number of threads.
    ///
    /// # Errors
    /// If the variable is no number of threads.
    pub fn threads(&self) -> Result<Option<u32>, String> {
        let parse = |text: &str| {
            let n = text.trim().parse().ok().filter(|n| (1..=MAX_THREADS).contains(n));
            n.ok_or_else(|| format!("expected a whole number from 1 to {MAX_THREADS}"))
        };
        self.parsed(THREADS, parse)
    }

    /// Returns the memory limit in bytes.
    ///
    /// # Errors
    /// If the variable is no size.
    pub fn max_memory(&self) -> Result<Option<u64>, String> {
        self.parsed(MAX_MEMORY, |text| memory::parse(text.trim()))
    }

    /// Returns the token of the server. Its form is checked where it is used, because an error must not contain it.
    pub fn token(&self) -> Option<String> {
        self.text(TOKEN)
    }

    /// Returns when to use color: as the option or a variable says.
    ///
    /// # Errors
    /// If no option is given and the variable is invalid.
    pub fn color(&self, option: Option<ColorMode>) -> Result<ColorMode, String> {
        let parse = |text: &str| {
            ColorMode::from_str(text, true).map_err(|_| "expected auto, always or never".to_string())
        };
        let chosen = match option {
            Some(mode) => Some(mode),
            None => self.parsed(COLOR, parse)?,
        };
        Ok(match chosen.unwrap_or(ColorMode::Auto) {
            ColorMode::Auto if self.0.contains_key(NO_COLOR) => ColorMode::Never,
            ColorMode::Auto if self.0.get(FORCE_COLOR).is_some_and(|value| value != "0") => ColorMode::Always,
            mode => mode,
        })
    }

    /// Returns when to use color in messages about arguments that cannot be parsed.
    pub fn color_of(&self, words: &[OsString]) -> ColorMode {
        let value = |(i, word): (usize, &OsString)| match word.to_str()?.strip_prefix("--color")? {
            "" => words.get(i + 1)?.to_str().map(str::to_string),
            rest => rest.strip_prefix('=').map(str::to_string),
        };
        let typed = words.iter().enumerate().find_map(value);
        let option = typed.and_then(|text| ColorMode::from_str(&text, true).ok());
        self.color(option).unwrap_or(ColorMode::Auto)
    }

    fn text(&self, name: &str) -> Option<String> {
        self.0.get(name).map(|value: &OsString| OsStr::to_string_lossy(value).into_owned())
    }

    fn parsed<T>(&self, name: &str, parse: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, String> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let invalid =
            |expected| format!("invalid value '{text}' of the environment variable {name}: {expected}");
        parse(&text).map(Some).map_err(invalid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(variables: &[(&str, &str)]) -> Environment {
        let value =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into());
        Environment::new(value)
    }

    #[test]
    fn values_are_parsed_and_faults_name_the_variable() {
        let read = environment(&[(THREADS, "3"), (MAX_MEMORY, "4GiB")]);
        assert_eq!((read.threads(), read.max_memory()), (Ok(Some(3)), Ok(Some(4 << 30))));
        let read = environment(&[(THREADS, ""), (MAX_MEMORY, "")]);
        assert_eq!((read.threads(), read.max_memory()), (Ok(None), Ok(None)));
        for value in ["0", "4097", "many", "-1"] {
            let error = environment(&[(THREADS, value)]).threads().expect_err(value);
            assert_eq!(
                error,
                format!(
                    "invalid value '{value}' of the environment variable DEEPEN_THREADS: expected a whole number from 1 to 4096"
                )
            );
        }
        let error = environment(&[(MAX_MEMORY, "lots")]).max_memory().expect_err("no size");
        assert!(
            error.starts_with("invalid value 'lots' of the environment variable DEEPEN_MAX_MEMORY: "),
            "{error}"
        );
        let error = environment(&[(COLOR, "red")]).color(None).expect_err("no mode");
        assert!(error.ends_with("DEEPEN_COLOR: expected auto, always or never"), "{error}");
    }

    #[test]
    fn the_token_is_not_formatted() {
        let read = environment(&[(TOKEN, "secret")]);
        assert_eq!(read.token().as_deref(), Some("secret"));
        assert!(!format!("{read:?}").contains("secret"), "{read:?}");
    }

    #[test]
    fn the_option_wins_over_variables_and_variables_over_the_terminal() {
        use ColorMode::{Always, Auto, Never};
        let color = |variables: &[(&str, &str)], option| environment(variables).color(option);
        assert_eq!(color(&[], None), Ok(Auto));
        assert_eq!(color(&[("NO_COLOR", "1")], None), Ok(Never));
        assert_eq!(color(&[("CLICOLOR_FORCE", "1")], None), Ok(Always));
        assert_eq!(color(&[("CLICOLOR_FORCE", "0")], None), Ok(Auto));
        assert_eq!(color(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], None), Ok(Never));
        assert_eq!(color(&[("NO_COLOR", "1"), (COLOR, "always")], None), Ok(Always));
        assert_eq!(color(&[("NO_COLOR", "1"), (COLOR, "auto")], None), Ok(Never));
        assert_eq!(color(&[(COLOR, "never")], Some(Always)), Ok(Always));
        assert_eq!(color(&[(COLOR, "red")], Some(Never)), Ok(Never));
    }

    #[test]
    fn the_color_of_messages_is_known_before_arguments_are_parsed() {
        let of = |words: &str| {
            environment(&[]).color_of(&words.split(' ').map(OsString::from).collect::<Vec<_>>())
        };
        assert_eq!(of("deepen solve --color always --help"), ColorMode::Always);
        assert_eq!(of("deepen --color=never solve"), ColorMode::Never);
        assert_eq!(of("deepen solve --color"), ColorMode::Auto);
        assert_eq!(of("deepen solve --colour always"), ColorMode::Auto);
    }
}
