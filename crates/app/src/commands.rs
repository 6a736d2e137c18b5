//! One file per command. A command makes its plan, has it carried out and prints the results; it returns the exit code
//! or the reason why it failed as a whole.

mod alg;
pub mod assist;
mod batch;
mod bench;
mod check;
mod compare;
mod completions;
mod convert;
mod count;
mod hint;
mod list;
mod resume;
mod scramble;
mod solve;
mod tables;

use std::io::{Write, stderr};

use anyhow::Context;

use crate::args::Command;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::Setting;
use crate::plan::Voice;
use crate::watch::Watch;

/// Carries out a command.
///
/// # Errors
/// If it fails as a whole; a puzzle that cannot be solved is a result.
pub fn run(command: &Command, voice: Voice, setting: Setting<'_>) -> anyhow::Result<Exit> {
    let watch = || Watch::install().context("cannot listen for interrupts");
    match command {
        Command::Solve(args) => solve::run(args, voice, &watch()?, setting),
        Command::Batch(args) => batch::run(args, voice, &watch()?, setting),
        Command::Resume(args) => resume::run(args, voice, &watch()?, setting.fleet),
        Command::Compare(args) => compare::run(args, voice, &watch()?),
        Command::Count(args) => count::run(args, voice, &watch()?),
        Command::Hint(args) => hint::run(args, voice, &watch()?),
        Command::Check(args) => check::run(args, voice, &watch()?),
        Command::Scramble(args) => scramble::run(args, voice, &watch()?),
        Command::Bench(args) => bench::run(args, voice, &watch()?),
        Command::Alg(args) => alg::run(args, voice, &watch()?),
        Command::Convert(args) => convert::run(args),
        Command::Tables(args) => tables::run(args, voice, &watch()?),
        Command::List(_) => list::run(voice),
        Command::Completions(args) => completions::run(args),
    }
}

/// Says on stderr what failed. Cannot do more if nobody listens.
pub fn complain(failure: &Failure, quiet: bool) {
    let mut err = stderr().lock();
    let _ = writeln!(err, "error: {failure}");
    if let Some(hint) = failure.hint.as_deref().filter(|_| !quiet) {
        let _ = writeln!(err, "hint: {hint}");
    }
}
