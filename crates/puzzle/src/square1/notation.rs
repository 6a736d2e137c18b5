//! The notation of the World Cube Association: `(1,-3)` turns the upper layer clockwise by one twelfth and the lower
//! one counterclockwise by three, as seen from outside, and `/` turns the right half over.

use std::fmt;

use super::WEDGES;

/// The amount of a turn of a layer, in twelfths clockwise, below 12.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Amount(u8);

impl Amount {
    /// Reduces any number of twelfths, clockwise if positive.
    pub const fn new(twelfths: i32) -> Amount {
        Amount(twelfths.rem_euclid(WEDGES as i32) as u8)
    }

    /// Twelfths clockwise, below 12.
    #[inline(always)]
    pub const fn twelfths(self) -> u32 {
        self.0 as u32
    }

    /// Twelfths from -5 to 6, as in the notation.
    pub const fn signed(self) -> i32 {
        if self.0 > 6 { self.0 as i32 - WEDGES as i32 } else { self.0 as i32 }
    }
}

/// A turn of both layers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Turn {
    /// The upper layer.
    pub upper: Amount,
    /// The lower layer.
    pub lower: Amount,
}

impl Turn {
    /// The identity.
    pub const NONE: Turn = Turn::by(0, 0);

    /// A turn by numbers of twelfths clockwise.
    pub const fn by(upper: u32, lower: u32) -> Turn {
        Turn { upper: Amount::new(upper as i32), lower: Amount::new(lower as i32) }
    }

    /// The inverse.
    #[must_use]
    pub const fn inverse(self) -> Turn {
        Turn { upper: Amount::new(-self.upper.signed()), lower: Amount::new(-self.lower.signed()) }
    }

    /// The product: this turn, then `next`.
    #[must_use]
    pub const fn then(self, next: Turn) -> Turn {
        Turn::by(self.upper.twelfths() + next.upper.twelfths(), self.lower.twelfths() + next.lower.twelfths())
    }

    /// Number of layers that are turned.
    pub const fn n_layers(self) -> u32 {
        (self.upper.0 != 0) as u32 + (self.lower.0 != 0) as u32
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.upper.signed(), self.lower.signed())
    }
}

/// A turn or a slash.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A turn of the layers.
    Turn(Turn),
    /// The right half turns over.
    Slash,
}

impl Step {
    /// The inverse.
    #[must_use]
    pub const fn inverse(self) -> Step {
        match self {
            Step::Turn(turn) => Step::Turn(turn.inverse()),
            Step::Slash => Step::Slash,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Turn(turn) => turn.fmt(f),
            Step::Slash => f.write_str("/"),
        }
    }
}

/// Steps with spaces between them: `(1,0) / (-3,0) /`.
pub struct Steps<'a>(pub &'a [Step]);

impl fmt::Display for Steps<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            write!(f, "{}{step}", if i > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}
