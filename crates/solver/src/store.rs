//! The table store: a cache directory with one file per table, which every process that uses the table reads into its
//! memory, or into memory that several share. The only file I/O in the crates below the front ends.
//!
//! A missing table is built by one process while others wait for its lock. A table with a wrong header or checksum is
//! rebuilt, and a table that cannot be stored is used from memory: nothing here fails, but the observer is notified
//! ([`TableNote`]). The content of the tables is up to the solvers, which identify each by a [`Spec`].

mod file;
mod header;
mod room;
mod shared;
mod unused;

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use search::table::data::{Plain, TableData};
use search::table::levels::{assert_levels, wrong_level};
use search::{Control, Observer, TableNote};

pub use self::header::{Fault, Spec};
pub use self::unused::{Catalog, Unused, UnusedFile};
use crate::error::{Cancelled, Error};

/// Interval between two attempts to get the lock of a table that another process is building.
const LOCK_POLL: Duration = Duration::from_millis(20);

/// Size from which the progress of the checksum test is reported; smaller tables are read in a moment.
const REPORTED_BYTES: u64 = 1 << 30;

/// A cache directory of tables, or none.
#[derive(Clone, Default, Debug)]
pub struct Store {
    folder: Option<PathBuf>,
    is_shared: bool,
    catalog: Option<Catalog>,
    /// Most bytes that all tables together may have on disk.
    max_bytes: Option<u64>,
    /// Files of older versions that were reported already.
    reported: Arc<Mutex<BTreeSet<PathBuf>>>,
}

/// A complete table with its statistics.
pub struct FilledTable<T: Plain> {
    /// The items.
    pub items: TableData<T>,
    /// Number of entries at each distance.
    pub distribution: Vec<u64>,
}

/// A table that a solver needs.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// Its identity.
    pub spec: &'a Spec,
    /// Its name in progress reports.
    pub label: &'a str,
    /// Number of entries at each distance, as far as it is known. A table with other numbers is never used.
    pub levels: &'a [u64],
}

/// Receives the work done and the total; returns false to stop.
pub type ReportProgress<'a> = &'a (dyn Fn(u64, u64) -> bool + Sync);

/// State of a stored table.
#[derive(Debug)]
pub enum State {
    /// There is no file.
    Absent,
    /// Complete, judging by header and size.
    Ready,
    /// A file that cannot be used.
    Unusable(Fault),
}

impl Store {
    /// Creates a store without a directory: nothing is stored.
    pub fn nowhere() -> Store {
        Store::default()
    }

    /// Creates a store in a directory, which is created when the first table is stored.
    pub fn at(folder: impl Into<PathBuf>) -> Store {
        Store { folder: Some(folder.into()), ..Store::default() }
    }

    /// Sets whether other processes on this machine use the same tables now. They then share one sealed copy in memory
    /// (Linux only); a single process reads tables into its own memory, which is several times faster for random access.
    #[must_use]
    pub fn shared(self, is_shared: bool) -> Store {
        Store { is_shared, ..self }
    }

    /// Sets the catalog of tables that the present version stores, so that others are recognised as
    /// [unused](Self::unused).
    #[must_use]
    pub fn with_catalog(self, catalog: Catalog) -> Store {
        Store { catalog: Some(catalog), ..self }
    }

    /// Sets the most bytes that all tables in the directory may have together. A table beyond that is used from memory
    /// and not stored.
    #[must_use]
    pub fn with_max_bytes(self, max_bytes: Option<u64>) -> Store {
        Store { max_bytes, ..self }
    }

