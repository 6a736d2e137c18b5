//! Ranks other than 0: they do the same work in the same order, without output. Rank 0 sends them the command and receives
//! their results.

use std::env;
use std::io::{Write, stderr};

use deepen::Error;
use deepen::search::Ranks;
use deepen::search::ranks::NoJournal;

use super::{batch, solve};
use crate::args::{Arguments, Command};
use crate::environment::Environment;
use crate::input;
use crate::mpi::{MpiWorld, WorkerJob};

/// Runs the job of rank 0, if there is one.
pub fn run(world: &MpiWorld) {
    let Some(job) = world.receive_job() else { return };
    if let Err(failure) = run_job(world, job) {
        // Rank 0 continues without this one.
        let _ = writeln!(stderr(), "deepen: rank {} cannot help: {failure}", world.link().rank());
    }
    Ranks::new(world.link(), &NoJournal, 1).finish();
}

fn run_job(world: &MpiWorld, job: WorkerJob) -> Result<(), Error> {
    let WorkerJob { arguments, folder, stdin, max_memory_variable, max_memory } = job;
    // Rank 0 handles interrupts and time limits.
    let watch = crate::interrupt::ignore();
    env::set_current_dir(&folder)
        .map_err(|error| Error::io("enter", &folder.display().to_string(), &error))?;
    if let Some(text) = stdin {
        input::provide_stdin(text);
    }
    let words = std::iter::once("deepen".to_string()).chain(arguments);
    let environment = Environment::of_process().with_max_memory(max_memory_variable.as_deref());
    let parsed = Arguments::read(words, &environment).map_err(|error| Error::usage(error.to_string()))?;
    match &parsed.command {
        Command::Solve(args) => solve::run_worker(args, max_memory, world, &watch),
        Command::Batch(args) => batch::run_worker(args, max_memory, world, &watch),
        _ => Ok(()),
    }
}
