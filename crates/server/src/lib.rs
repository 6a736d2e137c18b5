//! The local web app: a page embedded in the binary and an HTTP API with JSON. An HTTP request becomes the same request
//! that every front end makes, and is answered by the same objects.
//!
//! A request passes `origin_check`, is parsed by `request`, waits for a slot in `jobs`, is executed by `run_job` and
//! answered by `response`, at once or as a stream of events. `solver_cache` holds the solvers that requests share;
//! `page` serves the files that browsers load, `openapi` the description of the API.

mod jobs;
mod openapi;
mod origin_check;
mod page;
mod request;
mod response;
mod routes;
mod run_job;
mod solver_cache;

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use deepen::front::Watch;
use deepen::{Error, Store};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::runtime::Builder;
use tokio::sync::Semaphore;

pub use self::jobs::{Capacity, Jobs};
pub use self::origin_check::OriginCheck;

/// Settings of a server.
pub struct Settings {
    /// Address to listen on.
    pub address: SocketAddr,
    /// Host names that are accepted besides the address.
    pub names: Vec<String>,
    /// Limits on concurrent work.
    pub capacity: Capacity,
    /// Store of large tables.
    pub store: Store,
}

/// Maximum number of connections; further ones wait until one is closed.
const MAX_CONNECTIONS: usize = 512;
/// Time limit for receiving the header or the body of a request.
const READ_TIMEOUT: Duration = Duration::from_secs(10);
/// Interval between two polls for cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Stack size of worker threads; searches recurse deeply.
const STACK_BYTES: usize = 8 << 20;

/// Serves until `watch` is cancelled. Calls `ready` with the address it listens on.
///
/// # Errors
/// If it cannot listen on the address.
pub fn run(settings: Settings, watch: &Watch, ready: impl FnOnce(SocketAddr)) -> Result<(), Error> {
    let Settings { address, names, capacity, store } = settings;
    let cannot = |error: std::io::Error| {
        let failure = Error::io("listened on", &address.to_string(), &error);
        match error.kind() {
            std::io::ErrorKind::AddrInUse => failure.hint("another program listens there; try --port 0"),
            _ => failure,
        }
    };
    let listener = TcpListener::bind(address).map_err(cannot)?;
    listener.set_nonblocking(true).map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    let all_jobs = Arc::new(Jobs::new(capacity, store, watch));
    let router = routes::router(all_jobs.clone(), OriginCheck::new(address, names));
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(capacity.running + jobs::SHORT_JOBS + 2)
        .thread_stack_size(STACK_BYTES)
        .enable_all()
        .build()
        .map_err(cannot)?;
    ready(address);
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener).map_err(cannot)?;
        tokio::select! {
            () = accept(listener, router) => {}
            () = cancelled(watch) => {}
        }
        Ok::<(), Error>(())
    })?;
    all_jobs.cancel_all();
    runtime.shutdown_timeout(Duration::from_secs(2));
    Ok(())
}

async fn cancelled(watch: &Watch) {
    while !watch.is_cancelled() {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Accepts connections, at most [`MAX_CONNECTIONS`] at once, and closes those that send their request too slowly.
async fn accept(listener: tokio::net::TcpListener, router: Router) {
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok(place) = room.clone().acquire_owned().await else { return };
        let Ok((connection, _)) = listener.accept().await else {
            // Possibly out of file descriptors; others will be closed.
            tokio::time::sleep(POLL_INTERVAL).await;
            continue;
        };
        // Events are small and should not be delayed by Nagle's algorithm.
        let _ = connection.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let served = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(READ_TIMEOUT)
                .serve_connection(TokioIo::new(connection), service);
            // A client that disconnects early is not an error.
            let _ = served.await;
            drop(place);
        });
    }
}

/// True if only this machine can reach an address.
pub fn is_local(address: IpAddr) -> bool {
    address.is_loopback()
}
