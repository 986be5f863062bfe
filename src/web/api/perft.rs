//! Perft: the number of lines of legal moves from a position, by the first move.

use serde::Deserialize;
use serde_json::json;

use super::position::move_json;
use super::position_query::PositionQuery;
use crate::board::{MoveList, Position, perft};
use crate::error::WebError;
use crate::events::Events;

/// The most plies. With kings on the board they may take hours: the count runs as long as the client is there.
const MAX_PLIES: u8 = 8;
/// The last plies, which are counted without polling the stop flag: some thousand lines.
const UNCHECKED_PLIES: u8 = 2;

#[derive(Debug, Deserialize)]
pub(super) struct PerftQuery {
    at: PositionQuery,
    plies: u32,
}

/// Counts; a line for each first move, and the sum.
pub(super) fn perft(query: &PerftQuery, events: &dyn Events) -> Result<(), WebError> {
    let point = query.at.resolve()?;
    let plies = u8::try_from(query.plies).ok().filter(|plies| (1..=MAX_PLIES).contains(plies));
    let refusal = || WebError::Bad(format!("lines are counted to 1 to {MAX_PLIES} plies"));
    let plies = plies.ok_or_else(refusal)?;
    let mut sum = 0;
    for mv in &MoveList::legal(point.position()) {
        let lines = count(&point.position().succ(mv), plies - 1, events)?;
        sum += lines;
        events.send(&json!({ "move": move_json(point.position(), mv), "lines": lines }));
    }
    events.send(&json!({ "lines": sum }));
    Ok(())
}

fn count(position: &Position, plies: u8, events: &dyn Events) -> Result<u64, WebError> {
    events.check_stop()?;
    if plies <= UNCHECKED_PLIES {
        return Ok(perft::perft(position, plies));
    }
    let legal = MoveList::legal(position);
    legal.into_iter().map(|mv| count(&position.succ(mv), plies - 1, events)).sum()
}
