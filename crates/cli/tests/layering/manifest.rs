//! The dependencies of a manifest.

use toml::Table;

/// Dependencies that are not allowed: any crate of the workspace or from elsewhere that is not listed. Tests may use
/// anything from elsewhere, but of the workspace only `friends` and `test_friends`.
pub fn faults(
    manifest: &str,
    workspace: &[&str],
    friends: &[&str],
    test_friends: &[&str],
    external: &[&str],
) -> Vec<String> {
    let mut faults = workspace_faults(manifest, workspace, friends, test_friends);
    for name in dependencies(manifest, &["dependencies", "build-dependencies"]) {
        if !workspace.contains(&&name[..]) && !external.contains(&&name[..]) {
            faults.push(format!("depends on {name}"));
        }
    }
    faults
}

/// Dependencies on crates of the workspace that are not among `friends`, and those of tests that are not among
/// `test_friends` either.
pub fn workspace_faults(
    manifest: &str,
    workspace: &[&str],
    friends: &[&str],
    test_friends: &[&str],
) -> Vec<String> {
    let is_stranger = |name: &String| workspace.contains(&&name[..]) && !friends.contains(&&name[..]);
    let mut strangers = dependencies(manifest, &["dependencies", "build-dependencies"]);
    let of_tests = dependencies(manifest, &["dev-dependencies"]);
    strangers.extend(of_tests.into_iter().filter(|name| !test_friends.contains(&&name[..])));
    strangers.into_iter().filter(is_stranger).map(|name| format!("must not know {name}")).collect()
}

/// Names of the dependencies of some kinds, on all targets, by their package names, not by their names in the crate.
fn dependencies(manifest: &str, kinds: &[&str]) -> Vec<String> {
    let manifest: Table = manifest.parse().expect("manifests are TOML");
    let targets = manifest.get("target").and_then(|targets| targets.as_table());
    let targets =
        targets.into_iter().flat_map(|targets| targets.values()).filter_map(|target| target.as_table());
    let mut names = Vec::new();
    for table in [&manifest].into_iter().chain(targets) {
        for kind in kinds {
            let listed = table.get(*kind).and_then(|listed| listed.as_table());
            for (name, details) in listed.into_iter().flatten() {
                let package = details.get("package").and_then(|package| package.as_str());
                names.push(package.unwrap_or(name).to_string());
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(manifest: &str, expected: &[&str]) {
        let faults =
            faults(manifest, &["puzzle", "search", "testkit"], &["puzzle"], &["testkit"], &["thiserror"]);
        assert_eq!(faults, expected, "{manifest}");
    }

    #[test]
    fn listed_crates_are_allowed() {
        check("[package]\nname = \"x\"", &[]);
        check("[dependencies]\npuzzle.workspace = true\nthiserror = \"2\"", &[]);
        check("[dev-dependencies]\nproptest = \"1\"\npuzzle = { path = \"../puzzle\" }", &[]);
        check("[dev-dependencies]\ntestkit.workspace = true", &[]);
    }

    #[test]
    fn crates_that_are_not_listed_are_a_fault() {
        check("[dependencies]\nserde = \"1\"", &["depends on serde"]);
        check("[build-dependencies]\ncc = \"1\"", &["depends on cc"]);
        check("[dependencies]\nsearch.workspace = true", &["must not know search"]);
        check("[dev-dependencies]\nsearch = { path = \"../search\" }", &["must not know search"]);
        check("[dependencies]\ntestkit.workspace = true", &["must not know testkit"]);
        check("[build-dependencies]\ntestkit.workspace = true", &["must not know testkit"]);
        check("[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"", &["depends on libc"]);
        check("[dependencies]\nerrors = { package = \"anyhow\", version = \"1\" }", &["depends on anyhow"]);
    }
}
