//! Hub engines and DXP programs, asked for moves.

use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use draughts_td::arena::dxp::player::DxpTerms;
use draughts_td::arena::play::player::Fault;
use draughts_td::arena::program::{Patience, Program as Peer};
use draughts_td::arena::tournament::spec::PlayerSpec;
use draughts_td::board::{self, Position};
use draughts_td::player::{Budget, GameState, StopFlag};
use draughts_td::protocol::MoveText;
use draughts_td::protocol::hub::Info;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::arguments::Int;
use crate::board::Board;
use crate::engine::{Line, SearchResult};
use crate::error::{play_error, value_error};
use crate::fork::Home;
use crate::interrupt::{self, Failure, abandonable};
use crate::limits;
use crate::moves::Move;

create_exception!(
    draughts_td,
    ProgramError,
    PyRuntimeError,
    "A program does not start, has ended, is silent, or answers without a legal move."
);

/// Where the program is.
enum Place {
    Here(Box<Peer>),
    /// With the thread that asks it.
    Asked,
    Closed,
}

/// A Hub engine or a DXP program.
#[pyclass(frozen, module = "draughts_td")]
pub(crate) struct Program {
    home: Home,
    spec: PlayerSpec,
    /// Whether it has parameters or minutes of its own.
    has_settings: bool,
    name: Arc<Mutex<String>>,
    place: Arc<Mutex<Place>>,
}

#[pymethods]
impl Program {
    #[new]
    #[pyo3(signature = (player, *, hub_params=None, startup=30.0, timeout=60.0, dxp_minutes=None))]
    fn new(
        py: Python<'_>,
        player: &str,
        hub_params: Option<&Bound<'_, PyDict>>,
        startup: f64,
        timeout: f64,
        dxp_minutes: Option<f64>,
    ) -> PyResult<Program> {
        let spec: PlayerSpec = player.parse().map_err(play_error)?;
        let (startup, silence) = (limits::seconds(startup)?, limits::seconds(timeout)?);
        let patience = Patience { startup, silence };
        let has_settings = hub_params.is_some() || dxp_minutes.is_some();
        let params = hub_params.map_or_else(|| Ok(Vec::new()), params)?;
        let minutes = dxp_minutes.map(limits::minutes).transpose()?;
        let peer = match &spec {
            PlayerSpec::Hub(command) => {
                let (command, stop) = (command.clone(), StopFlag::new());
                let flag = stop.clone();
                let start = move || Peer::hub(&command, &params, patience, &flag);
                abandonable(py, &Failure::default(), &stop, start)?.map_err(failed)?
            }
            PlayerSpec::Dxp(address) => {
                let terms = DxpTerms { minutes, ..DxpTerms::new(env!("CARGO_PKG_NAME")) };
                Peer::dxp(address, terms, patience)
            }
            _ => {
                let forms = "write hub:COMMAND or dxp:HOST:PORT";
                return Err(value_error(format!("'{player}' is not another program; {forms}")));
            }
        };
        let name = Arc::new(Mutex::new(peer.name()));
        let place = Arc::new(Mutex::new(Place::Here(Box::new(peer))));
        Ok(Program { home: Home::here(), spec, has_settings, name, place })
    }

    /// The name that the program gives itself.
    #[getter]
    fn name(&self) -> String {
        lock(&self.name).clone()
    }

    /// Asks for a move and waits for it.
    #[pyo3(signature = (board, *, time=None, nodes=None, depth=None, clock=None, info=None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword")]
    fn search(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        time: Option<f64>,
        nodes: Option<Int<u64>>,
        depth: Option<Int<i64>>,
        clock: Option<(f64, f64)>,
        info: Option<Py<PyAny>>,
    ) -> PyResult<SearchResult> {
        let budget = limits::budget(time, nodes, depth, clock)?;
        let is_dxp = matches!(self.spec, PlayerSpec::Dxp(_));
        if budget == Budget::INFINITE && !is_dxp {
            return Err(value_error("give a limit: time, nodes, depth or clock"));
        }
        if is_dxp && (nodes.is_some() || depth.is_some()) {
            return Err(value_error("DXP has no limit of nodes or depth; give time or clock"));
        }
        let game = board.try_borrow()?.game();
        if !game.position().has_moves() {
            return Ok(SearchResult::unsearched(None));
        }
        self.ask(py, move |peer, stop, failure| {
            let began = Instant::now();
            let found = |mv, report: &Info| result(&game, mv, report, began);
            let mut report = |line: &Info| {
                let Some(info) = &info else { return };
                if let Err(error) = interrupt::call(|py| info.call1(py, (found(None, line),))) {
                    failure.set(error);
                    stop.stop();
                }
            };
            let answer = peer.search(&game, &budget, stop, &mut report)?;
            Ok(found(Some(answer.mv), &answer.info))
        })
    }

