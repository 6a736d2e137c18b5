//! Puzzle definitions, by name or from a text.
//!
//! ```
//! use deepen::solver::{PuzzleRef, Text};
//!
//! let text = "Name switches\nSet S 2 1\nSolved\nS\n1 2\nEnd\nMove A\nS\n2 1\nEnd\n";
//! let (_, definition) = deepen::definitions::read(&PuzzleRef::Definition(Text::given(text)))?;
//! assert_eq!(definition.name(), "switches");
//! # Ok::<(), deepen::Error>(())
//! ```

use puzzle::parse::{kpuzzle, tws};
use puzzle::{Definition, builtin};
use solver::{Error, PuzzleRef, Text};

/// Returns a definition with its name for error messages: a built-in one by name, or one parsed from a text in
/// twsearch's format or as KPuzzle JSON.
///
/// # Errors
/// If there is no definition of this name, or the text is invalid.
pub fn read(puzzle: &PuzzleRef) -> Result<(String, Definition), Error> {
    match puzzle {
        PuzzleRef::Named(name) => {
            let builtin = builtin::find(name);
            let builtin = builtin.ok_or_else(|| Error::usage(format!("{name:?} has no definition")))?;
            Ok((builtin.name.to_string(), builtin.definition()))
        }
        PuzzleRef::Definition(text) => {
            let name = text.display_name_or("the text").to_string();
            let definition = of_text(text)?;
            Ok((name, definition))
        }
    }
}

/// Parses a definition. JSON begins with a brace, which no line of the other format does.
fn of_text(text: &Text) -> Result<Definition, Error> {
    let start = text.text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let is_json = start.starts_with('{');
    let read = if is_json { kpuzzle::definition(&text.text) } else { tws::definition(&text.text) };
    read.map_err(|error| {
        Error::invalid(error.fault.to_string()).at_in(Some(text.display_name_or("the text")), error.place)
    })
}
