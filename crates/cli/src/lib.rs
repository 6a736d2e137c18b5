//! `deepen`: finds shortest solutions of puzzles. The command line: arguments, terminal, JSON and exit codes.
//!
//! Arguments become a request ([`request`]); [`commands`] call the library with it and print the answer as [`text`] or as
//! JSON. This crate neither knows any puzzle nor searches.

mod args;
mod environment;
mod request;

mod atomic_write;
mod definitions;
mod input;
mod journal;
mod table_dir;

mod journaled;
mod mpi;

mod color;
mod context;
mod interrupt;
mod progress;

mod commands;

mod json;
mod svg;
mod text;

mod exit;
pub mod process_limits;

use std::io::{self, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::ExitCode;

use deepen::{Error, memory, threads};
use tracing_subscriber::filter::LevelFilter;

use crate::args::Arguments;
use crate::color::ColorMode;
use crate::context::OutputMode;
use crate::environment::Environment;
use crate::exit::Exit;
use crate::journaled::JournalContext;
use crate::mpi::MpiWorld;

/// Runs the program; `main` is only this call. A library can be compiled while the solvers still are, a program cannot.
pub fn run() -> ExitCode {
    process_limits::ignore_file_size_signal();
    let world = MpiWorld::join();
    // A panic has printed its message; without an abort the other processes would wait for this one forever.
    let ended = catch_unwind(AssertUnwindSafe(|| match world.is_coordinator() {
        true => {
            let exit = run_command(&world);
            world.release_workers();
            exit
        }
        false => {
            commands::mpi_worker::run(&world);
            Exit::Done.into()
        }
    }));
    ended.unwrap_or_else(|panic| {
        world.abort();
        resume_unwind(panic)
    })
}

/// Runs the command of the process arguments.
fn run_command(world: &MpiWorld) -> ExitCode {
    let environment = Environment::of_process();
    let arguments = match Arguments::read(std::env::args_os(), &environment) {
        Ok(arguments) => arguments,
        Err(error) => return report_usage(&error).into(),
    };
    color::set(arguments.color.unwrap_or(ColorMode::Auto));
    let mode = OutputMode { json: arguments.json(), quiet: arguments.quiet, verbose: arguments.verbose };
    init_log(mode);
    if let Err(error) = memory::check_address_space() {
        return report(&error, mode.json).into();
    }
    threads::limit_table_threads(arguments.command.threads());
    let typed = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let journal_context = JournalContext { world, arguments: typed, environment, resumed: None };
    match commands::run(&arguments.command, mode, journal_context) {
        Ok(exit) => exit.into(),
        Err(error) => report_failure(&error, mode).into(),
    }
}

/// Starts the log on stderr: nothing, rounds, or everything.
fn init_log(mode: OutputMode) {
    let level = match mode.verbose {
        0 => LevelFilter::OFF,
        1 => LevelFilter::INFO,
        _ => LevelFilter::DEBUG,
    };
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(io::stderr)
        .with_ansi(color::on_stderr())
        .with_target(false)
        .without_time()
        .init();
}

/// Prints a usage error, or the help or version that was requested.
fn report_usage(error: &clap::Error) -> Exit {
    let wants_json = std::env::args().any(|argument| argument == "--json");
    if wants_json && error.use_stderr() {
        let text = error.render().to_string();
        let message = text.lines().next().unwrap_or_default();
        let error = Error::usage(message.strip_prefix("error: ").unwrap_or(message));
        return report(&error.hint("see --help"), true);
    }
    // A closed pipe is not worth a message.
    let _ = error.print();
    if error.use_stderr() { Exit::Usage } else { Exit::Done }
}

/// Reports that a command failed as a whole.
fn report_failure(error: &anyhow::Error, mode: OutputMode) -> Exit {
    let is_closed_pipe = |cause: &(dyn std::error::Error + 'static)| {
        let kind = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        kind == Some(ErrorKind::BrokenPipe)
    };
    if error.chain().any(is_closed_pipe) {
        return Exit::ClosedPipe;
    }
    report(&commands::to_error(error), mode.json)
}

/// Reports an error: as JSON on stdout, or on stderr if that is not requested or fails.
fn report(error: &Error, wants_json: bool) -> Exit {
    let write_json = || {
        let mut out = io::stdout().lock();
        deepen::json::write(&mut out, &deepen::json::Failed { error: error.into() })?;
        out.flush()
    };
    if !wants_json || write_json().is_err() {
        commands::print_error(error, false);
    }
    Exit::of(error)
}
