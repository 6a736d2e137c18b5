//! Runs that go beyond one process: a journal that a later run can resume, and other ranks that share the work.

use std::env;
use std::path::{Path, PathBuf};

use deepen::front::{Plan, Watch};
use deepen::search::Ranks;
use deepen::search::ranks::{NoJournal, TaskJournal};
use deepen::solver::Text;
use deepen::{Error, ErrorKind};

use crate::environment::Environment;
use crate::input;
use crate::journal::{Content, Identity, Journal, Opened, RecordedCommand};
use crate::mpi::{MpiWorld, WorkerJob};

/// The data of a command that a journal records, and the journal that it resumes.
pub struct JournalContext<'a> {
    pub world: &'a MpiWorld,
    /// The arguments, without the program's name.
    pub arguments: Vec<String>,
    pub environment: Environment,
    /// The journal that the command resumes.
    pub resumed: Option<(PathBuf, Opened)>,
}

impl JournalContext<'_> {
    /// True if the command writes a journal or shares its work with other ranks.
    pub fn is_needed(&self, new_journal: Option<&Path>) -> bool {
        new_journal.is_some() || self.resumed.is_some() || !self.world.is_single_process()
    }
}

/// A run with a journal or with other ranks.
pub struct JournaledRun<'a> {
    world: &'a MpiWorld,
    journal: Option<Journal>,
}

/// Ranks that are released when the session is dropped.
pub struct RankSession<'a>(pub Ranks<'a>);

impl Drop for RankSession<'_> {
    fn drop(&mut self) {
        // After a panic the whole job is aborted, so there is nothing to wait for.
        if !std::thread::panicking() {
            self.0.finish();
        }
    }
}

impl<'a> JournaledRun<'a> {
    /// Creates or opens the journal, and sends the job to the other ranks. `new_journal` is the path of a new journal.
    ///
    /// # Errors
    /// If the journal cannot be written, or does not belong to these puzzles.
    pub fn new(
        context: JournalContext<'a>,
        new_journal: Option<&Path>,
        plan: &mut Plan,
        texts: &[Text],
        content: Content,
        watch: &Watch,
    ) -> Result<JournaledRun<'a>, Error> {
        let JournalContext { world, arguments, environment, resumed } = context;
        let max_memory_variable = environment.max_memory_text();
        let identity = Identity::new(plan, texts).to_string();
        let folder =
            env::current_dir().map_err(|error| Error::io("find", "the current directory", &error))?;
        let journal = match (resumed, new_journal) {
            (Some((path, opened)), _) => {
                if opened.command.identity != identity {
                    return Err(Error::new(
                        ErrorKind::Io,
                        "the puzzles have changed since this journal was started, or this version searches differently",
                    )
                    .at(path.display().to_string()));
                }
                plan.limits.max_memory = opened.command.max_memory;
                Some(Journal::resume(&path, opened, content, watch))
            }
            (None, Some(path)) => {
                let command = RecordedCommand {
                    version: env!("CARGO_PKG_VERSION").to_string(),
                    arguments: arguments.clone(),
                    folder: folder.clone(),
                    stdin: input::stdin_text(),
                    max_memory_variable: max_memory_variable.clone(),
                    puzzle: plan.puzzle_name.clone(),
                    identity,
                    max_memory: plan.limits.max_memory,
                };
                Some(Journal::create(path, command, content, watch)?)
            }
            (None, None) => None,
        };
        plan.ranks = world.link().n_ranks();
        if !world.is_single_process() {
            let (stdin, max_memory) = (input::stdin_text(), plan.limits.max_memory);
            world.send_job(&WorkerJob { arguments, folder, stdin, max_memory_variable, max_memory });
        }
        Ok(JournaledRun { world, journal })
    }

    /// Returns all ranks, with `n_threads` threads in this one.
    pub fn rank_session(&self, n_threads: usize) -> RankSession<'_> {
        let ledger: &dyn TaskJournal = match &self.journal {
            Some(journal) => journal,
            None => &NoJournal,
        };
        RankSession(Ranks::new(self.world.link(), ledger, n_threads))
    }

    /// Checks that the journal could be written.
    ///
    /// # Errors
    /// If it could not.
    pub fn check(&self) -> Result<(), Error> {
        self.journal.as_ref().and_then(Journal::failure).map_or(Ok(()), Err)
    }
}
