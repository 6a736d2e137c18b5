//! Names of puzzles, in one table: the name that this program prints, the ids of the World Cube Association (WCA) and
//! other names that users type. Letter case, hyphens, underscores and spaces do not matter.

use crate::builtin;

/// Additional names of puzzles, apart from the ids of events.
const OTHER_NAMES: [(&str, &[&str]); 10] = [
    ("sliding", &["8-puzzle", "15-puzzle", "24-puzzle", "n-puzzle", "sliding-tiles", "sliding-puzzle"]),
    ("shuffdle", &[]),
    ("2x2x2", &["2x2", "pocket-cube", "mini-cube"]),
    ("3x3x3", &["3x3", "rubik", "rubiks", "rubiks-cube", "rubik's-cube"]),
    ("4x4x4", &["4x4", "rubiks-revenge"]),
    ("5x5x5", &["5x5", "professors-cube"]),
    ("6x6x6", &["6x6"]),
    ("7x7x7", &["7x7"]),
    ("square-1", &["sq-1"]),
    ("fto", &["face-turning-octahedron"]),
];

/// Names of sliding puzzles that imply a size: n tiles and a blank.
const SIZES: [(&str, &str); 3] = [("8-puzzle", "3x3"), ("15-puzzle", "4x4"), ("24-puzzle", "5x5")];

/// An event of the WCA: a puzzle with rules for its scrambles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// 2x2x2.
    Cube222,
    /// 3x3x3.
    Cube333,
    /// 3x3x3 one-handed.
    Cube333OneHanded,
    /// 3x3x3 blindfolded.
    Cube333Blindfolded,
    /// 3x3x3 fewest moves.
    Cube333FewestMoves,
    /// 3x3x3 multi-blind.
    Cube333MultiBlind,
    /// 4x4x4.
    Cube444,
    /// 4x4x4 blindfolded.
    Cube444Blindfolded,
    /// 5x5x5.
    Cube555,
    /// 5x5x5 blindfolded.
    Cube555Blindfolded,
    /// 6x6x6.
    Cube666,
    /// 7x7x7.
    Cube777,
    /// Pyraminx.
    Pyraminx,
    /// Skewb.
    Skewb,
    /// Clock.
    Clock,
    /// Megaminx.
    Megaminx,
    /// Square-1.
    Square1,
}

impl Event {
    /// All events; the first one of a puzzle is the one without additional rules.
    pub const ALL: [Event; 17] = [
        Event::Cube222,
        Event::Cube333,
        Event::Cube333OneHanded,
        Event::Cube333Blindfolded,
        Event::Cube333FewestMoves,
        Event::Cube333MultiBlind,
        Event::Cube444,
        Event::Cube444Blindfolded,
        Event::Cube555,
        Event::Cube555Blindfolded,
        Event::Cube666,
        Event::Cube777,
        Event::Pyraminx,
        Event::Skewb,
        Event::Clock,
        Event::Megaminx,
        Event::Square1,
    ];

    /// The id of the WCA.
    pub const fn id(self) -> &'static str {
        match self {
            Event::Cube222 => "222",
            Event::Cube333 => "333",
            Event::Cube333OneHanded => "333oh",
            Event::Cube333Blindfolded => "333bf",
            Event::Cube333FewestMoves => "333fm",
            Event::Cube333MultiBlind => "333mbf",
            Event::Cube444 => "444",
            Event::Cube444Blindfolded => "444bf",
            Event::Cube555 => "555",
            Event::Cube555Blindfolded => "555bf",
            Event::Cube666 => "666",
            Event::Cube777 => "777",
            Event::Pyraminx => "pyram",
            Event::Skewb => "skewb",
            Event::Clock => "clock",
            Event::Megaminx => "minx",
            Event::Square1 => "sq1",
        }
    }

    /// The name of its puzzle.
    pub const fn puzzle(self) -> &'static str {
        match self {
            Event::Cube222 => "2x2x2",
            Event::Cube333
            | Event::Cube333OneHanded
            | Event::Cube333Blindfolded
            | Event::Cube333FewestMoves
            | Event::Cube333MultiBlind => "3x3x3",
            Event::Cube444 | Event::Cube444Blindfolded => "4x4x4",
            Event::Cube555 | Event::Cube555Blindfolded => "5x5x5",
            Event::Cube666 => "6x6x6",
            Event::Cube777 => "7x7x7",
            Event::Pyraminx => "pyraminx",
            Event::Skewb => "skewb",
            Event::Clock => "clock",
            Event::Megaminx => "megaminx",
            Event::Square1 => "square-1",
        }
    }

    /// Returns the event with this id, or the first event of the puzzle with this name.
    pub fn find(text: &str) -> Option<Event> {
        let by_id = Event::ALL.into_iter().find(|event| is_same(event.id(), text));
        by_id.or_else(|| {
            let puzzle = canonical(text)?;
            Event::ALL.into_iter().find(|event| event.puzzle() == puzzle)
        })
    }
}

