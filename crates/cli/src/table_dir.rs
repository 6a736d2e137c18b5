//! The directory in which large tables are stored, if any: that of the option, of the environment, or the user's cache
//! directory.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use deepen::front::catalog;
use deepen::{Error, Store, memory};

use crate::args;

/// The value that means no directory.
const NONE: &str = "none";
/// Default of `--max-tables`.
const MAX_TABLES: &str = "DEEPEN_MAX_TABLES";
/// The directory of this program in the cache directory.
const OWN: &str = "deepen";

/// Returns the store of tables.
///
/// # Errors
/// If DEEPEN_MAX_TABLES is no size, or --tables names something that is no directory, or a new directory whose parent does not exist: it may be mistyped. A
/// directory of the environment is not checked, because a command must not fail for it: tables that cannot be stored are
/// reported.
pub fn store(args: &args::TableDir) -> Result<Store, Error> {
    let var = |name: &str| env::var_os(name);
    let Some(folder) = folder(args.tables.clone(), var) else { return Ok(Store::nowhere()) };
    // Later changes of the working directory must not matter.
    let folder = std::path::absolute(&folder).unwrap_or(folder);
    if args.tables.is_some() {
        check(&folder)?;
    }
    let max_bytes = max_bytes(args.max_tables, var)?;
    Ok(Store::at(folder).shared(has_neighbours()).with_catalog(catalog).with_max_bytes(max_bytes))
}

/// Returns the size limit of the directory: that of the option or of the environment.
fn max_bytes(option: Option<u64>, var: impl Fn(&str) -> Option<OsString>) -> Result<Option<u64>, Error> {
    let text = var(MAX_TABLES).filter(|value| !value.is_empty());
    match (option, text) {
        (Some(bytes), _) => Ok(Some(bytes)),
        (None, Some(text)) => memory::parse(&text.to_string_lossy())
            .map(Some)
            .map_err(|expected| Error::usage(format!("{MAX_TABLES} is {}: {expected}", text.display()))),
        (None, None) => Ok(None),
    }
}

/// Checks a directory of --tables. It may be new, but its parent must exist.
fn check(folder: &Path) -> Result<(), Error> {
    let at = |message: &str, path: &Path| Err(Error::usage(message).at(path.display().to_string()));
    match folder.parent() {
        _ if folder.is_dir() => Ok(()),
        _ if folder.exists() => at("not a directory, expected one for tables", folder),
        Some(parent) if !parent.is_dir() => {
            at("no such directory, expected the parent of the directory for tables", parent)
                .map_err(|failure: Error| failure.hint("create it first, or correct --tables"))
        }
        _ => Ok(()),
    }
}

/// True if other ranks run on this machine, according to the variables of Open MPI's or MPICH's launcher.
fn has_neighbours() -> bool {
    let n = |name: &str| env::var(name).ok()?.parse::<u32>().ok();
    ["OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"].into_iter().find_map(n).is_some_and(|n| n > 1)
}

/// Returns the directory of the option or of the environment. None to store nothing, by request or because no place is known.
fn folder(option: Option<PathBuf>, var: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let var = |name: &str| var(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = option.or_else(|| var("DEEPEN_TABLES")) {
        return (folder != *NONE).then_some(folder);
    }
    let caches = match env::consts::OS {
        "windows" => var("LOCALAPPDATA"),
        "macos" => var("HOME").map(|home| home.join("Library/Caches")),
        // Relative paths are ignored, as freedesktop.org specifies.
        _ => var("XDG_CACHE_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| var("HOME").map(|home| home.join(".cache"))),
    };
    caches.map(|caches| caches.join(OWN))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(option: Option<&str>, environment: &[(&str, &str)], expected: Option<&str>) {
        let var = |name: &str| {
            environment.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        };
        assert_eq!(folder(option.map(PathBuf::from), var), expected.map(PathBuf::from));
    }

    #[test]
    fn the_limit_is_a_size() {
        let var = |text: &str| {
            let text = OsString::from(text);
            move |name: &str| (name == MAX_TABLES).then(|| text.clone())
        };
        assert_eq!(max_bytes(Some(5), var("1G")).ok(), Some(Some(5)));
        assert_eq!(max_bytes(None, var("1G")).ok(), Some(Some(1 << 30)));
        assert_eq!(max_bytes(None, var("")).ok(), Some(None));
        let refused = max_bytes(None, var("many")).expect_err("no size");
        assert_eq!(refused.message, "DEEPEN_MAX_TABLES is many: expected a size like 500M, 2GiB or 4G");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_option_wins_over_the_environment() {
        let (tables, xdg, home) = (("DEEPEN_TABLES", "/t"), ("XDG_CACHE_HOME", "/x"), ("HOME", "/h"));
        check(Some("d"), &[tables, xdg, home], Some("d"));
        check(Some("none"), &[tables, xdg, home], None);
        check(None, &[tables, xdg, home], Some("/t"));
        check(None, &[("DEEPEN_TABLES", "none"), xdg, home], None);
        check(None, &[("DEEPEN_TABLES", ""), xdg, home], Some("/x/deepen"));
        check(None, &[("XDG_CACHE_HOME", "x"), home], Some("/h/.cache/deepen"));
        check(None, &[home], Some("/h/.cache/deepen"));
        check(None, &[], None);
    }
}
