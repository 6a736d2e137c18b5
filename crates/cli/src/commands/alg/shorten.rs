//! `deepen alg shorten`: sequences with parts replaced by shorter ones that do the same.

use std::io::{Write, stdout};
use std::sync::Arc;

use deepen::puzzle::alg::{Alg, Node};
use deepen::puzzle::definition::Generator;
use search::{Cost, Limits, Move, Sequential};
use solve::recipe::defined::Shortening;
use solve::{Demand, Method, Question, Request, Store};

use super::{MAX_LENGTH, read};
use crate::args::alg;
use crate::exit::Exit;
use deepen::{Error, json};
use crate::plan::{self, Voice};
use crate::progress::Progress;
use crate::session::{Allowance, Session};
use deepen::Watch;
use crate::wire;

pub fn run(args: &alg::Shorten, voice: Voice, watch: &Watch) -> anyhow::Result<Exit> {
    let (definition, algs) = read(&args.sequences)?;
    let puzzle = Arc::new(definition);
    let window = args.window as usize;
    let shortening = Shortening { puzzle: puzzle.clone(), moves: puzzle.turns().into(), window };
    let session = Session::kept_in(&Store::nowhere(), watch, Demand::Many);
    let limits = plan::limits(&args.limits);
    let mut out = stdout().lock();
    let mut exit = Exit::Done;
    for alg in algs {
        let simplified = puzzle.simplified(&alg).map_err(|error| Error::invalid(error.to_string()))?;
        let shortest = |question: &Question, max: Cost| -> Result<Option<Vec<Move>>, Error> {
            let request = Request { question: question.clone(), method: Method::default() };
            let limits = Limits { max_cost: max, ..limits };
            let allowance = Allowance { limits, timeout: args.limits.timeout, executor: &Sequential };
            let report = match session.solve(&request, &allowance, &Progress::silent()) {
                Ok(timed) => timed.report,
                // Rotations lead where the other moves do not.
                Err(failure) if failure.exit == Exit::Unsolvable => return Ok(None),
                Err(failure) => return Err(failure),
            };
            Ok(report.solutions.into_iter().next())
        };
        let moves = generators(&puzzle, &simplified)?;
        let shorter =
            shortening.shorten(moves, |defined, most| shortest(&Question::Defined(defined.clone()), most))?;
        if watch.is_cancelled() {
            exit = Exit::Limit;
        }
        let result = Alg { nodes: shorter.into_iter().map(|mv| Node::Move(mv.name)).collect() };
        if voice.json {
            let (moves, length) = (alg.to_string(), Some(result.length()));
            let result = Some(result.to_string());
            json::write(&mut out, &wire::Sequence { moves, result, length, order: None })?;
        } else {
            writeln!(out, "{result}")?;
        }
    }
    out.flush()?;
    Ok(exit)
}

/// The moves of a sequence as a search makes them.
fn generators(puzzle: &puzzle::Definition, alg: &Alg) -> Result<Vec<Generator>, Error> {
    let leaves = alg.expanded(MAX_LENGTH).map_err(|error| Error::invalid(error.to_string()))?;
    let generator = |node: Node| match node {
        Node::Move(mv) => puzzle.generator(&mv),
        _ => None,
    };
    Ok(leaves
        .iter()
        .map(|leaf| generator(leaf.to_node()).expect("moves were made when they were read"))
        .collect())
}
