//! The open list of best-first search: indices of states to expand, ordered by rank (the lowest first) and within one
//! rank last in, first out. Continuing with the newest keeps a search close to where it is, and among equals that is
//! where a goal is found soonest.
//!
//! Ranks are few and states are many, so this is a bucket queue. Each rank has a stack of small blocks from one common
//! pool: growing copies no index, an empty block serves the next rank, and every byte is accounted for.

use crate::memory_budget::{MemoryBudget, OutOfMemory};

/// Indices per block: 1 KiB.
const BLOCK: usize = 1 << 8;

/// No block.
const NONE: u32 = u32::MAX;

struct Block {
    /// Allocated once and never grown.
    items: Vec<u32>,
    /// The next block of the same stack, or of the free list.
    below: u32,
}

struct Stack {
    rank: u64,
    top: u32,
}

pub(crate) struct OpenList {
    /// Sorted by rank, the highest first, so that the lowest is taken from the end.
    stacks: Vec<Stack>,
    blocks: Vec<Block>,
    free: u32,
}

impl OpenList {
    pub fn new() -> OpenList {
        OpenList { stacks: Vec::new(), blocks: Vec::new(), free: NONE }
    }

    pub fn push(&mut self, rank: u64, item: u32, memory: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        let place = self.stacks.partition_point(|stack| stack.rank > rank);
        if self.stacks.get(place).is_none_or(|stack| stack.rank != rank) {
            memory.reserve_slot(&mut self.stacks)?;
            let top = self.block_above(NONE, memory)?;
            self.stacks.insert(place, Stack { rank, top });
        }
        let mut top = self.stacks[place].top;
        if self.blocks[top as usize].items.len() == BLOCK {
            top = self.block_above(top, memory)?;
            self.stacks[place].top = top;
        }
        self.blocks[top as usize].items.push(item);
        Ok(())
    }

    /// Removes the newest index of the lowest rank. Returns it with its rank.
    pub fn pop(&mut self) -> Option<(u64, u32)> {
        loop {
            let stack = self.stacks.last_mut()?;
            let block = &mut self.blocks[stack.top as usize];
            if let Some(item) = block.items.pop() {
                return Some((stack.rank, item));
            }
            // Freed only now, not when its last item was taken: children often have the rank of their parent.
            let below = std::mem::replace(&mut block.below, self.free);
            self.free = std::mem::replace(&mut stack.top, below);
            if below == NONE {
                self.stacks.pop();
            }
        }
    }

    /// Returns an empty block whose next block is `below`.
    fn block_above(&mut self, below: u32, memory: &mut MemoryBudget) -> Result<u32, OutOfMemory> {
        if self.free != NONE {
            let block = self.free;
            self.free = std::mem::replace(&mut self.blocks[block as usize].below, below);
            return Ok(block);
        }
        memory.reserve_slot(&mut self.blocks)?;
        memory.reserve(BLOCK * size_of::<u32>())?;
        self.blocks.push(Block { items: Vec::with_capacity(BLOCK), below });
        Ok(self.blocks.len() as u32 - 1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn bytes(open: &OpenList) -> u64 {
        let items: usize = open.blocks.iter().map(|block| block.items.capacity()).sum();
        let lists = open.stacks.capacity() * size_of::<Stack>() + open.blocks.capacity() * size_of::<Block>();
        (items * size_of::<u32>() + lists) as u64
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        /// Compares with a tree of stacks. Runs of pushes are long enough to need several blocks.
        #[test]
        fn pops_the_newest_of_the_lowest_rank(runs in prop::collection::vec((0..6_u64, 0..600_u32, 0..600), 1..30)) {
            let (mut open, mut memory) = (OpenList::new(), MemoryBudget::new(u64::MAX));
            let mut plain = BTreeMap::<u64, Vec<u32>>::new();
            for (rank, n_pushes, n_pops) in runs {
                for item in 0..n_pushes {
                    open.push(rank, item, &mut memory).expect("there is no limit");
                    plain.entry(rank).or_default().push(item);
                }
                for _ in 0..n_pops {
                    plain.retain(|_, stack| !stack.is_empty());
                    let expected = plain.first_entry().and_then(|mut e| Some((*e.key(), e.get_mut().pop()?)));
                    prop_assert_eq!(open.pop(), expected);
                }
                prop_assert_eq!(memory.used(), bytes(&open));
            }
        }
    }

    #[test]
    fn empty_blocks_serve_other_ranks() {
        let (mut open, mut memory) = (OpenList::new(), MemoryBudget::new(u64::MAX));
        let mut most = 0;
        for rank in 0..100 {
            (0..1000).for_each(|i| open.push(rank, i, &mut memory).expect("there is no limit"));
            (0..1000).for_each(|_| assert_eq!(open.pop().map(|(r, _)| r), Some(rank)));
            most = memory.used().max(most);
        }
        // Four blocks for a thousand, one for the next rank before the last is found empty, and the lists.
        assert!(most < 6 * 1024, "{most} bytes");
    }

    #[test]
    fn never_passes_its_limit() {
        for limit in (0..20_000).step_by(100) {
            let (mut open, mut memory) = (OpenList::new(), MemoryBudget::new(limit));
            let n = (0..).map_while(|i| open.push(u64::from(i) / 300, i, &mut memory).ok()).count();
            assert!(bytes(&open) <= limit && memory.used() == bytes(&open));
            assert!(n as u64 + 1000 > limit / 8, "only {n} indices in {limit} bytes");
        }
    }
}
