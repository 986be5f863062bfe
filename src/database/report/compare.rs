//! Two players compared.

use super::event::all;
use super::game::{EventGame, event_games};
use crate::error::Result;
use crate::query::{GameFilter, Group, Grouping, ResultCounts, statistics};
use crate::store::Database;

/// Two players, each with the results against everybody, and the games between them.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The players, in the order in which they were asked for.
    pub players: [Compared; 2],
    /// The games between them, with the results of the first.
    pub between: ResultCounts,
    /// These games.
    pub games: Vec<EventGame>,
}

/// A player of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// The name, as it was asked for.
    pub name: String,
    /// All games.
    pub counts: ResultCounts,
    /// Those as White and as Black.
    pub sides: [ResultCounts; 2],
    /// The first half-moves as White and as Black, the most frequent first.
    pub openings: [Vec<Group>; 2],
}

/// Compares two players in the games that pass a filter, whose own players do not count.
///
/// # Errors
/// A name without a letter, or a damaged file.
pub fn comparison(
    database: &Database,
    filter: &GameFilter,
    names: [&str; 2],
    plies: usize,
) -> Result<Comparison> {
    let [first, second] = names.map(|name| compared(database, filter, name, plies));
    let between = GameFilter {
        player: Some(names[0].to_owned()),
        opponent: Some(names[1].to_owned()),
        ..filter.clone()
    };
    Ok(Comparison {
        players: [first?, second?],
        between: all(database, &between)?,
        games: event_games(database, &between)?,
    })
}

fn compared(
    database: &Database,
    filter: &GameFilter,
    name: &str,
    plies: usize,
) -> Result<Compared> {
    let own = || Some(name.to_owned());
    let player = GameFilter { player: own(), ..filter.clone() };
    let white = GameFilter { white: own(), ..player.clone() };
    let black = GameFilter { black: own(), ..player.clone() };
    let openings = |filter: &GameFilter| statistics(database, filter, Grouping::Opening(plies));
    Ok(Compared {
        name: name.to_owned(),
        counts: all(database, &player)?,
        sides: [all(database, &white)?, all(database, &black)?],
        openings: [openings(&white)?, openings(&black)?],
    })
}
