//! Time from an interrupt to the end of the program, in every long phase of work, at several moments of each.
//!
//! `cargo bench -p deepen-cli --bench interrupts`

#[path = "../tests/interrupts/mod.rs"]
mod interrupts;

use std::time::Duration;

use interrupts::{PHASES, interrupt};

/// Milliseconds after the start at which a phase is interrupted.
const DELAYS: [u64; 6] = [50, 150, 400, 1000, 2000, 4000];

fn main() {
    println!("{:26} {:>6} {:>6}  milliseconds from an interrupt to the end", "phase", "median", "worst");
    for (name, arguments) in PHASES {
        let mut times: Vec<u128> = Vec::new();
        for delay in DELAYS {
            let Some(ended) = interrupt(arguments, "-INT", Duration::from_millis(delay)) else { break };
            // It may have come to its end at that moment.
            assert!(matches!(ended.code, Some(5 | 0)), "{name} after {delay} ms: {ended:?}");
            times.push(ended.latency.as_millis());
        }
        times.sort_unstable();
        match times.last() {
            Some(worst) => println!("{name:26} {:6} {worst:6}", times[times.len() / 2]),
            None => println!("{name:26} ended before {} ms", DELAYS[0]),
        }
    }
}
