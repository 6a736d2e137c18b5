//! How the tiles are parted into groups: by sizes, as somebody asks for them or as suits the board.

use std::fmt;
use std::str::FromStr;

use puzzle::Board;

use super::strings;
use super::table::Group;
use super::views::symmetries;

/// Sizes of groups.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Parts {
    sizes: [u8; Parts::MOST],
    /// Whether tables know where the blank is.
    pub knows_blank: bool,
}

impl Parts {
    /// The most groups.
    pub const MOST: usize = 8;

    /// Groups of these sizes, up to eight of them with up to eight tiles.
    pub const fn new(sizes: &[u8]) -> Parts {
        let mut parts = Parts { sizes: [0; Parts::MOST], knows_blank: false };
        let mut i = 0;
        while i < sizes.len() {
            parts.sizes[i] = sizes[i];
            i += 1;
        }
        parts
    }

    /// The same with tables that know where the blank is.
    #[must_use]
    pub fn with_blank(self) -> Parts {
        Parts { knows_blank: true, ..self }
    }

    /// As many tiles as can be in groups of at most `most`, about equally large.
    pub fn equal(n_tiles: usize, most: usize) -> Parts {
        let n = n_tiles.div_ceil(most).max(1);
        let sizes: Vec<u8> = (0..n).map(|i| ((n_tiles + n - 1 - i) / n) as u8).collect();
        Parts::new(&sizes)
    }

    /// The sizes.
    pub fn sizes(&self) -> impl Iterator<Item = usize> + Clone {
        self.sizes.into_iter().map(usize::from).filter(|&size| size > 0)
    }

    /// Tiles in all groups.
    pub fn n_tiles(&self) -> usize {
        self.sizes().sum()
    }

    /// The size of the largest group.
    pub fn largest(&self) -> usize {
        self.sizes().max().unwrap_or(0)
    }
}

/// `6-6-3`, or `6-6-3+blank` for tables that know where the blank is.
impl FromStr for Parts {
    type Err = String;

    fn from_str(text: &str) -> Result<Parts, String> {
        let expected = || {
            let most = strings::MOST;
            format!(
                "expected sizes of up to {} groups of up to {most} tiles, such as 6-6-3 or 7-8+blank",
                Parts::MOST
            )
        };
        let (sizes, knows_blank) = match text.strip_suffix("+blank") {
            Some(sizes) => (sizes, true),
            None => (text, false),
        };
        let sizes: Result<Vec<u8>, _> = sizes.split('-').map(str::parse).collect();
        let sizes = sizes.map_err(|_| expected())?;
        let is_size = |size: &u8| (1..=strings::MOST as u8).contains(size);
        if sizes.len() > Parts::MOST || !sizes.iter().all(is_size) {
            return Err(expected());
        }
        Ok(Parts { knows_blank, ..Parts::new(&sizes) })
    }
}

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.sizes().map(|size| size.to_string()).collect();
        write!(f, "{}{}", sizes.join("-"), if self.knows_blank { "+blank" } else { "" })
    }
}

/// Partings that are better than others of their sizes, by cells, for a blank in cell 0. The first is Korf and Felner's for the
/// 24-puzzle (2002), the others those of the 15-puzzle that many programs use.
const KNOWN: [(usize, &[&[usize]]); 3] = [
    (5, &[&[1, 2, 5, 6, 7, 12], &[3, 4, 8, 9, 13, 14], &[10, 11, 15, 16, 20, 21], &[17, 18, 19, 22, 23, 24]]),
    (4, &[&[1, 2, 4, 5, 8, 9], &[3, 6, 7, 10, 11, 15], &[12, 13, 14]]),
    (4, &[&[1, 4, 5, 8, 9, 12, 13], &[2, 3, 6, 7, 10, 11, 14, 15]]),
];

/// Which of two partings of the same sizes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// The usual one.
    First,
    /// Another, for a second look where the board has no symmetry to look from.
    Second,
}

