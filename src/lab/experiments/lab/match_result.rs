//! The result of a match, and matches at a number of nodes.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::arena::dxp::player::DxpTerms;
use crate::arena::play::adjudication::Adjudication;
use crate::arena::play::openings::{BallotLength, Opening, ballots};
use crate::arena::play::referee::Conditions;
use crate::arena::play::time_control::MoveLimits;
use crate::arena::tournament::Tournament;
use crate::arena::tournament::roster::Roster;
use crate::arena::tournament::schedule::Schedule;
use crate::arena::tournament::spec::{PlayerConfig, PlayerSpec};
use crate::arena::tournament::stats::MatchStats;
use crate::engine::Options;
use crate::protocol::dxp::Minutes;

/// MiB of each player's table in matches with a number of nodes: more than they can fill.
const TABLE: usize = 8;

/// Minutes of a DXP game: more than it can last, the time for a move is the limit.
const MINUTES: f64 = 60.0;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchResult {
    pub a: String,
    pub b: String,
    pub seed: u64,
    /// Seconds a move, if that was the limit.
    pub seconds: Option<f64>,
    /// Wins, draws, losses and pairs of games.
    #[serde(rename = "tally")]
    pub stats: MatchStats,
    /// Endings other than by the rules of the game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub irregular: BTreeMap<String, usize>,
}

/// The two-move ballots, each with both colours; the three-move ones when there are more games than these serve.
pub(super) fn openings(games: usize) -> Vec<Opening> {
    let two = ballots(BallotLength::Two);
    if games <= 2 * two.len() { two } else { ballots(BallotLength::Three) }
}

/// A match of our own evaluations at a number of nodes: the result depends on them and the seed alone.
pub fn counted(
    players: [PlayerSpec; 2],
    games: usize,
    nodes: u64,
    seed: u64,
    program: &str,
) -> Tournament {
    let openings = openings(games);
    Tournament {
        event: format!("{} against {}", players[0].short(), players[1].short()),
        identities: vec![String::new(); players.len()],
        players: players.to_vec(),
        schedule: Schedule::round_robin(2, games),
        // The first few openings are all of one kind: fewer games than all openings serve take others with every seed.
        shuffle: games < 2 * openings.len(),
        openings,
        conditions: Conditions {
            limits: MoveLimits { nodes: Some(nodes), ..MoveLimits::default() },
            margin: Duration::from_millis(500),
            silence_timeout: Duration::from_secs(60),
            adjudication: Adjudication::default(),
            endgame: None,
        },
        player_config: PlayerConfig {
            options: Options { table: TABLE, ..Options::default() },
            hub_params: Vec::new(),
            start_timeout: Duration::from_secs(30),
            dxp: DxpTerms { minutes: Some(Minutes::nearest(MINUTES)), ..DxpTerms::new(program) },
        },
        roster: Roster::default(),
        seed,
        concurrency: 1,
        sprt: None,
        pdn: None,
    }
}
