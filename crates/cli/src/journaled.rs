//! What goes beyond one process and one run: a journal that another run can go on with, and other ranks that share the work.

use std::env;
use std::path::{Path, PathBuf};

use deepen::search::Ranks;
use deepen::search::ranks::{Ledger, NoJournal};

use crate::mpi::{MpiWorld, WorkerJob};
use deepen::solver::Text;
use deepen::{Error, ErrorKind};

use crate::input;
use crate::journal::{Content, Identity, Journal, Opened, RecordedCommand};
use deepen::front::Plan;
use deepen::front::Watch;

/// Where a command is carried out.
pub struct JournalContext<'a> {
    /// Who works together.
    pub world: &'a MpiWorld,
    /// What was typed, without the program's name.
    pub arguments: Vec<String>,
    /// The journal that the command goes on with.
    pub resumed: Option<(PathBuf, Opened)>,
}

impl JournalContext<'_> {
    /// Whether there is anything to keep or anybody to share with.
    pub fn is_needed(&self, wanted: Option<&Path>) -> bool {
        wanted.is_some() || self.resumed.is_some() || !self.world.is_single_process()
    }
}

/// A journal and other ranks, if there are any.
pub struct JournaledRun<'a> {
    world: &'a MpiWorld,
    journal: Option<Journal>,
}

/// Ranks that are told when everything is over.
pub struct RankSession<'a>(pub Ranks<'a>);

impl Drop for RankSession<'_> {
    fn drop(&mut self) {
        // After a panic nobody waits for anybody: the job ends.
        if !std::thread::panicking() {
            self.0.close();
        }
    }
}

impl<'a> JournaledRun<'a> {
    /// Begins or opens the journal, and tells other ranks what to do. `wanted` is where a new journal should be.
    ///
    /// # Errors
    /// If the journal cannot be written, or does not belong to these puzzles.
    pub fn new(
        journal_context: JournalContext<'a>,
        wanted: Option<&Path>,
        plan: &mut Plan,
        texts: &[Text],
        content: Content,
        watch: &Watch,
    ) -> Result<JournaledRun<'a>, Error> {
        let JournalContext { world, arguments, resumed } = journal_context;
        let identity = Identity::new(plan, texts).to_string();
        let folder = env::current_dir().map_err(|error| Error::io("find", "the current folder", &error))?;
        let journal = match (resumed, wanted) {
            (Some((path, opened)), _) => {
                if opened.command.identity != identity {
                    return Err(Error::new(
                        ErrorKind::Io,
                        "the puzzles have changed since this journal was begun, or this version searches them in another way",
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
            world.send_job(&WorkerJob { arguments, folder, stdin, max_memory });
        }
        Ok(JournaledRun { world, journal })
    }

    /// All ranks, with `n_threads` in this one.
    pub fn rank_session(&self, n_threads: usize) -> RankSession<'_> {
        let ledger: &dyn Ledger = match &self.journal {
            Some(journal) => journal,
            None => &NoJournal,
        };
        RankSession(Ranks::new(self.world.link(), ledger, n_threads))
    }

    /// What went wrong with the journal.
    ///
    /// # Errors
    /// If something did.
    pub fn check(&self) -> Result<(), Error> {
        self.journal.as_ref().and_then(Journal::failure).map_or(Ok(()), Err)
    }
}
