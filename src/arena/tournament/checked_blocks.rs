//! The games of a folder's blocks that count, each checked: its line must agree with its PDN, and both with the schedule.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

use super::blocks::{ENDING, GameLine, blocks_of, places};
use super::finished_game::FinishedGame;
use super::ordered_results::{Counting, OrderedResults, UncountedGame};
use super::schedule::{Fixture, MOST_PLAYERS, Schedule};
use super::scoreboard::ScoreBoard;
use super::sprt::Sprt;
use crate::error::PlayError;
use crate::jobs::folder::{BlockFolder, BlockResult};
use crate::pdn::{Games, Outcome, Scan, block_of};
use crate::play::record::Heading;

/// The largest text of one game in bytes; the longest games have some ten thousands.
const LARGEST_GAME: usize = 1 << 20;

#[derive(Debug, Deserialize)]
pub(super) struct FolderSettings {
    #[serde(rename = "match")]
    pub(super) settings: Value,
    names: Vec<String>,
    games_per_pairing: u32,
    #[serde(default)]
    sprt: Option<Sprt>,
}

impl FolderSettings {
    /// Reads the settings of a folder.
    ///
    /// # Errors
    /// Those that are of no tournament, or that the number of blocks does not fit.
    pub(super) fn of(folder: &BlockFolder) -> Result<FolderSettings, PlayError> {
        let manifest = folder.manifest();
        let settings: FolderSettings =
            serde_json::from_value(manifest.settings.clone()).map_err(unreadable)?;
        settings.check().map_err(unreadable)?;
        let blocks = blocks_of(&settings.schedule());
        if (manifest.blocks, manifest.ending.as_str()) != (blocks, ENDING) {
            let there = format!("{} blocks, .{}", manifest.blocks, manifest.ending);
            return Err(unreadable(format!("they are {there} and should be {blocks}, .{ENDING}")));
        }
        Ok(settings)
    }

    fn check(&self) -> Result<(), String> {
        let players = self.names.len();
        if !(2..=MOST_PLAYERS).contains(&players) {
            return Err(format!("{players} players; there may be 2 to {MOST_PLAYERS}"));
        }
        if self.games_per_pairing == 0 {
            return Err("0 games of each pair of players".into());
        }
        Ok(())
    }

    fn schedule(&self) -> Schedule {
        let is_gauntlet = self.settings["gauntlet"] == true;
        let make = if is_gauntlet { Schedule::gauntlet } else { Schedule::round_robin };
        make(self.names.len(), self.games_per_pairing as usize)
    }

    pub(super) fn unchecked_blocks(&self) -> CheckedBlocks {
        CheckedBlocks::new(self.names.clone(), self.schedule(), self.sprt, self.settings.clone())
    }

    /// Counts the games, from blocks that are checked.
    ///
    /// # Errors
    /// Blocks that are missing or damaged, and games that are not what their PDN says.
    pub(super) fn count(&self, folder: &BlockFolder) -> Result<CheckedBlocks, PlayError> {
        let mut blocks = self.unchecked_blocks();
        if self.sprt.is_some() && blocks.decide(folder)? {
            return Ok(blocks);
        }
        let mut blocks = self.unchecked_blocks();
        for block in folder.all()? {
            blocks.add_block(folder, &block?, &mut |_, _| Ok(()))?;
        }
        Ok(blocks)
    }
}

fn unreadable(reason: impl ToString) -> PlayError {
    PlayError::Settings(format!("the blocks are not those of a contest: {}", reason.to_string()))
}

/// The games of the blocks from the first one on, without a gap, up to the game that decides. Later games were played in vain.
pub(super) struct CheckedBlocks {
    results: OrderedResults,
    names: Vec<String>,
    schedule: Schedule,
    next: u64,
}

pub(super) type Take<'a> = dyn FnMut(&FinishedGame, &str) -> Result<(), PlayError> + 'a;

