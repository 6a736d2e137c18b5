//! `deepen scramble`: random puzzles, the same on every machine for the same seed.

use std::io::{Write, stderr, stdout};

use deepen::answer::Scrambles;
use deepen::solver::ScrambleSpec;
use deepen::{Registry, Store, json, memory};

use crate::args;
use crate::args::values::{Subject, registry};
use crate::exit::Exit;
use crate::input;
use crate::output::Scene;

pub fn run(args: &args::Scramble, scene: Scene<'_>) -> anyhow::Result<Exit> {
    let Scene { voice, watch } = scene;
    let goal = match (&args.goal, &args.subject) {
        (Some(goal), Subject::Named(name)) if let Some(solver) = registry().find(name) => {
            Some(input::goal(goal, &**solver)?)
        }
        (Some(goal), _) => Some(input::text_or_file(goal)?),
        (None, _) => None,
    };
    let spec = ScrambleSpec {
        puzzle: input::puzzle(&args.subject)?,
        format: args.format.clone(),
        goal,
        many: args.count > 1,
        details: voice.json,
        memory: memory::default_limit(),
        options: args.own.options(&input::text_or_file)?,
    };
    let mut scrambles = Scrambles::new(&Registry::new(&Store::nowhere()), &spec, args.seed, watch)?;
    if scrambles.has_random_seed && !voice.json {
        // Only told so that it can be typed again; a closed stderr does without.
        let _ = writeln!(stderr(), "seed {}", scrambles.seed);
    }
    let mut out = stdout().lock();
    for _ in 0..args.count {
        let Some(drawn) = scrambles.draw()? else { return Ok(Exit::Limit) };
        match voice.json {
            true => json::write(&mut out, &drawn.json)?,
            false => write!(out, "{}", drawn.text)?,
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}
