//! Plays a tournament from its saved games to its end, in this process or together with others.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::time::Duration;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::blocks::GameLine;
use super::cutechess::started_line;
use super::ordered_results::Counting;
use super::recorder::{Recorder, Watch};
use super::schedule::{Fixture, Schedule};
use super::scoreboard::ScoreBoard;
use super::settings::Tournament;
use super::spec::PlayerSpec;
use crate::error::PlayError;
use crate::game::{GameResult, Termination};
use crate::jobs::coordinator::{Coordinator, JobProgress};
use crate::jobs::remote_worker::RemoteWorker;
use crate::jobs::threads::{self, POLL};
use crate::jobs::transport::{FromWorker, ToWorker};
use crate::jobs::{Job, ThreadPool, Transport};
use crate::play::player::Player;
use crate::play::record::GameRecord;
use crate::play::referee::{self, PlayerPair};
use crate::player::StopFlag;

/// Times a player that cannot be started or reached is tried again for the same game.
const RETRIES: u32 = 2;
const RETRY_PAUSE: Duration = Duration::from_millis(500);

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
        let mut recorder = Recorder::open(self, counting, watch)?;
        let games = self.unfinished(&recorder).into();
        let played = self.play(games, stop, &mut |line| recorder.add(line));
        let scoreboard = recorder.close()?;
        played.map(|()| scoreboard)
    }

    /// Plays what is left of the tournament together with other processes, all of which call this; a process is given up, and its games
    /// are played again, after this `silence`. `watch` is called in the first process as by [`Tournament::run`]. The games count in the
    /// order of their numbers, so that a sequential test ends the same with any number of processes. Returns the results, which only the
    /// first process has, and whether all processes that began have said that they end.
    ///
    /// # Errors
    /// As [`Tournament::run`], and when nothing is heard of the first process; finished games are saved.
    pub fn run_together(
        &self,
        transport: &Transport<'_>,
        silence: Duration,
        stop: &StopFlag,
        watch: &mut Watch<'_>,
    ) -> Result<(Option<ScoreBoard>, bool), PlayError> {
        self.check()?;
        if self.players.iter().any(PlayerSpec::is_single) {
            let text = "a DXP program plays with one process at a time; leave --mpi out";
            return Err(PlayError::Settings(text.into()));
        }
        let (job, threads) = (TournamentGames::new(self, stop), self.concurrency);
        if transport.rank > 0 {
            RemoteWorker { transport, silence, threads, stop }.run(&job)?;
            return Ok((None, true));
        }
        let mut recorder = Recorder::open(self, Counting::ByNumber, watch)?;
        // The two games of a pair go to one process.
        let coordinator = Coordinator { transport, silence, group: 2, threads, stop };
        let games = self.unfinished(&recorder);
        let (played, mut workers) = coordinator.run(&job, games, &mut |progress| match progress {
            JobProgress::Done(line) => recorder.add(line),
            JobProgress::Lost { rank, seconds } => {
                recorder.report_lost(rank, seconds);
                Ok(ControlFlow::Continue(()))
            }
        });
        // Saved first: an interrupted process does not wait for others.
        let scoreboard = Some(recorder.close()?);
        played?;
        if !stop.is_stopped() {
            workers.await_end(transport, silence);
        }
        Ok((scoreboard, workers.is_complete))
    }

    /// The games that are still to be played; none if the tournament is decided.
    fn unfinished(&self, recorder: &Recorder<'_>) -> VecDeque<usize> {
        let schedule = self.schedule();
        let games = if recorder.is_over() { 0..0 } else { 0..schedule.len() };
        let games = schedule.fixtures_at(games).map(|fixture| fixture.game);
        games.filter(|&game| !recorder.has(game)).collect()
    }

    /// Plays these games, several at a time, and hands each to `take` as it ends, until `take` breaks off.
    pub(super) fn play(
        &self,
        games: Vec<usize>,
        stop: &StopFlag,
        take: &mut dyn FnMut(GameLine) -> Result<ControlFlow<()>, PlayError>,
    ) -> Result<(), PlayError> {
        let count = self.concurrency.min(games.len());
        let job = TournamentGames::new(self, stop);
        ThreadPool { count, stop }.run(&job, &threads::queue(games.into_iter()), take)
    }

    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.openings.len()).collect();
        if self.shuffle {
            order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(self.seed));
        }
        let start = self.options.opening_start % order.len().max(1);
        order.rotate_left(start);
        order
    }
}

/// The games of a tournament as a job; a task is the number of a game.
pub(super) struct TournamentGames<'a> {
    tournament: &'a Tournament,
    schedule: Schedule,
    names: Vec<String>,
    order: Vec<usize>,
    /// The user's stop flag; that of the tasks is raised at the end of the tournament too.
    user: &'a StopFlag,
}

/// The players that a thread keeps for its next game, by number.
type OpenPlayers = HashMap<usize, Box<dyn Player>>;

