//! A match on disk: the games as PDN, and beside them one JSON line per finished game, so that an
//! interrupted match resumes where it stopped and nothing played is lost or counted twice.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::finished_game::FinishedGame;
use super::state::{StateFile, StateLine, read_state};
use crate::error::PlayError;
use crate::files;
use crate::lock::Lock;
use crate::play::record::Heading;
use crate::truncate::{self, CutEnd};

/// The largest text of one game in bytes; the longest games have some thousands.
const LARGEST_GAME: u64 = 16 << 20;

/// The two files of a match, which no other process writes meanwhile.
#[derive(Debug)]
pub(super) struct MatchLog {
    pdn_path: PathBuf,
    state_path: PathBuf,
    pdn: File,
    state: File,
    header: String,
    known: StateFile,
    bytes: u64,
    _lock: Lock,
}

/// The finished games of a match with these settings, without the names of its players: for the fuzzer.
///
/// # Errors
/// As when the match resumes.
pub fn finished(pdn_path: &Path, settings: &Value) -> Result<Vec<FinishedGame>, PlayError> {
    MatchLog::open(pdn_path, settings, &|_| Heading::default()).map(|(_, finished)| finished)
}

impl MatchLog {
    /// Opens the files of a match with these settings and returns the games that are finished; `heading` makes what is
    /// above a game of the schedule. Each finished game is looked up in the file of games. Nothing is written yet.
    ///
    /// # Errors
    /// Files that another process writes, files of another match, files that cannot be written or understood or do not
    /// belong together.
    pub(super) fn open(
        pdn_path: &Path,
        settings: &Value,
        heading: &dyn Fn(usize) -> Heading,
    ) -> Result<(MatchLog, Vec<FinishedGame>), PlayError> {
        let lock = Lock::on(pdn_path)?;
        let state_path = state_path(pdn_path);
        let known = read_state(&state_path, settings, heading)?;
        let has_games = std::fs::metadata(pdn_path).is_ok_and(|file| file.len() > 0);
        if known.bytes == 0 && has_games {
            return Err(PlayError::Unaccounted { pdn: pdn_path.into(), state: state_path });
        }
        let mut log = MatchLog {
            pdn: open(pdn_path)?,
            state: open(&state_path)?,
            pdn_path: pdn_path.into(),
            state_path,
            header: format!("{}\n", serde_json::json!({ "match": settings })),
            known,
            bytes: 0,
            _lock: lock,
        };
        let finished = log.look_up(heading)?;
        Ok((log, finished))
    }

    /// Finds every finished game in the file of games.
    fn look_up(
        &mut self,
        heading: &dyn Fn(usize) -> Heading,
    ) -> Result<Vec<FinishedGame>, PlayError> {
        let there = self.pdn.metadata().map_err(|source| self.pdn_fault(source))?.len();
        let lines = std::mem::take(&mut self.known.lines);
        let mut finished = Vec::with_capacity(lines.len());
        let (pdn, state) = (self.pdn_path.clone(), self.state_path.clone());
        for (index, StateLine { finished: game, pdn_bytes }) in lines.into_iter().enumerate() {
            let missing = |reason: String| PlayError::Changed {
                pdn: pdn.clone(),
                state: state.clone(),
                line: index + 2,
                reason,
            };
            if pdn_bytes > there {
                return Err(missing(format!("it should have {pdn_bytes} bytes and has {there}")));
            }
            let span = format!("bytes {} to {pdn_bytes} are not this game", self.bytes + 1);
            let length = Some(pdn_bytes - self.bytes).filter(|length| *length <= LARGEST_GAME);
            let text = match length {
                Some(length) => self.read(length)?,
                None => return Err(missing(span)),
            };
            if !heading(game.game).matches(&text, game.ending.verdict.outcome()) {
                return Err(missing(span));
            }
            self.bytes = pdn_bytes;
            finished.push(game);
        }
        Ok(finished)
    }

