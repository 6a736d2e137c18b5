//! Permutations of four pieces by rank, in lexicographic order. The tables are built at compile time: there are 24
//! permutations.

/// Permutations of four.
pub const N_PERM4: usize = 24; // 4!

/// A permutation of four: the piece in each place.
pub type Perm4 = [u8; 4];

/// All permutations by rank.
pub const UNRANK: [Perm4; N_PERM4] = {
    let mut perms = [[0; 4]; N_PERM4];
    let (mut code, mut n) = (0_u16, 0);
    // Numbers of four digits to base 4, the first place most significant; those with four different digits are
    // permutations.
    while code < 256 {
        let perm = [(code >> 6 & 3) as u8, (code >> 4 & 3) as u8, (code >> 2 & 3) as u8, (code & 3) as u8];
        if 1 << perm[0] | 1 << perm[1] | 1 << perm[2] | 1 << perm[3] == 15 {
            perms[n] = perm;
            n += 1;
        }
        code += 1;
    }
    perms
};

/// The rank of a permutation by the pieces in its first three places, two bits each, the first place least significant.
pub const RANK: [u8; 64] = {
    let mut rank = [0; 64];
    let mut n = 0;
    while n < N_PERM4 {
        let [a, b, c, _] = UNRANK[n];
        rank[(a | b << 2 | c << 4) as usize] = n as u8;
        n += 1;
    }
    rank
};

/// Returns the rank of a permutation.
#[inline(always)]
pub const fn rank(perm: Perm4) -> u8 {
    let [a, b, c, _] = perm;
    RANK[(a | b << 2 | c << 4) as usize & 63]
}

/// Composition: with z = `PRODUCTS[x][y]`, place i of z holds what x has in place `y[i]`.
pub const PRODUCTS: [[u8; N_PERM4]; N_PERM4] = {
    let mut products = [[0; N_PERM4]; N_PERM4];
    let mut at = 0;
    while at < N_PERM4 * N_PERM4 {
        let (x, y) = (UNRANK[at / N_PERM4], UNRANK[at % N_PERM4]);
        let product = [x[y[0] as usize], x[y[1] as usize], x[y[2] as usize], x[y[3] as usize]];
        products[at / N_PERM4][at % N_PERM4] = rank(product);
        at += 1;
    }
    products
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_ascend() {
        assert!(UNRANK.is_sorted());
        for (n, &perm) in UNRANK.iter().enumerate() {
            assert_eq!(usize::from(rank(perm)), n, "{perm:?}");
        }
        let swapped = rank([1, 0, 2, 3]);
        let cycled = rank([1, 2, 3, 0]);
        // Place 0 of the product holds what the first factor has in place 1.
        assert_eq!(PRODUCTS[usize::from(swapped)][usize::from(cycled)], rank([0, 2, 3, 1]));
    }
}
