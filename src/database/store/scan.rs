//! Games of a database replayed on all cores.

use std::path::Path;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use rusqlite::Row;

use super::database::Database;
use super::identity::Identity;
use crate::board::{Move, MoveList, Position, fen, unpack};
use crate::error::{DatabaseError, Result};

/// Games of one piece of work.
const CHUNK: u32 = 4096;

/// A game as it is stored.
#[derive(Clone, Copy, Debug)]
pub struct PackedGame<'a> {
    /// Its number.
    pub number: u32,
    /// The position before its first move.
    pub start: Position,
    /// Its packed moves.
    pub moves: &'a [u8],
}

impl PackedGame<'_> {
    /// Replays the game: the position before each move with that move, and the last position without one, until the visitor has seen
    /// enough and returns false.
    ///
    /// # Errors
    /// Bytes that are no moves.
    #[inline]
    pub fn replay(
        &self,
        list: &mut MoveList,
        mut visit: impl FnMut(&Position, Option<Move>) -> bool,
    ) -> Result<()> {
        let (mut position, mut rest) = (self.start, self.moves);
        loop {
            if rest.is_empty() {
                visit(&position, None);
                return Ok(());
            }
            let Some(mv) = unpack(&position, &mut rest, list) else {
                return Err(DatabaseError::damaged(format!("the moves of game {}", self.number)));
            };
            if !visit(&position, Some(mv)) {
                return Ok(());
            }
            position = position.succ(mv);
        }
    }
}

/// Which games are looked at.
#[derive(Clone, Debug)]
pub enum Selected {
    /// All.
    All,
    /// Those of these numbers, in order.
    These(Vec<u32>),
}

impl Selected {
    /// Those that are among others too.
    pub(crate) fn among(self, others: Selected) -> Selected {
        match (self, others) {
            (Selected::All, other) | (other, Selected::All) => other,
            (Selected::These(some), Selected::These(others)) => {
                let mut is_there = is_among(&others);
                Selected::These(some.into_iter().filter(|game| is_there(*game)).collect())
            }
        }
    }
}

/// Whether a game is among these, which are in order, for games asked for in order.
pub(super) fn is_among(games: &[u32]) -> impl FnMut(u32) -> bool {
    let mut rest = games.iter().copied().peekable();
    move |game| {
        while rest.next_if(|&other| other < game).is_some() {}
        rest.next_if_eq(&game).is_some()
    }
}

/// Folds games into values, one for each piece of work, in the order of the games. Of all games, those that repeat another are left out.
///
/// # Errors
/// A damaged file, or an error of `work`.
pub fn scan<T: Send>(
    database: &Database,
    selected: &Selected,
    begin: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, PackedGame<'_>, &mut MoveList) -> Result<()> + Sync,
) -> Result<Vec<T>> {
    let pieces = pieces(database, selected)?;
    let stop = database.stop().clone();
    let fold = |own: &Database, list: &mut MoveList, piece: Piece| {
        let mut value = begin();
        let mut each = |game: PackedGame<'_>| match stop.is_stopped() {
            true => Err(DatabaseError::Stopped),
            false => work(&mut value, game, list),
        };
        own.under_lock(|| piece.each(own, &mut each))?;
        Ok(value)
    };
    let mut list = MoveList::new();
    if pieces.len() == 1 {
        return pieces.into_iter().map(|piece| fold(database, &mut list, piece)).collect();
    }
    // One connection for each thread at work, if the file of this name is still the same.
    let (path, identity) = (database.path(), database.identity()?);
    let open = || (open_same(path, &identity), MoveList::new());
    let folded = pieces
        .par_iter()
        .map_init(open, |(own, list), &piece| own.as_ref().map(|own| fold(own, list, piece)));
    let folded: Vec<Option<Result<T>>> = folded.collect();
    // The open file is the one that was asked, whatever has its name by now.
    let values = folded.into_iter().zip(pieces);
    values.map(|(value, piece)| value.unwrap_or_else(|| fold(database, &mut list, piece))).collect()
}

/// The start and the moves of games, which are asked for in order.
///
/// # Errors
/// A damaged file.
pub(crate) fn moves_of(
    database: &Database,
    games: Vec<u32>,
) -> Result<Vec<(u32, Position, Vec<Move>)>> {
    let parts = scan(database, &Selected::These(games), Vec::new, |read, game, list| {
        let mut own = Vec::new();
        game.replay(list, |_, mv| {
            own.extend(mv);
            true
        })?;
        read.push((game.number, game.start, own));
        Ok(())
    })?;
    Ok(parts.into_iter().flatten().collect())
}

