//! Quiescence search: captures are played out, and only quiet positions are evaluated.

use super::depth::Ply;
use super::evaluate::Evaluate;
use super::exchanges::exchanges;
use super::limits::Stopped;
use super::score::{Score, Window};
use super::searcher::Searcher;
use crate::board::{Position, captures};

/// With so few pieces a count of articles 6.3 and 6.4 may end among the captures, or the tablebase may cover what they lead to.
const FEW_PIECES: u32 = 8;

impl<E: Evaluate> Searcher<E> {
    /// The value of a position at which the depth has run out. Captures are compulsory, so all of them are searched; every
    /// move here takes a piece, offers one or promotes, so the search ends.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        window: Window,
        ply: Ply,
    ) -> Result<Score, Stopped> {
        self.checks_draws = position.occupied().len() <= FEW_PIECES;
        self.search_captures(position, window, ply)
    }

    fn search_captures(
        &mut self,
        position: &Position,
        window: Window,
        ply: Ply,
    ) -> Result<Score, Stopped> {
        self.limits.count()?;
        self.pv.clear(ply);
        if self.checks_draws
            && let Some(score) = self.drawn(position, ply)
        {
            return Ok(score);
        }
        // The stacks of the search have no further ply.
        if ply == Ply::MAX {
            return Ok(self.evaluate.value(position));
        }
        captures(position, self.ordering.list(ply));
        if self.ordering.list(ply).is_empty() {
            self.quiet_leaf(position, window, ply)
        } else {
            // Captures are compulsory: there is no standing pat.
            self.play_out(position, window, ply, -Score::INFINITE)
        }
    }

    /// The side to move has no capture: it may stand pat on the static evaluation, or exchange.
    fn quiet_leaf(
        &mut self,
        position: &Position,
        mut window: Window,
        ply: Ply,
    ) -> Result<Score, Stopped> {
        if !position.has_moves() {
            return Ok(Score::loss_at(ply));
        }
        if let Some(score) = self.probe_leaf(position, ply) {
            return Ok(score);
        }
        // Standing pat is sound here: zugzwang apart, some quiet move is about as good as the static evaluation.
        let stand_pat = self.value_in(position, window);
        if stand_pat >= window.beta || !self.techniques.exchanges {
            return Ok(stand_pat);
        }
        window.alpha = window.alpha.max(stand_pat);
        exchanges(position, self.ordering.list(ply));
        self.play_out(position, window, ply, stand_pat)
    }

    /// The value of a position where it lies in the window; else, where the estimate says enough, a bound of the value on the same side.
    #[inline]
    pub(super) fn value_in(&mut self, position: &Position, window: Window) -> Score {
        if self.techniques.lazy_evaluation
            && let Some((estimate, margin)) = self.evaluate.estimate(position)
        {
            let (low, high) = (estimate.moved_by(-margin), estimate.moved_by(margin));
            if low >= window.beta {
                return low;
            }
            if high <= window.alpha {
                return high;
            }
        }
        self.evaluate.value(position)
    }

    /// Searches all moves of the list at `ply`; `best` is what the side to move has without them.
    fn play_out(
        &mut self,
        position: &Position,
        mut window: Window,
        ply: Ply,
        mut best: Score,
    ) -> Result<Score, Stopped> {
        for index in 0..self.ordering.list(ply).len() {
            let mv = self.ordering.unranked(ply, index);
            let next = position.succ(mv);
            self.evaluate.push(position, mv, &next);
            // The path is only kept where a draw count can end: its Zobrist keys cost time at every capture.
            if self.checks_draws {
                self.path.push(position, mv, &next);
            }
            let score = -self.search_captures(&next, window.flipped(), ply.next())?;
            if self.checks_draws {
                self.path.pop();
            }
            self.evaluate.pop();
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    if window.is_empty() {
                        break;
                    }
                    self.pv.set(ply, mv);
                }
            }
        }
        Ok(best)
    }
}
