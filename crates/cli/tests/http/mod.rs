//! `deepen serve` and a client, for the tests and the bench of the web app. Written by hand, because some tests send requests
//! that no proper client would send.
#![allow(dead_code, reason = "each of them uses some of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// A server on a free port that stores no tables. It ends when this is dropped.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
}

impl Server {
    pub fn start(arguments: &[&str]) -> Server {
        Server::start_with(arguments, &[])
    }

    /// Starts a server with variables of the environment.
    pub fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
        command.args(["serve", "--port", "0", "--tables", "none"]).args(arguments);
        command.env_remove("DEEPEN_TOKEN").envs(variables.iter().copied());
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut line).expect("it says where it is");
        let address = line.split(['/', ' ']).find_map(|word| word.parse().ok());
        Server { child, address: address.unwrap_or_else(|| panic!("no address in {line:?}")) }
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns its peak memory in bytes, where the system reports it.
    pub fn memory(&self) -> u64 {
        self.status_bytes("VmHWM:")
    }

    /// Returns its memory in bytes, where the system reports it.
    pub fn resident(&self) -> u64 {
        self.status_bytes("VmRSS:")
    }

    /// Returns a size in the status that the system reports; 0 if it does not.
    fn status_bytes(&self, field: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).unwrap_or_default();
        let size = status.lines().find_map(|line| line.strip_prefix(field));
        let kilobytes = size.and_then(|size| size.split_whitespace().next()?.parse::<u64>().ok());
        kilobytes.unwrap_or(0) << 10
    }

    /// True if it still runs.
    pub fn is_alive(&mut self) -> bool {
        self.child.try_wait().expect("it can be waited for").is_none()
    }

    /// Sends bytes and returns what comes back until the server closes.
    pub fn raw(&self, bytes: &[u8]) -> Response {
        let mut stream = self.connect();
        // The server may have answered and closed before everything was sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Response::of(&answer)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(600))).expect("times can be set");
        stream
    }

    pub fn get(&self, path: &str) -> Response {
        self.raw(&head("GET", path, self.address, "Connection: close\r\n"))
    }

    pub fn post(&self, path: &str, body: &str) -> Response {
        self.raw(&posted(path, self.address, "", body))
    }

    pub fn delete(&self, path: &str) -> Response {
        self.raw(&head("DELETE", path, self.address, "Connection: close\r\n"))
    }

    /// Requests events.
    pub fn events(&self, path: &str, body: &str) -> Events {
        let mut stream = self.connect();
        let bytes = posted(path, self.address, "Accept: text/event-stream\r\n", body);
        stream.write_all(&bytes).expect("it listens");
        Events(BufReader::new(stream))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The head of a request.
pub fn head(method: &str, path: &str, host: impl std::fmt::Display, more: &str) -> Vec<u8> {
    format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n").into_bytes()
}

/// A request with a body.
pub fn posted(path: &str, host: SocketAddr, more: &str, body: &str) -> Vec<u8> {
    let more = format!(
        "Connection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n{more}",
        body.len()
    );
    let mut bytes = head("POST", path, host, &more);
    bytes.extend(body.as_bytes());
    bytes
}

/// An answer.
#[derive(Debug)]
pub struct Response {
    /// 0 if nothing came back.
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    /// Parses an answer.
    pub fn of(bytes: &[u8]) -> Response {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        Response { status, head: head.to_ascii_lowercase(), body: body.to_string() }
    }

    /// The object that was answered.
    pub fn json(&self) -> Value {
        let object = serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {self:?}"));
        assert_version(&object);
        object
    }

    /// The code of an error.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_string()
    }
}

/// Every object has the version of the schema; the description of the interface has that of OpenAPI.
fn assert_version(object: &Value) {
    assert!(object["schema"] == 1 || object["openapi"].is_string(), "no version in {object}");
}

/// Events as they come.
pub struct Events(BufReader<TcpStream>);

impl Iterator for Events {
    type Item = (String, Value);

    fn next(&mut self) -> Option<(String, Value)> {
        let mut name = String::new();
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(event) = line.strip_prefix("event: ") {
                name = event.trim().to_string();
            }
            if let Some(data) = line.strip_prefix("data: ") {
                let object = serde_json::from_str(data).expect("data is JSON");
                assert_version(&object);
                return Some((name, object));
            }
        }
    }
}
