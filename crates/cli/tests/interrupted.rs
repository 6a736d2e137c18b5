//! Every long phase of work ends by itself when it is interrupted or terminated.

use std::time::Duration;

use crate::interrupts::{PHASES, interrupt};

#[test]
fn every_long_phase_can_be_interrupted() {
    for (i, (name, arguments)) in PHASES.into_iter().enumerate() {
        let signal = ["-INT", "-TERM"][i % 2];
        // None took less than this at the time of writing, so all are interrupted at work.
        let ended = interrupt(arguments, signal, Duration::from_millis(150));
        let ended = ended.unwrap_or_else(|| panic!("{name} ended by itself"));
        // An improvement that is interrupted has a solution already.
        let expected = if name.ends_with("improvement") { 0 } else { 5 };
        assert_eq!(ended.code, Some(expected), "{name} after {signal}, {:?} later", ended.latency);
    }
}
