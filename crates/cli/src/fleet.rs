//! The processes that work together: one, or those that `mpirun` has begun. Rank 0 leads: it alone reads what people say and
//! tells them what came out; the others do as it says.

use std::cell::Cell;
use std::path::PathBuf;

use deepen::search::ranks::{SingleRank, Transport};
use serde::{Deserialize, Serialize};

/// All processes of this job.
pub struct Fleet {
    #[cfg(feature = "mpi")]
    cluster: Option<cluster::Cluster>,
    /// Whether the others know what to do.
    has_orders: Cell<bool>,
}

/// What the others are to do.
#[derive(Serialize, Deserialize, Debug)]
pub struct Orders {
    /// As if this had been typed.
    pub arguments: Vec<String>,
    /// Here.
    pub folder: PathBuf,
    /// What came by standard input.
    pub stdin: Option<String>,
    /// Bytes that a search may use.
    pub max_memory: u64,
}

impl Fleet {
    /// Joins the others, if there are others.
    pub fn join() -> Fleet {
        Fleet {
            #[cfg(feature = "mpi")]
            cluster: cluster::Cluster::join(),
            has_orders: Cell::new(false),
        }
    }

    /// How messages travel.
    pub fn link(&self) -> &dyn Transport {
        #[cfg(feature = "mpi")]
        if let Some(cluster) = &self.cluster {
            return cluster.transport();
        }
        &SingleRank
    }

    /// Whether there is nobody else.
    pub fn is_alone(&self) -> bool {
        self.link().n_ranks() == 1
    }

    /// Whether this is the process that speaks.
    pub fn is_leader(&self) -> bool {
        self.link().rank() == 0
    }

    /// Tells the others what to do. They hear one order and no other.
    pub fn order(&self, orders: &Orders) {
        self.spread(serde_json::to_vec(orders).expect("orders are plain data"));
    }

    /// What rank 0 says that is to be done; None if it can do without.
    pub fn hear(&self) -> Option<Orders> {
        serde_json::from_slice(&self.spread(Vec::new())).ok()
    }

    /// Sends the others home, unless they have something to do.
    pub fn dismiss(&self) {
        if !self.has_orders.get() {
            self.spread(Vec::new());
        }
    }

    #[cfg_attr(not(feature = "mpi"), expect(unused_mut, reason = "nobody changes it"))]
    fn spread(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        self.has_orders.set(true);
        #[cfg(feature = "mpi")]
        if let Some(cluster) = &self.cluster {
            cluster.broadcast(&mut bytes);
        }
        bytes
    }

    /// This process cannot go on, so none can.
    pub fn abort(&self) {
        #[cfg(feature = "mpi")]
        if self.cluster.as_ref().is_some_and(|_| !self.is_alone()) {
            eprintln!("deepen: rank {} ends the job", self.link().rank());
            cluster::abort(crate::exit::Exit::Disagreement as u8);
        }
    }
}
