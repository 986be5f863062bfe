//! Games, read and made, with what is written beside their moves.

use draughts_td::board::{self, Position, fen};
use draughts_td::game::{self, Replayer, comments, each_game, glyphs, variations};
use draughts_td::pdn::{
    Clocks, GameSheet, GameText, Outcome, Scan, Terminator, block_of, commands, decode,
    engine_note, tag_text,
};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arguments::{Int, List};
use crate::board::{Board, position_of};
use crate::error::value_error;
use crate::moves::Move;
use crate::variation::{
    GivenRemarks, Remarks, Variation, beside, check_comments, owned, remarks, signs, written,
};

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

    /// The same game, with the number that it has in its file after this number of others.
    pub(crate) fn after_games(self, games: u64) -> Game {
        Game { number: self.number + games, ..self }
    }

    fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(own, _)| own == name);
        tag.map(|(_, value)| value.as_str())
    }

    /// A game without moves.
    fn blank() -> Game {
        Game {
            tags: Vec::new(),
            start: Position::start(),
            moves: Vec::new(),
            comments: Vec::new(),
            glyphs: Vec::new(),
            variations: Vec::new(),
            result: "*".into(),
            file: String::new(),
            line: 0,
            number: 0,
        }
    }

    /// This game with parts of another; what is left out stays.
    fn with(&self, parts: Parts<'_>) -> PyResult<Game> {
        let given = parts.tags.map(|tags| tags.extract::<Vec<(String, String)>>()).transpose()?;
        let named = |name: &str| {
            let tag = given.iter().flatten().find(|(own, _)| own == name);
            tag.map(|(_, value)| value.clone())
        };
        let start = match parts.fen.or_else(|| named("FEN")) {
            None => self.start,
            text => position_of(text.as_deref())?,
        };
        let result = match parts.result.or_else(|| named("Result")) {
            None => self.result.clone(),
            Some(text) => result_of(&text)?,
        };
        let moves = match parts.moves {
            Some(List(moves)) => line_of(start, &moves)?,
            None if start == self.start => self.moves.clone(),
            None => Vec::new(),
        };
        let mut tags = given.unwrap_or_else(|| self.tags.clone());
        tags.retain(|(name, _)| name != "Result" && name != "FEN");
        tags.push(("Result".into(), result.clone()));
        if start != Position::start() {
            tags.push(("FEN".into(), fen::write(&start)));
        }
        let own = self.clone();
        let game = Game {
            comments: parts.comments.map_or(own.comments, remarks),
            glyphs: parts.glyphs.map_or(own.glyphs, remarks),
            variations: parts.variations.map_or(own.variations, |all| {
                all.0.iter().map(|variation| (**variation).clone()).collect()
            }),
            tags,
            start,
            moves,
            result,
            ..own
        };
        game.sheet().map(|_| game)
    }

    /// The game as it is written; an error names what does not fit the moves.
    fn sheet(&self) -> PyResult<GameSheet> {
        const ROSTER: [&str; 8] =
            ["Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType"];
        let [event, site, date, round, white, black, ..] =
            ROSTER.map(|name| self.tag(name).unwrap_or_default().to_owned());
        let others =
            self.tags.iter().filter(|(name, _)| !ROSTER.contains(&name.as_str()) && name != "FEN");
        check_comments(&self.comments, self.moves.len())?;
        Ok(GameSheet {
            event,
            site,
            date,
            round,
            white,
            black,
            outcome: Outcome::from_tag(self.result.as_bytes()),
            tags: others.cloned().collect(),
            start: self.start,
            moves: self.moves.clone(),
            comments: self.comments.clone(),
            glyphs: signs(&self.glyphs, self.moves.len())?,
            variations: written(&self.start, &self.moves, &self.variations)?,
        })
    }
}

/// What a game is made of.
struct Parts<'py> {
    moves: Option<List<Bound<'py, PyAny>>>,
    tags: Option<Bound<'py, PyAny>>,
    fen: Option<String>,
    result: Option<String>,
    comments: Option<GivenRemarks>,
    glyphs: Option<GivenRemarks>,
    variations: Option<List<PyRef<'py, Variation>>>,
}

impl<'py> Parts<'py> {
    /// The items of a mapping, as a list of pairs.
    fn with_items(mut self) -> PyResult<Parts<'py>> {
        if let Some(tags) = &self.tags
            && tags.hasattr("items")?
        {
            self.tags = Some(
                tags.py()
                    .import("builtins")?
                    .call_method1("list", (tags.call_method0("items")?,))?,
            );
        }
        Ok(self)
    }
}

fn result_of(text: &str) -> PyResult<String> {
    let outcome = Outcome::from_tag(text.as_bytes());
    match outcome {
        Outcome::Other | Outcome::Conflict => Err(value_error(format!(
            "result is '{text}'; it must be '2-0', '1-1', '0-2', '0-0' or '*'"
        ))),
        outcome => Ok(outcome.pdn().into()),
    }
}

