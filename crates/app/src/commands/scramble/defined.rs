//! Positions of defined puzzles by lot: all that moves can reach are equally likely, because elements of the group of the moves are
//! drawn, not moves. The moves that lead to them are those of a solution backwards: by the phases that a puzzle comes with, or a
//! shortest one if there are few enough positions. Events that are scrambled by random moves have those written, and other
//! formats drawn as all puzzles are.

use std::io::Write;
use std::sync::Arc;

use puzzle::Definition;
use puzzle::definition::print::Unwritable;
use puzzle::definition::{DefinedGroup, Given, Pattern, Phases, Scramble};
use puzzle::group::Budget;
use puzzle::parse::{alg, phases};
use puzzle::puzzle_names::Event;
use search::{Limits, Move, Sequential};
use solve::{Algorithm, Defined, Method, Question, Request};

use super::{Lots, random_moves};
use crate::args::Positions;
use crate::exit::Exit;
use crate::failure::{Failure, no_group};
use crate::progress::Progress;
use crate::scene::Scene;
use crate::session::{Allowance, Session};
use crate::wire;

/// More positions than this are not solved without phases.
const FEW: u128 = 500_000_000;

/// Tips of the pyraminx, in the order in which scrambles have them.
const TIPS: [&str; 4] = ["u", "l", "r", "b"];

/// What draws positions of a puzzle.
pub struct Urn {
    definition: Arc<Definition>,
    /// None if only random moves are drawn.
    group: Option<DefinedGroup>,
    /// Phases that solve any position.
    phases: Option<Arc<Phases>>,
    /// The event whose rules are kept.
    event: Option<Event>,
}

/// A position that was drawn, and moves that lead to it where there are some.
struct Drawn {
    position: Pattern,
    scramble: Option<String>,
}

/// What is drawn, and how it is told.
pub struct Wish {
    pub count: u64,
    pub seed: u64,
    pub format: Option<Positions>,
    pub json: bool,
}

/// How positions of a puzzle are drawn.
pub struct Drawing<'a> {
    /// Phases that the puzzle comes with.
    pub phases: Option<&'a str>,
    /// The event whose rules hold, if one was named.
    pub event: Option<Event>,
    /// What is printed.
    pub format: Option<Positions>,
}

impl Urn {
    /// Of a puzzle with all its moves, the phases that it comes with, the event whose rules are kept, and the format that is asked for.
    ///
    /// # Errors
    /// If the moves are no group, or too large a one.
    pub fn new(definition: Definition, drawing: &Drawing<'_>, scene: &Scene<'_>) -> Result<Urn, Failure> {
        let Drawing { phases, event, format } = *drawing;
        let invalid = |message: String| Failure::new(Exit::Invalid, message);
        if !definition.forbidden().is_empty() {
            let message = "a puzzle with illegal positions has no group to draw from, expected one without Illegal rules";
            return Err(invalid(message.to_string()));
        }
        let are_moves_random =
            event.is_some_and(random_moves::is_for) && format.is_none_or(|format| format == Positions::Moves);
        let group = match are_moves_random {
            true => None,
            false => {
                let guard = scene.watch.guard(None);
                let goes_on = || guard.stop.reason().is_none();
                let budget = Budget { goes_on: &goes_on, max_bytes: scene.memory() };
                let (generators, start) = (definition.generators(), definition.start());
                let group = DefinedGroup::within(&definition, &generators, start, &budget);
                Some(group.map_err(|error| no_group(&error))?)
            }
        };
        let phases =
            phases.map(|text| phases::phases(text, &definition).expect("phases of a puzzle are sound"));
        Ok(Urn { group, definition: Arc::new(definition), phases: phases.map(Arc::new), event })
    }

    /// True if there are few enough positions to find a shortest solution of any.
    fn is_small(&self) -> bool {
        let order = self.group.as_ref().and_then(|group| group.order().to_u128());
        order.is_some_and(|order| order <= FEW)
    }

