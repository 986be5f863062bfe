//! A contest that many processes play: the first hands out pairs of games as others come free, keeps the score while they play, and
//! stops them all when it is decided. The games of one that falls silent are played again.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::cut::GameLine;
use super::matches::{Tournament, TournamentGames};
use super::ordered_results::{Counting, OrderedResults, Watch};
use super::schedule::Fixture;
use super::scoreboard::ScoreBoard;
use super::spec::PlayerSpec;
use super::transport::{FromWorker, ToWorker, Transport, beat, words};
use crate::engine::StopFlag;
use crate::play::error::PlayError;
use crate::play::jobs::Threads;
use crate::play::jobs::threads::POLL;

/// How a contest of many processes ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// How it stands; only the first process knows.
    pub standing: Option<ScoreBoard>,
    /// Whether all processes that began are there to take leave.
    pub is_complete: bool,
}

impl Tournament {
    /// Plays what is left of the contest together with other processes, all of which call this; each is given up, and its games are
    /// played again, after this `silence`. `watch` hears in the first process what [`Tournament::run`] tells. The games count in the
    /// order of their numbers, so that a sequential test ends the same however many play.
    ///
    /// # Errors
    /// As [`Tournament::run`], and when nothing is heard of the first process; what was played is saved.
    pub fn run_together(
        &self,
        crew: &dyn Transport,
        silence: Duration,
        stop: &StopFlag,
        watch: &mut Watch,
    ) -> Result<Ended, PlayError> {
        self.check()?;
        if self.players.iter().any(PlayerSpec::is_single) {
            let text = "a DXP program plays with one process at a time; leave --mpi out";
            return Err(PlayError::Settings(text.into()));
        }
        if crew.rank() > 0 {
            self.run_worker(crew, silence, stop)?;
            return Ok(Ended { standing: None, is_complete: true });
        }
        let lead = Coordinator {
            crew,
            silence,
            user: stop,
            over: StopFlag::new(),
            table: Mutex::new(CoordinatorState::new(
                self,
                OrderedResults::new(self, Counting::ByNumber, watch)?,
            )),
        };
        lead.run(self)
    }
}

/// What the threads of the first process share.
struct CoordinatorState<'a> {
    score: OrderedResults<'a>,
    /// Games that nobody plays.
    open: VecDeque<Fixture>,
    /// Games that are played, and by whom.
    out: BTreeMap<usize, (usize, Fixture)>,
    failure: Option<PlayError>,
}

impl<'a> CoordinatorState<'a> {
    fn new(contest: &Tournament, score: OrderedResults<'a>) -> CoordinatorState<'a> {
        let open = contest.schedule.fixtures().filter(|fixture| !score.has(fixture.game)).collect();
        CoordinatorState { score, open, out: BTreeMap::new(), failure: None }
    }

    /// The next pair of games, or what is left of it, for this process to play.
    fn hand_out(&mut self, rank: usize) -> Vec<Fixture> {
        let pair = |fixture: &Fixture| (fixture.pairing, fixture.pair);
        let first = self.open.front().map(pair);
        let count = self.open.iter().take_while(|fixture| Some(pair(fixture)) == first).count();
        let games: Vec<Fixture> = self.open.drain(..count).collect();
        self.out.extend(games.iter().map(|fixture| (fixture.game, (rank, *fixture))));
        games
    }

    /// Takes back what a process has not played.
    fn take_back(&mut self, rank: usize) {
        let back = self.out.extract_if(.., |_, (player, _)| *player == rank);
        let back: Vec<Fixture> = back.map(|(_, (_, fixture))| fixture).collect();
        back.into_iter().rev().for_each(|fixture| self.open.push_front(fixture));
    }

    /// Enters a game, unless somebody else has played it.
    fn enter(&mut self, line: GameLine) -> Result<(), PlayError> {
        match self.out.remove(&line.finished.game) {
            Some(_) => self.score.add(line),
            None => Ok(()),
        }
    }

    fn is_over(&self) -> bool {
        self.score.is_over() || (self.open.is_empty() && self.out.is_empty())
    }
}

/// The first process.
struct Coordinator<'a> {
    crew: &'a dyn Transport,
    silence: Duration,
    /// The stop of the user.
    user: &'a StopFlag,
    /// Raised when nothing more is to be played.
    over: StopFlag,
    table: Mutex<CoordinatorState<'a>>,
}

/// The other processes, as the first knows them.
struct WorkerSet {
    /// When each that is there was last heard of.
    heard: BTreeMap<usize, Instant>,
    /// Those that could play a game, in the order in which they came free.
    free: VecDeque<usize>,
    is_complete: bool,
}

