//! The tiers: tables of growing size, of which the memory decides. Which of them to use, when to make it, and the search
//! with it.

use std::sync::{Arc, Mutex};

use puzzle::Cube3;
use puzzle::cube::TurnSet;
use search::simd::{Plain, Simd};
use search::{Answer, Control, Deepening, Executor, Move, Span, Want, ida_star, ida_star_within};

use super::blocks::Sheets;
use super::both_ends::{BothEnds, solution};
use super::bounds::{Bounds, Leaning};
use super::coset::{Coordinates, X8, X24, X256, X512, X1536, X2048};
use super::lines::Lines;
use super::making::Making;
use super::nearest::Nearest;
use cube3::info::{GIANT, HUGE, INSTANT, LARGE, MEDIUM, STANDARD, VAST};
use solver::cube::Metric;
use solver::lazy_table::lock_or_stop;
use solver::{Cancelled, Heuristic, Method, Store};

/// Tables, each made when it is first asked for, or taken from where it was kept.
#[derive(Default)]
pub struct Tables {
    made: Mutex<Vec<(Choice, Arc<Table>)>>,
    /// Locked while a table is made.
    making: Mutex<()>,
    store: Store,
}

/// Which table to search with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The first levels of the smallest, for cubes that may be easy.
    Near,
    /// One of the tiers.
    Tier(Heuristic),
}

impl Choice {
    /// The tier it is one of, or a part of.
    pub fn heuristic(self) -> Heuristic {
        match self {
            Choice::Near => INSTANT,
            Choice::Tier(heuristic) => heuristic,
        }
    }
}

/// Levels of the table for easy cubes.
const NEAR_LEVELS: u8 = 8;

/// One of the tables with what it takes to use it.
struct Table {
    coordinates: Coordinates,
    bounds: Kind,
}

enum Kind {
    AtOnce(Nearest),
    Medium(Lines<X8>),
    Standard(Lines<X24>),
    Large(Box<Leaning<X256>>),
    Huge(Box<Leaning<X512>>),
    Giant(Box<Leaning<X1536>>),
    Vast(Box<Leaning<X2048>>),
}

/// What there is, smallest first: the name of the table, the bytes it takes and those it takes while it is made. The tiers
/// that are folded are not among them: to make one takes what `Large` takes.
pub const TIERS: [(Heuristic, u64, u64); 7] = [
    (INSTANT, Nearest::BYTES, 380 << 20),
    (MEDIUM, Lines::<X8>::BYTES, 660 << 20),
    (STANDARD, Lines::<X24>::BYTES, 1220 << 20),
    (LARGE, Sheets::<X256>::BYTES + Nearest::BYTES, 8 << 30),
    (HUGE, Sheets::<X512>::BYTES + Nearest::BYTES, 16 << 30),
    (GIANT, Sheets::<X1536>::BYTES + Nearest::BYTES, 48 << 30),
    (VAST, Sheets::<X2048>::BYTES + Nearest::BYTES, 58 << 30),
];

/// Returns the largest table that can be made in so much memory; the smallest if none can.
pub fn largest_within(bytes: u64) -> Heuristic {
    TIERS.iter().rev().find(|(_, _, peak)| *peak <= bytes).map_or(INSTANT, |(name, ..)| *name)
}

/// Returns the table to use if none is asked for: one that is made in seconds.
pub fn usual_within(bytes: u64) -> Heuristic {
    match largest_within(bytes) {
        LARGE | HUGE | GIANT | VAST => STANDARD,
        other => other,
    }
}

impl Tables {
    /// With nothing made yet but what is kept.
    pub fn kept_in(store: Store) -> Tables {
        Tables { store, ..Tables::default() }
    }

    /// Finds shortest solutions of a cube. None if the stop flag was raised before there was a table.
    pub fn solve(
        &self,
        cube: &Cube3,
        asked: &Asked<'_>,
        rounds: &Deepening<'_>,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Option<(Answer, Vec<u64>)> {
        let table = self.table(asked.choice, control)?;
        let search = Search { coordinates: &table.coordinates, cube, asked, rounds, executor, control };
        Some(match &table.bounds {
            Kind::AtOnce(bounds) => search.with(bounds),
            Kind::Medium(bounds) => search.with(bounds),
            Kind::Standard(bounds) => search.with(bounds),
            Kind::Large(bounds) => search.with(&**bounds),
            Kind::Huge(bounds) => search.with(&**bounds),
            Kind::Giant(bounds) => search.with(&**bounds),
            Kind::Vast(bounds) => search.with(&**bounds),
        })
    }

    /// Makes the table that a request needs. Whether it was finished.
    pub fn prepare(&self, heuristic: Heuristic, control: &Control<'_>) -> bool {
        self.table(Choice::Tier(heuristic), control).is_some()
    }

