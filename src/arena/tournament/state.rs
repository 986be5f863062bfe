//! The state file of a match: a line that names the match, and a line for each finished game, all checked.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::finished_game::FinishedGame;
use crate::error::PlayError;
use crate::files;
use crate::json_diff;
use crate::play::record::Heading;

/// The largest state file in bytes: more than a million games.
const LARGEST: u64 = 512 << 20;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StateLine {
    #[serde(flatten)]
    pub finished: FinishedGame,
    /// The size of the file of games with this game in it.
    pub(crate) pdn_bytes: u64,
}

#[derive(Debug, Default)]
pub(super) struct StateFile {
    /// The finished games, in the order of the file of games.
    pub lines: Vec<StateLine>,
    /// The bytes of whole lines; 0 if the match has not begun.
    pub bytes: u64,
    /// Whether the last whole line wants its line break.
    pub(crate) is_open: bool,
}

/// Reads the state of a match with these settings; nothing is known if there is no file. A last line that was cut short does
/// not count.
pub(super) fn read_state(
    path: &Path,
    settings: &Value,
    heading: &dyn Fn(usize) -> Heading,
) -> Result<StateFile, PlayError> {
    let fault = |source| PlayError::File { path: path.into(), source };
    let bytes = match files::read_at_most(path, LARGEST) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(StateFile::default()),
        Err(source) => return Err(fault(source)),
    };
    let invalid = |error| fault(io::Error::new(io::ErrorKind::InvalidData, error));
    let text = String::from_utf8(bytes).map_err(invalid)?;
    let (mut known, mut games) = (StateFile::default(), BTreeSet::new());
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let is_open = !line.ends_with('\n');
        if is_open && serde_json::from_str::<Value>(line).is_err() {
            break;
        }
        if index == 0 {
            check_header(path, line, settings)?;
        } else {
            let fault = |reason| PlayError::State { path: path.into(), line: index + 1, reason };
            let line: StateLine = serde_json::from_str(line).map_err(|e| fault(e.to_string()))?;
            check_line(&line, known.lines.last(), heading).map_err(fault)?;
            if !games.insert(line.finished.game) {
                return Err(fault(format!("game {} is here twice", line.finished.game)));
            }
            known.lines.push(line);
        }
        known.bytes += line.len() as u64;
        known.is_open = is_open;
    }
    Ok(known)
}

/// The settings in the first line of a state file; `None` without a file, or if that line was cut short.
pub(super) fn read_settings(path: &Path) -> Result<Option<Value>, PlayError> {
    let mut line = String::new();
    let read = files::open_ordinary(path)
        .and_then(|file| BufReader::new(file.take(LARGEST)).read_line(&mut line));
    match read {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(PlayError::File { path: path.into(), source: error });
        }
        _ => {}
    }
    let header: Option<Value> = serde_json::from_str(&line).ok();
    Ok(header.map(|header| header["match"].clone()))
}

fn check_header(path: &Path, line: &str, settings: &Value) -> Result<(), PlayError> {
    let header: Value = serde_json::from_str(line)
        .map_err(|error| PlayError::Header { path: path.into(), reason: error.to_string() })?;
    match difference(&header["match"], settings) {
        Some(difference) => Err(PlayError::OtherMatch { path: path.into(), difference }),
        None => Ok(()),
    }
}

/// A game must have the players of its number, and follow the game before it.
fn check_line(
    line: &StateLine,
    before: Option<&StateLine>,
    heading: &dyn Fn(usize) -> Heading,
) -> Result<(), String> {
    let FinishedGame { game, white, black, .. } = &line.finished;
    let expected = heading(*game);
    if (white, black) != (&expected.white, &expected.black) {
        return Err(format!("game {game} is {} against {}", expected.white, expected.black));
    }
    if line.pdn_bytes <= before.map_or(0, |before| before.pdn_bytes) {
        return Err("the lines are not in the order of the games".into());
    }
    Ok(())
}

/// The settings that are not the same, by name.
fn difference(there: &Value, here: &Value) -> Option<String> {
    if there == here {
        return None;
    }
    let shown = json_diff::differing_names(there, here).into_iter().map(|name| {
        let text = |side: Option<&Value>| side.map_or("nothing".into(), Value::to_string);
        format!("{name}: {} there, {} here", text(there.get(name)), text(here.get(name)))
    });
    Some(shown.collect::<Vec<_>>().join("; "))
}
