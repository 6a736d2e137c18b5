//! The processes that work together: a single one, or those that `mpirun` has started. Rank 0 is the coordinator: it alone
//! reads the arguments and prints results; the other ranks are workers.

use std::cell::Cell;
use std::path::PathBuf;

use deepen::search::ranks::{SingleRank, Transport};
use serde::{Deserialize, Serialize};

/// All processes of this job.
pub struct MpiWorld {
    #[cfg(feature = "mpi")]
    cluster: Option<cluster::Cluster>,
    /// True if the workers have received a broadcast.
    has_broadcast: Cell<bool>,
}

/// The command that the workers run together with the coordinator.
#[derive(Serialize, Deserialize, Debug)]
pub struct WorkerJob {
    /// The arguments of the command line, without the program's name.
    pub arguments: Vec<String>,
    /// The working directory.
    pub folder: PathBuf,
    /// The text of standard input, if it was read.
    pub stdin: Option<String>,
    /// The variable for the memory limit, on which the choice of tables depends.
    pub max_memory_variable: Option<String>,
    /// Bytes that a search may use.
    pub max_memory: u64,
}

impl MpiWorld {
    /// Joins the other processes, if there are any.
    pub fn join() -> MpiWorld {
        MpiWorld {
            #[cfg(feature = "mpi")]
            cluster: cluster::Cluster::join(),
            has_broadcast: Cell::new(false),
        }
    }

    /// Returns the connection between the ranks.
    pub fn link(&self) -> &dyn Transport {
        #[cfg(feature = "mpi")]
        if let Some(cluster) = &self.cluster {
            return cluster.transport();
        }
        &SingleRank
    }

    /// True if this is the only process.
    pub fn is_single_process(&self) -> bool {
        self.link().n_ranks() == 1
    }

    /// True if this is rank 0.
    pub fn is_coordinator(&self) -> bool {
        self.link().rank() == 0
    }

    /// Sends the job to the workers, once.
    pub fn send_job(&self, job: &WorkerJob) {
        self.broadcast(serde_json::to_vec(job).expect("a job is plain data"));
    }

    /// Receives the job of rank 0; None if there is nothing to do.
    pub fn receive_job(&self) -> Option<WorkerJob> {
        serde_json::from_slice(&self.broadcast(Vec::new())).ok()
    }

    /// Lets the workers exit, unless they have received a job.
    pub fn release_workers(&self) {
        if !self.has_broadcast.get() {
            self.broadcast(Vec::new());
        }
    }

    #[cfg_attr(not(feature = "mpi"), expect(unused_mut, reason = "without MPI the bytes stay the same"))]
    fn broadcast(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        self.has_broadcast.set(true);
        #[cfg(feature = "mpi")]
        if let Some(cluster) = &self.cluster {
            cluster.broadcast(&mut bytes);
        }
        bytes
    }

    /// Ends all processes, because this one cannot continue.
    pub fn abort(&self) {
        #[cfg(feature = "mpi")]
        if self.cluster.as_ref().is_some_and(|_| !self.is_single_process()) {
            eprintln!("deepen: rank {} ends the job", self.link().rank());
            cluster::abort(crate::exit::Exit::Disagreement as u8);
        }
    }
}
