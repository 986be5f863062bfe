//! Databases of games: built, searched, explored and counted.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use draughts_td::board::{Color, Position, fen};
use draughts_td::commands::args::positions::position_after;
use draughts_td::database::DatabaseError;
use draughts_td::database::query::{
    Formation, GameFilter, Group, Grouping, Hit, Listing, Material, Pattern, PositionQuery,
    ResultFilter, Sequence, explore, search, statistics,
};
use draughts_td::database::store::{Build, BuildEvent, Built, Database, MoveCount};
use draughts_td::pdn::decode;
use draughts_td::player::StopFlag;
use draughts_td::run::has_content;
use draughts_td::run::inputs::check_apart;
use pyo3::exceptions::{PyFileExistsError, PyIndexError, PyKeyboardInterrupt};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arguments::{Int, List, Paths};
use crate::board::Board;
use crate::error::{raised, value_error, warn};
use crate::game::Game;
use crate::keywords::Keywords;
use crate::moves::Move;
use crate::threads::Threads;
use crate::upkeep::opened;
use crate::worker;

/// A game that a search found.
#[pyclass(frozen, module = "draughts_td", get_all)]
#[derive(Clone)]
pub(crate) struct FoundGame {
    /// Its number in the database.
    number: u32,
    event: Option<String>,
    site: Option<String>,
    date: Option<String>,
    round: Option<String>,
    white: Option<String>,
    black: Option<String>,
    white_rating: Option<u32>,
    black_rating: Option<u32>,
    result: String,
    plies: u32,
    file: String,
    line: u32,
    version_of: Option<u32>,
    /// The plies before the first position that was asked for; `None` where none was.
    ply: Option<u32>,
    /// That position.
    fen: Option<String>,
    /// How many positions of the game are as asked for.
    places: u32,
}

#[pymethods]
impl FoundGame {
    fn __repr__(&self) -> String {
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".into());
        let (white, black) = (name(&self.white), name(&self.black));
        format!("<FoundGame {}: {white} - {black} {}>", self.number, self.result)
    }
}

impl FoundGame {
    fn of((listing, hit): (Listing, &Hit)) -> FoundGame {
        FoundGame {
            number: listing.game,
            event: listing.event,
            site: listing.site,
            date: listing.date,
            round: listing.round,
            white: listing.white,
            black: listing.black,
            white_rating: listing.white_rating,
            black_rating: listing.black_rating,
            result: listing.result,
            plies: listing.plies,
            file: listing.file,
            line: listing.line,
            version_of: listing.version_of,
            ply: hit.ply,
            fen: hit.position.map(|position| fen::write(&position)),
            places: hit.matches,
        }
    }
}

/// A move of a position in the games of a database.
#[pyclass(frozen, module = "draughts_td", get_all)]
#[derive(Clone)]
pub(crate) struct ExploredMove {
    r#move: Move,
    games: u32,
    /// Games that White won, that were drawn, that Black won.
    white: u32,
    draws: u32,
    black: u32,
    /// Points of 100 for the side that moves; `None` without a result.
    score: Option<f64>,
    /// The mean of those who played the move.
    rating: Option<u32>,
    last_year: Option<u32>,
}

#[pymethods]
impl ExploredMove {
    fn __repr__(&self) -> String {
        format!("<ExploredMove {}: {} games>", self.r#move, self.games)
    }
}

impl ExploredMove {
    fn of(position: &Position, count: &MoveCount) -> ExploredMove {
        ExploredMove {
            r#move: Move::at(position, count.mv),
            games: count.games,
            white: count.white,
            draws: count.draws,
            black: count.black,
            score: count.score(position.turn()),
            rating: count.rating(),
            last_year: count.last_year,
        }
    }
}

/// Games that have something in common, and their results.
#[pyclass(frozen, module = "draughts_td", get_all)]
#[derive(Clone)]
pub(crate) struct ResultGroup {
    name: String,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    /// Points of 100; `None` without a result.
    score: Option<f64>,
}

#[pymethods]
impl ResultGroup {
    fn __repr__(&self) -> String {
        let ResultGroup { name, games, wins, draws, losses, .. } = self;
        format!("<ResultGroup '{name}': {games} games, +{wins} ={draws} -{losses}>")
    }
}

impl From<Group> for ResultGroup {
    fn from(group: Group) -> ResultGroup {
        let counts = group.counts;
        ResultGroup {
            name: group.name,
            games: counts.games,
            wins: counts.wins,
            draws: counts.draws,
            losses: counts.losses,
            score: counts.score(),
        }
    }
}

/// A database of games: a file that every call opens.
#[pyclass(frozen, name = "Database", module = "draughts_td")]
pub(crate) struct GamesDatabase {
    path: PathBuf,
}

#[pymethods]
impl GamesDatabase {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<GamesDatabase> {
        py.detach(|| opened(&path))?;
        Ok(GamesDatabase { path })
    }

