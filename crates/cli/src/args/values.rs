//! Values of options: names that solvers declare, and numbers in the forms that users type.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use deepen::Registry;
use deepen::front::expected_names;
use deepen::json::Listed;
use deepen::puzzle::puzzle_names::{self, Event};

/// The argument PUZZLE: a puzzle with a name, or a file with a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleArg {
    /// A puzzle with a name.
    Named {
        /// The name.
        name: String,
        /// The size that the name implies: `15-puzzle` is 4x4.
        size: Option<&'static str>,
    },
    /// A file, or - for standard input.
    File(String),
}

/// A text that is secret. Any text is accepted here, because clap would print a rejected one.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Returns the text.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Secret {
        Secret(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Parses a host name or address as it is in a URL, with or without a port.
pub fn host(text: &str) -> Result<String, String> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    match !text.is_empty() && text.chars().all(is_allowed) {
        true => Ok(text.to_string()),
        false => {
            Err("expected a host name or an address, such as solver.example or 192.168.1.5, without http:// \
                      and without a path"
                .to_string())
        }
    }
}

/// Parses the name of a puzzle, a definition or an event, in any letter case, or a file. A name wins over a file of that name
/// in the working directory, which can be written as `./NAME`.
pub fn puzzle(text: &str) -> Result<PuzzleArg, String> {
    let named =
        |name: &str| PuzzleArg::Named { name: name.to_string(), size: puzzle_names::implied_size(text) };
    if let Some(name) = puzzle_names::canonical(text) {
        // An event has rules of its own for scrambles, which the name of its puzzle would lose.
        let is_event = Event::find(text).is_some();
        return Ok(named(if is_event { text } else { name }));
    }
    let is_file = text == "-" || text.contains(['.', '/']) || Path::new(text).exists();
    match is_file {
        true => Ok(PuzzleArg::File(text.to_string())),
        false if registry().find(text).is_some() => Ok(named(text)),
        false => Err(expected_names(registry())),
    }
}

/// A parser that lists names for completion scripts and accepts other texts, too.
#[derive(Clone)]
struct Suggesting<P> {
    parser: P,
    names: Vec<PossibleValue>,
}

impl<P: TypedValueParser> TypedValueParser for Suggesting<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Self::Value, clap::Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().cloned()))
    }
}

/// Parses PUZZLE and suggests the names of puzzles and events.
pub fn puzzle_parser() -> impl TypedValueParser<Value = PuzzleArg> {
    let listed = listed();
    let special =
        listed.puzzles.iter().filter(|info| !info.reads_definitions).map(|info| (info.name, info.summary));
    let defined = listed.definitions.iter().map(|info| (info.name, info.summary));
    let events = Event::ALL.into_iter().map(|event| (event.id(), event.puzzle()));
    Suggesting { parser: puzzle, names: suggestions(special.chain(defined).chain(events)) }
}

/// Accepts any goal and suggests the names of goals.
pub fn goal_parser() -> impl TypedValueParser<Value = String> {
    let goals = listed().puzzles.iter().flat_map(|info| info.goals).map(|goal| (goal.name, goal.summary));
    let solved = [("solved", "the solved position")];
    let parser = |text: &str| Ok::<_, String>(text.to_string());
    Suggesting { parser, names: suggestions(solved.into_iter().chain(goals)) }
}

/// Values to suggest, each name once.
fn suggestions(all: impl Iterator<Item = (&'static str, &'static str)>) -> Vec<PossibleValue> {
    let mut names: Vec<(&str, &str)> = Vec::new();
    for (name, summary) in all {
        if !names.iter().any(|(known, _)| *known == name) {
            names.push((name, summary));
        }
    }
    names.into_iter().map(|(name, summary)| PossibleValue::new(name).help(summary)).collect()
}

/// Returns all solvers, for what they declare. Commands create their own registry, with its own tables.
pub fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(Registry::default)
}

/// Returns what solvers declare.
fn listed() -> &'static Listed {
    static LISTED: OnceLock<Listed> = OnceLock::new();
    LISTED.get_or_init(|| Listed::new(registry()))
}

/// Parses the name of a metric, or its abbreviation, as the name.
pub fn metric() -> impl TypedValueParser<Value = String> {
    let metrics = listed().union(|info| info.metrics.to_vec(), |metric| metric.name);
    let possible: Vec<_> = metrics
        .iter()
        .map(|metric| PossibleValue::new(metric.name).help(metric.summary).aliases(metric.alias))
        .collect();
    canonical(possible)
}

/// Parses the name of an algorithm, or an alias, as the name.
pub fn algorithm() -> impl TypedValueParser<Value = String> {
    let algorithms = listed().union(|info| info.algorithms.to_vec(), |info| info.name());
    let possible = algorithms
        .iter()
        .map(|info| PossibleValue::new(info.name()).help(info.summary).aliases(info.aliases.iter().copied()));
    canonical(possible.collect())
}

/// Parses the name of a heuristic, or an alias, as the name.
pub fn heuristic() -> impl TypedValueParser<Value = String> {
    canonical(heuristics().collect())
}

