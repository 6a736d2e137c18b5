//! What can be asked: a puzzle and how to search it.

use solver::Method;

use crate::question::Question;

/// A puzzle to be solved.
#[derive(Clone, Debug)]
pub struct Request {
    /// Which puzzle, from where to where.
    pub question: Question,
    /// How.
    pub method: Method,
}
