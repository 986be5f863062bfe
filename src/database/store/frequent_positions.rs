//! The moves of frequent positions, counted beforehand. A position has a row for each of its moves or no row at all: without rows, its
//! moves are counted from the games when they are asked for.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::{Connection, Params};

use super::count::{GameFacts, MoveCount};
use super::database::Database;
use super::scan::{PackedGame, Selected, scan};
use crate::board::{Key, Move, MoveList, Position};
use crate::error::{DatabaseError, Result};
use crate::pdn::spell;

/// The fewest pieces of a position that is counted: games are replayed until fewer are left.
const PIECES: u32 = 26;

/// Counters of positions; several share one.
const COUNTERS: usize = 1 << 22;

/// A position with the count of each of its moves.
struct Counted {
    position: Position,
    moves: Vec<MoveCount>,
}

/// Counts the moves of all positions that at least `least` games have.
pub(super) fn count(database: &Database, least: u32) -> Result<()> {
    if database.number("SELECT count(*) FROM popular")? > 0 {
        return Ok(());
    }
    let games = database.number("SELECT count(*) FROM moves")?;
    if games < i64::from(least) {
        return Ok(());
    }
    let counters = rough_counts(database)?;
    let mut all =
        count_where(database, |key| counters[slot(key)].load(Ordering::Relaxed) >= least)?;
    all.retain(|_, counted| counted.moves.iter().map(|count| count.games).sum::<u32>() >= least);
    write(database, all)
}

/// Counts the moves of some positions in all games that are shown.
fn count_where(
    database: &Database,
    is_asked: impl Fn(u64) -> bool + Sync,
) -> Result<HashMap<u64, Counted>> {
    let shown = database.shown_games()?;
    let facts = GameFacts::select(database, &shown)?;
    let parts = scan(database, &shown, HashMap::new, |counted, game, list| {
        let place = facts.binary_search_by_key(&game.number, |facts| facts.number);
        let place = place.map_err(|_| DatabaseError::damaged("moves of no game"))?;
        count_game(counted, &game, &facts[place], list, &is_asked)
    })?;
    let mut all: HashMap<u64, Counted> = HashMap::new();
    for (key, part) in parts.into_iter().flatten() {
        match all.get_mut(&key) {
            None => drop(all.insert(key, part)),
            Some(counted) => {
                part.moves
                    .iter()
                    .for_each(|other| of_move(&mut counted.moves, other.mv).merge(other));
            }
        }
    }
    Ok(all)
}

/// The positions of some games whose moves are counted beforehand.
pub(super) fn counted_positions(database: &Database, games: &[u32]) -> Result<HashSet<u64>> {
    let games = Selected::These(games.to_vec());
    let parts = scan(database, &games, HashSet::new, |keys: &mut HashSet<u64>, game, list| {
        each_position(&game, list, |key, _, _| _ = keys.insert(key))
    })?;
    let mut keys: HashSet<u64> = parts.into_iter().flatten().collect();
    let mut select = database
        .connection()
        .prepare("SELECT EXISTS (SELECT 1 FROM popular WHERE position = ?1)")?;
    let mut is_counted =
        |key: &u64| select.query_row([key.cast_signed()], |row| row.get::<_, bool>(0));
    let counted = keys.drain().map(|key| Ok((key, is_counted(&key)?)));
    let counted: Vec<(u64, bool)> = counted.collect::<rusqlite::Result<_>>()?;
    Ok(counted.into_iter().filter_map(|(key, is_counted)| is_counted.then_some(key)).collect())
}

/// Forgets what is counted of positions: without rows their moves are counted when they are asked for.
pub(super) fn forget(connection: &Connection, positions: &HashSet<u64>) -> rusqlite::Result<()> {
    let mut delete = connection.prepare("DELETE FROM popular WHERE position = ?1")?;
    positions.iter().try_for_each(|key| delete.execute([key.cast_signed()]).map(|_| ()))
}

