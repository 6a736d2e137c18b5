//! `deepen scramble`: random puzzles, the same on every machine for the same seed.

use std::io::{Write, stderr, stdout};

use deepen::answer::Scrambles;
use deepen::solver::{Purpose, ScrambleSpec};
use deepen::{Registry, Store, json, memory};

use crate::args;
use crate::args::values::{PuzzleArg, registry};
use crate::context::Context;
use crate::exit::Exit;
use crate::input;

pub fn run(args: &args::Scramble, context: Context<'_>) -> anyhow::Result<Exit> {
    let Context { mode, watch } = context;
    let goal = match (&args.goal, &args.puzzle) {
        (Some(goal), PuzzleArg::Named { name, .. }) if let Some(solver) = registry().find(name) => {
            Some(input::goal(goal, &**solver)?)
        }
        (Some(goal), _) => Some(input::text_or_file(goal)?),
        (None, _) => None,
    };
    let spec = ScrambleSpec {
        puzzle: input::puzzle(&args.puzzle)?,
        format: args.format.clone(),
        goal,
        many: args.count > 1,
        details: mode.json,
        memory: memory::default_limit(),
        options: args.solver_options.options_for(
            &args.puzzle,
            Purpose::Scramble,
            args.goal.as_slice(),
            &input::text_or_file,
        )?,
    };
    let mut scrambles = Scrambles::new(&Registry::new(&Store::nowhere()), &spec, args.seed, watch)?;
    if scrambles.has_random_seed && !mode.json {
        // Printed so that it can be typed again; a closed stderr is ignored.
        let _ = writeln!(stderr(), "seed {}", scrambles.seed);
    }
    let mut out = stdout().lock();
    for _ in 0..args.count {
        let Some(drawn) = scrambles.draw()? else { return Ok(Exit::Limit) };
        match mode.json {
            true => json::write(&mut out, &drawn.json)?,
            false => write!(out, "{}", drawn.text)?,
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}
