//! Everything that makes a run: the rule, the opponents, the games, and how often it is measured.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use super::error::SelfPlayError;
use super::opponent::{Matching, Opponent};
use super::start::StartPositions;
use crate::checksum;
use crate::engine::Endgame;
use crate::learning::{TdLeafConfig, TdVariant};
use crate::play::game::openings::Opening;
use crate::play::game::referee::Conditions;
use crate::play::game::time_control::MoveLimits;
use crate::play::tournament::spec::{PlayerConfig, PlayerSpec};

/// How often the weights are frozen and measured.
#[derive(Clone, Debug)]
pub struct Measuring {
    /// Games learned between two measurements; 0 for none but the last.
    pub every: u64,
    /// Games against each anchor.
    pub games: usize,
    /// Fixed players.
    pub anchors: Vec<PlayerSpec>,
    /// The openings of these games, each with both colours.
    pub openings: Vec<Opening>,
}

/// A run of learning from play.
#[derive(Clone, Debug)]
pub struct SelfPlayConfig {
    /// The member of the family.
    pub rule: TdVariant,
    /// From chains to steps.
    pub practice: TdLeafConfig,
    /// Games in all.
    pub games: u64,
    /// Games that make one step together; they are played with the same weights.
    pub update: u64,
    /// The share of the rates that is left at the last game.
    pub fall: f64,
    /// Draws openings, opponents and chance.
    pub seed: u64,
    /// What a move may cost.
    pub pace: MoveLimits,
    /// Where games begin.
    pub starts: StartPositions,
    /// The share of the learner's moves that are left to chance.
    pub random_moves: f64,
    /// Plies after which a game is broken off, if it is: its last value then stands for a result.
    pub plies: Option<usize>,
    /// Whom it meets.
    pub opponents: Vec<Opponent>,
    /// What stands behind their names and may change under them.
    pub identities: Vec<String>,
    /// Who is next.
    pub matching: Matching,
    /// Games between two checkpoints that stay as opponents.
    pub past_every: u64,
    /// Where those go.
    pub past: PathBuf,
    /// What players need.
    pub equipment: PlayerConfig,
    /// Desks at which games are played at the same time.
    pub desks: usize,
    /// Strength.
    pub measuring: Measuring,
}

/// How much longer than allowed an opponent with a clock may take.
const MARGIN: Duration = Duration::from_secs(1);
/// How long an opponent may be silent beyond its time.
const PATIENCE: Duration = Duration::from_secs(60);

impl SelfPlayConfig {
    /// Checks what does not depend on the form.
    ///
    /// # Errors
    /// The first setting that cannot be.
    pub fn check(&self) -> Result<(), SelfPlayError> {
        let fault = |text: String| Err(SelfPlayError::Settings(text));
        let share = |name: &str, value: f64| match (0.0..=1.0).contains(&value) {
            true => Ok(()),
            false => fault(format!("{name} is {value}; it must be between 0 and 1")),
        };
        self.practice.scale.check()?;
        share("lambda", self.practice.differences.lambda.into())?;
        share("random-moves", self.random_moves)?;
        share("fall", self.fall)?;
        if self.update == 0 {
            return fault("update is 0; it must be 1 game or more".into());
        }
        if self.opponents.is_empty() {
            return fault("there is no opponent; name one with --against".into());
        }
        if self.plies == Some(0) || self.past_every == 0 {
            return fault("plies and past-every must be 1 or more".into());
        }
        if self.pace.nodes == Some(0) {
            return fault("nodes is 0; a search needs 1 or more".into());
        }
        let is_single =
            |opponent: &Opponent| matches!(opponent, Opponent::Player(spec) if spec.is_single());
        if self.desks > 1 && self.opponents.iter().any(is_single) {
            return fault("a DXP program plays one game at a time; give --threads 1".into());
        }
        Ok(())
    }

    /// The conditions of every game.
    #[must_use]
    pub fn conditions(&self) -> Conditions {
        Conditions {
            pace: self.pace,
            margin: MARGIN,
            patience: PATIENCE,
            adjudication: Default::default(),
            endgame: self.equipment.options.endgame.clone(),
        }
    }

    /// What must not change when a run goes on. The number of games may grow, unless the rates fall with it.
    #[must_use]
    pub fn settings(&self) -> Value {
        let openings: Vec<String> =
            self.starts.openings().iter().map(ToString::to_string).collect();
        let checksum = checksum::of_bytes(openings.join("\n").as_bytes());
        let opponents: Vec<String> = self.opponents.iter().map(ToString::to_string).collect();
        let options = &self.equipment.options;
        json!({
            "rule": self.rule,
            "practice": self.practice,
            "update": self.update,
            "fall": self.fall,
            "games": (self.fall != 1.0).then_some(self.games),
            "seed": self.seed,
            "pace": self.pace.to_string(),
            "openings": { "count": openings.len(), "checksum": checksum },
            "starts": self.starts.random_plies(),
            "random_moves": self.random_moves,
            "plies": self.plies,
            "against": opponents,
            "identities": self.identities,
            "matching": self.matching,
            "past_every": self.past_every,
            "tt_mib": options.table,
            "endgame_pieces": options.endgame.as_ref().map(Endgame::to_json),
        })
    }

    /// The factor of the rates when so many games are behind.
    #[must_use]
    pub fn factor(&self, games: u64) -> f64 {
        let behind = games as f64 / self.games.max(1) as f64;
        1.0 - (1.0 - self.fall) * behind.min(1.0)
    }
}
