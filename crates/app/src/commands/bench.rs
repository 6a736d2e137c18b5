//! `deepen bench`: how fast this machine is, and what this program searches.

mod korf;
mod scaling;
mod suite;

use crate::args;
use crate::exit::Exit;
use crate::plan::Voice;
use crate::watch::Watch;

pub fn run(args: &args::Bench, voice: Voice, watch: &Watch) -> anyhow::Result<Exit> {
    if args.scaling { scaling::run(args, voice, watch) } else { suite::run(args, voice, watch) }
}