    /// Returns the cache directory.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Returns a stored table, or builds and stores it.
    ///
    /// # Errors
    /// If the work was stopped.
    ///
    /// # Panics
    /// Panics if `fill` returns twice a table that does not have the known levels.
    pub fn table<T: Plain>(
        &self,
        wanted: Wanted<'_>,
        control: &Control<'_>,
        fill: impl Fn(ReportProgress<'_>) -> Result<FilledTable<T>, Cancelled>,
    ) -> Result<FilledTable<T>, Cancelled> {
        let Wanted { spec, .. } = wanted;
        let make = || filled(wanted, control, &fill);
        let Some(folder) = &self.folder else { return make() };
        let observer = control.observer;
        let first = self.read_checked(wanted, control);
        match first {
            Ok(Some(table)) => return Ok(self.report_found(table, spec, observer)),
            Err(Fault::Stopped) => return Err(Cancelled),
            Ok(None) | Err(_) => {}
        }
        let goes_on = || control.stopped().is_none();
        let report_trouble = |reason: &str| {
            let text = format!("it cannot be stored in {}: {reason}", folder.display());
            observer.table_note(&spec.name, &TableNote::Trouble(text));
        };
        let report_wait = || observer.table_note(&spec.name, &TableNote::Awaited);
        let is_new = !folder.exists();
        let made = fs::create_dir_all(folder);
        if is_new && made.is_ok() {
            observer.table_note(&spec.name, &TableNote::NewFolder(folder.display().to_string()));
        }
        let locked = made.and_then(|()| lock(&self.path(spec, "lock"), report_wait, goes_on));
        // Held until the table is in its place.
        let _lock = match locked {
            Ok(Some(lock)) => lock,
            Ok(None) => return Err(Cancelled),
            Err(error) => {
                first.inspect_err(|fault| self.report_fault(fault, spec, observer)).ok();
                report_trouble(&Error::io_reason("write", &error));
                return make();
            }
        };
        // Another process may have built it in the meantime.
        if let Some(table) = self.find(wanted, control)? {
            return Ok(table);
        }
        self.report_outdated(spec, observer);
        // Before the table is filled, which may take minutes.
        if let Err(reason) = room::check(folder, &self.path(spec, "table"), spec.file_bytes(), self.max_bytes)
        {
            report_trouble(&reason.to_string());
            return make();
        }
        let table = make()?;
        let path = self.path(spec, "table");
        let note = TableNote::Stored(spec.file_bytes(), path.display().to_string());
        observer.table_note(&spec.name, &note);
        match file::write(&path, &self.path(spec, "part"), spec, &table, &goes_on) {
            // Other processes use the same memory; the private copy of this process is freed before.
            Ok(()) if self.is_shared => {
                drop(table);
                match self.read_checked(wanted, control) {
                    Ok(Some(table)) => Ok(table),
                    Err(Fault::Stopped) => Err(Cancelled),
                    Ok(None) | Err(_) => make(),
                }
            }
            Ok(()) => Ok(table),
            Err(error) => {
                if goes_on() {
                    report_trouble(&Error::io_reason("write", &error));
                }
                Ok(table)
            }
        }
    }

    /// Returns a stored table, if there is one.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn find<T: Plain>(
        &self,
        wanted: Wanted<'_>,
        control: &Control<'_>,
    ) -> Result<Option<FilledTable<T>>, Cancelled> {
        let Wanted { spec, .. } = wanted;
        match self.read_checked(wanted, control) {
            Ok(table) => Ok(table.map(|table| self.report_found(table, spec, control.observer))),
            Err(Fault::Stopped) => Err(Cancelled),
            Err(fault) => {
                self.report_fault(&fault, spec, control.observer);
                Ok(None)
            }
        }
    }

    /// Reads a table and checks all of it.
    fn read_checked<T: Plain>(
        &self,
        Wanted { spec, label, levels }: Wanted<'_>,
        control: &Control<'_>,
    ) -> Result<Option<FilledTable<T>>, Fault> {
        if self.folder.is_none() {
            return Ok(None);
        }
        let (observer, is_reported) = (control.observer, spec.bytes >= REPORTED_BYTES);
        let name = format!("checksums of {label}");
        let watch = |done: u64, total: u64| {
            if is_reported {
                observer.table_progress(&name, done, total);
            }
            control.stopped().is_none()
        };
        if is_reported {
            observer.table_started(&name, spec.bytes);
        }
        let read = if self.is_shared { shared::load } else { file::read };
        let table = read(&self.path(spec, "table"), spec, &watch);
        if is_reported {
            observer.table_finished(&name);
        }
        let Some(table): Option<FilledTable<T>> = table? else { return Ok(None) };
        match wrong_level(&table.distribution, levels) {
            Some(wrong) => Err(Fault::Levels(wrong)),
            None => Ok(Some(table)),
        }
    }

    fn report_found<T: Plain>(
        &self,
        table: FilledTable<T>,
        spec: &Spec,
        observer: &dyn Observer,
    ) -> FilledTable<T> {
        observer.table_note(&spec.name, &TableNote::Found(spec.bytes));
        table
    }

    fn report_fault(&self, fault: &Fault, spec: &Spec, observer: &dyn Observer) {
        let text = format!("{} is not used: {fault}", self.path(spec, "table").display());
        observer.table_note(&spec.name, &TableNote::Trouble(text));
    }

    /// Reports once each table of an older version that has the same numbers as the one about to be built.
    fn report_outdated(&self, spec: &Spec, observer: &dyn Observer) {
        let has_role = |file: &UnusedFile| {
            let numbers = |spec: &Spec| (spec.item, spec.bytes, spec.depends.clone());
            file.reason != Unused::Unfinished
                // A file of the same name is replaced.
                && file.path != self.path(spec, "table")
                && file.spec.as_ref().is_some_and(|other| numbers(other) == numbers(spec))
        };
        for file in self.unused().unwrap_or_default().into_iter().filter(has_role) {
            if self.reported.lock().is_ok_and(|mut reported| reported.insert(file.path.clone())) {
                let note = TableNote::Outdated(file.bytes, file.path.display().to_string());
                observer.table_note(&spec.name, &note);
            }
        }
    }

