//! Arguments of `deepen alg`.

use clap::{Args, Subcommand, ValueEnum};

use super::{Limits, Output, help, values};

#[derive(Args, Debug)]
pub struct Alg {
    #[command(subcommand)]
    pub tool: Tool,
}

#[derive(Subcommand, Debug)]
pub enum Tool {
    /// Invert sequences, with the same brackets
    Invert(Sequences),
    /// Print the order of sequences: how often to repeat one until everything is back
    Order(Sequences),
    /// Merge moves and drop those that cancel, also across moves that commute
    Simplify(Sequences),
    /// Expand groups, commutators and conjugates into moves
    Expand(Sequences),
    /// Print only the first of the sequences that lead to the same position
    Unique(Sequences),
    /// Show the effect of a sequence: its cycles, or the position or transformation in a format
    Show(Show),
    /// Replace parts of a sequence by shorter ones with the same effect
    #[command(after_help = help::ALG_SHORTEN.short(), after_long_help = help::ALG_SHORTEN.long())]
    Shorten(Shorten),
    /// Find sequences that leave few pieces out of place, fewest first
    #[command(after_help = help::ALG_FEW.short(), after_long_help = help::ALG_FEW.long())]
    Few(Few),
}

#[derive(Args, Debug)]
pub struct Sequences {
    /// A name from `deepen list` or a file with a definition
    #[arg(value_name = "PUZZLE")]
    pub puzzle: String,
    /// Moves such as "R U R' U'" or "[R, U]2", a file with one sequence per line, or - for standard input [default: -]
    #[arg(value_name = "MOVES")]
    pub sequences: Vec<String>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Show {
    #[command(flatten)]
    pub sequences: Sequences,
    /// Output format
    #[arg(long = "as", value_name = "FORMAT", default_value = "cycles", conflicts_with = "json")]
    pub form: Form,
}

/// A format of effects.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Form {
    /// Text: the number of pieces and their cycles
    Cycles,
    /// The resulting position as a twsearch scramble
    Scramble,
    /// The resulting position as a twsearch compact position
    Cpos,
    /// The resulting position as a cubing.js pattern in JSON
    Pattern,
    /// The effect as a move of a tws definition
    Move,
    /// The effect as a cubing.js transformation in JSON
    Transformation,
}

#[derive(Args, Debug)]
pub struct Shorten {
    #[command(flatten)]
    pub sequences: Sequences,
    /// The most moves to replace at a time
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = values::whole::<u32>(2..=100))]
    pub window: u32,
    #[command(flatten)]
    pub limits: Limits,
}

/// The maximum length of sequences that `few` finds.
pub const MAX_LENGTH: u32 = 100;

#[derive(Args, Debug)]
pub struct Few {
    /// A name from `deepen list` or a file with a definition
    #[arg(value_name = "PUZZLE")]
    pub puzzle: String,
    /// The maximum length of a sequence; --max-length means the same, and the smaller one counts
    #[arg(long, value_name = "N", required_unless_present = "max_length", value_parser = values::whole::<u32>(1..=u64::from(MAX_LENGTH)))]
    pub length: Option<u32>,
    /// The maximum number of pieces out of place
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = values::whole::<u32>(1..=u64::from(u32::MAX)))]
    pub pieces: u32,
    /// Number of sequences to print
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = values::whole::<u32>(1..=1_000_000))]
    pub max_solutions: u32,
    /// Allowed moves, such as U,R,F2 [default: all except rotations]
    #[arg(long, value_name = "LIST")]
    pub moves: Option<String>,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: Output,
}

impl Alg {
    /// Returns the limits of the tools that search.
    pub(super) fn limits(&mut self) -> Option<&mut Limits> {
        match &mut self.tool {
            Tool::Shorten(args) => Some(&mut args.limits),
            Tool::Few(args) => Some(&mut args.limits),
            _ => None,
        }
    }

    /// True if JSON is printed.
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