/// Opens the file of a name, if it is the database that was opened before.
fn open_same(path: &Path, identity: &Identity) -> Option<Database> {
    let database = Database::open(path).ok()?;
    let found = database.identity().ok()?;
    identity.was(&found).then_some(database)
}

/// A piece of work.
#[derive(Clone, Copy)]
enum Piece<'a> {
    Range(u32, u32),
    These(&'a [u32]),
}

fn pieces<'a>(database: &Database, selected: &'a Selected) -> Result<Vec<Piece<'a>>> {
    let last = database.last_game()?;
    Ok(match selected {
        Selected::These(games) => games.chunks(CHUNK as usize / 8).map(Piece::These).collect(),
        Selected::All => {
            let starts = (1..=last).step_by(CHUNK as usize);
            starts.map(|first| Piece::Range(first, first.saturating_add(CHUNK - 1))).collect()
        }
    })
}

impl Piece<'_> {
    fn each(
        self,
        database: &Database,
        visit: &mut dyn FnMut(PackedGame<'_>) -> Result<()>,
    ) -> Result<()> {
        let connection = database.connection();
        match self {
            Piece::Range(first, last) => {
                let mut select = connection.prepare(
                    "SELECT game, start, moves FROM moves WHERE game BETWEEN ?1 AND ?2 ORDER BY game",
                )?;
                let mut rows = select.query([first, last])?;
                while let Some(row) = rows.next()? {
                    visit(packed(row)?)?;
                }
            }
            // Near neighbours are read sooner in a row than looked up one by one.
            Piece::These(games) if is_dense(games) => {
                let mut asked = games.iter().copied().peekable();
                let range = Piece::Range(games[0], games[games.len() - 1]);
                range.each(database, &mut |game| {
                    let before = std::iter::from_fn(|| asked.next_if(|&other| other < game.number));
                    look_up(database, before, visit)?;
                    asked.next_if_eq(&game.number).map_or(Ok(()), |_| visit(game))
                })?;
                look_up(database, asked, visit)?;
            }
            Piece::These(games) => look_up(database, games.iter().copied(), visit)?,
        }
        Ok(())
    }
}

/// Visits games one by one; one that repeats another has its moves there.
fn look_up(
    database: &Database,
    mut games: impl Iterator<Item = u32>,
    visit: &mut dyn FnMut(PackedGame<'_>) -> Result<()>,
) -> Result<()> {
    let Some(first) = games.next() else { return Ok(()) };
    let connection = database.connection();
    let mut own = connection.prepare("SELECT game, start, moves FROM moves WHERE game = ?1")?;
    let mut repeated = connection.prepare(
        "SELECT game.id, start, moves FROM game JOIN moves ON moves.game = version_of WHERE game.id = ?1",
    )?;
    for game in [first].into_iter().chain(games) {
        for select in [&mut own, &mut repeated] {
            let mut rows = select.query([game])?;
            if let Some(row) = rows.next()? {
                visit(packed(row)?)?;
                break;
            }
        }
    }
    Ok(())
}

/// Whether at least every fourth number is there.
fn is_dense(games: &[u32]) -> bool {
    games.len() > 1 && games[games.len() - 1] - games[0] < 4 * games.len() as u32
}

fn packed<'r>(row: &'r Row<'_>) -> Result<PackedGame<'r>> {
    let start = match row.get_ref(1)?.as_str_or_null().map_err(of_column)? {
        None => Position::start(),
        Some(text) => start_position(text)?,
    };
    let moves = row.get_ref(2)?.as_blob().map_err(of_column)?;
    Ok(PackedGame { number: row.get(0)?, start, moves })
}

fn of_column(error: rusqlite::types::FromSqlError) -> DatabaseError {
    DatabaseError::damaged(error.to_string())
}

/// The position of a stored FEN.
pub(super) fn start_position(text: &str) -> Result<Position> {
    fen::read(text).map_err(|_| DatabaseError::damaged("the FEN of a game"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_two_lists_share_are_kept_in_order() {
        let these = |games: &[u32]| Selected::These(games.to_vec());
        let shared = these(&[1, 3, 5, 9]).among(these(&[2, 3, 4, 9, 10]));
        assert!(matches!(shared, Selected::These(games) if games == [3, 9]));
        assert!(matches!(Selected::All.among(these(&[4])), Selected::These(games) if games == [4]));
    }
}
