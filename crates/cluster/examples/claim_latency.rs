//! Measures the cost of claiming a task from another process: a message to rank 0 and its reply, against a one-sided
//! counter in the memory of rank 0 that others increment without its help. Every rank claims as fast as it can; the
//! example asserts that each number is claimed once.
//!
//! `cargo build --release -p deepen-cluster --features mpi --example claim_latency`
//! `mpirun -n 4 target/release/examples/claim_latency 100000`
//!
//! Unsafe for MPI calls that the `mpi` crate does not wrap.
#![allow(unsafe_code)]

use std::env;
use std::ptr;
use std::time::Instant;

use mpi::ffi;
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, Equivalence, Root, Source};

const END: u64 = u64::MAX;

fn main() {
    let n: u64 = env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100_000);
    let universe = mpi::initialize().expect("MPI is initialised");
    let world = universe.world();
    let (rank, n_ranks) = (world.rank(), world.size());
    for (name, claim) in [("messages", by_messages as fn(&_, u64) -> u64), ("one-sided", one_sided)] {
        world.barrier();
        let started = Instant::now();
        let sum = claim(&world, n);
        world.barrier();
        let seconds = started.elapsed().as_secs_f64();
        let mut sums = vec![0_u64; n_ranks as usize];
        let root = world.process_at_rank(0);
        match rank {
            0 => root.gather_into_root(&sum, &mut sums[..]),
            _ => root.gather_into(&sum),
        }
        if rank == 0 {
            assert_eq!(sums.iter().sum::<u64>(), n * (n - 1) / 2, "every number is claimed once");
            let micros = seconds * 1e6 / n as f64;
            println!(
                "{name}: {n} claims by {} ranks, {micros:.2} us each, {:.0} a second",
                n_ranks,
                n as f64 / seconds
            );
        }
    }
}

/// Rank 0 assigns numbers to the others and takes none itself. Returns the sum of the numbers that this rank got.
fn by_messages(world: &mpi::topology::SimpleCommunicator, n: u64) -> u64 {
    if world.rank() != 0 {
        let (mut sum, root) = (0, world.process_at_rank(0));
        loop {
            root.send(&world.rank());
            let (number, _) = root.receive::<u64>();
            if number == END {
                return sum;
            }
            sum += number;
        }
    }
    let (mut next, mut n_left) = (0, world.size() - 1);
    // A single rank claims all numbers itself.
    if n_left == 0 {
        return (0..n).sum();
    }
    while n_left > 0 {
        let (from, _) = world.any_process().receive::<i32>();
        let number = if next < n { next } else { END };
        next += 1;
        n_left -= i32::from(number == END);
        world.process_at_rank(from).send(&number);
    }
    0
}

/// Every rank increments a counter in the memory of rank 0.
fn one_sided(world: &mpi::topology::SimpleCommunicator, n: u64) -> u64 {
    use mpi::raw::AsRaw;
    let mut base: *mut u64 = ptr::null_mut();
    let mut window: ffi::MPI_Win = unsafe { std::mem::zeroed() };
    let bytes = if world.rank() == 0 { 8 } else { 0 };
    let mut sum = 0;
    // SAFETY: a window of one number on rank 0, created and freed by all ranks together; only atomic operations touch
    // it while it is shared, and the buffers live through the calls that complete them.
    unsafe {
        let made = ffi::MPI_Win_allocate(
            bytes,
            8,
            ffi::RSMPI_INFO_NULL,
            world.as_raw(),
            ptr::from_mut(&mut base).cast(),
            &mut window,
        );
        assert_eq!(made, 0, "the window is created");
        if world.rank() == 0 {
            *base = 0;
        }
        world.barrier();
        ffi::MPI_Win_lock_all(0, window);
        loop {
            let (one, mut number) = (1_u64, 0_u64);
            ffi::MPI_Fetch_and_op(
                ptr::from_ref(&one).cast(),
                ptr::from_mut(&mut number).cast(),
                u64::equivalent_datatype().as_raw(),
                0,
                0,
                ffi::RSMPI_SUM,
                window,
            );
            ffi::MPI_Win_flush(0, window);
            if number >= n {
                break;
            }
            sum += number;
        }
        ffi::MPI_Win_unlock_all(window);
        ffi::MPI_Win_free(&mut window);
    }
    sum
}
