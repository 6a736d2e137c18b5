//! How a command speaks and who can end it.

use deepen::front::Watch;

/// How to speak to the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutputMode {
    /// JSON on stdout.
    pub json: bool,
    /// Results only.
    pub quiet: bool,
    /// Log rounds.
    pub verbose: u8,
}

/// Where a command is carried out.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// How to speak.
    pub mode: OutputMode,
    /// Who can end it.
    pub watch: &'a Watch,
}