/// Whether the processes of a tournament understand a message: the first one, or the others.
#[must_use]
pub fn is_message(message: &[u8]) -> bool {
    serde_json::from_slice::<FromWorker<GameLine>>(message).is_ok()
        || serde_json::from_slice::<ToWorker>(message).is_ok()
}

impl Job for TournamentGames<'_> {
    type Worker = OpenPlayers;
    type Task = usize;
    type Out = GameLine;
    type Error = PlayError;

    fn worker(&self) -> Result<OpenPlayers, PlayError> {
        Ok(OpenPlayers::new())
    }

    fn run(
        &self,
        players: &mut OpenPlayers,
        game: usize,
        stop: &StopFlag,
    ) -> Result<Option<GameLine>, PlayError> {
        let fixture = self.schedule.game(game);
        if let Some(on_start) = self.tournament.options.on_start {
            let [white, black] = fixture.players.map(|player| self.names[player].as_str());
            on_start(&started_line(game, &self.schedule, white, black));
        }
        let record = self.play(players, fixture, stop)?;
        let is_whole = !self.is_cut_short(&record, stop);
        Ok(is_whole.then(|| self.tournament.line(&self.names, &fixture, &record)))
    }
}

impl<'a> TournamentGames<'a> {
    pub(super) fn new(tournament: &'a Tournament, user: &'a StopFlag) -> TournamentGames<'a> {
        let (schedule, names) = (tournament.schedule(), tournament.names());
        TournamentGames { tournament, schedule, names, order: tournament.order(), user }
    }

    /// Whether a stop cut the game short, so that it was not played. The Ctrl-C that interrupts this program goes to the programs that
    /// it has started too, and they may be gone before this one notices: no loss for them.
    fn is_cut_short(&self, record: &GameRecord, stop: &StopFlag) -> bool {
        let is_abandoned = record.ending.termination == Termination::Abandoned;
        if is_abandoned {
            std::thread::sleep(POLL);
        }
        let is_void = record.ending.verdict == GameResult::Void;
        (is_void && stop.is_stopped()) || ((is_void || is_abandoned) && self.user.is_stopped())
    }

    /// Plays a game; one that never came about is tried again.
    fn play(
        &self,
        players: &mut OpenPlayers,
        fixture: Fixture,
        stop: &StopFlag,
    ) -> Result<GameRecord, PlayError> {
        let mut tries = 0;
        loop {
            let record = self.play_once(players, fixture, stop)?;
            let came_about = record.ending.verdict != GameResult::Void
                || record.ending.termination != Termination::Abandoned;
            if came_about || stop.is_stopped() {
                return Ok(record);
            }
            tries += 1;
            if tries > RETRIES {
                let [white, black] = fixture.players.map(|player| self.names[player].clone());
                let name = if record.ending.reason.starts_with("White") { white } else { black };
                return Err(PlayError::Unavailable { name, reason: record.ending.reason });
            }
            std::thread::sleep(RETRY_PAUSE);
        }
    }

    fn play_once(
        &self,
        players: &mut OpenPlayers,
        fixture: Fixture,
        stop: &StopFlag,
    ) -> Result<GameRecord, PlayError> {
        players.retain(|player, _| fixture.players.contains(player));
        let mut take =
            |player| players.remove(&player).map_or_else(|| self.tournament.open(player), Ok);
        let (mut white, mut black) = (take(fixture.players[0])?, take(fixture.players[1])?);
        let Tournament { openings, conditions, seed, .. } = self.tournament;
        let opening = &openings[self.order[fixture.pair % self.order.len()]];
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(fixture.game as u64);
        let mut pair = PlayerPair { white: white.as_mut(), black: black.as_mut() };
        let limits = self.tournament.game_limits(&fixture);
        let (record, broken) =
            referee::play_at_odds(&mut pair, opening, conditions, limits, seed, stop);
        for (player, opened, broken) in
            [(fixture.players[0], white, broken.white), (fixture.players[1], black, broken.black)]
        {
            if !broken && !self.tournament.roster.restarts(player) {
                players.insert(player, opened);
            }
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::super::process_tests;
    use super::super::sprt::{EloModel, Sprt};
    use super::*;

    fn tournament() -> Tournament {
        let scale = EloModel::Logistic;
        let sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05, scale };
        Tournament {
            games: 100,
            concurrency: 2,
            ..process_tests::tournament(["random", "random"], Some(sprt))
        }
    }

    #[test]
    fn the_end_of_a_contest_keeps_the_stop_of_the_user() {
        let mut tournament = tournament();
        tournament.players[0] = "material".parse().expect("a player");
        tournament.conditions.limits.depth = Some(2);
        tournament.conditions.silence_timeout = Duration::from_secs(20);
        let stop = StopFlag::new();
        let scoreboard = tournament.run(&stop, &mut |_| {}).expect("it is played");
        assert!(scoreboard.is_decided() && scoreboard.played() < scoreboard.scheduled());
        assert!(!stop.is_stopped());
    }
}
