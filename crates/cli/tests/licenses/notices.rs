//! The text of the notices: every license text once, followed by the packages that it covers with their copyright lines.

use std::fmt::Write as _;
use std::fs;

use super::packages::Package;

/// The line between a text and its packages.
pub const COVERS: &str = "This text covers:";
/// The line between two texts.
pub const RULE: &str = "--------------------------------------------------------------------------------";

const HEAD: &str = "\
Deepen contains the packages below. The list is that of the default build for Linux on x86-64. Where a package offers
several licenses, the one whose text covers it here is used.
";

/// Crates inside the Rust standard library that are linked into programs for Linux, and other copyright lines of it.
const STANDARD_LIBRARY: &str = "  Rust standard library (MIT OR Apache-2.0)
      Copyright (c) The Rust Project Developers
      Copyright (c) 2014 Alex Crichton (backtrace, cfg-if, rustc-demangle)
      Copyright (c) 2019 The Crossbeam Project Developers (mpmc)
      Copyright (c) 2016 Amanieu d'Antras (hashbrown)
      Copyright (c) 2015 The Rust Project Developers (gimli)
      Copyright (c) 2016-2018 The gimli Developers (addr2line)
      Copyright (c) 2015 The Gimli Developers (object)
      Copyright (c) 2014-2020 The Rust Project Developers (libc)
      It also contains adler2, memchr and miniz_oxide, which are in this list.
";

/// Returns the copyright line of a package that has no license file, from its manifest.
///
/// # Panics
/// If the license needs its text, and no text is known.
pub fn without_file(package: &Package) -> String {
    assert!(
        package.license == "MIT" && !package.authors.is_empty(),
        "{}: no license file",
        package.heading()
    );
    format!("Copyright (c) {}\n\n{}", package.authors.join(", "), mit_body())
}

/// A text with the packages that it covers, and their lines.
struct Group {
    text: String,
    /// The text with single spaces: texts that differ in line breaks only are the same.
    key: String,
    packages: Vec<(String, Vec<String>)>,
}

/// Returns the notices.
pub fn text(crates: &[Package], page: &[Package]) -> String {
    let mut groups = vec![Group { text: mit(), key: words(&mit_body()), packages: Vec::new() }];
    for package in crates.iter().chain(page) {
        let mut texts = package.texts.clone();
        if texts.is_empty() {
            texts.push(without_file(package));
        }
        for (i, text) in texts.iter().enumerate() {
            let (copyright, key) = split(text);
            let mut lines = copyright;
            if i == 0 {
                if lines.is_empty() && key == groups[0].key && !package.authors.is_empty() {
                    lines.push(format!("Authors: {}", package.authors.join(", ")));
                }
                lines.extend(package.lines.iter().filter(|line| !text.contains(*line)).cloned());
                lines.extend(package.remark.clone());
            }
            let entry = (package.heading(), lines);
            match groups.iter_mut().find(|group| group.key == key) {
                Some(group) => group.packages.push(entry),
                None => {
                    let text = text.trim_matches('\n').trim_end().to_string();
                    groups.push(Group { text, key, packages: vec![entry] });
                }
            }
        }
    }
    write(&groups)
}

fn write(groups: &[Group]) -> String {
    let mut out = format!("{HEAD}\n{RULE}\n");
    for (i, group) in groups.iter().enumerate() {
        let _ = writeln!(out, "{}\n\n{COVERS}", clean(&group.text));
        if i == 0 {
            let _ =
                write!(out, "  Deepen (MIT OR Apache-2.0)\n      {}\n{STANDARD_LIBRARY}", own_copyright());
        }
        for (heading, lines) in &group.packages {
            let _ = writeln!(out, "  {heading}");
            for line in lines {
                let _ = writeln!(out, "      {line}");
            }
        }
        let _ = writeln!(out, "\n{RULE}");
    }
    let unicode =
        fs::read_to_string(super::root().join("crates/cli/licenses/Unicode-3.0.txt")).expect("a text");
    let _ =
        writeln!(out, "{}\n\n{COVERS}\n  Tables of characters in the Rust standard library", clean(&unicode));
    out
}

/// Returns the text without spaces at the ends of lines.
fn clean(text: &str) -> String {
    let lines: Vec<&str> = text.trim_matches('\n').trim_end().lines().map(str::trim_end).collect();
    lines.join("\n")
}

fn mit() -> String {
    format!("MIT License\n\n{}", mit_body())
}

/// Returns the license of this repository without title and copyright.
fn mit_body() -> String {
    let own = own_license();
    own[own.find(PERMISSION).expect("the MIT license")..].trim_end().to_string()
}

fn own_copyright() -> String {
    own_license().lines().find(|line| is_copyright(line)).expect("a copyright line").to_string()
}

fn own_license() -> String {
    fs::read_to_string(super::root().join("LICENSE-MIT")).expect("the license of this repository")
}

const PERMISSION: &str = "Permission is hereby granted, free of charge";

/// Separates a text of the MIT license into the copyright lines and the words of the license; any other text is all words.
fn split(text: &str) -> (Vec<String>, String) {
    let whole = || (Vec::new(), words(text));
    let Some(at) = text.find(PERMISSION) else { return whole() };
    let body = words(&text[at..]);
    // A file of several notices stays as it is.
    if body != words(&mit_body()) || text[..at].contains("Licensed under") {
        return whole();
    }
    let is_title = |line: &str| {
        let line = line.trim_matches(['#', ' ', '(', ')', '.', ':']).to_lowercase();
        ["mit license", "the mit license", "the mit license (mit", "mit license (mit"]
            .contains(&line.as_str())
    };
    let head = text[..at].lines().map(str::trim).filter(|line| !line.is_empty() && !is_title(line));
    (head.map(str::to_string).collect(), body)
}

/// Returns the words of a text, with plain quotation marks.
fn words(text: &str) -> String {
    let text = text.replace(['“', '”'], "\"");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns true for `Copyright (c) …`, `Copyright © …` and `Copyright 2020 …`.
pub fn is_copyright(line: &str) -> bool {
    let rest = line.strip_prefix("Copyright ").unwrap_or_default();
    rest.starts_with(['(', '©', 'ⓒ', '1', '2'])
}
