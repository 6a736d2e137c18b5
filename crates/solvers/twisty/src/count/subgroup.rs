//! A small subgroup with its whole multiplication table, which numbers the positions of a coset.

use std::ops::Range;

use puzzle::group::Group;

use super::stabilizer_chain::{StabilizerChain, follow};

/// Maximum number of elements: their products take 16 MiB, which fits processor caches.
pub(super) const MAX_WIDTH: u64 = 2896;

/// The last levels of a stabilizer chain as a group of numbers. 0 is the identity.
pub(super) struct Subgroup {
    width: usize,
    /// First one, then `by`: `products[by * width + one]`.
    products: Vec<u16>,
    inverses: Vec<u16>,
}

impl Subgroup {
    /// Returns the subgroup that fixes the first `cut` base points; it has at most [`MAX_WIDTH`] elements.
    pub fn new(group: &Group, chain: &StabilizerChain, cut: usize) -> Subgroup {
        let levels: Range<usize> = cut..chain.len();
        let size = chain.size(levels.clone()).expect("the subgroup is small");
        let width = size as usize;
        let mut images = vec![0; chain.len()];
        let mut after = |one: u64, generator: &Vec<u16>| {
            chain.images(levels.clone(), one, &mut images);
            follow(&mut images, generator);
            chain.number(levels.clone(), &mut images) as u16
        };
        let by_generators: Vec<Vec<u16>> = group
            .generators(cut)
            .iter()
            .map(|generator| (0..size).map(|one| after(one, generator)).collect())
            .collect();
        // Every element is a product of generators, so its row of the table follows from theirs.
        let mut products = vec![0; width * width];
        products.iter_mut().take(width).enumerate().for_each(|(one, product)| *product = one as u16);
        let mut is_known = vec![false; width];
        is_known[0] = true;
        let mut found = vec![0];
        while let Some(by) = found.pop() {
            for generator in &by_generators {
                let next = usize::from(generator[by]);
                if !std::mem::replace(&mut is_known[next], true) {
                    for one in 0..width {
                        products[next * width + one] = generator[usize::from(products[by * width + one])];
                    }
                    found.push(next);
                }
            }
        }
        let mut inverses = vec![0; width];
        for by in 0..width {
            let inverse_turns = products[by * width..][..width].iter().position(|&product| product == 0);
            inverses[by] = inverse_turns.expect("every group element has an inverse") as u16;
        }
        Subgroup { width, products, inverses }
    }

    /// Bytes of a subgroup of this many elements.
    pub fn bytes(width: u64) -> u64 {
        (width * width + width) * size_of::<u16>() as u64
    }

    /// Number of elements.
    pub fn width(&self) -> usize {
        self.width
    }

    /// By element, its product with `by`, which follows it.
    pub fn followed_by(&self, by: u16) -> &[u16] {
        &self.products[usize::from(by) * self.width..][..self.width]
    }

    /// Returns the inverse of an element.
    pub fn inverse(&self, one: u16) -> u16 {
        self.inverses[usize::from(one)]
    }
}
