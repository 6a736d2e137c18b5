//! The crates that are linked into `deepen`, with the license files and copyright lines of their sources.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

/// The system that the notices are for.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// A package that the program contains.
#[derive(Debug)]
pub struct Package {
    pub name: String,
    pub version: String,
    /// The license expression of its manifest.
    pub license: String,
    /// The authors of its manifest, without addresses.
    pub authors: Vec<String>,
    /// The texts of the licenses that apply, of third-party parts, too.
    pub texts: Vec<String>,
    /// Copyright lines of source files.
    pub lines: Vec<String>,
    /// A remark that the license requires.
    pub remark: Option<String>,
}

impl Package {
    /// Returns the line that lists the package.
    pub fn heading(&self) -> String {
        format!("{} {} ({})", self.name, self.version, self.license)
    }
}

/// Returns the linked crates by name: dependencies of the default build without procedural macros, which only run in the
/// compiler, and without the crates of this repository.
pub fn linked() -> Vec<Package> {
    let tree = cargo(&[
        "tree",
        "-p=deepen-cli",
        "-e=normal,no-proc-macro",
        "--prefix=none",
        "--target",
        TARGET,
        "-f={p}",
    ]);
    let mut names: Vec<(&str, &str)> = Vec::new();
    for line in tree.lines().filter(|line| !line.is_empty() && !line.contains("(/")) {
        let mut words = line.split(' ');
        let (name, version) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        names.push((name, version.strip_prefix('v').unwrap_or(version)));
    }
    names.sort_unstable();
    names.dedup();
    assert!(names.len() > 50, "{names:?}");
    let metadata: Value =
        serde_json::from_str(&cargo(&["metadata", "--format-version=1", "--filter-platform", TARGET]))
            .expect("JSON");
    let manifests: BTreeMap<(&str, &str), &Value> = metadata["packages"]
        .as_array()
        .expect("a list of packages")
        .iter()
        .map(|package| ((string(&package["name"]), string(&package["version"])), package))
        .collect();
    names.iter().map(|name| read(manifests[name])).collect()
}

fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns the output of cargo, which may not use the network.
fn cargo(arguments: &[&str]) -> String {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(arguments)
        .args(["--offline", "--locked"])
        .current_dir(super::root())
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn read(manifest: &Value) -> Package {
    let dir = Path::new(string(&manifest["manifest_path"])).parent().expect("a manifest is in a directory");
    let license = string(&manifest["license"]).replace('/', " OR ");
    let author = |author: &Value| string(author).split(" <").next().unwrap_or_default().to_string();
    Package {
        name: string(&manifest["name"]).to_string(),
        version: string(&manifest["version"]).to_string(),
        authors: manifest["authors"]
            .as_array()
            .map(|all| all.iter().map(author).collect())
            .unwrap_or_default(),
        texts: license_files(dir, &license).iter().map(|path| read_text(path)).collect(),
        lines: source_copyrights(&dir.join("src")),
        license,
        remark: None,
    }
}

fn read_text(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.replace("\r\n", "\n")
}

/// Returns the license files that apply. Where MIT is one of several licenses to choose from, it is chosen; the files of the
/// others are left out, and files about third-party parts stay.
fn license_files(dir: &Path, license: &str) -> Vec<PathBuf> {
    let stem = |path: &PathBuf| {
        path.file_name().map(|name| name.to_string_lossy().to_uppercase()).unwrap_or_default()
    };
    let is_license = |path: &PathBuf| {
        let name = stem(path);
        ["LICENSE", "LICENCE", "UNLICENSE", "COPYING", "COPYRIGHT", "NOTICE"]
            .iter()
            .any(|s| name.starts_with(s))
    };
    let mut files: Vec<PathBuf> = below(dir, 0).into_iter().filter(is_license).collect();
    files.extend(below(&dir.join("src"), 9).into_iter().filter(is_license));
    files.sort();
    let is_mit = |path: &PathBuf| stem(path).starts_with("LICENSE-MIT");
    if license.contains(" OR ") && !license.contains(" AND ") && files.iter().any(is_mit) {
        let others = ["LICENSE-APACHE", "LICENSE-0BSD", "LICENSE-ZLIB", "UNLICENSE", "COPYING"];
        files.retain(|path| {
            stem(path) != "LICENSE" && !others.iter().any(|other| stem(path).starts_with(other))
        });
    }
    files
}

/// Returns the files of a directory, with those of its directories to a depth.
fn below(dir: &Path, depth: usize) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = fs::read_dir(dir) else { return files };
    for entry in entries {
        let path = entry.expect("a directory can be read").path();
        match path.is_dir() {
            true if depth > 0 => files.extend(below(&path, depth - 1)),
            true => {}
            false => files.push(path),
        }
    }
    files
}

/// Returns the copyright lines of source files, each once.
fn source_copyrights(dir: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    let mut files = below(dir, 9);
    files.sort();
    for path in files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs")) {
        for line in read_text(path).lines() {
            let comment = line.trim_start();
            let text = comment.trim_start_matches(['/', '*', '!']).trim();
            let is_notice = comment.len() > text.len() && super::notices::is_copyright(text);
            // "See the COPYRIGHT file at the top-level directory of this distribution" continues on the next line.
            let text = text.split(" See the COPYRIGHT").next().unwrap_or(text);
            if is_notice && !lines.iter().any(|known| known == text) {
                lines.push(text.to_string());
            }
        }
    }
    lines
}
