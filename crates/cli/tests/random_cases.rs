//! A few hundred random combinations of puzzle, metric, goal, options, search, estimate and threads beside plain
//! enumeration. `DEEPEN_SEED` selects others; `cargo bench -p deepen --bench differential` compares thousands.
#![cfg(unix)]

#[path = "differential/mod.rs"]
mod harness;

#[test]
fn answers_are_those_of_plain_enumeration() {
    let seed = std::env::var("DEEPEN_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(21);
    let tally = harness::run(testkit::samples(100, 1000) as u64, seed, 0, None, &mut |_, _| {});
    let refused: u64 = tally.families.values().map(|counts| counts.refused).sum();
    let replayed: u64 = tally.families.values().map(|counts| counts.replayed).sum();
    assert!(tally.differences.is_empty(), "seed {seed}:\n{}", tally.differences.join("\n"));
    assert!(5 * (refused + replayed) < tally.total(), "{refused} refused, {replayed} only replayed");
}
