//! `deepen completions`: what a shell needs to complete our commands and options.

use std::io::{Write, stdout};

use clap::CommandFactory;

use crate::args::{Arguments, Completions, solver_options};
use crate::exit::Exit;

pub fn run(args: &Completions) -> anyhow::Result<Exit> {
    // Into memory first: the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut solver_options::declare(Arguments::command()),
        "deepen",
        &mut script,
    );
    stdout().lock().write_all(&script)?;
    Ok(Exit::Done)
}
