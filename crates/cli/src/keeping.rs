//! What goes beyond one process and one run: a journal that another run can go on with, and other ranks that share the work.

use std::env;
use std::path::{Path, PathBuf};

use deepen::search::Ranks;
use deepen::search::ranks::{NoJournal, TaskJournal};

use crate::fleet::{Fleet, Orders};
use deepen::solver::Text;
use deepen::{Error, ErrorKind};

use crate::input;
use crate::journal::{Asked, Content, Identity, Journal, Opened};
use deepen::front::Plan;
use deepen::front::Watch;

/// Where a command is carried out.
pub struct Setting<'a> {
    /// Who works together.
    pub fleet: &'a Fleet,
    /// What was typed, without the program's name.
    pub arguments: Vec<String>,
    /// The journal that the command goes on with.
    pub resumed: Option<(PathBuf, Opened)>,
}

impl Setting<'_> {
    /// Whether there is anything to keep or anybody to share with.
    pub fn is_needed(&self, wanted: Option<&Path>) -> bool {
        wanted.is_some() || self.resumed.is_some() || !self.fleet.is_alone()
    }
}

/// A journal and other ranks, if there are any.
pub struct Keeping<'a> {
    fleet: &'a Fleet,
    journal: Option<Journal>,
}

/// Ranks that are told when everything is over.
pub struct Crew<'a>(pub Ranks<'a>);

impl Drop for Crew<'_> {
    fn drop(&mut self) {
        // After a panic nobody waits for anybody: the job ends.
        if !std::thread::panicking() {
            self.0.finish();
        }
    }
}

impl<'a> Keeping<'a> {
    /// Begins or opens the journal, and tells other ranks what to do. `wanted` is where a new journal should be.
    ///
    /// # Errors
    /// If the journal cannot be written, or does not belong to these puzzles.
    pub fn new(
        setting: Setting<'a>,
        wanted: Option<&Path>,
        plan: &mut Plan,
        texts: &[Text],
        content: Content,
        watch: &Watch,
    ) -> Result<Keeping<'a>, Error> {
        let Setting { fleet, arguments, resumed } = setting;
        let identity = Identity::new(plan, texts).to_string();
        let folder = env::current_dir().map_err(|error| Error::io("find", "the current folder", &error))?;
        let journal = match (resumed, wanted) {
            (Some((path, opened)), _) => {
                if opened.asked.identity != identity {
                    return Err(Error::new(
                        ErrorKind::Io,
                        "the puzzles have changed since this journal was begun, or this version searches them in another way",
                    )
                    .at(path.display().to_string()));
                }
                plan.limits.max_memory = opened.asked.max_memory;
                Some(Journal::go_on(&path, opened, content, watch))
            }
            (None, Some(path)) => {
                let asked = Asked {
                    version: env!("CARGO_PKG_VERSION").to_string(),
                    arguments: arguments.clone(),
                    folder: folder.clone(),
                    stdin: input::stdin_text(),
                    puzzle: plan.puzzle_name.clone(),
                    identity,
                    max_memory: plan.limits.max_memory,
                };
                Some(Journal::create(path, asked, content, watch)?)
            }
            (None, None) => None,
        };
        plan.ranks = fleet.link().n_ranks();
        if !fleet.is_alone() {
            let (stdin, max_memory) = (input::stdin_text(), plan.limits.max_memory);
            fleet.order(&Orders { arguments, folder, stdin, max_memory });
        }
        Ok(Keeping { fleet, journal })
    }

    /// All ranks, with `n_threads` in this one.
    pub fn crew(&self, n_threads: usize) -> Crew<'_> {
        let ledger: &dyn TaskJournal = match &self.journal {
            Some(journal) => journal,
            None => &NoJournal,
        };
        Crew(Ranks::new(self.fleet.link(), ledger, n_threads))
    }

    /// What went wrong with the journal.
    ///
    /// # Errors
    /// If something did.
    pub fn check(&self) -> Result<(), Error> {
        self.journal.as_ref().and_then(Journal::failure).map_or(Ok(()), Err)
    }
}
