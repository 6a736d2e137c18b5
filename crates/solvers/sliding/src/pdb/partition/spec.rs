//! The requested partition and its text form: the sizes of the groups, or the tiles of each. Independent of a board;
//! named tiles are those from 1 to the highest, each once.

use std::fmt;
use std::str::FromStr;

/// Maximum number of tiles of a board with pattern databases.
const MAX_TILES: usize = 24;

/// A partition of tiles into groups.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PartitionSpec {
    grouping: Grouping,
    /// True if the tables include the blank's region.
    pub tracks_blank: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Grouping {
    /// The size of each group, padded with zeros.
    Sizes([u8; PartitionSpec::MAX_GROUPS]),
    /// The group of each tile from 1 on, numbered from 1 without gaps; padded with zeros.
    Tiles([u8; MAX_TILES]),
}

impl PartitionSpec {
    /// Maximum number of groups.
    pub const MAX_GROUPS: usize = 8;
    /// Maximum number of tiles of a group.
    pub const MAX_GROUP_TILES: usize = 8;

    /// Returns the partition into groups of these sizes, up to eight of them with up to eight tiles.
    pub const fn new(sizes: &[u8]) -> PartitionSpec {
        let mut all = [0; PartitionSpec::MAX_GROUPS];
        let mut i = 0;
        while i < sizes.len() {
            all[i] = sizes[i];
            i += 1;
        }
        PartitionSpec { grouping: Grouping::Sizes(all), tracks_blank: false }
    }

    /// Returns the partition with tables that include the blank's region.
    #[must_use]
    pub fn with_blank(self) -> PartitionSpec {
        PartitionSpec { tracks_blank: true, ..self }
    }

    /// Returns the partition of `n_tiles` tiles into as few groups as possible of at most `most` tiles, about equally
    /// large.
    pub fn equal(n_tiles: usize, most: usize) -> PartitionSpec {
        let n = n_tiles.div_ceil(most).max(1);
        let sizes: Vec<u8> = (0..n).map(|i| ((n_tiles + n - 1 - i) / n) as u8).collect();
        PartitionSpec::new(&sizes)
    }

    /// Returns the sizes of the groups.
    pub fn sizes(&self) -> impl Iterator<Item = usize> + Clone {
        let sizes = match self.grouping {
            Grouping::Sizes(sizes) => sizes,
            Grouping::Tiles(groups) => {
                let mut sizes = [0; PartitionSpec::MAX_GROUPS];
                let numbers = groups.into_iter().filter(|&number| number > 0);
                numbers.for_each(|number| sizes[usize::from(number) - 1] += 1);
                sizes
            }
        };
        sizes.into_iter().map(usize::from).filter(|&size| size > 0)
    }

    /// Returns the tiles of each group, if they are named.
    pub fn tiles(&self) -> Option<Vec<Vec<usize>>> {
        let Grouping::Tiles(groups) = self.grouping else { return None };
        let mut tiles = vec![Vec::new(); self.sizes().count()];
        for (i, &number) in groups.iter().enumerate().filter(|(_, number)| **number > 0) {
            tiles[usize::from(number) - 1].push(i + 1);
        }
        Some(tiles)
    }

    /// Number of tiles in all groups.
    pub fn n_tiles(&self) -> usize {
        self.sizes().sum()
    }

    /// Size of the largest group.
    pub fn largest(&self) -> usize {
        self.sizes().max().unwrap_or(0)
    }
}

/// Parses `6-6-3` or `1,2,5,6/3,4,7,8`, followed by `+blank` for tables that include the blank's region.
impl FromStr for PartitionSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<PartitionSpec, String> {
        let (groups, tracks_blank) = match text.strip_suffix("+blank") {
            Some(groups) => (groups, true),
            None => (text, false),
        };
        let grouping = if groups.contains([',', '/']) { tiles(groups)? } else { sizes(groups)? };
        Ok(PartitionSpec { grouping, tracks_blank })
    }
}

