//! The journal of a search that may be interrupted: one line for every finished task of every round, appended when the task
//! is done. `deepen resume` reads it and continues; tasks in the journal are not searched again.
//!
//! [`record`] has the format of lines, [`identity`] identifies the search. This module has the meaning of lines: the first
//! records the command, the others belong to rounds.

pub mod identity;
mod record;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use deepen::search::executor::Job;
use deepen::search::ranks::{Finished, RoundId, TaskJournal};
use deepen::search::task_result::TaskResult;
use serde::{Deserialize, Serialize};

pub use self::identity::Identity;
use self::record::{Chain, FORMAT, Fault, Record, Round};
use deepen::front::Watch;
use deepen::{Error, ErrorKind, memory};

/// The command that started a journal, with everything that is needed to run it again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct RecordedCommand {
    /// The version of the program.
    pub version: String,
    /// The arguments, without the program's name.
    pub arguments: Vec<String>,
    /// The working directory.
    pub folder: PathBuf,
    /// The text of standard input, if it was read.
    pub stdin: Option<String>,
    /// The variable for the memory limit, on which the choice of tables depends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_memory_variable: Option<String>,
    /// The kind of puzzle.
    pub puzzle: String,
    /// The [`Identity`] of the search, in hexadecimal digits.
    pub identity: String,
    /// Bytes that a search may use; the choice of tables may depend on them.
    pub max_memory: u64,
}

/// A journal that is being written.
pub struct Journal {
    path: PathBuf,
    state: Mutex<State>,
    /// Ends the search when nothing more can be written.
    watch: Watch,
    /// The kind of results.
    content: Content,
}

/// The results in a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Tasks of searches.
    Tasks,
    /// Puzzles of a batch.
    Puzzles,
}

struct State {
    file: File,
    chain: Chain,
    known: BTreeMap<RoundId, RoundState>,
    /// The round of the last line.
    now: Option<RoundId>,
    synced: Instant,
    failure: Option<Error>,
}

/// A round and its known results.
struct RoundState {
    round: Round,
    results: BTreeMap<usize, Finished>,
}

/// A machine that stops loses at most the results of this time.
const SYNC: Duration = Duration::from_secs(2);

/// The most bytes of a first line that is read only for its format: it may contain the text of standard input.
const MAX_HEAD: u64 = 1 << 28;

/// Largest journal that is read. A finished task takes some 30 bytes.
const MAX_JOURNAL_BYTES: u64 = 1 << 30;

/// The content of an existing journal.
pub struct Opened {
    /// The command that started it.
    pub command: RecordedCommand,
    file: File,
    chain: Chain,
    known: BTreeMap<RoundId, RoundState>,
    now: Option<RoundId>,
    /// Bytes of an incomplete last line, which are removed.
    pub torn: u64,
}

impl Opened {
    /// Returns the number of results.
    pub fn n_results(&self) -> usize {
        self.known.values().map(|page| page.results.len()).sum()
    }
}

