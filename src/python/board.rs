use draughts_td::board::actions::{self, ACTIONS};
use draughts_td::board::{
    self, Color, DrawRule, History, MoveList, Piece, Position, Square, fen, legal_moves, perft,
};
use draughts_td::diagram::Diagram;
use draughts_td::player::GameState;
use draughts_td::protocol::{MoveError, MoveText};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyIndexError, PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::IllegalMoveError;
use crate::arguments::{Int, List};
use crate::interrupt::Signals;
use crate::moves::{Move, with_list};
use crate::position_array::color;
use crate::text;

/// How a game ended: `winner` is `WHITE`, `BLACK`, or `None` for a draw.
#[pyclass(frozen, module = "draughts_td", get_all)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub winner: Option<bool>,
    /// `no_moves`, `repetition`, `king_moves`, `three_against_one` or `two_against_one`.
    pub reason: &'static str,
}

#[pymethods]
impl Outcome {
    /// `2-0`, `0-2` or `1-1`, as PDN of draughts has it.
    fn result(&self) -> &'static str {
        match self.winner {
            Some(true) => "2-0",
            Some(false) => "0-2",
            None => "1-1",
        }
    }

    fn __repr__(&self) -> String {
        format!(
            "Outcome(winner={}, reason='{}')",
            self.winner.map_or("None", python_bool),
            self.reason
        )
    }
}

const fn python_bool(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

const fn rule_name(rule: DrawRule) -> &'static str {
    match rule {
        DrawRule::Repetition => "repetition",
        DrawRule::KingMoves => "king_moves",
        DrawRule::ThreeAgainstOne => "three_against_one",
        DrawRule::TwoAgainstOne => "two_against_one",
    }
}

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
        if !self.is_legal(mv) {
            let reason = board::refusal(&self.position, mv.mv.from(), mv.mv.to());
            return Err(IllegalMoveError::new_err(format!("{mv}: {reason}")));
        }
        Ok(mv.mv)
    }

    fn find(&self, text: &str) -> PyResult<board::Move> {
        let illegal = |reason: String| IllegalMoveError::new_err(format!("{text}: {reason}"));
        let written: MoveText =
            text.trim().parse().map_err(|error: MoveError| illegal(error.to_string()))?;
        match written.find(&self.position) {
            Ok((mv, _)) => Ok(mv),
            Err(MoveError::Illegal { .. }) => {
                Err(illegal(board::refusal(&self.position, written.from, written.to)))
            }
            Err(error) => Err(illegal(error.to_string())),
        }
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen=None))]
    fn new(fen: Option<&str>) -> PyResult<Board> {
        let Some(text) = fen else { return Ok(Board::at(Position::start())) };
        fen::read(text)
            .map(Board::at)
            .map_err(|error| PyValueError::new_err(format!("{text}: {error}")))
    }

    #[getter]
    pub(crate) fn turn(&self) -> bool {
        self.position.turn() == Color::White
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

    fn is_legal(&self, mv: &Move) -> bool {
        with_list(|list| self.position.place_of(mv.mv, list)).is_some()
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

    /// `w` or `b` for a man, `W` or `B` for a king, `None` for an empty square.
    fn piece_at(&self, square: Int<i64>) -> PyResult<Option<char>> {
        let Int(square) = square;
        let square = u8::try_from(square).ok().and_then(Square::new).ok_or_else(|| {
            PyValueError::new_err(format!("{square} is no square; they are 1 to 50"))
        })?;
        Ok(self.position.at(square).map(|(color, piece)| match (color, piece) {
            (Color::White, Piece::Man) => 'w',
            (Color::White, Piece::King) => 'W',
            (Color::Black, Piece::Man) => 'b',
            (Color::Black, Piece::King) => 'B',
        }))
    }

    /// White's men, White's kings, Black's men and Black's kings; bit 0 is square 1.
    #[getter]
    fn bitboards(&self) -> [u64; 4] {
        self.position.words()
    }

    /// The action of a legal move: a number below `ACTIONS`.
    fn action(&self, mv: &Bound<'_, PyAny>) -> PyResult<usize> {
        let mv = self.legal(mv)?;
        let legal = MoveList::legal(&self.position);
        let index = legal.iter().position(|other| *other == mv);
        index.and_then(|index| actions::of_index(&legal, index)).ok_or_else(|| {
            PyValueError::new_err(format!("{mv}: too many moves with these ends come before it"))
        })
    }

    /// The legal move of an action.
    fn move_of(&self, action: Int<i64>) -> PyResult<Move> {
        let (legal, Int(action)) = (MoveList::legal(&self.position), action);
        let index = actions::index(&legal, action);
        let illegal = || IllegalMoveError::new_err(actions::refusal(&self.position, action));
        index.map(|index| Move::among(legal[index], &legal)).ok_or_else(illegal)
    }

    /// Which actions are legal.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; ACTIONS];
        actions::all(&MoveList::legal(&self.position)).for_each(|action| mask[action] = true);
        mask.into_pyarray(py)
    }

    fn perft(&self, py: Python<'_>, depth: Int<u8>) -> PyResult<u64> {
        let (position, mut signals) = (self.position, Signals::default());
        let go_on = || perft::perft_while(&position, depth.0, &mut || signals.go_on());
        match py.detach(go_on) {
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
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Board>().is_ok_and(|other| other.borrow().position == self.position)
    }

    fn __hash__(&self) -> u64 {
        board::Key::of(&self.position).bits()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let board = slf.borrow();
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
