//! What a player does in a position, as White and as Black, and what it loses by the engine.

use crate::board::{Color, Move, Position};
use crate::error::Result;
use crate::player::{Budget, Engine, StopFlag};
use crate::query::{GameFilter, ResultCounts, explore};
use crate::review::{loss, views};
use crate::store::{Database, MoveCount};

/// A move of a player in a position, or after a move of the opponent there.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move of the opponent, if the opponent is to move, and that of the player.
    pub line: Vec<Move>,
    /// The games with it, with the results of the player.
    pub counts: ResultCounts,
    /// What it lost by the engine, in games, if it was searched: 1 from a won game to a lost one.
    pub loss: Option<f32>,
}

/// The moves of a player with a side: in the position, or in those after each move of the opponent. Those of most games come first.
pub(super) fn choices(
    database: &Database,
    filter: &GameFilter,
    side: Color,
    position: &Position,
) -> Result<Vec<Choice>> {
    let of_position = |before: Option<Move>| {
        let position = before.map_or(*position, |mv| position.succ(mv));
        let moves = explore(database, &position, filter)?.into_iter();
        Ok(moves.map(move |count| choice(before, &count, side)).collect::<Vec<_>>())
    };
    if position.turn() == side {
        return of_position(None);
    }
    let before = explore(database, position, filter)?.into_iter().map(|count| Some(count.mv));
    let mut found = before.map(of_position).collect::<Result<Vec<_>>>()?.concat();
    found.sort_by_key(|choice| std::cmp::Reverse(choice.counts.games));
    Ok(found)
}

fn choice(before: Option<Move>, count: &MoveCount, side: Color) -> Choice {
    let (wins, losses) = match side {
        Color::White => (count.white, count.black),
        Color::Black => (count.black, count.white),
    };
    let counts = ResultCounts { games: count.games, wins, draws: count.draws, losses };
    Choice { line: before.into_iter().chain([count.mv]).collect(), counts, loss: None }
}

/// Searches the moves of players in a position, and writes down what each loses. `searched` is called after each move.
pub fn search_choices<'a>(
    position: &Position,
    choices: impl IntoIterator<Item = &'a mut Choice>,
    engine: &mut Engine,
    budget: &Budget,
    stop: &StopFlag,
    searched: &dyn Fn(),
) {
    for choice in choices {
        let Some((&mv, before)) = choice.line.split_last() else { continue };
        let position = before.iter().fold(*position, |position, &mv| position.succ(mv));
        let views = views(engine, &position, &[mv], budget, stop, &mut |_, _| {});
        let Some([own, after]) = views.as_deref() else { return };
        choice.loss = Some(loss(own, mv, after));
        searched();
    }
}

/// What the moves lose on average in the games with them, in games; nothing where none was searched.
#[must_use]
pub fn mean_loss(choices: &[Choice]) -> Option<f32> {
    let known = || choices.iter().filter_map(|one| Some((one.counts.games as f32, one.loss?)));
    let games: f32 = known().map(|(games, _)| games).sum();
    (games > 0.0).then(|| known().map(|(games, loss)| games * loss).sum::<f32>() / games)
}
