//! Scores for the side to move: hundredths of a man, or a win or loss in N plies.

use std::fmt;
use std::ops::Neg;

use super::depth::{Depth, Ply};

/// A value for the side to move. Every win is above every evaluation, and a quicker win above a slower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

/// What a score says about the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The side to move wins in this many plies.
    Win(Ply),
    /// The side to move loses in this many plies.
    Loss(Ply),
    /// Not decided: an evaluation in hundredths of a man.
    Open(i32),
}

/// A win on the spot; one in n plies is worth n less. 255 plies reach down to 31,745, well above any evaluation.
const WIN: i16 = 32_000;
const SLOWEST_WIN: i16 = WIN - Ply::MAX.count() as i16;
const SLOWEST_LOSS: i16 = -SLOWEST_WIN;
/// The middle of the wins that are known, but not in how many plies: above every evaluation, below every measured win.
const KNOWN_WIN: i16 = 26_000;

impl Score {
    /// A drawn game.
    pub const DRAW: Score = Score(0);
    /// The greatest evaluation, in hundredths of a man.
    pub(crate) const LIMIT: i32 = 20_000;
    /// Above every score that a search returns.
    pub(super) const INFINITE: Score = Score(WIN + 1);

    /// An evaluation in hundredths of a man, cut off at ±20,000.
    #[inline]
    pub fn from_points(points: i32) -> Score {
        Score(points.clamp(-Score::LIMIT, Score::LIMIT) as i16)
    }

    /// A win for the side to move, this far from the root.
    #[inline]
    pub(crate) const fn win_at(ply: Ply) -> Score {
        Score(WIN - ply.count() as i16)
    }

    /// A loss for the side to move, this far from the root.
    #[inline]
    pub(crate) const fn loss_at(ply: Ply) -> Score {
        Score(ply.count() as i16 - WIN)
    }

    /// A win of unknown length for the side to move at `ply`, the better the more progress is made.
    pub(crate) fn known_win(ply: Ply, progress: i32) -> Score {
        Score(KNOWN_WIN + progress.clamp(-2000, 2000) as i16 - ply.count() as i16)
    }

    /// Hundredths of a man, or for a decided game ±32,000 less the plies to its end.
    #[inline]
    #[must_use]
    pub const fn points(self) -> i32 {
        self.0 as i32
    }

    /// What the score says about the end of the game.
    #[must_use]
    pub const fn outlook(self) -> Outlook {
        match self.0 {
            SLOWEST_WIN.. => Outlook::Win(Ply::new((WIN - self.0) as u8)),
            ..=SLOWEST_LOSS => Outlook::Loss(Ply::new((self.0 + WIN) as u8)),
            open => Outlook::Open(open as i32),
        }
    }

    /// Whether the game is decided.
    #[inline]
    pub(crate) const fn is_decided(self) -> bool {
        self.0 >= SLOWEST_WIN || self.0 <= SLOWEST_LOSS
    }

    /// Whether a search deeper than this cannot change it: the end of the game lies within the depth.
    pub(crate) fn is_final(self, depth: Depth) -> bool {
        match self.outlook() {
            Outlook::Win(ply) | Outlook::Loss(ply) => ply.count() <= depth.plies(),
            Outlook::Open(_) => false,
        }
    }

    /// Whether the winner is proven: no evaluation reaches such a score.
    #[inline]
    #[must_use]
    pub const fn is_known(self) -> bool {
        self.points().abs() > Score::LIMIT
    }

    /// The score a margin away; known scores stay, and no evaluation becomes one.
    #[inline]
    pub(super) fn moved_by(self, points: i32) -> Score {
        if self.is_known() { self } else { Score::from_points(self.points() + points) }
    }

    #[inline]
    pub(super) const fn just_below(self) -> Score {
        Score(self.0 - 1)
    }

    #[inline]
    pub(super) const fn just_above(self) -> Score {
        Score(self.0 + 1)
    }

    /// The score as seen from a node at `ply` instead of from the root, for the table.
    #[inline]
    pub(super) const fn relative_to(self, ply: Ply) -> i16 {
        self.shifted(ply.count() as i16)
    }

    /// The inverse of [`Score::relative_to`]; a win beyond the longest distance from the root becomes the longest.
    #[inline]
    pub(super) fn from_relative(stored: i16, ply: Ply) -> Score {
        let score = Score(stored);
        let shifted = Score(score.shifted(-(ply.count() as i16)));
        if score.is_decided() && !shifted.is_decided() {
            return Score(SLOWEST_WIN * score.0.signum());
        }
        shifted
    }

