//! Shortest solutions at the façade: which table to use, when to make it, and the search with it.

use std::sync::{Arc, Mutex};

use puzzle::Cube3;
use puzzle::cube::TurnSet;
use search::simd::{Plain, Simd};
use search::{Answer, Control, Deepening, Executor, Move, Split, Want, ida_star, ida_star_within};

use super::blocks::Blocks;
use super::both_ends::{BothEnds, solution};
use super::bounds::{Bounds, Wide};
use super::coset::{Coordinates, X8, X24};
use super::lines::Lines;
use super::links::Links;
use super::nearest::Nearest;
use crate::question::Metric;
use crate::request::{Estimate, Method};

/// Tables, each made when it is first asked for.
#[derive(Default)]
pub struct Tables {
    made: Mutex<Vec<(Choice, Arc<Table>)>>,
}

/// Which table to search with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The first levels of the smallest, for cubes that may be easy.
    Near,
    /// One of the tiers.
    Tier(Estimate),
}

/// Levels of the table for easy cubes.
const NEAR_LEVELS: u8 = 8;

/// One of the tables with what it takes to use it.
struct Table {
    coordinates: Coordinates,
    bounds: Kind,
}

enum Kind {
    Instant(Nearest),
    Medium(Lines<X8>),
    Standard(Lines<X24>),
    Large(Box<Wide>),
}

/// What there is, smallest first: the name of the table, the bytes it takes and those it takes while it is made.
pub const TIERS: [(Estimate, u64, u64); 4] = [
    (Estimate::Instant, Nearest::BYTES, 380 << 20),
    (Estimate::Medium, Lines::<X8>::BYTES, 660 << 20),
    (Estimate::Standard, Lines::<X24>::BYTES, 1220 << 20),
    (Estimate::Large, Blocks::BYTES + Nearest::BYTES, 8 << 30),
];

/// The largest table that can be made in so much memory; the smallest if none can.
pub fn largest_within(bytes: u64) -> Estimate {
    TIERS.iter().rev().find(|(_, _, peak)| *peak <= bytes).map_or(Estimate::Instant, |(name, ..)| *name)
}

/// The table to use if nobody says: what is made while one would read about it.
pub fn usual_within(bytes: u64) -> Estimate {
    match largest_within(bytes) {
        Estimate::Large => Estimate::Standard,
        other => other,
    }
}

