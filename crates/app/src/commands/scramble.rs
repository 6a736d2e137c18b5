//! `deepen scramble`: cubes drawn by lot, all equally likely, and moves that make them; boards of Shuffdle are drawn in
//! [`letters`], positions of Square-1 in [`slashes`], those of defined puzzles in [`defined`].
//!
//! The moves are those of a solution backwards, so they say nothing about how the cube was drawn: the first solution of
//! two-phase for the 3x3x3, of the reduction for the 4x4x4, a shortest one for the 2x2x2. As at competitions, cubes that are nearly solved are drawn again:
//! those of fewer than 2 moves, or 4 for the 2x2x2 (regulation 4b3 of the World Cube Association).

mod defined;
mod letters;
mod slashes;

use std::io::{Write, stderr};

use puzzle::builtin::{self, Builtin};
use puzzle::{Cube2, Cube3, Cube4, Turn4};
use rand::rand_core::{OsRng, RngCore, SeedableRng, TryRngCore};
use rand_chacha::ChaCha12Rng;
use search::{Move, Sequential};
use solve::{Algorithm, Demand, Family, Method, Metric, Question, Request, Store, Twist};

use self::defined::Urn;
use crate::args;
use crate::args::values::Subject;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input;
use crate::plan::Voice;
use crate::progress::Progress;
use crate::scene::Scene;
use crate::session::{Allowance, Session};
use crate::wire;