    const fn shifted(self, plies: i16) -> i16 {
        match (self.is_known(), self.0 > 0) {
            (true, true) => self.0 + plies,
            (true, false) => self.0 - plies,
            (false, _) => self.0,
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// `+0.35` in men, `win in 7` or `loss in 8` in plies, `win` or `loss` where the distance is unknown.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outlook() {
            Outlook::Win(ply) => write!(f, "win in {ply}"),
            Outlook::Loss(ply) => write!(f, "loss in {ply}"),
            Outlook::Open(points) if self.is_known() => {
                f.write_str(if points > 0 { "win" } else { "loss" })
            }
            Outlook::Open(points) => write!(f, "{:+.2}", f64::from(points) / 100.0),
        }
    }
}

/// The open interval of scores that matter to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    pub(super) const FULL: Window =
        Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// Asks only whether the value reaches `beta`.
    #[inline]
    pub(super) const fn null_below(beta: Score) -> Window {
        Window { alpha: beta.just_below(), beta }
    }

    /// Asks only whether the value exceeds `alpha`.
    #[inline]
    pub(super) const fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: alpha.just_above() }
    }

    /// The window of the opponent.
    #[inline]
    pub(super) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether an exact value can lie inside: a node of the principal variation.
    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.beta.points() - self.alpha.points() > 1
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quicker_win_is_better_and_a_slower_loss_is_better() {
        assert!(Score::win_at(Ply::new(3)) > Score::win_at(Ply::new(5)));
        assert!(Score::loss_at(Ply::new(5)) > Score::loss_at(Ply::new(3)));
        assert!(Score::win_at(Ply::MAX) > Score::from_points(i32::MAX));
        assert!(Score::loss_at(Ply::MAX) < Score::from_points(i32::MIN));
        assert!(Score::win_at(Ply::ROOT) < Score::INFINITE);
    }

    #[test]
    fn the_outlook_returns_the_distance() {
        for plies in [0, 1, 100, 255] {
            let ply = Ply::new(plies);
            assert_eq!(Score::win_at(ply).outlook(), Outlook::Win(ply));
            assert_eq!(Score::loss_at(ply).outlook(), Outlook::Loss(ply));
            assert_eq!(-Score::win_at(ply), Score::loss_at(ply));
        }
        assert_eq!(Score::from_points(-20_001).outlook(), Outlook::Open(-20_000));
    }

    #[test]
    fn distances_are_stored_from_the_node_and_read_from_the_root() {
        let (here, there) = (Ply::new(10), Ply::new(4));
        let win = Score::win_at(Ply::new(15));
        assert_eq!(Score::from_relative(win.relative_to(here), there), Score::win_at(Ply::new(9)));
        let open = Score::from_points(-77);
        assert_eq!(Score::from_relative(open.relative_to(here), there), open);
    }

    #[test]
    fn a_win_too_slow_for_the_range_stays_a_win() {
        let stored = Score::win_at(Ply::new(250)).relative_to(Ply::ROOT);
        assert_eq!(Score::from_relative(stored, Ply::new(100)), Score::win_at(Ply::MAX));
        assert_eq!(Score::from_relative(-stored, Ply::new(100)), Score::loss_at(Ply::MAX));
    }

    #[test]
    fn a_margin_never_makes_or_breaks_a_win() {
        let win = Score::win_at(Ply::new(3));
        assert_eq!(win.moved_by(-500), win);
        assert_eq!(Score::from_points(19_990).moved_by(500), Score::from_points(Score::LIMIT));
    }

    #[test]
    fn known_wins_lie_between_evaluations_and_measured_wins() {
        let (best, worst) =
            (Score::known_win(Ply::ROOT, i32::MAX), Score::known_win(Ply::MAX, i32::MIN));
        assert!(best < Score::win_at(Ply::MAX) && worst > Score::from_points(i32::MAX));
        assert!([best, worst, -best].iter().all(|score| score.is_known() && !score.is_decided()));
        assert_eq!(worst.moved_by(-500), worst);
        let stored = best.relative_to(Ply::new(10));
        assert_eq!(Score::from_relative(stored, Ply::new(10)), best);
    }

    #[test]
    fn scores_are_written_in_men_or_plies() {
        assert_eq!(Score::from_points(35).to_string(), "+0.35");
        assert_eq!(Score::from_points(-105).to_string(), "-1.05");
        assert_eq!(Score::win_at(Ply::new(7)).to_string(), "win in 7");
        let known = Score::known_win(Ply::ROOT, 100);
        assert_eq!((known.to_string(), (-known).to_string()), ("win".into(), "loss".into()));
    }
}
