//! The settings of a run: the TD variant, the opponents, the games, and the measurements.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use super::error::SelfPlayError;
use super::opponent_pool::{Matching, Opponent};
use super::start_positions::StartPositions;
use crate::arena::play::openings::Opening;
use crate::arena::play::referee::Conditions;
use crate::arena::play::time_control::MoveLimits;
use crate::arena::tournament::spec::{PlayerConfig, PlayerSpec};
use crate::checksum;
use crate::learning::{TdLeafConfig, TdVariant};
use crate::models::SettingError;
use crate::player::Endgame;

/// How often the weights are measured, and how: `--eval-every`, `--eval-games`, `--anchor`.
#[derive(Clone, Debug)]
pub struct EvalConfig {
    /// Games between two measurements; 0 for a single one at the end.
    pub every: u64,
    /// Games against each anchor.
    pub games: usize,
    /// Fixed players.
    pub anchors: Vec<PlayerSpec>,
    /// The openings of these games, each with both colours.
    pub openings: Vec<Opening>,
}

/// A self-play run whose players, openings and folders are found: made from `train`'s settings. Fields have the names of the flags.
#[derive(Clone, Debug)]
pub struct SelfPlayConfig {
    /// The member of the TD family.
    pub variant: TdVariant,
    /// From trajectories to weight updates.
    pub td: TdLeafConfig,
    /// Games in all.
    pub games: u64,
    /// Games per weight update; they are played with the same weights.
    pub batch_games: u64,
    /// The share of the learning rates that is left at the last game.
    pub lr_final: f64,
    /// Seed of openings, opponents and random moves.
    pub seed: u64,
    /// The limits of every move.
    pub limits: MoveLimits,
    /// Where games begin.
    pub start_positions: StartPositions,
    /// The share of the learner's moves that are random.
    pub random_moves: f64,
    /// Plies after which a game is broken off, if any: its last value then takes the place of a result.
    pub max_plies: Option<usize>,
    /// The opponents.
    pub opponents: Vec<Opponent>,
    /// Checksums or commands of the opponents, which may change under the same names.
    pub opponent_identities: Vec<String>,
    /// How the next opponent is chosen.
    pub matching: Matching,
    /// Games between two checkpoints that are kept as opponents.
    pub past_every: u64,
    /// The folder of those checkpoints.
    pub past_dir: PathBuf,
    /// The settings of players.
    pub player_config: PlayerConfig,
    /// Games that are played at the same time.
    pub threads: usize,
    /// The measurements.
    pub eval: EvalConfig,
}

/// The time that an opponent with a clock may take beyond it.
const TIME_MARGIN: Duration = Duration::from_secs(1);
/// How long an opponent may be silent beyond its time.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(60);

impl SelfPlayConfig {
    /// Checks the settings that do not depend on the model.
    ///
    /// # Errors
    /// The first setting out of its range.
    pub fn check(&self) -> Result<(), SelfPlayError> {
        let fault = |text: String| Err(SelfPlayError::Settings(text));
        let share = |name, value: f64| {
            SettingError::unless((0.0..=1.0).contains(&value), name, value, "between 0 and 1")
        };
        let counted = |name, value: u64| SettingError::unless(value > 0, name, value, "1 or more");
        self.td.scale.check()?;
        share("lambda", self.td.td_errors.lambda.into())?;
        share("random-moves", self.random_moves)?;
        share("lr-final", self.lr_final)?;
        counted("batch-games", self.batch_games)?;
        counted("past-every", self.past_every)?;
        counted("max-plies", self.max_plies.map_or(1, |plies| plies as u64))?;
        counted("nodes", self.limits.nodes.unwrap_or(1))?;
        if self.opponents.is_empty() {
            return fault("there is no opponent; name one with --against".into());
        }
        let is_single = |opponent: &Opponent| matches!(opponent, Opponent::Player(one) if one.player.is_single());
        if self.threads > 1 && self.opponents.iter().any(is_single) {
            return fault("a DXP program plays one game at a time; give --threads 1".into());
        }
        Ok(())
    }

    /// The conditions of every game.
    pub(crate) fn conditions(&self) -> Conditions {
        Conditions {
            limits: self.limits,
            margin: TIME_MARGIN,
            silence_timeout: SILENCE_TIMEOUT,
            endgame: self.player_config.options.endgame.clone(),
            ..Conditions::default()
        }
    }

    /// The settings that must not change when a run is resumed. The number of games may grow, unless the rates fall with it.
    #[must_use]
    pub fn settings(&self) -> Value {
        let openings: Vec<String> =
            self.start_positions.openings().iter().map(ToString::to_string).collect();
        let checksum = checksum::of_bytes(openings.join("\n").as_bytes());
        let opponents: Vec<String> = self.opponents.iter().map(ToString::to_string).collect();
        let options = &self.player_config.options;
        json!({
            "rule": self.variant,
            "practice": self.td,
            "update": self.batch_games,
            "fall": self.lr_final,
            "games": (self.lr_final != 1.0).then_some(self.games),
            "seed": self.seed,
            "pace": self.limits.to_string(),
            "openings": { "count": openings.len(), "checksum": checksum },
            "starts": self.start_positions.random_plies(),
            "random_moves": self.random_moves,
            "plies": self.max_plies,
            "against": opponents,
            "identities": self.opponent_identities,
            "matching": self.matching,
            "past_every": self.past_every,
            "tt_mib": options.hash_mb,
            "endgame_pieces": options.endgame.as_ref().map(Endgame::to_json),
        })
    }

    /// The factor of the learning rates after `games` games.
    pub(crate) fn rate_factor(&self, games: u64) -> f64 {
        let progress = games as f64 / self.games.max(1) as f64;
        1.0 - (1.0 - self.lr_final) * progress.min(1.0)
    }
}
