//! Random-state scrambles of defined puzzles. All positions that the moves reach are equally likely, because random
//! elements of the moves' group are drawn, not random moves. The scramble is the inverse of a solution: by the phases
//! that the puzzle comes with, or an optimal one if there are few enough positions. Events that are scrambled by random
//! moves get those; in other formats their positions are random states, too.

use std::sync::Arc;

use puzzle::Definition;
use puzzle::builtin::Builtin;
use puzzle::definition::print::PrintError;
use puzzle::definition::{DefinedGroup, Given, Pattern, Phases, Scramble};
use puzzle::group::Budget;
use puzzle::parse::{alg, phases};
use puzzle::puzzle_names::Event;
use search::{Control, Limits, Move, Sequential};
use serde_json::Value;
use solver::{
    Demand, Error, Field, Method, Purpose, PuzzleRef, RandomBelow, ScrambleSpec, Scrambled, Scrambler,
};

use crate::errors::group_error;
use crate::info::{FORMATS, INFO, NAME, PHASES};
use crate::solver::TwistySolver;
use crate::{TwistyQuery, input, random_moves};

/// Puzzles with more positions are not solved without phases.
const MAX_SOLVABLE: u128 = 500_000_000;

/// Tips of the pyraminx, in the order of scramble notation.
const TIPS: [&str; 4] = ["u", "l", "r", "b"];

/// The format of moves, and that of scrambles, which can express every position.
const MOVES: &str = "moves";
const SCRAMBLE: &str = "scramble";

/// Generates scrambles of a defined puzzle.
pub struct TwistyScrambler {
    solver: Arc<TwistySolver>,
    definition: Arc<Definition>,
    /// The group of the moves; None if only random moves are drawn.
    group: Option<DefinedGroup>,
    /// Phases that solve any position.
    phases: Option<Arc<Phases>>,
    /// The competition event whose rules apply.
    event: Option<Event>,
    /// Name of the output format.
    format: &'static str,
    /// True if JSON is printed.
    has_details: bool,
    demand: Demand,
    memory: u64,
}

/// A random position, and the moves that lead to it if they were computed.
struct Drawn {
    position: Pattern,
    scramble: Option<String>,
}

impl TwistyScrambler {
    /// Reads the options of a scramble request and computes the group of the moves.
    ///
    /// # Errors
    /// Returns an error if an option does not apply to the puzzle, or its moves generate no group, or too large a one.
    pub(crate) fn new(
        solver: Arc<TwistySolver>,
        spec: &ScrambleSpec,
        control: &Control<'_>,
    ) -> Result<TwistyScrambler, Error> {
        let format = spec.format.as_deref().map(find_format).transpose()?;
        spec.options.check(NAME, INFO.options, Purpose::Scramble)?;
        if spec.goal.is_some() {
            return Err(Error::usage(format!("--goal is not for scrambles of {NAME}")));
        }
        let event = match &spec.puzzle {
            PuzzleRef::Named(name) => Event::find(name),
            PuzzleRef::Definition(_) => None,
        };
        let (name, definition) = input::definition(&spec.puzzle)?;
        if !definition.forbidden().is_empty() {
            let message = "a puzzle with illegal positions has no group to draw from, expected one without Illegal rules";
            return Err(Error::invalid(message).at(name));
        }
        let are_moves_random =
            event.is_some_and(random_moves::is_for) && format.is_none_or(|format| format == MOVES);
        let group = match are_moves_random {
            true => None,
            false => {
                let goes_on = || control.stopped().is_none();
                let budget = Budget { goes_on: &goes_on, max_bytes: spec.memory };
                let (generators, start) = (definition.generators(), definition.start());
                let group = DefinedGroup::within(&definition, &generators, start, &budget);
                Some(group.map_err(|error| group_error(&error).at(name))?)
            }
        };
        let own_phases = input::builtin(&spec.puzzle).and_then(Builtin::phases);
        let phases =
            own_phases.map(|text| phases::phases(text, &definition).expect("phases of a puzzle are sound"));
        let mut scrambler = TwistyScrambler {
            solver,
            group,
            definition: Arc::new(definition),
            phases: phases.map(Arc::new),
            event,
            format: SCRAMBLE,
            has_details: spec.details,
            demand: if spec.many { Demand::Many } else { Demand::One },
            memory: spec.memory,
        };
        let has_moves = event.is_some() || scrambler.is_small();
        scrambler.format = format.unwrap_or(if has_moves { MOVES } else { SCRAMBLE });
        Ok(scrambler)
    }

    /// True if there are few enough positions to solve any of them optimally.
    fn is_small(&self) -> bool {
        let order = self.group.as_ref().and_then(|group| group.order().to_u128());
        order.is_some_and(|order| order <= MAX_SOLVABLE)
    }