    /// Returns the names of all table files, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = self.folder.as_deref().and_then(|folder| fs::read_dir(folder).ok());
        let name = |entry: io::Result<fs::DirEntry>| {
            let name = entry.ok()?.file_name();
            Some(name.to_str()?.strip_suffix(".table")?.to_string())
        };
        let mut names: Vec<String> = entries.into_iter().flatten().filter_map(name).collect();
        names.sort();
        names
    }

    /// Returns the files in the directory that the present version does not use, by name. None without a
    /// [catalog](Self::with_catalog).
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn unused(&self) -> io::Result<Vec<UnusedFile>> {
        match (&self.folder, self.catalog) {
            (Some(folder), Some(catalog)) => unused::list(folder, catalog),
            _ => Ok(Vec::new()),
        }
    }

    /// Removes an unused file, unless it is gone or in use by now. Returns true if it was removed.
    ///
    /// # Errors
    /// If it cannot be removed, or a process is writing a table of this name.
    pub fn remove_unused(&self, file: &UnusedFile) -> io::Result<bool> {
        self.catalog.map_or(Ok(false), |catalog| unused::remove(&file.path, catalog))
    }

    /// Returns the state of a table by header and size, without reading its content.
    pub fn state(&self, spec: &Spec) -> State {
        if self.folder.is_none() {
            return State::Absent;
        }
        match file::identify(&self.path(spec, "table"), spec) {
            Ok(None) => State::Absent,
            Ok(Some(_)) => State::Ready,
            Err(fault) => State::Unusable(fault),
        }
    }

    /// Verifies the checksums of a table while `goes_on` returns true. Returns false if there is no table.
    ///
    /// # Errors
    /// If it is damaged, or the work was stopped.
    pub fn verify(&self, spec: &Spec, goes_on: &(dyn Fn() -> bool + Sync)) -> Result<bool, Fault> {
        if self.folder.is_none() {
            return Ok(false);
        }
        file::verify(&self.path(spec, "table"), spec, &|_, _| goes_on())
    }

    /// Removes a table and any unfinished file of it. Returns true if there was anything.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(&self, spec: &Spec) -> io::Result<bool> {
        if self.folder.is_none() {
            return Ok(false);
        }
        // Not while another process builds it. The lock file itself stays, since others may be waiting for it.
        let _lock = match self.state(spec) {
            State::Absent if !self.path(spec, "part").exists() => return Ok(false),
            _ => lock(&self.path(spec, "lock"), || (), || false)?.ok_or(io::ErrorKind::ResourceBusy)?,
        };
        let mut any = false;
        for extension in ["table", "part"] {
            match fs::remove_file(self.path(spec, extension)) {
                Ok(()) => any = true,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(any)
    }

    /// Returns the path of a file of a table.
    fn path(&self, spec: &Spec, extension: &str) -> PathBuf {
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        folder.join(format!("{}.{extension}", spec.name))
    }
}

/// Fills a table and compares its levels with the known ones. If they differ it is filled once more, because the cause
/// may be a fault of the machine that happens once.
fn filled<T: Plain>(
    Wanted { spec, label, levels }: Wanted<'_>,
    control: &Control<'_>,
    fill: &impl Fn(ReportProgress<'_>) -> Result<FilledTable<T>, Cancelled>,
) -> Result<FilledTable<T>, Cancelled> {
    let observer = control.observer;
    let once = || {
        observer.table_started(label, spec.bytes);
        let table = fill(&|done, total| {
            observer.table_progress(label, done, total);
            control.stopped().is_none()
        })?;
        observer.table_finished(label);
        Ok(table)
    };
    let table = once()?;
    let Some(wrong) = wrong_level(&table.distribution, levels) else { return Ok(table) };
    drop(table);
    let text = format!("it was filled wrong: {wrong}; it is filled once more");
    observer.table_note(&spec.name, &TableNote::Trouble(text));
    let table = once()?;
    assert_levels(&spec.name, &table.distribution, levels);
    Ok(table)
}

/// Waits for the lock on a file. Calls `report_wait` once if another process holds it, and returns None when `goes_on`
/// returns false. A lock ends with the process that holds it, however that ends.
fn lock(path: &Path, report_wait: impl Fn(), goes_on: impl Fn() -> bool) -> io::Result<Option<File>> {
    let file = File::options().write(true).create(true).truncate(false).open(path)?;
    let mut has_waited = false;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if !goes_on() => return Ok(None),
            Err(TryLockError::WouldBlock) => {}
        }
        if !has_waited {
            report_wait();
        }
        has_waited = true;
        thread::sleep(LOCK_POLL);
    }
}

#[cfg(test)]
mod tests;
