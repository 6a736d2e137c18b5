//! Who may know whom. Crates below must not learn what is above them or beside them, nor touch the outside world: a
//! search that prints, or a puzzle that searches, makes this test fail.
//!
//! The checkers are functions over text and are tested on texts of their own.

mod lexer;
mod manifest;
mod source;

use std::fs;
use std::path::{Path, PathBuf};

/// What a crate below this one may know.
struct Room {
    name: &'static str,
    /// Crates of this workspace it may depend on, tests included.
    workspace: &'static [&'static str],
    /// Crates from elsewhere it may depend on. One more is a decision, so it is written down here.
    external: &'static [&'static str],
    /// Names it must not use, on top of [`OUTSIDE`].
    names: &'static [&'static str],
    /// Names of [`OUTSIDE`] that it may use, each with the module that does.
    may: &'static [(&'static str, &'static str)],
    /// Words that none of its names may have.
    words: &'static [&'static str],
}

/// Printing, files, environment and clocks: for front ends only.
const OUTSIDE: [&str; 12] = [
    "print!",
    "println!",
    "eprint!",
    "eprintln!",
    "dbg!",
    "stdout",
    "stderr",
    "stdin",
    "fs",
    "env",
    "Instant",
    "SystemTime",
];

/// Families of puzzles, as crates and as words of names.
const FAMILIES: [&str; 8] =
    ["sliding", "cube2", "cube3", "cube3-optimal", "cube4", "square1", "shuffdle", "twisty"];

/// Words that no name of a front end may have: whoever knows a family by name knows more than its contract.
const FAMILY_WORDS: &[&str] = &["sliding", "cube2", "cube3", "cube4", "square1", "shuffdle", "twisty"];

const PLAIN: Room = Room { name: "", workspace: &[], external: &[], names: &[], may: &[], words: &[] };

/// A family knows the contract and what is below it.
const FAMILY: Room = Room {
    workspace: &["puzzle", "search", "solver"],
    external: &["hashbrown", "rayon", "serde_json", "thiserror"],
    ..PLAIN
};

/// Where there is an arrow from a family to another.
const ON_CUBE3: Room = Room { workspace: &["cube3", "puzzle", "search", "solver"], ..FAMILY };

/// The command line is not listed: it may touch everything, and only what it may know is checked.
const ROOMS: [Room; 14] = [
    Room { name: "puzzle", external: &["thiserror"], names: &["thread", "search", "solver"], ..PLAIN },
    Room {
        name: "search",
        external: &["hashbrown", "libc", "memmap2"],
        names: &["puzzle", "solver"],
        words: &[
            "tile", "tiles", "cube", "cubes", "sliding", "board", "boards", "rubik", "puzzle", "puzzles",
        ],
        ..PLAIN
    },
    Room {
        name: "solver",
        workspace: &["puzzle", "search"],
        external: &["crc32fast", "rayon", "serde", "serde_json", "thiserror"],
        may: &[("fs", "store")],
        ..PLAIN
    },
    Room { name: "solvers/sliding", ..FAMILY },
    Room { name: "solvers/cube2", ..FAMILY },
    Room { name: "solvers/cube3", ..FAMILY },
    Room { name: "solvers/cube3-optimal", ..ON_CUBE3 },
    Room { name: "solvers/cube4", ..ON_CUBE3 },
    Room { name: "solvers/square1", ..FAMILY },
    Room { name: "solvers/shuffdle", ..FAMILY },
    Room { name: "solvers/twisty", ..FAMILY },
    Room {
        name: "deepen",
        workspace: &[
            "cube2",
            "cube3",
            "cube3-optimal",
            "cube4",
            "puzzle",
            "search",
            "shuffdle",
            "sliding",
            "solver",
            "square1",
            "twisty",
        ],
        external: &["rand", "rand_chacha", "rayon", "serde", "serde_json", "sysinfo"],
        // Time limits, and the time that tables and searches take.
        may: &[("Instant", "")],
        ..PLAIN
    },
    Room {
        name: "cluster",
        workspace: &["search"],
        external: &["mpi"],
        names: &["puzzle", "solver"],
        // Launchers tell a process by its environment that there are others.
        may: &[("env", "cluster")],
        ..PLAIN
    },
    // Only with its feature `control`: the tests of `puzzle` and `search` use it without.
    Room { name: TESTKIT, workspace: &["search"], ..PLAIN },
];

/// Front ends: what they may know of this workspace.
const FACES: [(&str, &[&str]); 2] = [("server", &["deepen"]), ("cli", &["cluster", "deepen", "server"])];

/// All crates of the workspace.
const WORKSPACE: [&str; 15] = [
    "cluster",
    "cube2",
    "cube3",
    "cube3-optimal",
    "cube4",
    "deepen",
    "puzzle",
    "search",
    "server",
    "shuffdle",
    "sliding",
    "solver",
    "square1",
    "testkit",
    "twisty",
];

/// The crate of helpers for tests, which is for `[dev-dependencies]` only.
const TESTKIT: &str = "testkit";

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates lie side by side").to_path_buf()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn crates_depend_only_on_what_they_may() {
    for room in &ROOMS {
        let manifest = read(&crates().join(room.name).join("Cargo.toml"));
        let faults = manifest::faults(&manifest, &WORKSPACE, room.workspace, &[TESTKIT], room.external);
        assert!(faults.is_empty(), "crate {}: {}", room.name, faults.join("; "));
    }
    for (name, friends) in FACES {
        let manifest = read(&crates().join(name).join("Cargo.toml"));
        let faults = manifest::workspace_faults(&manifest, &WORKSPACE, friends, &[TESTKIT]);
        assert!(faults.is_empty(), "crate {name}: {}", faults.join("; "));
    }
}

/// A new family is its crate and a line in the registry, so there must be no crate that these tests do not know.
#[test]
fn every_family_is_known() {
    let folder = crates().join("solvers");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let name = entry.expect("a folder can be read to its end").file_name();
        let name = name.to_str().expect("names of crates are text");
        assert!(FAMILIES.contains(&name), "solvers/{name} is checked by no rule");
    }
}

#[test]
fn sources_name_only_what_they_may() {
    for room in &ROOMS {
        let folder = crates().join(room.name).join("src");
        let files = sources(&folder);
        assert!(!files.is_empty(), "crate {} has no sources", room.name);
        for file in files {
            let is_in = |module: &str| {
                let path = folder.join(module);
                module.is_empty() || file.starts_with(&path) || file == path.with_extension("rs")
            };
            let may = |name: &str| room.may.iter().any(|(known, module)| *known == name && is_in(module));
            let outside = OUTSIDE.iter().filter(|name| !may(name));
            let names: Vec<&str> = outside.chain(room.names).copied().collect();
            let faults = source::faults(&read(&file), &names, room.words);
            assert!(faults.is_empty(), "{}: {}", file.display(), faults.join("; "));
        }
    }
}

#[test]
fn front_ends_know_no_family() {
    for (name, _) in FACES {
        for file in sources(&crates().join(name).join("src")) {
            let faults = source::faults(&read(&file), &[], FAMILY_WORDS);
            assert!(faults.is_empty(), "{}: {}", file.display(), faults.join("; "));
        }
    }
}

/// All sources in a folder but those of tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.expect("a folder can be read to its end").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            files.push(path);
        }
    }
    files
}
