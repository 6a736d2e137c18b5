//! Sequences backwards, and written out.

use super::{Alg, Node, TooLong};

impl Alg {
    /// The sequence that undoes it, with the same brackets.
    #[must_use]
    pub fn inverse(&self) -> Alg {
        Alg { nodes: self.nodes.iter().rev().map(Node::inverse).collect() }
    }

    /// Every group, commutator and conjugate as the moves it stands for, and no pauses. Takes memory only if they are no more
    /// than `limit`.
    ///
    /// # Errors
    /// If they are more.
    pub fn flattened(&self, limit: usize) -> Result<Alg, TooLong> {
        Ok(Alg { nodes: self.expanded(limit)?.iter().map(|leaf| leaf.to_node()).collect() })
    }
}

impl Node {
    /// The node that undoes it.
    #[must_use]
    pub fn inverse(&self) -> Node {
        match self {
            Node::Move(mv) => Node::Move(mv.inverse()),
            Node::Twelfths(upper, lower) => Node::Twelfths(upper.saturating_neg(), lower.saturating_neg()),
            Node::Slash => Node::Slash,
            Node::Pause => Node::Pause,
            Node::Group(alg, times) => Node::Group(alg.clone(), times.saturating_neg()),
            // A B A' B' backwards is B A B' A'.
            Node::Commutator(a, b, times) => Node::Commutator(b.clone(), a.clone(), *times),
            Node::Conjugate(a, b, times) => Node::Conjugate(a.clone(), b.inverse(), *times),
        }
    }
}
