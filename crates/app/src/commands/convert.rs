//! `deepen convert`: definitions of puzzles from one format to another.

use std::io::{self, ErrorKind, Write, stdout};
use std::path::Path;

use crate::args::{self, Format};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{file, input};

pub fn run(args: &args::Convert) -> anyhow::Result<Exit> {
    let (name, definition) = input::definition(&args.input)?;
    let written = match args.to {
        Format::Tws => definition.to_tws(),
        Format::Kpuzzle => definition.to_kpuzzle(),
    };
    let written = written.map_err(|error| Failure::new(Exit::Invalid, error.to_string()).at(&*name))?;
    match args.output.as_deref().filter(|path| path.as_os_str() != "-") {
        Some(path) => file::replace(path, written.as_bytes()).map_err(|error| unwritten(path, &error))?,
        None => {
            let mut out = stdout().lock();
            out.write_all(written.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(Exit::Done)
}

/// A file that is not there can be made, so it is its folder that is missing.
fn unwritten(path: &Path, error: &io::Error) -> Failure {
    let path = path.display().to_string();
    match error.kind() {
        ErrorKind::NotFound => Failure::new(Exit::Io, "cannot be written: there is no such folder").at(path),
        _ => Failure::io("written", &path, error),
    }
}
