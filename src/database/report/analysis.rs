//! The games of an event searched: what each side lost, and the wins that were missed.

use super::game::EventGame;
use crate::board::{Color, Move, Position};
use crate::pdn::spell_line;
use crate::player::{Budget, Engine, StopFlag};
use crate::review::{mistakes, views, with_engines};

/// The expected result from which a position counts as won, and below which the win is missed; from -1 to 1.
pub(super) const WON: f32 = 0.75;
pub(super) const MISSED: f32 = 0.35;

/// The most moves of a better line.
pub(super) const LINE: usize = 8;

/// What a search found in a game, or the scores in its comments.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysedGame {
    /// Its number.
    pub game: u32,
    /// The moves of White and Black that were judged.
    pub moves: [u32; 2],
    /// What the mistakes of White and Black lost, in games: 1 from a won game to a lost one.
    pub loss: [f32; 2],
    /// The wins that were missed, in order.
    pub missed: Vec<MissedWin>,
}

/// A move by which a side let a win slip.
#[derive(Clone, Debug, PartialEq)]
pub struct MissedWin {
    /// The plies before it.
    pub before: usize,
    /// The position before it.
    pub position: Position,
    /// The move that was played.
    pub mv: Move,
    /// The winning line, of eight moves at most; empty where only a score is stored.
    pub better: Vec<Move>,
}

impl MissedWin {
    /// The winning line as PDN spells it.
    #[must_use]
    pub fn better_line(&self) -> String {
        spell_line(&self.position, &self.better).join(" ")
    }
}

impl AnalysedGame {
    /// What both sides lost a move, in percent of a game.
    #[must_use]
    pub fn loss_per_move(&self) -> f32 {
        let moves = self.moves.iter().sum::<u32>().max(1);
        100.0 * self.loss.iter().sum::<f32>() / moves as f32
    }
}

/// Searches games, with one thread of the current pool for each engine, in the order of the games. `searched` is called after each, from
/// any thread. Games that are not whole when `stop` is raised are left out.
#[must_use]
pub fn analysed_games(
    games: &[EventGame],
    engines: &mut [Engine],
    budget: &Budget,
    stop: &StopFlag,
    searched: &(dyn Fn() + Sync),
) -> Vec<AnalysedGame> {
    with_engines(games, engines, stop, |game, engine| {
        analysed(game, engine, budget, stop).inspect(|_| searched())
    })
}

fn analysed(
    game: &EventGame,
    engine: &mut Engine,
    budget: &Budget,
    stop: &StopFlag,
) -> Option<AnalysedGame> {
    let views = views(engine, &game.start, &game.moves, budget, stop, &mut |_, _| {})?;
    let mut found =
        AnalysedGame { game: game.game, moves: [0; 2], loss: [0.0; 2], missed: Vec::new() };
    let side = |plies: usize| usize::from((game.start.turn() == Color::Black) != (plies % 2 == 1));
    (0..game.moves.len()).for_each(|plies| found.moves[side(plies)] += 1);
    let positions = game.start.along(&game.moves);
    for mistake in mistakes(&game.start, &game.moves, &views) {
        let before = mistake.before;
        found.loss[side(before)] += mistake.loss;
        if views[before].result() >= WON && -views[before + 1].result() <= MISSED {
            found.missed.push(MissedWin {
                before,
                position: positions[before],
                mv: game.moves[before],
                better: views[before].line.iter().copied().take(LINE).collect(),
            });
        }
    }
    Some(found)
}