    /// Makes a database of PDN files.
    #[staticmethod]
    #[pyo3(signature = (paths, out, *, threads=Threads::ONE, force=false, progress=None))]
    fn build(
        py: Python<'_>,
        paths: Paths,
        out: PathBuf,
        threads: Threads,
        force: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<GamesDatabase> {
        let files = seekable(paths)?;
        check_apart(&files, "out", &out).map_err(raised)?;
        if !force {
            py.detach(|| check_resumes(&out, &files))?;
        }
        let database = GamesDatabase { path: out };
        database.read(py, &files, threads, force, progress)?;
        Ok(database)
    }

    /// Adds the games of PDN files.
    #[pyo3(signature = (paths, *, threads=Threads::ONE, progress=None))]
    fn add<'py>(
        &self,
        py: Python<'py>,
        paths: Paths,
        threads: Threads,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let files = seekable(paths)?;
        py.detach(|| opened(&self.path))?;
        let built = self.read(py, &files, threads, false, progress)?;
        let figures = PyDict::new(py);
        for (name, count) in [
            ("games", built.games),
            ("versions", built.versions),
            ("duplicates", built.duplicates),
            ("broken", built.broken),
            ("plies", built.plies),
            ("faults", built.faults),
        ] {
            figures.set_item(name, count)?;
        }
        Ok(figures)
    }

    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// How many games a search without conditions finds.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let all = |database: &Database| {
            Ok(search(database, &GameFilter::default(), &PositionQuery::default())?.hits.len())
        };
        self.ask(py, Threads::ONE, all)
    }

    /// A game by its number.
    fn game(&self, py: Python<'_>, number: Int<u32>) -> PyResult<Game> {
        let text = self.ask(py, Threads::ONE, |database| database.pdn(number.0))?;
        let none = || PyIndexError::new_err(format!("the database has no game {}", number.0));
        Game::from_text(&decode(&text.ok_or_else(none)?))
    }

    /// The games that pass a filter and have a position.
    #[pyo3(signature = (*, limit=None, skip=Int(0), threads=Threads::ONE, **words))]
    fn search(
        &self,
        py: Python<'_>,
        limit: Option<Int<usize>>,
        skip: Int<usize>,
        threads: Threads,
        words: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<FoundGame>> {
        let keywords = Keywords::new(py, "search", words)?;
        let (filter, query) = (filter(&keywords)?, query(&keywords)?);
        keywords.end()?;
        let most = limit.map_or(usize::MAX, |limit| limit.0);
        self.ask(py, threads, |database| {
            let hits = search(database, &filter, &query)?.hits;
            let shown: Vec<Hit> = hits.into_iter().skip(skip.0).take(most).collect();
            let listings = Listing::select(database, shown.iter().map(|hit| hit.game))?;
            Ok(listings.into_iter().zip(&shown).map(FoundGame::of).collect())
        })
    }

    /// The moves that games played from a position, those of most games first.
    #[pyo3(signature = (position=None, *, threads=Threads::ONE, **words))]
    fn explore(
        &self,
        py: Python<'_>,
        position: Option<Place>,
        threads: Threads,
        words: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<ExploredMove>> {
        let position = position.map_or_else(Position::start, |place| place.0);
        let keywords = Keywords::new(py, "explore", words)?;
        let filter = filter(&keywords)?;
        keywords.end()?;
        let moves = self.ask(py, threads, |database| explore(database, &position, &filter))?;
        Ok(moves.iter().map(|count| ExploredMove::of(&position, count)).collect())
    }

    /// Results in groups.
    #[pyo3(signature = (by=None, *, plies=Int(2), threads=Threads::ONE, **words))]
    fn statistics(
        &self,
        py: Python<'_>,
        by: Option<&str>,
        plies: Int<usize>,
        threads: Threads,
        words: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<ResultGroup>> {
        let grouping = match by {
            None => Grouping::All,
            Some("year") => Grouping::Year,
            Some("length") => Grouping::Length,
            Some("opening") => Grouping::Opening(plies.0),
            Some("event") => Grouping::Event,
            Some("side") => Grouping::Side,
            Some("opponent") => Grouping::Opponent,
            Some(other) => {
                let known = "year, length, opening, event, side or opponent";
                return Err(value_error(format!("by is '{other}'; write {known}")));
            }
        };
        let keywords = Keywords::new(py, "statistics", words)?;
        let filter = filter(&keywords)?;
        keywords.end()?;
        let groups = self.ask(py, threads, |database| statistics(database, &filter, grouping))?;
        Ok(groups.into_iter().map(ResultGroup::from).collect())
    }

    fn __repr__(&self) -> String {
        format!("<Database {}>", self.path.display())
    }

    /// A copy in another process opens the same file.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let path = slf.get().path.clone();
        (slf.get_type(), (path,)).into_pyobject(slf.py())
    }
}

impl GamesDatabase {
    /// Asks the file on another thread, which Ctrl-C ends.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        threads: Threads,
        question: impl FnOnce(&Database) -> Result<T, DatabaseError> + Send,
    ) -> PyResult<T> {
        let stop = StopFlag::new();
        let work = |_: Sender<()>| {
            let database = opened(&self.path)?.until(&stop);
            threads.in_pool(move || question(&database))
        };
        worker::run(py, &stop, work, |_, ()| Ok(()))??.map_err(raised)
    }

    fn read(
        &self,
        py: Python<'_>,
        files: &[PathBuf],
        threads: Threads,
        replaces: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Built> {
        let (stop, path) = (StopFlag::new(), &self.path);
        let work = |events: Sender<Heard>| {
            let mut event = |event: BuildEvent<'_>| {
                let _ = events.send(match event {
                    BuildEvent::Progress { games, .. } => Heard::Games(games),
                    BuildEvent::Fault(fault) => Heard::Fault(fault.to_string()),
                    BuildEvent::Known(_) => return next(&stop),
                });
                next(&stop)
            };
            let build = Build { threads: threads.number(), ..Build::default() };
            threads.in_pool(|| match replaces {
                true => build.replace(path, files, &mut event),
                false => build.run(path, files, &mut event),
            })
        };
        let built = worker::run(py, &stop, work, |py, heard| match (heard, &progress) {
            (Heard::Fault(fault), _) => warn(py, &fault),
            (Heard::Games(games), Some(progress)) => progress.call1(py, (games,)).map(drop),
            (Heard::Games(_), None) => Ok(()),
        })?;
        let built = built?.map_err(raised)?;
        if built.interrupted {
            return Err(PyKeyboardInterrupt::new_err(()));
        }
        Ok(built)
    }
}