impl<'a> Coordinator<'a> {
    fn run(self, contest: &Tournament) -> Result<Ended, PlayError> {
        let ranks = 1..self.crew.size();
        let mut others = WorkerSet {
            heard: ranks.map(|rank| (rank, Instant::now())).collect(),
            free: VecDeque::new(),
            is_complete: true,
        };
        let played = std::thread::scope(|scope| {
            scope.spawn(|| self.direct(&mut others));
            let played = self.play(contest);
            self.over.stop();
            played
        });
        let has_time = !self.user.is_stopped();
        let (crew, silence) = (self.crew, self.silence);
        let table = self.table.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Saved first: whoever interrupts does not wait for others.
        let standing = table.score.close()?;
        table.failure.map_or(played, Err)?;
        if has_time {
            others.await_last_words(crew, silence);
        }
        Ok(Ended { standing: Some(standing), is_complete: others.is_complete })
    }

    fn table(&self) -> MutexGuard<'_, CoordinatorState<'a>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays games in this process too, until all are played by whomever.
    fn play(&self, contest: &Tournament) -> Result<(), PlayError> {
        let have = Mutex::new(VecDeque::new());
        let next = |halt: &StopFlag| {
            let mut have = have.lock().unwrap_or_else(PoisonError::into_inner);
            while have.is_empty() && !halt.is_stopped() {
                have.extend(self.table().hand_out(0));
                if have.is_empty() {
                    std::thread::sleep(POLL);
                }
            }
            let fixture = if halt.is_stopped() { None } else { have.pop_front() };
            fixture.map(|fixture: Fixture| fixture.game)
        };
        let threads = Threads { count: contest.concurrency, stop: &self.over };
        threads.run(&TournamentGames::new(contest, &self.over), &next, &mut |line| {
            self.enter(line)?;
            Ok(ControlFlow::Continue(()))
        })
    }

    fn enter(&self, line: GameLine) -> Result<(), PlayError> {
        let mut table = self.table();
        table.enter(line)?;
        if table.is_over() {
            self.over.stop();
        }
        Ok(())
    }

    /// Hears the others and keeps them busy until the contest is over.
    fn direct(&self, others: &mut WorkerSet) {
        let mut beaten = Instant::now();
        if self.table().is_over() {
            self.over.stop();
        }
        while !self.over.is_stopped() {
            if let Some((rank, said)) = self.crew.hear(POLL)
                && let Err(error) = self.heed(others, rank, &said)
            {
                self.table().failure.get_or_insert(error);
                self.over.stop();
            }
            if self.user.is_stopped() {
                self.over.stop();
            }
            self.give_up_the_silent(others);
            self.keep_busy(others);
            if beaten.elapsed() > beat(self.silence) {
                others.tell(self.crew, &ToWorker::Alive);
                beaten = Instant::now();
            }
        }
        others.tell(self.crew, &ToWorker::Over);
    }

    fn heed(&self, others: &mut WorkerSet, rank: usize, said: &[u8]) -> Result<(), PlayError> {
        let Some(heard) = others.heard.get_mut(&rank) else {
            // It was given up, and is back: its games are with others.
            self.crew.tell(rank, words(&ToWorker::Over));
            return Ok(());
        };
        *heard = Instant::now();
        match serde_json::from_slice(said) {
            Ok(FromWorker::Ready) => others.free.push_back(rank),
            Ok(FromWorker::Played(line)) => self.enter(*line)?,
            Ok(FromWorker::Failed(reason)) => return Err(PlayError::Elsewhere { rank, reason }),
            Ok(FromWorker::Alive) => {}
            Ok(FromWorker::Gone) => self.forget(others, rank),
            Err(error) => return Err(PlayError::Elsewhere { rank, reason: error.to_string() }),
        }
        Ok(())
    }

    fn forget(&self, others: &mut WorkerSet, rank: usize) {
        others.heard.remove(&rank);
        others.free.retain(|&free| free != rank);
        self.table().take_back(rank);
    }

    fn give_up_the_silent(&self, others: &mut WorkerSet) {
        let silent = others.heard.iter().filter(|(_, heard)| heard.elapsed() > self.silence);
        for rank in silent.map(|(&rank, _)| rank).collect::<Vec<usize>>() {
            self.forget(others, rank);
            others.is_complete = false;
            self.table().score.lose(rank, self.silence.as_secs());
        }
    }

    fn keep_busy(&self, others: &mut WorkerSet) {
        let mut table = self.table();
        while !table.open.is_empty()
            && let Some(rank) = others.free.pop_front()
        {
            let games = table.hand_out(rank).iter().map(|fixture| fixture.game).collect();
            self.crew.tell(rank, words(&ToWorker::Play(games)));
        }
    }
}

impl WorkerSet {
    fn tell(&self, crew: &dyn Transport, order: &ToWorker) {
        self.heard.keys().for_each(|&rank| crew.tell(rank, words(order)));
    }

    /// Waits until the others have nothing more to say, so that none of them is cut off.
    fn await_last_words(&mut self, crew: &dyn Transport, silence: Duration) {
        let began = Instant::now();
        while !self.heard.is_empty() && began.elapsed() < silence {
            if let Some((rank, said)) = crew.hear(POLL)
                && let Ok(FromWorker::Gone) = serde_json::from_slice(&said)
            {
                self.heard.remove(&rank);
            }
        }
        self.is_complete &= self.heard.is_empty();
    }
}
