//! How a command speaks and who can end it.

use deepen::front::Watch;

/// How to speak to the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Voice {
    /// JSON on stdout.
    pub json: bool,
    /// Results only.
    pub quiet: bool,
    /// Log rounds.
    pub verbose: u8,
}

/// Where a command is carried out.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// How to speak.
    pub voice: Voice,
    /// Who can end it.
    pub watch: &'a Watch,
}
