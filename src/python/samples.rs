//! The positions that learning keeps, as arrays.
//!
//! Games are gathered as their moves, a quarter of the memory of their positions. The arrays are made when their length is known, and
//! filled by replaying the games.

use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use draughts_td::board::{Color, Move, MoveList, Position};
use draughts_td::dataset::{Episode, Filter, Results, Selection};
use draughts_td::export::{
    Content, Event, ExportError, ExportPlan, GameRows, RowBuffer, Sink, Subset, export,
};
use draughts_td::learning::{Labelled, PdnFiles, Played, SampleFilter, Source};
use draughts_td::player::StopFlag;
use hugealloc::HugeAlloc;
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::arguments::{Int, Paths};
use crate::error::{raised, warn};
use crate::position_array::zeros;
use crate::tablebase::Tablebase;
use crate::threads::Threads;
use crate::worker;

/// The index of no move.
pub(crate) const NO_MOVE: u8 = 255;

/// The place of a move in the order of the legal moves.
pub(crate) fn move_index(position: &Position, mv: Move, list: &mut MoveList) -> u8 {
    let place = position.place_of(mv, list);
    place.and_then(|place| u8::try_from(place).ok()).unwrap_or(NO_MOVE)
}

/// A game with sampled positions.
struct SampledGame {
    start: Position,
    /// Its moves up to that from the last sampled position.
    moves: Range<usize>,
    rows: Range<usize>,
    result: i8,
    file: u32,
    number: u32,
    held_out: bool,
}

/// Games with sampled positions, the plies of the positions and their scores. Those of a database are some megabytes: on huge pages,
/// which a system hands out in a fraction of the time.
struct Sampled {
    games: Vec<SampledGame>,
    moves: HugeVec<Move>,
    plies: HugeVec<u32>,
    scores: HugeVec<f32>,
}

type HugeVec<T> = allocator_api2::vec::Vec<T, HugeAlloc>;

impl Sampled {
    /// Makes room for what this number of bytes of PDN holds, a move in some nine of them: lists that grow are copied. Packed files hold more,
    /// and memory that stays untouched costs nothing.
    fn reserve(&mut self, bytes: u64) {
        let moves = usize::try_from(bytes / 9).unwrap_or(0);
        // Where there is not so much room, the lists grow.
        let _ = self.moves.try_reserve(moves);
        let _ = self.plies.try_reserve(moves);
        let _ = self.scores.try_reserve(moves);
    }
}

impl RowBuffer for Sampled {
    fn new(_: &Content) -> Sampled {
        Sampled {
            games: Vec::new(),
            moves: HugeVec::new_in(HugeAlloc),
            plies: HugeVec::new_in(HugeAlloc),
            scores: HugeVec::new_in(HugeAlloc),
        }
    }

    fn len(&self) -> usize {
        self.plies.len()
    }

    fn push_game(&mut self, game: &Played<'_>, episode: &Episode) {
        let (Some(&start), Some(&last)) = (game.positions.first(), episode.plies.last()) else {
            return;
        };
        let (first_row, first_move) = (self.plies.len(), self.moves.len());
        let score = |&ply: &u32| game.notes.get(ply as usize).and_then(|note| note.result);
        self.scores.extend(episode.plies.iter().map(|ply| score(ply).unwrap_or(f32::NAN)));
        self.plies.extend_from_slice(&episode.plies);
        self.moves.extend_from_slice(&game.moves[..game.moves.len().min(last as usize + 1)]);
        self.games.push(SampledGame {
            start,
            moves: first_move..self.moves.len(),
            rows: first_row..self.plies.len(),
            // The result of a game is -1, 0 or 1.
            result: episode.outcome as i8,
            file: 0,
            number: 0,
            held_out: false,
        });
    }

    fn clear(&mut self) {
        self.games.clear();
        self.moves.clear();
        self.plies.clear();
        self.scores.clear();
    }
}

/// Takes the games of an export into memory.
struct Collector<'a>(&'a mut Sampled);

