//! Thousands of random combinations compared with plain enumeration: numbers by family, differences, and time.
//! Arguments: combinations, seed, the first group, and optionally one family.
//!
//! `cargo bench -p deepen --bench differential -- 10000 21`

#[path = "../tests/differential/mod.rs"]
mod harness;

use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let number = |i: usize, usual: u64| words.get(i).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (n, seed, first) = (number(0, 10_000), number(1, 21), number(2, 0));
    let started = Instant::now();
    let mut n_told = 0;
    let mut report = |group: u64, tally: &harness::Tally| {
        for difference in &tally.differences[n_told..] {
            println!("{difference}");
        }
        n_told = tally.differences.len();
        if group.is_multiple_of(100) {
            eprintln!("group {group}: {} of {n}, {:.0} s", tally.total(), started.elapsed().as_secs_f64());
        }
    };
    let tally = harness::run(n, seed, first, words.get(3).map(String::as_str), &mut report);
    println!("\n{:10} {:>8} {:>8} {:>8} {:>8}", "family", "equal", "replayed", "refused", "differ");
    for (family, counts) in &tally.families {
        let harness::Counts { agreed, replayed, refused, different } = counts;
        println!("{family:10} {agreed:8} {replayed:8} {refused:8} {different:8}");
    }
    for (message, n) in &tally.refusals {
        println!("refused {n} times: {message}");
    }
    let seconds = started.elapsed().as_secs_f64();
    if let Some((own, programs)) = processor_seconds() {
        println!("processor: enumeration {own:.0} s, the program {programs:.0} s");
    }
    println!(
        "{} combinations, seed {seed}, {} differences, {seconds:.0} s",
        tally.total(),
        tally.differences.len()
    );
    assert!(tally.differences.is_empty(), "the program differs from plain enumeration");
}

/// Processor seconds of this program and of those that it ran, where the system reports it.
fn processor_seconds() -> Option<(f64, f64)> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<f64> =
        text.rsplit(')').next()?.split_whitespace().skip(1).filter_map(|field| field.parse().ok()).collect();
    // Fields 14 to 17 of the whole line, in hundredths.
    Some(((fields.get(10)? + fields.get(11)?) / 100.0, (fields.get(12)? + fields.get(13)?) / 100.0))
}
