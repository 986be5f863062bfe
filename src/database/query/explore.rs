//! The moves of a position in all games that reach it, by any order of moves.

use super::filter::GameFilter;
use crate::board::{Move, Position};
use crate::error::Result;
use crate::store::{Database, GameFacts, MoveCount, Selected, of_move, scan};

/// The moves played from a position, those of most games first. A game counts once for each of its moves from there.
///
/// # Errors
/// A question that makes no sense, or a damaged file.
pub fn explore(
    database: &Database,
    position: &Position,
    filter: &GameFilter,
) -> Result<Vec<MoveCount>> {
    let mut moves = database.under_lock(|| {
        let frequent = if filter.is_all() { database.frequent_moves(position)? } else { None };
        frequent.map_or_else(|| count(database, position, filter), Ok)
    })?;
    moves.sort_by_key(|count| (std::cmp::Reverse(count.games), count.mv));
    Ok(moves)
}

fn count(database: &Database, position: &Position, filter: &GameFilter) -> Result<Vec<MoveCount>> {
    let candidates = Selected::These(database.candidates(position)?);
    let selected = candidates.among(filter.select(database)?);
    let least = position.occupied().len();
    let parts =
        scan(database, &selected, Vec::new, |played: &mut Vec<(u32, Move)>, game, list| {
            let first = played.len();
            game.replay(list, |at, mv| {
                if at == position
                    && let Some(mv) = mv
                    && !played[first..].contains(&(game.number, mv))
                {
                    played.push((game.number, mv));
                }
                at.occupied().len() >= least
            })
        })?;
    let played = parts.concat();
    let mut games: Vec<u32> = played.iter().map(|(game, _)| *game).collect();
    games.dedup();
    let facts = GameFacts::select(database, &Selected::These(games))?;
    let mut moves = Vec::new();
    for (game, mv) in played {
        if let Ok(place) = facts.binary_search_by_key(&game, |facts| facts.number) {
            of_move(&mut moves, mv).add(&facts[place], position.turn());
        }
    }
    Ok(moves)
}
