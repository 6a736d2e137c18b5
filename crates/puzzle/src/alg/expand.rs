//! Expanding sequences: every group, commutator and conjugate is replaced by the moves it stands for, up to a limit.

use std::ops::Range;

use thiserror::Error;

use super::{Alg, Node};

/// A move of an expanded sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf<'a> {
    /// A move, twelfths or a slash of the sequence.
    pub node: &'a Node,
    /// True if the inverse is applied.
    pub is_inverted: bool,
    /// Number of leaves before it in the text, pauses not counted.
    pub index: usize,
}

/// A sequence that would be too long if it were expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the moves written out are more than {limit}")]
pub struct TooLong {
    /// The maximum number of moves.
    pub limit: usize,
}

impl Leaf<'_> {
    /// The node, inverted if necessary.
    pub fn to_node(&self) -> Node {
        match self.node {
            Node::Move(mv) if self.is_inverted => Node::Move(mv.inverse()),
            Node::Twelfths(upper, lower) if self.is_inverted => {
                Node::Twelfths(upper.saturating_neg(), lower.saturating_neg())
            }
            node => node.clone(),
        }
    }
}

impl Alg {
    /// Returns the leaves in the order in which they are applied. Allocates memory only if they are at most `limit`.
    ///
    /// # Errors
    /// If they are more.
    pub fn expanded(&self, limit: usize) -> Result<Vec<Leaf<'_>>, TooLong> {
        if self.length() > limit as u64 {
            return Err(TooLong { limit });
        }
        let mut leaves = Vec::new();
        self.expand(&mut 0, &mut leaves);
        Ok(leaves)
    }

    /// Number of leaves of the expanded sequence; saturates at `u64::MAX`.
    pub fn length(&self) -> u64 {
        self.nodes.iter().map(Node::length).fold(0, u64::saturating_add)
    }

    /// The leaves in the order of the text, each once.
    pub fn leaves(&self) -> Vec<&Node> {
        let mut leaves = Vec::new();
        self.collect_leaves(&mut leaves);
        leaves
    }

    /// The recursion is as deep as the brackets, whose depth the parser limits.
    fn collect_leaves<'a>(&'a self, leaves: &mut Vec<&'a Node>) {
        for node in &self.nodes {
            match node {
                Node::Move(_) | Node::Twelfths(..) | Node::Slash => leaves.push(node),
                Node::Pause => {}
                Node::Group(alg, _) => alg.collect_leaves(leaves),
                Node::Commutator(a, b, _) | Node::Conjugate(a, b, _) => {
                    a.collect_leaves(leaves);
                    b.collect_leaves(leaves);
                }
            }
        }
    }

    /// Appends the leaves. `next` is the index of the next leaf in the text. Every node of the text is visited once:
    /// inverses and repetitions are copied, so the work is that of the text and of the leaves.
    fn expand<'a>(&'a self, next: &mut usize, leaves: &mut Vec<Leaf<'a>>) {
        self.nodes.iter().for_each(|node| node.expand(next, leaves));
    }
}

impl Node {
    fn length(&self) -> u64 {
        let times = |times: &i32, length: u64| u64::from(times.unsigned_abs()).saturating_mul(length);
        match self {
            Node::Move(_) | Node::Twelfths(..) | Node::Slash => 1,
            Node::Pause => 0,
            Node::Group(alg, n) => times(n, alg.length()),
            Node::Commutator(a, b, n) => times(n, a.length().saturating_add(b.length()).saturating_mul(2)),
            Node::Conjugate(a, b, n) => times(n, a.length().saturating_mul(2).saturating_add(b.length())),
        }
    }

    /// Number of leaves in the text.
    fn n_leaves(&self) -> usize {
        match self {
            Node::Move(_) | Node::Twelfths(..) | Node::Slash => 1,
            Node::Pause => 0,
            Node::Group(alg, _) => alg.leaves().len(),
            Node::Commutator(a, b, _) | Node::Conjugate(a, b, _) => a.leaves().len() + b.leaves().len(),
        }
    }

    fn expand<'a>(&'a self, next: &mut usize, leaves: &mut Vec<Leaf<'a>>) {
        let start = leaves.len();
        if let Node::Group(_, 0) | Node::Commutator(_, _, 0) | Node::Conjugate(_, _, 0) = self {
            // Not expanded at all: what is repeated no times may be of any length.
            *next += self.n_leaves();
            return;
        }
        let times = match self {
            Node::Move(_) | Node::Twelfths(..) | Node::Slash => {
                leaves.push(Leaf { node: self, is_inverted: false, index: *next });
                *next += 1;
                return;
            }
            Node::Pause => return,
            Node::Group(alg, times) => {
                alg.expand(next, leaves);
                *times
            }
            Node::Commutator(a, b, times) => {
                a.expand(next, leaves);
                let middle = leaves.len();
                b.expand(next, leaves);
                let end = leaves.len();
                append_inverse(leaves, start..middle);
                append_inverse(leaves, middle..end);
                *times
            }
            Node::Conjugate(a, b, times) => {
                a.expand(next, leaves);
                let middle = leaves.len();
                b.expand(next, leaves);
                append_inverse(leaves, start..middle);
                *times
            }
        };
        repeat(times, leaves, start);
    }
}

/// Appends the inverse of some leaves.
fn append_inverse(leaves: &mut Vec<Leaf<'_>>, range: Range<usize>) {
    let start = leaves.len();
    leaves.extend_from_within(range);
    invert(&mut leaves[start..]);
}

fn invert(leaves: &mut [Leaf<'_>]) {
    leaves.reverse();
    leaves.iter_mut().for_each(|leaf| leaf.is_inverted = !leaf.is_inverted);
}

/// Repeats the leaves from `start` on, inverted for a negative number. The number must not be 0.
fn repeat(times: i32, leaves: &mut Vec<Leaf<'_>>, start: usize) {
    if times < 0 {
        invert(&mut leaves[start..]);
    }
    let end = leaves.len();
    // An empty sequence may have any number of repetitions.
    if start < end {
        (1..times.unsigned_abs()).for_each(|_| leaves.extend_from_within(start..end));
    }
}
