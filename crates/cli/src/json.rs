//! JSON of commands that only the command line has.

use serde::Serialize;

/// A line of `deepen alg`.
#[derive(Serialize)]
pub struct Sequence {
    /// The sequence as it was given.
    pub moves: String,
    /// What was made of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Moves of the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u64>,
    /// After how many times everything is back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u64>,
}

/// A line of `deepen alg few`.
#[derive(Serialize)]
pub struct FewPieces {
    pub moves: String,
    pub length: usize,
    /// Pieces that are out of place or turned.
    pub out_of_place: usize,
}

/// A line of `deepen alg show`.
#[derive(Serialize)]
pub struct Effect {
    pub moves: String,
    pub length: u64,
    /// After how many times everything is back; missing if that is too many to count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u64>,
    /// Pieces that are out of place or turned.
    pub out_of_place: usize,
    /// The position as a compact one, if there are digits enough for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpos: Option<String>,
    pub orbits: Vec<OrbitEffect>,
}

/// What happens in one orbit. All places and pieces from 0.
#[derive(Serialize)]
pub struct OrbitEffect {
    pub orbit: String,
    pub cycles: Vec<CycleOf>,
    pub permutation: Vec<u8>,
    #[serde(rename = "orientationDelta")]
    pub orientation_delta: Vec<u8>,
    pub pieces: Vec<u8>,
    pub orientation: Vec<u8>,
}

/// Places whose pieces go round, each to the next.
#[derive(Serialize)]
pub struct CycleOf {
    pub places: Vec<u8>,
    /// How far a piece has turned when it is back.
    pub turn: u8,
}

/// A table that is or may be kept.
#[derive(Serialize)]
pub struct StoredTableLine<'a> {
    pub table: &'a str,
    pub bytes: u64,
    /// `ready`, `absent` or `damaged`; after an order also `made`, `verified` or `removed`.
    pub state: &'static str,
    /// Why it is damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// A file in the table folder that this version does not use.
#[derive(Serialize)]
pub struct UnusedTable<'a> {
    pub table: &'a str,
    pub file: &'a str,
    pub bytes: u64,
    /// `unused`; after an order `removed`.
    pub state: &'static str,
    /// Always false, to tell it from tables that are used.
    pub used: bool,
    /// Why it is not used.
    pub reason: String,
}
