//! The settings of matches and tournaments, by the names that the flags of the verb have.

use std::path::{Path, PathBuf};
use std::time::Duration;

use draughts_td::arena::dxp::player::DxpTerms;
use draughts_td::arena::play::adjudication::{Adjudication, DrawByScore, WinByScore};
use draughts_td::arena::play::opening_file;
use draughts_td::arena::play::openings::{BallotLength, MAX_RANDOM_PLIES, Opening, ballots};
use draughts_td::arena::play::random_openings::RandomOpenings;
use draughts_td::arena::play::referee::Conditions;
use draughts_td::arena::play::time_control::{MoveLimits, TimeControl};
use draughts_td::arena::protocol_log::ProtocolLog;
use draughts_td::arena::tournament::roster::{Entrant, HubParam, Roster};
use draughts_td::arena::tournament::spec::{PlayerConfig, PlayerSpec};
use draughts_td::arena::tournament::sprt::{EloModel, Sprt};
use draughts_td::arena::tournament::{Tournament, TournamentOptions};
use draughts_td::player::{Budget, Depth, StopFlag};
use draughts_td::run::identity;
use draughts_td::run::inputs::check_apart;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::Int;
use crate::error::{play_error, raised, value_error};
use crate::interrupt::{Failure, abandonable};
use crate::keywords::Keywords;
use crate::limits;
use crate::program;
use crate::threads::Threads;

const DEFAULT_TIME: Duration = Duration::from_millis(100);
/// The milliseconds that a player may take beyond its limit, as in the verb.
const MARGIN: u64 = 500;
/// The same for functions, which know of no limit.
const FUNCTION_MARGIN: u64 = 24 * 60 * 60 * 1000;

/// The tournament of these players and keywords.
pub(crate) fn tournament(
    py: Python<'_>,
    entrants: &[Entrant],
    keywords: Keywords<'_>,
) -> PyResult<Tournament> {
    let (pdn, trace) = written(entrants, &keywords)?;
    let games = keywords.take::<Int<usize>>("games")?.map(|games| games.0);
    if games == Some(0) {
        return Err(value_error("games: give a number from 1"));
    }
    let Int(seed) = keywords.take_or("seed", Int(1_u64))?;
    let concurrency = keywords.take_or("concurrency", Threads::ONE)?.number();
    let random_openings = random_openings(&keywords, seed)?;
    let openings = match &random_openings {
        Some(set) => {
            let count = games.map_or(ballots(BallotLength::Two).len(), |games| games.div_ceil(2));
            let (set, stop) = (*set, StopFlag::new());
            let switch = stop.clone();
            let draw = move || set.draw(count, concurrency, &switch);
            abandonable(py, &Failure::default(), &stop, draw)?.map_err(play_error)?
        }
        None => openings(&keywords)?,
    };
    let Int(opening_start) = keywords.take_or("opening_start", Int(1_usize))?;
    if !(1..=openings.len()).contains(&opening_start) {
        let count = openings.len();
        return Err(value_error(format!(
            "opening_start {opening_start}: give a number from 1 to {count}"
        )));
    }
    let players: Vec<PlayerSpec> = entrants.iter().map(|one| one.player.clone()).collect();
    let has_function = players.iter().any(|player| matches!(player, PlayerSpec::Function(_)));
    let (common, own) = hub_params(&keywords)?;
    let player_config = player_config(py, &keywords, common, trace.as_deref())?;
    let endgame = player_config.options.endgame.clone();
    let adjudicates = keywords.take_or("adjudicate_endgames", false)?;
    if adjudicates && endgame.is_none() {
        return Err(value_error("adjudicate_endgames: give tables too"));
    }
    let Int(margin) =
        keywords.take_or("timemargin", Int(if has_function { FUNCTION_MARGIN } else { MARGIN }))?;
    let tournament = Tournament {
        event: keywords.take_or("event", "draughts-td match".to_owned())?,
        roster: Roster::of(entrants, own).map_err(play_error)?,
        games: games.unwrap_or(2 * openings.len()),
        identities: players.iter().map(identity).collect::<Result<_, _>>().map_err(raised)?,
        players,
        openings,
        conditions: Conditions {
            limits: move_limits(&keywords)?,
            margin: Duration::from_millis(margin),
            silence_timeout: limits::seconds(keywords.take_or("timeout", 60.0)?)?,
            adjudication: adjudication(&keywords)?,
            ponder: keywords.take_or("ponder", false)?,
            endgame: endgame.filter(|_| adjudicates),
        },
        player_config,
        seed,
        shuffle: one_of(&keywords, "order", [("sequential", false), ("random", true)])?
            .unwrap_or(false),
        concurrency,
        sprt: sprt(&keywords)?,
        pdn,
        options: TournamentOptions {
            gauntlet: keywords.take_or("gauntlet", false)?,
            opening_start: opening_start - 1,
            random_openings,
            ..TournamentOptions::default()
        },
    };
    keywords.end()?;
    Ok(tournament)
}

