//! Rotated coordinates of a rectangle, in which the layer being solved is always the top row.

use puzzle::Direction;

use super::board::{PackedCell, PaddedBoard, Rectangle};

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

    /// True if the layer along it is a row.
    pub fn is_row(self) -> bool {
        matches!(self, Edge::Top | Edge::Bottom)
    }
}

/// A direction in rotated coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dir(pub u8);

impl Dir {
    /// Towards the layer.
    pub const UP: Dir = Dir(0);
    /// Away from the layer.
    pub const DOWN: Dir = Dir(1);
    /// Towards the beginning of the layer.
    pub const LEFT: Dir = Dir(2);
    /// Towards the end of the layer.
    pub const RIGHT: Dir = Dir(3);

    pub const ALL: [Dir; 4] = [Dir::UP, Dir::DOWN, Dir::LEFT, Dir::RIGHT];

    #[inline]
    pub fn opposite(self) -> Dir {
        Dir(self.0 ^ 1)
    }

    /// 1 for down and right, -1 for up and left.
    #[inline]
    pub fn sign(self) -> i32 {
        2 * i32::from(self.0 & 1) - 1
    }

    /// True for up and down.
    #[inline]
    pub fn is_vertical(self) -> bool {
        self.0 < 2
    }

    /// Returns the two perpendicular directions.
    #[inline]
    pub fn perpendicular(self) -> [Dir; 2] {
        if self.is_vertical() { [Dir::LEFT, Dir::RIGHT] } else { [Dir::UP, Dir::DOWN] }
    }
}

/// A position in rotated coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pos {
    /// Distance from the layer.
    pub row: i32,
    /// Distance along the layer.
    pub col: i32,
}

impl Pos {
    #[inline]
    pub fn step(self, dir: Dir) -> Pos {
        const ROW_STEP: [i32; 4] = [-1, 1, 0, 0];
        const COL_STEP: [i32; 4] = [0, 0, -1, 1];
        let dir = usize::from(dir.0 & 3);
        Pos { row: self.row + ROW_STEP[dir], col: self.col + COL_STEP[dir] }
    }

    #[inline]
    pub fn distance(self, other: Pos) -> i32 {
        (self.row - other.row).abs() + (self.col - other.col).abs()
    }
}

/// The conversion of one coordinate of a cell to a rotated coordinate.
#[derive(Clone, Copy, Debug)]
struct Axis {
    /// Bit position of the coordinate in a packed cell.
    shift: u32,
    sign: i32,
    offset: i32,
}

impl Axis {
    #[inline]
    fn of(self, cell: PackedCell) -> i32 {
        self.sign * (cell.0 >> self.shift & 0xffff) as i32 + self.offset
    }
}

/// The conversion between cells and rotated coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Rotation {
    /// Number of rotated rows.
    pub depth: i32,
    /// Number of rotated columns.
    pub width: i32,
    row: Axis,
    col: Axis,
    /// The cell of the first position, and the distances to the next row and column.
    first: i32,
    row_stride: i32,
    col_stride: i32,
    /// Distances to the next cell up, down, left and right.
    strides: [i32; 4],
    /// The slides that move the blank up, down, left and right.
    slides: [Direction; 4],
}

impl Rotation {
    pub fn new(part: Rectangle, edge: Edge, stride: usize) -> Rotation {
        use Direction::{Down, Left, Right, Up};
        let stride = stride as i32;
        let board_row = |sign, offset| Axis { shift: 16, sign, offset };
        let board_col = |sign, offset| Axis { shift: 0, sign, offset };
        let Rectangle { top, left, bottom, right } = part;
        let (row, col, corner, row_stride, col_stride, slides) = match edge {
            Edge::Top => {
                (board_row(1, -top), board_col(1, -left), (top, left), stride, 1, [Down, Up, Right, Left])
            }
            Edge::Left => {
                (board_col(1, -left), board_row(1, -top), (top, left), 1, stride, [Right, Left, Down, Up])
            }
            Edge::Bottom => (
                board_row(-1, bottom - 1),
                board_col(1, -left),
                (bottom - 1, left),
                -stride,
                1,
                [Up, Down, Right, Left],
            ),
            Edge::Right => (
                board_col(-1, right - 1),
                board_row(1, -top),
                (top, right - 1),
                -1,
                stride,
                [Left, Right, Down, Up],
            ),
        };
        let (depth, width) =
            if edge.is_row() { (part.rows(), part.cols()) } else { (part.cols(), part.rows()) };
        let first = corner.0 * stride + corner.1;
        let strides = [-row_stride, row_stride, -col_stride, col_stride];
        Rotation { depth, width, row, col, first, row_stride, col_stride, strides, slides }
    }

    #[inline]
    pub fn cell(&self, pos: Pos) -> i32 {
        self.first + pos.row * self.row_stride + pos.col * self.col_stride
    }

    /// Returns the distance to the next cell in a direction.
    #[inline]
    pub fn stride(&self, dir: Dir) -> i32 {
        self.strides[usize::from(dir.0 & 3)]
    }

    /// Returns the position of a cell.
    #[inline]
    pub fn pos(&self, cell: PackedCell) -> Pos {
        Pos { row: self.row.of(cell), col: self.col.of(cell) }
    }

    /// Returns the slide that moves the blank in a direction.
    #[inline]
    pub fn slide(&self, dir: Dir) -> Direction {
        self.slides[usize::from(dir.0 & 3)]
    }

    /// True if the position is in the rectangle.
    #[inline]
    pub fn contains(&self, pos: Pos) -> bool {
        (0..self.depth).contains(&pos.row) && (0..self.width).contains(&pos.col)
    }

    /// Returns the approximate number of moves per tile of the layer, in hundredths of the depth: comparable between
    /// layers of all lengths.
    pub fn work(&self, board: &PaddedBoard) -> i64 {
        let cost = |col: i32| {
            let home = Pos { row: 0, col };
            let at = self.pos(board.position_of(self.cell(home)));
            let (row, aside) = (i64::from(at.row), i64::from((at.col - col).abs()));
            5 * row.max(aside) + row.min(aside)
        };
        let sum: i64 = (0..self.width).map(cost).sum();
        100 * sum / i64::from(self.width * self.depth)
    }
}
