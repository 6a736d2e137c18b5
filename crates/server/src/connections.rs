//! Connections, with a limit on their number that slow clients cannot use up. A connection is *receiving* until its
//! request has arrived in full, body included, and again after its response; between, it is *answering*. When all places
//! are taken, a new connection replaces the one that has been receiving for the longest time, so a request that arrives
//! at once is answered at once, regardless of the number of clients that send nothing or byte by byte.
//!
//! Connections that are answering are never replaced. Their number is limited by the job queue, and a client that does
//! not read its response is disconnected by [`ClientStream`].

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};

use crate::response::{header_timeout, malformed, response_bytes};
use crate::{POLL_INTERVAL, READ_TIMEOUT};

/// Maximum number of connections. Many systems allow a process 1024 open files.
const MAX_CONNECTIONS: usize = 512;
/// Number of connections that the system holds until they are accepted. If there are more, a client has to try again, which
/// takes a second.
const BACKLOG: u32 = 4096;
/// Time after which a client that does not read its response is disconnected.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// Time for which a client may go on sending after its last response, and number of bytes.
const LINGER_TIME: Duration = Duration::from_secs(1);
const MAX_LINGER_BYTES: u64 = 16 << 20;
/// Number of header fields, and size of their buffer, up to which hyper parses a request. The limits that clients see
/// are lower and answered with JSON, see [`crate::origin_check`].
const PARSED_HEADERS: usize = 512;
const PARSED_BYTES: usize = 256 << 10;

/// The open connections.
pub struct Connections {
    places: Arc<Semaphore>,
    receiving: Mutex<Receiving>,
}

/// The receiving connections in the order in which they began to receive.
#[derive(Default)]
struct Receiving {
    last: u64,
    all: BTreeMap<u64, Arc<Claim>>,
}

/// The claim of a connection on its place, until another connection takes it over.
struct Claim {
    close: Notify,
    permit: Mutex<Option<OwnedSemaphorePermit>>,
}

impl Connections {
    /// Creates an empty set with a maximum number of connections.
    fn new(max: usize) -> Arc<Connections> {
        Arc::new(Connections { places: Arc::new(Semaphore::new(max)), receiving: Mutex::default() })
    }

    fn receiving(&self) -> MutexGuard<'_, Receiving> {
        self.receiving.lock().expect("nothing panics while it is held")
    }

    /// Closes the connection that has been receiving for the longest time, if there is one, and returns its permit. Its
    /// task ends soon; a new connection does not wait for that, because many may be waiting behind it.
    fn close_oldest(&self) -> Option<OwnedSemaphorePermit> {
        loop {
            let (_, claim) = self.receiving().all.pop_first()?;
            claim.close.notify_one();
            let permit = claim.permit.lock().expect("nothing panics while it is held").take();
            // A connection that is about to close has none.
            if permit.is_some() {
                return permit;
            }
        }
    }

    /// Waits for a place, which another connection may have to give up, and returns it as receiving.
    async fn enter(self: &Arc<Self>) -> Option<Arc<Place>> {
        let mut free = self.places.clone().try_acquire_owned().ok();
        while free.is_none() {
            free = self.close_oldest();
            if free.is_none() {
                // All are answering. One of them may end, or receive again.
                let place = self.places.clone().acquire_owned();
                if let Ok(permit) = tokio::time::timeout(POLL_INTERVAL, place).await {
                    free = Some(permit.ok()?);
                }
            }
        }
        let claim = Arc::new(Claim { close: Notify::new(), permit: Mutex::new(free) });
        let place = Place { connections: self.clone(), claim, number: Mutex::new(None) };
        place.start_receiving();
        Some(Arc::new(place))
    }
}

/// The place of one connection. Dropping it makes room for another.
pub struct Place {
    connections: Arc<Connections>,
    claim: Arc<Claim>,
    /// Its number among the receiving connections; None while it answers.
    number: Mutex<Option<u64>>,
}

impl Place {
    fn number(&self) -> MutexGuard<'_, Option<u64>> {
        self.number.lock().expect("nothing panics while it is held")
    }

    /// Marks the connection as receiving, from now on.
    fn start_receiving(&self) {
        self.start_answering();
        let number = {
            let mut receiving = self.connections.receiving();
            receiving.last += 1;
            let number = receiving.last;
            receiving.all.insert(number, self.claim.clone());
            number
        };
        *self.number() = Some(number);
    }

    /// Marks the connection as answering: its request has arrived.
    pub fn start_answering(&self) {
        // The lock is released before the other is taken.
        let number = self.number().take();
        if let Some(number) = number {
            self.connections.receiving().all.remove(&number);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.start_answering();
    }
}

/// A response body. When it has been sent or dropped, its connection receives again.
struct Answer {
    body: Body,
    place: Arc<Place>,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.place.start_receiving();
    }
}

/// Listens on an address.
///
/// # Errors
/// If the address is not free, or not one of this machine.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A server that is started again need not wait for connections of the last one. On Windows, the option would let two
    // programs listen on one port.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Accepts connections until the returned future is dropped.
pub async fn accept(listener: TcpListener, router: Router, headers: HeaderMap) {
    let connections = Connections::new(MAX_CONNECTIONS);
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Possibly out of file descriptors; others will be closed.
            drop(connections.close_oldest());
            sleep(POLL_INTERVAL).await;
            continue;
        };
        // Events are small and should not be delayed by Nagle's algorithm.
        let _ = stream.set_nodelay(true);
        let Some(place) = connections.enter().await else { return };
        tokio::spawn(serve(stream, place, router.clone(), headers.clone()));
    }
}

/// Serves one connection until it ends or has to make room for another.
async fn serve(stream: TcpStream, place: Arc<Place>, router: Router, headers: HeaderMap) {
    let claim = place.claim.clone();
    tokio::select! {
        () = serve_requests(stream, place, router, headers) => {}
        () = claim.close.notified() => {}
    }
}