/// Returns the name that this program prints for a puzzle, given any of its names.
pub fn canonical(text: &str) -> Option<&'static str> {
    let own = builtin::ALL.iter().map(|builtin| builtin.name).find(|name| is_same(name, text));
    let other = || {
        let names_it = |(name, others): &&(&str, &[&str])| {
            is_same(name, text) || others.iter().any(|other| is_same(other, text))
        };
        OTHER_NAMES.iter().find(names_it).map(|(name, _)| *name)
    };
    let by_id = || Event::ALL.into_iter().find(|event| is_same(event.id(), text)).map(|event| event.puzzle());
    own.or_else(other).or_else(by_id)
}

/// Returns the size that a name implies, as rows and columns: `15-puzzle` is `4x4`.
pub fn implied_size(text: &str) -> Option<&'static str> {
    SIZES.iter().find(|(name, _)| is_same(name, text)).map(|(_, size)| *size)
}

/// True if two names differ only in letter case and in the separators between words.
fn is_same(one: &str, other: &str) -> bool {
    let plain = |name: &str| -> String {
        name.chars()
            .filter(|c| !matches!(c, '-' | '_' | ' '))
            .map(|c| if c == '×' { 'x' } else { c.to_ascii_lowercase() })
            .collect()
    };
    plain(one) == plain(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_name_leads_to_the_one_that_is_written() {
        for (text, expected) in [
            ("3X3X3", "3x3x3"),
            ("3×3×3", "3x3x3"),
            ("333", "3x3x3"),
            ("333MBF", "3x3x3"),
            ("4x4", "4x4x4"),
            ("555bf", "5x5x5"),
            ("Pyraminx", "pyraminx"),
            ("PYRAM", "pyraminx"),
            ("minx", "megaminx"),
            ("Square-1", "square-1"),
            ("square1", "square-1"),
            ("SQ1", "square-1"),
            ("FTO", "fto"),
            ("15-puzzle", "sliding"),
            ("rubik", "3x3x3"),
            ("Rubik's Cube", "3x3x3"),
            ("pocket cube", "2x2x2"),
            ("Loopover 3x3", "loopover-3x3"),
        ] {
            assert_eq!(canonical(text), Some(expected), "{text}");
        }
        for text in ["", "-", "3x3x3x3", "333ft", "puzzle.tws", "./333", "8x8x8"] {
            assert_eq!(canonical(text), None, "{text}");
        }
    }

    #[test]
    fn names_of_sliding_puzzles_imply_their_sizes() {
        assert_eq!(implied_size("15-Puzzle"), Some("4x4"));
        assert_eq!(implied_size("sliding"), None);
        assert!(SIZES.iter().all(|(name, _)| canonical(name) == Some("sliding")));
    }

    /// Every id has its own event and a puzzle that can be found by its name; no name means two puzzles.
    #[test]
    fn events_and_puzzles_fit_together() {
        for event in Event::ALL {
            assert_eq!(Event::find(event.id()), Some(event));
            assert_eq!(canonical(event.puzzle()), Some(event.puzzle()));
            assert!(builtin::find(event.id()).is_some(), "{}", event.id());
        }
        assert_eq!(Event::find("3x3"), Some(Event::Cube333));
        assert_eq!(Event::find("fto"), None);
        for (name, others) in OTHER_NAMES {
            for other in others {
                assert_eq!(canonical(other), Some(name), "{other}");
            }
        }
    }
}