impl Sink<Sampled> for Collector<'_> {
    fn add(&mut self, game_rows: GameRows<'_, Sampled>) -> Result<(), ExportError> {
        let (all, block, range) = (&mut *self.0, game_rows.rows, &game_rows.range);
        let index = block.games.partition_point(|game| game.rows.start < range.start);
        let Some(game) = block.games.get(index) else { return Ok(()) };
        let (first_row, first_move) = (all.plies.len(), all.moves.len());
        all.moves.extend_from_slice(&block.moves[game.moves.clone()]);
        all.plies.extend_from_slice(&block.plies[range.clone()]);
        all.scores.extend_from_slice(&block.scores[range.clone()]);
        all.games.push(SampledGame {
            moves: first_move..all.moves.len(),
            rows: first_row..all.plies.len(),
            file: game_rows.file(),
            number: game_rows.number as u32,
            held_out: game_rows.subset == Subset::HeldOut,
            ..*game
        });
        Ok(())
    }

    fn finish(self: Box<Self>, _: &[Arc<str>]) -> Result<Vec<PathBuf>, ExportError> {
        Ok(Vec::new())
    }
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
#[pyo3(signature = (paths, *, keep_captures=false, window=Int(8), quiet_only=false, min_ply=Int(0), min_pieces=Int(0),
    max_pieces=Int(40), min_rating=Int(0),
    results="all", unique=false, games=Int(0), seed=Int(1), holdout=0.1, endgame=None, threads=Threads::ONE))]
#[expect(clippy::too_many_arguments, reason = "each is a keyword")]
pub(crate) fn positions<'py>(
    py: Python<'py>,
    paths: Paths,
    keep_captures: bool,
    window: Int<u32>,
    quiet_only: bool,
    min_ply: Int<u32>,
    min_pieces: Int<u32>,
    max_pieces: Int<u32>,
    min_rating: Int<u32>,
    results: &str,
    unique: bool,
    games: Int<u64>,
    seed: Int<u64>,
    holdout: f64,
    endgame: Option<&Tablebase>,
    threads: Threads,
) -> PyResult<Bound<'py, PyDict>> {
    let filter = Filter {
        forced_captures: !keep_captures,
        window: window.0,
        unquiet: quiet_only,
        min_ply: min_ply.0,
        min_pieces: min_pieces.0,
        max_pieces: max_pieces.0,
    };
    let selection =
        Selection { min_rating: min_rating.0, results: results_named(results)?, unique };
    let samples = SampleFilter { filter, selection };
    let (Int(seed), Int(games)) = (seed, games);
    let plan = ExportPlan { samples, seed, holdout, games, content: Content::Boards };
    let files = paths.files()?;
    let (stop, mut faults) = (StopFlag::new(), Vec::new());
    let sampled = worker::run(
        py,
        &stop,
        |faults| {
            let source = PdnFiles { files: &files, threads: threads.number() };
            let tables = endgame.map(|tables| tables.endgame().tables());
            sample(&Labelled { source: &source, tables }, &plan, &stop, &faults)
        },
        |_, fault: String| {
            faults.push(fault);
            Ok(())
        },
    )?;
    faults.iter().try_for_each(|fault| warn(py, fault))?;
    arrays(py, &sampled?, threads)
}

fn sample(
    source: &impl Source,
    plan: &ExportPlan,
    stop: &StopFlag,
    faults: &Sender<String>,
) -> PyResult<Sampled> {
    let mut sampled = Sampled::new(&plan.content);
    sampled.reserve(source.size().unwrap_or(0));
    export(source, plan, Box::new(Collector(&mut sampled)), &mut |event| {
        if let Event::Fault(fault) = event {
            // A caller that was interrupted does not listen any more.
            let _ = faults.send(fault.to_string());
        }
        if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .map_err(refused)?;
    Ok(sampled)
}

fn refused(error: ExportError) -> PyErr {
    match error {
        ExportError::Nothing { why } => {
            PyValueError::new_err(format!("no position is kept; {why}"))
        }
        error => raised(error),
    }
}

/// Some rows of the arrays that replaying fills; the first is that of the first of the games.
struct Rows<'a> {
    boards: &'a mut [[u64; 4]],
    next: &'a mut [[u64; 4]],
    turn: &'a mut [bool],
    moves: &'a mut [u8],
    result: &'a mut [i8],
    file: &'a mut [u32],
    game: &'a mut [u32],
    held_out: &'a mut [bool],
}

impl<'a> Rows<'a> {
    /// Takes the first rows away.
    fn split_off(&mut self, rows: usize) -> Rows<'a> {
        fn first<'a, T>(values: &mut &'a mut [T], count: usize) -> &'a mut [T] {
            values.split_off_mut(..count).unwrap_or_default()
        }
        Rows {
            boards: first(&mut self.boards, rows),
            next: first(&mut self.next, rows),
            turn: first(&mut self.turn, rows),
            moves: first(&mut self.moves, rows),
            result: first(&mut self.result, rows),
            file: first(&mut self.file, rows),
            game: first(&mut self.game, rows),
            held_out: first(&mut self.held_out, rows),
        }
    }

    fn fill(&mut self, sampled: &Sampled, games: &[SampledGame]) {
        let first = games.first().map_or(0, |game| game.rows.start);
        let mut list = MoveList::new();
        for game in games {
            let rows = game.rows.start - first..game.rows.end - first;
            self.result[rows.clone()].fill(game.result);
            self.file[rows.clone()].fill(game.file);
            self.game[rows.clone()].fill(game.number);
            self.held_out[rows.clone()].fill(game.held_out);
            let moves = &sampled.moves[game.moves.clone()];
            let (mut at, mut position, mut board) = (0, game.start, game.start.words());
            for (row, &ply) in rows.zip(&sampled.plies[game.rows.clone()]) {
                if at < ply as usize {
                    moves[at..ply as usize].iter().for_each(|mv| position = position.succ(*mv));
                    (at, board) = (ply as usize, position.words());
                }
                self.boards[row] = board;
                self.turn[row] = position.turn() == Color::White;
                self.moves[row] = NO_MOVE;
                if let Some(&mv) = moves.get(at) {
                    self.moves[row] = move_index(&position, mv, &mut list);
                    position = position.succ(mv);
                    (at, board) = (at + 1, position.words());
                    self.next[row] = board;
                }
            }
        }
    }
}

