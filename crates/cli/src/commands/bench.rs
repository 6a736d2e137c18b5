//! `deepen bench`: how fast this machine is, and what this program searches.

mod scaling;
mod suite;

use crate::args;
use crate::exit::Exit;
use crate::output::Scene;

pub fn run(args: &args::Bench, scene: Scene<'_>) -> anyhow::Result<Exit> {
    if args.scaling { scaling::run(args, scene) } else { suite::run(args, scene) }
}
