//! What the matches depend on, and the programs that are met.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde_json::{Value, json};
use thiserror::Error;

use super::super::lab::counted;
use crate::arena::PlayError;
use crate::arena::dxp::player::DxpTerms;
use crate::arena::play::openings::{BallotLength, ballots};
use crate::arena::play::referee::Conditions;
use crate::arena::play::time_control::MoveLimits;
use crate::arena::tournament::Tournament;
use crate::arena::tournament::spec::{PlayerConfig, PlayerSpec};
use crate::engine::{Endgame, Options};
use crate::protocol::dxp::Minutes;

/// A program outside by the name that reports give it: `NAME=dxp:HOST:PORT` or `NAME=hub:COMMAND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    name: String,
    player: PlayerSpec,
}

#[derive(Debug, Error)]
pub enum OpponentError {
    #[error("'{0}' names no opponent; write NAME=dxp:HOST:PORT or NAME=hub:COMMAND")]
    Form(String),
    #[error(
        "'{0}' cannot be the name of a file; write letters, digits, spaces and . - _ +, a letter or digit first"
    )]
    Name(String),
    #[error(transparent)]
    Player(#[from] PlayError),
}

impl FromStr for Opponent {
    type Err = OpponentError;

    fn from_str(text: &str) -> Result<Opponent, OpponentError> {
        let form = || OpponentError::Form(text.into());
        let (name, player) = text.split_once('=').ok_or_else(form)?;
        let player: PlayerSpec = player.parse()?;
        if !matches!(player, PlayerSpec::Hub(_) | PlayerSpec::Dxp(_)) {
            return Err(form());
        }
        let name = name.trim();
        if !is_file_name(name) {
            return Err(OpponentError::Name(name.into()));
        }
        Ok(Opponent { name: name.into(), player })
    }
}

/// Whether a file of games may be called so on any system.
fn is_file_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || " .-_+".contains(c);
    name.len() <= 80 && name.starts_with(char::is_alphanumeric) && name.chars().all(is_plain)
}

impl Opponent {
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn player(&self) -> &PlayerSpec {
        &self.player
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.player)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opponent_is_a_name_and_a_program_outside() {
        for text in ["Scan 3.1=hub:./scan hub", "Moby Dam=dxp:localhost:27531"] {
            assert_eq!(text.parse::<Opponent>().expect(text).to_string(), text);
        }
        for text in [
            "",
            "Scan",
            "hub:./scan hub",
            "=hub:x",
            "../x=hub:x",
            "a/b=hub:x",
            "a=material",
            "a=net:x",
            "a=uci:x",
            "-a=hub:x",
        ] {
            assert!(text.parse::<Opponent>().is_err(), "{text}");
        }
    }
}
