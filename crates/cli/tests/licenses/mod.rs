//! The license notices that `deepen licenses` prints: complete, and up to date with the packages that the program contains.
//!
//! `DEEPEN_LICENSES=overwrite cargo test -p deepen-cli --test all licenses` rewrites the file, from the sources of the
//! linked crates (`cargo tree`) and from `web/dist/LICENSES.txt`, which the build of the page makes. Read the diff: a
//! package without a license file needs an entry in [`notices::without_file`].

mod notices;
mod packages;
mod page;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use packages::Package;

/// The variable with which the test writes the file.
const OVERWRITE: &str = "DEEPEN_LICENSES";

/// Names of hosts that the notices must not contain.
const REGISTRIES: [&str; 6] =
    ["crates.io", "npmjs", "docs.rs", "static.rust-lang.org", "registry.", "index.crates"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("licenses/THIRD_PARTY.txt")
}

/// Runs only where the file is about: another system links other packages, whose sources may be missing here.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn notices_cover_exactly_the_linked_packages() {
    let crates = packages::linked();
    let page = page::packages();
    if env::var_os(OVERWRITE).is_some_and(|value| value == "overwrite") {
        fs::write(file(), notices::text(&crates, &page)).expect("the file can be written");
    }
    let text = fs::read_to_string(file()).expect("the file can be read");
    let expected: BTreeSet<String> = crates.iter().chain(&page).map(Package::heading).collect();
    let found: BTreeSet<String> = headings(&text);
    let missing: Vec<_> = expected.difference(&found).collect();
    let superfluous: Vec<_> = found.difference(&expected).collect();
    assert!(
        missing.is_empty() && superfluous.is_empty(),
        "missing in {}: {missing:?}; not linked: {superfluous:?}; {OVERWRITE}=overwrite rewrites it",
        file().display()
    );
    // The texts, too: a package may change its license without a change of its name.
    assert!(text == notices::text(&crates, &page), "the texts differ; {OVERWRITE}=overwrite rewrites them");
}

/// Returns the packages that a text lists: `  name 1.2.3 (license)`, and nothing else is indented by two spaces.
fn headings(text: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut lists = false;
    for line in text.lines() {
        match line {
            notices::COVERS => lists = true,
            notices::RULE => lists = false,
            _ if lists => {
                let heading = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' '));
                all.extend(heading.map(str::to_string));
            }
            _ => {}
        }
    }
    all.retain(|heading| {
        heading.split(' ').nth(1).is_some_and(|v| v.starts_with(|c: char| c.is_ascii_digit()))
    });
    all
}

/// The packages of the page have the versions that its lock file names.
#[test]
fn page_notices_agree_with_the_lock_file() {
    let lock = fs::read_to_string(root().join("crates/server/web/package-lock.json")).expect("a lock file");
    let lock: serde_json::Value = serde_json::from_str(&lock).expect("JSON");
    let page = page::packages();
    assert!(page.len() >= 3, "{page:?}");
    for package in page {
        let locked = &lock["packages"][format!("node_modules/{}", package.name)]["version"];
        assert_eq!(locked.as_str(), Some(package.version.as_str()), "{}: npm run build", package.name);
    }
}

#[test]
fn notices_name_no_registry() {
    let text = fs::read_to_string(file()).expect("the file can be read");
    for host in REGISTRIES {
        assert!(!text.contains(host), "{host}");
    }
}

#[test]
fn the_program_prints_the_notices() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_deepen")).arg("licenses").output().expect("the program starts");
    assert_eq!(output.status.code(), Some(0));
    let text = fs::read(file()).expect("the file can be read");
    assert!(output.stdout == text && output.stderr.is_empty());
}