/// The files that a match writes, for its games and for the messages of DXP. They are no files of the players.
fn written(
    entrants: &[Entrant],
    keywords: &Keywords<'_>,
) -> PyResult<(Option<PathBuf>, Option<PathBuf>)> {
    let mut taken: Vec<PathBuf> = entrants.iter().flat_map(|one| one.player.files()).collect();
    let mut file = |name| -> PyResult<Option<PathBuf>> {
        let file = keywords.take::<PathBuf>(name)?;
        if let Some(file) = &file {
            check_apart(&taken, name, file).map_err(raised)?;
            taken.push(file.clone());
        }
        Ok(file)
    };
    Ok((file("pdn")?, file("trace")?))
}

/// One of some words.
fn one_of<T, const N: usize>(
    keywords: &Keywords<'_>,
    name: &str,
    words: [(&str, T); N],
) -> PyResult<Option<T>> {
    let Some(given) = keywords.take::<String>(name)? else { return Ok(None) };
    let known = words.each_ref().map(|(word, _)| format!("'{word}'")).join(" or ");
    let found = words.into_iter().find(|(word, _)| *word == given);
    let found = found.ok_or_else(|| value_error(format!("{name} is '{given}'; write {known}")))?;
    Ok(Some(found.1))
}

fn openings(keywords: &Keywords<'_>) -> PyResult<Vec<Opening>> {
    let length = keywords.take_or("ballots", Int(2_u8))?.0;
    let length = BallotLength::try_from(length).map_err(value_error)?;
    let plies = keywords.take::<Int<usize>>("opening_plies")?.map(|plies| plies.0);
    let file = keywords.take::<PathBuf>("openings")?;
    match (file, plies) {
        (_, Some(0)) => Err(value_error("opening_plies: give a number from 1")),
        (None, Some(_)) => Err(value_error("opening_plies: give a file of openings too")),
        (None, None) => Ok(ballots(length)),
        (Some(file), plies) => {
            let list = opening_file::read_plies(&file, plies).map_err(play_error)?;
            Ok(list.openings)
        }
    }
}

/// Random openings in place of ballots and of those of a file.
fn random_openings(keywords: &Keywords<'_>, seed: u64) -> PyResult<Option<RandomOpenings>> {
    let balance = keywords.take::<f64>("balanced")?;
    let Some(Int(plies)) = keywords.take::<Int<u32>>("random_plies")? else {
        return match balance {
            Some(_) => Err(value_error("balanced: give random_plies too")),
            None => Ok(None),
        };
    };
    if !(1..=MAX_RANDOM_PLIES).contains(&plies) {
        return Err(value_error(format!(
            "random_plies: give a number from 1 to {MAX_RANDOM_PLIES}"
        )));
    }
    let balance = balance.unwrap_or(0.08);
    if !(balance.is_finite() && balance > 0.0) {
        return Err(value_error("balanced: give men, a number above 0"));
    }
    Ok(Some(RandomOpenings { plies, balance, seed }))
}

fn move_limits(keywords: &Keywords<'_>) -> PyResult<MoveLimits> {
    let budget = limits::budget(
        keywords.take("time")?,
        keywords.take("nodes")?,
        keywords.take("depth")?,
        None,
    )?;
    let Budget { time, nodes, depth, .. } = budget;
    let control = keywords.take::<String>("tc")?;
    let control = control.map(|text| text.parse::<TimeControl>()).transpose();
    let control = control.map_err(play_error)?;
    if control.is_some() && time.is_some() {
        return Err(value_error("give tc, a clock, or time, seconds a move; not both"));
    }
    let is_infinite = budget == Budget::INFINITE && control.is_none();
    let move_time = time.or(is_infinite.then_some(DEFAULT_TIME));
    Ok(MoveLimits { move_time, nodes, depth: depth.map(Depth::plies), control })
}