/// What Python hears of a building.
enum Heard {
    Games(u64),
    Fault(String),
}

fn next(stop: &StopFlag) -> ControlFlow<()> {
    if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The files; those that can be read only once are refused.
fn seekable(paths: Paths) -> PyResult<Vec<PathBuf>> {
    let files = paths.files()?;
    match files.iter().find(|file| !file.is_file()) {
        None => Ok(files),
        Some(stream) => {
            Err(value_error(format!("{} can be read only once; give files", stream.display())))
        }
    }
}

/// Fails unless the output is missing, or a database that the same call left unfinished.
fn check_resumes(out: &Path, files: &[PathBuf]) -> PyResult<()> {
    if !has_content(out) {
        return Ok(());
    }
    let taken = |why: &str| {
        let (shown, remedy) = (out.display(), "give another name, or force=True to replace it");
        PyFileExistsError::new_err(format!("{shown} {why}; {remedy}"))
    };
    if !Database::is_own(out) {
        return Err(taken("is there already"));
    }
    let other = opened(out)?.other_source(files).map_err(raised)?;
    other.map_or(Ok(()), |other| {
        Err(taken(&format!("has games of {} too, which add() keeps", other.file)))
    })
}

/// A position: a board, a FEN, `start`, or the moves that lead to it.
struct Place(Position);

impl<'py> FromPyObject<'_, 'py> for Place {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Place> {
        if let Ok(board) = given.cast::<Board>() {
            return Ok(Place(board.try_borrow()?.position));
        }
        position_after(given.extract::<&str>()?).map(Place).map_err(raised)
    }
}

