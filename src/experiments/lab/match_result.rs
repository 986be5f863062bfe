//! A match between two players of an experiment.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::context::{LabContext, network_file};
use super::error::LabError;
use super::model_config::ModelConfig;
use super::pairing::Pairing;
use super::plan::Plan;
use super::size::ExperimentSize;
use crate::engine::{Options, StopFlag};
use crate::play::dxp::player::DxpTerms;
use crate::play::game::adjudication::Adjudication;
use crate::play::game::openings::{BallotLength, Opening, ballots};
use crate::play::game::referee::Conditions;
use crate::play::game::time_control::MoveLimits;
use crate::play::tournament::matches::{Event, Tournament};
use crate::play::tournament::roster::Roster;
use crate::play::tournament::schedule::Schedule;
use crate::play::tournament::spec::{PlayerConfig, PlayerSpec, without};
use crate::play::tournament::stats::MatchStats;
use crate::protocol::dxp::Minutes;

/// MiB of each player's table in matches with a number of nodes: more than they can fill.
const TABLE: usize = 8;

/// MiB of each player's table in matches at equal time.
const TIMED_TABLE: usize = 64;

/// Minutes of a DXP game: more than it can last, the time for a move is the limit.
const MINUTES: f64 = 60.0;

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchResult {
    /// Whose results are counted.
    pub a: String,
    /// The opponent.
    pub b: String,
    /// The seed of both networks.
    pub seed: u64,
    /// Seconds a move, if that was the limit.
    pub seconds: Option<f64>,
    /// Wins, draws, losses and pairs of games.
    pub tally: MatchStats,
    /// Endings other than by the rules of the game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub irregular: BTreeMap<String, usize>,
}

/// Plays a match. With a number of nodes the result depends on the networks alone.
pub(super) fn play<S: ModelConfig>(
    bench: &LabContext,
    plan: &Plan<S>,
    pairing: &Pairing,
    seed: u64,
) -> Result<MatchResult, LabError> {
    let players = [player(bench, plan, &pairing.a, seed)?, player(bench, plan, &pairing.b, seed)?];
    let contest = contest(bench, plan, pairing, seed, players);
    let standing = contest.run(&StopFlag::new(), &mut |news| {
        if let Event::Cut(cut) = news {
            (bench.warn)(&cut.to_string());
        }
    })?;
    Ok(MatchResult {
        a: pairing.a.clone(),
        b: pairing.b.clone(),
        seed,
        seconds: pairing.seconds,
        tally: standing.tally(0),
        irregular: standing.irregular(),
    })
}

fn player<S: ModelConfig>(
    bench: &LabContext,
    plan: &Plan<S>,
    name: &str,
    seed: u64,
) -> Result<PlayerSpec, LabError> {
    let (recipe, techniques) = without(name)?;
    if plan.recipe(recipe).is_none() {
        return Ok(name.parse()?);
    }
    let net = network_file::<S>(&bench.nets, recipe, seed).display().to_string();
    Ok(PlayerSpec::Own { net, techniques, book: None })
}

/// The two-move ballots, each with both colours; the three-move ones when there are more games than these serve.
pub(super) fn openings(games: usize) -> Vec<Opening> {
    let two = ballots(BallotLength::Two);
    if games <= 2 * two.len() { two } else { ballots(BallotLength::Three) }
}

/// A match of our own evaluations at a number of nodes: the result depends on them and the seed alone.
#[must_use]
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
        equipment: PlayerConfig {
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

fn contest<S: ModelConfig>(
    bench: &LabContext,
    plan: &Plan<S>,
    pairing: &Pairing,
    seed: u64,
    players: [PlayerSpec; 2],
) -> Tournament {
    let ExperimentSize { match_games, nodes, .. } = plan.scale;
    let mut contest = counted(players, match_games, nodes, seed, &bench.program);
    contest.event = format!("{} against {}", pairing.a, pairing.b);
    contest.pdn = games_file(bench, plan, pairing, seed);
    if let Some(seconds) = pairing.seconds {
        let move_time = Some(Duration::from_secs_f64(seconds));
        contest.conditions.limits = MoveLimits { move_time, ..MoveLimits::default() };
        contest.equipment.options.table = TIMED_TABLE;
    }
    contest
}

/// A match that lasts long, such as every one at equal time, keeps its games, and goes on where it was interrupted.
fn games_file<S: ModelConfig>(
    bench: &LabContext,
    plan: &Plan<S>,
    pairing: &Pairing,
    seed: u64,
) -> Option<PathBuf> {
    let name = match pairing.seconds {
        Some(_) => format!("{}-{seed}.pdn", pairing.a),
        None if plan.keeps_games => format!("{}-{}-{seed}.pdn", pairing.a, pairing.b),
        None => return None,
    };
    Some(bench.records.join(name))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::experiments::lab::paper_networks;

    #[test]
    fn a_folder_may_have_any_name() {
        let scale = ExperimentSize::quick(1);
        let plan = Plan::new(&scale, paper_networks(&scale).to_vec(), Vec::new());
        let folder = Path::new("runs without history");
        let bench = LabContext::new(&[], Vec::new(), folder, "test", 1, |_| {});
        let spec = player(&bench, &plan, "nn4 without late-moves", 3).expect("a player");
        let PlayerSpec::Own { net, techniques, .. } = spec else { panic!("our own engine") };
        assert_eq!(Path::new(&net), folder.join("nets/nn4-3.safetensors"));
        assert_eq!(techniques.off().collect::<Vec<_>>(), ["late-moves"]);
        let other = player(&bench, &plan, "hub:./scan hub", 3).expect("a player");
        assert_eq!(other, PlayerSpec::Hub("./scan hub".into()));
    }
}
