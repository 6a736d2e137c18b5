//! What ranks other than 0 do: the same work in the same order, without a word. What they need to know comes from rank 0;
//! what they find out goes there.

use std::env;
use std::io::{Write, stderr};

use deepen::search::Ranks;
use deepen::search::ranks::NoJournal;

use super::{batch, solve};
use crate::args::{Arguments, Command};
use crate::input;
use crate::mpi::{MpiWorld, WorkerJob};
use deepen::Error;

/// Does what rank 0 says until it says no more.
pub fn run(world: &MpiWorld) {
    let Some(job) = world.receive_job() else { return };
    if let Err(failure) = obey(world, job) {
        // Rank 0 goes on without this one.
        let _ = writeln!(stderr(), "deepen: rank {} cannot help: {failure}", world.link().rank());
    }
    Ranks::new(world.link(), &NoJournal, 1).close();
}

fn obey(world: &MpiWorld, job: WorkerJob) -> Result<(), Error> {
    let WorkerJob { arguments, folder, stdin, max_memory } = job;
    // Rank 0 listens for interrupts and looks at the clock.
    let watch = crate::interrupt::ignore();
    env::set_current_dir(&folder)
        .map_err(|error| Error::io("enter", &folder.display().to_string(), &error))?;
    if let Some(text) = stdin {
        input::provide_stdin(text);
    }
    let typed = std::iter::once("deepen".to_string()).chain(arguments);
    let parsed = Arguments::read(typed).map_err(|error| Error::usage(error.to_string()))?;
    match &parsed.command {
        Command::Solve(args) => solve::mpi_worker(args, max_memory, world, &watch),
        Command::Batch(args) => batch::mpi_worker(args, max_memory, world, &watch),
        _ => Ok(()),
    }
}