/// Parses the name of a heuristic, or `auto`.
pub fn heuristic_or_auto() -> impl TypedValueParser<Value = String> {
    let auto = PossibleValue::new("auto").help("the strongest that is ready at once for the puzzle's size");
    canonical([auto].into_iter().chain(heuristics()).collect())
}

fn heuristics() -> impl Iterator<Item = PossibleValue> {
    let heuristics = listed().union(|info| info.heuristics.to_vec(), |info| info.name());
    heuristics
        .into_iter()
        .map(|info| PossibleValue::new(info.name()).aliases(info.aliases.iter().copied()).help(info.summary))
}

/// Accepts names and aliases and returns the name.
fn canonical(possible: Vec<PossibleValue>) -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(possible.clone()).map(move |typed: String| {
        let named = possible.iter().find(|value| value.matches(&typed, true));
        named.map_or(typed, |value| value.get_name().to_string())
    })
}

/// Parses the name of a format of scrambles.
pub fn format() -> impl TypedValueParser<Value = String> {
    let formats = listed().union(|info| info.formats.to_vec(), |format| format.name);
    PossibleValuesParser::new(
        formats.into_iter().map(|format| PossibleValue::new(format.name).help(format.summary)),
    )
}

/// Returns a parser of whole numbers within a range.
pub fn whole<T: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Parses seconds, such as `2.5`.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .filter(|seconds| *seconds >= 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected seconds, 0 or more, like 10 or 2.5".to_string())
}

/// Parses a count, such as `1000000`, `1_000_000`, `10M` or `1e6`.
pub fn count(text: &str) -> Result<u64, String> {
    let expected = || "expected a number like 1000000, 10M or 1e7".to_string();
    let plain: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    if let Ok(count) = plain.parse() {
        return Ok(count);
    }
    let (number, factor) = match plain.char_indices().last() {
        Some((at, 'k' | 'K')) => (&plain[..at], 1e3),
        Some((at, 'm' | 'M')) => (&plain[..at], 1e6),
        Some((at, 'g' | 'G')) => (&plain[..at], 1e9),
        _ => (&plain[..], 1.0),
    };
    let number: f64 = number.parse().map_err(|_| expected())?;
    let count = number * factor;
    if !(0.0..1e18).contains(&count) || count.fract() != 0.0 {
        return Err(expected());
    }
    Ok(count as u64)
}

/// Parses a weight in percent: `1.5` is 150.
pub fn weight(text: &str) -> Result<u32, String> {
    let expected = || "expected a decimal from 1 to 100 with at most two places, like 1.5".to_string();
    let percent = text.parse::<f64>().map_err(|_| expected())? * 100.0;
    if !(100.0..=10_000.0).contains(&percent) || (percent - percent.round()).abs() > 1e-6 {
        return Err(expected());
    }
    Ok(percent.round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: PartialEq + std::fmt::Debug>(
        parse: impl Fn(&str) -> Result<T, String>,
        good: &[(&str, T)],
        bad: &[&str],
    ) {
        for (text, expected) in good {
            assert_eq!(parse(text).as_ref(), Ok(expected), "{text:?}");
        }
        for text in bad {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }

    /// Aliases are of algorithms that exist, and no name means two algorithms.
    #[test]
    fn aliases_of_algorithms_are_unambiguous() {
        let algorithms = listed().union(|info| info.algorithms.to_vec(), |info| info.name());
        let names: Vec<&str> = algorithms.iter().map(|info| info.name()).collect();
        let mut seen = names.clone();
        for info in &algorithms {
            for alias in info.aliases {
                assert!(!seen.contains(alias), "{alias}");
                seen.push(alias);
            }
        }
    }

    #[test]
    fn numbers() {
        check(
            count,
            &[("0", 0), ("1000", 1000), ("1_000,000", 1_000_000), ("10M", 10_000_000), ("1e6", 1_000_000)],
            &["", "M", "1.5", "-1", "1e99", "ten", "inf", "NaN"],
        );
        check(count, &[("2.5k", 2500), ("1G", 1_000_000_000)], &["2.0005k"]);
    }

    #[test]
    fn whole_numbers() {
        let threads = whole::<u32>(1..=4096);
        check(
            &threads,
            &[("1", 1), ("4096", 4096)],
            &["0", "-1", "4097", "", "x", "1.5", "99999999999999999999"],
        );
        assert_eq!(threads("-1"), Err("expected a whole number from 1 to 4096".to_string()));
        // The type is a limit, too.
        check(whole::<u16>(0..=u64::MAX), &[("65535", 65535)], &["65536"]);
    }

    #[test]
    fn times() {
        check(
            seconds,
            &[("2.5", Duration::from_millis(2500)), ("0", Duration::ZERO)],
            &["-1", "", "1e99", "NaN", "inf", "soon"],
        );
    }

    #[test]
    fn weights() {
        check(
            weight,
            &[("1", 100), ("1.5", 150), ("1.15", 115), ("100", 10_000)],
            &["0.99", "101", "1.125", "x"],
        );
    }
}
