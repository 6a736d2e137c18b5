//! Texts made to take too long or too much memory, and a limit that fails a test instead of letting it hang.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Time for one hostile text. Parsers need some ten milliseconds for a megabyte; a parser that takes quadratic time
/// needs many minutes. Only the difference between the two is tested, so that a slow machine does not fail.
const LIMIT: Duration = Duration::from_secs(60);

/// Calls `check` with hostile texts: small ones, or of a megabyte in a long run.
///
/// # Panics
/// Panics if `check` does, or takes longer than linear time could explain.
pub fn check_hostile_texts(name: &str, words: &[&str], check: impl Fn(&str) + Send + Clone + 'static) {
    let n_bytes = if super::variable("DEEPEN_FUZZ_INPUTS").is_some() { 1 << 20 } else { 1 << 13 };
    for (shape, text) in hostile_texts(n_bytes, words) {
        let (check, started) = (check.clone(), Instant::now());
        within_limit(&format!("{name}, {shape}"), move || check(&text));
        if started.elapsed() > LIMIT / 60 {
            eprintln!("hostile {name}, {shape}: {:.1} s", started.elapsed().as_secs_f64());
        }
    }
}

/// Returns texts of about `n_bytes` bytes: deep brackets, open and closed, of all kinds; each word of the format
/// repeated with and without white space between; one long word; many short lines.
fn hostile_texts(n_bytes: usize, words: &[&str]) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    let mut add = |name: &str, unit: &str| {
        let times = n_bytes.div_ceil(unit.len().max(1));
        texts.push((format!("{name} {unit:?}"), unit.repeat(times)));
    };
    for open in ["(", "[", "{", "((", "[[", "[(", "( ", "{\"a\":", "[,", "\"", "\\", "/*"] {
        add("open", open);
    }
    for unit in
        ["a", "A", "0", "9", " ", "\n", "\r", "#", "#\n", ".", "é", "\u{feff}", "-", "'", ",", "1 ", "1\n"]
    {
        add("repeated", unit);
    }
    for word in words {
        add("joined", word);
        add("spaced", &format!("{word} "));
        add("lines", &format!("{word}\n"));
    }
    // Brackets that are closed, at the depths where parsers set their limits.
    for depth in [50, 64, 100, 128, 1000] {
        for (open, close) in [("(", ")"), ("[", "]"), ("[", ",]"), ("[", ":]"), ("{\"a\":", "}"), ("(", ")9")]
        {
            texts.push((format!("depth {depth} {open}{close}"), open.repeat(depth) + &close.repeat(depth)));
        }
    }
    texts
}

/// Runs a function, and panics if it does not return in time.
///
/// # Panics
/// Panics if the function does, or does not return in time; its thread is then left to the end of the process.
pub fn within_limit(name: &str, run: impl FnOnce() + Send + 'static) {
    let (done, is_done) = mpsc::channel();
    let worker = thread::spawn(move || {
        run();
        // The receiver is gone if the time is up.
        let _ = done.send(());
    });
    match is_done.recv_timeout(LIMIT) {
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("{name}: still running after {} s", LIMIT.as_secs()),
        // Without a message the thread has panicked, which `join` reports.
        Ok(()) | Err(mpsc::RecvTimeoutError::Disconnected) => {
            assert!(worker.join().is_ok(), "{name}: panicked");
        }
    }
}
