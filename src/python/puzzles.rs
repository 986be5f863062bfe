//! Puzzles of a database, or those that come with the program.

use std::path::PathBuf;

use draughts_td::database::puzzles::{PuzzleFile, PuzzleFilter};
use draughts_td::puzzle::{Exercise, Themes};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::arguments::Int;
use crate::error::{raised, value_error};
use crate::upkeep::object;

/// The puzzles of a file that pass a filter.
#[pyfunction]
#[pyo3(signature = (path=None, *, theme=None, player=None, missed=false, min_level=None, max_level=None, min_gain=None, min_moves=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn puzzles<'py>(
    py: Python<'py>,
    path: Option<PathBuf>,
    theme: Option<String>,
    player: Option<String>,
    missed: bool,
    min_level: Option<Int<u8>>,
    max_level: Option<Int<u8>>,
    min_gain: Option<Int<u32>>,
    min_moves: Option<Int<usize>>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(theme) = theme.as_ref().filter(|theme| Themes::built_in().get(theme).is_none()) {
        let ids: Vec<&str> = Themes::built_in().iter().map(|theme| theme.id.as_str()).collect();
        return Err(value_error(format!(
            "theme: there is no '{theme}'; give one of {}",
            ids.join(", ")
        )));
    }
    let filter = PuzzleFilter {
        ids: Vec::new(),
        theme,
        player,
        min_level: min_level.map(|level| level.0),
        max_level: max_level.map(|level| level.0),
        min_gain: min_gain.map(|gain| i32::try_from(gain.0).unwrap_or(i32::MAX)),
        min_moves: min_moves.map(|moves| moves.0),
        missed,
    };
    let Some(path) = path else {
        if filter != (PuzzleFilter { theme: filter.theme.clone(), ..PuzzleFilter::default() }) {
            return Err(value_error("give a path: the built-in puzzles have only themes"));
        }
        let has_theme = |exercise: &&Exercise| {
            filter.theme.as_ref().is_none_or(|theme| exercise.themes.contains(theme))
        };
        let all: Vec<Value> = Exercise::built_in().iter().filter(has_theme).map(row).collect();
        return object(py, &json!(all));
    };
    let found = py.detach(|| {
        let puzzles = PuzzleFile::open(&path)?.puzzles(&filter)?;
        Ok(puzzles.iter().map(|stored| stored.to_json()).collect::<Vec<Value>>())
    });
    let found: Result<Vec<Value>, draughts_td::database::DatabaseError> = found;
    object(py, &json!(found.map_err(raised)?))
}

/// A built-in puzzle, with its moves in a list as those of a file have them.
fn row(exercise: &Exercise) -> Value {
    json!({
        "fen": exercise.fen, "moves": exercise.moves.split(' ').collect::<Vec<_>>(), "asked": exercise.asked,
        "rating": exercise.rating, "themes": exercise.themes, "source": exercise.source,
    })
}
