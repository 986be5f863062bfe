//! Matches and tournaments: each player is a text as the verb `match` takes it, an engine, a program, or a function in Python.

use draughts_td::arena::tournament::roster::Entrant;
use draughts_td::arena::tournament::schedule::MOST_PLAYERS;
use draughts_td::arena::tournament::scoreboard::ScoreBoard;
use draughts_td::arena::tournament::spec::PlayerSpec;
use draughts_td::arena::tournament::sprt::SprtDecision;
use draughts_td::arena::tournament::stats::MatchStats;
use draughts_td::arena::tournament::{Event, match_log};
use draughts_td::files::drop_replaced;
use draughts_td::player::StopFlag;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::List;
use crate::engine::Engine;
use crate::error::{play_error, value_error};
use crate::interrupt::{self, Failure, abandonable};
use crate::keywords::Keywords;
use crate::match_settings;
use crate::players;
use crate::program::Program;
use crate::upkeep::object;

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
#[pyo3(name = "match", signature = (a, b, *, progress=None, **settings))]
pub(crate) fn play_match(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    progress: Option<Py<PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<MatchResult> {
    let keywords = Keywords::new(py, "match", settings)?;
    let scoreboard = play(py, &[a.clone(), b.clone()], keywords, progress)?;
    Ok(MatchResult { stats: scoreboard.stats(0), scoreboard })
}

/// Plays all players against each other.
#[pyfunction]
#[pyo3(name = "tournament", signature = (players, *, progress=None, **settings))]
pub(crate) fn play_tournament<'py>(
    py: Python<'py>,
    players: List<Bound<'py, PyAny>>,
    progress: Option<Py<PyAny>>,
    settings: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new(py, "tournament", settings)?;
    let count = players.0.len();
    if !(2..=MOST_PLAYERS).contains(&count) {
        return Err(value_error(format!("{count} players: give 2 to {MOST_PLAYERS}")));
    }
    let sprt = ["sprt", "alpha", "beta", "model"];
    if let Some(name) = settings
        .and_then(|given| sprt.into_iter().find(|name| given.contains(name).unwrap_or(false)))
    {
        return Err(value_error(format!("{name}: a sequential test is of match, for two players")));
    }
    let scoreboard = play(py, &players.0, keywords, progress)?;
    object(py, &scoreboard.tournament_json())
}

fn play(
    py: Python<'_>,
    players: &[Bound<'_, PyAny>],
    keywords: Keywords<'_>,
    progress: Option<Py<PyAny>>,
) -> PyResult<ScoreBoard> {
    let (failure, stop) = (Failure::default(), StopFlag::new());
    let entrants = players.iter().map(|player| entrant(player, &failure, &stop));
    let entrants = entrants.collect::<PyResult<Vec<Entrant>>>()?;
    let force = keywords.take_or("force", false)?;
    let tournament = match_settings::tournament(py, &entrants, keywords)?;
    let pdn = tournament.pdn.clone();
    let (mishaps, switch) = (failure.clone(), stop.clone());
    let work = move || {
        let (failure, stop) = (mishaps, switch);
        let Some(tournament) = tournament.settle(&entrants, None, &stop)? else { return Ok(None) };
        if force && let Some(pdn) = &tournament.pdn {
            match_log::clear(pdn)?;
        }
        let mut watch = |event: Event<'_>| {
            let (Event::Game(game, scoreboard), Some(progress)) = (event, &progress) else {
                return;
            };
            let line = scoreboard.game_line(game);
            if let Err(error) = interrupt::call(|py| progress.call1(py, (line,))) {
                failure.set(error);
                stop.stop();
            }
        };
        tournament.run(&stop, &mut watch).map(Some)
    };
    let scoreboard = abandonable(py, &failure, &stop, work)?.map_err(play_error)?;
    let scoreboard = scoreboard.ok_or_else(|| value_error("the match was interrupted"))?;
    if let Some(pdn) = &pdn {
        drop_replaced(pdn)?;
    }
    Ok(scoreboard)
}

fn entrant(player: &Bound<'_, PyAny>, failure: &Failure, stop: &StopFlag) -> PyResult<Entrant> {
    if let Ok(text) = player.extract::<&str>() {
        return text.parse().map_err(play_error);
    }
    if let Ok(engine) = player.cast::<Engine>() {
        return Ok(engine.get().player()?.into());
    }
    if let Ok(program) = player.cast::<Program>() {
        return Ok(program.get().player()?.into());
    }
    let function = players::function(player, None, failure.clone(), stop.clone())?;
    Ok(PlayerSpec::Function(function).into())
}
