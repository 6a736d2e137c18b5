//! Benchmark results as JSON.
#![expect(missing_docs, reason = "the field names are the documentation")]

use serde::Serialize;

/// `deepen bench`.
#[derive(Serialize)]
pub struct Suite {
    pub threads: usize,
    pub entries: Vec<SuiteEntry>,
    pub seconds: f64,
    /// Nodes of all entries: the bench signature of the program.
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
    /// Bound of the round that was timed.
    pub bound: u32,
    /// Nodes of that round, the same for all rows.
    pub nodes: u64,
    pub rows: Vec<ScalingRow>,
}

/// Result for one number of threads.
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