/// Counts the moves of positions that [`forget`] has left without rows.
pub(super) fn count_again(database: &Database, positions: &HashSet<u64>) -> Result<()> {
    if positions.is_empty() {
        return Ok(());
    }
    write(database, count_where(database, |key| positions.contains(&key))?)
}

fn slot(key: u64) -> usize {
    key as usize % COUNTERS
}

/// An upper bound of the games of each position, in counters that positions share.
fn rough_counts(database: &Database) -> Result<Vec<AtomicU32>> {
    let counters: Vec<AtomicU32> =
        std::iter::repeat_with(AtomicU32::default).take(COUNTERS).collect();
    scan(
        database,
        &Selected::All,
        || (),
        |(), game, list| {
            each_position(&game, list, |key, _, _| {
                counters[slot(key)].fetch_add(1, Ordering::Relaxed);
            })
        },
    )?;
    Ok(counters)
}

/// The positions of a game with enough pieces and a move.
fn each_position(
    game: &PackedGame<'_>,
    list: &mut MoveList,
    mut visit: impl FnMut(u64, &Position, Move),
) -> Result<()> {
    let mut before: Option<(Key, Position, Move)> = None;
    game.replay(list, |position, mv| {
        if position.occupied().len() < PIECES {
            return false;
        }
        let key = match before {
            None => Key::of(position),
            Some((key, last, mv)) => key.after(&last, mv, position),
        };
        if let Some(mv) = mv {
            visit(key.bits(), position, mv);
            before = Some((key, *position, mv));
        }
        true
    })
}

fn count_game(
    counted: &mut HashMap<u64, Counted>,
    game: &PackedGame<'_>,
    facts: &GameFacts,
    list: &mut MoveList,
    is_asked: impl Fn(u64) -> bool,
) -> Result<()> {
    // A game counts once for a move, however often it comes back to it.
    let mut seen: Vec<(u64, Move)> = Vec::new();
    each_position(game, list, |key, position, mv| {
        if is_asked(key) && !seen.contains(&(key, mv)) {
            seen.push((key, mv));
            let new = || Counted { position: *position, moves: Vec::new() };
            let counted = counted.entry(key).or_insert_with(new);
            of_move(&mut counted.moves, mv).add(facts, position.turn());
        }
    })
}

/// The count of a move in a list, which has it from now on.
pub(crate) fn of_move(moves: &mut Vec<MoveCount>, mv: Move) -> &mut MoveCount {
    let place = moves.iter().position(|count| count.mv == mv).unwrap_or_else(|| {
        moves.push(MoveCount::none(mv));
        moves.len() - 1
    });
    &mut moves[place]
}

/// Adds the moves of a new game to those counted beforehand, within the transaction that puts the game in.
pub(super) fn add(database: &Database, game: &PackedGame<'_>) -> Result<()> {
    let facts = GameFacts::select(database, &Selected::These(vec![game.number]))?[0];
    let connection = database.connection();
    let mut is_counted =
        connection.prepare("SELECT EXISTS (SELECT 1 FROM popular WHERE position = ?1)")?;
    let mut add = connection.prepare(
        "INSERT INTO popular VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        ON CONFLICT (position, move) DO UPDATE SET games = games + excluded.games, white = white + excluded.white,
            draws = draws + excluded.draws, black = black + excluded.black, rated = rated + excluded.rated,
            ratings = ratings + excluded.ratings,
            last_year = coalesce(max(last_year, excluded.last_year), last_year, excluded.last_year)",
    )?;
    let (mut list, mut spelling) = (MoveList::new(), MoveList::new());
    let mut counted = HashMap::new();
    count_game(&mut counted, game, &facts, &mut list, |_| true)?;
    for (key, Counted { position, moves }) in counted {
        let key = key.cast_signed();
        if !is_counted.query_row([key], |row| row.get::<_, bool>(0))? {
            continue;
        }
        for count in moves {
            add.execute(row_of(key, &position, &count, &mut spelling))?;
        }
    }
    Ok(())
}

