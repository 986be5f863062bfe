//! What the endgame tables say of a position, of each of its moves, and the best line.

use serde::Deserialize;
use serde_json::{Value, json};

use super::engine_pool::EnginePool;
use super::position_query::{PositionQuery, id};
use super::score::line_json;
use crate::board::MoveList;
use crate::error::WebError;
use crate::pdn::spell;
use crate::tablebase::TableValue;

#[derive(Debug, Deserialize)]
pub(super) struct EndgameQuery {
    at: PositionQuery,
}

/// The values, or nulls where no table covers the position.
pub(super) fn endgame(engines: &EnginePool, query: &EndgameQuery) -> Result<Value, WebError> {
    let point = query.at.resolve()?;
    let position = point.position();
    let tables = engines.options().endgame.as_ref().map(|endgame| endgame.tables());
    let Some((tables, value)) =
        tables.and_then(|tables| tables.outcome(position).map(|value| (tables, value)))
    else {
        return Ok(json!({ "value": null }));
    };
    let mut list = MoveList::new();
    let moves = tables.moves(position).into_iter().map(|one| {
        let mut json = one.value.map_or_else(|| json!({ "value": null }), value_json);
        json["id"] = id(one.mv).into();
        json["text"] = spell(position, one.mv, &mut list).into();
        json
    });
    let moves: Vec<Value> = moves.collect();
    let mut json = value_json(value);
    json["moves"] = moves.into();
    json["line"] = line_json(position, &tables.best_line(position));
    Ok(json)
}

/// How it ends, and in how many plies where that is known.
pub(super) fn value_json(value: TableValue) -> Value {
    let plies = value.distance.map(|distance| distance.plies());
    json!({ "value": value.verdict.name(), "plies": plies })
}
