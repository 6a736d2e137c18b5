//! Checks that declared phases fit together.
//!
//! The moves of a phase generate a group. The next phases must solve all that it reaches; so the goal set of a phase
//! must be the group of the next phase's moves. The number of coordinates of a phase is at most the quotient of the two
//! groups' orders, and if it equals that quotient, the phase is complete. Orders come from stabilizer chains
//! (Schreier-Sims); coordinates are counted view by view, each by transformations that fix the views before it. Those
//! are drawn at random, so the count can only be too small: phases that pass are proved to be complete.

use puzzle::definition::group::NoGroup;
use puzzle::definition::{DefinedGroup, Generator, Pattern, Phase, Phases, Transform};
use puzzle::group::{Budget, Order, Unfinished};
use search::simd::Plain;
use search::{Control, Cost, Move};

use super::super::compiled_puzzle::CompiledPuzzle;
use super::super::move_action::MoveAction;
use super::phase::DeclaredPhase;
use crate::TwistyError;
use crate::TwistyQuery;

/// Number of random elements that generate the stabilizer of some views: few first, and more if the count is too small.
const N_DRAWN: [usize; 2] = [4, 20];

/// The sums in a phase's coordinates after a move must be a function of the coordinates before it.
pub(super) fn check_sums(query: &TwistyQuery, phases: &Phases) -> Result<(), TwistyError> {
    for phase in &phases.list {
        let mixes = |mv: &Generator| !phase.views.iter().all(|view| view.is_closed_under(&mv.transform));
        if let Some(mv) = moves(query, phase).iter().find(|mv| mixes(mv)) {
            return Err(TwistyError::PhaseMixes { phase: phase.name.clone(), mv: mv.name.to_string() });
        }
    }
    Ok(())
}

/// No phase may undo an earlier one; so the goals of each must include the solved position's coordinates.
pub(super) fn check_order(query: &TwistyQuery, phases: &Phases) -> Result<(), TwistyError> {
    let solved = &query.goals[0];
    let leads_to_solved =
        |phase: &&Phase| phase.goals.iter().any(|goal| phase.is_equivalent(&goal.apply(solved), solved));
    if let Some(phase) = phases.list.iter().find(|phase| !leads_to_solved(phase)) {
        return Err(TwistyError::PhaseLeadsElsewhere { phase: phase.name.clone() });
    }
    for (i, phase) in phases.list.iter().enumerate() {
        for mv in moves(query, phase) {
            let breaks = |earlier: &&Phase| {
                let at_goal = |position: &Pattern| {
                    earlier.goals.iter().any(|goal| earlier.is_equivalent(&goal.apply(solved), position))
                };
                !earlier.goals.iter().all(|goal| at_goal(&mv.transform.apply(&goal.apply(solved))))
            };
            if let Some(earlier) = phases.list[..i].iter().find(breaks) {
                let (phase, earlier) = (phase.name.clone(), earlier.name.clone());
                return Err(TwistyError::PhaseUndoes { phase, mv: mv.name.to_string(), earlier });
            }
        }
    }
    Ok(())
}

fn moves(query: &TwistyQuery, phase: &Phase) -> Vec<Generator> {
    phase.moves.clone().unwrap_or_else(|| query.moves.to_vec())
}

/// Every phase must solve all positions that the one before it leads to. Phases with goals of their own and identical
/// pieces are accepted without a proof, since a wrong one shows when it is used; so are groups that take too much
/// memory. Returns true if completeness is proved; None if the check was stopped.
pub(super) fn check_counts<const N: usize>(
    query: &TwistyQuery,
    compiled: &CompiledPuzzle<N>,
    phases: &[DeclaredPhase<N>],
    control: &Control<'_>,
) -> Result<Option<bool>, TwistyError> {
    let goes_on = || control.stopped().is_none();
    let budget = Budget { goes_on: &goes_on, max_bytes: control.limits.max_memory };
    let group = |moves: &[(Move, Cost)]| {
        let moves: Vec<Generator> =
            moves.iter().map(|&(mv, _)| query.moves[usize::from(mv.0)].clone()).collect();
        DefinedGroup::within(&query.puzzle, &moves, &query.goals[0], &budget)
    };
    let groups = match phases.iter().map(|phase| group(&phase.moves)).collect::<Result<Vec<_>, NoGroup>>() {
        Ok(groups) => groups,
        Err(NoGroup::Unfinished(Unfinished::Stopped)) => return Ok(None),
        Err(NoGroup::TooManyPoints(_) | NoGroup::Unfinished(Unfinished::TooLarge { .. })) => {
            return Ok(Some(false));
        }
    };
    if groups.iter().any(|group| !group.elements_are_positions())
        || phases.iter().any(|phase| !phase.leads_to_solved)
    {
        return Ok(Some(false));
    }
    let mut below = random_numbers();
    for (i, (phase, group)) in phases.iter().zip(&groups).enumerate() {
        let next = groups.get(i + 1).map_or(Order::product([]), DefinedGroup::order);
        let Some(needed) = group.order().divided_by(&next) else { continue };
        let mut found = Order::product([]);
        for n_drawn in N_DRAWN {
            if !goes_on() {
                return Ok(None);
            }
            found = n_encoded_views(query, compiled, phase, group, n_drawn, &mut below);
            if found == needed {
                break;
            }
        }
        if found != needed {
            let next = phases.get(i + 1).map(|next| next.name.clone());
            let (phase, found, expected) = (phase.name.clone(), found.to_string(), needed.to_string());
            return Err(TwistyError::PhaseIncomplete { phase, next, found, expected });
        }
    }
    Ok(Some(true))
}

