//! Arms that learn from play, in the words of `train`'s flags and of the numbers of the study.

use serde::Deserialize;
use toml::{Spanned, Value};

use super::super::from_play::{Begin, GameSource, PlayArm};
use super::super::lab::{ExperimentSize, StudyFolder};
use super::fault::{Misprint, plain};
use super::file::Table;
use super::settings::set_from;
use crate::run::{ModelKind, PROGRAM, RunError, TrainSettings};

/// What an arm that plays has beside the settings of `train`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct PlayKeys {
    source: GameSource,
    begin: Begin,
    /// Whether λ is 1 in the first half of the games.
    early: bool,
    passes: Option<u32>,
    positions_of: Option<String>,
    share: Option<f64>,
}

pub(super) const KEYS: [&str; 6] = ["source", "begin", "early", "passes", "positions-of", "share"];

/// Settings of `train` that the study decides.
pub(super) const DECIDED: [&str; 13] = [
    "out",
    "metrics",
    "threads",
    "checkpoint",
    "seed",
    "ballots",
    "openings",
    "positions",
    "endgame",
    "eval-every",
    "eval-games",
    "database",
    "past-every",
];

/// Whether the value may be reckoned from the numbers of the study.
pub(super) fn is_reckoned(name: &str, value: &Value) -> bool {
    value.is_str() && ["games", "nodes", "batch-games", "max-plies", "passes"].contains(&name)
}

/// Checks the value of a key of arms that play.
pub(super) fn check_key(name: &str, value: &Spanned<Value>) -> Result<(), Misprint> {
    keys(&Table::from([(name.to_owned(), value.clone())])).map(drop)
}

fn keys(own: &Table) -> Result<PlayKeys, Misprint> {
    let values = own.iter().map(|(name, value)| (name.clone(), value.get_ref().clone()));
    PlayKeys::deserialize(values.collect::<toml::Table>()).map_err(|error| {
        let (name, at) = own.iter().next().map_or(("", 0), |(name, v)| (name, v.span().start));
        Misprint::new(at, format!("{name}: {}", plain(&error)))
    })
}

/// The arm of these settings at a size.
///
/// # Errors
/// A number that cannot be reckoned, or a setting out of its range.
pub(super) fn arm(
    settings: &Table,
    size: &ExperimentSize,
    folder: &StudyFolder,
) -> Result<PlayArm, Misprint> {
    let mut options =
        TrainSettings { games: size.games, nodes: Some(size.nodes), ..Default::default() };
    let mut own = Table::new();
    for (name, value) in settings {
        let value = reckoned(name, value, size)?;
        if KEYS.contains(&name.as_str()) {
            own.insert(name.clone(), value);
        } else {
            set_from(&mut options, name, &value)?;
        }
    }
    let keys = keys(&own)?;
    let arm = PlayArm {
        source: keys.source,
        settings: options,
        begin: keys.begin,
        is_early: keys.early,
        passes: keys.passes,
        positions: keys.positions_of.map(|of| (of, keys.share.unwrap_or(1.0))),
        needs: Vec::new(),
    };
    check(&arm, size, folder).map_err(|(name, what)| {
        Misprint::new(settings.get(name).map_or(0, |value| value.span().start), what)
    })?;
    Ok(arm)
}

fn check(
    arm: &PlayArm,
    size: &ExperimentSize,
    folder: &StudyFolder,
) -> Result<(), (&'static str, String)> {
    if !matches!(arm.settings.kind(), ModelKind::Patterns | ModelKind::Nnue) {
        return Err(("model", "an arm that plays trains patterns or nnue".into()));
    }
    if arm.source != GameSource::Database && arm.settings.games == 0 {
        return Err(("games", "games is 0; it must be 1 or more".into()));
    }
    if arm.settings.against.iter().any(|name| name == "past") {
        return Err(("against", "past: a study keeps no earlier weights; name arms".into()));
    }
    let faulty = |error: RunError| (error.setting_name().unwrap_or_default(), error.to_string());
    arm.model(folder).map_err(faulty)?;
    let run = arm.run_settings(size, 1, (arm.settings.lambda, arm.settings.games));
    let checked = run.self_play(PROGRAM, &mut |_| std::ops::ControlFlow::Continue(()));
    checked.map(drop).map_err(faulty)
}

/// A number of the study, as it is or reckoned: `games / 2`, `10 * nodes`, `games / 16 max 80`, from left to right.
fn reckoned(
    name: &str,
    value: &Spanned<Value>,
    size: &ExperimentSize,
) -> Result<Spanned<Value>, Misprint> {
    let Value::String(text) = value.get_ref() else { return Ok(value.clone()) };
    if !is_reckoned(name, value.get_ref()) {
        return Ok(value.clone());
    }
    let number = reckon(text, size).ok_or_else(|| {
        let what = format!(
            "{name} = \"{text}\" cannot be reckoned; join numbers and games, nodes, server-games, reader-games, anchor-games, passes by * / max"
        );
        Misprint::new(value.span().start, what)
    })?;
    Ok(Spanned::new(value.span(), Value::Integer(number)))
}

fn reckon(text: &str, size: &ExperimentSize) -> Option<i64> {
    let number = |word: &str| -> Option<i64> {
        let known = match word {
            "games" => size.games,
            "nodes" => size.nodes,
            "server-games" => size.play.server_games,
            "reader-games" => size.play.read[0],
            "anchor-games" => size.play.read[1],
            "passes" => size.play.passes.into(),
            number => number.parse().ok()?,
        };
        i64::try_from(known).ok()
    };
    let mut words = text.split_whitespace();
    let mut result = number(words.next()?)?;
    while let Some(sign) = words.next() {
        let right = number(words.next()?)?;
        result = match sign {
            "*" => result.checked_mul(right)?,
            "/" => result.checked_div(right)?,
            "max" => result.max(right),
            _ => return None,
        };
    }
    Some(result)
}
