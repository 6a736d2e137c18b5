//! The context of a command: how it prints, and what can cancel it.

use deepen::front::Watch;

/// The style of output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutputMode {
    /// JSON on stdout.
    pub json: bool,
    /// Results only.
    pub quiet: bool,
    /// Log level: 0 for none, 1 for rounds, more for everything.
    pub verbose: u8,
}

/// Everything that a command needs besides its arguments.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub mode: OutputMode,
    /// Cancels the searches.
    pub watch: &'a Watch,
}
