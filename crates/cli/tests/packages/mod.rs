//! Programs that some tests need. Tests install nothing by themselves: one whose programs are missing reports it and passes, unless
//! [`INSTALL`] or the argument `--install` asks for them, as `.ci/run` does.

use std::env;
use std::process::{Command, Stdio};

/// The environment variable that allows tests to install what they need, if it is `1`.
pub const INSTALL: &str = "DEEPEN_TEST_INSTALL";

/// The programs that a test needs.
pub struct Needed {
    /// Each with the packages of Debian that it comes with.
    pub programs: &'static [(&'static str, &'static [&'static str])],
    /// The subject of the test.
    pub what: &'static str,
}

impl Needed {
    /// Returns true if all programs are installed, if need be by this call. Otherwise reports the first that is missing.
    pub fn is_installed(&self) -> bool {
        let missing = || self.programs.iter().filter(|(program, _)| !has(program));
        if missing().next().is_some() && may_install() {
            // Not those that are there: one from elsewhere may be in the way of Debian's.
            let packages: Vec<&str> = missing().flat_map(|(_, packages)| *packages).copied().collect();
            println!("installing {}", packages.join(" "));
            install(&packages);
        }
        match missing().next() {
            Some((program, _)) => {
                skip(self.what, program);
                false
            }
            None => true,
        }
    }
}

/// Returns true if tests may install what they need.
pub fn may_install() -> bool {
    has_argument("--install") || env::var_os(INSTALL).is_some_and(|value| value == "1")
}

/// Returns true if the test was started with this argument. With `--install` it installs and tests nothing; with `--list` it only names
/// its tests, which are none.
pub fn has_argument(wanted: &str) -> bool {
    env::args().any(|argument| argument == wanted)
}

/// Reports that something is not tested, because something else is not installed.
pub fn skip(what: &str, missing: &str) {
    match may_install() {
        true => println!("skipped: {what}; {missing} is not installed, and cannot be installed here"),
        false => {
            println!("skipped: {what}; {missing} is not installed; .ci/run or {INSTALL}=1 installs it");
        }
    }
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Installs packages of Debian, which only root can do. A failure shows in the programs that are still missing.
fn install(packages: &[&str]) {
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    };
    apt(&["update", "-q"]);
    apt(&[&["install", "-yq", "--no-install-recommends"][..], packages].concat());
}
