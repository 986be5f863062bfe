//! How many lines of legal moves there are from a place, by the first move: the count that programs compare.

use serde::Deserialize;
use serde_json::json;

use super::look::described_move;
use super::spot::Spot;
use crate::answer::{Answer, Events};
use crate::board::{MoveList, perft};
use crate::error::WebError;

/// The most plies: a count that takes no longer than a minute.
const MOST: u32 = 8;

/// A place, and how far to count.
#[derive(Debug, Deserialize)]
pub(super) struct Question {
    at: Spot,
    plies: u32,
}

/// Counts; a line for each first move, and the sum.
pub(super) fn perft(asked: Question) -> Result<Answer<'static>, WebError> {
    let place = asked.at.place()?;
    if !(1..=MOST).contains(&asked.plies) {
        return Err(WebError::Bad(format!("lines are counted to 1 to {MOST} plies")));
    }
    Ok(Answer::Lines(Box::new(move |events: &dyn Events| {
        let mut sum = 0;
        for mv in &MoveList::legal(place.position()) {
            if events.stop().is_stopped() {
                return;
            }
            let count = perft::perft(&place.position().succ(mv), asked.plies - 1);
            sum += count;
            events.send(&json!({ "move": described_move(place.position(), mv), "lines": count }));
        }
        events.send(&json!({ "lines": sum }));
    })))
}
