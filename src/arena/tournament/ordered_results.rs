//! The games that count: as they come, or in the order of their numbers, so that a sequential test decides the same in whatever order
//! games end, and always after a pair of games.

use serde_json::Value;

use super::finished_game::FinishedGame;
use super::schedule::Schedule;
use super::scoreboard::ScoreBoard;
use super::sprt::Sprt;
use crate::jobs::InOrder;

/// When a finished game counts, and is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    AsTheyCome,
    ByNumber,
}

#[derive(Debug)]
pub(super) struct UncountedGame {
    pub finished: FinishedGame,
    /// Its text, unless it is saved.
    pub pdn: Option<String>,
}

/// The games that count, up to the one that decides a sequential test, and those that wait for a game before them.
pub(super) struct OrderedResults {
    pub scoreboard: ScoreBoard,
    counting: Counting,
    games: InOrder<Box<dyn Iterator<Item = usize> + Send>, UncountedGame>,
}

impl OrderedResults {
    pub(super) fn new(
        names: Vec<String>,
        schedule: &Schedule,
        sprt: Option<Sprt>,
        counting: Counting,
        settings: Value,
    ) -> OrderedResults {
        let scoreboard = ScoreBoard::new(names, schedule.clone(), sprt).with_settings(settings);
        let games = InOrder::new(schedule.numbers());
        OrderedResults { scoreboard, counting, games }
    }

    /// Whether a game is finished, whether it counts yet or not.
    pub(super) fn has(&self, game: usize) -> bool {
        self.scoreboard.has(game) || self.games.is_waiting(game)
    }

    pub(super) fn insert(&mut self, game: UncountedGame) {
        self.games.insert(game.finished.game, game);
    }

    /// Passes the games that count now to `save`, and then, with the scoreboard after each, to `watch`.
    pub(super) fn count<E>(
        &mut self,
        save: &mut dyn FnMut(&UncountedGame) -> Result<(), E>,
        watch: &mut dyn FnMut(&UncountedGame, &ScoreBoard),
    ) -> Result<(), E> {
        while !self.scoreboard.is_decided()
            && let Some(game) = self.next()
        {
            save(&game)?;
            self.scoreboard.add(game.finished.clone());
            watch(&game, &self.scoreboard);
        }
        Ok(())
    }

    fn next(&mut self) -> Option<UncountedGame> {
        match self.counting {
            Counting::AsTheyCome => self.games.next_arrived(),
            Counting::ByNumber => self.games.next_ready(),
        }
    }

    /// The scoreboard, and the games that would still count if those before them were played.
    pub(super) fn close(mut self) -> (ScoreBoard, Vec<UncountedGame>) {
        let is_over = self.scoreboard.is_over();
        let rest = std::iter::from_fn(|| self.games.next_arrived()).filter(|_| !is_over).collect();
        (self.scoreboard, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::super::sprt::EloModel;
    use super::*;
    use crate::game::{Ending, GameResult};

    /// A game that the first player has won, or the second from game 50 on.
    fn game(number: usize, schedule: &Schedule) -> UncountedGame {
        let is_white = schedule.game(number).players[0] == usize::from(number >= 50);
        let winner = if is_white { GameResult::White } else { GameResult::Black };
        let ending = Ending::normal(winner, "test");
        let [white, black] = ["a", "b"].map(String::from);
        let (programs, scoreless, searches) = Default::default();
        let finished = FinishedGame {
            game: number,
            white,
            black,
            ending,
            plies: 0,
            millis: 0,
            programs,
            scoreless,
            searches,
        };
        UncountedGame { finished, pdn: None }
    }

    #[test]
    fn a_test_counts_games_in_their_order_and_none_after_its_decision() {
        let schedule = Schedule::round_robin(2, 100);
        let (elo0, elo1, alpha, beta) = (0.0, 100.0, 0.05, 0.05);
        let sprt = Sprt { elo0, elo1, alpha, beta, scale: EloModel::Logistic };
        let played = |order: &[usize]| {
            let names = ["a", "b"].map(String::from).to_vec();
            let mut results =
                OrderedResults::new(names, &schedule, Some(sprt), Counting::ByNumber, Value::Null);
            for &number in order {
                results.insert(game(number, &schedule));
                results.count::<()>(&mut |_| Ok(()), &mut |_, _| {}).expect("nothing fails");
            }
            results.close().0
        };
        let forward: Vec<usize> = (0..100).collect();
        let swapped: Vec<usize> = (0..100).map(|game| game ^ 1).collect();
        let last_first: Vec<usize> = (50..100).chain(0..50).collect();
        let [one, two, three] = [&forward, &swapped, &last_first].map(|order| played(order));
        assert!(one.is_decided() && one.played() < 50);
        assert_eq!(one.played() % 2, 0, "after a pair");
        for other in [two, three] {
            assert_eq!((other.played(), other.stats(0)), (one.played(), one.stats(0)));
        }
    }
}