fn sizes(text: &str) -> Result<Grouping, String> {
    let expected = || {
        format!(
            "expected sizes of up to {} groups of up to {} tiles, such as 6-6-3 or 7-8+blank, or the tiles of each, such as \
             1,2,3/4,5,6,7,8",
            PartitionSpec::MAX_GROUPS,
            PartitionSpec::MAX_GROUP_TILES
        )
    };
    let sizes: Result<Vec<u8>, _> = text.split('-').map(str::parse).collect();
    let sizes = sizes.map_err(|_| expected())?;
    let is_size = |size: &u8| (1..=PartitionSpec::MAX_GROUP_TILES as u8).contains(size);
    if sizes.len() > PartitionSpec::MAX_GROUPS || !sizes.iter().all(is_size) {
        return Err(expected());
    }
    Ok(PartitionSpec::new(&sizes).grouping)
}

fn tiles(text: &str) -> Result<Grouping, String> {
    let n_groups = text.split('/').count();
    if n_groups > PartitionSpec::MAX_GROUPS {
        return Err(format!("there are {n_groups} groups, expected up to {}", PartitionSpec::MAX_GROUPS));
    }
    let mut groups = [0; MAX_TILES];
    for (number, group) in (1..).zip(text.split('/')) {
        let n = group.split(',').count();
        if n > PartitionSpec::MAX_GROUP_TILES {
            return Err(format!(
                "group {number} has {n} tiles, expected up to {}",
                PartitionSpec::MAX_GROUP_TILES
            ));
        }
        for tile in group.split(',').map(str::trim) {
            let is_number = !tile.is_empty() && tile.bytes().all(|byte| byte.is_ascii_digit());
            let tile_index = match tile.parse::<usize>() {
                Ok(0) if is_number => {
                    return Err(format!("group {number}: 0 is the blank, expected tiles from 1 on"));
                }
                Ok(tile @ 1..=MAX_TILES) if is_number => tile - 1,
                _ if is_number => {
                    let largest = format!("expected 1 to {MAX_TILES}, those of boards of up to 25 cells");
                    return Err(format!("group {number}: there is no tile {tile}, {largest}"));
                }
                _ => {
                    let example = "such as 1,2,3/4,5,6,7,8";
                    return Err(format!("group {number}: {tile:?} is no tile, expected numbers {example}"));
                }
            };
            if groups[tile_index] > 0 {
                let first = groups[tile_index];
                return Err(format!(
                    "group {number}: tile {tile} is in group {first} already, expected every tile once"
                ));
            }
            groups[tile_index] = number;
        }
    }
    let largest = groups.iter().rposition(|&group| group > 0).unwrap_or(0);
    match groups[..largest].iter().position(|&group| group == 0) {
        Some(missing) => {
            Err(format!("tile {} is in no group, expected all from 1 to {}", missing + 1, largest + 1))
        }
        None => Ok(Grouping::Tiles(groups)),
    }
}

