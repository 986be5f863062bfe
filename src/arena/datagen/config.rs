//! Everything that makes the games: the same configuration makes the same games, whatever the threads.

use serde_json::{Value, json};

use super::random_moves::Exploration;
use crate::board::ByColor;
use crate::checksum;
use crate::error::PlayError;
use crate::play::adjudication::{Adjudication, DrawByScore, WinByScore};
use crate::play::openings::{MAX_RANDOM_PLIES, Opening};
use crate::player::{Endgame, Evaluation};

#[derive(Clone, Debug)]
pub struct DatagenPlayer {
    pub name: String,
    /// The checksum of its file, to notice another one under the same name.
    pub identity: String,
    pub evaluation: Evaluation,
}

#[derive(Clone, Debug)]
pub struct DatagenConfig {
    /// The two players; they change colours from game to game. Both may be the same.
    pub players: [DatagenPlayer; 2],
    pub nodes: u64,
    /// Where games begin; each draws one.
    pub openings: Vec<Opening>,
    /// The most random plies after the opening; each game draws how many.
    pub random_plies: u32,
    /// A game begins where the first search gives neither side more than this, in hundredths of a man.
    pub balance: i32,
    /// How often later moves are not the best.
    pub exploration: Exploration,
    pub adjudication: Adjudication,
    /// Tables that players ask and that end games early.
    pub endgame: Option<Endgame>,
    /// Transposition table of each player in MiB.
    pub table: usize,
    pub seed: u64,
}

/// The scores that end a game unless others are given: of 562 games of the reference at 2,000 nodes that the win would have ended, 14
/// ended drawn and none otherwise; at 230 it would have been 35 of 621.
pub const ENDING_SCORES: Adjudication = Adjudication {
    // Both players see nothing for ten moves each, late in the game.
    draw: Some(DrawByScore { move_number: 60, move_count: 10, score: 10 }),
    // Both players agree for four moves each.
    resign: Some(WinByScore { move_count: 4, score: 300, two_sided: true }),
    max_moves: None,
};

/// The players of a game, White first: colours change from game to game.
pub(super) fn players_by_color(game: u64) -> ByColor<usize> {
    let first = (game % 2) as usize;
    ByColor { white: first, black: 1 - first }
}

impl DatagenConfig {
    /// MiB of the transposition table of each search, unless another number is given.
    pub const HASH_MB: usize = 4;

    /// Checks every setting against its range.
    pub(crate) fn check(&self) -> Result<(), PlayError> {
        let fault = |text: String| Err(PlayError::Settings(text));
        if self.openings.is_empty() {
            return fault("there is no opening to play; the opening file is empty".into());
        }
        if self.nodes == 0 {
            return fault("nodes is 0; a search needs 1 or more".into());
        }
        if self.random_plies > MAX_RANDOM_PLIES {
            let plies = self.random_plies;
            return fault(format!("random-plies is {plies}; it must be 0 to {MAX_RANDOM_PLIES}"));
        }
        let Exploration { random, second } = self.exploration;
        for (flag, share) in [("random-moves", random), ("second-best", second)] {
            if !(0.0..=1.0).contains(&share) {
                return fault(format!("{flag} is {share}; it must be 0 to 1"));
            }
        }
        if self.balance < 0 {
            return fault(format!("balance is {}; it must be 0 or more", self.balance));
        }
        Ok(())
    }

    /// The settings that must not change when an interrupted run resumes.
    pub fn settings(&self) -> Value {
        let openings: Vec<String> = self.openings.iter().map(ToString::to_string).collect();
        let checksum = checksum::of_bytes(openings.join("\n").as_bytes());
        let players = self.players.iter();
        let players: Vec<_> = players.map(|one| json!([one.name, one.identity])).collect();
        json!({
            "players": players,
            "nodes": self.nodes,
            "openings": { "count": self.openings.len(), "checksum": checksum },
            "random_plies": self.random_plies,
            "balance": self.balance,
            "random_moves": self.exploration.random,
            "second_best": self.exploration.second,
            "adjudication": self.adjudication,
            "endgame_pieces": self.endgame.as_ref().map(Endgame::to_json),
            "tt_mib": self.table,
            "seed": self.seed,
        })
    }
}
