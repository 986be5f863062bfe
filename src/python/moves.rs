use std::cell::Cell;
use std::fmt::{self, Display, Formatter};
use std::hash::{DefaultHasher, Hash, Hasher};

use draughts_td::board::{self, Bitboard, MoveList, Position, Square, legal_moves};
use draughts_td::protocol::MoveText;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{Int, List};
use crate::error::value_error;
use crate::numbering::mirrored;

/// Lends a list of moves that is used again. Work that makes objects of Python may come here once more, by a finaliser: it gets a new one.
pub(crate) fn with_list<T>(work: impl FnOnce(&mut MoveList) -> T) -> T {
    thread_local! {
        static LIST: Cell<MoveList> = Cell::default();
    }
    let mut list = LIST.take();
    let done = work(&mut list);
    LIST.set(list);
    done
}

/// A legal move: origin, destination and the captured pieces. Two routes over the same pieces are one move.
#[pyclass(frozen, module = "draughts_td")]
#[derive(Clone, Copy)]
pub(crate) struct Move {
    pub(crate) mv: board::Move,
    /// Whether another legal move has the same ends: the text then names the captured pieces.
    is_ambiguous: bool,
}

impl Move {
    /// A move of a list of legal ones.
    pub(crate) fn among(mv: board::Move, legal: &[board::Move]) -> Move {
        let same = |other: &&board::Move| (other.from(), other.to()) == (mv.from(), mv.to());
        // A single captured piece is between the ends.
        let is_ambiguous = mv.captured().len() > 1 && legal.iter().filter(same).nth(1).is_some();
        Move { mv, is_ambiguous }
    }

    /// A legal move of a position.
    pub(crate) fn at(position: &Position, mv: board::Move) -> Move {
        if mv.captured().len() < 2 {
            return Move { mv, is_ambiguous: false };
        }
        with_list(|legal| {
            legal_moves(position, legal);
            Move::among(mv, legal)
        })
    }

    /// Legal moves, one after another.
    pub(crate) fn line(start: &Position, moves: &[board::Move]) -> Vec<Move> {
        let mut position = *start;
        let each = |&mv: &board::Move| {
            let legal = Move::at(&position, mv);
            position = position.succ(mv);
            legal
        };
        moves.iter().map(each).collect()
    }
}

/// A square by its number.
pub(crate) fn square(number: i64) -> PyResult<Square> {
    let square = u8::try_from(number).ok().and_then(Square::new);
    square.ok_or_else(|| value_error(format!("{number} is no square; they are 1 to 50")))
}

impl Move {
    fn written(text: &str) -> PyResult<Move> {
        let written: MoveText = text.trim().parse().map_err(value_error)?;
        let Some(captured) = written.captured else {
            return Err(value_error(format!(
                "{text} does not name the captured pieces: write {text}x22 if it captures that on 22, or ask Board.parse_move"
            )));
        };
        let mv = board::Move::new(written.from, written.to, captured);
        Ok(Move { mv, is_ambiguous: false })
    }
}

impl Hash for Move {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.mv.hash(hasher);
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.is_ambiguous { MoveText::from(self.mv).fmt(f) } else { self.mv.fmt(f) }
    }
}

#[pymethods]
impl Move {
    /// A move as its text, or as the squares where it starts and ends and those that it captures. Whether it is legal, the board says
    /// that it is given to.
    #[new]
    #[pyo3(signature = (start, to=None, captured=None))]
    fn new(
        start: &Bound<'_, PyAny>,
        to: Option<Int<i64>>,
        captured: Option<List<Int<i64>>>,
    ) -> PyResult<Move> {
        let Some(Int(to)) = to else {
            if captured.is_some() {
                return Err(value_error("to: give the square where the move ends"));
            }
            return Move::written(&start.extract::<String>()?);
        };
        let Int(from) = start.extract::<Int<i64>>()?;
        let captured = captured.map_or_else(Vec::new, |captured| captured.0);
        let captured = captured.into_iter().map(|Int(number)| square(number));
        let captured: Bitboard = captured.collect::<PyResult<Vec<Square>>>()?.into_iter().collect();
        Ok(Move { mv: board::Move::new(square(from)?, square(to)?, captured), is_ambiguous: false })
    }

    /// The move with all captured squares: `32-28`, `28x19x12x13x22`. As text it is this move on every board.
    #[getter]
    fn text(&self) -> String {
        MoveText::from(self.mv).to_string()
    }

    /// The same move on the board of `Board.mirror`.
    fn mirror(&self) -> Move {
        Move { mv: mirrored(self.mv), is_ambiguous: self.is_ambiguous }
    }

    #[getter]
    fn from_square(&self) -> u8 {
        self.mv.from().number()
    }

    #[getter]
    fn to_square(&self) -> u8 {
        self.mv.to().number()
    }

    /// The squares of the captured pieces, in order.
    #[getter]
    fn captured(&self) -> Vec<u32> {
        self.mv.captured().into_iter().map(|square| square.number().into()).collect()
    }

    #[getter]
    fn is_capture(&self) -> bool {
        self.mv.is_capture()
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Move {self}>")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Move>().is_ok_and(|other| other.get().mv == self.mv)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = slf.get_type().getattr("_restore")?;
        let own = slf.get();
        let state = (MoveText::from(own.mv).to_string(), own.is_ambiguous);
        (restore, state).into_pyobject(slf.py())
    }

    /// The move of [`Move::__reduce__`]; whether it is legal, the board says that it is given to.
    #[staticmethod]
    fn _restore(text: &str, is_ambiguous: bool) -> PyResult<Move> {
        let MoveText { from, to, captured } = text.parse().map_err(value_error)?;
        let mv = board::Move::new(from, to, captured.unwrap_or_default());
        Ok(Move { mv, is_ambiguous })
    }
}
