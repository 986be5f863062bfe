//! What a table says of a position: won, drawn or lost, and in how many plies.

use std::fmt;

/// How a position ends when both sides play their best, for the side to move. Draw rules that count moves are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wdl {
    /// The side to move wins.
    Win,
    /// Drawn.
    Draw,
    /// The side to move loses.
    Loss,
}

impl Wdl {
    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Wdl::Win => "win",
            Wdl::Draw => "draw",
            Wdl::Loss => "loss",
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The plies to the end of a decided game: the winner makes it as short, the loser as long as he can. 0 for a side that has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Distance(u8);

impl Distance {
    /// The number of plies.
    #[inline]
    #[must_use]
    pub const fn plies(self) -> u32 {
        self.0 as u32
    }

    /// Whether the game is over before a counting draw rule ends it after this many more plies. The side that has no move
    /// after the last of them has lost: with n plies left, a win in n plies counts.
    #[inline]
    #[must_use]
    pub const fn fits(self, plies_left: u32) -> bool {
        self.plies() <= plies_left
    }
}

/// A verdict, with the distance where the tables hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableValue {
    /// Won, drawn or lost for the side to move.
    pub verdict: Wdl,
    /// Plies to the end; `None` for a draw and where only verdicts are stored.
    pub distance: Option<Distance>,
}

/// `win in 7`, in plies; without the distance where it is not known.
impl fmt::Display for TableValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance {
            Some(distance) => write!(f, "{} in {}", self.verdict, distance.plies()),
            None => self.verdict.fmt(f),
        }
    }
}

/// Verdict and distance as one byte: 0 a draw, n + 1 the end after n plies. The winner makes the last move, so an odd n is a win.
/// Where only verdicts are known, a loss is one in 0 and a win one in 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code(pub(super) u8);

impl Code {
    pub(super) const DRAW: Code = Code(0);
    /// A win of unknown length, and that of a side whose opponent has no piece left.
    pub(super) const WIN: Code = Code::ending_in(1);
    /// A loss of unknown length, and that of a side without a move.
    pub(super) const LOSS: Code = Code::ending_in(0);

    pub(super) const fn ending_in(plies: u8) -> Code {
        Code(plies + 1)
    }

    #[inline]
    pub(super) const fn plies(self) -> Option<u8> {
        self.0.checked_sub(1)
    }

    #[inline]
    pub(super) const fn verdict(self) -> Wdl {
        match self.0 {
            0 => Wdl::Draw,
            odd if odd % 2 == 1 => Wdl::Loss,
            _ => Wdl::Win,
        }
    }

    /// The value of a move that leads here, for the side that makes it.
    #[inline]
    pub(super) const fn backed_up(self) -> Code {
        match self.plies() {
            None => Code::DRAW,
            Some(plies) => Code::ending_in(plies + 1),
        }
    }

    #[inline]
    pub(super) const fn without_distance(self) -> Code {
        match self.verdict() {
            Wdl::Win => Code::WIN,
            Wdl::Draw => Code::DRAW,
            Wdl::Loss => Code::LOSS,
        }
    }

    /// The higher, the better for the side to move.
    #[inline]
    pub(super) const fn rank(self) -> i16 {
        match self.verdict() {
            Wdl::Win => 1000 - self.0 as i16,
            Wdl::Draw => 0,
            Wdl::Loss => self.0 as i16 - 1000,
        }
    }

    /// The table value, with the distance if it is exact.
    #[inline]
    pub(super) fn outcome(self, is_exact: bool) -> TableValue {
        let distance = self.plies().filter(|_| is_exact).map(Distance);
        TableValue { verdict: self.verdict(), distance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_told_with_its_distance_where_it_is_known() {
        let draw = TableValue { verdict: Wdl::Draw, distance: None };
        assert_eq!(draw.to_string(), "draw");
        assert_eq!(Code::ending_in(7).outcome(true).to_string(), "win in 7");
        assert_eq!(Code::ending_in(7).outcome(false).to_string(), "win");
    }

    #[test]
    fn odd_distances_are_wins() {
        let verdicts = [0, 1, 2, 31].map(|plies| Code::ending_in(plies).verdict());
        assert_eq!(verdicts, [Wdl::Loss, Wdl::Win, Wdl::Loss, Wdl::Win]);
        assert_eq!(Code::LOSS.backed_up(), Code::WIN);
        assert_eq!(Code::DRAW.backed_up(), Code::DRAW);
    }

    #[test]
    fn quick_wins_and_slow_losses_are_better() {
        let best_first = [1, 3, 31].map(Code::ending_in).into_iter();
        let best_first: Vec<Code> =
            best_first.chain([Code::DRAW]).chain([32, 2, 0].map(Code::ending_in)).collect();
        assert!(best_first.is_sorted_by_key(|code| -code.rank()));
    }

    #[test]
    fn a_count_of_32_plies_keeps_a_win_in_32() {
        assert!(Distance(32).fits(32));
        assert!(!Distance(33).fits(32));
    }
}
