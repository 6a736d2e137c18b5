//! Errors of queries about defined puzzles, and of the texts that they are read from.

use puzzle::definition::group::NoGroup;
use puzzle::group::Unfinished;
use puzzle::parse::definition::DefinitionError;
use search::StopReason;
use solver::{Error, ErrorKind};

use solver::input_text::format_bytes;

/// The reason why a query about a defined puzzle cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages name most fields")]
pub enum TwistyError {
    /// No move is allowed.
    #[error("no turn may be used, expected at least one")]
    NoTurns,
    /// There are more moves than a search supports. Moves beyond that are not counted.
    #[error("the puzzle has more than {most} moves, powers of moves included; expected fewer")]
    TooManyMoves { most: usize },
    /// The puzzle has more places than a packed position has bytes.
    #[error("the puzzle has {n_places} places, expected at most {most}")]
    TooManyPlaces { n_places: usize, most: usize },
    /// The puzzle has more kinds of pieces than a byte has values.
    #[error("orbit {orbit} has too many kinds of pieces in all their orientations, expected at most 256")]
    TooManyKinds { orbit: String },
    /// The moves permute pieces within parts of an orbit, and a part has other pieces than at the goal.
    #[error(
        "the position cannot reach the goal: some pieces are in places that no move connects with their goal places"
    )]
    ForeignPieces,
    /// The position is not in the coset of the moves' group that contains the goal.
    #[error("the position cannot reach the goal: no sequence of the moves leads there")]
    OutOfReach,
    /// A forced move is illegal in its place.
    #[error("the forced move {name} leads to or from an illegal position, expected legal ones only")]
    ForcedIllegal { name: String },
    /// Positions are counted from one goal only.
    #[error("positions are counted from one goal, found several")]
    SeveralGoals,
    /// Positions are counted in moves of cost 1 only.
    #[error(
        "positions are counted in moves that cost 1 or are several of these, expected single turns among the moves"
    )]
    WeightedCount,
    /// A move of a phase would undo an earlier phase.
    #[error("phase {phase} has the move {mv}, which undoes phase {earlier}; expected moves that preserve it")]
    PhaseUndoes {
        phase: String,
        mv: String,
        /// The earlier phase that the move would undo.
        earlier: String,
    },
    /// A phase's coordinate of a sum after a move is not a function of the coordinate before it.
    #[error(
        "phase {phase} has the move {mv}, which maps places of a sum to places with other multiples; expected moves that \
         map each sum of a view to one of that view"
    )]
    PhaseMixes { phase: String, mv: String },
    /// The goals of a phase exclude the solved position, and no later phase may change its coordinates.
    #[error("no goal of phase {phase} matches the solved position, expected one that does")]
    PhaseLeadsElsewhere { phase: String },
    /// The next phase cannot solve every position that a phase leads to.
    #[error(
        "phase {phase} distinguishes {found} positions, expected {expected}: {}", incomplete_reason(.next)
    )]
    PhaseIncomplete {
        phase: String,
        /// The next phase; None for the last one.
        next: Option<String>,
        /// Number of positions that the phase distinguishes.
        found: String,
        /// Number of positions that it must distinguish.
        expected: String,
    },
    /// A coordinate of a phase has too many values.
    #[error(
        "a view of phase {phase} has more than {most} values, expected fewer; split it into several views"
    )]
    PhaseTooLarge { phase: String, most: usize },
    /// Declared phases do not support illegal positions.
    #[error("the puzzle has illegal positions, expected none for declared phases")]
    PhasesWithRules,
    /// Declared phases lead to one goal.
    #[error("declared phases lead to one goal, found several")]
    PhasesWithGoals,
    /// The check was stopped before it was decided whether the query has a solution.
    #[error("stopped before there was an answer")]
    Stopped(StopReason),
}

fn incomplete_reason(next: &Option<String>) -> String {
    match next {
        Some(next) => format!("its results are not all solvable by phase {next}"),
        None => "its results are not all solved".to_string(),
    }
}

impl From<TwistyError> for Error {
    fn from(error: TwistyError) -> Error {
        let kind = match &error {
            TwistyError::Stopped(reason) => return Error::stopped(*reason),
            TwistyError::OutOfReach | TwistyError::ForeignPieces | TwistyError::ForcedIllegal { .. } => {
                ErrorKind::Unsolvable
            }
            TwistyError::TooManyMoves { .. }
            | TwistyError::TooManyPlaces { .. }
            | TwistyError::TooManyKinds { .. }
            | TwistyError::PhaseMixes { .. }
            | TwistyError::PhaseUndoes { .. }
            | TwistyError::PhaseLeadsElsewhere { .. }
            | TwistyError::PhaseIncomplete { .. }
            | TwistyError::PhaseTooLarge { .. } => ErrorKind::Invalid,
            TwistyError::NoTurns
            | TwistyError::SeveralGoals
            | TwistyError::WeightedCount
            | TwistyError::PhasesWithRules
            | TwistyError::PhasesWithGoals => ErrorKind::Usage,
        };
        let shown = Error::new(kind, error.to_string());
        match error {
            TwistyError::TooManyMoves { .. } => {
                shown.hint("choose some with --moves: R1 is R without its powers")
            }
            _ => shown,
        }
    }
}

/// Returns the error for a definition or a position that cannot be parsed. `name` is the name of the text, if it has
/// one.
pub fn definition_error(name: Option<&str>, error: &DefinitionError) -> Error {
    Error::invalid(error.fault.to_string()).at_in(name, error.place)
}

/// Returns the error for a group that was not computed.
pub fn group_error(error: &NoGroup) -> Error {
    match error {
        NoGroup::TooManyPoints(_) => Error::invalid(error.to_string()),
        NoGroup::Unfinished(Unfinished::Stopped) => Error::new(ErrorKind::Limit, error.to_string()),
        NoGroup::Unfinished(Unfinished::TooLarge { max_bytes }) => {
            let allowed = format_bytes(*max_bytes);
            let message = format!("computing the group of the moves takes more than {allowed}");
            Error::new(ErrorKind::Limit, message)
        }
    }
}

/// Converts a parse error in an option's value to a usage error.
///
/// # Errors
/// Returns an error with its place in the option if the value cannot be parsed.
pub fn usage_in<T>(option: &str, read: Result<T, DefinitionError>) -> Result<T, Error> {
    read.map_err(|error| Error { kind: ErrorKind::Usage, ..definition_error(Some(option), &error) })
}
