//! The compiled half of the Python package `draughts_td`.
#![warn(unreachable_pub)]

mod action_space;
mod actions;
mod arguments;
mod batch;
mod batch_player;
mod board;
mod book;
mod columns;
mod composition;
mod database;
mod diagram;
mod engine;
mod environment;
mod environment_state;
mod error;
mod evaluation;
mod evaluator;
mod fork;
mod game;
mod games_database;
mod games_text;
mod generating;
mod interrupt;
mod keywords;
mod learning;
mod limits;
mod match_settings;
mod matches;
mod mistakes;
mod moves;
mod network;
mod numbering;
mod outcome;
mod pieces;
mod players;
mod position_array;
mod program;
mod puzzles;
mod rows;
mod running_games;
mod samples;
mod serve;
mod skipped;
mod tablebase;
mod text;
mod threads;
mod tree_search;
mod upkeep;
mod variation;
mod worker;

use std::ffi::OsString;
use std::sync::Mutex;

use draughts_td::board::{Position, fen};
use draughts_td::commands::signals;
use draughts_td::{cli, pdn, processor};
use pyo3::create_exception;
use pyo3::exceptions::{PyImportError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::action_space::ActionSpace;
use crate::arguments::List;

create_exception!(
    draughts_td,
    IllegalMoveError,
    PyValueError,
    "A move that the rules do not allow."
);

/// Runs the command `draughts-td` with its arguments, the name of the program first, and returns its exit status.
#[pyfunction]
fn run(py: Python<'_>, arguments: List<OsString>) -> PyResult<u8> {
    static RUNS: Mutex<()> = Mutex::new(());
    if arguments.0.is_empty() {
        return Err(PyValueError::new_err("arguments: begin with the name of the program"));
    }
    let Ok(_running) = RUNS.try_lock() else {
        return Err(PyRuntimeError::new_err("a command runs already in this process"));
    };
    reset_interrupt(py)?;
    Ok(py.detach(|| {
        signals::listen(end);
        cli::run(arguments.0, None)
    }))
}

/// Ends the process as one that was interrupted.
fn end() {
    std::process::exit(signals::STATUS.into())
}

/// Leaves Ctrl-C to the command: Python would raise its exception as well, at the end. Only its main thread can do that.
fn reset_interrupt(py: Python<'_>) -> PyResult<()> {
    let signal = py.import("signal")?;
    let reset =
        signal.call_method1("signal", (signal.getattr("SIGINT")?, signal.getattr("SIG_DFL")?));
    match reset {
        Err(error) if !error.is_instance_of::<PyValueError>(py) => Err(error),
        _ => Ok(()),
    }
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    if let Some(missing) = processor::missing() {
        return Err(PyImportError::new_err(format!(
            "this build of draughts-td needs a processor with {missing} (x86-64-v3, built since 2013): \
             install from source, without .cargo/config.toml"
        )));
    }
    pdn::read_databases_by(draughts_td::database::store::read_blocks);
    module.add_function(wrap_pyfunction!(run, module)?)?;
    let at_exit = wrap_pyfunction!(interrupt::await_calls, module)?;
    module.py().import("atexit")?.call_method1("register", (at_exit,))?;
    module.add_class::<board::Board>()?;
    module.add_class::<outcome::Outcome>()?;
    module.add_class::<moves::Move>()?;
    module.add_function(wrap_pyfunction!(database::read_pdn, module)?)?;
    module.add_function(wrap_pyfunction!(samples::positions, module)?)?;
    module.add_function(wrap_pyfunction!(mistakes::player_mistakes, module)?)?;
    for function in [
        wrap_pyfunction!(composition::check_composition, module)?,
        wrap_pyfunction!(network::network_inputs, module)?,
        wrap_pyfunction!(network::save_network, module)?,
        wrap_pyfunction!(puzzles::puzzles, module)?,
        wrap_pyfunction!(upkeep::names, module)?,
        wrap_pyfunction!(upkeep::merge_names, module)?,
        wrap_pyfunction!(upkeep::split_name, module)?,
        wrap_pyfunction!(upkeep::edit_game, module)?,
        wrap_pyfunction!(upkeep::remove_games, module)?,
        wrap_pyfunction!(upkeep::restore_games, module)?,
        wrap_pyfunction!(upkeep::event_report, module)?,
        wrap_pyfunction!(upkeep::compare_players, module)?,
        wrap_pyfunction!(diagram::svg, module)?,
        wrap_pyfunction!(diagram::png, module)?,
        wrap_pyfunction!(diagram::game_page, module)?,
    ] {
        module.add_function(function)?;
    }
    module.add_class::<game::Game>()?;
    module.add_class::<variation::Variation>()?;
    module.add_class::<database::Games>()?;
    module.add_class::<skipped::SkippedGame>()?;
    module.add_function(wrap_pyfunction!(batch::boards_to_arrays, module)?)?;
    module.add_function(wrap_pyfunction!(batch::arrays_to_boards, module)?)?;
    module.add_function(wrap_pyfunction!(batch::count_legal_moves, module)?)?;
    module.add_function(wrap_pyfunction!(batch::legal_moves, module)?)?;
    module.add_function(wrap_pyfunction!(batch::feature_names, module)?)?;
    module.add_function(wrap_pyfunction!(batch::features, module)?)?;
    module.add_class::<evaluation::Evaluation>()?;
    module.add_class::<tablebase::Tablebase>()?;
    module.add_function(wrap_pyfunction!(learning::learn, module)?)?;
    module.add_function(wrap_pyfunction!(learning::train, module)?)?;
    module.add_function(wrap_pyfunction!(generating::generate, module)?)?;
    module.add_function(wrap_pyfunction!(actions::action_masks, module)?)?;
    module.add_function(wrap_pyfunction!(actions::moves_to_actions, module)?)?;
    module.add_function(wrap_pyfunction!(actions::actions_to_moves, module)?)?;
    module.add_function(wrap_pyfunction!(actions::play, module)?)?;
    module.add_function(wrap_pyfunction!(actions::turn_boards, module)?)?;
    module.add("ACTIONS", ActionSpace::Square.count())?;
    module.add("COMPACT_ACTIONS", ActionSpace::Compact.count())?;
    module.add("STARTING_FEN", fen::write(&Position::start()))?;
    module.add("REASONS", PyTuple::new(module.py(), running_games::REASONS)?)?;
    module.add_class::<environment::VectorEnv>()?;
    module.add_class::<tree_search::TreeSearch>()?;
    module.add_class::<batch_player::BatchPlayer>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<games_database::GamesDatabase>()?;
    module.add_class::<games_database::FoundGame>()?;
    module.add_class::<games_database::ExploredMove>()?;
    module.add_class::<games_database::ResultGroup>()?;
    module.add_class::<book::Book>()?;
    module.add_class::<book::BookMove>()?;
    module.add_class::<engine::Line>()?;
    module.add_class::<engine::Search>()?;
    module.add_class::<engine::SearchResult>()?;
    module.add_class::<program::Program>()?;
    module.add("ProgramError", module.py().get_type::<program::ProgramError>())?;
    module.add_class::<matches::MatchResult>()?;
    module.add_function(wrap_pyfunction!(matches::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(matches::play_tournament, module)?)?;
    module.add_function(wrap_pyfunction!(serve::serve_hub, module)?)?;
    module.add_function(wrap_pyfunction!(serve::serve_dxp, module)?)?;
    module.add("IllegalMoveError", module.py().get_type::<IllegalMoveError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