    /// Whether it has been made.
    pub fn has(&self, heuristic: Heuristic) -> bool {
        let made = self.made.lock().expect("nothing panics while it is held");
        made.iter().any(|(choice, _)| *choice == Choice::Tier(heuristic))
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.made
            .lock()
            .expect("nothing panics while it is held")
            .iter()
            .map(|(_, table)| table.bytes())
            .sum()
    }

    fn table(&self, choice: Choice, control: &Control<'_>) -> Option<Arc<Table>> {
        let made = || self.made.lock().expect("nothing panics while it is held");
        let known = || made().iter().find(|(known, _)| *known == choice).map(|(_, table)| table.clone());
        if let Some(table) = known() {
            return Some(table);
        }
        // Other callers wait until this one is made, unless stopped.
        let _making = lock_or_stop(&self.making, choice.heuristic().name(), control).ok()?;
        if let Some(table) = known() {
            return Some(table);
        }
        let table = Arc::new(Table::make(choice, &self.store, control).ok()?);
        let mut made = made();
        if choice != Choice::Near {
            // It has done its duty.
            made.retain(|(choice, _)| *choice != Choice::Near);
        }
        made.push((choice, table.clone()));
        Some(table)
    }
}

impl Table {
    fn make(choice: Choice, store: &Store, control: &Control<'_>) -> Result<Table, Cancelled> {
        let coordinates = Coordinates::new();
        let making = Making::new(&coordinates, store, control);
        let bounds = match choice {
            Choice::Near => {
                let name = choice.heuristic().name();
                control.observer.table_started(name, Nearest::BYTES);
                let nearest = making.near(NEAR_LEVELS)?;
                control.observer.table_finished(name);
                Kind::AtOnce(nearest)
            }
            Choice::Tier(heuristic) => match heuristic {
                INSTANT => Kind::AtOnce(making.nearest()?),
                MEDIUM => Kind::Medium(making.lines(heuristic)?),
                LARGE => Kind::Large(making.leaning(heuristic)?),
                HUGE => Kind::Huge(making.leaning(heuristic)?),
                GIANT => Kind::Giant(making.leaning(heuristic)?),
                VAST => Kind::Vast(making.leaning(heuristic)?),
                _ => Kind::Standard(making.lines(STANDARD)?),
            },
        };
        Ok(Table { coordinates, bounds })
    }

    fn bytes(&self) -> u64 {
        self.coordinates.bytes()
            + match &self.bounds {
                Kind::AtOnce(bounds) => bounds.bytes(),
                Kind::Medium(bounds) => bounds.bytes(),
                Kind::Standard(bounds) => bounds.bytes(),
                Kind::Large(bounds) => bounds.bytes(),
                Kind::Huge(bounds) => bounds.bytes(),
                Kind::Giant(bounds) => bounds.bytes(),
                Kind::Vast(bounds) => bounds.bytes(),
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

/// A search that only lacks its bounds.
struct Search<'a> {
    coordinates: &'a Coordinates,
    cube: &'a Cube3,
    asked: &'a Asked<'a>,
    rounds: &'a Deepening<'a>,
    executor: &'a dyn Executor,
    control: &'a Control<'a>,
}

impl Search<'_> {
    fn with<B: Bounds>(&self, bounds: &B) -> (Answer, Vec<u64>) {
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = search::simd::V3::detect() {
            return self.with_simd(bounds, v3);
        }
        self.with_simd(bounds, Plain)
    }

    fn with_simd<B: Bounds, S: Simd>(&self, bounds: &B, simd: S) -> (Answer, Vec<u64>) {
        let Asked { method, metric, turns, .. } = *self.asked;
        let mut problem = BothEnds::new(self.coordinates, bounds, simd, turns, metric);
        if !method.all && method.within == 0 && turns == TurnSet::ALL {
            problem = problem.for_one_of(self.cube);
        }
        if method.within > 0 {
            problem = problem.for_longer_of(self.cube);
        }
        let start = problem.start(self.cube);
        let (mut answer, longer) = if method.within > 0 {
            let span = Span::within(method.within);
            ida_star_within(&problem, &start, span, &Deepening::ALL, self.executor, self.control)
        } else {
            let want = if method.all { Want::All } else { Want::First };
            let rounds = Deepening { want, ..*self.rounds };
            (ida_star(&problem, &start, &rounds, self.executor, self.control), Vec::new())
        };
        for moves in &mut answer.solutions {
            *moves = solution(moves).iter().map(|turn| Move(turn.index() as u16)).collect();
        }
        (answer, longer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_decides() {
        assert_eq!(largest_within(0), INSTANT);
        for (i, (name, bytes, peak)) in TIERS.into_iter().enumerate() {
            assert!(bytes < peak, "{name:?} is no larger than it is while it is made");
            assert_eq!(largest_within(peak), name);
            assert_eq!(largest_within(peak - 1), TIERS[i.saturating_sub(1)].0);
            assert!(usual_within(peak) == name || usual_within(peak) == STANDARD);
        }
        assert_eq!(usual_within(u64::MAX), STANDARD);
    }
}
