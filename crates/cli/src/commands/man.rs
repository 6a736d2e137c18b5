//! `deepen man`: man pages of all commands.

use std::fs;
use std::io::{self, Write, stdout};

use clap_mangen::Man;
use deepen::Error;

use crate::args;
use crate::exit::Exit;

pub fn run(args: &args::Man) -> anyhow::Result<Exit> {
    let Some(dir) = &args.dir else {
        // Into memory first, so that a closed pipe is reported as one.
        let mut page = Vec::new();
        Man::new(args::command()).render(&mut page)?;
        let mut out = stdout().lock();
        out.write_all(&page)?;
        out.flush()?;
        return Ok(Exit::Done);
    };
    let cannot_write = |error: io::Error| {
        let failure = Error::io("write", &dir.display().to_string(), &error);
        match error.kind() {
            io::ErrorKind::NotFound => failure.hint("the directory is created only if its parent exists"),
            _ => failure,
        }
    };
    if !dir.is_dir() {
        fs::create_dir(dir).map_err(cannot_write)?;
    }
    clap_mangen::generate_to(args::command(), dir).map_err(cannot_write)?;
    Ok(Exit::Done)
}
