//! The first page of a kept table: what it is, and by what it can be told that it is whole. Numbers are little endian.

use crc32fast::hash;
use search::table::data::Plain;
use thiserror::Error;

/// Bytes before the content: a page, so that the content begins at one.
pub const PAGE: usize = 4096;
/// Bytes of content that have a checksum of their own.
pub const BLOCK: usize = if cfg!(test) { 64 << 10 } else { 16 << 20 };

/// How every kept table begins.
pub const MAGIC: &[u8; 8] = b"deepen\0T";
/// Changes with this layout.
const FORMAT: u32 = 1;
/// The page's own checksum is written over these bytes, which count as zero in it.
const HEADER_CHECKSUM: std::ops::Range<usize> = 12..16;
/// The most bytes of a name, the most numbers a table depends on, the most distances there are.
const MAX_COUNTS: (usize, usize, usize) = (64, 16, 64);

/// Which table: nothing is told apart but by this.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Its name, and that of its file.
    pub name: String,
    /// Changes when the same numbers below come to mean another table.
    pub version: u32,
    /// What the content depends on: sizes, constants of the format, hashes.
    pub depends: Vec<u64>,
    /// Bytes of an item.
    pub item: u32,
    /// Bytes of all items.
    pub bytes: u64,
}

/// What stands in the first page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Which table.
    pub spec: Spec,
    /// Entries at each distance.
    pub distribution: Vec<u64>,
    /// Checksum of the checksums of all blocks, which follow the content.
    pub blocks: u32,
}

/// Why a file is not the table that was kept there.
#[derive(Debug, Error)]
pub enum Fault {
    /// Something else.
    #[error("it is no table of this program")]
    NoTable,
    /// By a program of another time.
    #[error("it has format {0}, expected {FORMAT}")]
    OtherFormat(u32),
    /// The first page is damaged.
    #[error("its header is damaged")]
    Header,
    /// A table that depends on something else.
    #[error("it is another table, or of another version")]
    Foreign,
    /// Cut, or grown.
    #[error("it has {found} bytes, expected {expected}")]
    Size {
        /// As it is.
        found: u64,
        /// As it should be.
        expected: u64,
    },
    /// The content is damaged.
    #[error("its content is damaged in bytes {from} to {to}")]
    Content {
        /// The first byte of the block.
        from: u64,
        /// The one after its last.
        to: u64,
    },
    /// The list of checksums is damaged.
    #[error("its checksums are damaged")]
    Checksums,
    /// Nothing is known to be wrong with it.
    #[error("stopped before all of it was checked")]
    Stopped,
    /// The system does not let it be used.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

impl Spec {
    /// Of so many items.
    pub fn of<T: Plain>(name: &str, version: u32, depends: Vec<u64>, n_items: usize) -> Spec {
        let item = size_of::<T>();
        Spec { name: name.to_string(), version, depends, item: item as u32, bytes: (n_items * item) as u64 }
    }

    /// Blocks of the content, each with a checksum.
    pub fn n_blocks(&self) -> usize {
        self.bytes.div_ceil(BLOCK as u64) as usize
    }

    /// Bytes of the file.
    pub fn file_bytes(&self) -> u64 {
        PAGE as u64 + self.bytes + 4 * self.n_blocks() as u64
    }
}

impl Header {
    /// As it is written.
    ///
    /// # Panics
    /// If there is more to say than has room, which no table does.
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

    /// Reads what was written.
    ///
    /// # Errors
    /// If it was not.
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
        Ok(Header { spec: Spec { name, version, depends, item, bytes }, distribution, blocks })
    }
}

/// The next few bytes.
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

    #[test]
    fn the_fullest_header_has_room() {
        let (name, depends, distances) = MAX_COUNTS;
        let spec = Spec { name: "x".repeat(name), depends: vec![u64::MAX; depends], ..header().spec };
        let full = Header { spec, distribution: vec![u64::MAX; distances], blocks: 1 };
        assert_eq!(Header::read(&full.page()).expect("a header"), full);
    }
}
