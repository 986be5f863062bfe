//! An event: its games, the standings, the pairings, the openings.

use std::collections::{BTreeMap, HashMap};

use super::analysis::AnalysedGame;
use super::game::{EventGame, event_games};
use super::stored::stored_analyses;
use crate::board::Color;
use crate::error::Result;
use crate::query::{GameFilter, Group, Grouping, ResultCounts, left_out, statistics};
use crate::store::Database;

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
    /// What the scores in the comments of games say, or a search that took their place.
    pub analysed: Vec<AnalysedGame>,
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
    Ok(EventReport {
        events: events(&games),
        left_out: left_out(database, filter)?,
        counts: all(database, filter)?,
        standings: standings(&games),
        openings: statistics(database, filter, Grouping::Opening(plies))?,
        analysed: stored_analyses(database, games.iter().map(|game| game.game))?,
        games,
    })
}

/// The results of all games that pass a filter.
pub(super) fn all(database: &Database, filter: &GameFilter) -> Result<ResultCounts> {
    let groups = statistics(database, filter, Grouping::All)?;
    Ok(groups.first().map_or(ResultCounts::default(), |group| group.counts))
}

/// The names of the events, that of most games first.
fn events(games: &[EventGame]) -> Vec<String> {
    let mut events: BTreeMap<&str, usize> = BTreeMap::new();
    for game in games {
        *events.entry(game.event.as_deref().unwrap_or("?")).or_default() += 1;
    }
    let mut events: Vec<(&str, usize)> = events.into_iter().collect();
    events.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
    events.into_iter().map(|(name, _)| name.to_owned()).collect()
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
