//! The page of the web app: the program contains the page that its source builds to, and the page works in a browser.
//!
//! A separate program rather than a list of tests, because it needs Node, npm, the packages of the page and Chromium. Without them
//! it reports what is missing and passes.

mod http;
mod packages;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use http::Server;
use packages::{Needed, has_argument, may_install, skip};

const NEEDED: Needed = Needed {
    programs: &[("node", &["nodejs"]), ("npm", &["npm"]), ("chromium", &["chromium"])],
    what: "the page in a browser",
};

fn main() -> ExitCode {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/web");
    let can_test = || NEEDED.is_installed() && has_packages(&web);
    if has_argument("--list") || !can_test() || has_argument("--install") {
        return ExitCode::SUCCESS;
    }
    print!("test the page is built from its source ... ");
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dist");
    let _ = fs::remove_dir_all(&built);
    npm(&web, &["run", "check"]);
    npm(&web, &["run", "build", "--", built.to_str().expect("a path of letters")]);
    let (built, carried) = (files(&built), files(&web.join("dist")));
    let names = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&built), names(&carried), "web/dist has other files: npm run build");
    let differing: Vec<&PathBuf> = built.keys().filter(|name| built[*name] != carried[*name]).collect();
    assert!(differing.is_empty(), "web/dist is not what its source makes: {differing:?}; npm run build");
    println!("ok");
    println!("test the model of the page");
    npm(&web, &["test"]);
    println!("test the page in a browser");
    let server = Server::start(&[]);
    let status = Command::new("node").arg("e2e/run.mjs").arg(server.url()).current_dir(&web).status();
    let is_fine = status.expect("node starts").success();
    println!("{} passed, {} failed", 2 + u32::from(is_fine), u32::from(!is_fine));
    if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns true if the packages of the page are installed in the versions it names, if need be by this call. Otherwise reports that.
fn has_packages(web: &Path) -> bool {
    let succeeds = |arguments: &[&str]| try_npm(web, arguments).status.success();
    let is_installed = || succeeds(&["ls"]);
    let install = || succeeds(&["ci", "--no-audit", "--no-fund", "--prefer-offline"]);
    let has_all = is_installed() || may_install() && install() && is_installed();
    if !has_all {
        skip(NEEDED.what, "a package of crates/server/web");
    }
    has_all
}

fn try_npm(folder: &Path, arguments: &[&str]) -> Output {
    Command::new("npm").args(arguments).current_dir(folder).output().expect("npm starts")
}

fn npm(folder: &Path, arguments: &[&str]) {
    let output = try_npm(folder, arguments);
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (said(&output.stdout), said(&output.stderr));
    assert!(output.status.success(), "npm {arguments:?}:\n{out}\n{err}");
}

/// All files below a folder, by their paths in it.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).expect("folders can be read") {
            let path = entry.expect("folders can be read").path();
            match path.is_dir() {
                true => open.push(path),
                false => {
                    let name = path.strip_prefix(folder).expect("it is below").to_path_buf();
                    files.insert(name, fs::read(&path).expect("files can be read"));
                }
            }
        }
    }
    files
}
