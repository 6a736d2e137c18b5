//! Orders of four things by number, in the order of a dictionary. Made by the compiler: there are 24.

/// Orders of four.
pub const N_ORDER: usize = 24; // 4!

/// What lies in each of four places.
pub type Perm4 = [u8; 4];

/// All orders by number.
pub const ORDERS: [Perm4; N_ORDER] = {
    let mut orders = [[0; 4]; N_ORDER];
    let (mut code, mut n) = (0_u16, 0);
    // Codes of four digits to the base 4, the first place in the highest; those with four different digits are kept.
    while code < 256 {
        let order = [(code >> 6 & 3) as u8, (code >> 4 & 3) as u8, (code >> 2 & 3) as u8, (code & 3) as u8];
        if 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3] == 15 {
            orders[n] = order;
            n += 1;
        }
        code += 1;
    }
    orders
};

/// The number of an order by what lies in its first three places, two bits each, the first in the lowest.
pub const NUMBER: [u8; 64] = {
    let mut number = [0; 64];
    let mut n = 0;
    while n < N_ORDER {
        let [a, b, c, _] = ORDERS[n];
        number[(a | b << 2 | c << 4) as usize] = n as u8;
        n += 1;
    }
    number
};

/// The number of an order.
#[inline(always)]
pub const fn number(order: Perm4) -> u8 {
    let [a, b, c, _] = order;
    NUMBER[(a | b << 2 | c << 4) as usize & 63]
}

/// `PRODUCTS[x][y]`: place i holds what x has in the place that y names there.
pub const PRODUCTS: [[u8; N_ORDER]; N_ORDER] = {
    let mut products = [[0; N_ORDER]; N_ORDER];
    let mut at = 0;
    while at < N_ORDER * N_ORDER {
        let (x, y) = (ORDERS[at / N_ORDER], ORDERS[at % N_ORDER]);
        let product = [x[y[0] as usize], x[y[1] as usize], x[y[2] as usize], x[y[3] as usize]];
        products[at / N_ORDER][at % N_ORDER] = number(product);
        at += 1;
    }
    products
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_count_up() {
        assert!(ORDERS.is_sorted());
        for (n, &order) in ORDERS.iter().enumerate() {
            assert_eq!(usize::from(number(order)), n, "{order:?}");
        }
        let swapped = number([1, 0, 2, 3]);
        let cycled = number([1, 2, 3, 0]);
        // Place 0 of the product holds what the first has in place 1.
        assert_eq!(PRODUCTS[usize::from(swapped)][usize::from(cycled)], number([0, 2, 3, 1]));
    }
}
