//! The blocks of generated games, checked: the games must be those that the folder's settings ask for, by their PDN.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;

use serde::Deserialize;

use super::blocks::{ENDING, blocks_of, games_of};
use super::config::players_by_color;
use super::run::Summary;
use crate::error::PlayError;
use crate::game::Replay;
use crate::jobs::folder::{BlockFolder, BlockResult};
use crate::parallel::{Reading, fold_games};
use crate::pdn::{GameText, Outcome};
use crate::play::record::Heading;

/// The largest text of a block: of the longest games more than any has.
const LARGEST_TEXT: u64 = 128 << 20;

/// The settings of a folder's games.
#[derive(Debug, Deserialize)]
pub(super) struct Checked {
    games: u64,
    /// Each player's name, and the checksum of its network.
    players: [[String; 2]; 2],
}

/// The results of figures, in their order.
const RESULTS: [Outcome; 3] = [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins];

/// A game as its text has it.
struct Seen {
    text: String,
    outcome: Outcome,
}

impl Checked {
    /// Reads the settings of a folder.
    ///
    /// # Errors
    /// Those that are of no generated games, or that the number of blocks does not fit.
    pub(super) fn of(folder: &BlockFolder) -> Result<Checked, PlayError> {
        let manifest = folder.manifest();
        let wrong = |reason: String| {
            PlayError::Settings(format!("the blocks are not those of `generate`: {reason}"))
        };
        let checked: Checked = serde_json::from_value(manifest.settings.clone())
            .map_err(|error| wrong(error.to_string()))?;
        let blocks = blocks_of(checked.games);
        if (manifest.blocks, manifest.ending.as_str()) != (blocks, ENDING) {
            let there = format!("{} blocks, .{}", manifest.blocks, manifest.ending);
            return Err(wrong(format!("they are {there} and should be {blocks}, .{ENDING}")));
        }
        Ok(checked)
    }

    pub(super) fn games(&self) -> u64 {
        self.games
    }

    /// Fails unless a block holds its games, and figures that fit them.
    pub(super) fn check(
        &self,
        folder: &BlockFolder,
        number: u64,
        block: &BlockResult,
    ) -> Result<(), PlayError> {
        let path = folder.content_path(number);
        self.faults(number, block, &path).map_err(|reason| PlayError::Block { path, reason })
    }

    fn faults(&self, number: u64, block: &BlockResult, path: &Path) -> Result<(), String> {
        let figures: Summary = serde_json::from_value(block.figures.clone())
            .map_err(|error| format!("its figures: {error}"))?;
        check_length(&block.content)?;
        let wanted = games_of(number, self.games);
        let (mut next, mut results) = (wanted.start, [0; 3]);
        read(path, wanted.end - wanted.start, &mut |seen| {
            let is_wanted =
                next < wanted.end && self.heading(next).matches(&seen.text, seen.outcome);
            next += 1;
            let result = RESULTS.iter().position(|result| *result == seen.outcome);
            let result = result
                .filter(|_| is_wanted)
                .ok_or_else(|| format!("its PDN has another game where game {next} should be"))?;
            results[result] += 1;
            Ok(())
        })?;
        let games = wanted.end - wanted.start;
        if next != wanted.end {
            return Err(format!("{} games instead of {games}", next - wanted.start));
        }
        if (figures.games, figures.results) != (games, results) {
            return Err("the figures of its seal are not what its PDN says".into());
        }
        Ok(())
    }

    fn heading(&self, game: u64) -> Heading {
        let players_by_color = players_by_color(game);
        let name = |player: usize| self.players[player][0].clone();
        let (white, black) = (name(players_by_color.white), name(players_by_color.black));
        Heading { round: (game + 1).to_string(), white, black, ..Heading::default() }
    }
}

/// Fails if a block unpacks to more than games could have.
fn check_length(packed: &[u8]) -> Result<(), String> {
    let unpacked = zstd::Decoder::new(packed).map(|text| text.take(LARGEST_TEXT + 1));
    let length = unpacked.and_then(|mut text| io::copy(&mut text, &mut io::sink()));
    match length {
        Ok(length) if length <= LARGEST_TEXT => Ok(()),
        Ok(_) => Err(format!("it unpacks to more than {LARGEST_TEXT} bytes")),
        Err(error) => Err(format!("it cannot be unpacked: {error}")),
    }
}

/// Reads the games of a block that should have this number of them, until `visit` fails.
fn read(
    path: &Path,
    wanted: u64,
    visit: &mut dyn FnMut(Seen) -> Result<(), String>,
) -> Result<(), String> {
    let work = |games: &mut Vec<Seen>, text: &GameText<'_>, _: Replay<'_>| {
        if games.len() as u64 <= wanted {
            let outcome = text.result_tag().and(text.terminator().unwrap_or(Outcome::Unknown));
            let text = String::from_utf8_lossy(text.bytes()).into_owned();
            games.push(Seen { text, outcome });
        }
    };
    let mut read = Ok(());
    fold_games(&[path], 1, Vec::new, work, |reading| {
        read = match reading {
            Reading::Fault(fault) => Err(fault.to_string()),
            Reading::Batch(batch) => batch.value.into_iter().try_for_each(&mut *visit),
        };
        if read.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    read
}
