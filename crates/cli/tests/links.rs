//! Relative links in the Markdown files of the repository lead to files that exist and to headings that exist.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders without documents of this project.
const SKIPPED: [&str; 4] = ["target", "node_modules", ".git", "dist"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository has a root")
}

fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry of the folder").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        if path.is_dir() && !SKIPPED.contains(&name) {
            documents(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// Returns the lines outside fenced and indented code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_fenced = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        !is_fenced && !is_fence && !line.starts_with("    ")
    })
}

/// Returns the text without code spans, in which brackets are no links.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

/// Returns the anchor that code hosts give a heading: lower case, hyphens for spaces, no other punctuation.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Returns the anchors of a document. Equal headings are numbered.
fn anchors(text: &str) -> HashSet<String> {
    let mut times: HashMap<String, usize> = HashMap::new();
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let mut number = |heading: &str| {
        let anchor = anchor(heading.trim_start_matches('#'));
        let n = times.entry(anchor.clone()).or_default();
        *n += 1;
        if *n == 1 { anchor } else { format!("{anchor}-{}", *n - 1) }
    };
    headings.map(&mut number).collect()
}

/// Returns the targets of inline links and images.
fn targets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text).map(without_code) {
        let mut rest = &line[..];
        while let Some(at) = rest.find("](") {
            rest = &rest[at + 2..];
            let end = rest.find(')').unwrap_or(rest.len());
            found.push(rest[..end].to_string());
        }
    }
    found
}

/// Returns the broken links of a document, each with its target.
fn broken(path: &Path, text: &str) -> Vec<String> {
    let is_broken = |target: &String| {
        let (file, fragment) = target.split_once('#').unwrap_or((target, ""));
        let file = match file {
            "" => path.to_path_buf(),
            file => path.parent().expect("a file is in a folder").join(file),
        };
        let is_document = file.extension().is_some_and(|extension| extension == "md");
        let has_heading = || fs::read_to_string(&file).is_ok_and(|text| anchors(&text).contains(fragment));
        !file.exists() || !fragment.is_empty() && is_document && !has_heading()
    };
    let is_relative = |target: &String| !target.contains("://") && !target.starts_with("mailto:");
    targets(text).into_iter().filter(is_relative).filter(is_broken).collect()
}

#[test]
fn relative_links_lead_somewhere() {
    let mut found = Vec::new();
    documents(&root(), &mut found);
    assert!(found.len() > 20, "{} documents", found.len());
    for path in found {
        let text = fs::read_to_string(&path).expect("a document is text");
        let broken = broken(&path, &text);
        assert!(broken.is_empty(), "{}: broken links {broken:?}", path.display());
    }
}

#[test]
fn broken_links_are_found() {
    let readme = root().join("README.md");
    let text = "[a](README.md) [b](missing.md) [c](#no-such-heading) `[d](code.md)`\n\n    [e](block.md)\n";
    assert_eq!(broken(&readme, text), ["missing.md", "#no-such-heading"]);
    assert_eq!(anchor(" The 4x4x4: `--goal` (all)"), "the-4x4x4---goal-all");
}
