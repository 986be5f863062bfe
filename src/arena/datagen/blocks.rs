//! How generated games are cut into blocks.

use std::ops::Range;

use super::members::MEMBER;

/// The extension of the blocks' files.
pub(super) const ENDING: &str = "pdn.zst";

/// From this number of games on a block has more of them: folders with hundreds of thousands of files are slow.
const MANY_GAMES: u64 = 10_000_000;
const MANY_MEMBERS: u64 = 20;

fn block_games(games: u64) -> u64 {
    if games < MANY_GAMES { MEMBER } else { MANY_MEMBERS * MEMBER }
}

pub(super) fn blocks_of(games: u64) -> u64 {
    games.div_ceil(block_games(games))
}

/// The games of a block, of `games` in all, by their numbers from 0.
pub(super) fn games_of(block: u64, games: u64) -> Range<u64> {
    let size = block_games(games);
    let first = block.saturating_mul(size).min(games);
    first..first.saturating_add(size).min(games)
}
