//! The processes that work together: one, or those that `mpirun` has begun. Rank 0 leads: it alone reads what people say and
//! tells them what came out; the others do as it says.

use std::cell::Cell;
use std::path::PathBuf;

use deepen::search::ranks::{Alone, Link};
use serde::{Deserialize, Serialize};

/// All processes of this job.
pub struct MpiWorld {
    #[cfg(feature = "mpi")]
    cluster: Option<cluster::Cluster>,
    /// Whether the others know what to do.
    has_broadcast: Cell<bool>,
}

/// What the others are to do.
#[derive(Serialize, Deserialize, Debug)]
pub struct WorkerJob {
    /// As if this had been typed.
    pub arguments: Vec<String>,
    /// Here.
    pub folder: PathBuf,
    /// What came by standard input.
    pub stdin: Option<String>,
    /// Bytes that a search may use.
    pub max_memory: u64,
}

impl MpiWorld {
    /// Joins the others, if there are others.
    pub fn join() -> MpiWorld {
        MpiWorld {
            #[cfg(feature = "mpi")]
            cluster: cluster::Cluster::join(),
            has_broadcast: Cell::new(false),
        }
    }

    /// How messages travel.
    pub fn link(&self) -> &dyn Link {
        #[cfg(feature = "mpi")]
        if let Some(cluster) = &self.cluster {
            return cluster.wire();
        }
        &Alone
    }

    /// Whether there is nobody else.
    pub fn is_single_process(&self) -> bool {
        self.link().n_ranks() == 1
    }

    /// Whether this is the process that speaks.
    pub fn is_coordinator(&self) -> bool {
        self.link().rank() == 0
    }

    /// Tells the others what to do. They hear one order and no other.
    pub fn send_job(&self, job: &WorkerJob) {
        self.broadcast(serde_json::to_vec(job).expect("orders are plain data"));
    }

    /// What rank 0 says that is to be done; None if it can do without.
    pub fn receive_job(&self) -> Option<WorkerJob> {
        serde_json::from_slice(&self.broadcast(Vec::new())).ok()
    }

    /// Sends the others home, unless they have something to do.
    pub fn release_workers(&self) {
        if !self.has_broadcast.get() {
            self.broadcast(Vec::new());
        }
    }

    #[cfg_attr(not(feature = "mpi"), expect(unused_mut, reason = "nobody changes it"))]
    fn broadcast(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        self.has_broadcast.set(true);
        #[cfg(feature = "mpi")]
        if let Some(cluster) = &self.cluster {
            cluster.spread(&mut bytes);
        }
        bytes
    }

    /// This process cannot go on, so none can.
    pub fn abort(&self) {
        #[cfg(feature = "mpi")]
        if self.cluster.as_ref().is_some_and(|_| !self.is_single_process()) {
            eprintln!("deepen: rank {} ends the job", self.link().rank());
            cluster::abort(crate::exit::Exit::Disagreement as u8);
        }
    }
}
