//! The men of one side, counted by the points as that side numbers them.

use std::fmt;

/// One of the 24 points, the bar, or the tray of the men borne off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Point(u8);

impl Point {
    /// Where men go that are borne off.
    pub(crate) const OFF: Point = Point(0);
    /// Where men go that are hit.
    pub(crate) const BAR: Point = Point(25);
    /// The highest point of the home board.
    pub(crate) const HOME: Point = Point(6);

    /// Point `number`, from 1 to 24.
    pub(crate) const fn new(number: u32) -> Option<Point> {
        if 1 <= number && number <= 24 { Some(Point(number as u8)) } else { None }
    }

    /// 0 for the men borne off, 1 to 24, 25 for the bar.
    #[inline]
    pub(crate) const fn index(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(super) const fn of_index(index: u32) -> Point {
        Point(index as u8)
    }

    /// The same point as the other side numbers it; bar and tray have no such number.
    #[inline]
    pub(crate) const fn facing(self) -> Point {
        Point(25 - self.0)
    }

    /// The point this many pips on; past the 1-point the tray.
    #[inline]
    pub(crate) const fn after(self, pips: u32) -> Point {
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

/// How many men a side has on each of its points, on the bar and borne off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Men {
    /// Four bits for each place: numbers, not an array, so that a moved man is two sums in a register.
    counts: u128,
    /// Bit `i` is set where place `i` has a man.
    used: u32,
}

const ONE: [u128; 26] = {
    let mut ones = [1; 26];
    let mut place = 1;
    while place < 26 {
        ones[place] = ones[place - 1] << 4;
        place += 1;
    }
    ones
};

impl Men {
    pub(crate) const COUNT: u32 = 15;

    /// Two on the 24-point, five on 13, three on 8, five on 6.
    pub(crate) const START: Men = Men {
        counts: 2 * ONE[24] + 5 * ONE[13] + 3 * ONE[8] + 5 * ONE[6],
        used: 1 << 24 | 1 << 13 | 1 << 8 | 1 << 6,
    };

    /// Men on these points; the others are borne off. `None` if they are more than fifteen.
    #[cfg(test)]
    pub(crate) fn on(points: &[(Point, u32)]) -> Option<Men> {
        let mut men = Men { counts: 0, used: 0 };
        let mut left = Men::COUNT;
        for &(point, count) in points {
            left = left.checked_sub(count)?;
            men.add(point, count);
        }
        men.add(Point::OFF, left);
        Some(men)
    }

    #[cfg(test)]
    fn add(&mut self, point: Point, count: u32) {
        self.counts += u128::from(count) * ONE[point.index() as usize];
        self.used |= u32::from(count > 0) << point.index();
    }

    #[inline]
    pub(crate) fn at(&self, point: Point) -> u32 {
        let half = if point.index() < 16 { self.counts as u64 } else { (self.counts >> 64) as u64 };
        (half >> (4 * (point.index() & 15))) as u32 & 15
    }

    /// The points with a man or more, the bar among them, from the highest to the lowest.
    #[inline]
    pub(crate) fn occupied(&self) -> Points {
        Points(self.used & !1)
    }

    #[inline]
    pub(super) fn moved(self, from: Point, to: Point) -> Men {
        let counts = self.counts - ONE[from.index() as usize] + ONE[to.index() as usize];
        let gone = u32::from(self.at(from) == 1) << from.index();
        Men { counts, used: self.used & !gone | 1 << to.index() }
    }

    /// The places, bar and tray among them, on which the two have different numbers of men.
    #[inline]
    pub(super) fn differing(&self, other: &Men) -> impl Iterator<Item = Point> {
        let mut bits = self.counts ^ other.counts;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let place = bits.trailing_zeros() / 4;
            bits &= !(15 << (4 * place));
            Some(Point::of_index(place))
        })
    }

    /// No men at all: less than a side.
    pub(super) const NOBODY: Men = Men { counts: 0, used: 0 };

    /// The highest point in use; `None` when all are borne off.
    #[inline]
    pub(crate) fn highest(&self) -> Option<Point> {
        self.occupied().next()
    }

    /// The pips that the side still has to move.
    pub(crate) fn pips(&self) -> u32 {
        self.occupied().map(|point| point.index() * self.at(point)).sum()
    }
}

/// A set of points, passed through from the highest to the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Points(u32);

impl Points {
    /// Only this point, if it is among them.
    #[inline]
    pub(super) fn only(self, point: Point) -> Points {
        Points(self.0 & 1 << point.index())
    }

    #[inline]
    pub(super) fn up_to(self, point: Point) -> Points {
        Points(self.0 & ((2 << point.index()) - 1))
    }
}

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let index = 31u32.checked_sub(self.0.leading_zeros())?;
        self.0 &= !(1 << index);
        Some(Point::of_index(index))
    }
}