impl fmt::Display for PartitionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |numbers: &mut dyn Iterator<Item = usize>, by: &str| {
            numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(by)
        };
        let groups = match self.tiles() {
            Some(tiles) => {
                let groups = tiles.into_iter().map(|tiles| joined(&mut tiles.into_iter(), ","));
                groups.collect::<Vec<_>>().join("/")
            }
            None => joined(&mut self.sizes(), "-"),
        };
        write!(f, "{groups}{}", if self.tracks_blank { "+blank" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written() {
        for text in ["6-6-3", "7-8", "7-8+blank", "1-1-1-1-1-1-1-8"] {
            assert_eq!(
                text.parse::<PartitionSpec>().map(|partition| partition.to_string()),
                Ok(text.to_string())
            );
        }
        for text in ["", "9-6", "6--9", "0-3", "1-1-1-1-1-1-1-1-1", "6-6-3+", "a"] {
            assert!(text.parse::<PartitionSpec>().is_err(), "{text}");
        }
        assert_eq!(PartitionSpec::equal(15, 5), PartitionSpec::new(&[5, 5, 5]));
        assert_eq!(PartitionSpec::equal(24, 5), PartitionSpec::new(&[5, 5, 5, 5, 4]));
        assert_eq!(PartitionSpec::equal(11, 6), PartitionSpec::new(&[6, 5]));
        assert_eq!(PartitionSpec::equal(3, 8), PartitionSpec::new(&[3]));
    }

    /// Every partition of up to six tiles into numbered groups, as written and with its groups and tiles reversed.
    #[test]
    fn tiles_are_read_and_written() {
        let mut n_tried = 0;
        for n_tiles in 2..=6_usize {
            for code in 0..n_tiles.pow(n_tiles as u32) {
                let number = |tile: usize| code / n_tiles.pow(tile as u32) % n_tiles;
                let groups = (0..n_tiles).map(|group| {
                    let tiles = (0..n_tiles).filter(move |&tile| number(tile) == group).map(|tile| tile + 1);
                    tiles.collect::<Vec<_>>()
                });
                let groups: Vec<Vec<usize>> = groups.filter(|tiles| !tiles.is_empty()).collect();
                let write = |groups: &[Vec<usize>], blank: &str| {
                    let tiles =
                        |tiles: &Vec<usize>| tiles.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
                    groups.iter().map(tiles).collect::<Vec<_>>().join("/") + blank
                };
                for blank in ["", "+blank"] {
                    let text = write(&groups, blank);
                    let partition: PartitionSpec = text.parse().expect("groups");
                    assert_eq!(partition.to_string(), text);
                    assert_eq!(partition.tiles(), Some(groups.clone()));
                    assert!(partition.sizes().eq(groups.iter().map(Vec::len)));
                    assert_eq!((partition.n_tiles(), partition.tracks_blank), (n_tiles, !blank.is_empty()));
                }
                let mut turned = groups.clone();
                turned.iter_mut().for_each(|tiles| tiles.reverse());
                let same: PartitionSpec = write(&turned, "").parse().expect("groups");
                assert_eq!(same.to_string(), write(&groups, ""));
                n_tried += 1;
            }
        }
        assert_eq!(n_tried, 4 + 27 + 256 + 3125 + 46656);
    }

    #[test]
    fn errors_in_tiles_are_reported() {
        for (text, expected) in [
            ("1,2/2,3", "group 2: tile 2 is in group 1 already, expected every tile once"),
            ("1,1", "group 1: tile 1 is in group 1 already, expected every tile once"),
            ("1,2/4", "tile 3 is in no group, expected all from 1 to 4"),
            ("2,3/4", "tile 1 is in no group, expected all from 1 to 4"),
            ("1,2/0,3", "group 2: 0 is the blank, expected tiles from 1 on"),
            ("1,25", "group 1: there is no tile 25, expected 1 to 24, those of boards of up to 25 cells"),
            ("1/2,x", "group 2: \"x\" is no tile, expected numbers such as 1,2,3/4,5,6,7,8"),
            ("1,2,", "group 1: \"\" is no tile, expected numbers such as 1,2,3/4,5,6,7,8"),
            ("1,+2", "group 1: \"+2\" is no tile, expected numbers such as 1,2,3/4,5,6,7,8"),
            ("/", "group 1: \"\" is no tile, expected numbers such as 1,2,3/4,5,6,7,8"),
            ("1,2,3,4,5,6,7,8,9", "group 1 has 9 tiles, expected up to 8"),
            ("1/2/3/4/5/6/7/8/9", "there are 9 groups, expected up to 8"),
        ] {
            assert_eq!(text.parse::<PartitionSpec>(), Err(expected.to_string()), "{text}");
        }
        assert_eq!(
            " 2, 1 / 3+blank".parse::<PartitionSpec>().map(|partition| partition.to_string()),
            Ok("1,2/3+blank".to_string())
        );
    }
}