    /// Moves that lead to a position and how many they are; None if somebody interrupts.
    ///
    /// # Errors
    /// If there are too many positions to solve one without phases.
    fn moves_to(&self, position: &Pattern, session: &Session<'_>) -> Result<Option<(String, u32)>, Failure> {
        let mut question = Defined::new(self.definition.clone(), position.clone());
        let mut algorithm = Algorithm::IdaStar;
        match &self.phases {
            Some(phases) => {
                question = question.by_phases(phases.clone());
                algorithm = Algorithm::Phases;
            }
            None if !self.is_small() => {
                let message =
                    format!("{} has too many positions to solve them without phases", self.definition.name());
                return Err(Failure::usage(message).hint("expected --format scramble, cpos or pattern"));
            }
            None => {}
        }
        let moves = question.moves.clone();
        let request = Request {
            question: Question::Defined(question),
            method: Method { algorithm, ..Method::default() },
        };
        let limits = Limits { max_memory: session.memory(), ..Limits::default() };
        let allowance = Allowance { limits, timeout: None, executor: &Sequential };
        let report = session.solve(&request, &allowance, &Progress::silent())?.report;
        let names = |solution: &Vec<Move>| {
            let backwards = solution.iter().rev().map(|mv| moves[usize::from(mv.0)].name.inverse());
            let mut names: Vec<puzzle::alg::Move> = backwards.collect();
            if self.event == Some(Event::Pyraminx) {
                // Tips turn with their corners only, so they can be turned last.
                names.sort_by_key(|name| TIPS.iter().position(|tip| *tip == name.family));
            }
            names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        Ok(report.solutions.first().map(|solution| (names(solution), solution.len() as u32)))
    }

    /// Fewest moves that may solve what is drawn (regulation 4b3 of the World Cube Association); 0 where any position will do.
    fn least(&self) -> u32 {
        match self.event {
            Some(Event::Pyraminx) => 6,
            Some(Event::Skewb) => 7,
            _ => 0,
        }
    }

    /// Draws a position, and moves that lead to it if they are wanted; None if somebody interrupts.
    ///
    /// # Errors
    /// If moves are wanted and cannot be found.
    fn draw(
        &self,
        wants_moves: bool,
        lots: &mut Lots,
        session: &Session<'_>,
    ) -> Result<Option<Drawn>, Failure> {
        let random_moves =
            self.event.filter(|_| wants_moves).and_then(|event| random_moves::draw(event, lots));
        if let Some(scramble) = random_moves {
            let alg = alg::alg(&scramble).expect("scrambles are sequences");
            let position = self.definition.position_of(&alg).expect("scrambles are moves of their puzzle");
            return Ok(Some(Drawn { position, scramble: Some(scramble) }));
        }
        let group = self.group.as_ref().expect("there is a group where no moves are drawn");
        loop {
            let position = group.random(&mut |n| lots.below(n)).apply(self.definition.start());
            if !wants_moves && self.least() == 0 {
                return Ok(Some(Drawn { position, scramble: None }));
            }
            let Some((scramble, length)) = self.moves_to(&position, session)? else { return Ok(None) };
            if length >= self.least() {
                return Ok(Some(Drawn { position, scramble: Some(scramble) }));
            }
        }
    }

    /// Prints so many positions.
    ///
    /// # Errors
    /// If the format has no words for them, or nobody takes them.
    pub fn deal(
        &self,
        wish: &Wish,
        lots: &mut Lots,
        session: &Session<'_>,
        out: &mut dyn Write,
    ) -> anyhow::Result<Exit> {
        let Wish { count, seed, format, json } = *wish;
        let unwritable = |error: Unwritable| Failure::new(Exit::Invalid, error.to_string());
        let has_moves = self.event.is_some() || self.is_small();
        let usual = if has_moves { Positions::Moves } else { Positions::Scramble };
        let format = format.unwrap_or(usual);
        for number in 1..=count {
            let drawn = self.draw(format == Positions::Moves, lots, session)?;
            let Some(Drawn { position, scramble }) = drawn else { return Ok(Exit::Limit) };
            if json {
                let puzzle = self.definition.name();
                let cpos = self.definition.to_cpos(&position).ok();
                let pattern = serde_json::from_str(&self.definition.to_pattern_json(&position))?;
                wire::write(out, &wire::DrawnPosition { puzzle, cpos, pattern, scramble, seed, number })?;
                continue;
            }
            let written = match format {
                Positions::Cpos => self.definition.to_cpos(&position).map(|line| line + "\n"),
                Positions::Pattern => Ok(self.definition.to_pattern_json(&position)),
                Positions::Moves => Ok(scramble.unwrap_or_default() + "\n"),
                Positions::Scramble | Positions::Facelets | Positions::Letters => {
                    let name = Some(format!("{seed}-{number}"));
                    self.definition.to_scramble(&Scramble { name, given: Given::Pattern(position) })
                }
            };
            write!(out, "{}", written.map_err(unwritable)?)?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}
