//! The four directions of steps.

/// A step along a diagonal; rows grow downwards, White moves up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up and left, towards square 1.
    NorthWest,
    /// Up and right, towards square 5.
    NorthEast,
    /// Down and left, towards square 46.
    SouthWest,
    /// Down and right, towards square 50.
    SouthEast,
}

impl Direction {
    /// All four directions.
    pub const ALL: [Direction; 4] =
        [Direction::NorthWest, Direction::NorthEast, Direction::SouthWest, Direction::SouthEast];

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::NorthWest => Direction::SouthEast,
            Direction::NorthEast => Direction::SouthWest,
            Direction::SouthWest => Direction::NorthEast,
            Direction::SouthEast => Direction::NorthWest,
        }
    }

    /// The two directions at right angles to this one.
    #[inline]
    #[must_use]
    pub const fn turns(self) -> [Direction; 2] {
        match self {
            Direction::NorthWest | Direction::SouthEast => {
                [Direction::NorthEast, Direction::SouthWest]
            }
            Direction::NorthEast | Direction::SouthWest => {
                [Direction::NorthWest, Direction::SouthEast]
            }
        }
    }

    /// A value for each direction, in the order of [`Direction::ALL`]. Unlike `map` on that array it compiles to no call.
    #[inline(always)]
    pub(super) fn each<T>(mut of: impl FnMut(Direction) -> T) -> [T; 4] {
        [
            of(Direction::NorthWest),
            of(Direction::NorthEast),
            of(Direction::SouthWest),
            of(Direction::SouthEast),
        ]
    }

    /// 0 to 3, for tables.
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        match self {
            Direction::NorthWest => 0,
            Direction::NorthEast => 1,
            Direction::SouthWest => 2,
            Direction::SouthEast => 3,
        }
    }
}
