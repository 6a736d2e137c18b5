//! What ranks other than 0 do: the same work in the same order, without a word. What they need to know comes from rank 0;
//! what they find out goes there.

use std::env;
use std::io::{Write, stderr};

use deepen::search::Ranks;
use deepen::search::ranks::NoJournal;

use super::{batch, solve};
use crate::args::{Arguments, Command};
use crate::fleet::{Fleet, Orders};
use crate::input;
use deepen::Error;

/// Does what rank 0 says until it says no more.
pub fn run(fleet: &Fleet) {
    let Some(orders) = fleet.hear() else { return };
    if let Err(failure) = obey(fleet, orders) {
        // Rank 0 goes on without this one.
        let _ = writeln!(stderr(), "deepen: rank {} cannot help: {failure}", fleet.link().rank());
    }
    Ranks::new(fleet.link(), &NoJournal, 1).finish();
}

fn obey(fleet: &Fleet, orders: Orders) -> Result<(), Error> {
    let Orders { arguments, folder, stdin, max_memory } = orders;
    // Rank 0 listens for interrupts and looks at the clock.
    let watch = crate::interrupt::ignore();
    env::set_current_dir(&folder)
        .map_err(|error| Error::io("enter", &folder.display().to_string(), &error))?;
    if let Some(text) = stdin {
        input::provide_stdin(text);
    }
    let typed = std::iter::once("deepen".to_string()).chain(arguments);
    let parsed = Arguments::read(typed).map_err(|error| Error::usage(error.to_string()))?;
    match &parsed.command {
        Command::Solve(args) => solve::assist(args, max_memory, fleet, &watch),
        Command::Batch(args) => batch::assist(args, max_memory, fleet, &watch),
        _ => Ok(()),
    }
}
