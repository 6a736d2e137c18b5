//! Printing sequences: one space between nodes, amounts only where they are not 1.

use std::fmt;

use super::{Alg, Amount, Layers, Move, Node};

impl fmt::Display for Alg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, node) in self.nodes.iter().enumerate() {
            write!(f, "{}{node}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Move(mv) => mv.fmt(f),
            Node::Twelfths(upper, lower) => write!(f, "({upper}, {lower})"),
            Node::Slash => f.write_str("/"),
            Node::Pause => f.write_str("."),
            Node::Group(alg, times) => write!(f, "({alg}){}", Amount::Times(*times)),
            Node::Commutator(a, b, times) => write!(f, "[{a}, {b}]{}", Amount::Times(*times)),
            Node::Conjugate(a, b, times) => write!(f, "[{a}: {b}]{}", Amount::Times(*times)),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.layers {
            Layers::Plain => {}
            Layers::One(layer) => write!(f, "{layer}")?,
            Layers::Range(first, last) => write!(f, "{first}-{last}")?,
        }
        write!(f, "{}{}", self.family, self.amount)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Amount::Times(1) => Ok(()),
            Amount::Times(-1) => f.write_str("'"),
            Amount::Times(times) if times < 0 => write!(f, "{}'", times.unsigned_abs()),
            Amount::Times(times) => write!(f, "{times}"),
            Amount::Twice(forwards) => f.write_str(if forwards { "++" } else { "--" }),
            Amount::Hours(hours, forwards) => write!(f, "{hours}{}", if forwards { '+' } else { '-' }),
        }
    }
}
