//! Checks of a DXP initiator, which connects and asks for games: we follow. Sections as in the checks of followers.

use std::time::Duration;

use super::check::{
    self, Check, CheckFailure, CheckLine, CheckResult, Timeouts, fail, must, should, skip,
};
use super::dxp_program::{ProgramUnderTest, move_text};
use super::dxp_steps::DxpStep;
use crate::board::{Move, MoveList};
use crate::dxp::listener::Listener;
use crate::dxp::session::Received;
use crate::error::PlayError;
use crate::protocol::dxp::{GameAnswer, GameRequest, Message, Minutes, encode};
use crate::protocol_log::ProtocolLog;

/// From harmless to hostile. The first six make one game, the next four another; each later one has its own.
#[rustfmt::skip]
const CHECKS: [Check<DxpStep>; 17] = {
    use DxpStep::*;
    [
        must("connects", "1", &[Connect]),
        must("asks for a game with 43 or 94 exact characters", "2 R", &[Run(ask_exactly)]),
        should("gives a time for the game", "2 R, 5", &[Run(give_time)]),
        must("waits for the answer to its request", "3", &[Run(await_answer)]),
        must("moves on its turn and only then", "3",
            &[Join, ExpectTurn, ExpectSilence("though we are to move"), Exchange]),
        must("writes moves exactly", "2 M", &[Join, ExpectTurn, Play, ExpectExactMove]),
        must("answers moves with legal moves", "3", &[Join, ExpectTurn, PlayOn(5)]),
        must("acknowledges the end of a game", "3 E", &[Join, ExpectTurn, ExpectAcknowledgement]),
        should("asks for another game, with the other colour", "3, 5", &[Run(change_colour)]),
        must("passes over chat, and reads a message that comes in pieces", "1, 2 C",
            &[Join, ExpectTurn, ExchangeInPieces(5)]),
        must("answers a request to go back", "2 B, 3", &[JoinNext, ExpectTurn, GoBack]),
        must("plays a game to its end and says who lost", "3 E", &[Join, Run(play_to_the_end)]),
        should("acknowledges with reason 0 and does not stop", "3, 6.6",
            &[ExpectMildAcknowledgement("it has acknowledged nothing")]),
        should("takes a refusal for an answer", "2 A, 3", &[Run(take_refusal)]),
        should("passes over an unknown letter and a message of 200 characters", "6 receiving 1",
            &[JoinNext, ExpectTurn, Send(""), Send("Xunknown"), SendTooLong,
              ExpectSilence("after messages that say nothing"), Play, ExpectMove, Pass]),
        should("bears an illegal move", "5, 6 receiving 5",
            &[JoinNext, ExpectTurn, SendIllegal("M0000252600")]),
        should("plays again after a connection was lost in a game", "5, 6.7",
            &[JoinNext, ExpectTurn, Play, Run(reconnect)]),
    ]
};

/// Moves of both sides in which we lose all pieces.
const MAX_PLIES: usize = 120;

/// Makes all checks of a program that connects here within `wait`, and asks for games; `watch` gets every line as soon as it is known.
pub fn run(
    listener: Listener,
    wait: Duration,
    game: Minutes,
    times: Timeouts,
    log: ProtocolLog,
    watch: &mut dyn FnMut(&CheckLine),
) -> Result<Vec<CheckLine>, PlayError> {
    let mut program = ProgramUnderTest::connecting(listener, wait, game, times, log);
    program.reach()?;
    Ok(check::run(&CHECKS, &mut program, watch))
}

/// The next request, which is left to be answered.
fn peek_request(program: &mut ProgramUnderTest) -> CheckResult<(GameRequest, String)> {
    let (request, text) = program.expect_request()?;
    let message = Message::GameRequest(request.clone());
    program.unread(Received { message, text: text.clone() });
    Ok((request, text))
}

fn ask_exactly(program: &mut ProgramUnderTest) -> CheckResult {
    let (request, text) = peek_request(program)?;
    let exact = encode(&Message::GameRequest(request));
    if text == exact {
        return Ok(text.trim_end().into());
    }
    fail(format!("'{text}' should be '{exact}'"))
}

