//! All tests of this crate in one program: it is compiled and linked once, and its tests share tables.

mod alg_tools;
mod algs;
mod bad_definitions;
mod board_laws;
mod builtin;
mod cube;
mod cube4;
mod cube_moves;
mod cube_texts;
mod defined_groups;
mod definition_texts;
mod definitions;
mod fuzz;
mod groups;
mod patterns;
mod phases;
mod projections;
mod scrambles;
mod shuffdle;
mod solvability;
mod square1;
