//! The processes that one `mpirun` has started.

use std::env;

use mpi::Threading;
use mpi::environment::{Universe, initialize_with_threading};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, Destination, MatchedReceiveVec, Root, Source};
use search::ranks::Transport;

/// The processes of an MPI job. Dropping it finalises MPI, which waits for the other processes.
pub struct Cluster {
    _universe: Universe,
    transport: MpiTransport,
}

/// Sends and receives messages by MPI.
pub struct MpiTransport {
    rank: usize,
    n_ranks: usize,
}

/// Environment variables that launchers set: Open MPI's, those that speak PMI (MPICH, Intel, Slurm) and PMIx.
const LAUNCHER_VARIABLES: [&str; 4] = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMI_RANK", "PMIX_RANK"];

impl Cluster {
    /// Joins the other processes, if this one was started by an MPI launcher. Otherwise MPI is not initialised: that
    /// alone would take a good part of a second.
    pub fn join() -> Option<Cluster> {
        LAUNCHER_VARIABLES.iter().find_map(env::var_os)?;
        // Only the calling thread will communicate.
        let (universe, _) = initialize_with_threading(Threading::Funneled)?;
        let world = universe.world();
        let (rank, n_ranks) = (world.rank() as usize, world.size() as usize);
        Some(Cluster { _universe: universe, transport: MpiTransport { rank, n_ranks } })
    }

    /// The transport to the other processes.
    pub fn transport(&self) -> &MpiTransport {
        &self.transport
    }

    /// Broadcasts the bytes of rank 0 to every rank. All ranks must call it.
    pub fn broadcast(&self, bytes: &mut Vec<u8>) {
        let world = world();
        let root = world.process_at_rank(0);
        let mut length = bytes.len() as u64;
        root.broadcast_into(&mut length);
        bytes.resize(length as usize, 0);
        // An empty message is not sent: some libraries reject its address.
        if length > 0 {
            root.broadcast_into(&mut bytes[..]);
        }
    }
}

/// Ends all processes of this job at once, after a fatal error.
pub fn abort(code: u8) -> ! {
    world().abort(code.into())
}

/// The world communicator. It is only a number, so any thread may have it; only one communicates.
fn world() -> SimpleCommunicator {
    SimpleCommunicator::world()
}

impl Transport for MpiTransport {
    fn rank(&self) -> usize {
        self.rank
    }

    fn n_ranks(&self) -> usize {
        self.n_ranks
    }

    fn send(&self, to: usize, message: &[u8]) {
        world().process_at_rank(to as i32).send(message);
    }

    fn receive(&self) -> Option<(usize, Vec<u8>)> {
        let world = world();
        let (bytes, status) = world.any_process().immediate_matched_probe()?.matched_receive_vec();
        Some((status.source_rank() as usize, bytes))
    }
}