/// Takes a new version of a game into account, within the transaction that puts it in. Where searches show it and other figures are counted
/// of it, what was counted of its positions is forgotten: it is counted from the games when it is asked for.
pub(super) fn replace(database: &Database, first: u32, game: &PackedGame<'_>) -> Result<()> {
    let connection = database.connection();
    let mut newest = connection.prepare(
        "SELECT id FROM game WHERE id = ?1 OR version_of = ?1 ORDER BY rank DESC, id DESC LIMIT 2",
    )?;
    let newest = newest.query_map([first], |row| row.get(0))?;
    let newest: Vec<u32> = newest.collect::<rusqlite::Result<_>>()?;
    // Of a game that was removed nothing is counted.
    let removed = database.removed_games()?;
    if !newest.iter().any(|number| removed.contains(number)) {
        if newest[0] != game.number {
            return Ok(());
        }
        let facts = GameFacts::select(database, &Selected::These(newest))?;
        if facts[0].counts_as(&facts[1]) {
            return Ok(());
        }
    }
    let mut forget = connection.prepare("DELETE FROM popular WHERE position = ?1")?;
    let mut outcome = Ok(0);
    each_position(game, &mut MoveList::new(), |key, _, _| {
        if outcome.is_ok() {
            outcome = forget.execute([key.cast_signed()]);
        }
    })?;
    outcome?;
    Ok(())
}

fn write(database: &Database, counted: HashMap<u64, Counted>) -> Result<()> {
    let connection = database.connection();
    let mut rows: Vec<(i64, Counted)> =
        counted.into_iter().map(|(key, counted)| (key.cast_signed(), counted)).collect();
    rows.sort_unstable_by_key(|(key, _)| *key);
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let mut insert =
        connection.prepare("INSERT INTO popular VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?;
    let mut list = MoveList::new();
    for (key, Counted { position, mut moves }) in rows {
        moves.sort_unstable_by_key(|count| count.mv);
        for count in moves {
            insert.execute(row_of(key, &position, &count, &mut list))?;
        }
    }
    drop(insert);
    connection.execute_batch("COMMIT")?;
    Ok(())
}

fn row_of(
    key: i64,
    position: &Position,
    count: &MoveCount,
    list: &mut MoveList,
) -> impl Params + use<> {
    let MoveCount { mv, games, white, draws, black, rated, ratings, last_year } = *count;
    (
        key,
        spell(position, mv, list),
        games,
        white,
        draws,
        black,
        rated,
        ratings.cast_signed(),
        last_year,
    )
}

impl Database {
    /// The moves of a position, if they were counted beforehand.
    pub(crate) fn frequent_moves(&self, position: &Position) -> Result<Option<Vec<MoveCount>>> {
        let mut list = MoveList::new();
        let legal: Vec<(String, Move)> = MoveList::legal(position)
            .into_iter()
            .map(|mv| (spell(position, mv, &mut list), mv))
            .collect();
        let mut select = self.connection().prepare(
            "SELECT move, games, white, draws, black, rated, ratings, last_year FROM popular WHERE position = ?1",
        )?;
        let mut rows = select.query([Key::of(position).bits().cast_signed()])?;
        let mut moves = Vec::new();
        while let Some(row) = rows.next()? {
            let spelled = row.get_ref(0)?.as_str().unwrap_or_default();
            let found = legal.iter().find(|(text, _)| text == spelled);
            let Some(&(_, mv)) = found else {
                return Err(DatabaseError::damaged("a move of a position"));
            };
            moves.push(MoveCount {
                mv,
                games: row.get(1)?,
                white: row.get(2)?,
                draws: row.get(3)?,
                black: row.get(4)?,
                rated: row.get(5)?,
                ratings: row.get::<_, i64>(6)?.cast_unsigned(),
                last_year: row.get(7)?,
            });
        }
        Ok((!moves.is_empty()).then_some(moves))
    }
}
