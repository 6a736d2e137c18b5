//! The local web app: a page embedded in the binary and an HTTP API with JSON. An HTTP request becomes the same request
//! that every front end makes, and is answered by the same objects.
//!
//! A request arrives in `connections`, passes `origin_check` and `token_check`, is parsed by `request` after `field_check`, waits for a slot in `jobs`, is executed by `run_job` and
//! answered by `response`, at once or as a stream of events. `solver_cache` holds the solvers that requests share;
//! `page` serves the files that browsers load, `openapi` the description of the API.

mod connections;
mod field_check;
mod jobs;
mod openapi;
mod option_names;
mod origin_check;
mod page;
mod request;
mod response;
mod routes;
mod run_job;
mod solver_cache;
mod token_check;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use deepen::front::Watch;
use deepen::{Error, Store};
use tokio::runtime::Builder;

pub use self::jobs::{Capacity, Jobs};
pub use self::token_check::Token;

use self::origin_check::{OriginCheck, fixed_headers};
use self::token_check::TokenCheck;

/// Settings of a server.
pub struct Settings {
    /// Address to listen on.
    pub address: SocketAddr,
    /// Host names that are accepted besides the address.
    pub names: Vec<String>,
    /// Token that clients must send, if any.
    pub token: Option<Token>,
    /// Limits on concurrent work.
    pub capacity: Capacity,
    /// Store of large tables.
    pub store: Store,
}

/// A server that accepts connections.
pub struct Listening<'a> {
    /// The address it listens on.
    pub address: SocketAddr,
    /// The values of `Host` that it accepts, all others are refused.
    pub hosts: &'a [String],
}

/// Time limit for receiving the header or the body of a request.
const READ_TIMEOUT: Duration = Duration::from_secs(10);
/// Interval between two polls for cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Stack size of worker threads; searches recurse deeply.
const STACK_BYTES: usize = 8 << 20;

/// Serves until `watch` is cancelled. Calls `ready` when it accepts connections.
///
/// # Errors
/// If it cannot listen on the address.
pub fn run(settings: Settings, watch: &Watch, ready: impl FnOnce(&Listening<'_>)) -> Result<(), Error> {
    let Settings { address, names, token, capacity, store } = settings;
    let cannot = |error: std::io::Error| {
        let failure = Error::io("listen on", &address.to_string(), &error);
        match error.kind() {
            std::io::ErrorKind::AddrInUse => failure.hint("another program listens there; try --port 0"),
            _ => failure,
        }
    };
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(capacity.running + jobs::SHORT_JOBS + 2)
        .thread_stack_size(STACK_BYTES)
        .enable_all()
        .build()
        .map_err(cannot)?;
    let listener = runtime.block_on(async { connections::listen(address) }).map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    let all_jobs = Arc::new(Jobs::new(capacity, store, watch));
    let origins = OriginCheck::new(address, &names);
    let token = token.map(|token| TokenCheck::new(token, address.port()));
    let router = routes::router(all_jobs.clone(), origins.clone(), token);
    ready(&Listening { address, hosts: origins.hosts() });
    runtime.block_on(async {
        tokio::select! {
            () = connections::accept(listener, router, fixed_headers()) => {}
            () = cancelled(watch) => {}
        }
    });
    all_jobs.cancel_all();
    runtime.shutdown_timeout(Duration::from_secs(2));
    Ok(())
}

async fn cancelled(watch: &Watch) {
    while !watch.is_cancelled() {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// True if only this machine can reach an address.
pub fn is_local(address: IpAddr) -> bool {
    address.is_loopback()
}
