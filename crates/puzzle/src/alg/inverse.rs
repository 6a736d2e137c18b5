//! Inverse and expanded sequences.

use super::{Alg, Node, TooLong};

impl Alg {
    /// The inverse sequence, with the same brackets.
    #[must_use]
    pub fn inverse(&self) -> Alg {
        Alg { nodes: self.nodes.iter().rev().map(Node::inverse).collect() }
    }

    /// Expands every group, commutator and conjugate to moves and removes pauses. Allocates memory only if the moves
    /// are at most `limit`.
    ///
    /// # Errors
    /// If they are more.
    pub fn flattened(&self, limit: usize) -> Result<Alg, TooLong> {
        Ok(Alg { nodes: self.expanded(limit)?.iter().map(|leaf| leaf.to_node()).collect() })
    }
}

impl Node {
    /// The inverse node.
    #[must_use]
    pub fn inverse(&self) -> Node {
        match self {
            Node::Move(mv) => Node::Move(mv.inverse()),
            Node::Twelfths(upper, lower) => Node::Twelfths(upper.saturating_neg(), lower.saturating_neg()),
            Node::Slash => Node::Slash,
            Node::Pause => Node::Pause,
            Node::Group(alg, times) => Node::Group(alg.clone(), times.saturating_neg()),
            // The inverse of A B A' B' is B A B' A'.
            Node::Commutator(a, b, times) => Node::Commutator(b.clone(), a.clone(), *times),
            Node::Conjugate(a, b, times) => Node::Conjugate(a.clone(), b.inverse(), *times),
        }
    }
}
