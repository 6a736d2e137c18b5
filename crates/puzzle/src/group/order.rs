//! The order of a group: integers of any size that are products of small factors.

use std::fmt;

/// An exact positive integer, stored by its prime factorization. Prints as a decimal number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Order {
    /// Primes in increasing order with their exponents, at least 1.
    primes: Vec<(u64, u32)>,
}

impl Order {
    /// Returns the product of positive numbers.
    ///
    /// # Panics
    /// If one of them is 0.
    pub fn product(factors: impl IntoIterator<Item = u64>) -> Order {
        let mut primes: Vec<u64> = factors.into_iter().flat_map(prime_factors).collect();
        primes.sort_unstable();
        Order { primes: primes.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect() }
    }

    /// Returns the value as a machine integer, or None if it does not fit.
    pub fn to_u128(&self) -> Option<u128> {
        let powers = self.primes.iter().map(|&(prime, times)| u128::from(prime).checked_pow(times));
        powers.into_iter().try_fold(1, |product: u128, power| product.checked_mul(power?))
    }

    /// The primes in increasing order with their exponents.
    pub fn factorization(&self) -> &[(u64, u32)] {
        &self.primes
    }

    /// Returns the quotient, or None if `divisor` does not divide it.
    pub fn divided_by(&self, divisor: &Order) -> Option<Order> {
        let mut primes = self.primes.clone();
        for &(prime, times) in &divisor.primes {
            let (_, left) = primes.iter_mut().find(|&&mut (own, _)| own == prime)?;
            *left = left.checked_sub(times)?;
        }
        primes.retain(|&(_, times)| times > 0);
        Some(Order { primes })
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Groups of nine decimal digits, the lowest first.
        const BASE: u64 = 1_000_000_000;
        let mut digits: Vec<u64> = vec![1];
        for &(prime, times) in &self.primes {
            for _ in 0..times {
                let mut carry: u128 = 0;
                for digit in &mut digits {
                    let sum = u128::from(*digit) * u128::from(prime) + carry;
                    *digit = (sum % u128::from(BASE)) as u64;
                    carry = sum / u128::from(BASE);
                }
                while carry > 0 {
                    digits.push((carry % u128::from(BASE)) as u64);
                    carry /= u128::from(BASE);
                }
            }
        }
        let mut digits = digits.iter().rev();
        let mut text = digits.next().map_or(String::new(), u64::to_string);
        digits.for_each(|digit| text += &format!("{digit:09}"));
        f.pad_integral(true, "", &text)
    }
}

/// Prime factors by trial division: the factors are sizes of orbits, never large.
fn prime_factors(mut n: u64) -> Vec<u64> {
    assert!(n > 0, "a factor of 0");
    let mut primes = Vec::new();
    let mut divisor = 2;
    while n > 1 {
        // A number without a divisor up to its square root is prime.
        if divisor * divisor > n {
            divisor = n;
        }
        while n.is_multiple_of(divisor) {
            primes.push(divisor);
            n /= divisor;
        }
        divisor += 1;
    }
    primes
}
