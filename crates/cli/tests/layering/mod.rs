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

const PLAIN: Room = Room { name: "", workspace: &[], external: &[], names: &[], may: &[], words: &[] };

/// A family knows the contract and what is below it.
const FAMILY: Room = Room {
    workspace: &["puzzle", "search", "solver"],
    external: &["hashbrown", "rayon", "serde_json", "thiserror"],
    ..PLAIN
};

/// Families with an arrow to another. All others, those to come too, know the contract only.
const ON_CUBE3: [&str; 2] = ["cube3-optimal", "cube4"];

/// The command line is not listed: it may touch everything, and only what it may know is checked.
const ROOMS: [Room; 5] = [
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
    Room {
        name: "cluster",
        workspace: &["search"],
        external: &["mpi"],
        names: &["puzzle", "solver"],
        // Launchers tell a process by its environment that there are others.
        may: &[("env", "cluster")],
        ..PLAIN
    },
    // Only with its features: the tests of `puzzle` and `search` use it without.
    Room {
        name: TESTKIT,
        workspace: &["search", "solver"],
        external: &["proptest", "rand_chacha"],
        may: &[("env", "samples")],
        ..PLAIN
    },
];

/// The library, which knows all families.
const LIBRARY: Room = Room {
    name: "deepen",
    external: &["rand", "rand_chacha", "rayon", "serde", "serde_json", "sysinfo"],
    // Time limits, and the time that tables and searches take.
    may: &[("Instant", "")],
    ..PLAIN
};

/// Front ends: what they may know of this workspace.
const FACES: [(&str, &[&str]); 2] = [("server", &["deepen"]), ("cli", &["cluster", "deepen", "server"])];

/// Crates of the workspace that are no families.
const OTHERS: [&str; 8] = ["cluster", "deepen", "puzzle", "search", "server", "solver", "testkit", "cli"];

/// The crate of helpers for tests, which is for `[dev-dependencies]` only.
const TESTKIT: &str = "testkit";

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates lie side by side").to_path_buf()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Names of the families: the folders of their crates.
fn families() -> Vec<String> {
    let folder = crates().join("solvers");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let name = |entry: std::io::Result<fs::DirEntry>| {
        let name = entry.expect("a folder can be read to its end").file_name();
        name.to_str().expect("names of crates are text").to_string()
    };
    entries.map(name).collect()
}

/// All crates but the front ends: the folder of each, its rules, and what it may know of this workspace.
fn rooms() -> Vec<(PathBuf, &'static Room, Vec<String>)> {
    let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    let family = |name: &String| {
        let mut friends = owned(FAMILY.workspace);
        if ON_CUBE3.contains(&&name[..]) {
            friends.push("cube3".to_string());
        }
        (crates().join("solvers").join(name), &FAMILY, friends)
    };
    let known = families().into_iter().chain(owned(&["puzzle", "search", "solver"])).collect();
    let plain = ROOMS.iter().map(|room| (crates().join(room.name), room, owned(room.workspace)));
    let library = (crates().join(LIBRARY.name), &LIBRARY, known);
    plain.chain(families().iter().map(family)).chain([library]).collect()
}

#[test]
fn crates_depend_only_on_what_they_may() {
    let families = families();
    let all: Vec<&str> = families.iter().map(String::as_str).chain(OTHERS).collect();
    for (folder, room, friends) in rooms() {
        let manifest = read(&folder.join("Cargo.toml"));
        let friends: Vec<&str> = friends.iter().map(String::as_str).collect();
        let faults = manifest::faults(&manifest, &all, &friends, &[TESTKIT], room.external);
        assert!(faults.is_empty(), "{}: {}", folder.display(), faults.join("; "));
    }
    for (name, friends) in FACES {
        let manifest = read(&crates().join(name).join("Cargo.toml"));
        let faults = manifest::workspace_faults(&manifest, &all, friends, &[TESTKIT]);
        assert!(faults.is_empty(), "crate {name}: {}", faults.join("; "));
    }
}

#[test]
fn sources_name_only_what_they_may() {
    for (folder, room, _) in rooms() {
        let folder = folder.join("src");
        let files = sources(&folder);
        assert!(!files.is_empty(), "{} has no sources", folder.display());
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

/// A front end that names a family depends on more than the contract.
#[test]
fn front_ends_know_no_family() {
    let families = families();
    let words: Vec<&str> = families.iter().map(String::as_str).collect();
    for (name, _) in FACES {
        for file in sources(&crates().join(name).join("src")) {
            let faults = source::faults(&read(&file), &[], &words);
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
