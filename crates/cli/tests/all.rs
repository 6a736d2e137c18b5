//! All tests of this crate in one program: it is compiled and linked once, and its tests share tables.

mod boards;
mod cli;
mod definitions;
mod hard_definitions;
mod http;
mod inputs;
mod interrupted;
mod interrupts;
mod journal;
mod layering;
mod licenses;
mod links;
mod process;
mod random_cases;
mod runs;
mod serve;
mod signature;
mod tables;
mod usage;
mod waiting;
mod wca;
