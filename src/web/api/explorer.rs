//! The moves of a position in a database: played, leading to known positions, and known to the endgame tables.

use serde::Deserialize;
use serde_json::{Value, json};

use super::endgame::value_json;
use super::engine_pool::EnginePool;
use super::header_query::HeaderQuery;
use super::position_query::{PositionQuery, id};
use crate::board::{Move, MoveList, Position};
use crate::database::query::{explore, transpositions};
use crate::database::store::{Database, MoveCount};
use crate::error::WebError;
use crate::pdn::spell;

#[derive(Debug, Deserialize)]
pub(super) struct ExploreQuery {
    #[serde(flatten)]
    header: HeaderQuery,
    at: PositionQuery,
}

/// The moves, each with the value of the first evaluation and, where a table covers the position, its verdict for the mover.
pub(super) fn moves(
    engines: &EnginePool,
    database: &Database,
    query: &ExploreQuery,
) -> Result<Value, WebError> {
    let point = query.at.resolve()?;
    let position = point.position();
    let moves = explore(database, position, &query.header.filter())?;
    let evaluation = engines.evaluation(engines.net(None)?);
    let tables = engines.options().endgame.as_ref().map(|endgame| endgame.tables());
    let covering = tables.filter(|tables| tables.outcome(position).is_some());
    let verdicts = covering.map_or_else(Vec::new, |tables| tables.moves(position));
    let mut list = MoveList::new();
    let more = |mut json: Value, mv: Move| {
        let value = evaluation.value(&position.succ(mv));
        let verdict = verdicts.iter().find(|one| one.mv == mv).and_then(|one| one.value);
        json["value"] = (position.turn().sign() as f32 * value).into();
        json["endgame"] = verdict.map(value_json).into();
        json
    };
    let played: Vec<Value> =
        moves.iter().map(|count| more(move_json(position, count, &mut list), count.mv)).collect();
    let reached = transpositions(database, position, &query.header.filter(), &moves)?;
    let is_known = |mv: &Move| {
        let is_played = moves.iter().any(|count| count.mv == *mv);
        let is_reached = reached.iter().any(|(other, _)| other == mv);
        !is_played && (is_reached || verdicts.iter().any(|one| one.mv == *mv))
    };
    let legal = MoveList::legal(position);
    let others = legal.into_iter().filter(is_known);
    let other = |mv: Move| {
        let games = reached.iter().find(|(other, _)| *other == mv).map_or(0, |(_, games)| *games);
        let text = spell(position, mv, &mut list);
        more(json!({ "id": id(mv), "text": text, "reached": games }), mv)
    };
    let mut others: Vec<Value> = others.map(other).collect();
    others.sort_by_key(|other| std::cmp::Reverse(other["reached"].as_u64()));
    Ok(json!({ "moves": played, "others": others }))
}

fn move_json(position: &Position, count: &MoveCount, list: &mut MoveList) -> Value {
    json!({
        "id": id(count.mv),
        "text": spell(position, count.mv, list),
        "games": count.games,
        "white": count.white,
        "draws": count.draws,
        "black": count.black,
        "rating": count.rating(),
        "last_year": count.last_year,
        "score": count.score(position.turn()),
    })
}
