//! Databases of PDN: games one after another.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use std::vec::IntoIter;

use draughts_td::board::{self, Position};
use draughts_td::commands::args::inputs;
use draughts_td::game::{self, GameError, Replay};
use draughts_td::parallel::{Reading, fold_games};
use draughts_td::pdn::{GameText, PdnError, decode, tag_text};
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::Board;
use crate::error::raised;
use crate::moves::Move;
use crate::threads::Threads;

/// One path or several.
#[derive(FromPyObject)]
pub(crate) enum Paths {
    One(PathBuf),
    Many(Vec<PathBuf>),
}

impl Paths {
    /// The files, with folders resolved to the PDN files in them; all of them exist.
    pub(crate) fn files(self) -> PyResult<Vec<PathBuf>> {
        let files = inputs::listed(&self.listed()).map_err(raised)?;
        inputs::check(&files).map_err(raised)?;
        Ok(files)
    }

    pub(crate) fn listed(self) -> Vec<PathBuf> {
        match self {
            Paths::One(path) => vec![path],
            Paths::Many(paths) => paths,
        }
    }
}

/// A game of a database: tags, moves and result.
#[pyclass(frozen, module = "draughts_td")]
pub(crate) struct Game {
    tags: Vec<(String, String)>,
    start: Position,
    moves: Vec<board::Move>,
    /// The comments, each with the plies before it.
    #[pyo3(get)]
    comments: Vec<(usize, String)>,
    #[pyo3(get)]
    result: &'static str,
    file: Arc<str>,
    #[pyo3(get)]
    line: u64,
    #[pyo3(get)]
    number: u64,
}

impl Game {
    fn of(text: &GameText<'_>, game: &game::Game) -> Game {
        let (place, main) = (text.place(), game.main());
        let tag = |(name, value)| (decode(name).into_owned(), tag_text(value).into_owned());
        // Plies before the last setup are no part of the game that is handed on.
        let earlier = game.plies() - main.moves.len();
        let comments = game::comments(text, game).into_iter();
        Game {
            tags: text.tags().map(tag).collect(),
            start: main.positions.first().copied().unwrap_or_else(Position::start),
            moves: main.moves.to_vec(),
            comments: comments.map(|(ply, text)| (ply.saturating_sub(earlier), text)).collect(),
            result: game.outcome().pdn(),
            file: place.file,
            line: place.line,
            number: place.game,
        }
    }

    fn tag(&self, name: &str) -> &str {
        let tag = self.tags.iter().find(|(own, _)| own == name);
        tag.map_or("?", |(_, value)| value)
    }
}

#[pymethods]
impl Game {
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        self.tags.iter().try_for_each(|(name, value)| tags.set_item(name, value))?;
        Ok(tags)
    }

    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.moves.iter().copied().map(Move).collect()
    }

    #[getter]
    fn file(&self) -> &str {
        &self.file
    }

    /// The board after so many plies with the moves behind it, after the last one unless told otherwise.
    #[pyo3(signature = (ply=None))]
    fn board(&self, ply: Option<usize>) -> PyResult<Board> {
        let ply = ply.unwrap_or(self.moves.len());
        let moves = self.moves.get(..ply).ok_or_else(|| {
            PyIndexError::new_err(format!("ply {ply}: the game has {}", self.moves.len()))
        })?;
        let mut board = Board::at(self.start);
        moves.iter().for_each(|&mv| board.play(mv));
        Ok(board)
    }

    /// The boards from the first to the last, one more than moves.
    fn boards(&self) -> Vec<Board> {
        let mut board = Board::at(self.start);
        let mut boards = vec![board.clone()];
        for &mv in &self.moves {
            board.play(mv);
            boards.push(board.clone());
        }
        boards
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __repr__(&self) -> String {
        let [white, black] = ["White", "Black"].map(|name| self.tag(name));
        format!("<Game {white} - {black} {}, {} plies>", self.result, self.moves.len())
    }
}

