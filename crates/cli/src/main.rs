//! `deepen`, the program.

use std::process::ExitCode;

fn main() -> ExitCode {
    deepen_cli::run()
}
