//! Compares answers of the program with enumeration.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::model::{Distance, Sequence};

/// The solutions that a group requests.
#[derive(Clone, Default, Debug)]
pub struct Ask {
    /// Every shortest solution.
    pub all: bool,
    /// And those up to so many moves longer.
    pub within: u32,
    pub max_length: Option<u32>,
    pub min_length: u32,
    /// The search proves that its solution is a shortest one.
    pub is_proof: bool,
    /// The search may give up on a solution within `max_length` that exists.
    pub may_miss: bool,
    /// A solution is at most so many percent of the shortest.
    pub percent: Option<u32>,
    pub up_to_symmetry: bool,
    /// A solution may be listed again with moves that commute in another order.
    pub may_repeat: bool,
    /// Further spellings of the same solutions may be listed, too.
    pub is_lenient: bool,
}

/// The key of a solution: the goal it reaches, and its moves in normal form.
pub type Key = (String, Sequence);

/// The result of replaying a solution.
pub struct Judged {
    pub key: Key,
    pub cost: u32,
}

/// The enumeration of one position.
pub struct Truth {
    pub distance: Distance,
    /// Each solution that is asked for with its cost, and whether it must be listed. None if they are too many.
    pub solutions: Option<BTreeMap<Key, (u32, bool)>>,
    /// Their number up to symmetry.
    pub n_up_to_symmetry: Option<usize>,
}

/// Enumerates and replays the positions of a group.
pub trait Oracle {
    /// Returns the enumeration of a position of the group.
    fn truth(&self, input: usize, ask: &Ask) -> Truth;
    /// Replays a solution. `label` is the goal that it is said to reach.
    ///
    /// # Errors
    /// If it is no solution, with the reason.
    fn judge(&self, input: usize, solution: &str, label: &str) -> Result<Judged, String>;
}

/// The outcome of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Agreed,
    /// As far as it could be compared: enumeration would take too long.
    Replayed,
    /// The program says that the options do not go together.
    Refused(String),
    Different(String),
}

/// Compares the answer for one position.
pub fn compare(oracle: &dyn Oracle, input: usize, ask: &Ask, answer: &Value) -> Verdict {
    let text = |key: &str| answer[key].as_str().unwrap_or_default().to_string();
    if answer["error"]["code"] == "usage" {
        return Verdict::Refused(answer["error"]["message"].to_string());
    }
    match compared(oracle, input, ask, answer, &text("status")) {
        Ok(true) => Verdict::Agreed,
        Ok(false) => Verdict::Replayed,
        Err(difference) => Verdict::Different(difference),
    }
}

