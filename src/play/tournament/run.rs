//! A contest on this machine, from where it stands to its end.

use std::ops::ControlFlow;

use super::matches::Tournament;
use super::ordered_results::{Counting, OrderedResults, Watch};
use super::scoreboard::ScoreBoard;
use crate::engine::StopFlag;
use crate::play::error::PlayError;

impl Tournament {
    /// Plays what is left of the contest. `watch` hears of every game, once of the standing before the first, and of what
    /// was cut off the files of an interrupted contest. With a sequential test games count, and are saved, in the order of their numbers.
    ///
    /// # Errors
    /// Files that cannot be used, or a player that cannot be started; what was played is saved.
    pub fn run(&self, stop: &StopFlag, watch: &mut Watch<'_>) -> Result<ScoreBoard, PlayError> {
        self.check()?;
        let counting = if self.sprt.is_some() { Counting::ByNumber } else { Counting::AsTheyCome };
        let mut score = OrderedResults::new(self, counting, watch)?;
        if score.is_over() {
            return score.close();
        }
        let names = self.names();
        let rest = self.schedule.fixtures().filter(|f| !score.has(f.game)).collect();
        let played = self.play(rest, stop, &mut |fixture, record| {
            score.add(self.line(&names, &fixture, &record))?;
            let is_over = score.is_over();
            Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        let standing = score.close()?;
        played.map(|()| standing)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::board::ByColor;
    use crate::engine::Options;
    use crate::game::Ending;
    use crate::game::GameResult;
    use crate::play::dxp::player::DxpTerms;
    use crate::play::game::adjudication::Adjudication;
    use crate::play::game::openings::Opening;
    use crate::play::game::record::GameRecord;
    use crate::play::game::referee::Conditions;
    use crate::play::game::time_control::MoveLimits;
    use crate::play::tournament::matches::Event;
    use crate::play::tournament::roster::Roster;
    use crate::play::tournament::schedule::{Fixture, Schedule};
    use crate::play::tournament::spec::PlayerConfig;
    use crate::play::tournament::sprt::EloModel;
    use crate::play::tournament::sprt::Sprt;
    use crate::timestamp::Timestamp;

    fn contest() -> Tournament {
        let random = || "random".parse().expect("a player");
        let dxp = DxpTerms::new("test");
        Tournament {
            event: "test".into(),
            players: vec![random(), random()],
            identities: vec![String::new(); 2],
            schedule: Schedule::round_robin(2, 100),
            openings: vec![Opening::empty()],
            conditions: Conditions {
                limits: MoveLimits::default(),
                margin: Duration::ZERO,
                silence_timeout: Duration::ZERO,
                adjudication: Adjudication::default(),
                endgame: None,
            },
            equipment: PlayerConfig {
                options: Options { table: 1, ..Options::default() },
                hub_params: Vec::new(),
                start_timeout: Duration::ZERO,
                dxp,
            },
            roster: Roster::default(),
            seed: 1,
            shuffle: false,
            concurrency: 2,
            sprt: Some(Sprt {
                elo0: 0.0,
                elo1: 100.0,
                alpha: 0.05,
                beta: 0.05,
                scale: EloModel::Logistic,
            }),
            pdn: None,
        }
    }

    /// A game that the first player (0) or the second (1) has won.
    fn won_by(winner: usize, fixture: &Fixture) -> (Fixture, GameRecord) {
        let is_white = fixture.players[0] == winner;
        let verdict = if is_white { GameResult::White } else { GameResult::Black };
        let record = GameRecord {
            opening: Opening::empty(),
            played: Vec::new(),
            names: ByColor::default(),
            ending: Ending::normal(verdict, "test"),
            began: Timestamp::from_millis(0),
            duration: Duration::ZERO,
        };
        (*fixture, record)
    }

    #[test]
    fn a_test_counts_games_in_their_order_and_none_behind_its_decision() {
        let contest = contest();
        let names = contest.names();
        let line = |winner: usize, fixture: &Fixture| {
            let (fixture, record) = won_by(winner, fixture);
            contest.line(&names, &fixture, &record)
        };
        let fixtures: Vec<Fixture> = contest.schedule.fixtures().collect();
        let played = |order: &[usize]| {
            let mut watch = |_: Event| {};
            let mut score =
                OrderedResults::new(&contest, Counting::ByNumber, &mut watch).expect("no file");
            for &game in order {
                // The first player wins all but the games that were played last in one of the orders.
                let winner = usize::from(game >= 50);
                score.add(line(winner, &fixtures[game])).expect("no file");
            }
            score.close().expect("no file")
        };
        let forward: Vec<usize> = (0..100).collect();
        let swapped: Vec<usize> = (0..100).map(|game| game ^ 1).collect();
        let behind: Vec<usize> = (50..100).chain(0..50).collect();
        let [one, two, three] = [&forward, &swapped, &behind].map(|order| played(order));
        assert!(one.is_decided() && one.played() < 50);
        assert_eq!(one.played() % 2, 0, "behind a pair");
        for other in [two, three] {
            assert_eq!((other.played(), other.tally(0)), (one.played(), one.tally(0)));
        }
    }

    #[test]
    fn the_end_of_a_contest_leaves_the_stop_of_the_user_alone() {
        let mut contest = contest();
        contest.players[0] = "material".parse().expect("a player");
        contest.conditions.limits.depth = Some(2);
        contest.conditions.silence_timeout = Duration::from_secs(20);
        let stop = StopFlag::new();
        let standing = contest.run(&stop, &mut |_| {}).expect("it is played");
        assert!(standing.is_decided() && standing.played() < standing.scheduled());
        assert!(!stop.is_stopped());
    }
}
