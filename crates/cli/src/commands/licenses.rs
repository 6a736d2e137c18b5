//! `deepen licenses`: the license notices of everything that the program contains.

use std::io::{Write, stdout};

use crate::exit::Exit;

/// Written and checked by `tests/licenses`. Plain, because 50 kB are not worth a decompressor.
const NOTICES: &str = include_str!("../../licenses/THIRD_PARTY.txt");

pub fn run() -> anyhow::Result<Exit> {
    let mut out = stdout().lock();
    out.write_all(NOTICES.as_bytes())?;
    out.flush()?;
    Ok(Exit::Done)
}
