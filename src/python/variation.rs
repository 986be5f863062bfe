//! Other continuations of a game.

use draughts_td::board::{self, MoveList, Position};
use draughts_td::pdn;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::IllegalMoveError;
use crate::arguments::{Int, List};
use crate::error::value_error;
use crate::moves::Move;

/// Texts, each with the plies before it.
pub(crate) type Remarks = Vec<(usize, String)>;

/// Such texts as they are given.
pub(crate) type GivenRemarks = List<(Int<usize>, String)>;

pub(crate) fn remarks(given: GivenRemarks) -> Remarks {
    given.0.into_iter().map(|(ply, text)| (ply.0, text)).collect()
}

/// Another continuation from a place of a line of moves.
#[pyclass(frozen, get_all, module = "draughts_td")]
#[derive(Clone)]
pub(crate) struct Variation {
    /// The plies of the line that come before it.
    pub(crate) ply: usize,
    pub(crate) moves: Vec<Move>,
    /// Comments, each with the plies of this variation before it.
    pub(crate) comments: Remarks,
    /// What is thought of its moves, each with the plies of this variation up to and with its move.
    pub(crate) glyphs: Remarks,
    pub(crate) variations: Vec<Variation>,
}

/// The variations of a line that begins with a position.
pub(crate) fn beside(
    start: &Position,
    line: &[board::Move],
    found: Vec<pdn::Variation>,
) -> Vec<Variation> {
    let of = |variation: pdn::Variation| {
        let moves = line[..variation.before].iter();
        let from = moves.fold(*start, |position, &mv| position.succ(mv));
        Variation {
            ply: variation.before,
            moves: Move::line(&from, &variation.moves),
            comments: variation.comments,
            glyphs: owned(variation.glyphs),
            variations: beside(&from, &variation.moves, variation.variations),
        }
    };
    found.into_iter().map(of).collect()
}

pub(crate) fn owned(glyphs: Vec<(usize, &str)>) -> Remarks {
    glyphs.into_iter().map(|(ply, sign)| (ply, sign.to_owned())).collect()
}

/// The signs of moves as PDN has them, each of a move of a line.
pub(crate) fn signs(glyphs: &Remarks, plies: usize) -> PyResult<Vec<(usize, &'static str)>> {
    let sign = |(ply, text): &(usize, String)| {
        if !(1..=plies).contains(ply) {
            let text = format!("glyphs: {text} is after ply {ply}; the moves are 1 to {plies}");
            return Err(value_error(text));
        }
        let known = pdn::glyph(text.as_bytes());
        let unknown =
            || format!("glyphs: {text} is no glyph; they are ! ? !! ?? !? ?! and $1 to $255");
        known.map(|sign| (*ply, sign)).ok_or_else(|| value_error(unknown()))
    };
    glyphs.iter().map(sign).collect()
}

/// Fails for a comment beyond the moves of a line.
pub(crate) fn check_comments(comments: &Remarks, plies: usize) -> PyResult<()> {
    match comments.iter().find(|(ply, _)| *ply > plies) {
        None => Ok(()),
        Some((ply, _)) => Err(value_error(format!(
            "comments: there are {plies} plies, and one is after ply {ply}"
        ))),
    }
}

/// The variations of a line as the writer takes them; every move must be legal.
pub(crate) fn written(
    start: &Position,
    line: &[board::Move],
    variations: &[Variation],
) -> PyResult<Vec<pdn::Variation>> {
    let each = |variation: &Variation| {
        let before = line.get(..variation.ply).filter(|before| before.len() < line.len());
        let absent =
            || value_error(format!("variations: there is no move after ply {}", variation.ply));
        let from = before.ok_or_else(absent)?.iter().fold(*start, |at, &mv| at.succ(mv));
        let moves = legal_moves_of(&from, &variation.moves)?;
        check_comments(&variation.comments, moves.len())?;
        Ok(pdn::Variation {
            before: variation.ply,
            comments: variation.comments.clone(),
            glyphs: signs(&variation.glyphs, moves.len())?,
            variations: written(&from, &moves, &variation.variations)?,
            moves,
        })
    };
    variations.iter().map(each).collect()
}

fn legal_moves_of(from: &Position, moves: &[Move]) -> PyResult<Vec<board::Move>> {
    let (mut position, mut list) = (*from, MoveList::new());
    let legal = |mv: &Move| {
        if position.place_of(mv.mv, &mut list).is_none() {
            let reason = board::refusal(&position, mv.mv.from(), mv.mv.to());
            return Err(IllegalMoveError::new_err(format!("{mv}: {reason}")));
        }
        position = position.succ(mv.mv);
        Ok(mv.mv)
    };
    moves.iter().map(legal).collect()
}

#[pymethods]
impl Variation {
    #[new]
    #[pyo3(signature = (ply, moves, *, comments=None, glyphs=None, variations=None))]
    fn new(
        ply: Int<usize>,
        moves: List<PyRef<'_, Move>>,
        comments: Option<GivenRemarks>,
        glyphs: Option<GivenRemarks>,
        variations: Option<List<PyRef<'_, Variation>>>,
    ) -> Variation {
        let comments = comments.unwrap_or(List(Vec::new()));
        let glyphs = glyphs.unwrap_or(List(Vec::new()));
        let variations = variations.unwrap_or(List(Vec::new()));
        Variation::_restore(ply, moves, comments, glyphs, variations)
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(Move::to_string).collect();
        format!("<Variation after {} plies: {}>", self.ply, moves.join(" "))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (restore, own) = (slf.get_type().getattr("_restore")?, slf.get().clone());
        let state = (own.ply, own.moves, own.comments, own.glyphs, own.variations);
        (restore, state).into_pyobject(slf.py())
    }

    #[staticmethod]
    fn _restore(
        ply: Int<usize>,
        moves: List<PyRef<'_, Move>>,
        comments: GivenRemarks,
        glyphs: GivenRemarks,
        variations: List<PyRef<'_, Variation>>,
    ) -> Variation {
        Variation {
            ply: ply.0,
            moves: moves.0.iter().map(|mv| **mv).collect(),
            comments: remarks(comments),
            glyphs: remarks(glyphs),
            variations: variations.0.iter().map(|variation| (*variation).clone()).collect(),
        }
    }
}