fn filter(keywords: &Keywords<'_>) -> PyResult<GameFilter> {
    let number = |name| Ok::<_, PyErr>(keywords.take::<Int<u32>>(name)?.map(|given| given.0));
    Ok(GameFilter {
        text: keywords.take("text")?,
        player: keywords.take("player")?,
        opponent: keywords.take("opponent")?,
        white: keywords.take("white")?,
        black: keywords.take("black")?,
        event: keywords.take("event")?,
        site: keywords.take("site")?,
        from: keywords.take("from_")?,
        to: keywords.take("to")?,
        min_rating: number("min_rating")?,
        max_rating: number("max_rating")?,
        results: keywords.take::<Results>("result")?.map_or_else(Vec::new, |given| given.0),
        min_plies: number("min_plies")?,
        max_plies: number("max_plies")?,
        source: keywords.take("source")?,
        numbers: keywords
            .take::<List<Int<u32>>>("games")?
            .map_or_else(Vec::new, |given| given.0.into_iter().map(|number| number.0).collect()),
        versions: keywords.take_or("versions", false)?,
    })
}

/// One result or several.
struct Results(Vec<ResultFilter>);

impl<'py> FromPyObject<'_, 'py> for Results {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Results> {
        let words = match given.extract::<String>() {
            Ok(word) => vec![word],
            Err(_) => given.extract::<List<String>>()?.0,
        };
        words.iter().map(|word| result(word)).collect::<PyResult<_>>().map(Results)
    }
}

fn result(word: &str) -> PyResult<ResultFilter> {
    Ok(match word {
        "2-0" => ResultFilter::White,
        "1-1" => ResultFilter::Draw,
        "0-2" => ResultFilter::Black,
        "*" => ResultFilter::Unknown,
        "win" => ResultFilter::Win,
        "loss" => ResultFilter::Loss,
        _ => {
            let known = "2-0, 1-1, 0-2, *, win or loss";
            return Err(value_error(format!("result is '{word}'; write {known}")));
        }
    })
}

fn query(keywords: &Keywords<'_>) -> PyResult<PositionQuery> {
    let formation = |name: &str| parsed::<Formation>(keywords, name);
    let position = keywords.take::<Place>("position")?.map(|place| place.0);
    let (with, any, without) = (formation("with_")?, formation("any_")?, formation("without")?);
    let material = parsed::<Material>(keywords, "material")?;
    let turn = keywords.take::<bool>("turn")?;
    let turn = turn.map(|is_white| if is_white { Color::White } else { Color::Black });
    let moves = parsed::<Sequence>(keywords, "moves")?;
    let asks = position.is_some()
        || [with, any, without].iter().any(Option::is_some)
        || material.is_some()
        || turn.is_some()
        || moves.is_some();
    let pattern = Pattern {
        position,
        with: with.unwrap_or_default(),
        any,
        without: without.unwrap_or_default(),
        material,
        turn,
        moves: moves.unwrap_or_default(),
    };
    let query = PositionQuery {
        pattern: asks.then_some(pattern),
        min_consecutive: keywords.take_or("lasting", Int(1))?.0,
        either_color: keywords.take_or("turned", false)?,
        only_last: keywords.take_or("last", false)?,
        ending: parsed::<Material>(keywords, "ending")?,
    };
    let (turned, ending) = (query.either_color, query.ending.is_some());
    if !asks && (turned && !ending || query.only_last || query.min_consecutive > 1) {
        return Err(value_error(
            "turned, last and lasting need a position; give position, with_, any_, without, material, turn or moves",
        ));
    }
    Ok(query)
}

/// A text that the library reads.
fn parsed<T: std::str::FromStr<Err = DatabaseError>>(
    keywords: &Keywords<'_>,
    name: &str,
) -> PyResult<Option<T>> {
    let text = keywords.take::<String>(name)?;
    text.map(|text| text.parse::<T>().map_err(|error| value_error(format!("{name}: {error}"))))
        .transpose()
}
