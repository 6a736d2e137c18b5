//! Move metrics, and the numbering of moves: by direction, then by the number of tiles that slide together.

use puzzle::Direction;
use search::Move;

/// The unit in which moves of sliding tiles are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SlideMetric {
    /// One tile by one cell.
    #[default]
    SingleTile,
    /// Any number of tiles of a line together, all by one cell.
    MultiTile,
}

impl SlideMetric {
    /// All metrics.
    pub const ALL: [SlideMetric; 2] = [SlideMetric::SingleTile, SlideMetric::MultiTile];

    /// Returns the name that users type.
    pub const fn name(self) -> &'static str {
        match self {
            SlideMetric::SingleTile => "single-tile",
            SlideMetric::MultiTile => "multi-tile",
        }
    }

    /// Returns a one-line summary.
    pub const fn summary(self) -> &'static str {
        match self {
            SlideMetric::SingleTile => "each tile that slides is one move (sliding)",
            SlideMetric::MultiTile => "tiles of a line that slide together are one move (sliding)",
        }
    }

    /// Number of different moves on a board of this size.
    pub fn n_moves(self, rows: usize, cols: usize) -> usize {
        match self {
            SlideMetric::SingleTile => 4,
            SlideMetric::MultiTile => 4 * (rows.max(cols) - 1),
        }
    }
}

/// Returns the direction in which a move slides tiles.
pub fn direction(mv: Move) -> Direction {
    Direction::ALL[usize::from(mv.0 % 4)]
}

/// Returns the number of tiles that a move slides.
pub fn n_tiles(mv: Move) -> usize {
    usize::from(mv.0 / 4) + 1
}

/// Returns the move that slides `n` tiles together.
pub fn slide_move(dir: Direction, n: usize) -> Move {
    Move((4 * (n - 1) + dir as usize) as u16)
}

/// Converts single slides to moves of a metric. A run of slides in one direction may continue with later slides.
#[derive(Debug)]
pub struct RunMerger {
    metric: SlideMetric,
    run: Option<(Direction, usize)>,
}

impl RunMerger {
    pub fn new(metric: SlideMetric) -> RunMerger {
        RunMerger { metric, run: None }
    }

    /// Adds a slide. Returns the move that the slide before it completed.
    #[inline]
    pub fn push(&mut self, slide: Direction) -> Option<Move> {
        match (&mut self.run, self.metric) {
            (Some((dir, n)), SlideMetric::MultiTile) if *dir == slide => {
                *n += 1;
                None
            }
            (run, _) => run.replace((slide, 1)).map(|(dir, n)| slide_move(dir, n)),
        }
    }

    /// Returns the last move.
    pub fn finish(&mut self) -> Option<Move> {
        self.run.take().map(|(dir, n)| slide_move(dir, n))
    }
}

/// Converts single-tile moves to moves of a metric.
pub fn in_metric(moves: &[Move], metric: SlideMetric) -> Vec<Move> {
    let mut runs = RunMerger::new(metric);
    let mut counted: Vec<Move> = moves.iter().filter_map(|&mv| runs.push(direction(mv))).collect();
    counted.extend(runs.finish());
    counted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(slides: &str, metric: SlideMetric, expected: &str) {
        let dir = |letter| Direction::from_letter(letter).expect("a letter of a direction");
        let moves: Vec<Move> = slides.chars().map(|letter| slide_move(dir(letter), 1)).collect();
        let show = |mv: &Move| format!("{}{}", direction(*mv).letter(), n_tiles(*mv));
        let found: Vec<String> = in_metric(&moves, metric).iter().map(show).collect();
        assert_eq!(found.join(" "), expected, "{slides}");
    }

    #[test]
    fn runs_are_one_move() {
        check("", SlideMetric::MultiTile, "");
        check("UULRRR", SlideMetric::MultiTile, "U2 L1 R3");
        check("UULRRR", SlideMetric::SingleTile, "U1 U1 L1 R1 R1 R1");
    }
}
