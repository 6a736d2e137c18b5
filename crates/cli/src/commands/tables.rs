//! `deepen tables`: the tables that are or can be stored on this machine.

use std::io::{Write, stdout};
use std::path::Path;

use deepen::front::{Progress as _, Watch};
use deepen::search::{Control, Limits};
use deepen::solver::StoredTable;
use deepen::solver::store::{Fault, State, UnusedFile};
use deepen::solver::verify::Verdict;
use deepen::{Error, ErrorKind, Registry, Store, json, memory};

use crate::args::values::registry;
use crate::args::{TablesArgs, TablesCommand};
use crate::context::OutputMode;
use crate::exit::Exit;
use crate::json::{StoredTableLine, UnusedTable};
use crate::progress::Progress;
use crate::table_dir;
use crate::text::{Align, grouped, table};

pub fn run(args: &TablesArgs, mode: OutputMode, watch: &Watch) -> anyhow::Result<Exit> {
    let store = table_dir::store(&args.tables)?;
    match &args.task {
        None | Some(TablesCommand::List) => list(&store, mode),
        Some(task) if store.folder().is_none() => {
            let message = match task {
                TablesCommand::Build { .. } => "no directory to store tables in",
                _ => "no directory with stored tables",
            };
            Err(Error::usage(message).hint("set --tables or DEEPEN_TABLES").into())
        }
        Some(TablesCommand::Build { names, max_memory }) => {
            let tables = named(names, &store)?;
            let limit = max_memory.unwrap_or_else(memory::default_limit);
            if let Some(table) = tables.iter().find(|table| table.peak > limit) {
                let (peak, limit) = (memory::show(table.peak), memory::show(limit));
                let message = format!("building {} needs {peak}, and the limit is {limit}", table.name());
                return Err(Error::usage(message).hint("raise it with --max-memory").into());
            }
            build(&tables, &store, mode, watch)
        }
        Some(TablesCommand::Verify { names, full }) => {
            verify(&named(names, &store)?, (names.is_empty(), *full), &store, mode, watch)
        }
        Some(TablesCommand::Remove { unused: true, .. }) => remove_unused(&store, mode),
        Some(TablesCommand::Remove { names, .. }) => {
            remove(&named(names, &store)?, names.is_empty(), &store, mode)
        }
    }
}

/// Returns tables by name, or all tables if there are no names.
fn named(names: &[String], store: &Store) -> Result<Vec<StoredTable>, Error> {
    if names.is_empty() {
        return Ok(all(store));
    }
    let find = |name: &String| {
        registry().stored_table(name).ok_or_else(|| {
            Error::usage(format!("unknown table {name:?}")).hint("deepen tables lists all names")
        })
    };
    names.iter().map(find).collect()
}

/// Returns the tables that solvers declare, and stored tables of other boards, goals and groups of tiles.
fn all(store: &Store) -> Vec<StoredTable> {
    let mut tables = registry().stored_tables();
    let is_other = |name: &String| tables.iter().all(|table| table.name() != name);
    let names: Vec<String> = store.names().into_iter().filter(is_other).collect();
    tables.extend(names.iter().filter_map(|name| registry().stored_table(name)));
    tables
}

fn list(store: &Store, mode: OutputMode) -> anyhow::Result<Exit> {
    let mut out = stdout().lock();
    let mut rows = vec![["TABLE", "SIZE", "STATE"].map(String::from).to_vec()];
    let unused = unused(store)?;
    for stored in all(store) {
        let (state, fault) = match store.state(&stored.spec) {
            // The file that is there instead is listed as not used.
            State::Absent | State::Unusable(Fault::OtherFormat(_) | Fault::Foreign) => ("absent", None),
            State::Ready => ("ready", None),
            State::Unusable(fault) => ("damaged", Some(fault.to_string())),
        };
        if mode.json {
            json::write(&mut out, &table_line(&stored, state, fault))?;
            continue;
        }
        let state = fault.map_or(state.to_string(), |fault| format!("{state}: {fault}"));
        rows.push(vec![stored.name().to_string(), memory::show(stored.spec.bytes), state]);
    }
    if !mode.json {
        if !mode.quiet {
            match store.folder() {
                Some(folder) => writeln!(out, "{}", folder.display())?,
                None => writeln!(out, "nothing is stored")?,
            }
        }
        write!(out, "{}", table(&[Align::Left, Align::Right, Align::Left], &rows))?;
    }
    list_unused(&mut out, &unused, mode)?;
    out.flush()?;
    Ok(Exit::Done)
}

