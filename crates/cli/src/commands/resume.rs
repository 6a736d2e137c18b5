//! `deepen resume`: continues the command that a journal records.

use std::env;
use std::io::{Write, stderr};

use super::{batch, solve};
use crate::args::{self, Arguments, Command};
use crate::context::{Context, OutputMode};
use crate::environment::Environment;
use crate::exit::Exit;
use crate::input;
use crate::journal::{self, RecordedCommand};
use crate::journaled::JournalContext;
use crate::mpi::MpiWorld;
use crate::text::count_of;
use deepen::front::Watch;
use deepen::{Error, ErrorKind};

pub fn run(args: &args::Resume, mode: OutputMode, watch: &Watch, world: &MpiWorld) -> anyhow::Result<Exit> {
    let opened = journal::open(&args.journal)?;
    let path = std::path::absolute(&args.journal).unwrap_or_else(|_| args.journal.clone());
    let RecordedCommand { arguments, folder, stdin, max_memory_variable, .. } = opened.command.clone();
    let place = || args.journal.display().to_string();
    let typed = std::iter::once("deepen").chain(arguments.iter().map(String::as_str));
    let environment = Environment::of_process().with_max_memory(max_memory_variable.as_deref());
    let parsed = Arguments::read(typed, &environment).map_err(|error| {
        Error::new(ErrorKind::Io, format!("this version does not understand the recorded command: {error}"))
            .at(place())
    })?;
    env::set_current_dir(&folder)
        .map_err(|error| Error::io("enter", &folder.display().to_string(), &error))?;
    if let Some(text) = stdin {
        input::provide_stdin(text);
    }
    if !mode.quiet {
        let known = count_of(opened.n_results() as u64, "result");
        let torn = match opened.torn {
            0 => String::new(),
            n => format!("; removed {} of an incomplete last line", count_of(n, "byte")),
        };
        // Only a note: a closed stderr is ignored.
        let _ = writeln!(stderr(), "resuming with {known}{torn}");
    }
    let json = parsed.json();
    let mode = OutputMode { json, quiet: mode.quiet || parsed.quiet, ..mode };
    let journal_context = JournalContext { world, arguments, environment, resumed: Some((path, opened)) };
    match parsed.command {
        Command::Solve(mut solve) => {
            solve.threads.threads = args.threads.threads.or(solve.threads.threads);
            solve::run(&solve, Context { mode, watch }, journal_context)
        }
        Command::Batch(mut batch) => {
            batch.threads.threads = args.threads.threads.or(batch.threads.threads);
            batch::run(&batch, mode, watch, journal_context)
        }
        _ => Err(Error::new(ErrorKind::Io, "only solve and batch have journals").at(place()).into()),
    }
}
