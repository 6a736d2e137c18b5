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
        // An improvement that is interrupted may have a solution already.
        let is_expected = ended.code == Some(5) || name.ends_with("improvement") && ended.code == Some(0);
        assert!(is_expected, "{name} after {signal}: code {:?} after {:?}", ended.code, ended.latency);
    }
}
