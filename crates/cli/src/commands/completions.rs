//! `deepen completions`: scripts with which shells complete commands, options and values.

use std::io::{Write, stdout};

use crate::args::{self, Completions};
use crate::exit::Exit;

pub fn run(args: &Completions) -> anyhow::Result<Exit> {
    // Into memory first: the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "deepen", &mut script);
    let mut out = stdout().lock();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Exit::Done)
}
