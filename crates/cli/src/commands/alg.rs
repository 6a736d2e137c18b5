//! `deepen alg`: tools for sequences of moves of a defined puzzle. Every sequence gives one line, or one object in JSON.

mod few;
mod shorten;
mod show;

use std::collections::HashSet;
use std::io::{Write, stdout};

use deepen::puzzle::Definition;
use deepen::puzzle::alg::Alg;

use crate::args::alg::{self, Sequences, Tool};
use crate::context::OutputMode;
use crate::definitions;
use crate::exit::Exit;
use crate::json::Sequence;
use deepen::front::Watch;
use deepen::{Error, json};

/// The maximum length of an expanded sequence.
const MAX_LENGTH: usize = 1_000_000;

pub fn run(args: &alg::Alg, mode: OutputMode, watch: &Watch) -> anyhow::Result<Exit> {
    match &args.tool {
        Tool::Invert(args) => each(args, mode, |_, alg| Ok(Made::sequence(alg.inverse()))),
        Tool::Order(args) => each(args, mode, order),
        Tool::Simplify(args) => each(args, mode, |puzzle, alg| {
            Ok(Made::sequence(puzzle.simplified(alg).map_err(|error| Error::invalid(error.to_string()))?))
        }),
        Tool::Expand(args) => each(args, mode, |_, alg| {
            let written_out = alg.flattened(MAX_LENGTH);
            Ok(Made::sequence(written_out.map_err(|error| Error::invalid(error.to_string()))?))
        }),
        Tool::Unique(args) => unique(args, mode),
        Tool::Show(args) => show::run(args, mode),
        Tool::Shorten(args) => shorten::run(args, mode, watch),
        Tool::Few(args) => few::run(args, mode, watch),
    }
}

/// Reads the puzzle and the sequences of a command.
fn read(args: &Sequences) -> Result<(Definition, Vec<Alg>), Error> {
    let standard = ["-".to_string()];
    let sequences = if args.sequences.is_empty() { &standard[..] } else { &args.sequences };
    if args.puzzle == "-" && sequences.iter().any(|argument| argument == "-") {
        return Err(Error::usage("- is both PUZZLE and MOVES, expected standard input for one of them"));
    }
    let (_, definition) = definitions::definition(&args.puzzle)?;
    let algs = definitions::algs(sequences, &definition)?;
    Ok((definition, algs))
}

/// The result of a tool for one sequence.
struct Made {
    text: String,
    sequence: Option<Alg>,
    order: Option<u64>,
}

impl Made {
    fn sequence(alg: Alg) -> Made {
        Made { text: alg.to_string(), sequence: Some(alg), order: None }
    }
}

/// Prints the result for every sequence.
fn each(
    args: &Sequences,
    mode: OutputMode,
    make: impl Fn(&Definition, &Alg) -> Result<Made, Error>,
) -> anyhow::Result<Exit> {
    let (definition, algs) = read(args)?;
    let mut out = stdout().lock();
    for alg in algs {
        let made = make(&definition, &alg)?;
        if mode.json {
            let moves = alg.to_string();
            let length = made.sequence.as_ref().map(Alg::length);
            let result = made.sequence.map(|sequence| sequence.to_string());
            json::write(&mut out, &Sequence { moves, result, length, order: made.order })?;
        } else {
            writeln!(out, "{}", made.text.trim_end())?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn order(definition: &Definition, alg: &Alg) -> Result<Made, Error> {
    let transform = definition.transform_of(alg).expect("the moves were checked when they were read");
    let order = definition.order_of(&transform);
    let number = order.map_or_else(|| format!("more than {}", u64::MAX - 1), |order| order.to_string());
    Ok(Made { text: format!("{number}  {alg}"), sequence: None, order })
}

/// Prints the sequences that lead to new positions.
fn unique(args: &Sequences, mode: OutputMode) -> anyhow::Result<Exit> {
    let (definition, algs) = read(args)?;
    let mut seen = HashSet::new();
    let mut out = stdout().lock();
    for alg in algs {
        if !seen.insert(definition.position_of(&alg).map_err(|error| Error::invalid(error.to_string()))?) {
            continue;
        }
        if mode.json {
            let moves = alg.to_string();
            json::write(
                &mut out,
                &Sequence { moves, result: None, length: Some(alg.length()), order: None },
            )?;
        } else {
            writeln!(out, "{alg}")?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}
