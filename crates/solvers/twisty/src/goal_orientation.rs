//! Orientation of the whole puzzle. A goal counts in any orientation, so rotations are factored out before a search: a
//! position P with the goal s is solved by moves a if P a = s r for a rotation r.
//!
//! A rotation of the solved puzzle moves every piece, so it can be undone by relabelling every piece as the one it
//! replaces. That maps s r to the goal s and P to another position, which the same moves solve. So one search from
//! several starts, with the tables of the original goal, covers all orientations. If pieces cannot be relabelled,
//! because a mask or a rule distinguishes them otherwise, there are several goals instead. Rotations for which the
//! group of the moves excludes a solution are dropped; if none is left, there is no solution.

use std::collections::{HashMap, HashSet};

use puzzle::definition::{Kind, OrbitPattern, Pattern};
use search::Control;

use super::dispatch::with_packable_goal_first;
use super::reachability::ReachabilityCheck;
use crate::TwistyError;
use crate::{GoalOrientations, TwistyQuery};

/// A query in the orientations in which it can be solved.
pub struct Oriented {
    /// The query with the first of the starts.
    pub query: TwistyQuery,
    /// Starts of the search. A solution of any of them solves the query.
    pub starts: Vec<Pattern>,
}

/// The form in which several orientations are expressed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Several starts or several goals, whichever is searched faster.
    Any,
    /// One start and several goals.
    OneStart,
    /// One start and one goal.
    OnePair,
}

/// A query in another orientation of the puzzle.
enum OrientedPair {
    /// Expressed by its start.
    Start(Pattern),
    /// Expressed by its goals.
    Goals(Vec<Pattern>),
}

/// Finds the orientations in which a query can be solved.
///
/// # Errors
/// Returns an error if there is none, or the check was stopped.
pub fn orient(
    query: &TwistyQuery,
    reachability: &ReachabilityCheck,
    form: Form,
    control: &Control<'_>,
) -> Result<Oriented, TwistyError> {
    let exact = TwistyQuery { orientations: GoalOrientations::default(), ..query.clone() };
    if query.orientations.rotations.len() <= 1 {
        reachability.check(with_packable_goal_first(&exact)?.as_ref(), control)?;
        return Ok(Oriented { starts: vec![exact.start.clone()], query: exact });
    }
    // Several goals may differ in pieces that do not move, and then not all starts have the pieces of the first goal.
    let form = if form == Form::Any && query.goals.len() > 1 { Form::OneStart } else { form };
    let (mut starts, mut goals) = (Vec::new(), Vec::new());
    let mut refusal = None;
    let mut seen: HashSet<Vec<Pattern>> = HashSet::new();
    for rotation in query.orientations.rotations.iter() {
        let turned: Vec<Pattern> = query.goals.iter().map(|goal| rotation.apply(goal)).collect();
        if !seen.insert(turned.clone()) {
            continue;
        }
        let turned = match form {
            Form::OneStart => OrientedPair::Goals(turned),
            Form::Any | Form::OnePair => {
                relabel_start(query, &turned).map_or(OrientedPair::Goals(turned), OrientedPair::Start)
            }
        };
        let tried = match &turned {
            OrientedPair::Start(start) => TwistyQuery { start: start.clone(), ..exact.clone() },
            OrientedPair::Goals(goals) => TwistyQuery { goals: goals[..].into(), ..exact.clone() },
        };
        match with_packable_goal_first(&tried).and_then(|tried| reachability.check(&tried, control)) {
            Ok(()) => match turned {
                OrientedPair::Start(start) => starts.push(start),
                OrientedPair::Goals(turned) => goals.push(turned),
            },
            Err(error @ (TwistyError::OutOfReach | TwistyError::ForeignPieces)) => {
                // `OutOfReach` says more than `ForeignPieces`.
                let is_stronger = refusal.is_none() || matches!(error, TwistyError::OutOfReach);
                refusal = if is_stronger { Some(error) } else { refusal };
            }
            Err(error) => return Err(error),
        }
        let n_found = starts.len() + goals.len();
        if n_found > 0 && (query.orientations.exact_first || form == Form::OnePair) {
            break;
        }
    }
    match (starts.is_empty(), goals.is_empty(), refusal) {
        (true, true, Some(refusal)) => Err(refusal),
        (false, true, _) => Ok(Oriented { query: TwistyQuery { start: starts[0].clone(), ..exact }, starts }),
        // If both forms occur, all orientations are expressed by goals, which is always possible.
        _ if !starts.is_empty() => orient(query, reachability, Form::OneStart, control),
        _ => Ok(Oriented {
            starts: vec![exact.start.clone()],
            query: TwistyQuery { goals: goals.concat().into(), ..exact },
        }),
    }
}

/// Returns the start with all pieces relabelled so that the turned goals become the original goals; None if there is no
/// such relabelling.
fn relabel_start(query: &TwistyQuery, turned: &[Pattern]) -> Option<Pattern> {
    if !query.puzzle.forbidden().is_empty() {
        return None;
    }
    let (goal, turned_goal) = (query.goals.first()?, turned.first()?);
    let relabeling: Vec<Relabeling> = turned_goal
        .orbits
        .iter()
        .zip(&goal.orbits)
        .map(|(from, to)| Relabeling::new(from, to))
        .collect::<Option<_>>()?;
    let rename = |pattern: &Pattern| {
        let orbits =
            pattern.orbits.iter().zip(&relabeling).map(|(orbit, relabeling)| relabeling.apply(orbit));
        Some(Pattern { orbits: orbits.collect::<Option<_>>()? })
    };
    let fits = |(turned, goal): (&Pattern, &Pattern)| rename(turned).as_ref() == Some(goal);
    turned.iter().zip(query.goals.iter()).all(fits).then(|| rename(&query.start)).flatten()
}

/// A relabelling of an orbit's pieces, with the turn that each is given.
struct Relabeling(HashMap<Kind, (Kind, u8)>);

impl Relabeling {
    /// Returns the relabelling that maps one pattern to another; None if it would be ambiguous or not injective.
    fn new(from: &OrbitPattern, to: &OrbitPattern) -> Option<Relabeling> {
        let mut relabeling: HashMap<Kind, (Kind, u8)> = HashMap::new();
        let mut is_taken: HashMap<Kind, Kind> = HashMap::new();
        let orientations = from.orientations.iter().zip(&to.orientations);
        for ((old, new), (&before, &after)) in from.kinds().zip(to.kinds()).zip(orientations) {
            if old.modulus != new.modulus {
                return None;
            }
            let name = (new, (after + old.modulus - before) % old.modulus);
            if *relabeling.entry(old).or_insert(name) != name || *is_taken.entry(new).or_insert(old) != old {
                return None;
            }
        }
        Some(Relabeling(relabeling))
    }

    /// Relabels a pattern; None if it has a piece without a label.
    fn apply(&self, pattern: &OrbitPattern) -> Option<OrbitPattern> {
        let mut relabel_start = pattern.clone();
        for (place, kind) in pattern.kinds().enumerate() {
            let &(new, turn) = self.0.get(&kind)?;
            relabel_start.pieces[place] = new.piece;
            relabel_start.orientations[place] = (pattern.orientations[place] + turn) % new.modulus;
        }
        Some(relabel_start)
    }
}
