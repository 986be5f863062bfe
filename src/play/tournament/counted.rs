//! The games of a folder that count, each checked: a line must say what the PDN of its game says, and that is what was scheduled.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

use super::cut::{ENDING, GameLine, blocks_of, places};
use super::schedule::{Fixture, MOST_PLAYERS, Schedule};
use super::scoreboard::ScoreBoard;
use super::sprt::Sprt;
use crate::pdn::{Games, Outcome, Scan, block_of};
use crate::play::error::PlayError;
use crate::play::game::record::Heading;
use crate::shards::{BlockFolder, BlockResult};

/// The largest text of one game in bytes; the longest games have some ten thousands.
const LARGEST_GAME: usize = 1 << 20;

/// What a folder's settings tell of the contest.
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
    /// Those that are of no contest, or that the number of blocks does not fit.
    pub(super) fn of(folder: &BlockFolder) -> Result<FolderSettings, PlayError> {
        let manifest = folder.manifest();
        let told: FolderSettings =
            serde_json::from_value(manifest.settings.clone()).map_err(unreadable)?;
        told.check().map_err(unreadable)?;
        let blocks = blocks_of(&told.schedule());
        if (manifest.blocks, manifest.ending.as_str()) != (blocks, ENDING) {
            let there = format!("{} blocks, .{}", manifest.blocks, manifest.ending);
            return Err(unreadable(format!("they are {there} and should be {blocks}, .{ENDING}")));
        }
        Ok(told)
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
        Schedule::round_robin(self.names.len(), self.games_per_pairing as usize)
    }

    pub(super) fn counted(&self) -> Counted {
        Counted::new(self.names.clone(), self.schedule(), self.sprt)
    }

    /// Counts the games, from blocks that are checked.
    ///
    /// # Errors
    /// Blocks that are missing or damaged, and games that are not what their PDN says.
    pub(super) fn count(&self, folder: &BlockFolder) -> Result<Counted, PlayError> {
        let mut counted = self.counted();
        if self.sprt.is_some() && counted.decide(folder)? {
            return Ok(counted);
        }
        let mut counted = self.counted();
        for block in folder.all()? {
            counted.add_block(folder, &block?, &mut |_| Ok(()))?;
        }
        Ok(counted)
    }
}

fn unreadable(reason: impl ToString) -> PlayError {
    PlayError::Settings(format!("the blocks are not those of a contest: {}", reason.to_string()))
}

/// The games that count: in order from the first one on, without a gap, up to the one that decides. Later ones were played in vain.
pub(super) struct Counted {
    standing: ScoreBoard,
    names: Vec<String>,
    schedule: Schedule,
    next: u64,
}

impl Counted {
    pub(super) fn new(names: Vec<String>, schedule: Schedule, sprt: Option<Sprt>) -> Counted {
        let standing = ScoreBoard::new(names.clone(), schedule.clone(), sprt);
        Counted { standing, names, schedule, next: 0 }
    }

    /// The blocks that were counted.
    pub(super) fn blocks(&self) -> u64 {
        self.next
    }

    pub(super) fn into_standing(self) -> ScoreBoard {
        self.standing
    }

    /// Counts the blocks that are there, and tells whether they decide the test.
    pub(super) fn decide(&mut self, folder: &BlockFolder) -> Result<bool, PlayError> {
        while !self.standing.is_decided()
            && self.next < folder.manifest().blocks
            && folder.has(self.next)?
        {
            self.add(folder, &mut |_| Ok(()))?;
        }
        Ok(self.standing.is_decided())
    }

    /// Counts the games of the next block, and hands on those that count.
    pub(super) fn add(
        &mut self,
        folder: &BlockFolder,
        take: &mut dyn FnMut(&GameLine) -> Result<(), PlayError>,
    ) -> Result<(), PlayError> {
        let block = folder.get(self.next)?;
        self.add_block(folder, &block, take)
    }

    fn add_block(
        &mut self,
        folder: &BlockFolder,
        block: &BlockResult,
        take: &mut dyn FnMut(&GameLine) -> Result<(), PlayError>,
    ) -> Result<(), PlayError> {
        let path = || folder.content_path(self.next);
        let lines = lines_of(block, path)?;
        let fault = |reason| PlayError::Block { path: path(), reason };
        self.check(&lines).map_err(fault)?;
        self.next += 1;
        for line in lines {
            if !self.standing.is_decided() {
                take(&line)?;
                self.standing.add(line.finished);
            }
        }
        Ok(())
    }

    /// What is wrong with the lines of the next block.
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
                    "game {there} stands where game {game}, {white} against {black}, should"
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
    let said = |text: crate::pdn::GameText<'_>| {
        text.result_tag().and(text.terminator().unwrap_or(Outcome::Unknown))
    };
    games.next().map(said) == Some(outcome) && games.next().is_none()
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
