//! How a puzzle is held. A goal counts however the whole puzzle is turned, so rotations are factored out before anything is
//! searched: a position P with the goal s is solved by moves a if P a = s r for a rotation r.
//!
//! A rotation of the solved puzzle puts other pieces everywhere, so it can be undone by calling every piece what it replaces.
//! That makes s r the goal s again and P another position, which the same moves solve. So one search from several starts, with the
//! tables of the goal as it is, answers for all orientations. Where pieces cannot be renamed so, because a mask or a rule
//! tells them apart otherwise, there are several goals instead. Rotations for which the group of the moves rules out a
//! solution are left out; if that is all of them, there is none.

use std::collections::{HashMap, HashSet};

use puzzle::definition::{Kind, OrbitPattern, Pattern};
use search::Control;

use super::dispatch::with_packable_goal_first;
use super::reachability::ReachabilityCheck;
use crate::TwistyError;
use crate::{GoalOrientations, TwistyQuery};

/// A question in the orientations that it can be solved in.
pub struct Oriented {
    /// With the first of the starts.
    pub query: TwistyQuery,
    /// Where a search starts. The same moves solve the question from any of them.
    pub starts: Vec<Pattern>,
}

/// Which form several orientations may take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Starts or goals, whatever is searched faster.
    Any,
    /// One start and several goals.
    OneStart,
    /// One start and one goal.
    OnePair,
}

/// A question with the puzzle turned.
enum OrientedPair {
    /// By its start.
    Start(Pattern),
    /// By its goals.
    Goals(Vec<Pattern>),
}

/// Finds the orientations in which a question can be solved.
///
/// # Errors
/// If it can be solved in none, or it was stopped.
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
    // Several goals may have different pieces where nothing moves, and then not all starts have those of the first.
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
                // That pieces are elsewhere says less than that they cannot be brought back.
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
        // What is turned in either way is turned in the one that always can be.
        _ if !starts.is_empty() => orient(query, reachability, Form::OneStart, control),
        _ => Ok(Oriented {
            starts: vec![exact.start.clone()],
            query: TwistyQuery { goals: goals.concat().into(), ..exact },
        }),
    }
}

/// The start of a question with all pieces renamed so that its goals, turned, are its goals again; None if there are no such
/// names.
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

/// What pieces of an orbit are called, and by how much more they are turned.
struct Relabeling(HashMap<Kind, (Kind, u8)>);

impl Relabeling {
    /// Makes one pattern another; None if a piece would need two names, or two pieces the same.
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

    /// None if there is a piece that has no name.
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
