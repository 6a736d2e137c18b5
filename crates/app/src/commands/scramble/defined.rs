//! Positions of defined puzzles by lot: all that moves can reach are equally likely, because elements of the group of the moves are
//! drawn, not moves. Where moves are asked for they are those of a solution backwards: by the phases that a puzzle comes with, or a
//! shortest one if there are few enough positions.

use std::io::Write;
use std::sync::Arc;

use puzzle::Definition;
use puzzle::definition::print::Unwritable;
use puzzle::definition::{DefinedGroup, Given, Pattern, Phases, Scramble};
use puzzle::parse::phases;
use search::{Limits, Move, Sequential};
use solve::{Algorithm, Defined, Method, Question, Request};

use super::Lots;
use crate::args::Positions;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::session::{Allowance, Session};
use crate::wire;

/// More positions than this are not solved without phases.
const FEW: u128 = 500_000_000;

/// What draws positions of a puzzle.
pub struct Urn {
    definition: Arc<Definition>,
    group: DefinedGroup,
    /// Phases that solve any position.
    phases: Option<Arc<Phases>>,
}

/// What is drawn, and how it is told.
pub struct Wish {
    pub count: u64,
    pub seed: u64,
    pub format: Option<Positions>,
    pub json: bool,
}

impl Urn {
    /// Of a puzzle with all its moves, and the phases that it comes with.
    ///
    /// # Errors
    /// If the moves are no group, or too large a one.
    pub fn new(definition: Definition, phases: Option<&str>) -> Result<Urn, Failure> {
        let invalid = |message: String| Failure::new(Exit::Invalid, message);
        if !definition.forbidden().is_empty() {
            let message = "a puzzle with illegal positions has no group to draw from, expected one without Illegal rules";
            return Err(invalid(message.to_string()));
        }
        let group = DefinedGroup::of(&definition, &definition.generators());
        let phases =
            phases.map(|text| phases::phases(text, &definition).expect("phases of a puzzle are sound"));
        Ok(Urn {
            group: group.map_err(|error| invalid(error.to_string()))?,
            definition: Arc::new(definition),
            phases: phases.map(Arc::new),
        })
    }

    /// Moves that lead to a position; None if somebody interrupts.
    ///
    /// # Errors
    /// If there are too many positions to solve one without phases.
    fn moves_to(&self, position: &Pattern, session: &Session<'_>) -> Result<Option<String>, Failure> {
        let mut question = Defined::new(self.definition.clone(), position.clone());
        let mut algorithm = Algorithm::IdaStar;
        match &self.phases {
            Some(phases) => {
                question = question.by_phases(phases.clone());
                algorithm = Algorithm::Phases;
            }
            None if self.group.order().to_u128().is_none_or(|order| order > FEW) => {
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
        let allowance = Allowance { limits: Limits::default(), timeout: None, executor: &Sequential };
        let report = session.solve(&request, &allowance, &Progress::silent())?.report;
        let names = |solution: &Vec<Move>| {
            let backwards =
                solution.iter().rev().map(|mv| moves[usize::from(mv.0)].name.inverse().to_string());
            backwards.collect::<Vec<_>>().join(" ")
        };
        Ok(report.solutions.first().map(names))
    }

    fn draw(&self, lots: &mut Lots) -> Pattern {
        let drawn = self.group.random(&mut |n| lots.below(n));
        drawn.apply(self.definition.start())
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
        for number in 1..=count {
            let position = self.draw(lots);
            let scramble = match format {
                Some(Positions::Moves) => match self.moves_to(&position, session)? {
                    Some(moves) => Some(moves),
                    None => return Ok(Exit::Limit),
                },
                _ => None,
            };
            if json {
                let puzzle = self.definition.name();
                let cpos = self.definition.to_cpos(&position).ok();
                let pattern = serde_json::from_str(&self.definition.to_pattern_json(&position))?;
                wire::write(out, &wire::DrawnPosition { puzzle, cpos, pattern, scramble, seed, number })?;
                continue;
            }
            let written = match format.unwrap_or(Positions::Scramble) {
                Positions::Scramble => {
                    let name = Some(format!("{seed}-{number}"));
                    self.definition.to_scramble(&Scramble { name, given: Given::Pattern(position) })
                }
                Positions::Cpos => self.definition.to_cpos(&position).map(|line| line + "\n"),
                Positions::Pattern => Ok(self.definition.to_pattern_json(&position)),
                Positions::Moves => Ok(scramble.unwrap_or_default() + "\n"),
            };
            write!(out, "{}", written.map_err(unwritable)?)?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}