fn words_of(py: Python<'_>, rows: usize) -> PyResult<Bound<'_, PyArray2<u64>>> {
    zeros(py, (rows, 4))
}

fn column<T: Element>(py: Python<'_>, rows: usize) -> PyResult<Bound<'_, PyArray1<T>>> {
    zeros(py, rows)
}

/// The games that a thread replays at a time.
const GAMES: usize = 64;

fn arrays<'py>(
    py: Python<'py>,
    sampled: &Sampled,
    threads: Threads,
) -> PyResult<Bound<'py, PyDict>> {
    let rows = sampled.plies.len();
    let (boards, next) = (words_of(py, rows)?, words_of(py, rows)?);
    let (turn, held_out) = (column::<bool>(py, rows)?, column::<bool>(py, rows)?);
    let (file, game) = (column::<u32>(py, rows)?, column::<u32>(py, rows)?);
    let (moves, result) = (column::<u8>(py, rows)?, column::<i8>(py, rows)?);
    {
        let (mut boards, mut next) = (boards.try_readwrite()?, next.try_readwrite()?);
        let (mut turn, mut held_out) = (turn.try_readwrite()?, held_out.try_readwrite()?);
        let (mut file, mut game) = (file.try_readwrite()?, game.try_readwrite()?);
        let (mut moves, mut result) = (moves.try_readwrite()?, result.try_readwrite()?);
        let mut others = Rows {
            boards: boards.as_slice_mut()?.as_chunks_mut().0,
            next: next.as_slice_mut()?.as_chunks_mut().0,
            turn: turn.as_slice_mut()?,
            moves: moves.as_slice_mut()?,
            result: result.as_slice_mut()?,
            file: file.as_slice_mut()?,
            game: game.as_slice_mut()?,
            held_out: held_out.as_slice_mut()?,
        };
        py.detach(|| {
            let jobs = sampled.games.chunks(GAMES).map(|games| {
                let count = games.iter().map(|game| game.rows.len()).sum();
                (games, others.split_off(count))
            });
            let fill = |(games, mut rows): (&[SampledGame], Rows<'_>)| rows.fill(sampled, games);
            if threads == Threads::ONE {
                jobs.for_each(fill);
                return Ok(());
            }
            let jobs: Vec<_> = jobs.collect();
            threads.in_pool(|| jobs.into_par_iter().for_each(fill))
        })?;
    }
    let arrays = PyDict::new(py);
    arrays.set_item("boards", boards)?;
    arrays.set_item("turn", turn)?;
    arrays.set_item("ply", PyArray1::from_slice(py, &sampled.plies))?;
    arrays.set_item("result", result)?;
    arrays.set_item("score", PyArray1::from_slice(py, &sampled.scores))?;
    arrays.set_item("move", moves)?;
    arrays.set_item("next", next)?;
    arrays.set_item("file", file)?;
    arrays.set_item("game", game)?;
    arrays.set_item("held_out", held_out)?;
    Ok(arrays)
}
