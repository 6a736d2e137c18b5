//! The header page of a stored table: its identity and checksums. Numbers are little endian.

use crc32fast::hash;
use search::table::data::Plain;
use search::table::levels::WrongLevel;
use thiserror::Error;

/// Size of the header: one page, so that the content is page-aligned.
pub const PAGE: usize = 4096;
/// Size of a block of content with its own checksum.
pub const BLOCK: usize = if cfg!(test) { 64 << 10 } else { 16 << 20 };

/// First bytes of every stored table.
pub const MAGIC: &[u8; 8] = b"deepen\0T";
/// Version of this layout.
const FORMAT: u32 = 1;
/// Position of the header's own checksum; these bytes count as zero when it is computed.
const HEADER_CHECKSUM: std::ops::Range<usize> = 12..16;
/// Maximum length of the name, number of `depends` values, and number of distances.
const MAX_COUNTS: (usize, usize, usize) = (64, 16, 64);

/// Identity of a table. Two tables are the same if and only if their specs are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Name of the table and of its file.
    pub name: String,
    /// Version; changes when the same numbers below mean another table.
    pub version: u32,
    /// Numbers that the content depends on: sizes, constants of the format, hashes.
    pub depends: Vec<u64>,
    /// Size of an item in bytes.
    pub item: u32,
    /// Size of all items in bytes.
    pub bytes: u64,
}

/// Content of the header page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Identity of the table.
    pub spec: Spec,
    /// Number of entries at each distance.
    pub distribution: Vec<u64>,
    /// Checksum of all block checksums, which follow the content.
    pub blocks: u32,
}

/// Reason why a file is not the expected table.
#[derive(Debug, Error)]
pub enum Fault {
    /// Not a table file.
    #[error("it is not a table of this program")]
    NoTable,
    /// Written in another format version.
    #[error("it has format {0}, expected {FORMAT}")]
    OtherFormat(u32),
    /// The header page is damaged.
    #[error("its header is damaged")]
    Header,
    /// A table with another spec.
    #[error("it is another table, or of another version")]
    Foreign,
    /// The file has the wrong size.
    #[error("it has {found} bytes, expected {expected}")]
    Size {
        /// Actual size in bytes.
        found: u64,
        /// Expected size in bytes.
        expected: u64,
    },
    /// The content is damaged.
    #[error("its content is damaged in bytes {from} to {to}")]
    Content {
        /// The first byte of the block.
        from: u64,
        /// End of the block, exclusive.
        to: u64,
    },
    /// The list of checksums is damaged.
    #[error("its checksums are damaged")]
    Checksums,
    /// The file became shorter while it was read.
    #[error("it was cut while it was read")]
    Cut,
    /// The table was filled wrong.
    #[error("it was filled wrong: {0}")]
    Levels(WrongLevel),
    /// The check was stopped; no fault was found so far.
    #[error("stopped before all of it was checked")]
    Stopped,
    /// The operating system reported an error.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

impl Spec {
    /// Creates the spec of a table with `n_items` items of type `T`.
    pub fn of<T: Plain>(name: &str, version: u32, depends: Vec<u64>, n_items: usize) -> Spec {
        let item = size_of::<T>();
        Spec { name: name.to_string(), version, depends, item: item as u32, bytes: (n_items * item) as u64 }
    }

    /// Number of blocks of the content, each with a checksum.
    pub fn n_blocks(&self) -> usize {
        self.bytes.div_ceil(BLOCK as u64) as usize
    }