    /// Says that the next position is of another game.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        self.ask(py, |peer, stop, _| peer.new_game(stop))
    }

    /// Ends the process or the connection; more than once does no harm.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.home.check(PROGRAM)?;
        let place = std::mem::replace(&mut *lock(&self.place), Place::Closed);
        py.detach(|| drop(place));
        Ok(())
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.close(py)
    }

    fn __repr__(&self) -> String {
        format!("<Program {}>", self.spec)
    }
}

/// What has begun in a process.
const PROGRAM: &str = "this program";

impl Program {
    /// The player of a match with the same command or address: a process or a connection of its own.
    pub(crate) fn player(&self) -> PyResult<PlayerSpec> {
        if self.has_settings {
            return Err(value_error(
                "hub_params and dxp_minutes are words of match; make the Program without them",
            ));
        }
        Ok(self.spec.clone())
    }

    /// Works with the program in a thread of its own.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Peer, &StopFlag, &Failure) -> Result<T, Fault> + Send + 'static,
    ) -> PyResult<T> {
        self.home.check(PROGRAM)?;
        let mut peer = self.take()?;
        let (failure, stop) = (Failure::default(), StopFlag::new());
        let (mishap, flag) = (failure.clone(), stop.clone());
        let (place, name) = (Arc::clone(&self.place), Arc::clone(&self.name));
        let asked = move || {
            let done = work(&mut peer, &flag, &mishap);
            if done.is_err() {
                peer.end();
            }
            *lock(&name) = peer.name();
            let mut place = lock(&place);
            if matches!(*place, Place::Asked) {
                *place = Place::Here(peer);
            }
            done
        };
        abandonable(py, &failure, &stop, asked)?.map_err(failed)
    }

    fn take(&self) -> PyResult<Box<Peer>> {
        let mut place = lock(&self.place);
        match std::mem::replace(&mut *place, Place::Asked) {
            Place::Here(peer) => Ok(peer),
            Place::Asked => Err(PyRuntimeError::new_err("this program is asked by another thread")),
            Place::Closed => {
                *place = Place::Closed;
                Err(value_error("this program is closed; open it again by Program(...)"))
            }
        }
    }
}

impl Drop for Program {
    /// A forked process leaves the program to its parent.
    fn drop(&mut self) {
        if !self.home.is_here() {
            std::mem::forget(Arc::clone(&self.place));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failed(fault: Fault) -> PyErr {
    // The keyword has no dashes.
    ProgramError::new_err(fault.to_string().replace("--startup", "startup"))
}

/// Parameters as the texts of Hub: Python's `True` is `true`.
pub(crate) fn params(given: &Bound<'_, PyDict>) -> PyResult<Vec<(String, String)>> {
    let text = |value: &Bound<'_, PyAny>| match value.extract::<bool>() {
        Ok(truth) if value.is_instance_of::<PyBool>() => Ok(truth.to_string()),
        _ => Ok::<String, PyErr>(value.str()?.to_string()),
    };
    let param = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let name: String = name
            .extract()
            .map_err(|_| PyTypeError::new_err("hub_params: a name of a parameter is a text"))?;
        one_line(&name, text(&value)?)
    };
    given.iter().map(param).collect()
}

/// A line of Hub ends with the line.
fn one_line(name: &str, value: String) -> PyResult<(String, String)> {
    let is_plain = |text: &str| !text.contains(['\n', '\r', '\0', '"']);
    if is_plain(name) && is_plain(&value) && !name.is_empty() {
        return Ok((name.into(), value));
    }
    let wrong: &dyn Display = &format!("{name:?}: {value:?}");
    Err(value_error(format!(
        "hub_params {wrong}: Hub has no quotes and no ends of lines in values"
    )))
}

/// What a program reports, with its move once there is one.
fn result(game: &GameState, mv: Option<board::Move>, info: &Info, began: Instant) -> SearchResult {
    let position = game.position();
    let mut pv = line(position, &info.pv);
    if let Some(mv) = mv.filter(|mv| pv.first() != Some(mv)) {
        pv = vec![mv];
    }
    let pv = Move::line(position, &pv);
    let depth = info.depth.map_or(0, |depth| u8::try_from(depth).unwrap_or(u8::MAX));
    SearchResult {
        r#move: pv.first().copied(),
        score: info.score,
        depth,
        nodes: info.nodes.unwrap_or(0),
        time: info.time.unwrap_or_else(|| began.elapsed().as_secs_f64()),
        lines: info.score.map(|score| Line { score, depth, pv: pv.clone() }).into_iter().collect(),
        pv,
    }
}

/// The moves of a line as far as they are legal.
fn line(start: &Position, written: &[MoveText]) -> Vec<board::Move> {
    let mut position = *start;
    let legal = written.iter().map_while(|mv| {
        let (mv, _) = mv.find(&position).ok()?;
        position = position.succ(mv);
        Some(mv)
    });
    legal.collect()
}
