//! `deepen`, the program.

use std::process::ExitCode;

use deepen_cli::process_limits::Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    deepen_cli::run()
}
