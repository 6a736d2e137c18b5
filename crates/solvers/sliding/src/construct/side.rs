//! A rectangle looked at from one of its sides, so that whichever is solved is always the top: spots are counted from
//! there inwards and along.

use puzzle::Direction;

use super::field::{Field, Packed, Rectangle};

/// One side of a rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    Top,
    Left,
    Bottom,
    Right,
}

impl Edge {
    pub const ALL: [Edge; 4] = [Edge::Top, Edge::Left, Edge::Bottom, Edge::Right];

    /// Whether a row lies along it.
    pub fn is_row(self) -> bool {
        matches!(self, Edge::Top | Edge::Bottom)
    }
}

/// A way to go, as seen from the side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way(pub u8);

impl Way {
    /// Towards the side.
    pub const UP: Way = Way(0);
    /// Away from it.
    pub const DOWN: Way = Way(1);
    /// Towards the beginning of its line.
    pub const LEFT: Way = Way(2);
    /// Towards the end of its line.
    pub const RIGHT: Way = Way(3);

    pub const ALL: [Way; 4] = [Way::UP, Way::DOWN, Way::LEFT, Way::RIGHT];

    #[inline]
    pub fn back(self) -> Way {
        Way(self.0 ^ 1)
    }

    /// 1 if it leads downwards or to the right, -1 if not.
    #[inline]
    pub fn sign(self) -> i32 {
        2 * i32::from(self.0 & 1) - 1
    }

    /// Whether it leads towards the side or away from it.
    #[inline]
    pub fn is_deep(self) -> bool {
        self.0 < 2
    }

    /// The ways to its left and right, in some order.
    #[inline]
    pub fn across(self) -> [Way; 2] {
        if self.is_deep() { [Way::LEFT, Way::RIGHT] } else { [Way::UP, Way::DOWN] }
    }
}

/// A cell as seen from the side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// How far from the side.
    pub deep: i32,
    /// How far along it.
    pub along: i32,
}

impl Spot {
    #[inline]
    pub fn go(self, way: Way) -> Spot {
        const DEEP: [i32; 4] = [-1, 1, 0, 0];
        const ALONG: [i32; 4] = [0, 0, -1, 1];
        let way = usize::from(way.0 & 3);
        Spot { deep: self.deep + DEEP[way], along: self.along + ALONG[way] }
    }

    #[inline]
    pub fn distance(self, other: Spot) -> i32 {
        (self.deep - other.deep).abs() + (self.along - other.along).abs()
    }
}

/// How one coordinate of a cell becomes one of a spot.
#[derive(Clone, Copy, Debug)]
struct Axis {
    /// Where it lies in a packed cell.
    shift: u32,
    sign: i32,
    offset: i32,
}

impl Axis {
    #[inline]
    fn of(self, cell: Packed) -> i32 {
        self.sign * (cell.0 >> self.shift & 0xffff) as i32 + self.offset
    }
}

/// The look from one side.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// How many spots there are from the side to the opposite one.
    pub depth: i32,
    /// How many spots there are along the side.
    pub width: i32,
    deep: Axis,
    along: Axis,
    /// The cell of the first spot, and how much further the next ones are.
    first: i32,
    per_deep: i32,
    per_along: i32,
    /// How much further the next cell is up, down, to the left and to the right.
    strides: [i32; 4],
    /// The slides that move the blank up, down, left and right.
    slides: [Direction; 4],
}

impl Side {
    pub fn new(part: Rectangle, edge: Edge, stride: usize) -> Side {
        use Direction::{Down, Left, Right, Up};
        let stride = stride as i32;
        let row = |sign, offset| Axis { shift: 16, sign, offset };
        let col = |sign, offset| Axis { shift: 0, sign, offset };
        let Rectangle { top, left, bottom, right } = part;
        let (deep, along, corner, per_deep, per_along, slides) = match edge {
            Edge::Top => (row(1, -top), col(1, -left), (top, left), stride, 1, [Down, Up, Right, Left]),
            Edge::Left => (col(1, -left), row(1, -top), (top, left), 1, stride, [Right, Left, Down, Up]),
            Edge::Bottom => {
                (row(-1, bottom - 1), col(1, -left), (bottom - 1, left), -stride, 1, [Up, Down, Right, Left])
            }
            Edge::Right => {
                (col(-1, right - 1), row(1, -top), (top, right - 1), -1, stride, [Left, Right, Down, Up])
            }
        };
        let (depth, width) =
            if edge.is_row() { (part.rows(), part.cols()) } else { (part.cols(), part.rows()) };
        let first = corner.0 * stride + corner.1;
        let strides = [-per_deep, per_deep, -per_along, per_along];
        Side { depth, width, deep, along, first, per_deep, per_along, strides, slides }
    }

    #[inline]
    pub fn cell(&self, spot: Spot) -> i32 {
        self.first + spot.deep * self.per_deep + spot.along * self.per_along
    }

    /// How much further the next cell is this way.
    #[inline]
    pub fn stride(&self, way: Way) -> i32 {
        self.strides[usize::from(way.0 & 3)]
    }

    /// A cell as seen from here.
    #[inline]
    pub fn spot(&self, cell: Packed) -> Spot {
        Spot { deep: self.deep.of(cell), along: self.along.of(cell) }
    }

    /// The slide that moves the blank this way.
    #[inline]
    pub fn slide(&self, way: Way) -> Direction {
        self.slides[usize::from(way.0 & 3)]
    }

    /// Whether there is such a spot.
    #[inline]
    pub fn contains(&self, spot: Spot) -> bool {
        (0..self.depth).contains(&spot.deep) && (0..self.width).contains(&spot.along)
    }

    /// About how many moves each tile of the side costs on its way home, in hundredths of the depth: comparable between
    /// sides of all lengths.
    pub fn work(&self, field: &Field) -> i64 {
        let cost = |along: i32| {
            let home = Spot { deep: 0, along };
            let at = self.spot(field.place_of(self.cell(home)));
            let (deep, aside) = (i64::from(at.deep), i64::from((at.along - along).abs()));
            5 * deep.max(aside) + deep.min(aside)
        };
        let sum: i64 = (0..self.width).map(cost).sum();
        100 * sum / i64::from(self.width * self.depth)
    }
}
