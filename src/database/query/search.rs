//! Finds games by position: exact positions by the index, everything else by a replay of the packed moves on all cores.

use super::filter::GameFilter;
use super::position_query::{Pattern, PositionQuery};
use super::sequence::Played;
use crate::board::{MoveList, Position};
use crate::error::{DatabaseError, Result};
use crate::store::{Database, PackedGame, Selected, Shown, scan};

/// A game that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The number of the game.
    pub game: u32,
    /// Half-moves before the first matching position; `None` if no position was asked for.
    pub ply: Option<u32>,
    /// That position.
    pub position: Option<Position>,
    /// How many positions of the game match.
    pub matches: u32,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The games in order.
    pub hits: Vec<Hit>,
    /// The matching positions of all games.
    pub matches: u64,
    /// Other versions and duplicates of these games that match as well.
    pub left_out: u64,
}

/// The games whose tags pass a filter and whose positions match a query.
///
/// # Errors
/// A question that makes no sense, or a damaged file.
pub fn search(database: &Database, filter: &GameFilter, query: &PositionQuery) -> Result<Found> {
    if query.pattern.is_none() && query.ending.is_none() {
        let hit = |game| Hit { game, ply: None, position: None, matches: 0 };
        let shown = filter.shown(database)?;
        let left_out = shown.left_out();
        return Ok(Found {
            hits: shown.games.into_iter().map(hit).collect(),
            matches: 0,
            left_out,
        });
    }
    let Shown { games, others } = filter.shown(database)?;
    let is_all = filter.is_all() && others.is_empty() && database.removed_games()?.is_empty();
    let selected = if is_all { Selected::All } else { Selected::These(games) };
    let compiled = CompiledQuery::of(query)?;
    let selected = match compiled.candidates(database)? {
        Some(candidates) => Selected::These(candidates).among(selected),
        None => selected,
    };
    let parts = scan(database, &selected, Vec::new, |hits, game, list| {
        hits.extend(compiled.hit(&game, list)?);
        Ok(())
    })?;
    let hits = parts.concat();
    let matches = hits.iter().map(|hit: &Hit| u64::from(hit.matches)).sum();
    let left_out =
        hits.iter().filter_map(|hit| others.get(&hit.game)).map(|&others| u64::from(others));
    Ok(Found { matches, left_out: left_out.sum(), hits })
}

