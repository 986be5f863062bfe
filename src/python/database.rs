//! Databases of PDN: games one after another, and their positions as arrays.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use std::vec::IntoIter;

use draughts_td::board::{self, Color, MoveList, Position};
use draughts_td::commands::args::inputs;
use draughts_td::dataset::{Filter, Results, Selection};
use draughts_td::engine::{Endgame, StopFlag};
use draughts_td::export::{
    Content, Event, ExportError, ExportPlan, ExportRow, GameRows, Sink, Subset, export,
};
use draughts_td::game::{self, GameError, Replay};
use draughts_td::learning::{Labelled, PdnFiles, SampleFilter};
use draughts_td::parallel::{Reading, fold_games};
use draughts_td::pdn::{GameText, PdnError, decode, tag_text};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::board::Board;
use crate::error::{raised, warn};
use crate::moves::Move;
use crate::position_array::words;
use crate::tablebase::Tablebase;
use crate::threads;
use crate::worker;

/// The index of no move.
pub const NO_MOVE: u8 = 255;

/// One path or several.
#[derive(FromPyObject)]
pub enum Paths {
    One(PathBuf),
    Many(Vec<PathBuf>),
}

impl Paths {
    /// The files, with folders resolved to the PDN files in them; all of them exist.
    fn files(self) -> PyResult<Vec<PathBuf>> {
        let files = inputs::listed(&self.listed()).map_err(raised)?;
        inputs::check(&files).map_err(raised)?;
        Ok(files)
    }

    pub fn listed(self) -> Vec<PathBuf> {
        match self {
            Paths::One(path) => vec![path],
            Paths::Many(paths) => paths,
        }
    }
}

/// A game of a database: tags, moves and result.
#[pyclass(frozen, module = "draughts_td")]
pub struct Game {
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
pub struct SkippedGame {
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
pub struct Games {
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
#[pyo3(signature = (paths, *, threads=1))]
pub fn read_pdn(paths: Paths, threads: usize) -> PyResult<Games> {
    let (files, threads) = (paths.files()?, threads::number(threads));
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

/// The columns of the positions, in order.
#[derive(Default)]
struct Columns {
    positions: Vec<Position>,
    played: Vec<Option<board::Move>>,
    ply: Vec<u32>,
    result: Vec<i8>,
    score: Vec<f32>,
    file: Vec<u32>,
    game: Vec<u32>,
    held_out: Vec<bool>,
}

/// Takes the rows of an export into memory.
struct Collector<'a>(&'a mut Columns);

impl Sink for Collector<'_> {
    fn add(&mut self, game: GameRows<'_>) -> Result<(), ExportError> {
        let rows = &game.rows.rows()[game.range];
        self.0.extend(rows, game.subset == Subset::HeldOut);
        Ok(())
    }

    fn finish(self: Box<Self>, _: &[Arc<str>]) -> Result<Vec<PathBuf>, ExportError> {
        Ok(Vec::new())
    }
}

impl Columns {
    fn extend(&mut self, rows: &[ExportRow], held_out: bool) {
        self.positions.extend(rows.iter().map(|row| row.position));
        self.played.extend(rows.iter().map(|row| row.played));
        self.ply.extend(rows.iter().map(|row| row.ply));
        self.result.extend(rows.iter().map(|row| row.result));
        self.score.extend(rows.iter().map(|row| row.score.unwrap_or(f32::NAN)));
        self.file.extend(rows.iter().map(|row| row.file));
        self.game.extend(rows.iter().map(|row| row.game as u32));
        self.held_out.extend(std::iter::repeat_n(held_out, rows.len()));
    }
}

/// The arrays of boards, and what follows from the moves.
struct Played {
    boards: Vec<u64>,
    turn: Vec<bool>,
    moves: Vec<u8>,
    next: Vec<u64>,
}

impl Played {
    fn of(columns: &Columns) -> Played {
        let rows = columns.positions.len();
        let (mut boards, mut next) = (vec![0; 4 * rows], vec![0; 4 * rows]);
        let (mut turn, mut moves) = (vec![false; rows], vec![NO_MOVE; rows]);
        let outputs = boards.par_chunks_exact_mut(4).zip(next.par_chunks_exact_mut(4));
        let outputs = outputs.zip(turn.par_iter_mut().zip(&mut moves));
        let rows = columns.positions.par_iter().zip(&columns.played).zip(outputs);
        let list = MoveList::new;
        rows.for_each_init(list, |list, ((position, played), ((board, next), (turn, index)))| {
            board.copy_from_slice(&words(position));
            *turn = position.turn() == Color::White;
            if let Some(mv) = *played {
                *index = move_index(position, mv, list);
                next.copy_from_slice(&words(&position.succ(mv)));
            }
        });
        Played { boards, turn, moves, next }
    }
}

/// The place of a move in the order of the legal moves.
pub fn move_index(position: &Position, mv: board::Move, list: &mut MoveList) -> u8 {
    board::legal_moves(position, list);
    let place = list.iter().position(|legal| *legal == mv);
    place.and_then(|place| u8::try_from(place).ok()).unwrap_or(NO_MOVE)
}

fn results_named(name: &str) -> PyResult<Results> {
    match name {
        "all" => Ok(Results::All),
        "decided" => Ok(Results::Decided),
        "draws" => Ok(Results::Draws),
        _ => Err(PyValueError::new_err(format!(
            "results is '{name}'; it must be 'all', 'decided' or 'draws'"
        ))),
    }
}

/// The positions of games as arrays, those that `learn` keeps with the same settings.
#[pyfunction]
#[pyo3(signature = (paths, *, keep_captures=false, window=8, quiet_only=false, min_ply=0, min_pieces=0, max_pieces=40, min_rating=0,
    results="all", unique=false, games=0, seed=1, holdout=0.1, endgame=None, threads=1))]
