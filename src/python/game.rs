//! Games of databases, with what is written beside their moves.

use draughts_td::board::{self, Position, fen};
use draughts_td::game::{self, comments, glyphs, variations};
use draughts_td::pdn::{self, GameText, Outcome, decode, tag_text};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arguments::{Int, List};
use crate::board::Board;
use crate::error::value_error;
use crate::moves::Move;

/// Texts, each with the plies before it.
type Remarks = Vec<(usize, String)>;

/// Another continuation from a place of a line of moves.
#[pyclass(frozen, get_all, module = "draughts_td")]
#[derive(Clone)]
pub(crate) struct Variation {
    /// The plies of the line that come before it.
    ply: usize,
    moves: Vec<Move>,
    /// Comments, each with the plies of this variation before it.
    comments: Remarks,
    /// What is thought of its moves, each with the plies of this variation up to and with its move.
    glyphs: Remarks,
    variations: Vec<Variation>,
}

/// The variations of a line that begins with a position.
fn beside(start: &Position, line: &[board::Move], found: Vec<pdn::Variation>) -> Vec<Variation> {
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

fn owned(glyphs: Vec<(usize, &str)>) -> Remarks {
    glyphs.into_iter().map(|(ply, sign)| (ply, sign.to_owned())).collect()
}

#[pymethods]
impl Variation {
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
        comments: List<(usize, String)>,
        glyphs: List<(usize, String)>,
        variations: List<PyRef<'_, Variation>>,
    ) -> Variation {
        Variation {
            ply: ply.0,
            moves: moves.0.iter().map(|mv| **mv).collect(),
            comments: comments.0,
            glyphs: glyphs.0,
            variations: variations.0.iter().map(|variation| (*variation).clone()).collect(),
        }
    }
}

/// A game of a database: tags, moves and result, and what is written beside the moves.
#[pyclass(frozen, module = "draughts_td")]
#[derive(Clone)]
pub(crate) struct Game {
    tags: Vec<(String, String)>,
    start: Position,
    moves: Vec<board::Move>,
    /// The comments, each with the plies before it.
    #[pyo3(get)]
    comments: Remarks,
    /// What is thought of moves, `!` or `??`, each with the plies up to and with its move.
    #[pyo3(get)]
    glyphs: Remarks,
    #[pyo3(get)]
    variations: Vec<Variation>,
    #[pyo3(get)]
    result: String,
    #[pyo3(get)]
    file: String,
    #[pyo3(get)]
    line: u64,
    #[pyo3(get)]
    number: u64,
}

impl Game {
    pub(crate) fn of(text: &GameText<'_>, game: &game::Game) -> Game {
        let (place, main) = (text.place(), game.main());
        let tag = |(name, value)| (decode(name).into_owned(), tag_text(value).into_owned());
        // Plies before the last setup are no part of the game that is handed on.
        let earlier = game.plies() - main.moves.len();
        let comments = comments(text, game).into_iter();
        let glyphs = glyphs(text, game).into_iter();
        let glyphs = glyphs.filter_map(|(ply, sign)| Some((ply.checked_sub(earlier)?, sign)));
        let start = main.positions.first().copied().unwrap_or_else(Position::start);
        Game {
            tags: text.tags().map(tag).collect(),
            start,
            moves: main.moves.to_vec(),
            comments: comments.map(|(ply, text)| (ply.saturating_sub(earlier), text)).collect(),
            glyphs: owned(glyphs.filter(|(ply, _)| *ply > 0).collect()),
            variations: beside(&start, main.moves, variations(text, game)),
            result: game.outcome().pdn().into(),
            file: place.file.to_string(),
            line: place.line,
            number: place.game,
        }
    }

    /// The same game, with the number that it has in its file behind so many others.
    pub(crate) fn after_games(self, games: u64) -> Game {
        Game { number: self.number + games, ..self }
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
        Move::line(&self.start, &self.moves)
    }

    /// The board after so many plies with the moves before it, after the last one unless another is asked for.
    #[pyo3(signature = (ply=None))]
    fn board(&self, ply: Option<Int<i64>>) -> PyResult<Board> {
        let plies = self.moves.len();
        let ply = ply.map_or(Some(plies), |Int(ply)| usize::try_from(ply).ok());
        let moves = ply.and_then(|ply| self.moves.get(..ply));
        let refusal = || PyIndexError::new_err(format!("give a ply from 0 to {plies}"));
        let mut board = Board::at(self.start);
        moves.ok_or_else(refusal)?.iter().for_each(|&mv| board.play(mv));
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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (restore, own) = (slf.get_type().getattr("_restore")?, slf.get().clone());
        let beside = (own.comments, own.glyphs, own.variations);
        let moves = Move::line(&own.start, &own.moves);
        let place = (own.file, own.line, own.number);
        let state = (own.tags, fen::write(&own.start), moves, beside, own.result, place);
        (restore, state).into_pyobject(slf.py())
    }

    #[staticmethod]
    #[allow(clippy::type_complexity)]
    fn _restore(
        tags: List<(String, String)>,
        start: &str,
        moves: List<Bound<'_, PyAny>>,
        beside: (List<(usize, String)>, List<(usize, String)>, List<PyRef<'_, Variation>>),
        result: String,
        place: (String, u64, u64),
    ) -> PyResult<Game> {
        let start = fen::read(start).map_err(value_error)?;
        let mut board = Board::at(start);
        let legal = |mv: &Bound<'_, PyAny>| -> PyResult<board::Move> {
            let mv = board.legal(mv)?;
            board.play(mv);
            Ok(mv)
        };
        let moves = moves.0.iter().map(legal).collect::<PyResult<_>>()?;
        let (List(comments), List(glyphs), List(variations)) = beside;
        let variations = variations.iter().map(|variation| (*variation).clone()).collect();
        let result = Outcome::from_tag(result.as_bytes()).pdn().into();
        let (file, line, number) = place;
        let tags = tags.0;
        Ok(Game { tags, start, moves, comments, glyphs, variations, result, file, line, number })
    }
}