    /// Returns moves that lead to a position, as the inverse of a solution, and their number; None if the search was
    /// stopped.
    ///
    /// # Errors
    /// Returns an error if there are too many positions to solve one without phases.
    fn solve_backwards(
        &self,
        position: &Pattern,
        control: &Control<'_>,
    ) -> Result<Option<(String, u32)>, Error> {
        let mut query = TwistyQuery::new(self.definition.clone(), position.clone());
        let mut method = Method::default();
        match &self.phases {
            Some(phases) => {
                query = query.with_phases(phases.clone());
                method = Method::by(PHASES);
            }
            None if !self.is_small() => {
                let message =
                    format!("{} has too many positions to solve them without phases", self.definition.name());
                return Err(Error::usage(message).hint("expected --format scramble, cpos or pattern"));
            }
            None => {}
        }
        let moves = query.moves.clone();
        let request = self.solver.request(query, method);
        let control = &control.within(Limits { max_memory: self.memory, ..Limits::default() });
        request.prepare(self.demand, control)?;
        let report = request.solve(&Sequential, control)?;
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

    /// Minimum number of moves that a scrambled position must need (regulation 4b3 of the World Cube Association); 0
    /// for other puzzles.
    fn min_length(&self) -> u32 {
        match self.event {
            Some(Event::Pyraminx) => 6,
            Some(Event::Skewb) => 7,
            _ => 0,
        }
    }

    /// Draws a position, and computes moves that lead to it if they are needed; None if it was stopped.
    ///
    /// # Errors
    /// Returns an error if moves are needed and cannot be found.
    fn position(&self, below: RandomBelow<'_>, control: &Control<'_>) -> Result<Option<Drawn>, Error> {
        let wants_moves = self.format == MOVES;
        let event = self.event.filter(|_| wants_moves);
        if let Some(scramble) = event.and_then(|event| random_moves::draw(event, below)) {
            let alg = alg::alg(&scramble).expect("scrambles are sequences");
            let position = self.definition.position_of(&alg).expect("scrambles are moves of their puzzle");
            return Ok(Some(Drawn { position, scramble: Some(scramble) }));
        }
        let group = self.group.as_ref().expect("the group is computed unless moves are random");
        loop {
            let position = group.random(below).apply(self.definition.start());
            if !wants_moves && self.min_length() == 0 {
                return Ok(Some(Drawn { position, scramble: None }));
            }
            let Some((scramble, length)) = self.solve_backwards(&position, control)? else { return Ok(None) };
            if length >= self.min_length() {
                return Ok(Some(Drawn { position, scramble: Some(scramble) }));
            }
        }
    }

    /// Returns the JSON fields of a position.
    fn fields(&self, drawn: &Drawn) -> Vec<Field> {
        let definition = &self.definition;
        let pattern = serde_json::from_str::<Value>(&definition.to_pattern_json(&drawn.position));
        let mut pattern = pattern.expect("patterns are written in JSON");
        pattern.sort_all_objects();
        let mut fields: Vec<Field> = vec![("puzzle", definition.name().into())];
        fields.extend(definition.to_cpos(&drawn.position).ok().map(|cpos| ("cpos", cpos.into())));
        fields.push(("pattern", pattern));
        fields.extend(drawn.scramble.clone().map(|scramble| ("scramble", scramble.into())));
        fields
    }

    /// Returns a position in the output format.
    fn text(&self, drawn: Drawn, seed: u64, number: u64) -> Result<String, Error> {
        let Drawn { position, scramble } = drawn;
        let written = match self.format {
            "cpos" => self.definition.to_cpos(&position).map(|line| line + "\n"),
            "pattern" => Ok(self.definition.to_pattern_json(&position)),
            MOVES => Ok(scramble.unwrap_or_default() + "\n"),
            _ => {
                let name = Some(format!("{seed}-{number}"));
                self.definition.to_scramble(&Scramble { name, given: Given::Pattern(position) })
            }
        };
        written.map_err(|error: PrintError| Error::invalid(error.to_string()))
    }
}

impl Scrambler for TwistyScrambler {
    fn draw(
        &mut self,
        seed: u64,
        number: u64,
        below: RandomBelow<'_>,
        control: &Control<'_>,
    ) -> Result<Option<Scrambled>, Error> {
        let Some(drawn) = self.position(below, control)? else { return Ok(None) };
        let fields = if self.has_details { self.fields(&drawn) } else { Vec::new() };
        let text = match self.text(drawn, seed, number) {
            // JSON can express every position.
            Err(_) if self.has_details => String::new(),
            text => text?,
        };
        Ok(Some(Scrambled { text, fields }))
    }
}

/// Returns the format of this name.
fn find_format(name: &str) -> Result<&'static str, Error> {
    let found = FORMATS.iter().find(|format| format.name == name).map(|format| format.name);
    found.ok_or_else(|| {
        let message = format!("--format {name} is not for {NAME}, expected scramble, cpos, pattern or moves");
        Error::usage(message)
    })
}
