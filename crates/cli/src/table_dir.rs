//! The folder in which large tables are kept, if any: as option, as the environment says, or where programs of this system
//! keep what they can make again.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use deepen::front::catalog;
use deepen::{Error, Store};

use crate::args;

/// What asks for no folder.
const NONE: &str = "none";
/// The folder of this program among others.
const OWN: &str = "deepen";

/// Where tables are kept.
///
/// # Errors
/// If the user names a folder that is none, or a new one inside a folder that does not exist: it may be mistyped. One that
/// the environment names is not worth refusing everything: what cannot be kept there is told.
pub fn store(args: &args::Tables) -> Result<Store, Error> {
    let var = |name: &str| env::var_os(name);
    let Some(folder) = folder(args.tables.clone(), var) else { return Ok(Store::nowhere()) };
    // Others may have another current folder.
    let folder = std::path::absolute(&folder).unwrap_or(folder);
    if args.tables.is_some() {
        check(&folder)?;
    }
    Ok(Store::at(folder).shared(has_neighbours()).with_catalog(catalog))
}

/// True if tables can be kept in a folder that the user names. It may be new, but not the folder it is in.
fn check(folder: &Path) -> Result<(), Error> {
    let at = |message: &str, path: &Path| Err(Error::usage(message).at(path.display().to_string()));
    match folder.parent() {
        _ if folder.is_dir() => Ok(()),
        _ if folder.exists() => at("not a folder, expected one to keep tables in", folder),
        Some(parent) if !parent.is_dir() => {
            at("no such folder, expected the one that the tables' folder is in", parent)
                .map_err(|failure: Error| failure.hint("make it first, or correct --tables"))
        }
        _ => Ok(()),
    }
}

/// Whether other ranks run on this machine, as Open MPI's launcher or one of MPICH's family says.
fn has_neighbours() -> bool {
    let n = |name: &str| env::var(name).ok()?.parse::<u32>().ok();
    ["OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"].into_iter().find_map(n).is_some_and(|n| n > 1)
}

/// The folder, by what was option for and the environment. None to keep nothing, as option or because there is no place.
fn folder(option: Option<PathBuf>, var: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let var = |name: &str| var(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = option.or_else(|| var("DEEPEN_TABLES")) {
        return (folder != *NONE).then_some(folder);
    }
    let caches = match env::consts::OS {
        "windows" => var("LOCALAPPDATA"),
        "macos" => var("HOME").map(|home| home.join("Library/Caches")),
        // What is not absolute does not count, as freedesktop.org has it.
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
    #[cfg(target_os = "linux")]
    fn the_nearest_wish_counts() {
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
