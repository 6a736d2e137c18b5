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
pub mod definition;
mod hint;
mod list;
mod resume;
mod scramble;
mod serve;
mod solve;
mod tables;

use std::io::{Write, stderr};

use anyhow::Context;

use crate::args::Command;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::Setting;
use crate::plan::Voice;
use crate::scene::Scene;
use crate::threads;
use crate::watch::Watch;

/// Carries out a command.
///
/// # Errors
/// If it fails as a whole; a puzzle that cannot be solved is a result.
pub fn run(command: &Command, voice: Voice, setting: Setting<'_>) -> anyhow::Result<Exit> {
    let watch = Watch::install().context("cannot listen for interrupts")?;
    let scene = Scene::terminal(voice, &watch);
    match command {
        Command::Solve(args) => solve::run(args, &scene, Some(setting)),
        Command::Batch(args) => batch::run(args, voice, &watch, setting),
        Command::Resume(args) => resume::run(args, voice, &watch, setting.fleet),
        Command::Alg(args) => alg::run(args, voice, &watch),
        Command::Convert(args) => convert::run(args),
        Command::Tables(args) => tables::run(args, voice, &watch),
        Command::Completions(args) => completions::run(args),
        Command::Serve(args) => serve::run(args, &scene),
        _ => answer(command, &scene),
    }
}

/// Carries out a command that has an answer and touches nothing else, for whoever asks.
///
/// # Errors
/// If it fails as a whole.
pub fn answer(command: &Command, scene: &Scene<'_>) -> anyhow::Result<Exit> {
    threads::filling_with(command.threads(), || answered(command, scene))
}

fn answered(command: &Command, scene: &Scene<'_>) -> anyhow::Result<Exit> {
    match command {
        Command::Solve(args) => solve::run(args, scene, None),
        Command::Compare(args) => compare::run(args, scene),
        Command::Count(args) => count::run(args, scene),
        Command::Hint(args) => hint::run(args, scene),
        Command::Check(args) => check::run(args, scene),
        Command::Scramble(args) => scramble::run(args, scene),
        Command::Bench(args) => bench::run(args, scene),
        Command::List(_) => list::run(scene),
        _ => Err(Failure::usage("this command has no answer").into()),
    }
}

/// Why a command failed, as it is shown.
pub fn reason(error: &anyhow::Error) -> Failure {
    match error.downcast_ref::<Failure>() {
        Some(failure) => failure.clone(),
        None => Failure::new(Exit::Io, format!("{error:#}")),
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
