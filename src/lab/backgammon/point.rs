//! A point of the board as a side numbers it, from 24 home to 1.

use std::fmt;

/// One of the 24 points, the bar, or the tray of the men borne off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// Where men go that are borne off.
    pub const OFF: Point = Point(0);
    /// Where men go that are hit.
    pub const BAR: Point = Point(25);
    /// The highest point of the home board.
    pub const HOME: Point = Point(6);

    /// Point `number`, from 1 to 24.
    pub const fn new(number: u32) -> Option<Point> {
        if 1 <= number && number <= 24 { Some(Point(number as u8)) } else { None }
    }

    /// 0 for the men borne off, 1 to 24, 25 for the bar.
    #[inline]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(super) const fn of_index(index: u32) -> Point {
        Point(index as u8)
    }

    /// The same point as the other side numbers it; bar and tray have no such number.
    #[inline]
    pub const fn facing(self) -> Point {
        Point(25 - self.0)
    }

    /// The point so many pips on; past the 1-point the tray.
    #[inline]
    pub const fn after(self, pips: u32) -> Point {
        Point((self.0 as u32).saturating_sub(pips) as u8)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Point::OFF => f.write_str("off"),
            Point::BAR => f.write_str("bar"),
            Point(number) => write!(f, "{number}"),
        }
    }
}
