//! A tournament from its saved games to its end, in this process or together with others.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Duration;

use super::matches::{Tournament, TournamentGames};
use super::ordered_results::{Counting, OrderedResults, Watch};
use super::scoreboard::ScoreBoard;
use super::spec::PlayerSpec;
use crate::engine::StopFlag;
use crate::play::error::PlayError;
use crate::play::jobs::Transport;
use crate::play::jobs::coordinator::{Coordinator, Progress};
use crate::play::jobs::remote_worker::RemoteWorker;

/// How a tournament of many processes ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The results; only the first process has them.
    pub standing: Option<ScoreBoard>,
    /// Whether all processes that began have said that they end.
    pub is_complete: bool,
}

impl Tournament {
    /// Plays what is left of the tournament. `watch` is called with the results so far before the first game, with every game, and with
    /// what was cut off the files of an interrupted tournament. With a sequential test games count, and are saved, in the order of their
    /// numbers.
    ///
    /// # Errors
    /// Files that cannot be used, or a player that cannot be started; finished games are saved.
    pub fn run(&self, stop: &StopFlag, watch: &mut Watch<'_>) -> Result<ScoreBoard, PlayError> {
        self.check()?;
        let counting = if self.sprt.is_some() { Counting::ByNumber } else { Counting::AsTheyCome };
        let mut results = OrderedResults::new(self, counting, watch)?;
        let games = self.unfinished(&results).into();
        let played = self.play(games, stop, &mut |line| results.add(line));
        let scoreboard = results.close()?;
        played.map(|()| scoreboard)
    }

    /// Plays what is left of the tournament together with other processes, all of which call this; a process is given up, and its games
    /// are played again, after this `silence`. `watch` is called in the first process as by [`Tournament::run`]. The games count in the
    /// order of their numbers, so that a sequential test ends the same with any number of processes.
    ///
    /// # Errors
    /// As [`Tournament::run`], and when nothing is heard of the first process; finished games are saved.
    pub fn run_together(
        &self,
        transport: &Transport<'_>,
        silence: Duration,
        stop: &StopFlag,
        watch: &mut Watch<'_>,
    ) -> Result<Ended, PlayError> {
        self.check()?;
        if self.players.iter().any(PlayerSpec::is_single) {
            let text = "a DXP program plays with one process at a time; leave --mpi out";
            return Err(PlayError::Settings(text.into()));
        }
        let (job, threads) = (TournamentGames::new(self, stop), self.concurrency);
        if transport.rank > 0 {
            RemoteWorker { transport, silence, threads, stop }.run(&job)?;
            return Ok(Ended { standing: None, is_complete: true });
        }
        let mut results = OrderedResults::new(self, Counting::ByNumber, watch)?;
        // The two games of a pair go to one process.
        let coordinator = Coordinator { transport, silence, group: 2, threads, stop };
        let games = self.unfinished(&results);
        let (played, mut workers) = coordinator.run(&job, games, &mut |progress| match progress {
            Progress::Done(line) => results.add(line),
            Progress::Lost { rank, seconds } => {
                results.report_lost(rank, seconds);
                Ok(ControlFlow::Continue(()))
            }
        });
        // Saved first: an interrupted process does not wait for others.
        let standing = Some(results.close()?);
        played?;
        if !stop.is_stopped() {
            workers.await_end(transport, silence);
        }
        Ok(Ended { standing, is_complete: workers.is_complete })
    }

    /// The games that are still to be played; none if the tournament is decided.
    fn unfinished(&self, results: &OrderedResults<'_>) -> VecDeque<usize> {
        let games = self.schedule.fixtures().map(|fixture| fixture.game);
        games.filter(|&game| !results.is_over() && !results.has(game)).collect()
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
                pace: MoveLimits::default(),
                margin: Duration::ZERO,
                patience: Duration::ZERO,
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
                let _ = score.add(line(winner, &fixtures[game])).expect("no file");
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
        contest.conditions.pace.depth = Some(2);
        contest.conditions.patience = Duration::from_secs(20);
        let stop = StopFlag::new();
        let standing = contest.run(&stop, &mut |_| {}).expect("it is played");
        assert!(standing.is_decided() && standing.played() < standing.scheduled());
        assert!(!stop.is_stopped());
    }
}
