//! Tools for move sequences of twisty puzzles: shortening a sequence, and finding sequences that move few pieces.
//!
//! ```
//! use deepen::puzzle::parse::alg::alg;
//! use deepen::search::{Control, Limits, Sequential, Silent, Stop};
//! use deepen::sequences::Shortener;
//!
//! let cube = deepen::puzzle::builtin::find("2x2x2").expect("it has a name").definition();
//! let (stop, sequence) = (Stop::default(), alg("R U U R R R")?);
//! let control = Control::new(Limits::default(), &Silent, &stop);
//! let shorter = Shortener::new(&cube, 4).shorten(&sequence, &Sequential, &control)?;
//! assert_eq!(shorter.to_string(), "R U2 R'");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;

use puzzle::Definition;
use puzzle::alg::Alg;
use search::{Control, Executor};
use solver::Error;
use twisty::{Shortening, TwistySolver};

pub use twisty::{Few, Sequence, Wanted, few, few_moves};

/// Shortens sequences, with tables that all of them share.
pub struct Shortener {
    solver: Arc<TwistySolver>,
    shortening: Shortening,
}

impl Shortener {
    /// Creates a shortener for sequences of a puzzle. `window` is the number of consecutive moves that are replaced at
    /// once.
    pub fn new(puzzle: &Definition, window: usize) -> Shortener {
        let puzzle = Arc::new(puzzle.clone());
        let shortening = Shortening { moves: puzzle.turns().into(), puzzle, window };
        Shortener { solver: Arc::new(TwistySolver::new()), shortening }
    }

    /// Replaces parts of a sequence by shortest equivalent ones until nothing improves.
    ///
    /// # Errors
    /// If the sequence is not legal, or parts of it cannot be searched.
    pub fn shorten(&self, alg: &Alg, executor: &dyn Executor, control: &Control<'_>) -> Result<Alg, Error> {
        self.shortening.shorten(alg, &self.solver, executor, control)
    }
}