/// Reads a journal. An incomplete last line is removed.
///
/// # Errors
/// If the file cannot be read, is no journal, is damaged or contradicts itself.
pub fn open(path: &Path) -> Result<Opened, Error> {
    let name = path.display().to_string();
    let io = |error: io::Error| Error::io("read", &name, &error);
    let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(io)?;
    lock(&file, &name)?;
    let found = file.metadata().map_err(io)?;
    if !found.is_file() {
        return Err(refuse(&name, &Fault::NotAJournal));
    }
    if found.len() > MAX_JOURNAL_BYTES {
        let (len, most) = (memory::show(found.len()), memory::show(MAX_JOURNAL_BYTES));
        return Err(Error::invalid(format!("the journal has {len}, expected at most {most}")).at(name));
    }
    let mut bytes = Vec::new();
    // Before all of a large file of another program is read.
    (&mut file).take(4096).read_to_end(&mut bytes).map_err(io)?;
    if bytes.contains(&0) {
        return Err(refuse(&name, &Fault::NotAJournal));
    }
    // It may grow while it is read.
    (&mut file).take(MAX_JOURNAL_BYTES).read_to_end(&mut bytes).map_err(io)?;
    let read = record::read(&bytes).map_err(|fault| refuse(&name, &fault))?;
    let mut lines = read.records.into_iter();
    let (_, Some(Record::Command(command))) = lines.next().unzip() else {
        return Err(refuse(&name, &Fault::NotAJournal));
    };
    let mut known: BTreeMap<RoundId, RoundState> = BTreeMap::new();
    let mut now = None;
    for (line, record) in lines {
        match (record, now) {
            (Record::Round(round), _) => {
                let id = round.id();
                let page = known.entry(id).or_insert_with(|| RoundState { round, results: BTreeMap::new() });
                if page.round != round {
                    return Err(refuse(&name, &Fault::Contradiction { line, what: "two rounds" }));
                }
                now = Some(id);
            }
            (Record::Task(finished), Some(id)) => {
                let page = known.get_mut(&id).expect("rounds begin before their tasks");
                let task = finished.task;
                if task >= page.round.tasks {
                    return Err(refuse(&name, &Fault::Unexpected { line }));
                }
                let other = page.results.insert(task, finished);
                if other.is_some_and(|other| other != page.results[&task]) {
                    return Err(refuse(
                        &name,
                        &Fault::Contradiction { line, what: "two results for a task" },
                    ));
                }
            }
            _ => return Err(refuse(&name, &Fault::Unexpected { line })),
        }
    }
    let torn = bytes.len() as u64 - read.length;
    let write = |error: io::Error| Error::io("write", &name, &error);
    if torn > 0 {
        file.set_len(read.length).map_err(write)?;
    }
    file.seek(SeekFrom::End(0)).map_err(write)?;
    Ok(Opened { command: *command, file, chain: read.chain, known, now, torn })
}

fn refuse(name: &str, fault: &Fault) -> Error {
    let failure = |kind| Error::new(kind, fault.to_string()).at(name.to_string());
    match fault {
        Fault::Format { format, .. } if *format < FORMAT => failure(ErrorKind::Invalid).hint(
            "finish it with the build of deepen that started it, or start again with another journal; \
             this one is left unchanged",
        ),
        Fault::Format { .. } => failure(ErrorKind::Invalid).hint("resume it with a newer deepen"),
        _ => failure(ErrorKind::Io),
    }
}

/// Returns the error for a file that is a journal of another format.
fn other_format(path: &Path, name: &str) -> Option<Error> {
    let mut line = Vec::new();
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    BufReader::new(File::open(path).ok()?.take(MAX_HEAD)).read_until(b'\n', &mut line).ok()?;
    let fault = record::read(&line).err().filter(|fault| matches!(fault, Fault::Format { .. }))?;
    Some(refuse(name, &fault))
}

