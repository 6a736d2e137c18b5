//! Elements of a group drawn by lot, given its generators: product replacement, by Celler, Leedham-Green, Murray,
//! Niemeyer and O'Brien (1995), with the accumulator that Leedham-Green added. Nearly as likely as each other, which is
//! enough to find a chain of subgroups; uniform draws need the chain ([`super::Group::random`]).

use super::{Permutation, identity};

/// Where elements are drawn from. The same generators give the same elements.
pub(super) struct ProductReplacement {
    /// Generate the group at all times.
    slots: Vec<Permutation>,
    /// The product of some of them, which is what is drawn.
    accumulator: Permutation,
    seed: u64,
}

/// At least so many slots, so that there is something to mix.
const N_SLOTS: usize = 10;

/// After so many steps a slot is what is drawn far from the generators.
const N_WARMUP_ROUNDS: usize = 4;

impl ProductReplacement {
    /// From the group that some permutations generate, at least one.
    pub fn new(generators: &[Permutation]) -> ProductReplacement {
        let n_slots = N_SLOTS.max(generators.len() + 1);
        let slots: Vec<Permutation> = generators.iter().cycle().take(n_slots).cloned().collect();
        let accumulator = identity(slots[0].len());
        let mut elements = ProductReplacement { slots, accumulator, seed: 0x9E37_79B9_7F4A_7C15 };
        for _ in 0..N_WARMUP_ROUNDS * n_slots {
            elements.next_element();
        }
        elements
    }

    /// The next element.
    pub fn next_element(&mut self) -> &Permutation {
        let n_slots = self.slots.len();
        let into = self.below(n_slots);
        let by = (into + 1 + self.below(n_slots - 1)) % n_slots;
        let mut slot = std::mem::take(&mut self.slots[into]);
        multiply_by(&mut slot, &self.slots[by]);
        multiply_by(&mut self.accumulator, &slot);
        self.slots[into] = slot;
        &self.accumulator
    }

    /// A number below another (xorshift, Marsaglia 2003).
    fn below(&mut self, n: usize) -> usize {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        (self.seed >> 32) as usize % n
    }
}

fn multiply_by(permutation: &mut Permutation, next: &Permutation) {
    for to in permutation {
        *to = next[usize::from(*to)];
    }
}
