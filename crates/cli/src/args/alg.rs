//! What `deepen alg` may be asked.

use clap::{Args, Subcommand, ValueEnum};

use super::{Limits, Output, help};

#[derive(Args, Debug)]
pub struct Alg {
    #[command(subcommand)]
    pub tool: Tool,
}

#[derive(Subcommand, Debug)]
pub enum Tool {
    /// Undo a sequence: its moves backwards, with the same brackets
    Invert(Sequences),
    /// After how many times a sequence brings everything back
    Order(Sequences),
    /// Put moves together and leave out those that cancel, also across moves that commute
    Simplify(Sequences),
    /// Write groups, commutators and conjugates out as moves
    Expand(Sequences),
    /// Of sequences that lead to the same position print the first
    Unique(Sequences),
    /// What a sequence does: its cycles, or the position or transformation in a format
    Show(Show),
    /// Replace parts of a sequence by shorter ones that do the same
    #[command(after_help = help::ALG_SHORTEN)]
    Shorten(Shorten),
    /// Find sequences that leave few pieces out of place, fewest first
    #[command(after_help = help::ALG_FEW)]
    Few(Few),
}

#[derive(Args, Debug)]
pub struct Sequences {
    /// The puzzle: a name of `deepen list`, or a file with its definition
    #[arg(value_name = "PUZZLE")]
    pub puzzle: String,
    /// Moves like "R U R' U'" or "[R, U]2", a file with a sequence on each line, or - for standard input [default: -]
    #[arg(value_name = "MOVES")]
    pub sequences: Vec<String>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Show {
    #[command(flatten)]
    pub sequences: Sequences,
    /// The format to show it in
    #[arg(long = "as", value_name = "FORMAT", default_value = "cycles", conflicts_with = "json")]
    pub form: Form,
}

/// How an effect is shown.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Form {
    /// In words: how many pieces, in which cycles
    Cycles,
    /// The position it leads to, as a scramble of twsearch
    Scramble,
    /// The same as a compact position of twsearch
    Cpos,
    /// The same as a pattern of cubing.js in JSON
    Pattern,
    /// What it does, as a move of a tws definition
    Move,
    /// The same as a transformation of cubing.js in JSON
    Transformation,
}

#[derive(Args, Debug)]
pub struct Shorten {
    #[command(flatten)]
    pub sequences: Sequences,
    /// How many moves are replaced at once, at most
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(2..=100))]
    pub window: u32,
    #[command(flatten)]
    pub limits: Limits,
}

#[derive(Args, Debug)]
pub struct Few {
    /// The puzzle: a name of `deepen list`, or a file with its definition
    #[arg(value_name = "PUZZLE")]
    pub puzzle: String,
    /// The most moves of a sequence
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub length: u32,
    /// The most pieces that may be out of place
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub pieces: u32,
    /// How many sequences to print
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_solutions: u32,
    /// The moves that may be made, like U,R,F2 [default: all that are no rotations]
    #[arg(long, value_name = "LIST")]
    pub moves: Option<String>,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: Output,
}

impl Alg {
    /// Whether JSON is asked for.
    pub fn json(&self) -> bool {
        match &self.tool {
            Tool::Invert(args)
            | Tool::Order(args)
            | Tool::Simplify(args)
            | Tool::Expand(args)
            | Tool::Unique(args) => args.output.json,
            Tool::Show(args) => args.sequences.output.json,
            Tool::Shorten(args) => args.sequences.output.json,
            Tool::Few(args) => args.output.json,
        }
    }
}