impl CheckedBlocks {
    pub(super) fn new(
        names: Vec<String>,
        schedule: Schedule,
        sprt: Option<Sprt>,
        settings: Value,
    ) -> CheckedBlocks {
        let counting = Counting::ByNumber;
        let results = OrderedResults::new(names.clone(), &schedule, sprt, counting, settings);
        CheckedBlocks { results, names, schedule, next: 0 }
    }

    pub(super) fn blocks(&self) -> u64 {
        self.next
    }

    pub(super) fn into_scoreboard(self) -> ScoreBoard {
        self.results.scoreboard
    }

    /// Counts the blocks that are there; whether they decide the test.
    pub(super) fn decide(&mut self, folder: &BlockFolder) -> Result<bool, PlayError> {
        while !self.results.scoreboard.is_decided()
            && self.next < folder.manifest().blocks
            && folder.has(self.next)?
        {
            self.add(folder, &mut |_, _| Ok(()))?;
        }
        Ok(self.results.scoreboard.is_decided())
    }

    /// Counts the games of the next block, and hands those that count to `take`.
    pub(super) fn add(
        &mut self,
        folder: &BlockFolder,
        take: &mut Take<'_>,
    ) -> Result<(), PlayError> {
        let block = folder.get(self.next)?;
        self.add_block(folder, &block, take)
    }

    fn add_block(
        &mut self,
        folder: &BlockFolder,
        block: &BlockResult,
        take: &mut Take<'_>,
    ) -> Result<(), PlayError> {
        let path = || folder.content_path(self.next);
        let lines = lines_of(block, path)?;
        let fault = |reason| PlayError::Block { path: path(), reason };
        self.check(&lines).map_err(fault)?;
        self.next += 1;
        for GameLine { finished, pdn } in lines {
            self.results.insert(UncountedGame { finished, pdn: Some(pdn) });
        }
        let save = &mut |game: &UncountedGame| {
            take(&game.finished, game.pdn.as_deref().unwrap_or_default())
        };
        self.results.count(save, &mut |_, _| {})
    }

    /// Checks the lines of the next block.
    fn check(&self, lines: &[GameLine]) -> Result<(), String> {
        let fixtures: Vec<Fixture> = self.schedule.fixtures_at(places(self.next)).collect();
        if lines.len() != fixtures.len() {
            return Err(format!("{} games instead of {}", lines.len(), fixtures.len()));
        }
        for (line, fixture) in lines.iter().zip(&fixtures) {
            let [white, black] = fixture.players.map(|player| self.names[player].clone());
            let (game, finished) = (fixture.game, &line.finished);
            if (finished.game, &finished.white, &finished.black) != (game, &white, &black) {
                let there = &finished.game;
                return Err(format!(
                    "game {there} is where game {game}, {white} against {black}, should be"
                ));
            }
            let heading = Heading { round: fixture.round(), white, black, ..Heading::default() };
            if !is_game(&line.pdn, &heading, finished.ending.verdict.outcome()) {
                return Err(format!(
                    "the line of game {game} is not what the PDN of the game says"
                ));
            }
        }
        Ok(())
    }
}

/// Whether a text is one game with these tags, whose terminator says the same.
fn is_game(pdn: &str, heading: &Heading, outcome: Outcome) -> bool {
    if pdn.len() > LARGEST_GAME || !heading.matches(pdn, outcome) {
        return false;
    }
    let (block, mut scan) = (block_of("a game", pdn), Scan::default());
    let mut games = Games::new(&block, &mut scan);
    let outcome_of = |text: crate::pdn::GameText<'_>| {
        text.result_tag().and(text.terminator().unwrap_or(Outcome::Unknown))
    };
    games.next().map(outcome_of) == Some(outcome) && games.next().is_none()
}

/// The games of a block, in order; its path is only named in errors.
pub(super) fn lines_of(
    block: &BlockResult,
    path: impl Fn() -> PathBuf,
) -> Result<Vec<GameLine>, PlayError> {
    let lines = serde_json::Deserializer::from_slice(&block.content).into_iter();
    let fault =
        |error: serde_json::Error| PlayError::Block { path: path(), reason: error.to_string() };
    lines.collect::<Result<_, _>>().map_err(fault)
}
