//! A board: a position with the moves that led to it.

use std::fmt::Display;

use draughts_td::board::{self, Bitboard, Color, History, Position, fen, legal_moves, perft};
use draughts_td::diagram::Diagram;
use draughts_td::player::GameState;
use draughts_td::protocol::{MoveError, MoveText};
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::IllegalMoveError;
use crate::arguments::{Int, List};
use crate::error::value_error;
use crate::interrupt::Signals;
use crate::moves::{Move, square, with_list};
use crate::numbering::{Numbering, Space};
use crate::outcome::{Outcome, draw_counts, rule_name};
use crate::pieces;
use crate::position_array::color;
use crate::text;

/// A position with the moves that led to it, so that the draw rules can be counted.
#[pyclass(module = "draughts_td")]
#[derive(Clone)]
pub(crate) struct Board {
    pub position: Position,
    history: History,
    stack: Vec<(Position, board::Move)>,
}

impl Board {
    pub(crate) fn at(position: Position) -> Board {
        Board { position, history: History::new(&position), stack: Vec::new() }
    }

    fn start(&self) -> Position {
        self.stack.first().map_or(self.position, |(start, _)| *start)
    }

    pub(crate) fn play(&mut self, mv: board::Move) {
        let after = self.position.succ(mv);
        self.history.push(&self.position, mv, &after);
        self.stack.push((self.position, mv));
        self.position = after;
    }

    /// The game that led here.
    pub(crate) fn game(&self) -> GameState {
        let mut game = GameState::new(self.start());
        self.stack.iter().for_each(|(_, mv)| game.play(*mv));
        game
    }

    pub(crate) fn is_over(&self) -> bool {
        !self.position.has_moves() || self.history.draw().is_some()
    }

    pub(crate) fn of_game(game: &GameState) -> Board {
        let mut board = Board::at(*game.start());
        game.moves().iter().for_each(|mv| board.play(*mv));
        board
    }

    /// A legal move, given as a `Move` or as text.
    pub(crate) fn legal(&self, mv: &Bound<'_, PyAny>) -> PyResult<board::Move> {
        let mv = match mv.cast::<Move>() {
            Ok(mv) => mv.get(),
            Err(other) => {
                let text = mv.extract::<&str>().map_err(|_| other)?;
                return self.find(text);
            }
        };
        if with_list(|list| self.position.place_of(mv.mv, list)).is_none() {
            let reason = board::refusal(&self.position, mv.mv.from(), mv.mv.to());
            return Err(IllegalMoveError::new_err(format!("{mv}: {reason}")));
        }
        Ok(mv.mv)
    }

    fn find(&self, text: &str) -> PyResult<board::Move> {
        let written = text.trim().parse::<MoveText>();
        let written = written.map_err(|error| illegal(&text, &error))?;
        self.find_written(&written)
    }

    fn find_written(&self, written: &MoveText) -> PyResult<board::Move> {
        match written.find(&self.position) {
            Ok((mv, _)) => Ok(mv),
            Err(MoveError::Illegal { .. }) => {
                let reason = board::refusal(&self.position, written.from, written.to);
                Err(illegal(written, &reason))
            }
            Err(error) => Err(illegal(written, &error)),
        }
    }
}

fn illegal(written: &dyn Display, reason: &dyn Display) -> PyErr {
    IllegalMoveError::new_err(format!("{written}: {reason}"))
}

