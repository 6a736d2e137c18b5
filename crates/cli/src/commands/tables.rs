//! `deepen tables`: what is kept on this machine, and what could be.

use std::io::{Write, stdout};
use std::path::Path;

use deepen::front::{Progress as _, Watch};
use deepen::search::{Control, Limits};
use deepen::solver::StoredTable;
use deepen::solver::store::{Fault, State, UnusedFile};
use deepen::{Error, ErrorKind, Registry, Store, json, memory};

use crate::args::values::registry;
use crate::args::{TablesArgs, TablesCommand};
use crate::context::OutputMode;
use crate::exit::Exit;
use crate::json::{StoredTableLine, UnusedTable};
use crate::progress::Progress;
use crate::table_dir;
use crate::text::{Align, table};

pub fn run(args: &TablesArgs, mode: OutputMode, watch: &Watch) -> anyhow::Result<Exit> {
    let store = table_dir::store(&args.tables)?;
    match &args.task {
        None | Some(TablesCommand::List) => list(&store, mode),
        Some(task) if store.folder().is_none() => {
            let message = match task {
                TablesCommand::Build { .. } => "tables cannot be kept: no folder is given",
                _ => "there are no kept tables: no folder is given",
            };
            Err(Error::usage(message).hint("name one with --tables or DEEPEN_TABLES").into())
        }
        Some(TablesCommand::Build { names, max_memory }) => {
            let tables = named(names, &store)?;
            let limit = max_memory.unwrap_or_else(memory::default_limit);
            if let Some(table) = tables.iter().find(|table| table.peak > limit) {
                let (peak, limit) = (memory::show(table.peak), memory::show(limit));
                let message = format!("making {} takes {peak}, and {limit} may be used", table.name());
                return Err(Error::usage(message).hint("allow more with --max-memory").into());
            }
            build(&tables, &store, mode, watch)
        }
        Some(TablesCommand::Verify { names }) => {
            verify(&named(names, &store)?, names.is_empty(), &store, mode, watch)
        }
        Some(TablesCommand::Remove { unused: true, .. }) => remove_unused(&store, mode),
        Some(TablesCommand::Remove { names, .. }) => {
            remove(&named(names, &store)?, names.is_empty(), &store, mode)
        }
    }
}

/// Tables by their names; all of them if there are none.
fn named(names: &[String], store: &Store) -> Result<Vec<StoredTable>, Error> {
    if names.is_empty() {
        return Ok(all(store));
    }
    let find = |name: &String| {
        registry().stored_table(name).ok_or_else(|| {
            Error::usage(format!("there is no table {name:?}")).hint("deepen tables lists all")
        })
    };
    names.iter().map(find).collect()
}

/// The tables that everyone may need, and those of other boards, goals and groups of tiles that are kept.
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
    for kept in all(store) {
        let (state, fault) = match store.state(&kept.spec) {
            // What lies there instead is listed as not used.
            State::Absent | State::Unusable(Fault::OtherFormat(_) | Fault::Foreign) => ("absent", None),
            State::Ready => ("ready", None),
            State::Unusable(fault) => ("damaged", Some(fault.to_string())),
        };
        if mode.json {
            json::write(&mut out, &table_line(&kept, state, fault))?;
            continue;
        }
        let state = fault.map_or(state.to_string(), |fault| format!("{state}: {fault}"));
        rows.push(vec![kept.name().to_string(), memory::show(kept.spec.bytes), state]);
    }
    if !mode.json {
        if !mode.quiet {
            match store.folder() {
                Some(folder) => writeln!(out, "{}", folder.display())?,
                None => writeln!(out, "nothing is kept")?,
            }
        }
        write!(out, "{}", table(&[Align::Left, Align::Right, Align::Left], &rows))?;
    }
    list_unused(&mut out, &unused, mode)?;
    out.flush()?;
    Ok(Exit::Done)
}

/// Files that this version does not use.
fn unused(store: &Store) -> Result<Vec<UnusedFile>, Error> {
    let folder = || store.folder().unwrap_or(Path::new("")).display().to_string();
    store.unused().map_err(|error| Error::io("read", &folder(), &error))
}

/// Lists them under a heading of their own, if there are any.
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
            "\nnot used by this version, {bytes} in all; deepen tables remove --unused removes them"
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

