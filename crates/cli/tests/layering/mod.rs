//! Dependencies between crates. A crate must not depend on crates above or beside it, nor print, read files or use clocks unless
//! it is listed here: a search that prints, or a puzzle that searches, fails this test.
//!
//! The checkers are functions over text and have unit tests.

mod lexer;
mod manifest;
mod source;

use std::fs;
use std::path::{Path, PathBuf};

/// The rules of a crate below this one.
struct Room {
    name: &'static str,
    /// Crates of this workspace it may depend on, tests included.
    workspace: &'static [&'static str],
    /// External crates it may depend on. A new one is a decision, so it is listed here.
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

/// A solver crate uses the contract and the crates below it.
const FAMILY: Room = Room {
    workspace: &["puzzle", "search", "solver"],
    external: &["hashbrown", "rayon", "serde_json", "thiserror"],
    ..PLAIN
};

/// Solver crates that depend on another. All others, future ones too, use the contract only.
const ON_CUBE3: [&str; 2] = ["cube3-optimal", "cube4"];

/// The command line is not listed: it may print and read files, and only its dependencies are checked.
const ROOMS: [Room; 5] = [
    Room { name: "puzzle", external: &["thiserror"], names: &["thread", "search", "solver"], ..PLAIN },
    Room {
        name: "search",
        external: &["hashbrown", "memmap2", "rustix"],
        // A handle of memory that processes share; nothing opens a file.
        may: &[("fs", "table/data")],
        names: &["puzzle", "solver"],
        words: &[
            "tile", "tiles", "cube", "cubes", "sliding", "board", "boards", "rubik", "puzzle", "puzzles",
        ],
        ..PLAIN
    },
    Room {
        name: "solver",
        workspace: &["puzzle", "search"],
        external: &["crc32fast", "rayon", "rustix", "serde", "serde_json", "thiserror"],
        may: &[("fs", "store")],
        ..PLAIN
    },
    Room {
        name: "cluster",
        workspace: &["search"],
        external: &["mpi"],
        names: &["puzzle", "solver"],
        // Launchers set variables that show a process that there are others.
        may: &[("env", "cluster")],
        ..PLAIN
    },
    // Only with its features: the tests of `puzzle` and `search` use it without them.
    Room {
        name: TESTKIT,
        workspace: &["search", "solver"],
        external: &["chacha20", "proptest"],
        // Fuzzing takes its length from the environment, and reports its speed and the input that breaks a law.
        may: &[("env", "samples"), ("env", "fuzz"), ("Instant", "fuzz"), ("eprintln!", "fuzz")],
        ..PLAIN
    },
];

/// The library, which depends on all solver crates.
const LIBRARY: Room = Room {
    name: "deepen",
    external: &["chacha20", "getrandom", "rayon", "rustix", "serde", "serde_json", "sysinfo"],
    // Time limits, and the time that tables and searches take.
    may: &[("Instant", "")],
    ..PLAIN
};

/// Front ends, with the crates of this workspace they may depend on.
const FRONT_ENDS: [(&str, &[&str]); 2] = [("server", &["deepen"]), ("cli", &["cluster", "deepen", "server"])];

/// Crates of the workspace that are no solver crates.
const OTHERS: [&str; 8] = ["cluster", "deepen", "puzzle", "search", "server", "solver", "testkit", "cli"];

/// The crate of helpers for tests, which is for `[dev-dependencies]` only.
const TESTKIT: &str = "testkit";

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates lie side by side").to_path_buf()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Names of the solver crates, which are their folders.
fn families() -> Vec<String> {
    let folder = crates().join("solvers");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let name = |entry: std::io::Result<fs::DirEntry>| {
        let name = entry.expect("a folder can be read to its end").file_name();
        name.to_str().expect("names of crates are text").to_string()
    };
    entries.map(name).collect()
}

/// All crates except the front ends: the folder of each, its rules, and the crates of this workspace it may depend on.
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
fn crates_have_only_allowed_dependencies() {
    let families = families();
    let all: Vec<&str> = families.iter().map(String::as_str).chain(OTHERS).collect();
    for (folder, room, friends) in rooms() {
        let manifest = read(&folder.join("Cargo.toml"));
        let friends: Vec<&str> = friends.iter().map(String::as_str).collect();
        let faults = manifest::faults(&manifest, &all, &friends, &[TESTKIT], room.external);
        assert!(faults.is_empty(), "{}: {}", folder.display(), faults.join("; "));
    }
    for (name, friends) in FRONT_ENDS {
        let manifest = read(&crates().join(name).join("Cargo.toml"));
        let faults = manifest::workspace_faults(&manifest, &all, friends, &[TESTKIT]);
        assert!(faults.is_empty(), "crate {name}: {}", faults.join("; "));
    }
}

#[test]
fn sources_use_only_allowed_names() {
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

/// A front end must not name a solver crate: it depends on the contract only.
#[test]
fn front_ends_know_no_family() {
    let families = families();
    let words: Vec<&str> = families.iter().map(String::as_str).collect();
    for (name, _) in FRONT_ENDS {
        for file in sources(&crates().join(name).join("src")) {
            let faults = source::faults(&read(&file), &[], &words);
            assert!(faults.is_empty(), "{}: {}", file.display(), faults.join("; "));
        }
    }
}

/// All sources in a folder except tests.
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
