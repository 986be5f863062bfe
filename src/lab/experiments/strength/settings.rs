//! What the matches depend on.

use std::path::Path;

use serde_json::{Value, json};

use super::super::lab::counted;
use super::opponent::Opponent;
use crate::arena::dxp::player::DxpTerms;
use crate::arena::play::openings::{BallotLength, ballots};
use crate::arena::play::referee::Conditions;
use crate::arena::play::time_control::MoveLimits;
use crate::arena::tournament::Tournament;
use crate::arena::tournament::spec::{PlayerConfig, PlayerSpec};
use crate::engine::{Endgame, Options};
use crate::protocol::dxp::Minutes;

/// An evaluation, its opponents, and the conditions of every game.
#[derive(Clone, Debug)]
pub struct StrengthSettings {
    pub program: String,
    /// The evaluation, and the checksum of its file.
    pub evaluation: (PlayerSpec, String),
    pub opponents: Vec<Opponent>,
    pub pace: MoveLimits,
    pub ballots: BallotLength,
    /// Games of each match, two from every opening.
    pub games: usize,
    pub table: usize,
    pub endgame: Option<Endgame>,
    /// Parameters of Hub engines: name, value.
    pub hub_params: Vec<(String, String)>,
    pub minutes: Minutes,
    /// What else was so, in the user's words.
    pub notes: Vec<String>,
    pub seed: u64,
}

impl StrengthSettings {
    pub fn openings(&self) -> usize {
        ballots(self.ballots).len()
    }

    /// As the run folder keeps them.
    pub fn to_json(&self) -> Value {
        let opponents: Vec<String> = self.opponents.iter().map(ToString::to_string).collect();
        json!({
            "evaluation": { "net": self.evaluation.0.to_string(), "sha256": self.evaluation.1 },
            "opponents": opponents,
            "pace": self.pace.to_string(),
            "openings": self.openings(),
            "games": self.games,
            "tt_mib": self.table,
            "endgame_pieces": self.endgame.as_ref().map(Endgame::to_json),
            "hub_params": self.hub_params,
            "dxp_time_ms": self.minutes.duration().as_millis() as u64,
            "notes": self.notes,
            "seed": self.seed,
        })
    }

    /// The match against an opponent, whose games go into this file.
    pub fn contest(&self, opponent: &Opponent, games: &Path) -> Tournament {
        let (own, checksum) = &self.evaluation;
        let players = [own.clone(), opponent.player().clone()];
        let base = counted(players, self.games, 0, self.seed, &self.program);
        let openings = ballots(self.ballots);
        Tournament {
            event: format!("{} against {}", own.short(), opponent.name()),
            identities: vec![checksum.clone(), String::new()],
            shuffle: self.games < 2 * openings.len(),
            openings,
            conditions: Conditions { limits: self.pace, ..base.conditions },
            player_config: PlayerConfig {
                options: Options {
                    table: self.table,
                    endgame: self.endgame.clone(),
                    ..Options::default()
                },
                hub_params: self.hub_params.clone(),
                dxp: DxpTerms { minutes: Some(self.minutes), ..base.player_config.dxp },
                ..base.player_config
            },
            pdn: Some(games.into()),
            ..base
        }
    }
}
