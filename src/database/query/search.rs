//! Games that have a place: exact positions by the index, everything else by replaying the packed moves on all cores.

use super::filter::GameFilter;
use super::place::{Pattern, Place};
use crate::board::{Move, MoveList, Position};
use crate::error::{DatabaseError, Result};
use crate::store::{Database, PackedGame, Selected, Shown, scan};

/// A game that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The number of the game.
    pub game: u32,
    /// Half-moves before the first place asked for; none if no place was.
    pub ply: Option<u32>,
    /// The position there.
    pub position: Option<Position>,
    /// The places of the game that are such.
    pub places: u32,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The games in order.
    pub hits: Vec<Hit>,
    /// The places of all games.
    pub places: u64,
    /// Other versions and copies of these games that are such as well.
    pub left_out: u64,
}

/// The games whose tags pass a filter and that have a place.
///
/// # Errors
/// A question that makes no sense, or a damaged file.
pub fn search(database: &Database, filter: &GameFilter, place: &Place) -> Result<Found> {
    if place.pattern.is_none() && place.ending.is_none() {
        let hit = |game| Hit { game, ply: None, position: None, places: 0 };
        let shown = filter.shown(database)?;
        let left_out = shown.left_out();
        return Ok(Found { hits: shown.games.into_iter().map(hit).collect(), places: 0, left_out });
    }
    let Shown { games, others } = filter.shown(database)?;
    let is_all = filter.is_all() && others.is_empty();
    let selected = if is_all { Selected::All } else { Selected::These(games) };
    let course = Course::of(place)?;
    let selected = match course.candidates(database)? {
        Some(candidates) => Selected::These(candidates).among(selected),
        None => selected,
    };
    let parts = scan(database, &selected, Vec::new, |hits, game, list| {
        hits.extend(course.hit(&game, list)?);
        Ok(())
    })?;
    let hits = parts.concat();
    let places = hits.iter().map(|hit: &Hit| u64::from(hit.places)).sum();
    let left_out =
        hits.iter().filter_map(|hit| others.get(&hit.game)).map(|&others| u64::from(others));
    Ok(Found { places, left_out: left_out.sum(), hits })
}

/// The positions of games that are such, each where its place begins: as many as the places that [`search`] counts.
///
/// # Errors
/// A question that makes no sense, or a damaged file.
pub fn positions(database: &Database, place: &Place, games: Vec<u32>) -> Result<Vec<Position>> {
    let course = Course::of(place)?;
    let parts = scan(database, &Selected::These(games), Vec::new, |found, game, list| {
        let (mut progress, mut before) = (Progress::default(), Vec::new());
        let moves = course.moves(&game, list)?;
        game.replay(list, |position, mv| {
            let places = progress.places;
            before.push(*position);
            course.look(&mut progress, position, moves.as_deref(), mv.is_none());
            progress.ply += 1;
            let start = before.len().saturating_sub(place.lasting);
            found.extend((progress.places > places).then_some(before[start]));
            true
        })
    })?;
    Ok(parts.concat())
}

/// A page of the games whose tags pass a filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The numbers of its games.
    pub games: Vec<u32>,
    /// How many pass in all.
    pub total: usize,
    /// Other versions and copies of all these that pass as well.
    pub left_out: u64,
}

/// A page of the games whose tags pass a filter.
///
/// # Errors
/// A question that makes no sense, or a damaged file.
pub fn page(database: &Database, filter: &GameFilter, from: usize, most: usize) -> Result<Page> {
    let shown = filter.shown(database)?;
    let (total, left_out) = (shown.games.len(), shown.left_out());
    Ok(Page { games: shown.games.into_iter().skip(from).take(most).collect(), total, left_out })
}

/// What is asked of the course of a game, ready to be compared.
struct Course<'a> {
    place: &'a Place,
    /// The pattern as it is asked for and, if either colour will do, turned; empty if every place will do.
    patterns: Vec<Pattern>,
    /// The same whoever is to move, where a place must last.
    lasting: Vec<Pattern>,
    /// Games with fewer pieces than this have no such place any more.
    least: u32,
}

/// What is known of a game so far.
#[derive(Default)]
struct Progress {
    ply: usize,
    /// For each pattern, the place where the present row of positions began, and its side to move fitted.
    since: [Option<(usize, Position)>; 2],
    first: Option<(usize, Position)>,
    places: u32,
    has_ending: bool,
}

