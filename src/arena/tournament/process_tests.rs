//! Tournaments of many processes, with threads in place of MPI.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use serde_json::Value;

use super::blocks::GameLine;
use super::roster::Roster;
use super::scoreboard::ScoreBoard;
use super::settings::{Event, Tournament, TournamentOptions};
use super::spec::PlayerConfig;
use super::sprt::{EloModel, Sprt};
use crate::dxp::player::DxpTerms;
use crate::error::PlayError;
use crate::jobs::Transport;
use crate::jobs::transport::{FromWorker, ToWorker};
use crate::play::openings::Opening;
use crate::play::referee::Conditions;
use crate::play::time_control::MoveLimits;
use crate::player::{Options, StopFlag};

const GAMES: usize = 200;
/// Longer than a loaded machine keeps a thread waiting.
const PATIENT: Duration = Duration::from_secs(30);
const SHORT: Duration = Duration::from_secs(3);

/// A thread in place of a process.
struct Endpoint {
    rank: usize,
    senders: Vec<Sender<(usize, Vec<u8>)>>,
    inbox: Mutex<Receiver<(usize, Vec<u8>)>>,
}

fn endpoints(size: usize) -> Vec<Endpoint> {
    let (senders, inboxes): (Vec<_>, Vec<_>) = (0..size).map(|_| channel()).unzip();
    let endpoint =
        |(rank, inbox)| Endpoint { rank, senders: senders.clone(), inbox: Mutex::new(inbox) };
    inboxes.into_iter().enumerate().map(endpoint).collect()
}

impl Endpoint {
    fn transport(&self) -> Transport<'_> {
        let send = |rank: usize, message| {
            let _ = self.senders[rank].send((self.rank, message));
        };
        let (rank, size) = (self.rank, self.senders.len());
        Transport { rank, size, send: Box::new(send), inbox: &self.inbox }
    }
}

type Message = FromWorker<GameLine>;

/// A match of games that differ only by chance.
pub(super) fn tournament(players: [&str; 2], sprt: Option<Sprt>) -> Tournament {
    Tournament {
        event: "test".into(),
        players: players.map(|player| player.parse().expect("a player")).to_vec(),
        identities: vec![String::new(); 2],
        games: GAMES,
        openings: vec![Opening::empty()],
        conditions: Conditions {
            limits: MoveLimits { depth: Some(1), ..MoveLimits::default() },
            silence_timeout: PATIENT,
            ..Conditions::default()
        },
        player_config: PlayerConfig::new(
            Options { hash_mb: 1, ..Options::default() },
            DxpTerms::new("test"),
        ),
        roster: Roster::default(),
        seed: 1,
        shuffle: false,
        concurrency: 1,
        sprt,
        pdn: None,
        options: TournamentOptions::default(),
    }
}

fn random() -> Tournament {
    tournament(["random", "random"], None)
}

/// The results, if this is the first process, and whether all processes have ended.
type Ended = (Option<ScoreBoard>, bool);

/// The results of a scoreboard, without times.
fn summary(scoreboard: &ScoreBoard) -> (Value, Vec<(usize, usize)>) {
    let games = scoreboard.games().map(|game| (game.game, game.plies));
    (scoreboard.match_json(), games.collect())
}

fn single_process(tournament: &Tournament) -> (Value, Vec<(usize, usize)>) {
    summary(&tournament.run(&StopFlag::new(), &mut |_| {}).expect("played"))
}