/// The position of a FEN; that of the start of a game by `start` or without a text.
pub(crate) fn position_of(fen: Option<&str>) -> PyResult<Position> {
    match fen.map(str::trim) {
        None | Some("start") => Ok(Position::start()),
        Some(text) => fen::read(text).map_err(|error| value_error(format!("{text}: {error}"))),
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen=None))]
    fn new(fen: Option<&str>) -> PyResult<Board> {
        position_of(fen).map(Board::at)
    }

    /// A board without pieces, White to move.
    #[staticmethod]
    fn empty() -> PyResult<Board> {
        pieces::none().map(Board::at)
    }

    /// Sets the position of a FEN, without moves before it.
    fn set_fen(&mut self, fen: &str) -> PyResult<()> {
        *self = position_of(Some(fen)).map(Board::at)?;
        Ok(())
    }

    /// Sets the start of a game.
    fn reset(&mut self) {
        *self = Board::at(Position::start());
    }

    /// Takes all pieces away; White is to move.
    fn clear(&mut self) -> PyResult<()> {
        *self = Board::empty()?;
        Ok(())
    }

    #[getter]
    pub(crate) fn turn(&self) -> bool {
        self.position.turn() == Color::White
    }

    /// Gives the move to a side, without moves before it.
    #[setter]
    fn set_turn(&mut self, side: bool) -> PyResult<()> {
        *self = pieces::with_turn(&self.position, color(side)).map(Board::at)?;
        Ok(())
    }

    /// Puts a piece on a square, or takes that away which is there; the moves before it are forgotten.
    #[pyo3(signature = (square, piece))]
    fn set_piece_at(&mut self, square: Int<i64>, piece: Option<char>) -> PyResult<()> {
        *self =
            pieces::with_piece(&self.position, self::square(square.0)?, piece).map(Board::at)?;
        Ok(())
    }

    /// Takes the piece of a square away and returns it.
    fn remove_piece_at(&mut self, square: Int<i64>) -> PyResult<Option<char>> {
        let found = pieces::at(&self.position, self::square(square.0)?);
        self.set_piece_at(square, None)?;
        Ok(found)
    }

    /// The pieces by their squares.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for square in self.position.occupied() {
            map.set_item(square.number(), pieces::at(&self.position, square))?;
        }
        Ok(map)
    }

    /// The board turned by 180 degrees with the colours swapped, without moves before it.
    fn mirror(&self) -> Board {
        Board::at(self.position.mirrored())
    }

    /// Why no game can be played from here, if so.
    fn status(&self) -> Option<String> {
        pieces::fault(&self.position)
    }

    /// Whether a game can be played from here.
    fn is_valid(&self) -> bool {
        self.status().is_none()
    }

    fn fen(&self) -> String {
        fen::write(&self.position)
    }

    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        with_list(|legal| {
            legal_moves(&self.position, legal);
            PyList::new(py, legal.iter().map(|&mv| Move::among(mv, legal)))
        })
    }

    /// Whether the side to move may play a move, given as a `Move` or as text.
    fn is_legal(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        match self.legal(mv) {
            Ok(_) => Ok(true),
            Err(error) if error.is_instance_of::<IllegalMoveError>(mv.py()) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Whether a legal move captures.
    fn is_capture(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.legal(mv).map(board::Move::is_capture)
    }

    /// The legal move between two squares.
    fn find_move(&self, from_square: Int<i64>, to_square: Int<i64>) -> PyResult<Move> {
        let (from, to) = (square(from_square.0)?, square(to_square.0)?);
        let captured = (!self.position.must_capture()).then_some(Bitboard::EMPTY);
        let mv = self.find_written(&MoveText { from, to, captured })?;
        Ok(Move::at(&self.position, mv))
    }

    /// Plays a legal move, given as a `Move` or as text.
    fn push(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = self.legal(mv)?;
        self.play(mv);
        Ok(())
    }

    fn pop(&mut self) -> PyResult<Move> {
        let (before, mv) =
            self.stack.pop().ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        self.history.pop();
        self.position = before;
        Ok(Move::at(&self.position, mv))
    }

    fn parse_move(&self, text: &str) -> PyResult<Move> {
        self.find(text).map(|mv| Move::at(&self.position, mv))
    }

    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.stack.iter().map(|(before, mv)| Move::at(before, *mv)).collect()
    }

    #[getter]
    fn ply(&self) -> usize {
        self.stack.len()
    }

    /// The last move.
    fn peek(&self) -> PyResult<Move> {
        let last = self.stack.last().map(|(before, mv)| Move::at(before, *mv));
        last.ok_or_else(|| PyIndexError::new_err("no move was played on this board"))
    }

    /// The board before the first move.
    fn root(&self) -> Board {
        Board::at(self.start())
    }

    /// `2-0`, `0-2`, `1-1`, or `*` before the end.
    fn result(&self) -> &'static str {
        self.outcome().map_or("*", |outcome| outcome.result())
    }

    /// Whether the position is on the board for the third time, or for another.
    #[pyo3(signature = (count=Int(3)))]
    fn is_repetition(&self, count: Int<u32>) -> bool {
        self.history.occurrences() >= count.0 as usize
    }

    /// The plies since a man moved or a piece was captured.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        draw_counts(&self.history)[1]
    }

    /// The number of the move, from 1; it grows after a move of Black.
    #[getter]
    fn fullmove_number(&self) -> usize {
        let black_began = usize::from(self.start().turn() == Color::Black);
        (self.stack.len() + black_began) / 2 + 1
    }

    fn zobrist_hash(&self) -> u64 {
        board::Key::of(&self.position).bits()
    }

    /// Moves from here with their numbers: `1. 32-28 19-23 2. 28x19`.
    fn variation_text(&self, moves: List<Bound<'_, PyAny>>) -> PyResult<String> {
        let (mut board, mut words) = (self.clone(), Vec::new());
        for mv in &moves.0 {
            let mv = board.legal(mv)?;
            match (board.turn(), words.is_empty()) {
                (true, _) => words.push(format!("{}.", board.fullmove_number())),
                (false, true) => words.push(format!("{}...", board.fullmove_number())),
                (false, false) => {}
            }
            words.push(Move::at(&board.position, mv).to_string());
            board.play(mv);
        }
        Ok(words.join(" "))
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.position.has_moves() {
            return Some(Outcome { winner: Some(!self.turn()), reason: "no_moves" });
        }
        self.history.draw().map(|rule| Outcome { winner: None, reason: rule_name(rule) })
    }

    fn is_game_over(&self) -> bool {
        self.is_over()
    }

    /// How often the position has stood on the board, this time included.
    fn occurrences(&self) -> usize {
        self.history.occurrences()
    }

    /// The counts of FMJD articles 6.2 to 6.4 that run, each with the plies left of it.
    fn draw_counters(&self) -> Vec<(&'static str, u32)> {
        self.history.running().into_iter().map(|(rule, left)| (rule_name(rule), left)).collect()
    }

    #[getter]
    fn must_capture(&self) -> bool {
        self.position.must_capture()
    }

    fn men(&self, side: bool) -> Vec<u32> {
        self.position.men(color(side)).into_iter().map(|square| square.number().into()).collect()
    }

    fn kings(&self, side: bool) -> Vec<u32> {
        self.position.kings(color(side)).into_iter().map(|square| square.number().into()).collect()
    }

    /// The squares of a side's men and kings.
    fn pieces(&self, side: bool) -> Vec<u32> {
        self.position.pieces(color(side)).into_iter().map(|square| square.number().into()).collect()
    }

    /// `w` or `b` for a man, `W` or `B` for a king, `None` for an empty square.
    fn piece_at(&self, square: Int<i64>) -> PyResult<Option<char>> {
        Ok(pieces::at(&self.position, self::square(square.0)?))
    }

    /// White's men, White's kings, Black's men and Black's kings; bit 0 is square 1.
    #[getter]
    fn bitboards(&self) -> [u64; 4] {
        self.position.words()
    }

    /// The action of a legal move.
    #[pyo3(signature = (mv, *, space=Space::SQUARE, turned=false))]
    fn action(&self, mv: &Bound<'_, PyAny>, space: Space, turned: bool) -> PyResult<usize> {
        let mv = self.legal(mv)?;
        Numbering { space, turned }.action(&self.position, mv).ok_or_else(|| {
            let text = MoveText::from(mv);
            PyValueError::new_err(format!("{text}: too many moves like this come before it"))
        })
    }

    /// The legal move of an action.
    #[pyo3(signature = (action, *, space=Space::SQUARE, turned=false))]
    fn move_of(&self, action: Int<i64>, space: Space, turned: bool) -> PyResult<Move> {
        let mv = Numbering { space, turned }.move_of(&self.position, action.0);
        mv.map(|mv| Move::at(&self.position, mv)).map_err(IllegalMoveError::new_err)
    }

    /// Which actions are legal.
    #[pyo3(signature = (*, space=Space::SQUARE, turned=false))]
    fn action_mask<'py>(
        &self,
        py: Python<'py>,
        space: Space,
        turned: bool,
    ) -> Bound<'py, PyArray1<bool>> {
        Numbering { space, turned }.mask(py, &self.position)
    }

    fn perft(slf: &Bound<'_, Self>, depth: Int<u8>) -> PyResult<u64> {
        let (position, mut signals) = (slf.try_borrow()?.position, Signals::default());
        let may_continue =
            || perft::perft_while(&position, depth.0, &mut || signals.may_continue());
        match slf.py().detach(may_continue) {
            Some(count) => Ok(count),
            None => Err(signals.raised().unwrap_or_else(|| PyKeyboardInterrupt::new_err(()))),
        }
    }

    fn copy(&self) -> Board {
        self.clone()
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }

    /// Whether the positions are the same; the moves before them do not count.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Board>() else { return Ok(false) };
        Ok(other.try_borrow()?.position == self.position)
    }

    fn __hash__(&self) -> u64 {
        self.zobrist_hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let board = slf.try_borrow()?;
        let moves: Vec<String> =
            board.stack.iter().map(|(_, mv)| MoveText::from(*mv).to_string()).collect();
        let restore = slf.get_type().getattr("_restore")?;
        (restore, (fen::write(&board.start()), moves)).into_pyobject(py)
    }

    #[staticmethod]
    fn _restore(fen: &str, moves: List<String>) -> PyResult<Board> {
        let mut board = Board::new(Some(fen))?;
        for text in moves.0 {
            let mv = board.find(&text)?;
            board.play(mv);
        }
        Ok(board)
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.fen())
    }

    fn __str__(&self) -> String {
        text::diagram(&self.position)
    }

    fn _repr_svg_(&self) -> String {
        let last = self.stack.last().map(|(_, mv)| [mv.from(), mv.to()]);
        let marked = last.into_iter().flatten().collect();
        Diagram { numbers: true, marked, ..Diagram::of(self.position) }.svg()
    }
}
