//! Remaining depth and distance from the root, two counts of plies that must not be mixed up.

use std::fmt;
use std::ops::{Add, Sub};

/// Plies still to be searched below a node, 0 to [`Depth::MAX`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(u8);

impl Depth {
    /// Nothing left: the quiescence search takes over.
    pub const ZERO: Depth = Depth(0);
    /// One ply.
    pub const ONE: Depth = Depth(1);
    /// The deepest iteration; shuffling kings reach it, ordinary positions never do.
    pub const MAX: Depth = Depth(100);

    /// This many plies, at most [`Depth::MAX`].
    #[inline]
    #[must_use]
    pub const fn new(plies: u8) -> Depth {
        if plies > Depth::MAX.0 { Depth::MAX } else { Depth(plies) }
    }

    /// The number of plies.
    #[inline]
    #[must_use]
    pub const fn plies(self) -> u8 {
        self.0
    }
}

/// One more, or fewer plies; never beyond the ends of the range.
impl Add<u8> for Depth {
    type Output = Depth;
    #[inline]
    fn add(self, plies: u8) -> Depth {
        Depth::new(self.0.saturating_add(plies))
    }
}

impl Sub<u8> for Depth {
    type Output = Depth;
    #[inline]
    fn sub(self, plies: u8) -> Depth {
        Depth(self.0.saturating_sub(plies))
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Plies played since the root of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply(u8);

impl Ply {
    /// The position the search was asked about.
    pub(crate) const ROOT: Ply = Ply(0);
    /// Extensions stop here; what follows are captures and exchanges, fewer than [`Ply::MAX`] − 160 plies of them.
    pub(super) const HORIZON: Ply = Ply(160);
    /// The farthest a line can reach.
    pub const MAX: Ply = Ply(255);

    /// This many plies from the root.
    #[inline]
    pub const fn new(plies: u8) -> Ply {
        Ply(plies)
    }

    /// One ply further.
    #[inline]
    pub(crate) const fn next(self) -> Ply {
        Ply(self.0.saturating_add(1))
    }

    /// The number of plies.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u8 {
        self.0
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_stays_between_zero_and_its_maximum() {
        assert_eq!(Depth::ONE - 3, Depth::ZERO);
        assert_eq!(Depth::new(99) + 7, Depth::MAX);
        assert_eq!(Depth::new(255), Depth::MAX);
        assert_eq!((Depth::new(7) + 1 - 3).plies(), 5);
    }

    #[test]
    fn the_last_ply_has_no_next() {
        assert_eq!(Ply::MAX.next(), Ply::MAX);
        assert_eq!(Ply::ROOT.next().count(), 1);
    }
}
