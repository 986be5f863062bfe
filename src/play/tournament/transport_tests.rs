//! Contests of many processes, which are threads here.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use serde_json::Value;

use super::coordinator::Ended;
use super::matches::{Event, Tournament};
use super::roster::Roster;
use super::schedule::Schedule;
use super::scoreboard::ScoreBoard;
use super::spec::PlayerConfig;
use super::sprt::{EloModel, Sprt};
use super::transport::{FromWorker, ToWorker, Transport, words};
use crate::engine::{Options, StopFlag};
use crate::play::dxp::player::DxpTerms;
use crate::play::error::PlayError;
use crate::play::game::adjudication::Adjudication;
use crate::play::game::openings::Opening;
use crate::play::game::referee::Conditions;
use crate::play::game::time_control::MoveLimits;

const GAMES: usize = 200;
/// Longer than a loaded machine keeps a thread waiting.
const PATIENT: Duration = Duration::from_secs(30);
const SHORT: Duration = Duration::from_secs(3);

/// One of some threads that hear each other.
struct Thread {
    rank: usize,
    mouths: Vec<Sender<(usize, Vec<u8>)>>,
    ear: Mutex<Receiver<(usize, Vec<u8>)>>,
}

fn threads(size: usize) -> Vec<Thread> {
    let (mouths, ears): (Vec<_>, Vec<_>) = (0..size).map(|_| channel()).unzip();
    let thread = |(rank, ear)| Thread { rank, mouths: mouths.clone(), ear: Mutex::new(ear) };
    ears.into_iter().enumerate().map(thread).collect()
}

impl Transport for Thread {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.mouths.len()
    }

    fn tell(&self, rank: usize, words: Vec<u8>) {
        let _ = self.mouths[rank].send((self.rank, words));
    }

    fn hear(&self, wait: Duration) -> Option<(usize, Vec<u8>)> {
        self.ear.lock().expect("no panic").recv_timeout(wait).ok()
    }
}

/// A match of games that differ by chance alone.
fn contest(players: [&str; 2], sprt: Option<Sprt>) -> Tournament {
    Tournament {
        event: "test".into(),
        players: players.map(|player| player.parse().expect("a player")).to_vec(),
        identities: vec![String::new(); 2],
        schedule: Schedule::round_robin(2, GAMES),
        openings: vec![Opening::empty()],
        conditions: Conditions {
            limits: MoveLimits { depth: Some(1), ..MoveLimits::default() },
            margin: Duration::ZERO,
            silence_timeout: PATIENT,
            adjudication: Adjudication::default(),
            endgame: None,
        },
        equipment: PlayerConfig {
            options: Options { table: 1, ..Options::default() },
            hub_params: Vec::new(),
            start_timeout: Duration::ZERO,
            dxp: DxpTerms::new("test"),
        },
        roster: Roster::default(),
        seed: 1,
        shuffle: false,
        concurrency: 1,
        sprt,
        pdn: None,
    }
}

fn random() -> Tournament {
    contest(["random", "random"], None)
}

/// All that a standing says, but how long it took.
fn told(standing: &ScoreBoard) -> (Value, Vec<(usize, usize)>) {
    let games = standing.games().map(|game| (game.game, game.plies));
    (standing.match_json(), games.collect())
}

fn alone(contest: &Tournament) -> (Value, Vec<(usize, usize)>) {
    told(&contest.run(&StopFlag::new(), &mut |_| {}).expect("played"))
}

/// The contest with so many processes and one more, which says something before they begin, and nothing but its last word when it is over;
/// how it ended, and who was lost.
fn together(
    contest: &Tournament,
    size: usize,
    silence: Duration,
    says: &FromWorker,
    stop: &StopFlag,
) -> (Result<Ended, PlayError>, Vec<usize>) {
    let mut crew = threads(size + 1);
    let (odd, lead) = (crew.pop().expect("a last"), crew.remove(0));
    odd.tell(0, words(says));
    let mut lost = Vec::new();
    let ended = std::thread::scope(|scope| {
        for hand in &crew {
            scope.spawn(|| {
                contest.run_together(hand, silence, &StopFlag::new(), &mut |_| {}).expect("played")
            });
        }
        scope.spawn(|| {
            let over = words(&ToWorker::Over);
            if matches!(says, FromWorker::Gone) {
                return;
            }
            while odd.hear(PATIENT).is_some_and(|(_, said)| said != over) {}
            odd.tell(0, words(&FromWorker::Gone));
        });
        let ended = contest.run_together(&lead, silence, stop, &mut |news| {
            if let Event::Lost { rank, .. } = news {
                lost.push(rank);
            }
        });
        // Who was given up is told nothing.
        lead.tell(size, words(&ToWorker::Over));
        ended
    });
    (ended, lost)
}

/// The same when nothing stops it and all goes well.
fn played(contest: &Tournament, size: usize) -> ScoreBoard {
    let (ended, lost) = together(contest, size, PATIENT, &FromWorker::Gone, &StopFlag::new());
    assert!(lost.is_empty());
    ended.expect("played").standing.expect("the first knows")
}

#[test]
fn a_contest_of_many_processes_is_that_of_one() {
    let contest = random();
    let wanted = alone(&contest);
    for size in 1..=4 {
        assert_eq!(told(&played(&contest, size)), wanted, "{size} processes");
    }
}

#[test]
fn a_sequential_test_ends_at_the_same_game_whoever_plays() {
    let (elo0, elo1, alpha, beta) = (0.0, 100.0, 0.05, 0.05);
    let sprt = Sprt { elo0, elo1, alpha, beta, scale: EloModel::Logistic };
    let contest = contest(["material", "random"], Some(sprt));
    let wanted = alone(&contest);
    for size in [1, 3] {
        let standing = played(&contest, size);
        assert!(standing.is_decided() && standing.played() < standing.scheduled());
        assert_eq!(told(&standing), wanted, "{size} processes");
    }
}

#[test]
fn the_games_of_a_process_that_falls_silent_are_played_again() {
    let contest = random();
    let (ended, lost) = together(&contest, 2, SHORT, &FromWorker::Ready, &StopFlag::new());
    let ended = ended.expect("played");
    assert_eq!((ended.is_complete, lost), (false, vec![2]));
    assert_eq!(told(&ended.standing.expect("the first knows")), alone(&contest));
}

#[test]
fn a_process_that_cannot_play_is_named() {
    let says = FromWorker::Failed("no such network".into());
    let (ended, _) = together(&random(), 2, PATIENT, &says, &StopFlag::new());
    let said = ended.expect_err("it failed").to_string();
    assert!(said.contains("process 2: no such network"), "{said}");
}

#[test]
fn what_waits_for_a_game_that_was_not_played_is_kept_when_it_is_interrupted() {
    let folder = tempfile::tempdir().expect("a folder");
    let contest = Tournament { pdn: Some(folder.path().join("games.pdn")), ..random() };
    let stop = StopFlag::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(SHORT);
            stop.stop();
        });
        // The last has two games and plays none of them.
        together(&contest, 1, PATIENT, &FromWorker::Ready, &stop).0.expect("interrupted");
    });
    let mut known = Vec::new();
    let whole = contest.run(&StopFlag::new(), &mut |news| {
        if let Event::Standing(standing) = news {
            known.push(standing.played());
        }
    });
    assert_eq!(known.first(), Some(&(GAMES - 2)));
    assert_eq!(told(&whole.expect("played")), alone(&Tournament { pdn: None, ..contest }));
}
