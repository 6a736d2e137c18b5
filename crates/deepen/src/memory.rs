//! Memory sizes: parsing, formatting and the default limit.
//!
//! ```
//! use deepen::memory;
//!
//! assert_eq!(memory::parse("1.5 GiB"), Ok(3 << 29));
//! assert_eq!(memory::show(3 << 29), "1.5 GiB");
//! ```

use solver::{Error, input_text};
use sysinfo::{CGroupLimits, ProcessRefreshKind, ProcessesToUpdate, System};

use crate::threads;

const KIBI: u64 = 1 << 10;

/// Units as in `dd` and `ls`: a letter alone or with `iB` counts in 1024, with `B` in 1000.
const UNITS: [(&str, u64); 14] = [
    ("", 1),
    ("b", 1),
    ("k", KIBI),
    ("kib", KIBI),
    ("kb", 1000),
    ("m", 1 << 20),
    ("mib", 1 << 20),
    ("mb", 1_000_000),
    ("g", 1 << 30),
    ("gib", 1 << 30),
    ("gb", 1_000_000_000),
    ("t", 1 << 40),
    ("tib", 1 << 40),
    ("tb", 1_000_000_000_000),
];

/// Parses a size like `500M`, `2GiB` or `1.5 GB` into bytes.
pub fn parse(text: &str) -> Result<u64, String> {
    let expected = || "expected a size like 500M, 2GiB or 4G".to_string();
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let unit = unit.trim().to_ascii_lowercase();
    let &(_, factor) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(expected)?;
    let number: f64 = number.parse().map_err(|_| expected())?;
    let bytes = number * factor as f64;
    match bytes {
        // Beyond this a float does not represent every integer, and no machine has that much.
        _ if bytes >= 1e18 => Err("the size is too large".to_string()),
        _ if bytes < 1.0 => Err(expected()),
        _ => Ok(bytes as u64),
    }
}

/// Formats a number of bytes like `11.3 GiB`.
pub fn show(bytes: u64) -> String {
    input_text::format_bytes(bytes)
}

/// Returns half of the free memory, so that the machine stays usable during a search. The limits of a container, of this
/// process's control group (systemd, Slurm) and of its address space (`ulimit -v`) are taken into account.
pub fn default_limit() -> u64 {
    let mut system = System::new();
    system.refresh_memory();
    let mut free = system.available_memory();
    for group in groups(&mut system).into_iter().flatten() {
        if group.total_memory < system.total_memory() {
            // The page cache counts as used, too, but gives way.
            free = free.min(group.total_memory.saturating_sub(group.rss));
        }
    }
    let addresses = address_space().map(|limit| limit.saturating_sub(threads::reserved(limit)));
    addresses.map_or(free, |limit| free.min(limit)) / 2
}

/// The limits of the control group that is the root here, as in a container, and of the group of this process.
fn groups(system: &mut System) -> [Option<CGroupLimits>; 2] {
    let own = sysinfo::get_current_pid().ok().and_then(|pid| {
        let only = ProcessesToUpdate::Some(&[pid]);
        system.refresh_processes_specifics(only, false, ProcessRefreshKind::nothing());
        system.process(pid)?.cgroup_limits()
    });
    [system.cgroup_limits(), own]
}

/// The least address space in which a small puzzle can be solved.
const MIN_ADDRESS_SPACE: u64 = 160 << 20;

/// Checks that the address space of this process is not limited to less than every search needs.
///
/// # Errors
/// If it is.
pub fn check_address_space() -> Result<(), Error> {
    match address_space() {
        Some(limit) if limit < MIN_ADDRESS_SPACE => {
            let (limit, least) = (show(limit), show(MIN_ADDRESS_SPACE));
            let message = format!("the address space is limited to {limit}, expected at least {least}");
            Err(Error::usage(message).hint("raise the limit of the shell: ulimit -v"))
        }
        _ => Ok(()),
    }
}

/// Returns the limit of this process's address space, if it has one.
pub(crate) fn address_space() -> Option<u64> {
    #[cfg(unix)]
    {
        rustix::process::getrlimit(rustix::process::Resource::As).current
    }
    #[cfg(not(unix))]
    {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<u64>) {
        assert_eq!(parse(text).ok(), expected, "{text:?}");
    }

    #[test]
    fn sizes() {
        check("1", Some(1));
        check("4096", Some(4096));
        check("500M", Some(500 << 20));
        check("2GiB", Some(2 << 30));
        check("2 gb", Some(2_000_000_000));
        check("1.5k", Some(1536));
        check("4G", Some(4 << 30));
        check("1T", Some(1 << 40));
    }

    #[test]
    fn no_sizes() {
        for text in ["", "M", "-1G", "1.2.3M", "5X", "0", "0.1", "lots", "1e9", "99999999999G", "1 0"] {
            check(text, None);
        }
    }

    #[test]
    fn what_is_shown_can_be_read() {
        for places in 0..59 {
            for bytes in [1_u64 << places, (3 << places) / 2, (2 << places) - 1] {
                let (shown, read) = (show(bytes), parse(&show(bytes)).expect("a size"));
                assert!(read.abs_diff(bytes) <= bytes / 19, "{bytes}: {shown}");
            }
        }
        assert_eq!(show(5000 << 40), "5000.0 TiB");
    }

    #[test]
    fn something_is_free() {
        assert!(default_limit() > 0);
    }
}