/// Removes the files that this version does not use. One that cannot be removed does not keep the others.
fn remove_unused(store: &Store, mode: OutputMode) -> anyhow::Result<Exit> {
    let mut out = stdout().lock();
    let (mut is_any, mut failure) = (false, None);
    for file in unused(store)? {
        match store.remove_unused(&file) {
            Ok(true) if mode.json => json::write(&mut out, &unused_table(&file, "removed"))?,
            Ok(true) => writeln!(out, "{}: removed, {}", file_name(&file), memory::show(file.bytes))?,
            // Another process was faster.
            Ok(false) => continue,
            Err(error) => {
                let fault = Error::io("removed", &file.path.display().to_string(), &error);
                failure.get_or_insert(fault);
            }
        }
        is_any = true;
    }
    if let (false, false, Some(folder)) = (is_any, mode.json, store.folder()) {
        writeln!(out, "no unused tables are in {}", folder.display())?;
    }
    out.flush()?;
    failure.map_or(Ok(Exit::Done), |failure| Err(failure.into()))
}

fn build(tables: &[StoredTable], store: &Store, mode: OutputMode, watch: &Watch) -> anyhow::Result<Exit> {
    for kept in tables {
        let was_ready = matches!(store.state(&kept.spec), State::Ready);
        let progress = Progress::new(mode);
        let guard = watch.guard(None);
        let control = Control::new(Limits::default(), &progress, &guard.stop);
        let is_made = Registry::new(store).make_table(kept.name(), &control);
        progress.end();
        if !is_made {
            return Ok(Exit::Limit);
        }
        if !matches!(store.state(&kept.spec), State::Ready) {
            // Why has been told as a warning.
            return Err(Error::new(ErrorKind::Io, format!("table {} was not kept", kept.name())).into());
        }
        tell(kept, if was_ready { "ready" } else { "made" }, None, mode)?;
    }
    Ok(Exit::Done)
}

fn verify(
    tables: &[StoredTable],
    all: bool,
    store: &Store,
    mode: OutputMode,
    watch: &Watch,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Done;
    let mut is_any = false;
    for kept in tables {
        let (state, fault): (_, Option<Fault>) = match store.verify(&kept.spec, &|| !watch.is_cancelled()) {
            Ok(false) if all => continue,
            Ok(false) => ("absent", None),
            Ok(true) => ("verified", None),
            Err(Fault::Stopped) => return Ok(Exit::Limit),
            Err(fault) => ("damaged", Some(fault)),
        };
        if fault.is_some() {
            exit = Exit::Io;
        }
        is_any = true;
        tell(kept, state, fault.map(|fault| fault.to_string()), mode)?;
    }
    if !is_any {
        tell_none(store, mode)?;
    }
    Ok(exit)
}

fn remove(tables: &[StoredTable], all: bool, store: &Store, mode: OutputMode) -> anyhow::Result<Exit> {
    let mut is_any = false;
    for kept in tables {
        let removed = store.remove(&kept.spec);
        let removed = removed.map_err(|error| Error::io("removed", kept.name(), &error))?;
        match removed {
            true => tell(kept, "removed", None, mode)?,
            false if all => continue,
            false => tell(kept, "absent", None, mode)?,
        }
        is_any = true;
    }
    if !is_any {
        tell_none(store, mode)?;
    }
    Ok(Exit::Done)
}

/// There is none. In JSON, no line says the same.
fn tell_none(store: &Store, mode: OutputMode) -> anyhow::Result<()> {
    if let (false, Some(folder)) = (mode.json, store.folder()) {
        let mut out = stdout().lock();
        writeln!(out, "no tables are kept in {}", folder.display())?;
        out.flush()?;
    }
    Ok(())
}

/// A line about one table.
fn tell(
    kept: &StoredTable,
    state: &'static str,
    fault: Option<String>,
    mode: OutputMode,
) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    match (mode.json, &fault) {
        (true, _) => json::write(&mut out, &table_line(kept, state, fault))?,
        (false, Some(fault)) => writeln!(out, "{}: {state}: {fault}", kept.name())?,
        (false, None) => writeln!(out, "{}: {state}", kept.name())?,
    }
    Ok(out.flush()?)
}

fn table_line<'a>(kept: &'a StoredTable, state: &'static str, fault: Option<String>) -> StoredTableLine<'a> {
    StoredTableLine { table: kept.name(), bytes: kept.spec.bytes, state, fault }
}
