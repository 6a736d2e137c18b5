//! JSON output of commands that only the command line has.

use serde::Serialize;

/// A line of `deepen alg`.
#[derive(Serialize)]
pub struct Sequence {
    /// The sequence as typed.
    pub moves: String,
    /// The resulting sequence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Number of moves of the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u64>,
    /// The order: repetitions until everything is back.
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
    /// The order: repetitions until everything is back; missing if it is too large.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u64>,
    /// Pieces that are out of place or turned.
    pub out_of_place: usize,
    /// The compact position, if there are enough digits for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpos: Option<String>,
    pub orbits: Vec<OrbitEffect>,
}

/// The effect on one orbit. Places and pieces count from 0.
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

/// A cycle of places: each piece moves to the next place.
#[derive(Serialize)]
pub struct CycleOf {
    pub places: Vec<u8>,
    /// The orientation that a piece has gained when it is back.
    pub turn: u8,
}

/// A table that is or can be stored.
#[derive(Serialize)]
pub struct StoredTableLine<'a> {
    pub table: &'a str,
    pub bytes: u64,
    /// `ready`, `absent` or `damaged`; after a command also `made`, `verified` or `removed`.
    pub state: &'static str,
    /// The damage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Number of entries that were checked by the laws of distances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries: Option<u64>,
}

/// A file in the directory of tables that this version does not use.
#[derive(Serialize)]
pub struct UnusedTable<'a> {
    pub table: &'a str,
    pub file: &'a str,
    pub bytes: u64,
    /// `unused`; after a command `removed`.
    pub state: &'static str,
    /// Always false, to distinguish it from tables that are used.
    pub used: bool,
    /// Why it is not used.
    pub reason: String,
}
