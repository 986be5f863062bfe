//! One player, or two compared.

use super::choices::{Choice, choices};
use super::event::all;
use super::game::{EventGame, event_games};
use super::stored::stored_analyses;
use crate::board::{Color, Position};
use crate::error::Result;
use crate::query::{GameFilter, Group, Grouping, ResultCounts, statistics};
use crate::store::Database;

/// A player or two, each with the results against everybody, and the games between them.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The players, in the order in which they were asked for.
    pub players: Vec<Compared>,
    /// The results of the first in the games between the two, or in all games of the only one.
    pub between: ResultCounts,
    /// The games between the two; empty for one player.
    pub games: Vec<EventGame>,
    /// The position in which moves of the players were looked for, if one was asked for.
    pub position: Option<Position>,
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
    /// What a move lost on average as White and as Black, in games, by the scores in the comments of the games; `None` without scores.
    pub losses: [Option<f32>; 2],
    /// The first half-moves as White and as Black, the most frequent first.
    pub openings: [Vec<Group>; 2],
    /// The moves as White and as Black in the position that was asked for.
    pub choices: [Vec<Choice>; 2],
}

/// What is asked of players.
#[derive(Clone, Copy, Debug)]
pub struct CompareQuestion<'q> {
    /// Their names, one or two.
    pub names: &'q [&'q str],
    /// The half-moves of an opening.
    pub plies: usize,
    /// The position in which their moves are looked for.
    pub position: Option<Position>,
}

/// Reports a player, or compares two, in the games that pass a filter, whose own players do not count.
///
/// # Errors
/// A name without a letter, or a damaged file.
pub fn comparison(
    database: &Database,
    filter: &GameFilter,
    question: &CompareQuestion<'_>,
) -> Result<Comparison> {
    let names = question.names;
    let players: Vec<Compared> = names
        .iter()
        .map(|name| compared(database, filter, name, question))
        .collect::<Result<_>>()?;
    let position = question.position;
    let [first, second] = names[..] else {
        let between = players.first().map(|player| player.counts).unwrap_or_default();
        return Ok(Comparison { players, between, games: Vec::new(), position });
    };
    let player = |name: &str| Some(name.to_owned());
    let between = GameFilter { player: player(first), opponent: player(second), ..filter.clone() };
    Ok(Comparison {
        players,
        between: all(database, &between)?,
        games: event_games(database, &between)?,
        position,
    })
}

fn compared(
    database: &Database,
    filter: &GameFilter,
    name: &str,
    question: &CompareQuestion<'_>,
) -> Result<Compared> {
    let own = || Some(name.to_owned());
    let player = GameFilter { player: own(), ..filter.clone() };
    let mut found =
        Compared { name: name.to_owned(), counts: all(database, &player)?, ..Compared::default() };
    let white = GameFilter { white: own(), ..player.clone() };
    let black = GameFilter { black: own(), ..player };
    let sides = [(Color::White, white), (Color::Black, black)];
    for (place, (side, filter)) in sides.into_iter().enumerate() {
        found.sides[place] = all(database, &filter)?;
        found.losses[place] = mean_loss_of(database, &filter, place)?;
        found.openings[place] = statistics(database, &filter, Grouping::Opening(question.plies))?;
        if let Some(position) = &question.position {
            found.choices[place] = choices(database, &filter, side, position)?;
        }
    }
    Ok(found)
}

/// What a move of a side lost on average by the scores in the comments.
fn mean_loss_of(database: &Database, filter: &GameFilter, side: usize) -> Result<Option<f32>> {
    let judged = stored_analyses(database, filter.shown(database)?.games)?;
    let moves: u32 = judged.iter().map(|game| game.moves[side]).sum();
    let loss: f32 = judged.iter().map(|game| game.loss[side]).sum();
    Ok((moves > 0).then(|| loss / moves as f32))
}
