//! Programs that some tests need: installed where that is possible, named where it is not.

use std::process::{Command, Stdio};

/// What a test cannot do without.
pub struct Missing {
    pub programs: &'static [&'static str],
    /// Debian's packages that have them.
    pub packages: &'static [&'static str],
    /// What is tested with them.
    pub what: &'static str,
}

/// Whether all programs are there, after trying to install those that are not.
pub fn provide(missing: &Missing) -> bool {
    let absent = || missing.programs.iter().find(|program| !has(program));
    let packages = missing.packages.join(" ");
    if let Some(program) = absent() {
        println!("{program} is missing; trying to install {packages}");
        install(missing.packages);
    }
    match absent() {
        Some(program) => {
            println!("skipped: {program} is missing; install {packages} to test {}", missing.what);
            false
        }
        None => true,
    }
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Where there are Debian's packages and whoever runs this may install them. One by one: some may have come another way.
fn install(packages: &[&str]) {
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    };
    apt(&["update", "-q"]);
    apt(&[&["install", "-yq", "--no-install-recommends"][..], packages].concat());
}
