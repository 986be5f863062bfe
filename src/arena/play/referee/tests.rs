//! Games with scripted players: the rules decide, not the players.

use std::collections::VecDeque;

use super::*;
use crate::board::{MoveList, fen};
use crate::play::move_info::MoveInfo;
use crate::play::random::RandomPlayer;

/// Does what its script says, then plays the first legal move.
struct Scripted {
    script: VecDeque<Result<Act, Fault>>,
    delay: Duration,
    own: Option<Duration>,
    score: Option<f64>,
    ended: Vec<GameResult>,
}

impl Scripted {
    fn new(script: Vec<Result<Act, Fault>>) -> Scripted {
        let (delay, own, score) = (Duration::ZERO, None, None);
        Scripted { script: script.into(), delay, own, score, ended: Vec::new() }
    }
}

impl Player for Scripted {
    fn name(&self) -> String {
        "scripted".into()
    }

    fn begin(&mut self, _: &GameStart<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        std::thread::sleep(self.delay);
        let first = || Act::Move(MoveList::legal(turn.game.position())[0].into());
        let act = self.script.pop_front().unwrap_or_else(|| Ok(first()))?;
        Ok(Decision { act, info: MoveInfo { score: self.score, ..MoveInfo::default() } })
    }

    fn end(&mut self, _: &Turn<'_>, ending: &Ending) -> Result<(), Fault> {
        self.ended.push(ending.verdict);
        Ok(())
    }

    fn own_time(&self) -> Option<Duration> {
        self.own
    }
}

fn conditions() -> Conditions {
    Conditions { silence_timeout: Duration::from_secs(5), ..Conditions::default() }
}

fn game(white: &mut dyn Player, black: &mut dyn Player, start: &str) -> (GameRecord, Broken) {
    let opening = Opening::at(fen::read(start).expect(start));
    play(&mut PlayerPair { white, black }, &opening, &conditions(), 1, &StopFlag::new())
}

const START: &str = "W:W31-50:B1-20";

fn move_of(text: &str) -> Result<Act, Fault> {
    Ok(Act::Move(text.parse().expect(text)))
}

#[test]
fn an_illegal_move_loses_and_the_reason_names_it() {
    let mut white = Scripted::new(vec![move_of("32-28"), move_of("28-17")]);
    let mut black = Scripted::new(vec![move_of("19-23")]);
    let (record, broken) = game(&mut white, &mut black, START);
    assert_eq!(record.ending.verdict, GameResult::Black);
    assert_eq!(record.ending.termination, Termination::RulesInfraction);
    assert_eq!(record.ending.reason, "White: 28-17 is illegal; legal are 28x19x23");
    assert_eq!((record.played.len(), broken.white), (2, false));
    assert_eq!((white.ended, black.ended), (vec![GameResult::Black], vec![GameResult::Black]));
}

#[test]
fn a_player_that_vanishes_loses_and_is_started_again() {
    let mut black = Scripted::new(vec![Err(Fault::Vanished("exit".into()))]);
    let (record, broken) = game(&mut Scripted::new(vec![]), &mut black, START);
    assert_eq!(
        (record.ending.verdict, record.ending.termination),
        (GameResult::White, Termination::Abandoned)
    );
    assert!(broken.black && !broken.white && black.ended.is_empty());
}

#[test]
fn a_side_without_a_move_has_lost() {
    let (record, _) = game(&mut Scripted::new(vec![]), &mut Scripted::new(vec![]), "W:W6:B1");
    assert_eq!((record.ending.verdict, record.played.len()), (GameResult::Black, 0));
}

#[test]
fn the_draw_rules_end_a_game_without_being_claimed() {
    let shuffle = |a: &str, b: &str| (0..8).flat_map(|_| [move_of(a), move_of(b)]).collect();
    let (mut white, mut black) =
        (Scripted::new(shuffle("2-8", "8-2")), Scripted::new(shuffle("50-44", "44-50")));
    let (record, _) = game(&mut white, &mut black, "W:WK1,K2,K3,K4:BK49,K50,45");
    assert_eq!((record.ending.verdict, record.played.len()), (GameResult::Draw, 8));
    assert_eq!(record.ending.reason, "draw: the position stood for the third time");
}

