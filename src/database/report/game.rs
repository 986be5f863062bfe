//! A game of a report: its players as they are counted, and its moves.

use std::collections::HashMap;

use crate::board::{Color, Move, Position};
use crate::error::Result;
use crate::query::{GameFilter, Listing};
use crate::store::{Database, moves_of, winner};

/// A game of an event.
#[derive(Clone, Debug)]
pub struct EventGame {
    /// Its number.
    pub game: u32,
    /// The event, if it is known.
    pub event: Option<String>,
    /// Its date and round, as far as they are known.
    pub date: Option<String>,
    /// See `date`.
    pub round: Option<String>,
    /// The name under which White is counted; `?` where nobody is named.
    pub white: String,
    /// The name under which Black is counted.
    pub black: String,
    /// `2-0`, `1-1`, `0-2`, `0-0` or `*`.
    pub result: String,
    /// Where it begins.
    pub start: Position,
    /// Its moves.
    pub moves: Vec<Move>,
}

impl EventGame {
    /// The players and the result.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{} – {} {}", self.white, self.black, self.result)
    }

    /// The last position.
    #[must_use]
    pub fn last(&self) -> Position {
        self.moves.iter().fold(self.start, |position, &mv| position.succ(mv))
    }

    /// Who won: `None` without a result, `Some(None)` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Option<Color>> {
        winner(&self.result)
    }
}

/// The games that pass a filter, with their moves.
pub(super) fn event_games(database: &Database, filter: &GameFilter) -> Result<Vec<EventGame>> {
    let persons = database.merged_names()?;
    let persons: HashMap<&str, &str> = persons
        .iter()
        .flat_map(|person| person.others.iter().map(|other| (other.as_str(), person.name.as_str())))
        .collect();
    let name = |name: Option<String>| {
        let name = name.unwrap_or_else(|| "?".into());
        persons.get(name.as_str()).map_or(name.clone(), |person| (*person).to_owned())
    };
    let numbers = filter.shown(database)?.games;
    let mut moves: HashMap<u32, (Position, Vec<Move>)> = moves_of(database, numbers.clone())?
        .into_iter()
        .map(|(game, start, moves)| (game, (start, moves)))
        .collect();
    let listings = Listing::select(database, numbers)?;
    Ok(listings
        .into_iter()
        .map(|listing| {
            let known = moves.remove(&listing.game);
            let (start, moves) = known.unwrap_or((Position::start(), Vec::new()));
            EventGame {
                game: listing.game,
                event: listing.event,
                date: listing.date,
                round: listing.round,
                white: name(listing.white),
                black: name(listing.black),
                result: listing.result,
                start,
                moves,
            }
        })
        .collect())
}