/// Legal moves from a position, each a `Move` or a text.
fn line_of(start: Position, moves: &[Bound<'_, PyAny>]) -> PyResult<Vec<board::Move>> {
    let mut board = Board::at(start);
    let legal = |mv: &Bound<'_, PyAny>| -> PyResult<board::Move> {
        let mv = board.legal(mv)?;
        board.play(mv);
        Ok(mv)
    };
    moves.iter().map(legal).collect()
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (moves=None, *, tags=None, fen=None, result=None, comments=None, glyphs=None, variations=None))]
    fn new(
        moves: Option<List<Bound<'_, PyAny>>>,
        tags: Option<Bound<'_, PyAny>>,
        fen: Option<String>,
        result: Option<String>,
        comments: Option<GivenRemarks>,
        glyphs: Option<GivenRemarks>,
        variations: Option<List<PyRef<'_, Variation>>>,
    ) -> PyResult<Game> {
        let parts = Parts { moves, tags, fen, result, comments, glyphs, variations };
        Game::blank().with(parts.with_items()?)
    }

    /// The game with other parts; what is left out stays.
    #[pyo3(signature = (*, moves=None, tags=None, fen=None, result=None, comments=None, glyphs=None, variations=None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword")]
    fn replace(
        &self,
        moves: Option<List<Bound<'_, PyAny>>>,
        tags: Option<Bound<'_, PyAny>>,
        fen: Option<String>,
        result: Option<String>,
        comments: Option<GivenRemarks>,
        glyphs: Option<GivenRemarks>,
        variations: Option<List<PyRef<'_, Variation>>>,
    ) -> PyResult<Game> {
        let parts = Parts { moves, tags, fen, result, comments, glyphs, variations };
        self.with(parts.with_items()?)
    }

    /// The first game of a text.
    #[staticmethod]
    pub(crate) fn from_text(text: &str) -> PyResult<Game> {
        let (block, mut first) = (block_of("text", text), None);
        each_game(&block, &mut Scan::default(), &mut Replayer::default(), |text, replay| {
            first.get_or_insert_with(|| replay.whole().map(|game| Game::of(text, game)));
        });
        match first {
            Some(game) => game.map_err(value_error),
            None => Err(value_error("the text has no game")),
        }
    }

    /// The clocks that comments tell of, each with the plies before it: the seconds that White and Black have left.
    #[getter]
    fn clocks(&self) -> Vec<(usize, Option<f64>, Option<f64>)> {
        let white_began = self.start.turn() == board::Color::White;
        let clocks = |(ply, text): &(usize, String)| {
            let found: Vec<Clocks> =
                commands(text.as_bytes()).filter_map(|command| command.clocks()).collect();
            let ply = *ply;
            let has_moved_white = (ply % 2 == 1) == white_began;
            found.into_iter().map(move |Clocks { white, black, mover }| {
                let own = |is_white: bool| mover.filter(|_| has_moved_white == is_white);
                let seconds =
                    |time: Option<std::time::Duration>| time.map(|time| time.as_secs_f64());
                (ply, seconds(white.or(own(true))), seconds(black.or(own(false))))
            })
        };
        self.comments.iter().flat_map(clocks).collect()
    }

    /// The scores that engines left in comments, each with the plies before it: in men for the side that has moved.
    #[getter]
    fn scores(&self) -> Vec<(usize, f32)> {
        let score =
            |(ply, text): &(usize, String)| Some((*ply, engine_note(text.as_bytes())?.men?));
        self.comments.iter().filter_map(score).collect()
    }

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

    /// The board after this number of plies with the moves before it, after the last one unless another is asked for.
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
        let [white, black] = ["White", "Black"].map(|name| self.tag(name).unwrap_or("?"));
        format!("<Game {white} - {black} {}, {} plies>", self.result, self.moves.len())
    }

    /// The game as PDN, with an empty line after it.
    fn __str__(&self) -> PyResult<String> {
        Ok(self.sheet()?.to_pdn(Terminator::Result))
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
        beside: (GivenRemarks, GivenRemarks, List<PyRef<'_, Variation>>),
        result: String,
        place: (String, Int<u64>, Int<u64>),
    ) -> PyResult<Game> {
        let start = fen::read(start).map_err(value_error)?;
        let moves = line_of(start, &moves.0)?;
        let (comments, glyphs, List(variations)) = beside;
        let (comments, glyphs) = (remarks(comments), remarks(glyphs));
        let variations = variations.iter().map(|variation| (*variation).clone()).collect();
        let result = Outcome::from_tag(result.as_bytes()).pdn().into();
        let (file, Int(line), Int(number)) = place;
        let tags = tags.0;
        Ok(Game { tags, start, moves, comments, glyphs, variations, result, file, line, number })
    }
}
