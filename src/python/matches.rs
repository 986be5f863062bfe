//! Matches of two players, each a text as the verb `match` takes it or a function in Python.

use std::path::PathBuf;
use std::time::Duration;

use draughts_td::arena::dxp::player::DxpTerms;
use draughts_td::arena::play::adjudication::Adjudication;
use draughts_td::arena::play::opening_file;
use draughts_td::arena::play::openings::BallotLength;
use draughts_td::arena::play::referee::Conditions;
use draughts_td::arena::play::time_control::MoveLimits;
use draughts_td::arena::tournament::roster::{Entrant, Roster};
use draughts_td::arena::tournament::scoreboard::ScoreBoard;
use draughts_td::arena::tournament::spec::{PlayerConfig, PlayerSpec};
use draughts_td::arena::tournament::sprt::{EloModel, Sprt, SprtDecision};
use draughts_td::arena::tournament::stats::MatchStats;
use draughts_td::arena::tournament::{Event, Tournament, TournamentOptions};
use draughts_td::player::{Budget, Depth, StopFlag};
use draughts_td::run::identity;
use pyo3::prelude::*;

use crate::arguments::Int;
use crate::error::{play_error, raised, value_error};
use crate::interrupt::{Failure, abandonable};
use crate::limits;
use crate::players;
use crate::threads::Threads;

const DEFAULT_TIME: Duration = Duration::from_millis(100);
/// The time that a player may take beyond its limit, as in the verb.
const MARGIN: Duration = Duration::from_millis(500);
/// The same for functions, which know of no limit.
const FUNCTION_MARGIN: Duration = Duration::from_secs(24 * 60 * 60);
const SILENCE: Duration = Duration::from_secs(60);

/// The result of a match, as its first player sees it.
#[pyclass(frozen, module = "draughts_td")]
pub(crate) struct MatchResult {
    scoreboard: ScoreBoard,
    stats: MatchStats,
}

#[pymethods]
impl MatchResult {
    #[getter]
    fn players(&self) -> Vec<String> {
        self.scoreboard.names().to_vec()
    }

    #[getter]
    fn games(&self) -> u64 {
        self.stats.played()
    }

    #[getter]
    fn wins(&self) -> u64 {
        self.stats.wins()
    }

    #[getter]
    fn draws(&self) -> u64 {
        self.stats.draws()
    }

    #[getter]
    fn losses(&self) -> u64 {
        self.stats.losses()
    }

    /// Pairs of games from one opening by points: 0, 0.5, 1, 1.5 and 2.
    #[getter]
    fn pairs(&self) -> Vec<u64> {
        self.stats.pairs().to_vec()
    }

    /// Points of a game, 0 to 1.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.stats.estimate().map(|estimate| estimate.score)
    }

    /// Infinite where everything was won or lost.
    #[getter]
    fn elo(&self) -> Option<f64> {
        self.stats.estimate().map(|estimate| estimate.elo)
    }

    /// Of 95 %; `None` with fewer than 20 games.
    #[getter]
    fn elo_interval(&self) -> Option<(f64, f64)> {
        self.stats.estimate().and_then(|estimate| estimate.elo_interval())
    }

    /// Likelihood of superiority.
    #[getter]
    fn los(&self) -> Option<f64> {
        self.stats.estimate().and_then(|estimate| estimate.los)
    }

    /// What the sequential test says: `open`, `H0` or `H1`; `None` without one.
    #[getter]
    fn sprt(&self) -> Option<&'static str> {
        self.scoreboard.verdict().map(|verdict| match verdict {
            SprtDecision::Open => "open",
            SprtDecision::AcceptH0 => "H0",
            SprtDecision::AcceptH1 => "H1",
        })
    }

    fn __str__(&self) -> String {
        self.scoreboard.match_text().trim_end().into()
    }

    fn __repr__(&self) -> String {
        let [wins, draws, losses] = [self.wins(), self.draws(), self.losses()];
        format!("<MatchResult {}: +{wins} ={draws} -{losses}>", self.players().join(" - "))
    }
}