/// Parameters of all Hub engines, and those of a player by its name: a dictionary in the dictionary.
#[expect(clippy::type_complexity, reason = "what the roster and the players take")]
fn hub_params(keywords: &Keywords<'_>) -> PyResult<(Vec<(String, String)>, Vec<HubParam>)> {
    let Some(given) = keywords.take::<Bound<'_, PyDict>>("hub_params")? else {
        return Ok((Vec::new(), Vec::new()));
    };
    let (common, mut own) = (PyDict::new(given.py()), Vec::new());
    for (name, value) in &given {
        match value.cast::<PyDict>() {
            Err(_) => common.set_item(name, value)?,
            Ok(of_player) => {
                let player: String = name.extract()?;
                own.extend(program::params(of_player)?.into_iter().map(|(name, value)| HubParam {
                    player: Some(player.clone()),
                    name,
                    value,
                }));
            }
        }
    }
    Ok((program::params(&common)?, own))
}

fn player_config(
    py: Python<'_>,
    keywords: &Keywords<'_>,
    hub_params: Vec<(String, String)>,
    trace: Option<&Path>,
) -> PyResult<PlayerConfig> {
    let moves = keywords.take::<Int<u16>>("dxp_moves")?.map(|moves| moves.0);
    if moves.is_some_and(|moves| !(1..=999).contains(&moves)) {
        return Err(value_error("dxp_moves: give a number from 1 to 999"));
    }
    let minutes = keywords.take::<f64>("dxp_minutes")?.map(limits::minutes).transpose()?;
    let trace = trace.map(ProtocolLog::to_file).transpose().map_err(raised)?;
    let options = limits::options(
        py,
        keywords.take_or("hash_mb", Int(64))?,
        keywords.take_or("threads", Threads::ONE)?,
        keywords.take::<PathBuf>("tables")?.as_deref(),
    )?;
    Ok(PlayerConfig {
        options,
        hub_params,
        start_timeout: limits::seconds(keywords.take_or("startup", 30.0)?)?,
        dir: None,
        dxp: DxpTerms {
            minutes,
            moves,
            trace: trace.unwrap_or_default(),
            ..DxpTerms::new(env!("CARGO_PKG_NAME"))
        },
    })
}

/// When games end early.
pub(crate) fn adjudication(keywords: &Keywords<'_>) -> PyResult<Adjudication> {
    let py_rule = |name: &'static str| -> PyResult<Option<Keywords<'_>>> {
        let given = keywords.take::<Bound<'_, PyDict>>(name)?;
        given.map(|given| Keywords::new(given.py(), name, Some(&given))).transpose()
    };
    let mut rules = Adjudication {
        max_moves: keywords.take::<Int<u32>>("max_moves")?.map(|most| most.0),
        ..Adjudication::default()
    };
    if let Some(draw) = py_rule("draw")? {
        rules.draw = Some(DrawByScore {
            move_number: draw.take_or("movenumber", Int(0))?.0,
            move_count: draw.take_or("movecount", Int(8))?.0.max(1),
            score: draw.take_or("score", Int(5))?.0,
        });
        draw.end()?;
    }
    if let Some(resign) = py_rule("resign")? {
        rules.resign = Some(WinByScore {
            move_count: resign.take_or("movecount", Int(4))?.0.max(1),
            score: resign.take_or("score", Int(300))?.0,
            two_sided: resign.take_or("twosided", true)?,
        });
        resign.end()?;
    }
    Ok(rules)
}

fn sprt(keywords: &Keywords<'_>) -> PyResult<Option<Sprt>> {
    let scale = one_of(
        keywords,
        "model",
        [("normalized", EloModel::Normalized), ("logistic", EloModel::Logistic)],
    )?;
    let (alpha, beta) = (keywords.take_or("alpha", 0.05)?, keywords.take_or("beta", 0.05)?);
    let Some((elo0, elo1)) = keywords.take::<(f64, f64)>("sprt")? else { return Ok(None) };
    let open = |p: f64| p > 0.0 && p < 1.0;
    if !(open(alpha) && open(beta) && alpha + beta < 1.0) {
        return Err(value_error("alpha and beta are probabilities whose sum is below 1"));
    }
    if !(elo0.is_finite() && elo1.is_finite()) {
        return Err(value_error(format!("sprt ({elo0}, {elo1}): give two finite numbers of Elo")));
    }
    if elo0 < elo1 {
        return Ok(Some(Sprt { elo0, elo1, alpha, beta, scale: scale.unwrap_or_default() }));
    }
    Err(value_error(format!("sprt ({elo0}, {elo1}): the first must be the smaller one")))
}
