//! Blocks of a tournament that are played once more: nothing but times may differ.

use super::blocks::GameLine;
use super::checked_blocks::lines_of;
use super::finished_game::FinishedGame;
use super::settings::Tournament;
use super::spec::PlayerSpec;
use crate::error::PlayError;
use crate::jobs::folder::BlockFolder;
use crate::play::record::without_timestamps;
use crate::player::StopFlag;

impl Tournament {
    /// The reason why its games would differ if they were played again; `None` if they would not.
    pub(crate) fn chance(&self) -> Option<&'static str> {
        let is_outside =
            |player: &PlayerSpec| matches!(player, PlayerSpec::Hub(_) | PlayerSpec::Dxp(_));
        if self.players.iter().any(is_outside) {
            return Some("programs from outside may play as they please");
        }
        if (0..self.players.len()).any(|player| self.limits_of(player).has_time()) {
            return Some(
                "moves by the clock depend on the machine and its hour; only those by --nodes or --depth do not",
            );
        }
        if self.conditions.ponder {
            return Some("what is pondered depends on the machine and its hour");
        }
        let is_alone = self.player_config.options.threads.get() == 1;
        (!is_alone).then_some("a search of several threads is never the same twice")
    }
}

/// Plays a block once more and says whether its games are the same, but for their times.
///
/// # Errors
/// A tournament whose games would not come out the same, a folder of other work, a block that is missing or damaged, or a player
/// that does not start.
pub fn replay(
    folder: &BlockFolder,
    tournament: &Tournament,
    number: u64,
    stop: &StopFlag,
) -> Result<Option<bool>, PlayError> {
    if let Some(reason) = tournament.chance() {
        let text = format!("these games cannot be played again for a comparison: {reason}");
        return Err(PlayError::Settings(text));
    }
    folder.check(&tournament.shared_settings())?;
    let path = || folder.content_path(number);
    let there = lines_of(&folder.get(number)?, path)?;
    let Some(here) = tournament.block(number, stop, &mut |_| {})? else { return Ok(None) };
    let here = lines_of(&here, path)?;
    let is_same = here.len() == there.len() && here.iter().zip(&there).all(|(a, b)| is_like(a, b));
    Ok(Some(is_same))
}

/// Whether two games are the same but for their times.
fn is_like(one: &GameLine, other: &GameLine) -> bool {
    let untimed = |line: &GameLine| FinishedGame { millis: 0, ..line.finished.clone() };
    untimed(one) == untimed(other)
        && without_timestamps(&one.pdn).eq(without_timestamps(&other.pdn))
}
