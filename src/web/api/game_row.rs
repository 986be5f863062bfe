//! A game of a database as a row of a list, and the question for one game.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::database::query::Listing;

/// The games of one page of a list.
pub(super) const PAGE: usize = 50;

#[derive(Debug, Deserialize)]
pub(super) struct GameQuery {
    pub(super) game: u32,
}

pub(super) fn row_json(listing: Listing, ply: Option<u32>) -> Value {
    json!({
        "game": listing.game,
        "white": listing.white,
        "black": listing.black,
        "ratings": [listing.white_rating, listing.black_rating],
        "event": listing.event,
        "round": listing.round,
        "date": listing.date,
        "result": listing.result,
        "plies": listing.plies,
        "ply": ply,
    })
}
