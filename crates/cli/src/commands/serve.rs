//! `deepen serve`: the local web app.

use std::io::{Write, stderr, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};

use crate::args;
use crate::color::{Style, label};
use crate::context::Context;
use crate::exit::Exit;
use crate::table_dir;
use server::{self, Capacity, Settings};

pub fn run(args: &args::Serve, context: Context<'_>) -> anyhow::Result<Exit> {
    let address = args.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    if !server::is_local(address) {
        // A closed stderr is ignored: the manual has the warning, too.
        let _ = writeln!(
            stderr(),
            "{} everyone who can reach {address} can use this machine's cores and memory; \
             there is neither a password nor encryption",
            label("warning:", Style::Warning)
        );
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
        capacity,
        store: table_dir::store(&args.tables)?,
    };
    server::run(settings, context.watch, |address| {
        let url = format!("http://{address}/");
        let mut out = stdout().lock();
        let _ = writeln!(out, "Deepen is at {url} until Ctrl-C").and_then(|()| out.flush());
        if args.open {
            open(&url);
        }
    })?;
    Ok(Exit::Done)
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