/// A game, or the rest of a file, that could not be read.
#[pyclass(frozen, module = "draughts_td", get_all)]
#[derive(Clone)]
pub(crate) struct SkippedGame {
    pub file: String,
    pub line: Option<u64>,
    pub number: Option<u64>,
    /// The name of the fault, as `inspect` counts it; `file` if it is the file's.
    pub reason: &'static str,
    pub message: String,
}

#[pymethods]
impl SkippedGame {
    fn __repr__(&self) -> String {
        format!("<SkippedGame {}>", self.message)
    }
}

impl From<&GameError> for SkippedGame {
    fn from(error: &GameError) -> SkippedGame {
        SkippedGame {
            file: error.place.file.to_string(),
            line: Some(error.place.line),
            number: Some(error.place.game),
            reason: error.fault.name(),
            message: error.to_string(),
        }
    }
}

impl From<&PdnError> for SkippedGame {
    fn from(error: &PdnError) -> SkippedGame {
        let file = error.file().to_owned();
        SkippedGame { file, line: None, number: None, reason: "file", message: error.to_string() }
    }
}

type Block = Vec<Result<Game, GameError>>;

/// What the reading thread sends; without the end it has failed.
enum Message {
    Games(Block),
    Fault(PdnError),
    End,
}

/// Blocks that are read ahead.
const AHEAD: usize = 4;
/// The time between two looks for a signal.
const PAUSE: Duration = Duration::from_millis(50);

/// The games of some files, in order.
#[pyclass(module = "draughts_td")]
pub(crate) struct Games {
    receiver: Mutex<Receiver<Message>>,
    block: IntoIter<Result<Game, GameError>>,
    skipped: Vec<SkippedGame>,
    ended: bool,
}

#[pymethods]
impl Games {
    /// The games passed over so far.
    #[getter]
    fn skipped(&self) -> Vec<SkippedGame> {
        self.skipped.clone()
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Game>> {
        loop {
            match self.block.next() {
                Some(Ok(game)) => return Ok(Some(game)),
                Some(Err(error)) => self.skipped.push((&error).into()),
                None if self.ended => return Ok(None),
                None => match self.receive(py)? {
                    Message::Games(block) => self.block = block.into_iter(),
                    Message::Fault(fault) => self.skipped.push((&fault).into()),
                    Message::End => self.ended = true,
                },
            }
        }
    }
}

impl Games {
    fn receive(&self, py: Python<'_>) -> PyResult<Message> {
        loop {
            let received = py.detach(|| {
                let receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner);
                receiver.recv_timeout(PAUSE)
            });
            match received {
                Ok(message) => return Ok(message),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("a fault of the program"));
                }
            }
        }
    }
}

/// Reads the games of PDN files.
#[pyfunction]
#[pyo3(signature = (paths, *, threads=Threads::ONE))]
pub(crate) fn read_pdn(paths: Paths, threads: Threads) -> PyResult<Games> {
    let (files, threads) = (paths.files()?, threads.number());
    let (sender, receiver) = sync_channel(AHEAD);
    thread::spawn(move || send_games(&files, threads, &sender));
    let block = Vec::new().into_iter();
    Ok(Games { receiver: Mutex::new(receiver), block, skipped: Vec::new(), ended: false })
}

fn send_games(files: &[PathBuf], threads: usize, sender: &SyncSender<Message>) {
    let work = |block: &mut Block, text: &GameText<'_>, replay: Replay<'_>| {
        block.push(replay.whole().map(|game| Game::of(text, game)));
    };
    // A reader that has gone wants no more.
    let send = |message| match sender.send(message) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    fold_games(files, threads, Block::new, work, |reading| match reading {
        Reading::Fault(fault) => send(Message::Fault(fault)),
        Reading::Batch(batch) => {
            let before = batch.games_before;
            let counted = |game: Result<Game, GameError>| {
                let located = |game: Game| Game { number: game.number + before, ..game };
                game.map(located).map_err(|error| error.after_games(before))
            };
            send(Message::Games(batch.value.into_iter().map(counted).collect()))
        }
    });
    let _ = sender.send(Message::End);
}