/// The matching positions of games, the first of each run that is long enough: as many as [`search`] counts.
///
/// # Errors
/// A question that makes no sense, or a damaged file.
pub fn positions(
    database: &Database,
    query: &PositionQuery,
    games: Vec<u32>,
) -> Result<Vec<Position>> {
    let compiled = CompiledQuery::of(query)?;
    let parts = scan(database, &Selected::These(games), Vec::new, |found, game, list| {
        let (mut progress, mut before) = (Progress::default(), Vec::new());
        let moves = compiled.moves(&game, list)?;
        game.replay(list, |position, mv| {
            let matches = progress.matches;
            before.push(*position);
            compiled.look(&mut progress, position, moves.as_deref(), mv.is_none());
            progress.ply += 1;
            let start = before.len().saturating_sub(query.min_consecutive);
            found.extend((progress.matches > matches).then_some(before[start]));
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
    /// Other versions and duplicates of all these that pass as well.
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

/// A position query, ready to be compared with positions.
struct CompiledQuery<'a> {
    query: &'a PositionQuery,
    /// The pattern and, for either colour, its mirror image; empty if every position matches.
    patterns: Vec<Pattern>,
    /// The patterns for either side to move, for the later positions of a run.
    turnless: Vec<Pattern>,
    /// A game with fewer pieces than this has no more matches.
    least: u32,
}

/// What is known of a game so far.
#[derive(Default)]
struct Progress {
    ply: usize,
    /// For each pattern, the ply and the position at which the present run of matches began.
    since: [Option<(usize, Position)>; 2],
    first: Option<(usize, Position)>,
    matches: u32,
    has_ending: bool,
}

impl<'a> CompiledQuery<'a> {
    fn of(query: &'a PositionQuery) -> Result<CompiledQuery<'a>> {
        if query.min_consecutive == 0 {
            return Err(DatabaseError::Query("--lasting is at least 1 position".into()));
        }
        let mut patterns: Vec<Pattern> = query.pattern.iter().cloned().collect();
        if query.either_color {
            patterns.extend(query.pattern.as_ref().map(Pattern::turned));
        }
        let least = patterns.iter().map(Pattern::least).min().unwrap_or(0);
        let without_turn = |pattern: &Pattern| Pattern { turn: None, ..pattern.clone() };
        let turnless = patterns.iter().map(without_turn).collect();
        Ok(CompiledQuery { query, patterns, turnless, least })
    }

    /// The games that may have the exact position of the query; `None` without one.
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
        let is_quick = self.query.ending.is_none() && !self.query.only_last;
        game.replay(list, |position, mv| {
            if is_quick && position.occupied().len() < self.least {
                return false;
            }
            self.look(&mut progress, position, moves.as_deref(), mv.is_none());
            progress.ply += 1;
            true
        })?;
        let is_there = self.patterns.is_empty() || progress.first.is_some();
        let is_ended = self.query.ending.is_none() || progress.has_ending;
        Ok((is_there && is_ended).then(|| Hit {
            game: game.number,
            ply: progress.first.map(|(ply, _)| ply as u32),
            position: progress.first.map(|(_, position)| position),
            matches: progress.matches,
        }))
    }

    /// The moves of the game, if the query has moves.
    fn moves(&self, game: &PackedGame<'_>, list: &mut MoveList) -> Result<Option<Vec<Played>>> {
        if self.patterns.iter().all(|pattern| pattern.moves.is_empty()) {
            return Ok(None);
        }
        let mut moves = Vec::new();
        game.replay(list, |position, mv| {
            moves.extend(mv.map(|mv| Played::of(position, mv)));
            true
        })?;
        Ok(Some(moves))
    }

    #[inline]
    fn look(
        &self,
        game: &mut Progress,
        position: &Position,
        moves: Option<&[Played]>,
        is_last: bool,
    ) {
        if let Some(ending) = &self.query.ending {
            let turned = || self.query.either_color && ending.turned().is_of(position);
            game.has_ending |= ending.is_of(position) || turned();
        }
        if self.query.only_last && !is_last {
            return;
        }
        let mut is_match = false;
        for (index, pattern) in self.patterns.iter().enumerate() {
            if self.matches_run(game, index, pattern, position) {
                let start = (game.ply + 1).saturating_sub(self.query.min_consecutive);
                let played = moves.is_none_or(|moves| pattern.moves.begins(&moves[start..]));
                is_match |= played;
                let since = game.since[index].filter(|_| played && game.first.is_none());
                if let Some((_, position)) = since {
                    game.first = Some((start, position));
                }
            }
        }
        game.matches += u32::from(is_match);
    }

    /// Whether the pattern matches this position and as many before it as the query asks for.
    #[inline]
    fn matches_run(
        &self,
        game: &mut Progress,
        index: usize,
        pattern: &Pattern,
        position: &Position,
    ) -> bool {
        if self.query.min_consecutive == 1 {
            let is_at = pattern.is_at(position);
            if is_at && game.first.is_none() {
                game.since[index] = Some((game.ply, *position));
            }
            return is_at;
        }
        if !self.turnless[index].is_at(position) {
            game.since[index] = None;
            return false;
        }
        let begins = || pattern.turn.is_none_or(|turn| turn == position.turn());
        if game.since[index].is_none() && begins() {
            game.since[index] = Some((game.ply, *position));
        }
        game.since[index]
            .is_some_and(|(since, _)| game.ply + 1 - since >= self.query.min_consecutive)
    }
}
