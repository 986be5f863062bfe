//! What the tests depend on.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::super::lab::counted;
use super::change::Change;
use crate::arena::PlayError;
use crate::arena::play::openings::{BallotLength, ballots};
use crate::arena::play::referee::Conditions;
use crate::arena::tournament::Tournament;
use crate::arena::tournament::spec::{PlayerConfig, PlayerSpec};
use crate::arena::tournament::sprt::Sprt;
use crate::engine::{Endgame, Options};

/// The evaluation, what is tried, and the conditions of every game.
#[derive(Clone, Debug)]
pub struct TuningSettings {
    pub program: String,
    /// The evaluation of both sides, and the checksum of its file.
    pub net: (String, String),
    pub changes: Vec<Change>,
    pub nodes: u64,
    /// The most games of a test, two from every opening.
    pub games: usize,
    pub sprt: Sprt,
    /// MiB of each side's transposition table.
    pub table: usize,
    pub endgame: Option<Endgame>,
    pub threads: usize,
    /// Notes on other runs, in the user's words.
    pub notes: Vec<String>,
    pub seed: u64,
}

impl TuningSettings {
    /// As the run folder keeps them: what is tried may grow, and threads change nothing.
    pub fn to_json(&self) -> Value {
        json!({
            "net": self.net.0,
            "sha256": self.net.1,
            "nodes": self.nodes,
            "games": self.games,
            "sprt": self.sprt,
            "tt_mib": self.table,
            "endgame_pieces": self.endgame.as_ref().map(Endgame::to_json),
            "seed": self.seed,
        })
    }

    /// The test of a change, whose games go into a file of this folder.
    pub fn contest(&self, change: &Change, games: &Path) -> Result<Tournament, PlayError> {
        let (net, checksum) = &self.net;
        let players = [change.player(net)?, PlayerSpec::own(net)];
        let base = counted(players, self.games, self.nodes, self.seed, &self.program);
        let openings = ballots(BallotLength::Three);
        Ok(Tournament {
            event: format!("The search {change}"),
            identities: vec![checksum.clone(); 2],
            shuffle: self.games < 2 * openings.len(),
            openings,
            conditions: Conditions {
                margin: Duration::ZERO,
                silence_timeout: Duration::MAX,
                ..base.conditions
            },
            player_config: PlayerConfig {
                options: Options {
                    table: self.table,
                    endgame: self.endgame.clone(),
                    ..Options::default()
                },
                ..base.player_config
            },
            concurrency: self.threads,
            sprt: Some(self.sprt),
            pdn: Some(games.join(change.file())),
            ..base
        })
    }
}
