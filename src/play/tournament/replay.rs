//! Blocks of a contest that are played once more: other than the time of day, nothing may differ.

use super::counted::lines_of;
use super::cut::GameLine;
use super::finished_game::FinishedGame;
use super::matches::Tournament;
use super::spec::PlayerSpec;
use crate::engine::StopFlag;
use crate::play::error::PlayError;
use crate::play::game::record::without_timestamps;
use crate::shards::BlockFolder;

impl Tournament {
    /// Why its games would come out otherwise if they were played again; `None` if they would not.
    #[must_use]
    pub fn chance(&self) -> Option<&'static str> {
        let is_outside =
            |player: &PlayerSpec| matches!(player, PlayerSpec::Hub(_) | PlayerSpec::Dxp(_));
        let pace = &self.conditions.limits;
        if self.players.iter().any(is_outside) {
            return Some("programs from outside may play as they please");
        }
        if pace.move_time.is_some() || pace.control.is_some() {
            return Some(
                "moves by the clock depend on the machine and its hour; only those by --nodes or --depth do not",
            );
        }
        let is_alone = self.equipment.options.threads.get() == 1;
        (!is_alone).then_some("a search of several threads is never the same twice")
    }
}

/// Plays a block once more and says whether its games are the same, but for their times.
///
/// # Errors
/// A contest whose games would not come out the same, a folder of other work than this, a block that is missing or damaged, or a player
/// that cannot be started.
pub fn replay(
    folder: &BlockFolder,
    contest: &Tournament,
    number: u64,
    stop: &StopFlag,
) -> Result<Option<bool>, PlayError> {
    if let Some(reason) = contest.chance() {
        let text = format!("these games cannot be played again for a comparison: {reason}");
        return Err(PlayError::Settings(text));
    }
    folder.check(&contest.shared_settings())?;
    let path = || folder.content_path(number);
    let there = lines_of(&folder.get(number)?, path)?;
    let Some(here) = contest.block(number, stop, &mut |_| {})? else { return Ok(None) };
    let here = lines_of(&here, path)?;
    let is_same = here.len() == there.len() && here.iter().zip(&there).all(|(a, b)| is_like(a, b));
    Ok(Some(is_same))
}

/// Whether two games are the same but for their times.
fn is_like(one: &GameLine, other: &GameLine) -> bool {
    let told = |line: &GameLine| FinishedGame { millis: 0, ..line.finished.clone() };
    told(one) == told(other) && without_timestamps(&one.pdn).eq(without_timestamps(&other.pdn))
}