pub fn run(args: &args::Scramble, scene: &Scene<'_>) -> anyhow::Result<Exit> {
    let voice = scene.voice;
    let family = match &args.subject {
        Subject::Family(family) => *family,
        Subject::File(_) => Family::Defined,
    };
    if family == Family::Sliding {
        return Err(Failure::usage(
            "scrambles are for cubes, shuffdle, square-1 and defined puzzles; expected 2x2x2, 3x3x3, 4x4x4, shuffdle, square-1 or a file",
        )
        .into());
    }
    refuse_options(args, family)?;
    let urn = match &args.subject {
        Subject::Family(_) => None,
        Subject::File(path) => {
            let (name, definition) = input::definition(path)?;
            let phases = builtin::find(path).and_then(Builtin::phases);
            Some(Urn::new(definition, phases).map_err(|failure| failure.at(name))?)
        }
    };
    let seed = match args.seed.or(args.date.map(|day| day.0)) {
        Some(seed) => seed,
        None => {
            let seed = drawn_seed()?;
            if !voice.json {
                // Whoever closed stderr does without.
                let _ = writeln!(stderr(), "seed {seed}");
            }
            seed
        }
    };
    let mut lots = Lots(ChaCha12Rng::seed_from_u64(seed));
    // Whether tables pay: easy boards need none, and others are drawn until one fits.
    let is_quick = args.difficulty.map_or(args.count <= 1, letters::is_easy);
    let session = scene.session(&Store::nowhere(), if is_quick { Demand::One } else { Demand::Many });
    let mut out = scene.out();
    if let Some(urn) = urn {
        let wish = defined::Wish { count: args.count, seed, format: args.format, json: voice.json };
        return urn.deal(&wish, &mut lots, &session, &mut out);
    }
    if family == Family::Shuffdle {
        return deal(args, seed, &mut lots, &session, voice, &mut out);
    }
    if family == Family::Square1 {
        return slashes::deal(args.count, seed, &mut lots, &session, voice, &mut out);
    }
    for number in 1..=args.count {
        let Some(cube) = draw(family, &mut lots, &session)? else { return Ok(Exit::Limit) };
        let Drawn { scramble, length, facelets } = cube;
        if voice.json {
            let puzzle = family.name();
            let line = wire::Scrambled { puzzle, scramble: &scramble, length, cube: &facelets, seed, number };
            wire::write(&mut out, &line)?;
        } else {
            writeln!(out, "{scramble}")?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// Options that say something about another puzzle.
fn refuse_options(args: &args::Scramble, family: Family) -> Result<(), Failure> {
    let given = [
        ("--word", args.word.is_some(), Family::Shuffdle),
        ("--date", args.date.is_some(), Family::Shuffdle),
        ("--difficulty", args.difficulty.is_some(), Family::Shuffdle),
        ("--format", args.format.is_some(), Family::Defined),
    ];
    match given.into_iter().find(|&(_, is_given, owner)| is_given && family != owner) {
        Some((option, _, owner)) => Err(Failure::usage(format!("{option} is for {}", owner.name()))),
        None => Ok(()),
    }
}

/// Boards of Shuffdle: a word and its board on a line, the length of a shortest solution first, as they are read again.
fn deal(
    args: &args::Scramble,
    seed: u64,
    lots: &mut Lots,
    session: &Session<'_>,
    voice: Voice,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    for number in 1..=args.count {
        let Some(dealt) = letters::deal(args.word, args.difficulty, lots, session)? else {
            return Ok(Exit::Limit);
        };
        let letters::Dealt { word, board, length } = dealt;
        if voice.json {
            let day = args.date.map(|day| day.to_string());
            let line = wire::Dealt {
                puzzle: Family::Shuffdle.name(),
                word: word.to_string(),
                board: board.to_line(),
                length,
                date: day.as_deref(),
                seed: args.date.is_none().then_some(seed),
                number,
            };
            wire::write(out, &line)?;
        } else {
            writeln!(out, "{length} {word} {}", board.to_line())?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// Short enough to be typed again.
fn drawn_seed() -> Result<u64, Failure> {
    let drawn = OsRng.try_next_u32();
    drawn.map(u64::from).map_err(|error| Failure::new(Exit::Io, format!("no seed can be drawn: {error}")))
}

/// Numbers below others, all equally likely, the same on every machine.
struct Lots(ChaCha12Rng);

impl Lots {
    fn below(&mut self, n: u32) -> u32 {
        // Those from the last multiple of n on would favour the small ones, so they are drawn again.
        let fair = u32::MAX - u32::MAX % n;
        loop {
            let lot = self.0.next_u32();
            if lot < fair {
                return lot % n;
            }
        }
    }
}

/// A drawn cube.
struct Drawn {
    /// What makes it from a solved one, as held,
    scramble: String,
    /// and how many turns that are.
    length: usize,
    facelets: String,
}

/// Draws until a cube is far enough from solved. None if somebody interrupts.
fn draw(family: Family, lots: &mut Lots, session: &Session<'_>) -> Result<Option<Drawn>, Failure> {
    loop {
        let mut below = |n| lots.below(n);
        let (question, facelets, least) = match family {
            Family::Cube2 => {
                let cube = Cube2::random(&mut below);
                (Question::Cube2(twist(cube, Cube2::SOLVED)), cube.to_facelets(), 4)
            }
            Family::Cube4 => {
                let cube = Cube4::random(&mut below);
                (Question::Cube4(cube), cube.to_facelets(), 2)
            }
            _ => {
                let cube = Cube3::random(&mut below);
                (Question::Cube3(twist(cube, Cube3::SOLVED)), cube.to_facelets(), 2)
            }
        };
        let method = Method { algorithm: family.algorithms()[0], ..Method::default() };
        let is_exact = method.algorithm == Algorithm::IdaStar;
        let request = Request { question, method };
        let allowance = Allowance { limits: search::Limits::default(), timeout: None, executor: &Sequential };
        let report = session.solve(&request, &allowance, &Progress::silent())?.report;
        let Some(solution) = report.solutions.first() else { return Ok(None) };
        // Solutions of less than two moves are found as such by two-phase as well.
        let is_far = report.length >= Some(least);
        debug_assert!(is_exact || least == 2, "only exact lengths tell near from far");
        if is_far {
            let turns = backwards(solution);
            let scramble = request.question.move_names(&turns);
            // A 4x4x4 may be solved held in another way than the one it is scrambled from.
            let facelets = match family {
                Family::Cube4 => made_by(&turns).to_facelets(),
                _ => facelets,
            };
            return Ok(Some(Drawn { scramble, length: turns.len(), facelets }));
        }
    }
}

/// The 4x4x4 cube that turns make.
fn made_by(turns: &[Move]) -> Cube4 {
    let turn = |mv: &Move| Turn4::from_index(usize::from(mv.0)).expect("a turn of the 4x4x4");
    turns.iter().fold(Cube4::SOLVED, |cube, mv| cube.turned(turn(mv)))
}

fn twist<C>(start: C, goal: C) -> Twist<C> {
    Twist { start, goal, metric: Metric::HalfTurn, turns: puzzle::TurnSet::ALL }
}

/// The turns that undo a solution. They have numbers by threes: one, two and three quarters of each layer.
fn backwards(solution: &[Move]) -> Vec<Move> {
    solution.iter().rev().map(|&Move(mv)| Move(mv - mv % 3 + (2 - mv % 3))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lots_are_fair_and_fixed() {
        let mut lots = Lots(ChaCha12Rng::seed_from_u64(1));
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[lots.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|&n| (9_600..10_400).contains(&n)), "{counts:?}");
        assert_eq!(Lots(ChaCha12Rng::seed_from_u64(1)).below(1), 0);
    }
}
