//! Results in groups: by year, length, opening, and those of a player by opponent.

use std::collections::BTreeMap;

use super::filter::GameFilter;
use super::named;
use crate::board::Color;
use crate::error::{DatabaseError, Result};
use crate::pdn::spell;
use crate::store::{Database, Selected, scan, score, winner};

/// Games and their results. With a player, wins and losses are the player's; without, White's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultCounts {
    /// Games.
    pub games: u32,
    /// Games that are won.
    pub wins: u32,
    /// Games that are drawn.
    pub draws: u32,
    /// Games that are lost.
    pub losses: u32,
}

impl ResultCounts {
    /// The points, of 100 a game with a result.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        score(self.wins, self.draws, self.losses)
    }
}

/// By what games are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// All games.
    All,
    /// The side of the player.
    Side,
    /// The year.
    Year,
    /// Moves of both sides, in tens.
    Length,
    /// The first half-moves, as many as given.
    Opening(usize),
    /// The opponent of the player.
    Opponent,
    /// The event.
    Event,
}

/// A group of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What the games have in common.
    pub name: String,
    /// Their results.
    pub counts: ResultCounts,
}

/// The results of the games that pass a filter. Groups of years and lengths are in order, all others by size.
///
/// # Errors
/// A question that makes no sense, or a damaged file.
pub fn statistics(
    database: &Database,
    filter: &GameFilter,
    grouping: Grouping,
) -> Result<Vec<Group>> {
    let needs_player = matches!(grouping, Grouping::Side | Grouping::Opponent);
    if needs_player && filter.player.is_none() {
        return Err(DatabaseError::Query("opponents and sides are those of --player".into()));
    }
    let selected = filter.select(database)?;
    let openings = match grouping {
        Grouping::Opening(plies) => openings(database, &selected, plies)?,
        _ => BTreeMap::new(),
    };
    let mut groups = BTreeMap::<String, ResultCounts>::new();
    for game in games(database, filter, &selected)? {
        let name = match grouping {
            Grouping::All => String::new(),
            Grouping::Side => format!("{:?}", game.side),
            Grouping::Year => game.date.get(..4).unwrap_or("????").to_owned(),
            Grouping::Length => format!("{:>3}-{}", game.plies / 20 * 10, game.plies / 20 * 10 + 9),
            Grouping::Opening(_) => openings.get(&game.number).cloned().unwrap_or_default(),
            Grouping::Opponent => game.opponent,
            Grouping::Event => game.event,
        };
        let counts = groups.entry(name).or_default();
        counts.games += 1;
        match game.winner {
            Some(Some(winner)) if winner == game.side => counts.wins += 1,
            Some(Some(_)) => counts.losses += 1,
            Some(None) => counts.draws += 1,
            None => {}
        }
    }
    let mut groups: Vec<Group> =
        groups.into_iter().map(|(name, counts)| Group { name, counts }).collect();
    if !matches!(grouping, Grouping::Year | Grouping::Length) {
        groups.sort_by_key(|group| std::cmp::Reverse(group.counts.games));
    }
    Ok(groups)
}

/// How many other versions and duplicates of the games that pass a filter pass as well; no statistic counts them.
///
/// # Errors
/// A question that makes no sense, or a damaged file.
pub fn left_out(database: &Database, filter: &GameFilter) -> Result<u64> {
    Ok(filter.shown(database)?.left_out())
}

/// A game of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerGame {
    /// Its number.
    pub game: u32,
    /// The player's side.
    pub side: Color,
    /// The name of the other player.
    pub opponent: String,
    /// The date, as far as it is known.
    pub date: String,
}

/// The games of the player of a filter, the latest first; those without a date are the last.
///
/// # Errors
/// A filter without a player, and a damaged file.
pub fn player_games(database: &Database, filter: &GameFilter) -> Result<Vec<PlayerGame>> {
    if filter.player.is_none() {
        return Err(DatabaseError::Query("these are the games of --player".into()));
    }
    let selected = filter.select(database)?;
    let of = |counted: Counted| {
        let Counted { number, side, opponent, date, .. } = counted;
        PlayerGame { game: number, side, opponent, date }
    };
    let mut games: Vec<PlayerGame> =
        games(database, filter, &selected)?.into_iter().map(of).collect();
    // What is not known of a date is a question mark, which sorts after the digits.
    games.sort_by_key(|game| std::cmp::Reverse((game.date.replace('?', " "), game.game)));
    Ok(games)
}

/// A game as it is counted.
struct Counted {
    number: u32,
    side: Color,
    opponent: String,
    event: String,
    date: String,
    plies: u32,
    /// `None` without a result, `Some(None)` for a draw.
    winner: Option<Option<Color>>,
}

fn games(database: &Database, filter: &GameFilter, selected: &Selected) -> Result<Vec<Counted>> {
    let player = filter.player.as_deref().map(|name| named::player(database, name)).transpose()?;
    let persons = database.names_of_aliases()?;
    let sql = "SELECT game.id, white.name, game.white, black.name, event.name, date, plies, result, game.black FROM game \
        LEFT JOIN player AS white ON white.id = game.white LEFT JOIN player AS black ON black.id = game.black \
        LEFT JOIN event ON event.id = game.event";
    let row = |row: &rusqlite::Row<'_>| {
        let text = |column: usize| {
            row.get::<_, Option<String>>(column).map(|text| text.unwrap_or_default())
        };
        let is_white = match &player {
            Some(player) => {
                row.get::<_, Option<u32>>(2)?.is_some_and(|white| player.contains(white))
            }
            None => true,
        };
        Ok(Counted {
            number: row.get(0)?,
            side: if is_white { Color::White } else { Color::Black },
            opponent: match row
                .get::<_, Option<u32>>(if is_white { 8 } else { 2 })?
                .and_then(|number| persons.get(&number))
            {
                Some(person) => person.clone(),
                None => text(if is_white { 3 } else { 1 })?,
            },
            event: text(4)?,
            date: text(5)?,
            plies: row.get(6)?,
            winner: winner(row.get_ref(7)?.as_str()?),
        })
    };
    let connection = database.connection();
    match selected {
        Selected::All => {
            let mut select = connection.prepare(sql)?;
            let games = select.query_map([], row)?;
            Ok(games.collect::<rusqlite::Result<_>>()?)
        }
        Selected::These(numbers) => {
            let mut select = connection.prepare(&format!("{sql} WHERE game.id = ?1"))?;
            let one = |number: &u32| Ok(select.query_row([number], row)?);
            database.under_lock(|| numbers.iter().map(one).collect())
        }
    }
}

/// The first half-moves of games, as text.
fn openings(
    database: &Database,
    selected: &Selected,
    plies: usize,
) -> Result<BTreeMap<u32, String>> {
    let parts = scan(database, selected, Vec::new, |openings, game, list| {
        let (mut text, mut left) = (Vec::new(), plies);
        let mut spelling = crate::board::MoveList::new();
        game.replay(list, |position, mv| {
            left = left.saturating_sub(1);
            text.extend(mv.map(|mv| spell(position, mv, &mut spelling)));
            left > 0
        })?;
        openings.push((game.number, text.join(" ")));
        Ok(())
    })?;
    Ok(parts.into_iter().flatten().collect())
}
