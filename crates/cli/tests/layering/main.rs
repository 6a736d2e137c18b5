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

/// Printing, files, environment and clocks: for the outermost crate only.
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

const ROOMS: [Room; 4] = [
    Room {
        name: "puzzle",
        workspace: &[],
        external: &["thiserror"],
        names: &["thread", "search", "solve"],
        may: &[],
        words: &[],
    },
    Room {
        name: "search",
        workspace: &[],
        external: &["hashbrown", "libc", "memmap2"],
        names: &["puzzle", "solve"],
        may: &[],
        words: &[
            "tile", "tiles", "cube", "cubes", "sliding", "board", "boards", "rubik", "puzzle", "puzzles",
        ],
    },
    Room {
        name: "solve",
        workspace: &["puzzle", "search"],
        external: &["crc32fast", "hashbrown", "rayon", "thiserror"],
        names: &[],
        may: &[("fs", "store")],
        words: &[],
    },
    Room {
        name: "mpi",
        workspace: &["search"],
        external: &["mpi"],
        names: &["puzzle", "solve"],
        // Launchers tell a process by its environment that there are others.
        may: &[("env", "cluster")],
        words: &[],
    },
];

/// All crates of the workspace.
const WORKSPACE: [&str; 5] = ["puzzle", "search", "solve", "cluster", "deepen"];

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
        let faults = manifest::faults(&manifest, &WORKSPACE, room.workspace, room.external);
        assert!(faults.is_empty(), "crate {}: {}", room.name, faults.join("; "));
    }
    let manifest = read(&crates().join("app").join("Cargo.toml"));
    let faults = manifest::workspace_faults(&manifest, &WORKSPACE, &["puzzle", "search", "solve", "cluster"]);
    assert!(faults.is_empty(), "crate app: {}", faults.join("; "));
}

#[test]
fn sources_name_only_what_they_may() {
    for room in &ROOMS {
        let folder = crates().join(room.name).join("src");
        let files = sources(&folder);
        assert!(!files.is_empty(), "crate {} has no sources", room.name);
        for file in files {
            let is_in = |module: &str| {
                let module = folder.join(module);
                file.starts_with(&module) || file == module.with_extension("rs")
            };
            let may = |name: &str| room.may.iter().any(|(known, module)| *known == name && is_in(module));
            let outside = OUTSIDE.iter().filter(|name| !may(name));
            let names: Vec<&str> = outside.chain(room.names).copied().collect();
            let faults = source::faults(&read(&file), &names, room.words);
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