    fn read(&mut self, length: u64) -> Result<String, PlayError> {
        let mut text = Vec::new();
        let read = (&mut self.pdn).take(length).read_to_end(&mut text);
        read.map_err(|source| self.pdn_fault(source))?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Makes both files ready for the next game and returns the ends that had to be cut off, such as half a game.
    pub(crate) fn begin(&mut self) -> Result<Vec<CutEnd>, PlayError> {
        let games = truncate::truncate(&self.pdn_path, &mut self.pdn, self.bytes);
        let games = games.map_err(|source| self.pdn_fault(source))?;
        let lines = truncate::truncate(&self.state_path, &mut self.state, self.known.bytes);
        let lines = lines.map_err(|source| self.state_fault(source))?;
        let missing = match self.known {
            StateFile { bytes: 0, .. } => self.header.as_str(),
            StateFile { is_open: true, .. } => "\n",
            _ => "",
        };
        let written = self.state.write_all(missing.as_bytes());
        // Both lie in one folder.
        let named = written.and_then(|()| files::sync_folder_of(&self.state_path));
        named.map_err(|source| self.state_fault(source))?;
        Ok(games.into_iter().chain(lines).collect())
    }

    /// Adds a finished game as text, after [`MatchLog::begin`]: first to the games, then to the state, each with one write that
    /// reaches the disk.
    pub(super) fn add_text(
        &mut self,
        text: &str,
        finished: &FinishedGame,
    ) -> Result<(), PlayError> {
        let write = |file: &mut File, text: &str| {
            file.write_all(text.as_bytes()).and_then(|()| file.sync_data())
        };
        write(&mut self.pdn, text).map_err(|source| self.pdn_fault(source))?;
        self.bytes += text.len() as u64;
        let line = StateLine { finished: finished.clone(), pdn_bytes: self.bytes };
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

/// Makes room for the files of another match; the present games are kept until [`files::drop_replaced`].
pub fn clear(pdn: &Path) -> Result<(), PlayError> {
    let _lock = Lock::on(pdn)?;
    let state = state_path(pdn);
    files::remove(&state).map_err(|source| PlayError::File { path: state, source })?;
    files::begin_replacing(pdn).map_err(|source| PlayError::File { path: pdn.into(), source })
}

/// The state file beside a file of games: `games.pdn` has `games.pdn.state.jsonl`.
pub(super) fn state_path(pdn: &Path) -> PathBuf {
    let mut name = pdn.as_os_str().to_owned();
    name.push(".state.jsonl");
    name.into()
}

fn open(path: &Path) -> Result<File, PlayError> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    file.map_err(|source| PlayError::File { path: path.into(), source })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use jiff::Timestamp;
    use serde_json::json;

    use super::*;
    use crate::game::{Ending, GameResult};
    use crate::play::openings::Opening;
    use crate::play::record::GameRecord;

    fn ending() -> Ending {
        Ending::normal(GameResult::Draw, "test")
    }

    fn record() -> GameRecord {
        GameRecord {
            opening: Opening::empty(),
            played: Vec::new(),
            names: crate::board::ByColor::default(),
            ending: ending(),
            began: Timestamp::UNIX_EPOCH,
            duration: Duration::ZERO,
        }
    }

    fn heading(game: usize) -> Heading {
        let name = |player: usize| format!("player \"{player}\"");
        let round = format!("{}.{}", game / 2 + 1, game % 2 + 1);
        Heading {
            round,
            white: name(game % 2),
            black: name(1 - game % 2),
            event: "test".into(),
            ..Heading::default()
        }
    }

    fn finished(game: usize) -> FinishedGame {
        let Heading { white, black, .. } = heading(game);
        let (programs, scoreless, searches) = Default::default();
        FinishedGame {
            game,
            white,
            black,
            ending: ending(),
            plies: 0,
            millis: 0,
            programs,
            scoreless,
            searches,
        }
    }

    fn open(path: &Path) -> Result<(MatchLog, Vec<FinishedGame>), PlayError> {
        MatchLog::open(path, &json!({ "seed": 1 }), &heading)
    }

    fn add(log: &mut MatchLog, game: usize) {
        log.add_text(&record().to_pdn(&heading(game)), &finished(game)).expect("add");
    }

    /// The path of a match of three games, its games and its state.
    fn three_games(folder: &Path) -> (PathBuf, String, String) {
        let path = folder.join("games.pdn");
        let (mut log, done) = open(&path).expect("open");
        assert!(done.is_empty() && log.begin().expect("begin").is_empty());
        (0..3).for_each(|game| add(&mut log, game));
        let read = |path: &Path| std::fs::read_to_string(path).expect("read");
        let (games, state) = (read(&path), read(&state_path(&path)));
        (path, games, state)
    }

    fn append(path: &Path, text: &str) {
        let mut file = OpenOptions::new().append(true).open(path).expect("open");
        file.write_all(text.as_bytes()).expect("append");
    }

    #[test]
    fn a_match_resumes_where_it_stopped_and_half_a_game_is_kept_elsewhere() {
        let folder = tempfile::tempdir().expect("folder");
        let (path, games, _) = three_games(folder.path());
        // Interrupted in the middle of a game's text, and of its line.
        append(&path, "[Event");
        append(&state_path(&path), "{\"game\":3,");
        let (mut log, done) = open(&path).expect("open again");
        assert_eq!(done, [finished(0), finished(1), finished(2)]);
        let cut = log.begin().expect("begin");
        assert_eq!(cut.iter().map(|end| end.bytes).collect::<Vec<_>>(), [6, 10]);
        assert_eq!(std::fs::read_to_string(&cut[0].backup).expect("kept"), "[Event");
        assert_eq!(std::fs::read_to_string(&path).expect("games"), games);
        add(&mut log, 3);
        drop(log);
        assert_eq!(open(&path).expect("open").1.len(), 4);
    }

    #[test]
    fn opening_without_writing_changes_nothing() {
        let folder = tempfile::tempdir().expect("folder");
        let (path, games, state) = three_games(folder.path());
        let longer = games + "[Event \"mine\"]\n\n1. 32-28 *\n\n";
        std::fs::write(&path, &longer).expect("write");
        assert_eq!(open(&path).expect("open").1.len(), 3);
        assert_eq!(std::fs::read_to_string(&path).expect("games"), longer);
        assert_eq!(std::fs::read_to_string(state_path(&path)).expect("state"), state);
    }

    #[test]
    fn a_state_without_its_last_line_break_loses_no_game() {
        let folder = tempfile::tempdir().expect("folder");
        let (path, _, state) = three_games(folder.path());
        std::fs::write(state_path(&path), state.trim_end()).expect("write");
        let (mut log, done) = open(&path).expect("open");
        assert_eq!((done.len(), log.begin().expect("begin")), (3, Vec::new()));
        add(&mut log, 3);
        drop(log);
        assert_eq!(open(&path).expect("open").1.len(), 4);
    }

    #[test]
    fn a_second_process_is_refused() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("games.pdn");
        let _first = open(&path).expect("open");
        let error = open(&path).expect_err("held").to_string();
        assert!(error.contains("is being written by process"), "{error}");
    }

    #[test]
    fn another_match_is_not_touched() {
        let folder = tempfile::tempdir().expect("folder");
        let (path, ..) = three_games(folder.path());
        let other = json!({ "seed": 2, "a": "x" });
        let error = MatchLog::open(&path, &other, &heading).expect_err("other settings");
        assert!(error.to_string().contains("seed: 1 there, 2 here"), "{error}");
        for state in [None, Some(""), Some("{\"match\":{\"se")] {
            let foreign = folder.path().join("foreign.pdn");
            std::fs::write(&foreign, "1. 32-28 *").expect("write");
            if let Some(state) = state {
                std::fs::write(state_path(&foreign), state).expect("write");
            }
            let error = open(&foreign).expect_err("no state");
            assert!(matches!(error, PlayError::Unaccounted { .. }), "{state:?}: {error}");
            assert_eq!(std::fs::read_to_string(&foreign).expect("read"), "1. 32-28 *");
        }
    }

    /// The error of opening when the files of a match of three games are changed.
    fn refusal(change: impl FnOnce(&mut String, &mut String)) -> PlayError {
        let folder = tempfile::tempdir().expect("folder");
        let (path, mut games, mut state) = three_games(folder.path());
        change(&mut games, &mut state);
        std::fs::write(&path, &games).expect("write");
        std::fs::write(state_path(&path), &state).expect("write");
        let error = open(&path).expect_err("changed");
        assert_eq!(std::fs::read_to_string(&path).expect("games"), games);
        assert_eq!(std::fs::read_to_string(state_path(&path)).expect("state"), state);
        error
    }

    /// The same with the lines of the state changed; the first is the header.
    fn refused_lines(change: impl FnOnce(&mut Vec<&str>)) -> PlayError {
        refusal(|_, state| {
            let mut lines: Vec<&str> = state.lines().collect();
            change(&mut lines);
            *state = lines.iter().map(|line| format!("{line}\n")).collect();
        })
    }

    #[test]
    fn games_that_are_not_where_the_state_says_are_refused() {
        let error = refusal(|games, _| games.insert_str(0, "{my match}\n"));
        assert!(matches!(error, PlayError::Changed { line: 2, .. }), "{error}");
        let error = refusal(|games, _| games.truncate(games.len() / 2));
        assert!(matches!(error, PlayError::Changed { line: 3, .. }), "{error}");
        let error =
            refusal(|games, _| *games = games.replacen("[Result \"1-1\"]", "[Result \"2-0\"]", 1));
        assert!(matches!(error, PlayError::Changed { line: 2, .. }), "{error}");
        let error = refused_lines(|lines| {
            lines.remove(2);
        });
        assert!(matches!(error, PlayError::Changed { line: 3, .. }), "{error}");
    }

    #[test]
    fn lines_that_contradict_each_other_or_the_schedule_are_refused() {
        let error = refused_lines(|lines| lines.swap(1, 2));
        assert!(matches!(error, PlayError::State { line: 3, .. }), "{error}");
        let error = refused_lines(|lines| lines.push(lines[3]));
        assert!(matches!(error, PlayError::State { line: 5, .. }), "{error}");
        // A number of the same side, and one beyond all reason.
        for number in ["4", "18446744073709551614"] {
            let error = refusal(|_, state| {
                *state = state.replace("{\"game\":2,", &format!("{{\"game\":{number},"));
            });
            assert!(matches!(error, PlayError::Changed { line: 4, .. }), "{number}: {error}");
        }
        let error = refusal(|_, state| *state = state.replace("{\"game\":2,", "{\"game\":1,"));
        assert!(matches!(error, PlayError::State { line: 4, .. }), "{error}");
        let error = refusal(|_, state| *state = state.replacen("player", "nobody", 1));
        assert!(matches!(error, PlayError::State { line: 2, .. }), "{error}");
    }

    #[test]
    fn a_damaged_state_says_which_line() {
        let error = refused_lines(|lines| lines[1] = "rubbish");
        assert!(matches!(error, PlayError::State { line: 2, .. }), "{error}");
        let error = refused_lines(|lines| lines[0] = "{\"match\":");
        assert!(matches!(error, PlayError::Header { .. }), "{error}");
        assert!(error.to_string().contains("move both files away"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_state_without_end_is_refused() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("games.pdn");
        std::os::unix::fs::symlink("/dev/zero", state_path(&path)).expect("link");
        assert!(matches!(open(&path), Err(PlayError::File { .. })));
    }

    #[test]
    fn what_is_advised_for_a_damaged_line_leaves_every_game_once() {
        let folder = tempfile::tempdir().expect("folder");
        let (path, games, state) = three_games(folder.path());
        let lines: Vec<&str> = state.lines().collect();
        let damaged = format!("{}\n{}\n{{\"ga\n{}\n", lines[0], lines[1], lines[3]);
        std::fs::write(state_path(&path), damaged).expect("write");
        let error = open(&path).expect_err("damaged");
        assert!(error.to_string().contains("delete this line and all after it"), "{error}");
        assert!(matches!(error, PlayError::State { line: 3, .. }), "{error}");
        std::fs::write(state_path(&path), format!("{}\n{}\n", lines[0], lines[1])).expect("write");
        let (mut log, done) = open(&path).expect("mended");
        assert_eq!(done, [finished(0)]);
        assert_eq!(log.begin().expect("begin").len(), 1);
        (1..3).for_each(|game| add(&mut log, game));
        assert_eq!(std::fs::read_to_string(&path).expect("games"), games);
    }
}
