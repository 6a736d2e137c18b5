//! The local web app: a page in the binary and an interface of JSON beside it. What is asked for by HTTP becomes the request
//! that every front end makes, and is answered by the same objects.
//!
//! A request passes `gate` (who may ask), is read by `request`, waits for its turn in `jobs`, is carried out by `work` and
//! answered by `answer`, at once or as a stream of events. `solvers` are what requests share; `page` is what browsers load,
//! `manual` describes it all.

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

/// What a server is asked to be.
pub struct Settings {
    /// Where it listens.
    pub address: SocketAddr,
    /// Names by which it may be called beside its address.
    pub names: Vec<String>,
    /// How much it does at once.
    pub capacity: Capacity,
    /// Where large tables are kept.
    pub store: Store,
}

/// Connections at once; more of them wait until one is closed.
const MAX_CONNECTIONS: usize = 512;
/// How long somebody may take to say what he wants.
const READ_TIMEOUT: Duration = Duration::from_secs(10);
/// How soon an interrupt is noticed.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Searches go deep.
const STACK_BYTES: usize = 8 << 20;

/// Serves until `watch` is cancelled. `ready` hears where.
///
/// # Errors
/// If it cannot listen there.
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

/// Takes connections, so many at once and none that dawdles over what it wants.
async fn accept(listener: tokio::net::TcpListener, router: Router) {
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok(place) = room.clone().acquire_owned().await else { return };
        let Ok((connection, _)) = listener.accept().await else {
            // Out of files, perhaps: others will be closed.
            tokio::time::sleep(POLL_INTERVAL).await;
            continue;
        };
        // Events are small and should not wait for each other.
        let _ = connection.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let served = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(READ_TIMEOUT)
                .serve_connection(TokioIo::new(connection), service);
            // Whoever goes away in the middle is not missed.
            let _ = served.await;
            drop(place);
        });
    }
}

/// Whether only this machine can reach an address.
pub fn is_local(address: IpAddr) -> bool {
    address.is_loopback()
}
