//! Expanding sequences: every group, commutator and conjugate is replaced by the moves it stands for, up to a limit.

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
        self.expand(false, 0, &mut leaves);
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

    /// Number of leaves in the text.
    fn n_leaves(&self) -> usize {
        self.nodes.iter().map(Node::n_leaves).sum()
    }

    /// Appends the leaves; the first one in the text has the index `first`.
    fn expand<'a>(&'a self, is_inverted: bool, first: usize, leaves: &mut Vec<Leaf<'a>>) {
        if is_inverted {
            let mut after = first + self.n_leaves();
            for node in self.nodes.iter().rev() {
                after -= node.n_leaves();
                node.expand(true, after, leaves);
            }
        } else {
            let mut next = first;
            for node in &self.nodes {
                node.expand(false, next, leaves);
                next += node.n_leaves();
            }
        }
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

    fn n_leaves(&self) -> usize {
        match self {
            Node::Move(_) | Node::Twelfths(..) | Node::Slash => 1,
            Node::Pause => 0,
            Node::Group(alg, _) => alg.n_leaves(),
            Node::Commutator(a, b, _) | Node::Conjugate(a, b, _) => a.n_leaves() + b.n_leaves(),
        }
    }

    fn expand<'a>(&'a self, is_inverted: bool, first: usize, leaves: &mut Vec<Leaf<'a>>) {
        match self {
            Node::Move(_) | Node::Twelfths(..) | Node::Slash => {
                leaves.push(Leaf { node: self, is_inverted, index: first });
            }
            Node::Pause => {}
            Node::Group(alg, times) => repeat(*times, is_inverted, leaves, |is_inverted, leaves| {
                alg.expand(is_inverted, first, leaves);
            }),
            Node::Commutator(a, b, times) => repeat(*times, is_inverted, leaves, |is_inverted, leaves| {
                // The inverse of A B A' B' is B A B' A'.
                let parts = [(a, first), (b, first + a.n_leaves())];
                let [(a, at_a), (b, at_b)] = if is_inverted { [parts[1], parts[0]] } else { parts };
                a.expand(false, at_a, leaves);
                b.expand(false, at_b, leaves);
                a.expand(true, at_a, leaves);
                b.expand(true, at_b, leaves);
            }),
            Node::Conjugate(a, b, times) => repeat(*times, is_inverted, leaves, |is_inverted, leaves| {
                a.expand(false, first, leaves);
                b.expand(is_inverted, first + a.n_leaves(), leaves);
                a.expand(true, first, leaves);
            }),
        }
    }
}

/// Calls `once` and repeats what it appends, inverted for a negative number.
fn repeat<'a>(
    times: i32,
    is_inverted: bool,
    leaves: &mut Vec<Leaf<'a>>,
    once: impl FnOnce(bool, &mut Vec<Leaf<'a>>),
) {
    if times == 0 {
        return;
    }
    let start = leaves.len();
    once(is_inverted != (times < 0), leaves);
    let end = leaves.len();
    // An empty sequence may have any number of repetitions.
    if start < end {
        for _ in 1..times.unsigned_abs() {
            leaves.extend_from_within(start..end);
        }
    }
}
