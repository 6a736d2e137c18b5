//! `deepen scramble`: cubes drawn by lot, all equally likely, and moves that make them; boards of Shuffdle are drawn in
//! [`letters`], positions of Square-1 in [`slashes`], those of defined puzzles in [`defined`], and puzzles that are scrambled by
//! random moves in [`random_moves`]. Events of the World Cube Association have rules of their own: see [`cube3_ends`] and
//! [`orientation`].
//!
//! The moves are those of a solution backwards, so they say nothing about how the cube was drawn: the first solution of
//! two-phase for the 3x3x3, of the reduction for the 4x4x4, a shortest one for the 2x2x2. As at competitions, cubes that are nearly solved are drawn again:
//! those of fewer than 2 moves, or 4 for the 2x2x2 (regulation 4b3 of the World Cube Association).

mod cube3_ends;
mod defined;
mod letters;
mod orientation;
mod random_moves;
mod slashes;
mod tiles;

use std::io::{Write, stderr};

use clap::ValueEnum;
use puzzle::builtin::{self, Builtin};
use puzzle::puzzle_names::Event;
use puzzle::{Cube2, Cube3, Cube4, Turn, Turn4};
use rand::rand_core::{OsRng, RngCore, SeedableRng, TryRngCore};
use rand_chacha::ChaCha12Rng;
use search::{Move, Sequential};
use solve::{Algorithm, Demand, Family, Method, Metric, Question, Request, Store, Twist};

use self::cube3_ends::Ends;
use self::defined::Urn;
use self::orientation::Orientation;
use crate::args::values::{Scrambled, Subject};
use crate::args::{self, Positions};
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
    let Scrambled { subject, event } = &args.puzzle;
    let family = match subject {
        Subject::Family(family) => *family,
        Subject::File(_) => Family::Defined,
    };
    refuse_options(args, family)?;
    if family == Family::Sliding {
        tiles::goal(args)?;
    }
    let urn = match subject {
        Subject::Family(_) => None,
        Subject::File(path) => {
            let (name, definition) = input::definition(path)?;
            let phases = builtin::find(path).and_then(Builtin::phases);
            let drawn = defined::Drawing { phases, event: *event, format: args.format };
            Some(Urn::new(definition, &drawn, scene).map_err(|failure| failure.at(name))?)
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
    if family == Family::Sliding {
        return tiles::deal(args, seed, &mut lots, voice, &mut out);
    }
    if family == Family::Square1 {
        return slashes::deal(args, seed, &mut lots, &session, voice, &mut out);
    }
    for number in 1..=args.count {
        let Some(cube) = draw(family, *event, &mut lots, &session)? else { return Ok(Exit::Limit) };
        let Drawn { scramble, length, facelets } = cube;
        if voice.json {
            let puzzle = family.name();
            let line = wire::Scrambled { puzzle, scramble: &scramble, length, cube: &facelets, seed, number };
            wire::write(&mut out, &line)?;
        } else if args.format == Some(Positions::Facelets) {
            writeln!(out, "{facelets}")?;
        } else {
            writeln!(out, "{scramble}")?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// A format that says something about another puzzle.
fn refuse_format(format: Positions, family: Family) -> Result<(), Failure> {
    use Positions::{Cpos, Facelets, Letters, Moves, Pattern, Scramble};
    let (own, expected): (&[Positions], &str) = match family {
        Family::Cube2 | Family::Cube3 | Family::Cube4 => (&[Moves, Facelets], "moves or facelets"),
        Family::Square1 => (&[Moves, Letters], "moves or letters"),
        Family::Defined => (&[Scramble, Cpos, Pattern, Moves], "scramble, cpos, pattern or moves"),
        Family::Sliding | Family::Shuffdle => {
            return Err(Failure::usage(format!("--format is not for {}", family.name())));
        }
    };
    match own.contains(&format) {
        true => Ok(()),
        false => {
            let name =
                format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string());
            Err(Failure::usage(format!("--format {name} is not for {}, expected {expected}", family.name())))
        }
    }
}

/// Options that say something about another puzzle.
fn refuse_options(args: &args::Scramble, family: Family) -> Result<(), Failure> {
    args.format.map_or(Ok(()), |format| refuse_format(format, family))?;
    let given = [
        ("--word", args.word.is_some(), Family::Shuffdle),
        ("--date", args.date.is_some(), Family::Shuffdle),
        ("--difficulty", args.difficulty.is_some(), Family::Shuffdle),
        ("--size", args.size.is_some(), Family::Sliding),
        ("--goal", args.goal.is_some(), Family::Sliding),
        ("--unsolvable", args.unsolvable, Family::Sliding),
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
fn draw(
    family: Family,
    event: Option<Event>,
    lots: &mut Lots,
    session: &Session<'_>,
) -> Result<Option<Drawn>, Failure> {
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
        let method = Method { algorithm: family.algorithms()[0], small_tables: true, ..Method::default() };
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
            match (event, &request.question) {
                (Some(Event::Cube333FewestMoves), Question::Cube3(twist)) => {
                    let turns = cube3_ends::padded(&twist.start, session)?;
                    return Ok(turns.map(|turns| Drawn {
                        scramble: names(&turns),
                        length: turns.len(),
                        facelets,
                    }));
                }
                (Some(Event::Cube333Blindfolded | Event::Cube333MultiBlind), Question::Cube3(twist)) => {
                    return blindfolded(&twist.start, lots, session);
                }
                (Some(Event::Cube444Blindfolded), Question::Cube4(_)) => {
                    let orientation = Orientation::random(4, lots);
                    let cube =
                        orientation.layer_turns().fold(made_by(&turns), |cube, turn| turn.apply4(&cube));
                    return Ok(Some(Drawn {
                        scramble: [scramble]
                            .into_iter()
                            .chain(orientation.names())
                            .collect::<Vec<_>>()
                            .join(" "),
                        length: turns.len() + orientation.len(),
                        facelets: cube.to_facelets(),
                    }));
                }
                _ => {}
            }
            // A 4x4x4 may be solved held in another way than the one it is scrambled from.
            let facelets = match family {
                Family::Cube4 => made_by(&turns).to_facelets(),
                _ => facelets,
            };
            return Ok(Some(Drawn { scramble, length: turns.len(), facelets }));
        }
    }
}

/// A 3x3x3 held in a random orientation, which the last turns of its scramble bring about.
fn blindfolded(cube: &Cube3, lots: &mut Lots, session: &Session<'_>) -> Result<Option<Drawn>, Failure> {
    let orientation = Orientation::random(3, lots);
    let ends = Ends { last: orientation.first_axis(), ..Ends::default() };
    let Some(turns) = cube3_ends::scramble(cube, ends, session)? else { return Ok(None) };
    let held = orientation.layer_turns().fold(*cube, |cube, turn| turn.apply3(&cube));
    Ok(Some(Drawn {
        scramble: [names(&turns)].into_iter().chain(orientation.names()).collect::<Vec<_>>().join(" "),
        length: turns.len() + orientation.len(),
        facelets: held.to_facelets(),
    }))
}

fn names(turns: &[Turn]) -> String {
    turns.iter().map(|turn| turn.name()).collect::<Vec<_>>().join(" ")
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
