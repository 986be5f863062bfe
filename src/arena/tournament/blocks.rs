//! The blocks of a tournament, and a game in a block.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::finished_game::FinishedGame;
use super::schedule::Schedule;

/// Games of a block: eight openings with both colours, minutes at the times that people test with.
const BLOCK: usize = 16;
pub(super) const ENDING: &str = "jsonl";

pub(super) fn blocks_of(schedule: &Schedule) -> u64 {
    schedule.len().div_ceil(BLOCK) as u64
}

/// The games of a block, by their places in the schedule.
pub(super) fn places(block: u64) -> Range<usize> {
    let first = (block as usize).saturating_mul(BLOCK);
    first..first.saturating_add(BLOCK)
}

/// A game as a line of a block, and as a message between processes.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct GameLine {
    #[serde(flatten)]
    pub(super) finished: FinishedGame,
    pub(super) pdn: String,
}