/// True if everything was compared.
fn compared(
    oracle: &dyn Oracle,
    input: usize,
    ask: &Ask,
    answer: &Value,
    status: &str,
) -> Result<bool, String> {
    let truth = oracle.truth(input, ask);
    let number = |key: &str| answer[key].as_u64().map(|n| n as u32);
    let is_unsolvable = status == "unsolvable" || answer["error"]["code"] == "unsolvable";
    if let Some(error) = answer["error"]["message"].as_str().filter(|_| !is_unsolvable) {
        return Err(format!("error: {error}"));
    }
    if is_unsolvable {
        return match truth.distance {
            Distance::Never => Ok(true),
            // Too far for enumeration.
            Distance::AtLeast(_) => Ok(false),
            Distance::Known(length) => Err(format!("unsolvable, but {length} moves solve it")),
        };
    }
    let least = match truth.distance {
        Distance::Known(length) | Distance::AtLeast(length) => length,
        Distance::Never if answer["moves"].is_null() && status == "limit" && ask.max_length.is_some() => {
            return Ok(true);
        }
        Distance::Never => return Err(format!("{status}, but it is unsolvable")),
    };
    let lower_bound = number("lower_bound").unwrap_or(0);
    if let Distance::Known(length) = truth.distance
        && lower_bound > length.max(ask.min_length)
        && answer["moves"].is_null()
        && ask.max_length.is_none_or(|most| length <= most)
    {
        return Err(format!("at least {lower_bound}, but {length} moves solve it"));
    }
    let Some(moves) = answer["solutions"][0].as_str().or(answer["moves"].as_str()) else {
        let is_too_long = ask.max_length.is_some_and(|most| least > most);
        return match truth.distance {
            _ if is_too_long || ask.may_miss => Ok(true),
            Distance::Known(length) => Err(format!("{status}, but {length} moves solve it")),
            _ => Ok(false),
        };
    };
    let length = number("length").ok_or("no length")?;
    let label = |i: usize| answer["steps"][i].as_str().or(answer["step"].as_str()).unwrap_or_default();
    let moves = match answer["inverse_moves"].as_str().filter(|moves| !moves.is_empty()) {
        Some(inverse) if !ask.all => format!("{moves} ({inverse})"),
        _ => moves.to_string(),
    };
    let first = oracle.judge(input, &moves, label(0)).map_err(|fault| format!("{moves:?}: {fault}"))?;
    if first.cost != length {
        return Err(format!("{moves:?} costs {}, the answer says {length}", first.cost));
    }
    if ask.max_length.is_some_and(|most| length > most) {
        return Err(format!("length {length} is above the limit"));
    }
    let Distance::Known(shortest) = truth.distance else {
        return match length < least {
            true => Err(format!("length {length}, but nothing shorter than {least} exists")),
            false => Ok(false),
        };
    };
    let is_optimal = status == "optimal";
    if length < shortest || is_optimal && length != shortest {
        return Err(format!("{status} length {length}, the shortest has {shortest}"));
    }
    if ask.is_proof && !is_optimal {
        return Err(format!("{status}, expected a proof"));
    }
    if ask.percent.is_some_and(|percent| length * 100 > shortest * percent) {
        return Err(format!("length {length} is too far from the shortest, {shortest}"));
    }
    if !ask.all {
        return Ok(true);
    }
    match &truth.solutions {
        Some(expected) => all_compared(oracle, input, ask, answer, expected, truth.n_up_to_symmetry),
        None => Ok(false),
    }
}

fn all_compared(
    oracle: &dyn Oracle,
    input: usize,
    ask: &Ask,
    answer: &Value,
    expected: &BTreeMap<Key, (u32, bool)>,
    n_up_to_symmetry: Option<usize>,
) -> Result<bool, String> {
    let listed = answer["solutions"].as_array().ok_or("no solutions")?;
    if let Some(n) = n_up_to_symmetry.filter(|_| ask.up_to_symmetry) {
        let said = answer["n_up_to_symmetry"].as_u64().unwrap_or(0) as usize;
        if said != n || listed.len() != n {
            return Err(format!("{said} up to symmetry, {} listed, expected {n}", listed.len()));
        }
    }
    let (mut texts, mut keys) = (BTreeSet::new(), BTreeMap::new());
    for (i, solution) in listed.iter().enumerate() {
        let text = solution.as_str().ok_or("a solution is no text")?;
        let label = answer["steps"][i].as_str().unwrap_or_default();
        let judged = oracle.judge(input, text, label).map_err(|fault| format!("{text:?}: {fault}"))?;
        if !texts.insert((text, label)) {
            return Err(format!("{text:?} is listed twice"));
        }
        if !ask.is_lenient && !expected.contains_key(&judged.key) {
            return Err(format!("{text:?} is listed, enumeration has no such solution"));
        }
        if let Some(other) = keys.insert(judged.key, text).filter(|_| !ask.is_lenient && !ask.may_repeat) {
            return Err(format!("{other:?} and {text:?} are the same solution"));
        }
    }
    let n_listed = answer["n_solutions"].as_u64().unwrap_or(0) as usize;
    if !ask.up_to_symmetry {
        if n_listed != listed.len() {
            return Err(format!("{n_listed} solutions, {} listed", listed.len()));
        }
        let missing = expected.iter().find(|(key, (_, required))| *required && !keys.contains_key(key));
        if let Some((key, (cost, _))) = missing {
            return Err(format!(
                "{key:?} of {cost} moves is not among {n_listed}, expected {}",
                expected.len()
            ));
        }
    } else if n_listed != expected.len() {
        return Err(format!("{n_listed} solutions, expected {}", expected.len()));
    }
    Ok(true)
}
