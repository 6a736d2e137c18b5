//! `deepen alg few`: sequences that leave few pieces out of place.

use std::io::{Write, stdout};

use deepen::Error;
use deepen::front::{Demand, Session, Watch};
use deepen::json;
use deepen::puzzle::definition::Generator;
use deepen::sequences::{Few, Sequence, Wanted, few, few_moves};
use deepen::status::stopped_by;

use crate::args::alg::{self, MAX_LENGTH};
use crate::context::OutputMode;
use crate::definitions;
use crate::exit::Exit;
use crate::json::FewPieces;
use crate::progress::Progress;
use crate::request;
use crate::text::{count_of, rate};

pub fn run(args: &alg::Few, mode: OutputMode, watch: &Watch) -> anyhow::Result<Exit> {
    let (_, definition) = definitions::definition(&args.puzzle)?;
    let moves = few_moves(&definition, args.moves.as_deref())?;
    let max_length = [args.length, args.limits.max_length].into_iter().flatten().min();
    let max_length = max_length.filter(|length| (1..=MAX_LENGTH).contains(length)).ok_or_else(|| {
        Error::usage(format!("expected a whole number from 1 to {MAX_LENGTH}")).at("--max-length")
    })?;
    let wanted = Wanted {
        puzzle: &definition,
        moves: &moves,
        max_length: max_length as usize,
        max_pieces: args.pieces as usize,
        max_kept: args.max_solutions as usize,
    };
    let session = Session::new(watch, Demand::One);
    let (limits, timeout) = (request::limits(&args.limits, None).limits(), args.limits.timeout);
    let (found, seconds) =
        session.watched(limits, timeout, &Progress::new(mode), |control| few(&wanted, control));
    let found = found?;
    let mut out = stdout().lock();
    for sequence in &found.kept {
        let names = names(&moves, sequence);
        if mode.json {
            let (length, out_of_place) = (sequence.length, sequence.n_pieces);
            json::write(&mut out, &FewPieces { moves: names, length, out_of_place })?;
        } else {
            writeln!(out, "{}  {names}", sequence.n_pieces)?;
        }
    }
    if !mode.json && !mode.quiet {
        writeln!(out, "{}", summary(&found, seconds))?;
    }
    out.flush()?;
    Ok(if found.stopped.is_some() { Exit::Limit } else { Exit::Done })
}

fn names(moves: &[Generator], sequence: &Sequence) -> String {
    let names: Vec<String> =
        sequence.moves.iter().map(|&mv| moves[usize::from(mv)].name.to_string()).collect();
    names.join(" ")
}

fn summary(found: &Few, seconds: f64) -> String {
    let mut text = count_of(found.n_found, "sequence");
    if found.n_found > found.kept.len() as u64 {
        text += &format!(", {} shown", found.kept.len());
    }
    let work =
        format!("{} in {seconds:.3} s ({})", count_of(found.nodes, "node"), rate(found.nodes, seconds));
    match found.stopped {
        None => format!("{text}; {work}"),
        Some(reason) => format!("stopped ({}): {text}, there may be more; {work}", stopped_by(reason)),
    }
}
