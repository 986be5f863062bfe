//! How many lines of legal moves there are from a place, by the first move: the count that programs compare.

use serde::Deserialize;
use serde_json::json;

use super::look::described_move;
use super::position_query::PositionQuery;
use crate::board::{MoveList, Position, perft};
use crate::error::WebError;
use crate::events::Events;

/// The most plies. With kings on the board that many may take hours: the count goes on as long as somebody waits for it.
const MOST: u32 = 8;
/// The last plies, which are counted without a look at whether somebody still waits: some thousand lines.
const LAST: u32 = 2;

/// A place, and how far to count.
#[derive(Debug, Deserialize)]
pub(super) struct PerftQuery {
    at: PositionQuery,
    plies: u32,
}

/// Counts; a line for each first move, and the sum.
pub(super) fn perft(asked: &PerftQuery, events: &dyn Events) -> Result<(), WebError> {
    let place = asked.at.place()?;
    if !(1..=MOST).contains(&asked.plies) {
        return Err(WebError::Bad(format!("lines are counted to 1 to {MOST} plies")));
    }
    let mut sum = 0;
    for mv in &MoveList::legal(place.position()) {
        let lines = count(&place.position().succ(mv), asked.plies - 1, events)?;
        sum += lines;
        events.send(&json!({ "move": described_move(place.position(), mv), "lines": lines }));
    }
    events.send(&json!({ "lines": sum }));
    Ok(())
}

fn count(position: &Position, plies: u32, events: &dyn Events) -> Result<u64, WebError> {
    events.check_stop()?;
    if plies <= LAST {
        return Ok(perft::perft(position, plies));
    }
    let legal = MoveList::legal(position);
    legal.into_iter().map(|mv| count(&position.succ(mv), plies - 1, events)).sum()
}