/// Serves the requests of one connection.
///
/// hyper answers a request that it cannot parse by itself, with 400, 414 or 431 and without a body, and has no setting for
/// that. [`ClientStream`] holds this answer back as long as the connection has had no other request, and it is replaced by
/// one with JSON. After other requests of the same connection, it stays as it is.
async fn serve_requests(stream: TcpStream, place: Arc<Place>, router: Router, headers: HeaderMap) {
    let has_request = Arc::new(AtomicBool::new(false));
    let stream = ClientStream::new(stream, WRITE_TIMEOUT, has_request.clone());
    let service = service_fn(|request: Request<Incoming>| {
        has_request.store(true, Ordering::Relaxed);
        let (router, place) = (TowerToHyperService::new(router.clone()), place.clone());
        let answer = async move {
            let mut request = request.map(Body::new);
            if request.body().is_end_stream() {
                place.start_answering();
            } else {
                // Handlers that read the body mark it as complete.
                request.extensions_mut().insert(place.clone());
            }
            let response = router.call(request).await?;
            Ok::<_, Infallible>(response.map(|body| Answer { body, place }))
        };
        Box::pin(answer)
    });
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(READ_TIMEOUT)
        .max_headers(PARSED_HEADERS)
        .max_buf_size(PARSED_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    let served = poll_fn(|context| connection.poll_without_shutdown(context)).await;
    let parts = connection.into_parts();
    let mut stream = parts.io.into_inner();
    let error = match served {
        // An idle connection that times out has sent nothing that could be answered.
        Err(error) if error.is_timeout() && !parts.read_buf.is_empty() => Some(header_timeout(READ_TIMEOUT)),
        _ => status_of(&stream.held).map(malformed),
    };
    // A client that disconnects early is not an error.
    if let Some(error) = error {
        let _ = stream.stream.write_all(&response_bytes(&error, &headers)).await;
    }
    if stream.shutdown().await.is_ok() {
        let _ = tokio::time::timeout(LINGER_TIME, discard(stream.stream)).await;
    }
}

/// Returns the status of a response.
fn status_of(response: &[u8]) -> Option<StatusCode> {
    StatusCode::from_bytes(response.split(|&byte| byte == b' ').nth(1)?).ok()
}

/// Reads until the client closes the connection, but not without end. Closing it with unread bytes would make the system
/// discard the response, too.
async fn discard(stream: TcpStream) {
    let mut rest = stream.take(MAX_LINGER_BYTES);
    let mut buffer = [0; 4096];
    while rest.read(&mut buffer).await.is_ok_and(|n| n > 0) {}
}

/// A stream whose writes fail if the client has read nothing for some time. Bytes that hyper writes before the first
/// request are held back.
struct ClientStream {
    stream: TcpStream,
    timeout: Duration,
    has_request: Arc<AtomicBool>,
    held: Vec<u8>,
    /// Runs while a write waits for the client.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl ClientStream {
    fn new(stream: TcpStream, timeout: Duration, has_request: Arc<AtomicBool>) -> ClientStream {
        ClientStream { stream, timeout, has_request, held: Vec::new(), stalled: None }
    }

    /// Returns the result of a write, or an error if it has been pending for too long.
    fn limit<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let timeout = self.timeout;
        match self.stalled.get_or_insert_with(|| Box::pin(sleep(timeout))).as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if !self.has_request.load(Ordering::Relaxed) {
            self.held.extend(bytes);
            return Poll::Ready(Ok(bytes.len()));
        }
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.limit(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if !self.has_request.load(Ordering::Relaxed) {
            let first = slices.iter().find(|slice| !slice.is_empty());
            return self.poll_write(context, first.map_or(&[], |slice| slice));
        }
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.limit(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let limited = async { tokio::time::timeout(Duration::from_secs(60), work).await };
        runtime.block_on(limited).expect("it takes no minute")
    }

    /// The place that has been receiving for the longest time is given up, and one that answers never is.
    #[test]
    fn the_oldest_receiving_connection_makes_room() {
        block_on(async {
            let connections = Connections::new(3);
            let [first, second, third] = [(); 3].map(|()| connections.enter());
            let (first, second, third) = (first.await.unwrap(), second.await.unwrap(), third.await.unwrap());
            first.start_answering();
            // After its response, it is the youngest.
            second.start_answering();
            second.start_receiving();
            let fourth = connections.enter().await.unwrap();
            third.claim.close.notified().await;
            // It does not return as a place that could be given up.
            third.start_answering();
            third.start_receiving();
            let fifth = connections.enter().await.unwrap();
            second.claim.close.notified().await;
            drop((second, third));
            assert_eq!(connections.receiving().all.len(), 2);
            drop((first, fourth, fifth));
            assert_eq!(connections.places.available_permits(), 3);
            assert!(connections.receiving().all.is_empty());
        });
    }

    #[test]
    fn a_client_that_does_not_read_is_disconnected() {
        block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
            let (stream, _) = listener.accept().await.unwrap();
            let timeout = Duration::from_secs(1);
            let mut stream = ClientStream::new(stream, timeout, Arc::new(AtomicBool::new(true)));
            // A slow client is not disconnected as long as it reads.
            let bytes = vec![0; 128 << 20];
            let reads = async {
                let mut buffer = vec![0; 8 << 20];
                for _ in 0..5 {
                    sleep(timeout / 8).await;
                    client.read_exact(&mut buffer).await.unwrap();
                }
                Instant::now()
            };
            let (written, last_read) = tokio::join!(stream.write_all(&bytes), reads);
            assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
            assert!(last_read.elapsed() > timeout / 2);
        });
    }
}
