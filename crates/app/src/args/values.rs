//! Values of options: names, numbers as people write them, sizes of boards.

use std::path::Path;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use puzzle::puzzle_names::{self, Event};
use puzzle::shuffdle::{Letter, MOST_MOVES, SIDE};
use solve::{Algorithm, Estimate, Family, Metric, SlideMetric, Square1Metric};

/// What `--heuristic` says: one of them, or None for `auto`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice(pub Option<Estimate>);

/// Rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
}

/// What counts as one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// As turns of a cube are counted.
    Turns(Metric),
    /// As slashes and turns of Square-1 are.
    Slashes(Square1Metric),
    /// As slides of tiles are.
    Slides(SlideMetric),
    /// Any move of a defined puzzle.
    Move,
    /// A move as often as it is made.
    Quantum,
}

impl Measure {
    /// Those of defined puzzles.
    pub const DEFINED: [Measure; 2] = [Measure::Move, Measure::Quantum];

    /// All but those of cubes.
    fn others() -> impl Iterator<Item = Measure> {
        let slides = SlideMetric::ALL.map(Measure::Slides);
        slides.into_iter().chain(Square1Metric::ALL.map(Measure::Slashes)).chain(Measure::DEFINED)
    }

    /// The name it is asked for by.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Turns(metric) => metric.name(),
            Measure::Slashes(metric) => metric.name(),
            Measure::Slides(metric) => metric.name(),
            Measure::Move => "move",
            Measure::Quantum => "quantum",
        }
    }

    /// What it counts, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Measure::Turns(metric) => metric.summary(),
            Measure::Slashes(metric) => metric.summary(),
            Measure::Slides(metric) => metric.summary(),
            Measure::Move => "any move is one, in any amount",
            Measure::Quantum => "R2 counts twice, R3' three times",
        }
    }
}

/// A kind of puzzle that this program knows by name, or one that somebody has defined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// By name.
    Family(Family),
    /// By a definition: a file, - for standard input, or the name of one that this program makes.
    File(String),
}

/// A name of a kind of puzzle, of a definition or of an event, in any letter case, or a file. A name wins over a file of that name
/// in the working directory, which can be written as `./NAME`.
pub fn subject(text: &str) -> Result<Subject, String> {
    if let Some(name) = puzzle_names::canonical(text) {
        let family = Family::ALL.into_iter().find(|family| family.name() == name);
        return Ok(family.map_or_else(|| Subject::File(name.to_string()), Subject::Family));
    }
    let is_file = text == "-" || text.contains(['.', '/']) || Path::new(text).exists();
    match is_file {
        true => Ok(Subject::File(text.to_string())),
        false => {
            let names = Family::ALL.map(Family::name).join(", ");
            Err(format!(
                "expected {names}, an event like 333 or minx, a defined puzzle of `deepen list`, or a file like puzzle.tws"
            ))
        }
    }
}

/// A puzzle to scramble, and the event whose rules its scrambles follow if it is one of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scrambled {
    /// Which puzzle.
    pub subject: Subject,
    /// By which rules.
    pub event: Option<Event>,
}

/// The same as [`subject`], with the event that is meant.
pub fn scrambled(text: &str) -> Result<Scrambled, String> {
    Ok(Scrambled { subject: subject(text)?, event: Event::find(text) })
}

/// A name of a metric, or what cubers call it.
pub fn measure() -> impl TypedValueParser<Value = Measure> {
    let turns = Metric::ALL
        .map(|metric| PossibleValue::new(metric.name()).alias(metric.short_name()).help(metric.summary()));
    let others = Measure::others().map(|measure| PossibleValue::new(measure.name()).help(measure.summary()));
    PossibleValuesParser::new(turns.into_iter().chain(others)).map(|name| {
        let is_it = |metric: &Metric| [metric.name(), metric.short_name()].contains(&&name[..]);
        let turns = Metric::ALL.into_iter().find(is_it).map(Measure::Turns);
        turns
            .or_else(|| Measure::others().find(|measure| measure.name() == name))
            .expect("only these names are possible")
    })
}

/// A name of a search.
pub fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    let names =
        Algorithm::ALL.map(|algorithm| PossibleValue::new(algorithm.name()).help(algorithm.summary()));
    PossibleValuesParser::new(names).map(|name| {
        let algorithm = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name);
        algorithm.expect("only these names are possible")
    })
}

