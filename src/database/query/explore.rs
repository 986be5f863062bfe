//! The moves of a position in all games that reach it, by any order of moves.

use super::filter::GameFilter;
use crate::board::{Move, MoveList, Position};
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

/// Moves that no game has from a position, but that lead to a position that games have: each with the number of these games.
///
/// # Errors
/// A question that makes no sense, or a damaged file.
pub fn transpositions(
    database: &Database,
    position: &Position,
    filter: &GameFilter,
    played: &[MoveCount],
) -> Result<Vec<(Move, u32)>> {
    let shown = filter.select(database)?;
    let mut found = Vec::new();
    for mv in MoveList::legal(position).into_iter() {
        if !played.iter().any(|count| count.mv == mv) {
            let games = games_with(database, &position.succ(mv), &shown)?;
            found.extend((games > 0).then_some((mv, games)));
        }
    }
    found.sort_by_key(|(mv, games)| (std::cmp::Reverse(*games), *mv));
    Ok(found)
}

/// How many of some games have a position.
fn games_with(database: &Database, position: &Position, shown: &Selected) -> Result<u32> {
    let selected = Selected::These(database.candidates(position)?).among(shown.clone());
    let least = position.occupied().len();
    let parts = scan(
        database,
        &selected,
        || 0,
        |games, game, list| {
            let mut is_there = false;
            game.replay(list, |at, _| {
                is_there |= at == position;
                !is_there && at.occupied().len() >= least
            })?;
            *games += u32::from(is_there);
            Ok(())
        },
    )?;
    Ok(parts.into_iter().sum())
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
