//! `deepen convert`: definitions and positions of puzzles from one format to another.

use std::io::{Write, stdout};

use deepen::puzzle::Definition;
use deepen::puzzle::definition::print::PrintError;
use deepen::puzzle::definition::{Pattern, Scramble};

use crate::args::{self, Format};
use crate::exit::Exit;
use crate::{atomic_write, definitions};
use deepen::Error;

pub fn run(args: &args::Convert) -> anyhow::Result<Exit> {
    let (name, written) = match (args.to, args.definition.as_deref()) {
        (Format::Tws | Format::Kpuzzle, Some(_)) => {
            return Err(Error::usage(
                "--definition is for positions, and --to names a format of definitions",
            )
            .hint("use --to scramble, cpos or pattern, or drop --definition")
            .into());
        }
        (Format::Tws | Format::Kpuzzle, None) => {
            let (name, definition) = definitions::definition(&args.input)?;
            (name, defined(&definition, args.to))
        }
        (_, None) => {
            return Err(Error::usage("positions need a puzzle")
                .hint("name it with --definition puzzle.tws")
                .into());
        }
        (_, Some("-")) if args.input == "-" => {
            return Err(Error::usage(
                "- is both the positions and the definition, expected standard input for one of them",
            )
            .into());
        }
        (_, Some(path)) => {
            let (_, definition) = definitions::definition(path)?;
            let (name, scrambles) = definitions::scrambles(&args.input, &definition)?;
            (name, positions(&definition, &scrambles, args.to))
        }
    };
    let written = written.map_err(|error| Error::invalid(error.to_string()).at(&*name))?;
    match args.output.as_deref().filter(|path| path.as_os_str() != "-") {
        Some(path) => {
            atomic_write::replace(path, written.as_bytes())
                .map_err(|error| Error::io("write", &path.display().to_string(), &error))?;
        }
        None => {
            let mut out = stdout().lock();
            out.write_all(written.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(Exit::Done)
}

fn defined(definition: &Definition, format: Format) -> Result<String, PrintError> {
    match format {
        Format::Tws => definition.to_tws(),
        _ => definition.to_kpuzzle(),
    }
}

fn positions(definition: &Definition, scrambles: &[Scramble], format: Format) -> Result<String, PrintError> {
    let pattern = |scramble: &Scramble| -> Pattern {
        scramble.position(definition).expect("the moves were checked when they were read")
    };
    match format {
        Format::Scramble => scrambles.iter().map(|scramble| definition.to_scramble(scramble)).collect(),
        Format::Cpos => {
            let line = |scramble| definition.to_cpos(&pattern(scramble)).map(|line| line + "\n");
            scrambles.iter().map(line).collect()
        }
        _ => {
            let texts: Vec<String> =
                scrambles.iter().map(|scramble| definition.to_pattern_json(&pattern(scramble))).collect();
            Ok(match &texts[..] {
                [only] => only.clone(),
                several => format!("[\n{}]\n", several.join(",\n").replace("}\n,", "},")),
            })
        }
    }
}
