//! The signature of the engine: `deepen bench` searches as many nodes as it always did, on any number of threads. If a
//! change of the search is meant to change it, put the new number into the file and into the commit message.

use std::process::Command;

const SIGNATURE: &str = include_str!("../../../testdata/bench_signature.txt");

#[test]
fn bench_signature_does_not_depend_on_threads() {
    for threads in ["1", "2"] {
        let bench = Command::new(env!("CARGO_BIN_EXE_deepen")).args(["bench", "--threads", threads]).output();
        let stdout = String::from_utf8(bench.expect("the program starts").stdout).expect("text");
        assert_eq!(stdout.lines().last(), SIGNATURE.lines().next(), "{threads} threads");
    }
}
