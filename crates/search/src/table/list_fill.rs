//! Fills a small table by breadth-first search with a list of the last level, one thread, a byte per entry. The larger
//! tables are filled in rows ([`super::row_fill`]), which takes a fraction of the time.

use crate::problem::Cost;

/// Code of an entry that cannot be reached.
pub const UNREACHED: u8 = u8::MAX;

/// Computes the distance of each of `n_entries` entries from the goals; [`UNREACHED`] if there is none. `index` numbers
/// nodes, and `neighbours` calls its second argument with every node from which a move leads to a node.
///
/// # Panics
/// Panics if a distance is above 254.
pub fn distances<N>(
    n_entries: usize,
    goals: impl IntoIterator<Item = N>,
    index: impl Fn(&N) -> usize,
    mut neighbours: impl FnMut(&N, &mut dyn FnMut(N)),
) -> Vec<u8> {
    let mut distances = vec![UNREACHED; n_entries];
    let mut level: Vec<N> = goals.into_iter().collect();
    level.retain(|goal| std::mem::replace(&mut distances[index(goal)], 0) == UNREACHED);
    for distance in 1.. {
        let mut next = Vec::new();
        for node in &level {
            neighbours(node, &mut |neighbour| {
                let entry = &mut distances[index(&neighbour)];
                if *entry == UNREACHED {
                    *entry = distance;
                    next.push(neighbour);
                }
            });
        }
        if next.is_empty() {
            break;
        }
        assert!(Cost::from(distance) < Cost::from(UNREACHED) - 1, "a distance is more than a byte holds");
        level = next;
    }
    distances
}

/// Number of entries at each distance.
pub fn distribution(distances: &[u8]) -> Vec<u64> {
    let mut counts = Vec::new();
    for &distance in distances.iter().filter(|&&distance| distance != UNREACHED) {
        let distance = usize::from(distance);
        counts.resize(counts.len().max(distance + 1), 0);
        counts[distance] += 1;
    }
    counts
}
