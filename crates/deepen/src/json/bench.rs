//! Measurements as JSON.
#![expect(missing_docs, reason = "fields say what they are by their names")]

use serde::Serialize;

/// `deepen bench`.
#[derive(Serialize)]
pub struct Suite {
    pub threads: usize,
    pub entries: Vec<SuiteEntry>,
    pub seconds: f64,
    /// Nodes of all entries: the signature of the program.
    pub bench: u64,
}

/// One search of the suite.
#[derive(Serialize)]
pub struct SuiteEntry {
    pub name: String,
    pub method: &'static str,
    pub heuristic: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u32>,
    pub nodes: u64,
    pub seconds: f64,
}

/// `deepen bench --scaling`.
#[derive(Serialize)]
pub struct Scaling {
    pub board: String,
    pub korf: u32,
    pub heuristic: &'static str,
    /// The bound of the round that was timed.
    pub bound: u32,
    /// Nodes of that round, the same for all.
    pub nodes: u64,
    pub rows: Vec<ScalingRow>,
}

/// One number of threads.
#[derive(Serialize)]
pub struct ScalingRow {
    /// `sequential` or `threads`.
    pub executor: &'static str,
    pub threads: usize,
    pub seconds: f64,
    pub nodes_per_second: f64,
    /// Compared with the first row.
    pub speedup: f64,
    pub efficiency: f64,
}