/// Returns a lower bound of the number of coordinates that a phase distinguishes.
fn n_encoded_views<const N: usize>(
    query: &TwistyQuery,
    compiled: &CompiledPuzzle<N>,
    phase: &DeclaredPhase<N>,
    group: &DefinedGroup,
    n_drawn: usize,
    below: &mut dyn FnMut(u32) -> u32,
) -> Order {
    let moves = phase.moves.iter().map(|&(mv, _)| query.moves[usize::from(mv.0)].transform.clone()).collect();
    let mut generators: Vec<Transform> = moves;
    let mut levels: Vec<Level> = Vec::new();
    for view in 0..phase.n_views().len() {
        if view > 0 {
            let drawn = (0..n_drawn).map(|_| {
                let drawn = group.random(below);
                levels.iter().enumerate().fold(drawn, |transform, (before, level)| {
                    let state = compiled.pack(&transform.apply(&query.goals[0])).expect("moves lead there");
                    level
                        .reduced(transform, phase.number(compiled, before, &state).expect("moves lead there"))
                })
            });
            generators = drawn.collect();
        }
        let generators = std::mem::take(&mut generators);
        levels.push(match view {
            // The move table of the first view is already there.
            0 => Level::new(generators, phase.n_views()[0], |number, generator| {
                let after = phase.table(0).after(number, Move(generator as u16));
                after.expect("phases have no illegal moves")
            }),
            _ => {
                let actions: Vec<MoveAction<N>> =
                    generators.iter().map(|transform| MoveAction::new(&compiled.layout, transform)).collect();
                Level::new(generators, phase.n_views()[view], |number, generator| {
                    let position = &phase.positions(view)[number as usize];
                    let after = compiled.after_action(Plain, &actions[generator], position);
                    phase.number(compiled, view, &after).expect("moves lead there")
                })
            }
        });
    }
    Order::product(levels.iter().map(|level| level.n_reached))
}

/// The orbit of the solved view under some transformations.
struct Level {
    generators: Vec<Transform>,
    /// By view, the generator that led there and the view before it.
    parents: Vec<Option<(usize, u32)>>,
    n_reached: u64,
}

impl Level {
    /// Enumerates the orbit. `after` returns the image of a view under a generator.
    fn new(generators: Vec<Transform>, n_views: usize, after: impl Fn(u32, usize) -> u32) -> Level {
        let mut parents = vec![None; n_views];
        // Breadth-first, so that ways back are short.
        let mut reached = vec![0_u32];
        let mut done = 0;
        while let Some(&number) = reached.get(done) {
            done += 1;
            for generator in 0..generators.len() {
                let to = after(number, generator);
                if to != 0 && parents[to as usize].is_none() {
                    parents[to as usize] = Some((generator, number));
                    reached.push(to);
                }
            }
        }
        Level { generators, parents, n_reached: reached.len() as u64 }
    }

    /// Returns a transformation followed by the way back from the view it leads to. The result fixes this view, and the
    /// earlier views if the transformation did.
    fn reduced(&self, transform: Transform, number: u32) -> Transform {
        let mut transform = transform;
        let mut view_number = number;
        while let Some((generator, from)) = self.parents[view_number as usize] {
            transform = transform.then(&self.generators[generator].inverse());
            view_number = from;
        }
        transform
    }
}

/// Deterministic random numbers below a limit: a check that passes once must not fail another time.
fn random_numbers() -> impl FnMut(u32) -> u32 {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(state) * u128::from(below)) >> 64) as u32
    }
}
