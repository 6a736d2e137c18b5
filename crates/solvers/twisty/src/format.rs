//! Formats numbers for texts.

/// Returns `1 move` or `3 moves`.
pub fn count_of(n: usize, one: &str) -> String {
    let ending = if n == 1 { "" } else { "s" };
    format!("{} {one}{ending}", grouped(&n.to_string()))
}

/// Returns digits in groups of three: `43,252,003`.
pub fn grouped(digits: &str) -> String {
    let (first, rest) = digits.split_at(digits.len() % 3);
    let threes = rest.as_bytes().chunks(3).map(|three| String::from_utf8_lossy(three).into_owned());
    let parts = Some(first.to_string()).into_iter().filter(|first| !first.is_empty()).chain(threes);
    parts.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (digits, expected) in [("0", "0"), ("999", "999"), ("1000", "1,000"), ("1234567", "1,234,567")] {
            assert_eq!(grouped(digits), expected);
        }
        assert_eq!([count_of(0, "move"), count_of(1, "move")], ["0 moves", "1 move"]);
    }
}
