//! How many positions of a slice are won, drawn and lost, and the longest wins and losses.

use serde::Serialize;

use super::value::{Code, Wdl};

/// Positions by verdict for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Won positions.
    pub win: u64,
    /// Drawn positions.
    pub draw: u64,
    /// Lost positions.
    pub loss: u64,
}

impl Counts {
    fn add(&mut self, verdict: Wdl) {
        match verdict {
            Wdl::Win => self.win += 1,
            Wdl::Draw => self.draw += 1,
            Wdl::Loss => self.loss += 1,
        }
    }

    fn plus(self, other: Counts) -> Counts {
        Counts {
            win: self.win + other.win,
            draw: self.draw + other.draw,
            loss: self.loss + other.loss,
        }
    }
}

/// The figures of a slice, White to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Census {
    /// Positions without a capture.
    pub quiet: Counts,
    /// Positions in which the side to move must capture.
    pub captures: Counts,
    /// Plies of the longest win; 0 if there is none, 1 where only verdicts are known.
    pub longest_win: u32,
    /// Plies of the longest loss; 0 if there is none, and where only verdicts are known.
    pub longest_loss: u32,
}

impl Census {
    pub(super) fn add(&mut self, code: Code, is_quiet: bool) {
        let verdict = code.verdict();
        if is_quiet {
            self.quiet.add(verdict)
        } else {
            self.captures.add(verdict)
        }
        let plies = code.plies().map_or(0, u32::from);
        match verdict {
            Wdl::Win => self.longest_win = self.longest_win.max(plies),
            Wdl::Loss => self.longest_loss = self.longest_loss.max(plies),
            Wdl::Draw => {}
        }
    }

    /// Both together.
    pub(crate) fn plus(self, other: Census) -> Census {
        Census {
            quiet: self.quiet.plus(other.quiet),
            captures: self.captures.plus(other.captures),
            longest_win: self.longest_win.max(other.longest_win),
            longest_loss: self.longest_loss.max(other.longest_loss),
        }
    }
}
