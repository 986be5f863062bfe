//! The memory of a match on disk: the games as PDN, and beside them one JSON line per finished game, so that an
//! interrupted match goes on where it stopped and nothing played is lost or counted twice.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::files;
use crate::play::error::PlayError;
use crate::play::game::record::{Ending, GameRecord, Heading};

/// The largest state file in bytes; a quarter of a million games fill it.
const LARGEST_STATE: u64 = 64 << 20;

/// What is remembered of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// Its number in the schedule.
    pub game: usize,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// How it ended.
    #[serde(flatten)]
    pub ending: Ending,
    /// Plies, the opening included.
    pub plies: usize,
    /// Milliseconds it lasted.
    pub millis: u64,
}

/// A line of the state file.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    finished: Finished,
    /// The size of the file of games with this game in it.
    pdn_bytes: u64,
}

/// The two files of a match.
#[derive(Debug)]
pub struct Journal {
    pdn_path: PathBuf,
    state_path: PathBuf,
    pdn: File,
    state: File,
    bytes: u64,
}

impl Journal {
    /// Opens the files of a match with these settings and returns the games that are finished. A match that was
    /// interrupted goes on; a half-written last game is cut off.
    ///
    /// # Errors
    /// Files of another match, files that cannot be written or understood.
    pub fn open(pdn_path: &Path, settings: &Value) -> Result<(Journal, Vec<Finished>), PlayError> {
        let state_path = state_path(pdn_path);
        let known = match files::read_text_at_most(&state_path, LARGEST_STATE) {
            Ok(text) => Some(read_state(&state_path, &text, settings)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(source) => return Err(PlayError::File { path: state_path, source }),
        };
        if known.is_none() && std::fs::metadata(pdn_path).is_ok_and(|file| file.len() > 0) {
            return Err(PlayError::Unaccounted { pdn: pdn_path.into(), state: state_path });
        }
        let (pdn, state) = (open(pdn_path)?, open(&state_path)?);
        let mut journal = Journal { pdn_path: pdn_path.into(), state_path, pdn, state, bytes: 0 };
        let known = known.unwrap_or_default();
        journal.restore(&known, settings)?;
        Ok((journal, known.finished))
    }

    /// Cuts both files to what is known to be whole and goes to their ends.
    fn restore(&mut self, known: &Known, settings: &Value) -> Result<(), PlayError> {
        let there = self.pdn.metadata().map_err(|source| self.pdn_fault(source))?.len();
        if there < known.pdn_bytes {
            let reason = format!("{} has lost games it should hold", self.pdn_path.display());
            return Err(PlayError::State {
                path: self.state_path.clone(),
                line: known.finished.len() + 1,
                reason,
            });
        }
        self.bytes = known.pdn_bytes;
        cut(&mut self.pdn, known.pdn_bytes).map_err(|source| self.pdn_fault(source))?;
        cut(&mut self.state, known.state_bytes).map_err(|source| self.state_fault(source))?;
        if known.state_bytes == 0 {
            let header = format!("{}\n", serde_json::json!({ "match": settings }));
            self.state.write_all(header.as_bytes()).map_err(|source| self.state_fault(source))?;
        }
        Ok(())
    }

    /// Adds a finished game: first to the games, then to the state, each with one write that reaches the disk.
    ///
    /// # Errors
    /// The file system.
    pub fn add(
        &mut self,
        record: &GameRecord,
        heading: &Heading,
        finished: &Finished,
    ) -> Result<(), PlayError> {
        let text = record.to_pdn(heading);
        let write = |file: &mut File, text: &str| {
            file.write_all(text.as_bytes()).and_then(|()| file.sync_data())
        };
        write(&mut self.pdn, &text).map_err(|source| self.pdn_fault(source))?;
        self.bytes += text.len() as u64;
        let line = Line { finished: finished.clone(), pdn_bytes: self.bytes };
        let line = serde_json::to_string(&line).expect("a line of plain fields") + "\n";
        write(&mut self.state, &line).map_err(|source| self.state_fault(source))
    }

    fn pdn_fault(&self, source: io::Error) -> PlayError {
        PlayError::File { path: self.pdn_path.clone(), source }
    }

    fn state_fault(&self, source: io::Error) -> PlayError {
        PlayError::File { path: self.state_path.clone(), source }
    }
}

/// The state file beside a file of games: `games.pdn` has `games.pdn.state.jsonl`.
#[must_use]
pub fn state_path(pdn: &Path) -> PathBuf {
    let mut name = pdn.as_os_str().to_owned();
    name.push(".state.jsonl");
    name.into()
}

fn open(path: &Path) -> Result<File, PlayError> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    file.map_err(|source| PlayError::File { path: path.into(), source })
}

fn cut(file: &mut File, bytes: u64) -> io::Result<()> {
    file.set_len(bytes)?;
    file.seek(SeekFrom::End(0)).map(|_| ())
}

/// What a state file says.
#[derive(Debug, Default)]
struct Known {
    finished: Vec<Finished>,
    pdn_bytes: u64,
    /// The bytes of whole lines.
    state_bytes: u64,
}

/// A last line without its line break was cut short and does not count.
fn read_state(path: &Path, text: &str, settings: &Value) -> Result<Known, PlayError> {
    let mut known = Known::default();
    let fault = |line, reason| PlayError::State { path: path.into(), line, reason };
    for (index, line) in
        text.split_inclusive('\n').enumerate().filter(|(_, line)| line.ends_with('\n'))
    {
        if index == 0 {
            let header: Value = serde_json::from_str(line).map_err(|error| PlayError::Header {
                path: path.into(),
                reason: error.to_string(),
            })?;
            if let Some(difference) = difference(&header["match"], settings) {
                return Err(PlayError::OtherMatch { path: path.into(), difference });
            }
        } else {
            let line: Line =
                serde_json::from_str(line).map_err(|e| fault(index + 1, e.to_string()))?;
            known.pdn_bytes = line.pdn_bytes;
            known.finished.push(line.finished);
        }
        known.state_bytes += line.len() as u64;
    }
    Ok(known)
}