/// A name of an estimate.
pub fn estimate() -> impl TypedValueParser<Value = Estimate> {
    let names = Estimate::ALL.map(possible);
    PossibleValuesParser::new(names).map(|name| find_estimate(&name).expect("only these names are possible"))
}

/// A name of an estimate, or `auto`.
pub fn choice() -> impl TypedValueParser<Value = Choice> {
    let auto = PossibleValue::new("auto").help("the strongest that is ready at once for the size");
    let names = Estimate::ALL.map(possible);
    PossibleValuesParser::new([auto].into_iter().chain(names)).map(|name| Choice(find_estimate(&name)))
}

/// Those who write `zero` mean `none`.
const ZERO: &str = "zero";

fn possible(estimate: Estimate) -> PossibleValue {
    let value = PossibleValue::new(estimate.name()).help(estimate.summary());
    if estimate == Estimate::Zero { value.alias(ZERO) } else { value }
}

fn find_estimate(name: &str) -> Option<Estimate> {
    let name = if name == ZERO { Estimate::Zero.name() } else { name };
    Estimate::ALL.into_iter().find(|estimate| estimate.name() == name)
}

/// A word of Shuffdle.
pub type Word = puzzle::shuffdle::Word;

/// A day: year, month and day in one number, 20261115.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Day(pub u64);

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.0 / 10_000, self.0 / 100 % 100, self.0 % 100)
    }
}

/// The fewest and the most moves of shortest solutions that are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difficulty {
    /// At least.
    pub least: u32,
    /// At most.
    pub most: u32,
}

/// `LATCH`.
pub fn word(text: &str) -> Result<Word, String> {
    let letters: Option<Vec<Letter>> = text.chars().map(Letter::new).collect();
    let letters = letters.and_then(|letters| <[Letter; SIDE]>::try_from(letters).ok());
    letters.map(puzzle::shuffdle::Word).ok_or_else(|| "expected a word of 5 letters from A to Z".to_string())
}

/// `2026-11-15`.
pub fn day(text: &str) -> Result<Day, String> {
    let expected = || "expected a day like 2026-11-15".to_string();
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return Err(expected()) };
    let number = |part: &str, len: usize| {
        let is_plain = part.len() == len && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<u64>().ok().filter(|_| is_plain).ok_or_else(expected)
    };
    let (year, month, day) = (number(year, 4)?, number(month, 2)?, number(day, 2)?);
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return Err(expected()),
    };
    if !(1..=days).contains(&day) {
        return Err(expected());
    }
    Ok(Day(year * 10_000 + month * 100 + day))
}

/// `18-30`, or `25` alone.
pub fn difficulty(text: &str) -> Result<Difficulty, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if least <= most && least > MOST_MOVES => {
            Err(format!("expected no more than the {MOST_MOVES} moves that the game allows"))
        }
        (Ok(least), Ok(most)) if least <= most => Ok(Difficulty { least, most }),
        _ => Err("expected numbers of moves like 18-30".to_string()),
    }
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

/// `3x4` or `3`.
pub fn size(text: &str) -> Result<Size, String> {
    let (rows, cols) = text.split_once(['x', 'X']).unwrap_or((text, text));
    match (rows.parse(), cols.parse()) {
        (Ok(rows), Ok(cols)) => Ok(Size { rows, cols }),
        _ => Err("expected rows and columns like 3x4, or 3 for 3x3".to_string()),
    }
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

    #[test]
    fn days_words_and_difficulties() {
        check(
            |text| day(text).map(|day| day.0),
            &[("2026-11-15", 20_261_115), ("2024-02-29", 20_240_229)],
            &["2026-11-31", "2025-02-29", "1900-02-29", "2026-13-01", "26-11-15", "2026-11-00", "today", ""],
        );
        check(
            |text| word(text).map(|word| word.to_string()),
            &[("latch", "LATCH".to_string())],
            &["", "LATCHES", "LA1CH"],
        );
        check(
            |text| difficulty(text).map(|d| (d.least, d.most)),
            &[("18-30", (18, 30)), ("25", (25, 25)), ("50-60", (50, 60))],
            &["30-18", "", "-", "easy", "1-2-3", "51-60"],
        );
    }

    #[test]
    fn sizes() {
        let size_of = |rows, cols| Size { rows, cols };
        check(size, &[("3x4", size_of(3, 4)), ("4", size_of(4, 4))], &["", "3x", "x3", "3x3x3", "three"]);
    }
}
