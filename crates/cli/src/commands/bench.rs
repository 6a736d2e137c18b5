//! `deepen bench`: the speed of this machine, and the signature of the program: its node counts.

mod scaling;
mod suite;

use crate::args;
use crate::context::Context;
use crate::exit::Exit;

pub fn run(args: &args::Bench, context: Context<'_>) -> anyhow::Result<Exit> {
    if args.scaling { scaling::run(args, context) } else { suite::run(args, context) }
}