impl Tables {
    /// Finds shortest solutions of a cube. None if the table was not finished because somebody stopped it.
    pub fn solve(
        &self,
        cube: &Cube3,
        asked: &Asked<'_>,
        rounds: &Deepening,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Option<(Answer, Vec<u64>)> {
        let table = self.table(asked.choice, control)?;
        Some(match &table.bounds {
            Kind::Instant(bounds) => {
                search(&table.coordinates, bounds, cube, asked, rounds, executor, control)
            }
            Kind::Medium(bounds) => {
                search(&table.coordinates, bounds, cube, asked, rounds, executor, control)
            }
            Kind::Standard(bounds) => {
                search(&table.coordinates, bounds, cube, asked, rounds, executor, control)
            }
            Kind::Large(bounds) => {
                search(&table.coordinates, &**bounds, cube, asked, rounds, executor, control)
            }
        })
    }

    /// Makes the table that a request needs. Whether it was finished.
    pub fn prepare(&self, estimate: Estimate, control: &Control<'_>) -> bool {
        self.table(Choice::Tier(estimate), control).is_some()
    }

    /// Whether it has been made.
    pub fn has(&self, estimate: Estimate) -> bool {
        let made = self.made.lock().expect("filling does not panic");
        made.iter().any(|(choice, _)| *choice == Choice::Tier(estimate))
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.made.lock().expect("filling does not panic").iter().map(|(_, table)| table.bytes()).sum()
    }

    fn table(&self, choice: Choice, control: &Control<'_>) -> Option<Arc<Table>> {
        // Held while a table is made: who else asks for it waits.
        let mut made = self.made.lock().expect("filling does not panic");
        if let Some((_, table)) = made.iter().find(|(known, _)| *known == choice) {
            return Some(table.clone());
        }
        let estimate = match choice {
            Choice::Near => Estimate::Instant,
            Choice::Tier(estimate) => estimate,
        };
        let (_, bytes, _) = TIERS.into_iter().find(|(name, ..)| *name == estimate).expect("one of the tiers");
        control.observer.table_started(estimate.name(), bytes);
        let table = Arc::new(Table::fill(choice, estimate, control)?);
        control.observer.table_finished(estimate.name());
        if choice != Choice::Near {
            // It has done its duty.
            made.retain(|(choice, _)| *choice != Choice::Near);
        }
        made.push((choice, table.clone()));
        Some(table)
    }
}

impl Table {
    fn fill(choice: Choice, estimate: Estimate, control: &Control<'_>) -> Option<Table> {
        let watch = |done: u64, total: u64| {
            control.observer.table_progress(estimate.name(), done, total);
            control.stopped().is_none()
        };
        // The first of two tables is the smaller part of the work.
        let quiet = |_, _| control.stopped().is_none();
        let coordinates = Coordinates::new();
        let links = Links::new(&coordinates);
        let bounds = if choice == Choice::Near {
            Kind::Instant(Nearest::fill_to(NEAR_LEVELS, &coordinates, &links, &quiet).ok()?)
        } else if estimate == Estimate::Instant {
            Kind::Instant(Nearest::fill(&coordinates, &links, &watch).ok()?)
        } else {
            let nearest = Nearest::fill(&coordinates, &links, &quiet).ok()?;
            match estimate {
                Estimate::Medium => Kind::Medium(Lines::fill(&coordinates, &links, &nearest, &watch).ok()?),
                Estimate::Large => {
                    let blocks = Blocks::fill(&coordinates, &links, &watch).ok()?;
                    Kind::Large(Box::new(Wide { blocks, nearest }))
                }
                _ => Kind::Standard(Lines::fill(&coordinates, &links, &nearest, &watch).ok()?),
            }
        };
        Some(Table { coordinates, bounds })
    }

    fn bytes(&self) -> u64 {
        self.coordinates.bytes()
            + match &self.bounds {
                Kind::Instant(bounds) => bounds.bytes(),
                Kind::Medium(bounds) => bounds.bytes(),
                Kind::Standard(bounds) => bounds.bytes(),
                Kind::Large(bounds) => bounds.blocks.bytes() + bounds.nearest.bytes(),
            }
    }
}

/// What is wanted of a cube.
pub struct Asked<'a> {
    /// How and how many.
    pub method: &'a Method,
    /// With which table.
    pub choice: Choice,
    /// What counts as a move.
    pub metric: Metric,
    /// Which turns may be made.
    pub turns: TurnSet,
}

fn search<B: Bounds>(
    coordinates: &Coordinates,
    bounds: &B,
    cube: &Cube3,
    asked: &Asked<'_>,
    rounds: &Deepening,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> (Answer, Vec<u64>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(v3) = search::simd::V3::detect() {
        return search_with(coordinates, bounds, v3, (cube, asked), rounds, executor, control);
    }
    search_with(coordinates, bounds, Plain, (cube, asked), rounds, executor, control)
}

fn search_with<B: Bounds, S: Simd>(
    coordinates: &Coordinates,
    bounds: &B,
    simd: S,
    (cube, asked): (&Cube3, &Asked<'_>),
    rounds: &Deepening,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> (Answer, Vec<u64>) {
    let problem = BothEnds::new(coordinates, bounds, simd, asked.turns, asked.metric);
    let start = problem.start(cube);
    let method = asked.method;
    let (mut answer, longer) = if method.within > 0 {
        ida_star_within(&problem, &start, method.within, Split::default(), executor, control)
    } else {
        let want = if method.all { Want::All } else { Want::First };
        (ida_star(&problem, &start, &Deepening { want, ..*rounds }, executor, control), Vec::new())
    };
    for moves in &mut answer.solutions {
        *moves = solution(moves).iter().map(|turn| Move(turn.index() as u16)).collect();
    }
    (answer, longer)
}