/// The tournament with this number of processes and one more, which sends a message before they begin, and nothing but its last message when it
/// is over. Returns how it ended, and the processes that were lost.
fn together(
    tournament: &Tournament,
    size: usize,
    silence: Duration,
    message: &Message,
    stop: &StopFlag,
) -> (Result<Ended, PlayError>, Vec<usize>) {
    let endpoints = endpoints(size + 1);
    let transports: Vec<Transport<'_>> = endpoints.iter().map(Endpoint::transport).collect();
    let (first, odd) = (&transports[0], &transports[size]);
    odd.send(0, message);
    let mut lost = Vec::new();
    let ended = std::thread::scope(|scope| {
        for endpoint in &endpoints[1..size] {
            scope.spawn(|| {
                let (transport, stop) = (endpoint.transport(), StopFlag::new());
                tournament.run_together(&transport, silence, &stop, &mut |_| {}).expect("played")
            });
        }
        scope.spawn(|| {
            let odd = endpoints[size].transport();
            if matches!(message, Message::Gone) {
                return;
            }
            let is_over =
                |bytes: &[u8]| matches!(serde_json::from_slice(bytes), Ok(ToWorker::Over));
            while odd.receive(PATIENT).is_some_and(|(_, bytes)| !is_over(&bytes)) {}
            odd.send(0, &Message::Gone);
        });
        let ended = tournament.run_together(first, silence, stop, &mut |event| {
            if let Event::Lost { rank, .. } = event {
                lost.push(rank);
            }
        });
        // A process that was given up is sent nothing.
        first.send(size, &ToWorker::Over);
        ended
    });
    (ended, lost)
}

/// The same when nothing stops it and all goes well.
fn played(tournament: &Tournament, size: usize) -> ScoreBoard {
    let (ended, lost) = together(tournament, size, PATIENT, &Message::Gone, &StopFlag::new());
    assert!(lost.is_empty());
    ended.expect("played").0.expect("the first knows")
}

#[test]
fn a_contest_of_many_processes_is_that_of_one() {
    let tournament = random();
    let wanted = single_process(&tournament);
    for size in 1..=4 {
        assert_eq!(summary(&played(&tournament, size)), wanted, "{size} processes");
    }
}

#[test]
fn a_sequential_test_ends_at_the_same_game_with_any_process() {
    let (elo0, elo1, alpha, beta) = (0.0, 100.0, 0.05, 0.05);
    let sprt = Sprt { elo0, elo1, alpha, beta, scale: EloModel::Logistic };
    let tournament = tournament(["material", "random"], Some(sprt));
    let wanted = single_process(&tournament);
    for size in [1, 3] {
        let scoreboard = played(&tournament, size);
        assert!(scoreboard.is_decided() && scoreboard.played() < scoreboard.scheduled());
        assert_eq!(summary(&scoreboard), wanted, "{size} processes");
    }
}

#[test]
fn the_games_of_a_process_that_falls_silent_are_played_again() {
    let tournament = random();
    let (ended, lost) = together(&tournament, 2, SHORT, &Message::Ready, &StopFlag::new());
    let (scoreboard, is_complete) = ended.expect("played");
    assert_eq!((is_complete, lost), (false, vec![2]));
    assert_eq!(summary(&scoreboard.expect("the first knows")), single_process(&tournament));
}

#[test]
fn a_process_that_cannot_play_is_named() {
    let message = Message::Failed("no such network".into());
    let (ended, _) = together(&random(), 2, PATIENT, &message, &StopFlag::new());
    let said = ended.expect_err("it failed").to_string();
    assert!(said.contains("process 2: no such network"), "{said}");
}

#[test]
fn what_waits_for_a_game_that_was_not_played_is_kept_when_it_is_interrupted() {
    let folder = tempfile::tempdir().expect("a folder");
    let tournament = Tournament { pdn: Some(folder.path().join("games.pdn")), ..random() };
    let stop = StopFlag::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(SHORT);
            stop.stop();
        });
        // The last has two games and plays none of them.
        together(&tournament, 1, PATIENT, &Message::Ready, &stop).0.expect("interrupted");
    });
    let mut known = Vec::new();
    let whole = tournament.run(&StopFlag::new(), &mut |event| {
        if let Event::ScoreBoard(scoreboard) = event {
            known.push(scoreboard.played());
        }
    });
    assert_eq!(known.first(), Some(&(GAMES - 2)));
    assert_eq!(
        summary(&whole.expect("played")),
        single_process(&Tournament { pdn: None, ..tournament })
    );
}