#[test]
fn resigning_loses_and_a_win_that_is_only_claimed_does_not_count() {
    let (record, _) =
        game(&mut Scripted::new(vec![Ok(Act::Resign)]), &mut Scripted::new(vec![]), START);
    assert_eq!(
        (record.ending.verdict, record.ending.reason.as_str()),
        (GameResult::Black, "White resigns")
    );
    let (record, _) =
        game(&mut Scripted::new(vec![Ok(Act::ClaimWin)]), &mut Scripted::new(vec![]), START);
    assert_eq!(record.ending.verdict, GameResult::Void);
    assert!(record.ending.reason.contains("claims a win"));
    let (record, _) =
        game(&mut Scripted::new(vec![Ok(Act::Leave)]), &mut Scripted::new(vec![]), START);
    assert_eq!(record.ending.verdict, GameResult::Void);
}

#[test]
fn a_claimed_win_counts_when_the_other_side_saw_it_too() {
    for (score, verdict) in [(-2.9, GameResult::Void), (-3.1, GameResult::White)] {
        let mut white = Scripted::new(vec![move_of("32-28"), Ok(Act::ClaimWin)]);
        let mut black = Scripted::new(vec![]);
        black.score = Some(score);
        let (record, _) = game(&mut white, &mut black, START);
        assert_eq!(record.ending.verdict, verdict, "{score}");
    }
}

#[test]
fn a_player_that_takes_too_long_loses_on_time() {
    let mut slow = Scripted::new(vec![]);
    slow.delay = Duration::from_millis(30);
    let limits = MoveLimits { move_time: Some(Duration::from_millis(10)), ..MoveLimits::default() };
    let conditions = Conditions { limits, ..conditions() };
    let mut players = PlayerPair { white: &mut slow, black: &mut Scripted::new(vec![]) };
    let (record, _) = play(&mut players, &Opening::empty(), &conditions, 1, &StopFlag::new());
    assert_eq!(
        (record.ending.verdict, record.ending.termination),
        (GameResult::Black, Termination::TimeForfeit)
    );
}

#[test]
fn a_player_with_a_time_of_its_own_loses_when_all_its_moves_take_longer() {
    let mut slow = Scripted::new(vec![]);
    (slow.delay, slow.own) = (Duration::from_millis(30), Some(Duration::from_millis(70)));
    // The pace holds for the other player only.
    let limits = MoveLimits { move_time: Some(Duration::from_millis(20)), ..MoveLimits::default() };
    let conditions = Conditions { limits, margin: Duration::from_millis(10), ..conditions() };
    let mut players = PlayerPair { white: &mut Scripted::new(vec![]), black: &mut slow };
    let (record, broken) = play(&mut players, &Opening::empty(), &conditions, 1, &StopFlag::new());
    assert_eq!(
        (record.ending.verdict, record.ending.termination),
        (GameResult::White, Termination::TimeForfeit)
    );
    let reason = &record.ending.reason;
    assert!(reason.ends_with("and had 0.070 s for the game"), "{reason}");
    // A busy machine may make it slower, never faster: 30 ms are within the time, whatever the pace says.
    assert!((2..=6).contains(&record.played.len()) && !broken.black, "{reason}");
}

#[test]
fn an_interrupted_game_does_not_count() {
    let stop = StopFlag::new();
    stop.stop();
    let mut players =
        PlayerPair { white: &mut Scripted::new(vec![]), black: &mut Scripted::new(vec![]) };
    let (record, _) = play(&mut players, &Opening::empty(), &conditions(), 1, &stop);
    assert_eq!((record.ending.verdict, record.played.len()), (GameResult::Void, 0));
}

#[test]
fn random_games_end_by_the_rules_and_repeat_with_their_seed() {
    let random = |seed| {
        let mut players =
            PlayerPair { white: &mut RandomPlayer::new(), black: &mut RandomPlayer::new() };
        play(&mut players, &Opening::empty(), &conditions(), seed, &StopFlag::new()).0
    };
    for seed in 0..20 {
        let record = random(seed);
        assert_eq!(record.ending.termination, Termination::Normal);
        assert_eq!(
            record.played.iter().map(|p| p.mv).collect::<Vec<_>>(),
            random(seed).played.iter().map(|p| p.mv).collect::<Vec<_>>()
        );
    }
    assert_ne!(random(1).plies(), random(2).plies());
}