/// The settings that are not the same, by name.
fn difference(there: &Value, here: &Value) -> Option<String> {
    if there == here {
        return None;
    }
    let empty = serde_json::Map::new();
    let (there, here) = (there.as_object().unwrap_or(&empty), here.as_object().unwrap_or(&empty));
    let mut names: Vec<&String> = there.keys().chain(here.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let differ = names.into_iter().filter(|name| there.get(*name) != here.get(*name));
    let shown = differ.map(|name| {
        let text = |side: Option<&Value>| side.map_or("nothing".into(), Value::to_string);
        format!("{name}: {} there, {} here", text(there.get(name)), text(here.get(name)))
    });
    Some(shown.collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;
    use crate::play::calendar::Moment;
    use crate::play::game::openings::Opening;
    use crate::play::game::record::Verdict;

    fn record() -> GameRecord {
        GameRecord {
            opening: Opening::empty(),
            played: Vec::new(),
            names: crate::board::ByColor::default(),
            ending: Ending::normal(Verdict::Draw, "test"),
            began: Moment::from_millis(0),
            duration: Duration::ZERO,
        }
    }

    fn finished(game: usize) -> Finished {
        let ending = Ending::normal(Verdict::Draw, "test");
        Finished { game, white: "a".into(), black: "b".into(), ending, plies: 0, millis: 0 }
    }

    fn add(journal: &mut Journal, game: usize) {
        journal.add(&record(), &Heading::default(), &finished(game)).expect("add");
    }

    #[test]
    fn a_match_goes_on_where_it_stopped_and_half_a_game_is_cut_off() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("games.pdn");
        let settings = json!({ "seed": 1 });
        let (mut journal, done) = Journal::open(&path, &settings).expect("open");
        assert!(done.is_empty());
        add(&mut journal, 0);
        add(&mut journal, 1);
        let whole = std::fs::read(&path).expect("games");
        drop(journal);
        // Interrupted in the middle of a game's text, and of its line.
        OpenOptions::new()
            .append(true)
            .open(&path)
            .expect("games")
            .write_all(b"[Event")
            .expect("half");
        let mut state = OpenOptions::new().append(true).open(state_path(&path)).expect("state");
        state.write_all(b"{\"game\":2,").expect("half");
        let (mut journal, done) = Journal::open(&path, &settings).expect("open again");
        assert_eq!(done, [finished(0), finished(1)]);
        assert_eq!(std::fs::read(&path).expect("games"), whole);
        add(&mut journal, 2);
        drop(journal);
        assert_eq!(Journal::open(&path, &settings).expect("open").1.len(), 3);
    }

    #[test]
    fn another_match_is_not_touched() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("games.pdn");
        drop(Journal::open(&path, &json!({ "seed": 1, "a": "x" })).expect("open"));
        let error =
            Journal::open(&path, &json!({ "seed": 2, "a": "x" })).expect_err("other settings");
        assert!(error.to_string().contains("seed: 1 there, 2 here"), "{error}");
        let foreign = folder.path().join("foreign.pdn");
        std::fs::write(&foreign, "1. 32-28 *").expect("write");
        let error = Journal::open(&foreign, &json!({})).expect_err("no state");
        assert!(matches!(error, PlayError::Unaccounted { .. }));
        assert_eq!(std::fs::read_to_string(&foreign).expect("read"), "1. 32-28 *");
    }

    #[test]
    fn a_damaged_state_says_which_line() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("games.pdn");
        std::fs::write(state_path(&path), "{\"match\":{}}\nrubbish\n").expect("write");
        let error = Journal::open(&path, &json!({})).expect_err("damaged");
        assert!(matches!(error, PlayError::State { line: 2, .. }), "{error}");
        std::fs::write(state_path(&path), "{\"match\":\n{\"game\":0}\n").expect("write");
        let error = Journal::open(&path, &json!({})).expect_err("damaged");
        assert!(matches!(error, PlayError::Header { .. }), "{error}");
        assert!(error.to_string().contains("move both files away"), "{error}");
    }

    #[test]
    fn what_is_advised_for_a_damaged_line_leaves_every_game_once() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("games.pdn");
        let (mut journal, _) = Journal::open(&path, &json!({})).expect("open");
        (0..3).for_each(|game| add(&mut journal, game));
        let whole = std::fs::read(&path).expect("games");
        let text = std::fs::read_to_string(state_path(&path)).expect("state");
        let lines: Vec<&str> = text.lines().collect();
        let damaged = format!("{}\n{}\n{{\"ga\n{}\n", lines[0], lines[1], lines[3]);
        std::fs::write(state_path(&path), damaged).expect("write");
        let error = Journal::open(&path, &json!({})).expect_err("damaged");
        assert!(error.to_string().contains("delete this line and all after it"), "{error}");
        assert!(matches!(error, PlayError::State { line: 3, .. }), "{error}");
        std::fs::write(state_path(&path), format!("{}\n{}\n", lines[0], lines[1])).expect("write");
        let (mut journal, done) = Journal::open(&path, &json!({})).expect("mended");
        assert_eq!(done, [finished(0)]);
        (1..3).for_each(|game| add(&mut journal, game));
        assert_eq!(std::fs::read(&path).expect("games"), whole);
    }
}
