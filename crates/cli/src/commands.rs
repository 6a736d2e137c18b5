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
mod serve;
mod solve;
mod tables;

use std::io::{Write, stderr};

use anyhow::Context;
use deepen::{Error, ErrorKind};

use crate::args::Command;
use crate::exit::Exit;
use crate::interrupt;
use crate::keeping::Setting;
use crate::output::{Scene, Voice};

/// Carries out a command.
///
/// # Errors
/// If it fails as a whole; a puzzle that cannot be solved is a result.
pub fn run(command: &Command, voice: Voice, setting: Setting<'_>) -> anyhow::Result<Exit> {
    let watch = interrupt::watch().context("cannot listen for interrupts")?;
    let scene = Scene { voice, watch: &watch };
    match command {
        Command::Solve(args) => solve::run(args, scene, setting),
        Command::Batch(args) => batch::run(args, voice, &watch, setting),
        Command::Resume(args) => resume::run(args, voice, &watch, setting.fleet),
        Command::Compare(args) => compare::run(args, scene),
        Command::Count(args) => count::run(args, scene),
        Command::Hint(args) => hint::run(args, scene),
        Command::Check(args) => check::run(args, scene),
        Command::Scramble(args) => scramble::run(args, scene),
        Command::Bench(args) => bench::run(args, scene),
        Command::List(_) => list::run(scene),
        Command::Alg(args) => alg::run(args, voice, &watch),
        Command::Convert(args) => convert::run(args),
        Command::Tables(args) => tables::run(args, voice, &watch),
        Command::Completions(args) => completions::run(args),
        Command::Serve(args) => serve::run(args, scene),
    }
}

/// Why a command failed, as it is shown.
pub fn reason(error: &anyhow::Error) -> Error {
    match error.downcast_ref::<Error>() {
        Some(known) => known.clone(),
        None => Error::new(ErrorKind::Io, format!("{error:#}")),
    }
}

/// Says on stderr what failed. Cannot do more if stderr is closed.
pub fn complain(error: &Error, quiet: bool) {
    let mut err = stderr().lock();
    let _ = writeln!(err, "error: {error}");
    if let Some(hint) = error.hint.as_deref().filter(|_| !quiet) {
        let _ = writeln!(err, "hint: {hint}");
    }
}
