//! `deepen alg shorten`: sequences with parts replaced by shorter ones of the same effect.

use std::io::{Write, stdout};

use deepen::front::{Demand, Session, Watch};
use deepen::json;
use deepen::search::{Sequential, Silent};
use deepen::sequences::Shortener;

use super::read;
use crate::args::alg;
use crate::context::OutputMode;
use crate::exit::Exit;
use crate::json::Sequence;
use crate::request;

pub fn run(args: &alg::Shorten, mode: OutputMode, watch: &Watch) -> anyhow::Result<Exit> {
    let (definition, algs) = read(&args.sequences)?;
    let shortener = Shortener::new(&definition, args.window as usize);
    let session = Session::new(watch, Demand::Many);
    let (limits, timeout) = (request::limits(&args.limits, None).limits(), args.limits.timeout);
    let mut out = stdout().lock();
    let mut exit = Exit::Done;
    for alg in algs {
        let work = |control: &deepen::search::Control<'_>| shortener.shorten(&alg, &Sequential, control);
        let (result, _) = session.watched(limits, timeout, &Silent, work);
        let result = result?;
        if watch.is_cancelled() {
            exit = Exit::Limit;
        }
        if mode.json {
            let (moves, length) = (alg.to_string(), Some(result.length()));
            let result = Some(result.to_string());
            json::write(&mut out, &Sequence { moves, result, length, order: None })?;
        } else {
            writeln!(out, "{result}")?;
        }
    }
    out.flush()?;
    Ok(exit)
}
