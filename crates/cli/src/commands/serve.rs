//! `deepen serve`: the local web app.

use std::io::{Write, stderr, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};

use crate::args;
use crate::color::{Style, label};
use crate::context::Context;
use crate::exit::Exit;
use crate::table_dir;
use deepen::{Error, ErrorKind};
use server::{self, Capacity, Settings, Token};

/// Value of `--token` that stands for a random token.
const RANDOM_TOKEN: &str = "auto";

pub fn run(args: &args::Serve, context: Context<'_>) -> anyhow::Result<Exit> {
    let address = args.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let is_local = server::is_local(address);
    let token = token(args)?;
    if !is_local {
        let warning = match token {
            Some(_) => format!(
                "connections to {address} are not encrypted: the token and all requests can be read on their way"
            ),
            None => format!(
                "everyone who can reach {address} can use this machine's cores and memory; there is neither a password \
                 nor encryption; --token auto requires a token"
            ),
        };
        print(&label("warning:", Style::Warning), &warning);
    }
    let usual = Capacity::usual();
    let capacity = Capacity {
        running: args.jobs.map_or(usual.running, |n| n as usize),
        waiting: args.queue.map_or(usual.waiting, |n| n as usize),
        time: args.max_time.unwrap_or(usual.time),
        memory: args.max_memory.unwrap_or(usual.memory),
    };
    let settings = Settings {
        address: SocketAddr::new(address, args.port),
        names: args.host.clone(),
        token: token.clone(),
        capacity,
        store: table_dir::store(&args.tables)?,
    };
    server::run(settings, context.watch, |listening| {
        let base = format!("http://{}", listening.address);
        let page = token.as_ref().map_or("/".to_string(), Token::page_path);
        // A token that the user chose is not printed.
        let shown = if is_random(args) { &page } else { "/" };
        let mut out = stdout().lock();
        let _ = writeln!(out, "Deepen is at {base}{shown} until Ctrl-C").and_then(|()| out.flush());
        if !is_local {
            let hosts = listening.hosts.join(", ");
            let note = format!(
                "requests are accepted for the hosts {hosts} and refused for all others; give --host NAME for each further \
                 name or address that clients use in the URL http://NAME:{}/",
                listening.address.port()
            );
            print(&label("note:", Style::Hint), &note);
        }
        if args.open {
            open(&format!("{base}{page}"));
        }
    })?;
    Ok(Exit::Done)
}

fn is_random(args: &args::Serve) -> bool {
    args.token.as_ref().is_some_and(|token| token.reveal() == RANDOM_TOKEN)
}

/// Returns the token that clients need.
fn token(args: &args::Serve) -> Result<Option<Token>, Error> {
    match &args.token {
        None => Ok(None),
        Some(_) if is_random(args) => Token::random().map(Some).map_err(|m| Error::new(ErrorKind::Io, m)),
        Some(text) => Token::new(text.reveal()).map(Some).map_err(|m| Error::usage(m).at("--token")),
    }
}

/// Prints a message. A closed stderr is ignored: the manual has the messages, too.
fn print(label: &str, message: &str) {
    let _ = writeln!(stderr(), "{label} {message}");
}

/// Opens the page in a browser. If that fails, the address is on the screen.
fn open(url: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _ = command.spawn();
}
