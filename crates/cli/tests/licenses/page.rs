//! The packages that the web page contains, from the notices that its build makes.

use std::fs;

use super::packages::Package;

/// Returns the packages of `web/dist/LICENSES.txt`.
pub fn packages() -> Vec<Package> {
    let path = super::root().join("crates/server/web/dist/LICENSES.txt");
    let text = fs::read_to_string(path).expect("the page has its notices");
    let rule = format!("{}\n", "=".repeat(80));
    text.split(&rule).skip(1).map(package).collect()
}

/// Parses `name version (license), remark.`, one more line of remarks, an empty line and the text.
fn package(section: &str) -> Package {
    let (head, text) = section.split_once("\n\n").expect("an empty line before the text");
    let (heading, remark) = head.split_once("), ").expect("a remark");
    let (package, license) = heading.split_once(" (").expect("a license");
    let (name, version) = package.split_once(' ').expect("a version");
    Package {
        name: name.to_string(),
        version: version.to_string(),
        license: license.to_string(),
        authors: Vec::new(),
        texts: vec![text.trim().to_string()],
        lines: Vec::new(),
        remark: Some(format!("In the web page, {}", remark.replace('\n', " "))),
    }
}
