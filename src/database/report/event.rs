//! An event: its games, the standings, who met whom, the openings.

use std::collections::{BTreeMap, HashMap};

use super::analysis::AnalysedGame;
use crate::board::{Color, Move, Position};
use crate::error::Result;
use crate::query::{GameFilter, Group, Grouping, Listing, ResultCounts, left_out, statistics};
use crate::store::{Database, moves_of, winner};

/// What is known of an event.
#[derive(Clone, Debug, Default)]
pub struct EventReport {
    /// The names of the events, that of most games first.
    pub events: Vec<String>,
    /// Its games, in the order of their numbers.
    pub games: Vec<EventGame>,
    /// Other versions and duplicates of these games, which do not count.
    pub left_out: u64,
    /// The results, as wins and losses of White.
    pub counts: ResultCounts,
    /// The players by points; of as many points, by wins and by name.
    pub standings: Vec<Standing>,
    /// The first half-moves with their results, the most frequent first.
    pub openings: Vec<Group>,
    /// What a search found, if the games were searched.
    pub analysed: Vec<AnalysedGame>,
}

/// A game of an event.
#[derive(Clone, Debug)]
pub struct EventGame {
    /// Its number.
    pub game: u32,
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

/// A player of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The name.
    pub name: String,
    /// The games, with their results for the player.
    pub counts: ResultCounts,
    /// Two for a win, one for a draw.
    pub points: u32,
    /// The points of each game against each player of the standings, in their order.
    pub against: Vec<Vec<u32>>,
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

impl EventReport {
    /// The games that somebody won.
    pub fn decided(&self) -> impl Iterator<Item = &EventGame> {
        self.games.iter().filter(|game| matches!(game.winner(), Some(Some(_))))
    }

    /// The games of most half-moves, the longest first.
    #[must_use]
    pub fn longest(&self, most: usize) -> Vec<&EventGame> {
        let mut games: Vec<&EventGame> = self.games.iter().collect();
        games.sort_by_key(|game| std::cmp::Reverse(game.moves.len()));
        games.truncate(most);
        games
    }

    /// A game by its number.
    #[must_use]
    pub fn game(&self, number: u32) -> Option<&EventGame> {
        self.games.iter().find(|game| game.game == number)
    }
}

/// The report of the games that pass a filter; an opening has `plies` half-moves. Names that were merged are one player.
///
/// # Errors
/// A question that makes no sense, or a damaged file.
pub fn event_report(database: &Database, filter: &GameFilter, plies: usize) -> Result<EventReport> {
    let games = event_games(database, filter)?;
    let numbers = games.iter().map(|game| game.game);
    let mut events: BTreeMap<String, usize> = BTreeMap::new();
    for listing in Listing::select(database, numbers)? {
        *events.entry(listing.event.unwrap_or_else(|| "?".into())).or_default() += 1;
    }
    let mut events: Vec<(String, usize)> = events.into_iter().collect();
    events.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
    Ok(EventReport {
        events: events.into_iter().map(|(name, _)| name).collect(),
        left_out: left_out(database, filter)?,
        counts: statistics(database, filter, Grouping::All)?
            .first()
            .map_or(ResultCounts::default(), |group| group.counts),
        standings: standings(&games),
        openings: statistics(database, filter, Grouping::Opening(plies))?,
        games,
        analysed: Vec::new(),
    })
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

/// The points of a game for White and Black.
fn points(game: &EventGame) -> Option<[u32; 2]> {
    Some(match game.winner()? {
        Some(Color::White) => [2, 0],
        Some(Color::Black) => [0, 2],
        None => [1, 1],
    })
}

fn standings(games: &[EventGame]) -> Vec<Standing> {
    let mut players: BTreeMap<&str, Standing> = BTreeMap::new();
    for game in games {
        let points = points(game);
        for (place, name) in [&game.white, &game.black].into_iter().enumerate() {
            let player = players.entry(name).or_default();
            player.name.clone_from(name);
            player.counts.games += 1;
            player.points += points.map_or(0, |points| points[place]);
            match points.map(|points| points[place]) {
                Some(2) => player.counts.wins += 1,
                Some(1) => player.counts.draws += 1,
                Some(_) => player.counts.losses += 1,
                None => {}
            }
        }
    }
    let mut standings: Vec<Standing> = players.into_values().collect();
    let key = |one: &Standing| std::cmp::Reverse((one.points, one.counts.wins));
    standings
        .sort_by(|one, other| key(one).cmp(&key(other)).then_with(|| one.name.cmp(&other.name)));
    fill_against(&mut standings, games);
    standings
}

fn fill_against(standings: &mut [Standing], games: &[EventGame]) {
    let places: HashMap<String, usize> =
        standings.iter().enumerate().map(|(place, one)| (one.name.clone(), place)).collect();
    let players = standings.len();
    standings.iter_mut().for_each(|player| player.against = vec![Vec::new(); players]);
    for game in games {
        if let Some([white, black]) = points(game) {
            let (own, other) = (places[&game.white], places[&game.black]);
            standings[own].against[other].push(white);
            standings[other].against[own].push(black);
        }
    }
}
