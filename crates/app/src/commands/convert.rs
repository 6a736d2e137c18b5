//! `deepen convert`: definitions of puzzles from one format to another.

use std::io::{self, ErrorKind, Write, stdout};
use std::path::Path;

use puzzle::Definition;
use puzzle::parse::{kpuzzle, tws};

use crate::args::{self, Format};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{file, input};

pub fn run(args: &args::Convert) -> anyhow::Result<Exit> {
    let (name, text) = input::file_text(&args.input)?;
    let definition = read(&text).map_err(|error| Failure::definition(&name, &error))?;
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

/// Either format. JSON begins with a brace, which no line of the other one does.
fn read(text: &str) -> Result<Definition, puzzle::parse::definition::DefinitionError> {
    let text_of_json = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if text_of_json.starts_with('{') { kpuzzle::definition(text) } else { tws::definition(text) }
}
