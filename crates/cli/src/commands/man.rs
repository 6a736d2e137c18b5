//! `deepen man`: man pages of all commands.

use std::fs;
use std::io::{Write, stdout};

use clap_mangen::Man;
use deepen::Error;

use crate::args;
use crate::exit::Exit;

pub fn run(args: &args::Man) -> anyhow::Result<Exit> {
    let Some(dir) = &args.dir else {
        // Into memory first, so that a closed pipe is reported as one.
        let mut page = Vec::new();
        Man::new(args::command()).render(&mut page)?;
        stdout().lock().write_all(&page)?;
        return Ok(Exit::Done);
    };
    let place = dir.display().to_string();
    let write = || {
        fs::create_dir_all(dir)?;
        clap_mangen::generate_to(args::command(), dir)
    };
    write().map_err(|error| Error::io("write", &place, &error))?;
    Ok(Exit::Done)
}
