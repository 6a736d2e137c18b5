//! One file per command. A command makes its plan, calls the library with it and prints the results; it returns the exit code
//! or the error that made it fail as a whole.

mod alg;
mod batch;
mod bench;
mod check;
mod compare;
mod completions;
mod convert;
mod count;
mod hint;
mod licenses;
mod list;
mod man;
pub mod mpi_worker;
mod resume;
mod scramble;
mod serve;
mod solve;
mod tables;

use std::io::{self, Write, stderr};

use anyhow::Context as _;
use deepen::{Error, ErrorKind};

use crate::args::Command;
use crate::color::{Style, label};
use crate::context::{Context, OutputMode};
use crate::exit::Exit;
use crate::interrupt;
use crate::journaled::JournalContext;

/// Runs a command.
///
/// # Errors
/// If it fails as a whole; a puzzle that cannot be solved is a result.
pub fn run(command: &Command, mode: OutputMode, journal_context: JournalContext<'_>) -> anyhow::Result<Exit> {
    let watch = interrupt::watch().context("cannot listen for interrupts")?;
    let context = Context { mode, watch: &watch };
    match command {
        Command::Solve(args) => solve::run(args, context, journal_context),
        Command::Batch(args) => batch::run(args, mode, &watch, journal_context),
        Command::Resume(args) => resume::run(args, mode, &watch, journal_context.world),
        Command::Compare(args) => compare::run(args, context),
        Command::Count(args) => count::run(args, context),
        Command::Hint(args) => hint::run(args, context),
        Command::Check(args) => check::run(args, context),
        Command::Scramble(args) => scramble::run(args, context),
        Command::Bench(args) => bench::run(args, context),
        Command::List(_) => list::run(context),
        Command::Alg(args) => alg::run(args, mode, &watch),
        Command::Convert(args) => convert::run(args),
        Command::Tables(args) => tables::run(args, mode, &watch),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => man::run(args),
        Command::Licenses => licenses::run(),
        Command::Serve(args) => serve::run(args, context),
    }
}

/// Returns the error of a command as it is shown.
pub fn to_error(error: &anyhow::Error) -> Error {
    if let Some(known) = error.downcast_ref::<Error>() {
        return known.clone();
    }
    // Commands name the files that they read and write; the only stream without a name is stdout.
    match error.downcast_ref::<io::Error>() {
        Some(io) if io.raw_os_error().is_some() => Error::io("write", "standard output", io),
        _ => Error::new(ErrorKind::Io, format!("{error:#}")),
    }
}

/// Prints an error on stderr. A closed stderr is ignored.
pub fn print_error(error: &Error, quiet: bool) {
    let mut err = stderr().lock();
    let _ = writeln!(err, "{} {error}", label("error:", Style::Error));
    if let Some(hint) = error.hint.as_deref().filter(|_| !quiet) {
        let _ = writeln!(err, "{} {hint}", label("hint:", Style::Hint));
    }
}
