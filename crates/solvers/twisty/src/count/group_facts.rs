//! Properties of the moves that need no count of positions: the order of their group, and the number of canonical
//! sequences.

use puzzle::builtin;
use puzzle::definition::DefinedGroup;
use puzzle::group::{Order, Unfinished};
use search::{Control, Cost};
use serde_json::Value;
use solver::{CountResult, Error, Field};

use super::budget;
use crate::TwistyQuery;
use crate::errors::group_error;
use crate::format::{count_of, grouped};

/// Default of the cost up to which sequences are counted.
const DEFAULT_MAX_COST: Cost = 12;

/// Maximum cost up to which sequences are counted: far beyond the range of the numbers.
const MAX_COST: Cost = 1000;

/// The group of some moves.
struct GroupOrder {
    order: Order,
    /// Less than the order of the group if pieces are identical.
    positions_at_most: String,
    /// Number of positions up to identical pieces and orientations of the whole puzzle, if it is known.
    positions: Option<String>,
    /// Number of orientations of the whole puzzle that moves can reach, if it is known.
    orientations: Option<u64>,
}

/// Returns `18 moves of 3x3x3`.
pub fn moves_of(query: &TwistyQuery) -> String {
    let n_moves = count_of(query.moves.len(), "move");
    match query.puzzle.name() {
        "" => n_moves,
        name => format!("{n_moves} of {name}"),
    }
}

/// Computes the order of the moves' group (Schreier-Sims).
///
/// # Errors
/// Returns an error if time or memory does not suffice.
pub fn order(query: &TwistyQuery, control: &Control<'_>) -> Result<CountResult, Error> {
    let goes_on = || control.stopped().is_none();
    let budget = budget(&goes_on, control);
    let unfinished = |error: Unfinished| group_error(&error.into());
    let group: DefinedGroup = query.group(&budget).map_err(|error| group_error(&error))?;
    let positions_at_most = group.max_positions_within(&budget).map_err(unfinished)?.to_string();
    let is_flat = builtin::find(query.puzzle.name()).is_some_and(|builtin| builtin.is_flat());
    let orientations = match is_flat {
        true => Some(1),
        false => group.n_orientations_within(&query.puzzle, &budget).map_err(unfinished)?,
    };
    let positions = group.n_positions_within(&budget).map_err(unfinished)?;
    let held = |n: u64| positions.as_ref()?.divided_by(&Order::product([n]));
    let positions = orientations.and_then(held).map(|n| n.to_string());
    let found = GroupOrder { order: group.order(), positions_at_most, positions, orientations };
    Ok(CountResult::Facts { fields: found.fields(query), text: found.text(query) })
}

impl GroupOrder {
    fn fields(&self, query: &TwistyQuery) -> Vec<Field> {
        let factors: Vec<Value> =
            self.order.factorization().iter().map(|&(p, n)| vec![p, n.into()].into()).collect();
        let mut fields: Vec<Field> = vec![
            ("puzzle", query.puzzle.name().into()),
            ("moves", query.moves.len().into()),
            // A string of digits, because the number may be any size.
            ("group_order", self.order.to_string().into()),
            ("factors", factors.into()),
            ("positions_at_most", self.positions_at_most.clone().into()),
        ];
        fields.extend(self.positions.clone().map(|n| ("positions", n.into())));
        fields.extend(self.orientations.map(|n| ("orientations", n.into())));
        fields.push(("has_rules", (!query.puzzle.forbidden().is_empty()).into()));
        fields
    }

    fn text(&self, query: &TwistyQuery) -> String {
        let factor = |&(prime, times): &(u64, u32)| match times {
            1 => prime.to_string(),
            _ => format!("{prime}^{times}"),
        };
        let factors: Vec<String> = self.order.factorization().iter().map(factor).collect();
        let order = self.order.to_string();
        let mut text = format!("{}: a group of {}", moves_of(query), grouped(&order));
        if !factors.is_empty() {
            text += &format!(" = {}", factors.join(" "));
        }
        text += "\n";
        let has_identical = self.positions_at_most != order;
        match (&self.positions, self.orientations) {
            (Some(positions), _) if *positions == order => {}
            (Some(positions), orientations) => {
                let identical = has_identical.then(|| "identical pieces are not distinguished".to_string());
                let held =
                    orientations.filter(|&n| n > 1).map(|n| format!("its {n} orientations count once"));
                let why: Vec<String> = identical.into_iter().chain(held).collect();
                text += &format!("{} positions: {}\n", grouped(positions), why.join(", "));
            }
            (None, _) if has_identical => {
                let at_most = grouped(&self.positions_at_most);
                text += &format!("some pieces are identical: at most {at_most} positions\n");
            }
            (None, _) => {}
        }
        if !query.puzzle.forbidden().is_empty() {
            text += "some positions are illegal, which leaves fewer\n";
        }
        text
    }
}

/// Counts canonical sequences up to a cost.
///
/// # Errors
/// Returns an error if there are too many moves, or it was stopped.
pub fn sequences(
    query: &TwistyQuery,
    max_length: Option<Cost>,
    control: &Control<'_>,
) -> Result<CountResult, Error> {
    let most = max_length.unwrap_or(DEFAULT_MAX_COST).min(MAX_COST);
    let per_depth = query.n_sequences(most, control)?;
    Ok(CountResult::Sequences { per_depth, metric: query.metric_name(), what: moves_of(query) })
}
