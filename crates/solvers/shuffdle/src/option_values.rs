//! Parses option values: a word, a day, a difficulty.

use std::fmt;
use std::str::FromStr;

use puzzle::shuffdle::{Letter, MOST_MOVES, SIDE, Word};

/// A day: year, month and day in one number, 20261115.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Day(pub u64);

/// The minimum and the maximum length of shortest solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difficulty {
    /// The minimum.
    pub least: u32,
    /// The maximum.
    pub most: u32,
}

/// Parses a word, `LATCH`.
///
/// # Errors
/// If it has not five letters.
pub(crate) fn word(text: &str) -> Result<Word, String> {
    let letters: Option<Vec<Letter>> = text.chars().map(Letter::new).collect();
    let letters = letters.and_then(|letters| <[Letter; SIDE]>::try_from(letters).ok());
    letters.map(Word).ok_or_else(|| "expected a word of 5 letters from A to Z".to_string())
}

/// Parses `2026-11-15`.
impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Day, String> {
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
        match (1..=days).contains(&day) {
            true => Ok(Day(year * 10_000 + month * 100 + day)),
            false => Err(expected()),
        }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.0 / 10_000, self.0 / 100 % 100, self.0 % 100)
    }
}

/// Parses `18-30`, or `25` alone.
impl FromStr for Difficulty {
    type Err = String;

    fn from_str(text: &str) -> Result<Difficulty, String> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        match (least.parse(), most.parse()) {
            (Ok(least), Ok(most)) if least <= most && least > MOST_MOVES => {
                Err(format!("expected no more than the {MOST_MOVES} moves that the game allows"))
            }
            (Ok(least), Ok(most)) if least <= most => Ok(Difficulty { least, most }),
            _ => Err("expected numbers of moves like 18-30".to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: PartialEq + fmt::Debug>(
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
    fn days_words_and_difficulties() {
        check(
            |text| text.parse().map(|day: Day| day.0),
            &[("2026-11-15", 20_261_115), ("2024-02-29", 20_240_229)],
            &["2026-11-31", "2025-02-29", "1900-02-29", "2026-13-01", "26-11-15", "2026-11-00", "today", ""],
        );
        assert_eq!(Day(20_240_229).to_string(), "2024-02-29");
        check(
            |text| word(text).map(|word| word.to_string()),
            &[("latch", "LATCH".to_string())],
            &["", "LATCHES", "LA1CH"],
        );
        check(
            |text| text.parse().map(|d: Difficulty| (d.least, d.most)),
            &[("18-30", (18, 30)), ("25", (25, 25)), ("50-60", (50, 60))],
            &["30-18", "", "-", "easy", "1-2-3", "51-60"],
        );
    }
}
