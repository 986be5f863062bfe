//! Opening books: the moves of a position.

use std::path::PathBuf;

use draughts_td::book;
use pyo3::prelude::*;

use crate::arguments::Int;
use crate::board::Board;
use crate::error::raised;
use crate::moves::Move;

/// A move of a book, as its side sees it.
#[pyclass(frozen, module = "draughts_td", get_all)]
#[derive(Clone)]
pub(crate) struct BookMove {
    r#move: Move,
    wins: u32,
    draws: u32,
    losses: u32,
    /// The mean score of searches in men; `None` without one.
    score: Option<f64>,
    /// The expected result for its side, from -1 to 1.
    value: f64,
}

#[pymethods]
impl BookMove {
    fn __repr__(&self) -> String {
        format!("<BookMove {} +{} ={} -{}>", self.r#move, self.wins, self.draws, self.losses)
    }
}

/// An opening book.
#[pyclass(frozen, module = "draughts_td")]
pub(crate) struct Book(book::Book);

#[pymethods]
impl Book {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Book> {
        py.detach(|| book::Book::open(&path)).map(Book).map_err(raised)
    }

    /// The moves of a board, the best first.
    fn moves(&self, board: &Board) -> Vec<BookMove> {
        let of = |found: book::ScoredMove| BookMove {
            r#move: Move::at(&board.position, found.book_move.mv),
            wins: found.book_move.wins,
            draws: found.book_move.draws,
            losses: found.book_move.losses,
            score: found.book_move.score(),
            value: found.value,
        };
        self.0.moves(&board.position).into_iter().map(of).collect()
    }

    /// The move to play, drawn by the seed among those that are nearly as good as the best.
    #[pyo3(signature = (board, *, seed=Int(0)))]
    fn choose(&self, board: &Board, seed: Int<u64>) -> Option<Move> {
        let chosen = self.0.choose(&board.position, seed.0);
        chosen.map(|(mv, _)| Move::at(&board.position, mv))
    }

    fn __repr__(&self) -> String {
        format!("<{:?}>", self.0)
    }
}