fn give_time(program: &mut ProgramUnderTest) -> CheckResult {
    let (request, text) = peek_request(program)?;
    let time = &text[36..39];
    if request.time.is_none() {
        return fail("time 000: Moby Dam does not answer, Scan plays without time");
    }
    if time.bytes().any(|byte| !byte.is_ascii_digit()) {
        return fail(format!("time '{time}': only whole minutes are read by every program"));
    }
    Ok(format!("{time} minutes"))
}

/// A message that comes too early is received again, so that the game can continue.
fn await_answer(program: &mut ProgramUnderTest) -> CheckResult {
    let (request, _) = program.expect_request()?;
    let early = program.receive_early()?;
    program.answer(&request, GameAnswer::Accepted)?;
    let Some(early) = early else { return Ok(String::new()) };
    let reason = format!("sent '{}' before its request was answered", early.text);
    program.unread(early);
    fail(reason)
}

fn change_colour(program: &mut ProgramUnderTest) -> CheckResult {
    let first = program.color;
    let (request, text) = peek_request(program)?;
    if !request.follower == first {
        return fail(format!("'{}': the same colour again", text.trim_end()));
    }
    Ok(String::new())
}

/// We give our pieces away, so that the end comes soon, and write captured squares backwards: their order is free (2 M).
fn play_to_the_end(program: &mut ProgramUnderTest) -> CheckResult {
    for plies in 0..MAX_PLIES {
        if program.is_its_turn() {
            if !program.position.has_moves() {
                return program.expect_loss().map(|()| format!("E1 after {plies} moves"));
            }
            program.expect_move()?;
        }
        let Some(mv) = sacrifice(program) else { return resign(program, plies) };
        program.send(&backwards(&move_text(mv)))?;
        program.advance(mv);
    }
    skip(format!("no end within {MAX_PLIES} moves"))
}

/// The move after which most of our pieces can be taken.
fn sacrifice(program: &ProgramUnderTest) -> Option<Move> {
    let losses = |mv: &Move| {
        let next = program.position.succ(*mv);
        MoveList::legal(&next).first().map_or(0, |reply| reply.captured().len())
    };
    MoveList::legal(&program.position).into_iter().max_by_key(losses)
}

/// A move with its captured squares in descending order.
fn backwards(text: &str) -> String {
    let (head, squares) = text.split_at(11);
    let pairs = squares.as_bytes().chunks(2).rev().flatten();
    head.chars().chain(pairs.map(|&digit| char::from(digit))).collect()
}

fn resign(program: &mut ProgramUnderTest, plies: usize) -> CheckResult {
    match program.end_with("E10")? {
        Some((_, text)) => Ok(format!("'{text}' to our E10 after {plies} moves")),
        None => fail("no acknowledgement of E10, with which we gave up"),
    }
}

/// Scan waits for an end before it asks again.
fn take_refusal(program: &mut ProgramUnderTest) -> CheckResult {
    let (request, _) = program.expect_request()?;
    program.answer(&request, GameAnswer::Refused)?;
    let received = match program.receive_shortly() {
        Err(CheckFailure::Failed(reason)) => return Ok(format!("leaves: {reason}")),
        received => received?,
    };
    match received {
        None => program.send("E00").map(|()| "waits".into()),
        Some(Received { message: Message::Move(_), text }) => {
            fail(format!("sent '{text}' though the game was refused"))
        }
        Some(received @ Received { message: Message::GameRequest(_), .. }) => {
            program.unread(received);
            Ok("asks again".into())
        }
        Some(Received { text, .. }) => Ok(format!("sends '{text}'")),
    }
}

fn reconnect(program: &mut ProgramUnderTest) -> CheckResult {
    program.disconnect();
    program.is_playing = false;
    match program.join_next() {
        Ok(()) => Ok("it connects again".into()),
        Err(CheckFailure::Skipped(reason)) => skip(format!("it does not come back: {reason}")),
        Err(failure) => Err(failure),
    }
}