/// The groups of these sizes for a goal.
pub fn groups(goal: &Board, parts: Parts, way: Way) -> Vec<Group> {
    let (rows, cols, blank) = (goal.rows(), goal.cols(), goal.blank());
    let group = |homes: Vec<usize>| Group { rows, cols, blank, homes, knows_blank: parts.knows_blank };
    let is_known = |known: &&(usize, &[&[usize]])| {
        rows == known.0 && cols == known.0 && known.1.iter().map(|cells| cells.len()).eq(parts.sizes())
    };
    if way == Way::First
        && let Some((_, known)) = KNOWN.iter().find(is_known)
        && let Some(image) = symmetries(rows, cols).into_iter().find(|image| image[0] == blank)
    {
        let homes = known.iter().map(|cells| cells.iter().map(|&cell| image[cell]).collect());
        return homes.map(group).collect();
    }
    let mut cells = bands(rows, cols, way).into_iter().filter(|&cell| cell != blank);
    let mut sizes: Vec<usize> = parts.sizes().collect();
    // The smallest group where the blank is missing, so that all have whole bands.
    if bands(rows, cols, way).iter().position(|&cell| cell == blank) >= Some(rows * cols / 2) {
        sizes.sort_unstable_by_key(|&size| std::cmp::Reverse(size));
    }
    sizes.into_iter().map(|size| group(cells.by_ref().take(size).collect())).collect()
}

/// The cells by pairs of columns (or of rows), there and back, so that cells near each other in the list are near on the board.
fn bands(rows: usize, cols: usize, way: Way) -> Vec<usize> {
    if way == Way::Second {
        let turned = bands(cols, rows, Way::First).into_iter();
        return turned.map(|cell| cell % rows * cols + cell / rows).collect();
    }
    let band = |first: usize| {
        let lines: Vec<usize> =
            if (first / 2).is_multiple_of(2) { (0..rows).collect() } else { (0..rows).rev().collect() };
        let width = 2.min(cols - first);
        lines.into_iter().flat_map(move |row| (0..width).map(move |col| row * cols + first + col))
    };
    (0..cols).step_by(2).flat_map(band).collect()
}

#[cfg(test)]
mod tests {
    use puzzle::Goal;

    use super::*;

    #[test]
    fn sizes_are_read_and_written() {
        for text in ["6-6-3", "7-8", "7-8+blank", "1-1-1-1-1-1-1-8"] {
            assert_eq!(text.parse::<Parts>().map(|parts| parts.to_string()), Ok(text.to_string()));
        }
        for text in ["", "9-6", "6--9", "0-3", "1-1-1-1-1-1-1-1-1", "6-6-3+", "a"] {
            assert!(text.parse::<Parts>().is_err(), "{text}");
        }
        assert_eq!(Parts::equal(15, 5), Parts::new(&[5, 5, 5]));
        assert_eq!(Parts::equal(24, 5), Parts::new(&[5, 5, 5, 5, 4]));
        assert_eq!(Parts::equal(11, 6), Parts::new(&[6, 5]));
        assert_eq!(Parts::equal(3, 8), Parts::new(&[3]));
    }

    #[test]
    fn every_tile_is_in_one_group() {
        for (rows, cols, parts) in
            [(4, 4, "7-8"), (4, 4, "6-6-3"), (5, 5, "6-6-6-6"), (3, 5, "5-5-4"), (2, 4, "7")]
        {
            let parts: Parts = parts.parse().expect("sizes");
            for goal in Goal::NAMED {
                let goal = goal.board(rows, cols).expect("a legal size");
                for way in [Way::First, Way::Second] {
                    let groups = groups(&goal, parts, way);
                    let mut cells: Vec<usize> = groups.iter().flat_map(|group| group.homes.clone()).collect();
                    cells.sort_unstable();
                    assert!(cells.into_iter().eq((0..rows * cols).filter(|&cell| cell != goal.blank())));
                    let mut sizes: Vec<usize> = groups.iter().map(|group| group.homes.len()).collect();
                    let mut expected: Vec<usize> = parts.sizes().collect();
                    sizes.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(sizes, expected);
                }
            }
        }
    }
}
