//! Positions of defined puzzles by lot: all that moves can reach are equally likely, because elements of the group of the moves are
//! drawn, not moves.

use std::io::Write;

use puzzle::Definition;
use puzzle::definition::print::Unwritable;
use puzzle::definition::{DefinedGroup, Given, Pattern, Scramble};

use super::Lots;
use crate::args::Positions;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::wire;

/// What draws positions of a puzzle.
pub struct Urn {
    definition: Definition,
    group: DefinedGroup,
}

impl Urn {
    /// Of a puzzle with all its moves.
    ///
    /// # Errors
    /// If the moves are no group, or too large a one.
    pub fn new(definition: Definition) -> Result<Urn, Failure> {
        let invalid = |message: String| Failure::new(Exit::Invalid, message);
        if !definition.forbidden().is_empty() {
            let message = "a puzzle with illegal positions has no group to draw from, expected one without Illegal rules";
            return Err(invalid(message.to_string()));
        }
        let group = DefinedGroup::of(&definition, &definition.generators());
        Ok(Urn { group: group.map_err(|error| invalid(error.to_string()))?, definition })
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
        count: u64,
        seed: u64,
        lots: &mut Lots,
        format: Option<Positions>,
        json: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<Exit> {
        let unwritable = |error: Unwritable| Failure::new(Exit::Invalid, error.to_string());
        for number in 1..=count {
            let position = self.draw(lots);
            if json {
                let puzzle = self.definition.name();
                let cpos = self.definition.to_cpos(&position).ok();
                let pattern = serde_json::from_str(&self.definition.to_pattern_json(&position))?;
                wire::write(out, &wire::DrawnPosition { puzzle, cpos, pattern, seed, number })?;
                continue;
            }
            let written = match format.unwrap_or(Positions::Scramble) {
                Positions::Scramble => {
                    let name = Some(format!("{seed}-{number}"));
                    self.definition.to_scramble(&Scramble { name, given: Given::Pattern(position) })
                }
                Positions::Cpos => self.definition.to_cpos(&position).map(|line| line + "\n"),
                Positions::Pattern => Ok(self.definition.to_pattern_json(&position)),
            };
            write!(out, "{}", written.map_err(unwritable)?)?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}