/// Returns the files that this version does not use.
fn unused(store: &Store) -> Result<Vec<UnusedFile>, Error> {
    let folder = || store.folder().unwrap_or(Path::new("")).display().to_string();
    store.unused().map_err(|error| Error::io("read", &folder(), &error))
}

/// Lists unused files under a heading, if there are any.
fn list_unused(out: &mut impl Write, files: &[UnusedFile], mode: OutputMode) -> anyhow::Result<()> {
    if mode.json {
        return files.iter().try_for_each(|file| Ok(json::write(out, &unused_table(file, "unused"))?));
    }
    if files.is_empty() {
        return Ok(());
    }
    if !mode.quiet {
        let bytes = memory::show(files.iter().map(|file| file.bytes).sum());
        writeln!(
            out,
            "\nnot used by this version, {bytes} in total; deepen tables remove --unused removes them"
        )?;
    }
    let mut rows = vec![["FILE", "SIZE", "REASON"].map(String::from).to_vec()];
    for file in files {
        rows.push(vec![file_name(file).to_string(), memory::show(file.bytes), file.reason.to_string()]);
    }
    Ok(write!(out, "{}", table(&[Align::Left, Align::Right, Align::Left], &rows))?)
}

fn file_name(file: &UnusedFile) -> &str {
    file.path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

fn unused_table<'a>(file: &'a UnusedFile, state: &'static str) -> UnusedTable<'a> {
    let table = file.path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let reason = file.reason.to_string();
    UnusedTable { table, file: file_name(file), bytes: file.bytes, state, used: false, reason }
}

/// Removes the files that this version does not use. If one cannot be removed, the others still are.
fn remove_unused(store: &Store, mode: OutputMode) -> anyhow::Result<Exit> {
    let mut out = stdout().lock();
    let (mut is_any, mut failure) = (false, None);
    for file in unused(store)? {
        match store.remove_unused(&file) {
            Ok(true) if mode.json => json::write(&mut out, &unused_table(&file, "removed"))?,
            Ok(true) => writeln!(out, "{}: removed, {}", file_name(&file), memory::show(file.bytes))?,
            // Another process removed it first.
            Ok(false) => continue,
            Err(error) => {
                let fault = Error::io("remove", &file.path.display().to_string(), &error);
                failure.get_or_insert(fault);
            }
        }
        is_any = true;
    }
    if let (false, false, Some(folder)) = (is_any, mode.json, store.folder()) {
        writeln!(out, "no unused tables in {}", folder.display())?;
    }
    out.flush()?;
    failure.map_or(Ok(Exit::Done), |failure| Err(failure.into()))
}

fn build(tables: &[StoredTable], store: &Store, mode: OutputMode, watch: &Watch) -> anyhow::Result<Exit> {
    for stored in tables {
        let was_ready = matches!(store.state(&stored.spec), State::Ready);
        let progress = Progress::new(mode);
        let guard = watch.guard(None);
        let control = Control::new(Limits::default(), &progress, &guard.stop);
        let is_made = Registry::new(store).build_table(stored.name(), &control);
        progress.end();
        if !is_made {
            return Ok(Exit::Limit);
        }
        if !matches!(store.state(&stored.spec), State::Ready) {
            // The reason has been printed as a warning.
            return Err(Error::new(ErrorKind::Io, format!("table {} was not stored", stored.name())).into());
        }
        print_line(&table_line(stored, if was_ready { "ready" } else { "made" }, None), mode)?;
    }
    Ok(Exit::Done)
}

/// Checks the checksums of tables, and then their entries. A table that was asked for by name must be there.
fn verify(
    tables: &[StoredTable],
    (all, is_full): (bool, bool),
    store: &Store,
    mode: OutputMode,
    watch: &Watch,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Done;
    let mut is_any = false;
    for stored in tables {
        let checked = match store.verify(&stored.spec, &|| !watch.is_cancelled()) {
            Ok(false) if all => continue,
            Ok(false) => Err(None),
            Ok(true) => match verify_entries(stored, is_full, store, mode, watch)? {
                Some(Verdict::Right(n)) => Ok(Some(n)),
                Some(Verdict::Wrong(law)) => Err(Some(format!("its values are wrong: {law}"))),
                Some(Verdict::Stopped) => return Ok(Exit::Limit),
                Some(Verdict::Unreadable) => Err(Some("it cannot be used".to_string())),
                None => Ok(None),
            },
            Err(Fault::Stopped) => return Ok(Exit::Limit),
            Err(fault) => Err(Some(fault.to_string())),
        };
        is_any = true;
        let line = match checked {
            Ok(entries) => StoredTableLine { entries, ..table_line(stored, "verified", None) },
            Err(fault) => {
                exit = Exit::Io;
                table_line(stored, if fault.is_some() { "damaged" } else { "absent" }, fault)
            }
        };
        print_line(&line, mode)?;
    }
    if !is_any {
        print_none(store, mode)?;
    }
    Ok(exit)
}

/// Checks entries of a table by the laws of distances.
fn verify_entries(
    stored: &StoredTable,
    is_full: bool,
    store: &Store,
    mode: OutputMode,
    watch: &Watch,
) -> Result<Option<Verdict>, Error> {
    let progress = Progress::new(mode);
    let guard = watch.guard(None);
    let control = Control::new(Limits::default(), &progress, &guard.stop);
    let verdict = Registry::new(store).verify_table(stored.name(), is_full, &control);
    progress.end();
    verdict
}

/// Removes tables. A table that was asked for by name must be there.
fn remove(tables: &[StoredTable], all: bool, store: &Store, mode: OutputMode) -> anyhow::Result<Exit> {
    let (mut exit, mut is_any) = (Exit::Done, false);
    for stored in tables {
        let removed = store.remove(&stored.spec);
        let removed = removed.map_err(|error| Error::io("remove", stored.name(), &error))?;
        match removed {
            true => print_line(&table_line(stored, "removed", None), mode)?,
            false if all => continue,
            false => {
                exit = Exit::Io;
                print_line(&table_line(stored, "absent", None), mode)?;
            }
        }
        is_any = true;
    }
    if !is_any {
        print_none(store, mode)?;
    }
    Ok(exit)
}

/// Reports that there are no tables. In JSON there is no line then.
fn print_none(store: &Store, mode: OutputMode) -> anyhow::Result<()> {
    if let (false, Some(folder)) = (mode.json, store.folder()) {
        let mut out = stdout().lock();
        writeln!(out, "no tables are stored in {}", folder.display())?;
        out.flush()?;
    }
    Ok(())
}

/// Prints a line about one table.
fn print_line(line: &StoredTableLine<'_>, mode: OutputMode) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    let StoredTableLine { table, state, fault, entries, .. } = line;
    match (fault, entries) {
        _ if mode.json => json::write(&mut out, line)?,
        (Some(fault), _) => writeln!(out, "{table}: {state}: {fault}")?,
        (None, Some(n)) => {
            writeln!(out, "{table}: {state}, {} entries obey the laws of distances", grouped(*n))?;
        }
        (None, None) => writeln!(out, "{table}: {state}")?,
    }
    Ok(out.flush()?)
}

fn table_line<'a>(
    stored: &'a StoredTable,
    state: &'static str,
    fault: Option<String>,
) -> StoredTableLine<'a> {
    StoredTableLine { table: stored.name(), bytes: stored.spec.bytes, state, fault, entries: None }
}