/// Plays two players against each other, two games from each opening.
#[pyfunction]
#[pyo3(name = "match", signature = (
    a, b, *, games=None, time=None, nodes=None, depth=None, ballots=Int(2), openings=None, seed=Int(1), concurrency=Threads::ONE, sprt=None,
    hash_mb=Int(64), tables=None, max_moves=None, pdn=None, progress=None
))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn play_match(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    games: Option<Int<usize>>,
    time: Option<f64>,
    nodes: Option<Int<u64>>,
    depth: Option<Int<i64>>,
    ballots: Int<u8>,
    openings: Option<PathBuf>,
    seed: Int<u64>,
    concurrency: Threads,
    sprt: Option<(f64, f64)>,
    hash_mb: Int<i64>,
    tables: Option<PathBuf>,
    max_moves: Option<Int<u32>>,
    pdn: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<MatchResult> {
    let games = games.map(|games| games.0);
    if games == Some(0) {
        return Err(value_error("games: give a number from 1"));
    }
    let (failure, stop) = (Failure::default(), StopFlag::new());
    let entrants = [entrant(a, &failure, &stop)?, entrant(b, &failure, &stop)?];
    let ballots = BallotLength::try_from(ballots.0).map_err(value_error)?;
    let openings = opening_file::read_or_ballots(openings.as_deref(), ballots);
    let openings = openings.map_err(play_error)?;
    let players: Vec<PlayerSpec> = entrants.iter().map(|one| one.player.clone()).collect();
    let has_function = players.iter().any(|player| matches!(player, PlayerSpec::Function(_)));
    let tournament = Tournament {
        event: "draughts-td match".into(),
        roster: Roster::of(&entrants, Vec::new()).map_err(play_error)?,
        games: games.unwrap_or(2 * openings.len()),
        identities: players.iter().map(identity).collect::<Result<_, _>>().map_err(raised)?,
        players,
        openings,
        conditions: Conditions {
            limits: move_limits(limits::budget(time, nodes, depth)?),
            margin: if has_function { FUNCTION_MARGIN } else { MARGIN },
            silence_timeout: SILENCE,
            adjudication: Adjudication {
                max_moves: max_moves.map(|most| most.0),
                ..Adjudication::default()
            },
            ..Conditions::default()
        },
        player_config: PlayerConfig::new(
            limits::options(py, hash_mb, Threads::ONE, tables.as_deref())?,
            DxpTerms::new(env!("CARGO_PKG_NAME")),
        ),
        seed: seed.0,
        shuffle: false,
        concurrency: concurrency.number(),
        sprt: sprt.map(test).transpose()?,
        pdn,
        options: TournamentOptions::default(),
    };
    let (mishaps, switch) = (failure.clone(), stop.clone());
    let work = move || {
        let (failure, stop) = (mishaps, switch);
        let Some(tournament) = tournament.settle(&entrants, None, &stop)? else { return Ok(None) };
        let mut watch = |event: Event<'_>| {
            let (Event::Game(game, scoreboard), Some(progress)) = (event, &progress) else {
                return;
            };
            let line = scoreboard.game_line(game);
            if let Err(error) = Python::attach(|py| progress.call1(py, (line,))) {
                failure.set(error);
                stop.stop();
            }
        };
        tournament.run(&stop, &mut watch).map(Some)
    };
    let scoreboard = abandonable(py, &failure, &stop, work)?.map_err(play_error)?;
    let scoreboard = scoreboard.ok_or_else(|| value_error("the match was interrupted"))?;
    Ok(MatchResult { stats: scoreboard.stats(0), scoreboard })
}

fn entrant(player: &Bound<'_, PyAny>, failure: &Failure, stop: &StopFlag) -> PyResult<Entrant> {
    if let Ok(text) = player.extract::<&str>() {
        return text.parse().map_err(play_error);
    }
    let function = players::function(player, None, failure.clone(), stop.clone())?;
    Ok(PlayerSpec::Function(function).into())
}

fn move_limits(budget: Budget) -> MoveLimits {
    let Budget { time, nodes, depth, .. } = budget;
    let is_infinite = budget == Budget::INFINITE;
    MoveLimits {
        move_time: time.or(is_infinite.then_some(DEFAULT_TIME)),
        nodes,
        depth: depth.map(Depth::plies),
        control: None,
    }
}

fn test((elo0, elo1): (f64, f64)) -> PyResult<Sprt> {
    if elo0 < elo1 {
        return Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, scale: EloModel::default() });
    }
    Err(value_error(format!("sprt ({elo0}, {elo1}): the first must be the smaller one")))
}