impl<'a> Course<'a> {
    fn of(place: &'a Place) -> Result<Course<'a>> {
        if place.lasting == 0 {
            return Err(DatabaseError::Query("a place lasts for 1 position at least".into()));
        }
        let mut patterns: Vec<Pattern> = place.pattern.iter().cloned().collect();
        if place.either_color {
            patterns.extend(place.pattern.as_ref().map(Pattern::turned));
        }
        let least = patterns.iter().map(Pattern::least).min().unwrap_or(0);
        let turnless = |pattern: &Pattern| Pattern { turn: None, ..pattern.clone() };
        let lasting = patterns.iter().map(turnless).collect();
        Ok(Course { place, patterns, lasting, least })
    }

    /// The games that may have the position asked for, if one is.
    fn candidates(&self, database: &Database) -> Result<Option<Vec<u32>>> {
        let mut games = Vec::new();
        for pattern in &self.patterns {
            let Some(position) = &pattern.position else { return Ok(None) };
            games.extend(database.candidates(position)?);
        }
        games.sort_unstable();
        games.dedup();
        Ok((!self.patterns.is_empty()).then_some(games))
    }

    fn hit(&self, game: &PackedGame<'_>, list: &mut MoveList) -> Result<Option<Hit>> {
        let moves = self.moves(game, list)?;
        let mut progress = Progress::default();
        let is_quick = self.place.ending.is_none() && !self.place.only_last;
        game.replay(list, |position, mv| {
            if is_quick && position.occupied().len() < self.least {
                return false;
            }
            self.look(&mut progress, position, moves.as_deref(), mv.is_none());
            progress.ply += 1;
            true
        })?;
        let is_there = self.patterns.is_empty() || progress.first.is_some();
        let is_ended = self.place.ending.is_none() || progress.has_ending;
        Ok((is_there && is_ended).then(|| Hit {
            game: game.number,
            ply: progress.first.map(|(ply, _)| ply as u32),
            position: progress.first.map(|(_, position)| position),
            places: progress.places,
        }))
    }

    /// The moves of the game, where they are asked for.
    fn moves(&self, game: &PackedGame<'_>, list: &mut MoveList) -> Result<Option<Vec<Move>>> {
        if self.patterns.iter().all(|pattern| pattern.moves.is_empty()) {
            return Ok(None);
        }
        let mut moves = Vec::new();
        game.replay(list, |_, mv| {
            moves.extend(mv);
            true
        })?;
        Ok(Some(moves))
    }

    #[inline]
    fn look(
        &self,
        game: &mut Progress,
        position: &Position,
        moves: Option<&[Move]>,
        is_last: bool,
    ) {
        if let Some(ending) = &self.place.ending {
            let turned = || self.place.either_color && ending.turned().is_of(position);
            game.has_ending |= ending.is_of(position) || turned();
        }
        if self.place.only_last && !is_last {
            return;
        }
        let mut is_place = false;
        for (index, pattern) in self.patterns.iter().enumerate() {
            if self.lasts(game, index, pattern, position) {
                let start = (game.ply + 1).saturating_sub(self.place.lasting);
                let played = moves.is_none_or(|moves| pattern.moves.begins(&moves[start..]));
                is_place |= played;
                let since = game.since[index].filter(|_| played && game.first.is_none());
                if let Some((_, position)) = since {
                    game.first = Some((start, position));
                }
            }
        }
        game.places += u32::from(is_place);
    }

    /// Whether the pattern stands here, and has for as many positions as are asked for.
    #[inline]
    fn lasts(
        &self,
        game: &mut Progress,
        index: usize,
        pattern: &Pattern,
        position: &Position,
    ) -> bool {
        if self.place.lasting == 1 {
            let is_at = pattern.is_at(position);
            if is_at && game.first.is_none() {
                game.since[index] = Some((game.ply, *position));
            }
            return is_at;
        }
        if !self.lasting[index].is_at(position) {
            game.since[index] = None;
            return false;
        }
        let begins = || pattern.turn.is_none_or(|turn| turn == position.turn());
        if game.since[index].is_none() && begins() {
            game.since[index] = Some((game.ply, *position));
        }
        game.since[index].is_some_and(|(since, _)| game.ply + 1 - since >= self.place.lasting)
    }
}