    /// Size of the file in bytes.
    pub fn file_bytes(&self) -> u64 {
        PAGE as u64 + self.bytes + 4 * self.n_blocks() as u64
    }
}

impl Header {
    /// Formats the header page.
    ///
    /// # Panics
    /// If the header exceeds the page, which no table does.
    pub fn page(&self) -> Box<[u8; PAGE]> {
        let Header { spec, distribution, blocks } = self;
        let (name, depends, distances) = MAX_COUNTS;
        assert!(spec.name.len() <= name && spec.depends.len() <= depends && distribution.len() <= distances);
        let mut bytes = Vec::with_capacity(PAGE);
        bytes.extend(MAGIC);
        for number in [FORMAT, 0, spec.version, spec.item, *blocks] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(spec.bytes.to_le_bytes());
        bytes.extend((spec.name.len() as u32).to_le_bytes());
        bytes.extend(spec.name.as_bytes());
        for numbers in [&spec.depends, distribution] {
            bytes.extend((numbers.len() as u32).to_le_bytes());
            numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        let mut page = Box::new([0; PAGE]);
        page[..bytes.len()].copy_from_slice(&bytes);
        let own = hash(&page[..]);
        page[HEADER_CHECKSUM].copy_from_slice(&own.to_le_bytes());
        page
    }

    /// Parses a header page.
    ///
    /// # Errors
    /// If the page is not a valid header.
    pub fn read(page: &[u8; PAGE]) -> Result<Header, Fault> {
        let mut rest = &page[..];
        if take::<8>(&mut rest)? != *MAGIC {
            return Err(Fault::NoTable);
        }
        let format = number(&mut rest)?;
        if format != FORMAT {
            return Err(Fault::OtherFormat(format));
        }
        let own = number(&mut rest)?;
        let mut others = *page;
        others[HEADER_CHECKSUM].fill(0);
        if hash(&others) != own {
            return Err(Fault::Header);
        }
        let [version, item, blocks] = [number(&mut rest)?, number(&mut rest)?, number(&mut rest)?];
        let bytes = u64::from_le_bytes(take(&mut rest)?);
        let len = number(&mut rest)? as usize;
        let (name, after) = rest.split_at_checked(len).ok_or(Fault::Header)?;
        let name = std::str::from_utf8(name).map_err(|_| Fault::Header)?.to_string();
        rest = after;
        let mut numbers = || -> Result<Vec<u64>, Fault> {
            let len = number(&mut rest)?;
            (0..len).map(|_| Ok(u64::from_le_bytes(take(&mut rest)?))).collect()
        };
        let depends = numbers()?;
        let distribution = numbers()?;
        // Only pages that [`Header::page`] formats are valid: counts within their limits, and zeros to the end.
        let (max_name, max_depends, max_distances) = MAX_COUNTS;
        let is_within =
            name.len() <= max_name && depends.len() <= max_depends && distribution.len() <= max_distances;
        if !is_within || rest.iter().any(|&byte| byte != 0) {
            return Err(Fault::Header);
        }
        Ok(Header { spec: Spec { name, version, depends, item, bytes }, distribution, blocks })
    }
}

/// Takes the next `N` bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], Fault> {
    let (bytes, after) = rest.split_first_chunk::<N>().ok_or(Fault::Header)?;
    *rest = after;
    Ok(*bytes)
}

fn number(rest: &mut &[u8]) -> Result<u32, Fault> {
    Ok(u32::from_le_bytes(take(rest)?))
}

#[cfg(test)]
mod tests {
    use testkit::fuzz::{Target, assert_message, shape};

    use super::*;

    fn header() -> Header {
        let spec = Spec { name: "toy".into(), version: 3, depends: vec![5, u64::MAX], item: 64, bytes: 640 };
        Header { spec, distribution: vec![1, 18, 243], blocks: 0xDEAD_BEEF }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Header::read(&header().page()).expect("a header"), header());
    }

    #[test]
    fn no_byte_may_change() {
        let page = header().page();
        for i in 0..PAGE {
            for flip in [1, 0x80] {
                let mut page = page.clone();
                page[i] ^= flip;
                assert!(Header::read(&page).is_err(), "byte {i}");
            }
        }
    }

    /// Pages with a correct checksum, most of which no version wrote: the content is parsed as well. A header that is
    /// accepted formats to the same page.
    #[test]
    fn fuzz_pages() {
        let full = Spec { name: "x".repeat(64), depends: vec![7; 16], ..header().spec };
        let full = Header { spec: full, distribution: vec![u64::MAX; 64], blocks: 1 };
        let pages = [header(), full].map(|header| header.page().to_vec());
        let trimmed = pages.clone().map(|page| page.trim_ascii_end().to_vec());
        let short = pages.iter().map(|page| page[..200].to_vec());
        let words = ["deepen\0T", "\u{1}\0\0\0", "\0\0\0\0", "\u{7f}\0\0\0", "@\0\0\0"];
        let target = Target::new("table header", &words).samples(trimmed).samples(short);
        target.check_bytes(|bytes| {
            let mut page = [0; PAGE];
            let n = bytes.len().min(PAGE);
            page[..n].copy_from_slice(&bytes[..n]);
            if bytes.len() % 4 != 0 {
                page[..8].copy_from_slice(MAGIC);
                page[8..12].copy_from_slice(&FORMAT.to_le_bytes());
                page[HEADER_CHECKSUM].fill(0);
                let own = hash(&page);
                page[HEADER_CHECKSUM].copy_from_slice(&own.to_le_bytes());
            }
            match Header::read(&page) {
                Ok(header) => {
                    assert_eq!(header.page()[..], page[..]);
                    header.spec.depends.len() as u64 ^ (header.distribution.len() as u64) << 8
                }
                Err(fault) => {
                    assert_message(&fault.to_string());
                    shape(&fault.to_string())
                }
            }
        });
    }

    #[test]
    fn the_fullest_header_has_room() {
        let (name, depends, distances) = MAX_COUNTS;
        let spec = Spec { name: "x".repeat(name), depends: vec![u64::MAX; depends], ..header().spec };
        let full = Header { spec, distribution: vec![u64::MAX; distances], blocks: 1 };
        assert_eq!(Header::read(&full.page()).expect("a header"), full);
    }
}
