use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};

use draughts_td::board::{self, MoveList};
use pyo3::prelude::*;

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
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Move(pub(crate) board::Move);

#[pymethods]
impl Move {
    #[getter]
    fn from_square(&self) -> u8 {
        self.0.from().number()
    }

    #[getter]
    fn to_square(&self) -> u8 {
        self.0.to().number()
    }

    /// The squares of the captured pieces, in order.
    #[getter]
    fn captured(&self) -> Vec<u32> {
        self.0.captured().into_iter().map(|square| square.number().into()).collect()
    }

    #[getter]
    fn is_capture(&self) -> bool {
        self.0.is_capture()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.0)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Move>().is_ok_and(|other| other.get() == self)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}
