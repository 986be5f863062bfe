//! Databases of PDN: games one after another.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;
use std::vec::IntoIter;

use draughts_td::game::{GameError, Replay};
use draughts_td::parallel::{Reading, fold_games};
use draughts_td::pdn::{GameText, PdnError};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::arguments::Paths;
use crate::fork::Home;
use crate::game::Game;
use crate::games_text;
use crate::skipped::SkippedGame;
use crate::threads::{Threads, try_lock};

type Block = Vec<Result<Game, SkippedGame>>;

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
#[pyclass(frozen, module = "draughts_td")]
pub(crate) struct Games {
    home: Home,
    reading: Mutex<GameReader>,
}

/// What the reading thread has sent so far.
struct GameReader {
    receiver: Receiver<Message>,
    block: IntoIter<Result<Game, SkippedGame>>,
    skipped: Vec<SkippedGame>,
    ended: bool,
}

#[pymethods]
impl Games {
    /// The games passed over so far.
    #[getter]
    fn skipped(&self) -> PyResult<Vec<SkippedGame>> {
        Ok(self.reading()?.skipped.clone())
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        self.reading()?.next(py, self.home)
    }
}

impl Games {
    fn reading(&self) -> PyResult<MutexGuard<'_, GameReader>> {
        let busy = "another thread takes a game of these files now; let one thread read";
        try_lock(&self.reading, busy)
    }
}

impl GameReader {
    fn next(&mut self, py: Python<'_>, home: Home) -> PyResult<Option<Game>> {
        loop {
            match self.block.next() {
                Some(Ok(game)) => return Ok(Some(game)),
                Some(Err(skipped)) => self.skipped.push(skipped),
                None if self.ended => return Ok(None),
                None => match self.receive(py, home)? {
                    Message::Games(block) => self.block = block.into_iter(),
                    Message::Fault(fault) => self.skipped.push((&fault).into()),
                    Message::End => self.ended = true,
                },
            }
        }
    }

    fn receive(&mut self, py: Python<'_>, home: Home) -> PyResult<Message> {
        home.check("this reading of games")?;
        // A mutable borrow is this thread's own, so that it may go with the work.
        let receiver = &mut self.receiver;
        loop {
            let own = &mut *receiver;
            match py.detach(move || own.recv_timeout(PAUSE)) {
                Ok(message) => return Ok(message),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("a fault of the program"));
                }
            }
        }
    }
}

/// Reads the games of PDN files, or of a stream.
#[pyfunction]
#[pyo3(signature = (paths, *, threads=Threads::ONE))]
pub(crate) fn read_pdn(paths: &Bound<'_, PyAny>, threads: Threads) -> PyResult<Games> {
    let (sender, receiver) = sync_channel(AHEAD);
    let (block, ended) = match games_text::stream(paths)? {
        Some((name, bytes)) => (games_text::read(paths.py(), &name, &bytes)?, true),
        None => {
            let (files, threads) = (paths.extract::<Paths>()?.files()?, threads.number());
            thread::spawn(move || send_games(&files, threads, &sender));
            (Vec::new(), false)
        }
    };
    let reading = GameReader { receiver, block: block.into_iter(), skipped: Vec::new(), ended };
    Ok(Games { home: Home::here(), reading: Mutex::new(reading) })
}

fn send_games(files: &[PathBuf], threads: usize, sender: &SyncSender<Message>) {
    type Read = Vec<Result<Game, GameError>>;
    let work = |block: &mut Read, text: &GameText<'_>, replay: Replay<'_>| {
        block.push(replay.whole().map(|game| Game::of(text, game)));
    };
    // A reader that has gone wants no more.
    let send = |message| match sender.send(message) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    fold_games(files, threads, Read::new, work, |reading| match reading {
        Reading::Fault(fault) => send(Message::Fault(fault)),
        Reading::Batch(batch) => {
            let before = batch.games_before;
            let counted = |game: Result<Game, GameError>| {
                let game = game.map(|game| game.after_games(before));
                game.map_err(|error| (&error.after_games(before)).into())
            };
            send(Message::Games(batch.value.into_iter().map(counted).collect()))
        }
    });
    let _ = sender.send(Message::End);
}
