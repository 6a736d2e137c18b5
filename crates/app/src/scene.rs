//! Where a command is carried out: how it speaks, who can end it, where its results go, and what it shares with others. The
//! terminal is one scene; every request of the web app is another.

use std::io::{Write, stdout};
use std::ops::Deref;
use std::sync::Arc;

use search::Threads;
use solve::{Demand, Solver, Store};

use crate::args::ProgressFace;
use crate::memory;
use crate::plan::{Voice, all_threads};
use crate::progress::Progress;
use crate::session::Session;
use crate::watch::Watch;

/// Where and for whom.
pub struct Scene<'a> {
    /// How to speak.
    pub voice: Voice,
    /// Who can end it.
    pub watch: &'a Watch,
    /// Where its results go.
    pub audience: &'a dyn Audience,
    /// What it shares with others, if there are others.
    pub shared: Option<Shared<'a>>,
}

/// What several scenes share.
#[derive(Clone)]
pub struct Shared<'a> {
    /// With the tables that were made so far.
    pub solver: Arc<Solver>,
    /// Spare threads.
    pub threads: &'a Threads,
    /// Bytes that this one may use.
    pub memory: u64,
}

/// Who hears what a command has to say.
pub trait Audience: Sync {
    /// Takes results.
    fn results(&self) -> Box<dyn Write + '_>;

    /// Takes improvements as JSON without being asked to.
    fn takes_improvements(&self) -> bool {
        false
    }

    /// Takes what will be improved if it can be.
    fn interim(&self) -> Box<dyn Write + '_> {
        self.results()
    }

    /// Shows how far it is.
    fn progress(&self, voice: Voice) -> Progress<'_> {
        Progress::new(voice)
    }
}

/// Results go to standard output, progress to the terminal.
pub struct Terminal;

impl Audience for Terminal {
    fn results(&self) -> Box<dyn Write + '_> {
        Box::new(stdout().lock())
    }
}

/// Threads of one's own, or those that all share.
pub enum Pool<'a> {
    Own(Threads),
    Shared(&'a Threads),
}

impl Deref for Pool<'_> {
    type Target = Threads;

    fn deref(&self) -> &Threads {
        match self {
            Pool::Own(threads) => threads,
            Pool::Shared(threads) => threads,
        }
    }
}

impl<'a> Scene<'a> {
    /// For somebody at a terminal.
    pub fn terminal(voice: Voice, watch: &'a Watch) -> Scene<'a> {
        Scene { voice, watch, audience: &Terminal, shared: None }
    }

    /// Takes results.
    pub fn out(&self) -> Box<dyn Write + '_> {
        self.audience.results()
    }

    /// Shows how far it is: as asked for, or as the audience is used to.
    pub fn progress(&self, face: Option<ProgressFace>) -> Progress<'_> {
        match face {
            Some(ProgressFace::Json) => Progress::json(),
            None => self.audience.progress(self.voice),
        }
    }

    /// Searches under watch. What is kept on disk is used and added to.
    pub fn session(&self, store: &Store, demand: Demand) -> Session<'a> {
        match &self.shared {
            Some(shared) => {
                Session::with(shared.solver.clone(), self.watch, demand).limited_to(shared.memory)
            }
            None => Session::kept_in(store, self.watch, demand),
        }
    }

    /// Bytes that may be used where no option says how many.
    pub fn memory(&self) -> u64 {
        self.shared.as_ref().map_or_else(memory::default_limit, |shared| shared.memory)
    }

    /// So many threads. Who shares takes what is spare, unless it is to be fewer than there are cores.
    pub fn pool(&self, n_threads: usize) -> Pool<'_> {
        match &self.shared {
            Some(shared) if n_threads >= all_threads() => Pool::Shared(shared.threads),
            _ => Pool::Own(Threads::new(n_threads)),
        }
    }
}
