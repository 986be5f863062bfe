//! Searches the games of a player, one a thread at a time.

use std::cmp::Reverse;

use super::count::{MistakeCount, PHASES, phase};
use crate::board::{Color, Move, MoveList, Position};
use crate::error::Result;
use crate::pdn::{spell, spell_line};
use crate::player::{Budget, Engine, StopFlag};
use crate::query::{GameFilter, PlayerGame, player_games};
use crate::review::{Glyph, mistakes, views, with_engines};
use crate::store::{Database, moves_of};

/// The most moves of a better line.
const LINE: usize = 8;

/// What the search of a player's games found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerMistakes {
    /// The games that were searched: fewer than asked where the search was stopped.
    pub games: usize,
    /// The counts of each part of the game, in the order of [`PHASES`].
    pub phases: [MistakeCount; PHASES.len()],
    /// The mistakes, the worst first and the latest first among equals.
    pub worst: Vec<PlayerMistake>,
}

impl PlayerMistakes {
    /// The counts of all parts together.
    #[must_use]
    pub fn total(&self) -> MistakeCount {
        self.phases.iter().fold(MistakeCount::default(), |sum, &count| sum + count)
    }
}

/// A move by which a player lost something.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerMistake {
    /// The game.
    pub game: PlayerGame,
    /// The plies before the move.
    pub before: usize,
    /// The side that began the game.
    pub first: Color,
    /// The position before the move.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// How bad it is.
    pub glyph: Glyph,
    /// What it lost, as a share of a game: 1 from a won game to a lost one.
    pub loss: f32,
    /// A better line, of eight moves at most.
    pub better: Vec<Move>,
}

impl PlayerMistake {
    /// The move with its number and its glyph, such as `23. 28-22?`, and with three points where Black moves: `23... 19-23?`.
    #[must_use]
    pub fn name(&self) -> String {
        let plies = self.before + usize::from(self.first == Color::Black);
        let points = if plies.is_multiple_of(2) { "." } else { "..." };
        format!("{}{points} {}{}", plies / 2 + 1, self.played(), self.glyph.sign())
    }

    /// The move as PDN spells it.
    #[must_use]
    pub fn played(&self) -> String {
        spell(&self.position, self.mv, &mut MoveList::new())
    }

    /// The better line as PDN spells it.
    #[must_use]
    pub fn better_line(&self) -> Vec<String> {
        spell_line(&self.position, &self.better)
    }
}

/// A game of a player with its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The game.
    pub about: PlayerGame,
    /// Where it begins.
    pub start: Position,
    /// Its moves.
    pub moves: Vec<Move>,
}

/// The games of the player of a filter, the latest first, `most` of them at most.
///
/// # Errors
/// A filter without a player, and a damaged file.
pub fn played_games(
    database: &Database,
    filter: &GameFilter,
    most: usize,
) -> Result<Vec<PlayedGame>> {
    let mut games = player_games(database, filter)?;
    games.truncate(most);
    with_moves(database, games)
}

/// Searches games of a player, with one thread of the current pool for each engine, and counts the mistakes of the player. `searched` is
/// called after each game, from any thread. Games that are not whole when `stop` is raised are left out.
#[must_use]
pub fn player_mistakes(
    games: &[PlayedGame],
    engines: &mut [Engine],
    budget: &Budget,
    stop: &StopFlag,
    searched: &(dyn Fn() + Sync),
) -> PlayerMistakes {
    let work = |game: &PlayedGame, engine: &mut Engine| {
        of_game(game, engine, budget, stop).inspect(|_| searched())
    };
    let found = with_engines(games, engines, stop, work);
    let mut found = found.into_iter().fold(PlayerMistakes::default(), joined);
    let latest = |one: &PlayerMistake| Reverse((one.game.date.clone(), one.game.game));
    found.worst.sort_by_cached_key(|one| (latest(one), one.before));
    found.worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    found
}

fn joined(mut all: PlayerMistakes, other: PlayerMistakes) -> PlayerMistakes {
    all.games += other.games;
    all.phases.iter_mut().zip(other.phases).for_each(|(own, other)| *own += other);
    all.worst.extend(other.worst);
    all
}

/// The games in the order asked, with their moves.
fn with_moves(database: &Database, games: Vec<PlayerGame>) -> Result<Vec<PlayedGame>> {
    let mut numbers: Vec<u32> = games.iter().map(|game| game.game).collect();
    numbers.sort_unstable();
    let mut read = moves_of(database, numbers)?;
    let work = games.into_iter().filter_map(|about| {
        let place = read.iter().position(|(number, ..)| *number == about.game)?;
        let (_, start, moves) = read.swap_remove(place);
        Some(PlayedGame { about, start, moves })
    });
    Ok(work.collect())
}

/// The moves and mistakes of the player in one game, unless the search was stopped.
fn of_game(
    work: &PlayedGame,
    engine: &mut Engine,
    budget: &Budget,
    stop: &StopFlag,
) -> Option<PlayerMistakes> {
    let views = views(engine, &work.start, &work.moves, budget, stop, &mut |_, _| {})?;
    let positions = work.start.along(&work.moves);
    let is_own = |position: &Position| position.turn() == work.about.side;
    let mut found = PlayerMistakes { games: 1, ..PlayerMistakes::default() };
    for position in positions[..work.moves.len()].iter().filter(|position| is_own(position)) {
        found.phases[phase(position)].moves += 1;
    }
    for mistake in mistakes(&work.start, &work.moves, &views) {
        let position = positions[mistake.before];
        if !is_own(&position) {
            continue;
        }
        found.phases[phase(&position)].note(mistake.glyph, mistake.loss);
        found.worst.push(PlayerMistake {
            game: work.about.clone(),
            before: mistake.before,
            first: work.start.turn(),
            position,
            mv: work.moves[mistake.before],
            glyph: mistake.glyph,
            loss: mistake.loss,
            better: views[mistake.before].line.iter().copied().take(LINE).collect(),
        });
    }
    Some(found)
}