#[expect(clippy::too_many_arguments, reason = "each is a keyword")]
pub fn positions<'py>(
    py: Python<'py>,
    paths: Paths,
    keep_captures: bool,
    window: u32,
    quiet_only: bool,
    min_ply: u32,
    min_pieces: u32,
    max_pieces: u32,
    min_rating: u32,
    results: &str,
    unique: bool,
    games: u64,
    seed: u64,
    holdout: f64,
    endgame: Option<&Tablebase>,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let filter = Filter {
        forced_captures: !keep_captures,
        window,
        unquiet: quiet_only,
        min_ply,
        min_pieces,
        max_pieces,
    };
    let selection = Selection { min_rating, results: results_named(results)?, unique };
    let samples = SampleFilter { filter, selection };
    let plan = ExportPlan { samples, seed, holdout, games, content: Content::Boards };
    let (files, threads) = (paths.files()?, threads::number(threads));
    let (stop, mut faults) = (StopFlag::new(), Vec::new());
    let collected = worker::run(
        py,
        &stop,
        |faults| collect(&files, &plan, endgame.map(Tablebase::endgame), threads, &stop, &faults),
        |_, fault: String| {
            faults.push(fault);
            Ok(())
        },
    )?;
    let (columns, played) = collected?;
    faults.iter().try_for_each(|fault| warn(py, fault))?;
    arrays(py, columns, played)
}

fn collect(
    files: &[PathBuf],
    plan: &ExportPlan,
    endgame: Option<&Endgame>,
    threads: usize,
    stop: &StopFlag,
    faults: &std::sync::mpsc::Sender<String>,
) -> PyResult<(Columns, Played)> {
    let mut columns = Columns::default();
    let source = PdnFiles { files, threads };
    let source = Labelled { source: &source, tables: endgame.map(Endgame::tables) };
    export(&source, plan, Box::new(Collector(&mut columns)), &mut |event| {
        if let Event::Fault(fault) = event {
            // A caller that was interrupted does not listen any more.
            let _ = faults.send(fault.to_string());
        }
        if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .map_err(raised)?;
    let played = threads::in_pool(threads, || Played::of(&columns))?;
    Ok((columns, played))
}

fn arrays(py: Python<'_>, columns: Columns, played: Played) -> PyResult<Bound<'_, PyDict>> {
    let rows = columns.ply.len();
    let boards = |words| PyArray1::from_vec(py, words).reshape([rows, 4]);
    let arrays = PyDict::new(py);
    arrays.set_item("boards", boards(played.boards)?)?;
    arrays.set_item("turn", PyArray1::from_vec(py, played.turn))?;
    arrays.set_item("ply", PyArray1::from_vec(py, columns.ply))?;
    arrays.set_item("result", PyArray1::from_vec(py, columns.result))?;
    arrays.set_item("score", PyArray1::from_vec(py, columns.score))?;
    arrays.set_item("move", PyArray1::from_vec(py, played.moves))?;
    arrays.set_item("next", boards(played.next)?)?;
    arrays.set_item("file", PyArray1::from_vec(py, columns.file))?;
    arrays.set_item("game", PyArray1::from_vec(py, columns.game))?;
    arrays.set_item("held_out", PyArray1::from_vec(py, columns.held_out))?;
    Ok(arrays)
}
