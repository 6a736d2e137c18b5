//! `deepen`: finds shortest solutions of puzzles. The command line: arguments, terminal, JSON and exit codes.
//!
//! Arguments become a request ([`asked`]), [`commands`] have it answered by the library, and print the answer as [`text`] or as
//! JSON. No puzzle is understood and nothing is searched here.

mod args;
mod asked;

mod definitions;
mod file;
mod input;
mod journal;
mod shelf;

mod fleet;
mod keeping;

mod interrupt;
mod output;
mod progress;

mod commands;

mod svg;
mod text;
mod wire;

mod exit;

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::ExitCode;

use deepen::{Error, json, threads};
use tracing_subscriber::filter::LevelFilter;

use crate::args::Arguments;
use crate::exit::Exit;
use crate::fleet::Fleet;
use crate::keeping::Setting;
use crate::output::Voice;

/// Does what the process was started for; the program is no more than this call. A library can be compiled while the solvers still
/// are, a program cannot.
pub fn run() -> ExitCode {
    let fleet = Fleet::join();
    // A panic has said what it has to say; other processes would wait for this one for ever.
    let ended = catch_unwind(AssertUnwindSafe(|| match fleet.is_leader() {
        true => {
            let exit = lead(&fleet);
            fleet.dismiss();
            exit
        }
        false => {
            commands::assist::run(&fleet);
            Exit::Done.into()
        }
    }));
    ended.unwrap_or_else(|panic| {
        fleet.abort();
        resume_unwind(panic)
    })
}

/// Does what was typed.
fn lead(fleet: &Fleet) -> ExitCode {
    let arguments = match Arguments::read(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error).into(),
    };
    let voice = Voice { json: arguments.json(), quiet: arguments.quiet, verbose: arguments.verbose };
    log(voice);
    threads::limit_table_threads(arguments.command.threads());
    let typed = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let setting = Setting { fleet, arguments: typed, resumed: None };
    match commands::run(&arguments.command, voice, setting) {
        Ok(exit) => exit.into(),
        Err(error) => give_up(&error, voice).into(),
    }
}

/// Logs on stderr: nothing, rounds, or everything.
fn log(voice: Voice) {
    let level = match voice.verbose {
        0 => LevelFilter::OFF,
        1 => LevelFilter::INFO,
        _ => LevelFilter::DEBUG,
    };
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false)
        .without_time()
        .init();
}

/// The command line was not understood, or asked for help.
fn refuse(error: &clap::Error) -> Exit {
    let wants_json = std::env::args().any(|argument| argument == "--json");
    if wants_json && error.use_stderr() {
        let text = error.render().to_string();
        let message = text.lines().next().unwrap_or_default();
        let error = Error::usage(message.strip_prefix("error: ").unwrap_or(message));
        return tell(&error.hint("see --help"), true);
    }
    // A closed pipe is not worth a message.
    let _ = error.print();
    if error.use_stderr() { Exit::Usage } else { Exit::Done }
}

/// A command failed as a whole.
fn give_up(error: &anyhow::Error, voice: Voice) -> Exit {
    let is_closed_pipe = |cause: &(dyn std::error::Error + 'static)| {
        let kind = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        kind == Some(ErrorKind::BrokenPipe)
    };
    if error.chain().any(is_closed_pipe) {
        return Exit::ClosedPipe;
    }
    tell(&commands::reason(error), voice.json)
}

/// Reports an error: as JSON on stdout, else on stderr. A failure to write it is ignored.
fn tell(error: &Error, wants_json: bool) -> Exit {
    if wants_json {
        let mut out = io::stdout().lock();
        let _ = json::write(&mut out, &json::Failed { error: error.into() });
        let _ = out.flush();
    } else {
        commands::complain(error, false);
    }
    Exit::of(error)
}
