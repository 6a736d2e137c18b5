//! Values of options: names that solvers declare, and numbers as people write them.

use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use deepen::Registry;
use deepen::front::expected_names;
use deepen::json::Listed;
use deepen::puzzle::puzzle_names;

/// A puzzle as it is typed: one that has a name, or a file with the definition of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleArg {
    /// By name.
    Named(String),
    /// A file, or - for standard input.
    File(String),
}

/// A name of a puzzle, of a definition or of an event, in any letter case, or a file. A name wins over a file of that name in
/// the working directory, which can be written as `./NAME`.
pub fn puzzle(text: &str) -> Result<PuzzleArg, String> {
    if let Some(name) = puzzle_names::canonical(text) {
        // The name of an event says more than that of its puzzle.
        let is_event = puzzle_names::Event::find(text).is_some();
        return Ok(PuzzleArg::Named(if is_event { text } else { name }.to_string()));
    }
    let is_file = text == "-" || text.contains(['.', '/']) || Path::new(text).exists();
    match is_file {
        true => Ok(PuzzleArg::File(text.to_string())),
        false if registry().find(text).is_some() => Ok(PuzzleArg::Named(text.to_string())),
        false => Err(expected_names(registry())),
    }
}

/// All solvers, to be asked what they have. They are made anew for work.
pub fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(Registry::default)
}

/// All that solvers have, each name once.
fn listed() -> &'static Listed {
    static LISTED: OnceLock<Listed> = OnceLock::new();
    LISTED.get_or_init(|| Listed::new(registry()))
}

/// A name of a metric, or its abbreviation, as the name.
pub fn metric() -> impl TypedValueParser<Value = String> {
    let metrics = listed().union(|info| info.metrics.to_vec(), |metric| metric.name);
    let possible = metrics.clone().into_iter().map(|metric| {
        let value = PossibleValue::new(metric.name).help(metric.summary);
        match metric.alias {
            Some(alias) => value.alias(alias),
            None => value,
        }
    });
    PossibleValuesParser::new(possible).map(move |name: String| {
        let named = metrics.iter().find(|metric| metric.is_called(&name));
        named.map_or(name, |metric| metric.name.to_string())
    })
}

/// A name of a search.
pub fn algorithm() -> impl TypedValueParser<Value = String> {
    let algorithms = listed().union(|info| info.algorithms.to_vec(), |info| info.name());
    PossibleValuesParser::new(
        algorithms.into_iter().map(|info| PossibleValue::new(info.name()).help(info.summary)),
    )
}

/// A name of a heuristic.
pub fn heuristic() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(heuristics())
}

/// A name of a heuristic, or `auto`.
pub fn heuristic_or_auto() -> impl TypedValueParser<Value = String> {
    let auto = PossibleValue::new("auto").help("the strongest that is ready at once for the size");
    PossibleValuesParser::new([auto].into_iter().chain(heuristics()))
}

fn heuristics() -> impl Iterator<Item = PossibleValue> {
    let heuristics = listed().union(|info| info.heuristics.to_vec(), |info| info.name());
    heuristics
        .into_iter()
        .map(|info| PossibleValue::new(info.name()).aliases(info.aliases.iter().copied()).help(info.summary))
}

/// A name of a format of scrambles.
pub fn format() -> impl TypedValueParser<Value = String> {
    let formats = listed().union(|info| info.formats.to_vec(), |format| format.name);
    PossibleValuesParser::new(
        formats.into_iter().map(|format| PossibleValue::new(format.name).help(format.summary)),
    )
}

/// `2.5`.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .filter(|seconds| *seconds >= 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected seconds, 0 or more, like 10 or 2.5".to_string())
}

/// `1000000`, `1_000_000`, `10M` or `1e6`.
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

/// `1.5` as 150 percent.
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
