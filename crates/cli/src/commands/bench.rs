//! `deepen bench`: how fast this machine is, and what this program searches.

mod scaling;
mod suite;

use crate::args;
use crate::context::Context;
use crate::exit::Exit;

pub fn run(args: &args::Bench, context: Context<'_>) -> anyhow::Result<Exit> {
    if args.scaling { scaling::run(args, context) } else { suite::run(args, context) }
}