fn lock(file: &File, name: &str) -> Result<(), Error> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(Error::new(ErrorKind::Io, "another process is writing this journal").at(name.to_string()))
        }
        // Some file systems have no locks.
        Err(TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

impl Journal {
    /// Creates a journal.
    ///
    /// # Errors
    /// If the file exists already or cannot be written.
    pub fn create(
        path: &Path,
        command: RecordedCommand,
        content: Content,
        watch: &Watch,
    ) -> Result<Journal, Error> {
        let name = path.display().to_string();
        let mut file = match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !path.is_dir() => {
                return Err(other_format(path, &name).unwrap_or_else(|| {
                    Error::new(ErrorKind::Io, format!("cannot write {name}: it exists already"))
                        .at(name.as_str())
                        .hint("deepen resume continues it; remove it to start again")
                }));
            }
            Err(_) if path.is_dir() => {
                return Err(Error::io("write", &name, &io::ErrorKind::IsADirectory.into()));
            }
            opened => opened.map_err(|error| Error::io("write", &name, &error))?,
        };
        lock(&file, &name)?;
        let mut chain = Chain::default();
        let mut text = String::new();
        chain.write(&Record::Command(Box::new(command)), &mut text);
        file.write_all(text.as_bytes()).map_err(|error| Error::io("write", &name, &error))?;
        Ok(Journal::new(path, (file, chain), BTreeMap::new(), None, content, watch))
    }

    /// Continues a journal.
    pub fn resume(path: &Path, opened: Opened, content: Content, watch: &Watch) -> Journal {
        Journal::new(path, (opened.file, opened.chain), opened.known, opened.now, content, watch)
    }

    fn new(
        path: &Path,
        (file, chain): (File, Chain),
        known: BTreeMap<RoundId, RoundState>,
        now: Option<RoundId>,
        content: Content,
        watch: &Watch,
    ) -> Journal {
        let state = State { file, chain, known, now, synced: Instant::now(), failure: None };
        Journal { path: path.to_path_buf(), state: Mutex::new(state), watch: watch.clone(), content }
    }

    /// Returns the error that ended writing.
    pub fn failure(&self) -> Option<Error> {
        self.lock().failure.clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nothing panics while it is locked")
    }

    fn fail(&self, state: &mut State, failure: Error) {
        state.failure.get_or_insert(failure);
        self.watch.cancel();
    }

    fn append(&self, state: &mut State, records: impl Iterator<Item = Record>) {
        // After a failure the last line may be incomplete, so nothing may follow it.
        if state.failure.is_some() {
            return;
        }
        let mut text = String::new();
        records.for_each(|record| state.chain.write(&record, &mut text));
        let mut written = state.file.write_all(text.as_bytes());
        if state.synced.elapsed() > SYNC {
            written = written.and_then(|()| state.file.sync_data());
            state.synced = Instant::now();
        }
        if let Err(error) = written {
            self.fail(state, Error::io("write", &self.path.display().to_string(), &error));
        }
    }

    /// Returns what is wrong with the results of a round.
    fn fault(&self, page: &RoundState, job: &Job<'_>) -> Option<String> {
        let Round { fingerprint, bound, .. } = page.round;
        if fingerprint != (job.fingerprint)() || bound != job.bound || page.round.tasks != job.n_tasks {
            return Some(format!(
                "this journal does not belong to the search: its round to {bound} has {} tasks, expected {}, or other tasks",
                page.round.tasks, job.n_tasks
            ));
        }
        let is_result = |finished: &&Finished| match self.content {
            Content::Tasks => TaskResult::from_line(finished.task, &finished.line)
                .is_some_and(|result| result.has_solution() == finished.has_answer),
            Content::Puzzles => true,
        };
        let strange = page.results.values().find(|finished| !is_result(finished))?;
        Some(format!("invalid result of task {} in the round to {bound}", strange.task))
    }
}

impl TaskJournal for Journal {
    fn begin_round(&self, id: RoundId, job: &Job<'_>) -> Vec<Finished> {
        let state = &mut *self.lock();
        let mut results = Vec::new();
        match state.known.get(&id) {
            Some(page) => match self.fault(page, job) {
                Some(fault) => {
                    let failure = Error::new(ErrorKind::Io, fault)
                        .at(self.path.display().to_string())
                        .hint("program, input and tables must be those it was started with");
                    self.fail(state, failure);
                }
                None => results = page.results.values().cloned().collect(),
            },
            None => {
                let RoundId { search, round } = id;
                let (tasks, fingerprint) = (job.n_tasks, (job.fingerprint)());
                let round = Round { search, round, bound: job.bound, tasks, fingerprint };
                state.known.insert(id, RoundState { round, results: BTreeMap::new() });
            }
        }
        if state.now != Some(id) {
            state.now = Some(id);
            let round = state.known[&id].round;
            self.append(state, [Record::Round(round)].into_iter());
        }
        results
    }

    fn record(&self, tasks: &[Finished]) {
        let state = &mut *self.lock();
        self.append(state, tasks.iter().cloned().map(Record::Task));
    }
}
