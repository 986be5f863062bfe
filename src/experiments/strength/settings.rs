//! What the matches depend on.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::opponent::Opponent;
use crate::engine::{Endgame, Options};
use crate::play::dxp::player::DxpTerms;
use crate::play::game::adjudication::Adjudication;
use crate::play::game::openings::{BallotLength, ballots};
use crate::play::game::referee::Conditions;
use crate::play::game::time_control::MoveLimits;
use crate::play::tournament::matches::Tournament;
use crate::play::tournament::roster::Roster;
use crate::play::tournament::schedule::Schedule;
use crate::play::tournament::spec::{PlayerConfig, PlayerSpec};
use crate::protocol::dxp::Minutes;

/// How much longer than allowed a move may take.
const MARGIN: Duration = Duration::from_millis(500);
/// How long a player may be silent beyond its time.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a program may take to start.
const START: Duration = Duration::from_secs(30);

/// An evaluation, its opponents, and the conditions of every game.
#[derive(Clone, Debug)]
pub struct StrengthSettings {
    /// Our program's name and version.
    pub program: String,
    /// The evaluation, and the checksum of its file.
    pub evaluation: (PlayerSpec, String),
    /// Whom it meets.
    pub opponents: Vec<Opponent>,
    /// What a move may cost.
    pub pace: MoveLimits,
    /// Moves of the drawn openings.
    pub ballots: BallotLength,
    /// Games of each match, two from every opening.
    pub games: usize,
    /// MiB of our transposition table.
    pub table: usize,
    /// Our endgame tables.
    pub endgame: Option<Endgame>,
    /// Parameters of Hub engines: name, value.
    pub hub_params: Vec<(String, String)>,
    /// Minutes of a DXP game.
    pub minutes: Minutes,
    /// What else was so, in the user's words.
    pub notes: Vec<String>,
    /// Makes chance repeatable.
    pub seed: u64,
}

impl StrengthSettings {
    /// The openings.
    #[must_use]
    pub fn openings(&self) -> usize {
        ballots(self.ballots).len()
    }

    /// As the run folder keeps them.
    #[must_use]
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
    #[must_use]
    pub fn contest(&self, opponent: &Opponent, games: &Path) -> Tournament {
        let (own, checksum) = &self.evaluation;
        let openings = ballots(self.ballots);
        Tournament {
            event: format!("{} against {}", own.short(), opponent.name()),
            players: vec![own.clone(), opponent.player().clone()],
            identities: vec![checksum.clone(), String::new()],
            schedule: Schedule::round_robin(2, self.games),
            // The first few openings are all of one kind.
            shuffle: self.games < 2 * openings.len(),
            openings,
            conditions: Conditions {
                limits: self.pace,
                margin: MARGIN,
                silence_timeout: PATIENCE,
                adjudication: Adjudication::default(),
                endgame: None,
            },
            equipment: self.equipment(),
            roster: Roster::default(),
            seed: self.seed,
            concurrency: 1,
            sprt: None,
            pdn: Some(games.into()),
        }
    }

    fn equipment(&self) -> PlayerConfig {
        let endgame = self.endgame.clone();
        PlayerConfig {
            options: Options { table: self.table, endgame, ..Options::default() },
            hub_params: self.hub_params.clone(),
            start_timeout: START,
            dxp: DxpTerms { minutes: Some(self.minutes), ..DxpTerms::new(&self.program) },
        }
    }
}
