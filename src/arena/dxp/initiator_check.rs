//! Tells an author what a DXP program does wrong that asks for games: we follow, and look at every step. Sections as in
//! the checks of followers.

use super::program_under_test::{Heard, ProgramUnderTest};
use super::steps;
use crate::board::{Move, MoveList};
use crate::conformance::{
    self, Check, CheckFailure, CheckLine, CheckResult, fault, must, should, unasked,
};
use crate::protocol::dxp::{GameAnswer, GameRequest, Message, encode};

/// From harmless to hostile. The first six make one game, the next four another; each later one has its own.
const CHECKS: [Check<ProgramUnderTest>; 17] = [
    must("connects", "1", steps::connects),
    must("asks for a game with 43 or 94 exact characters", "2 R", asks),
    should("gives a time for the game", "2 R, 5", gives_a_time),
    must("waits for the answer to its request", "3", waits_for_the_answer),
    must("moves on its turn and only then", "3", moves_on_its_turn),
    must("writes moves exactly", "2 M", writes_moves),
    must("answers moves with legal moves", "3", plays_on),
    must("acknowledges the end of a game", "3 E", acknowledges),
    should("asks for another game, with the other colour", "3, 5", changes_colours),
    must("passes over chat, and reads a message that comes in pieces", "1, 2 C", reads_pieces),
    must("answers a request to go back", "2 B, 3", answers_back),
    must("plays a game to its end and says who lost", "3 E", plays_to_the_end),
    should("acknowledges with reason 0 and does not stop", "3, 6.6", acknowledges_mildly),
    should("takes a refusal for an answer", "2 A, 3", bears_refusal),
    should(
        "passes over an unknown letter and a message of 200 characters",
        "6 receiving 1",
        bears_rubbish,
    ),
    should("bears an illegal move", "5, 6 receiving 5", bears_illegal),
    should("plays again after a connection was lost in a game", "5, 6.7", plays_after_loss),
];

/// Runs all checks; `watch` gets every line as soon as it is known.
pub fn run(bench: &mut ProgramUnderTest, watch: &mut dyn FnMut(&CheckLine)) -> Vec<CheckLine> {
    conformance::run(&CHECKS, bench, watch)
}

/// Looks at the next request and leaves it to be answered.
fn look_at_request(bench: &mut ProgramUnderTest) -> CheckResult<(GameRequest, String)> {
    let (request, text) = bench.hear_request()?;
    let message = Message::GameRequest(request.clone());
    bench.hear_again(Heard { message, text: text.clone() });
    Ok((request, text))
}

fn asks(bench: &mut ProgramUnderTest) -> CheckResult {
    let (request, text) = look_at_request(bench)?;
    let exact = encode(&Message::GameRequest(request));
    if text == exact {
        Ok(text.trim_end().into())
    } else {
        fault(format!("'{text}' should be '{exact}'"))
    }
}

fn gives_a_time(bench: &mut ProgramUnderTest) -> CheckResult {
    let (request, text) = look_at_request(bench)?;
    if request.time.is_none() {
        return fault("time 000: Moby Dam does not answer, Scan plays without time");
    }
    if text[36..39].bytes().any(|byte| !byte.is_ascii_digit()) {
        return fault(format!(
            "time '{}': only whole minutes are read by every program",
            &text[36..39]
        ));
    }
    Ok(format!("{} minutes", &text[36..39]))
}

fn waits_for_the_answer(bench: &mut ProgramUnderTest) -> CheckResult {
    let (request, _) = bench.hear_request()?;
    let early = bench.hear_early()?;
    bench.answer(&request, GameAnswer::Accepted)?;
    let Some(heard) = early else { return Ok(String::new()) };
    let reason = format!("sent '{}' before its request was answered", heard.text);
    // It counts as said now, so that the game can go on.
    bench.hear_again(heard);
    fault(reason)
}

/// A game that is on, if necessary the next one asked for.
fn join(bench: &mut ProgramUnderTest) -> CheckResult<()> {
    if bench.is_playing() && bench.position().has_moves() {
        return Ok(());
    }
    join_new(bench).map(drop)
}

fn join_new(bench: &mut ProgramUnderTest) -> CheckResult<GameRequest> {
    let (request, _) = bench.hear_request()?;
    bench.answer(&request, GameAnswer::Accepted)?;
    Ok(request)
}

/// Waits for its move if it has the turn.
fn our_turn(bench: &mut ProgramUnderTest) -> CheckResult<()> {
    if bench.is_theirs() { bench.hear_move().map(drop) } else { Ok(()) }
}

fn moves_on_its_turn(bench: &mut ProgramUnderTest) -> CheckResult {
    join(bench)?;
    our_turn(bench)?;
    bench.expect_silence("though we are to move")?;
    steps::hears_answer(bench)
}

fn writes_moves(bench: &mut ProgramUnderTest) -> CheckResult {
    join(bench)?;
    our_turn(bench)?;
    let mv = bench.some_move()?;
    bench.play(mv)?;
    steps::hears_exact_move(bench)
}

const MOVES_TO_PLAY: usize = 5;

fn plays_on(bench: &mut ProgramUnderTest) -> CheckResult {
    join(bench)?;
    our_turn(bench)?;
    steps::plays_on(bench, MOVES_TO_PLAY)
}

fn acknowledges(bench: &mut ProgramUnderTest) -> CheckResult {
    join(bench)?;
    our_turn(bench)?;
    steps::acknowledges(bench)
}

fn changes_colours(bench: &mut ProgramUnderTest) -> CheckResult {
    let first = bench.color();
    let (request, text) = look_at_request(bench)?;
    if !request.follower == first {
        return fault(format!("'{}': the same colour again", text.trim_end()));
    }
    Ok(String::new())
}

fn reads_pieces(bench: &mut ProgramUnderTest) -> CheckResult {
    join(bench)?;
    our_turn(bench)?;
    let mv = bench.some_move()?;
    let text = format!("Chello\0{}\0", bench.written(mv));
    steps::send_in_pieces(bench, text.as_bytes(), 5)?;
    bench.advance(mv);
    let (answer, _) = bench.hear_move()?;
    Ok(format!("{mv} {}", answer.text))
}

fn answers_back(bench: &mut ProgramUnderTest) -> CheckResult {
    let request = join_new(bench)?;
    our_turn(bench)?;
    steps::answers_back(bench, request.start.position())
}

/// Enough for us to lose all pieces.
const LONGEST: usize = 120;

/// We give our pieces away, so that there is an end soon.
fn plays_to_the_end(bench: &mut ProgramUnderTest) -> CheckResult {
    join(bench)?;
    for number in 0..LONGEST {
        if bench.is_theirs() {
            if !bench.position().has_moves() {
                return its_end(bench, number);
            }
            bench.hear_move()?;
        }
        let Some(mv) = generous(bench) else { return our_end(bench, number) };
        // Captured squares in any order: section 2 M.
        let text = bench.written_backwards(mv);
        bench.send(&text)?;
        bench.advance(mv);
    }
    unasked(format!("no end within {LONGEST} moves"))
}

/// The move after which most of our pieces can be taken.
fn generous(bench: &ProgramUnderTest) -> Option<Move> {
    let legal = MoveList::legal(bench.position());
    let losses = |mv: &Move| {
        let next = bench.position().succ(*mv);
        MoveList::legal(&next).first().map_or(0, |reply| reply.captured().len())
    };
    legal.into_iter().max_by_key(losses)
}

fn its_end(bench: &mut ProgramUnderTest, moves: usize) -> CheckResult {
    steps::gives_up(bench).map(|()| format!("E1 after {moves} moves"))
}

fn our_end(bench: &mut ProgramUnderTest, moves: usize) -> CheckResult {
    match bench.say_end("E10")? {
        Some((_, text)) => Ok(format!("'{text}' to our E10 after {moves} moves")),
        None => fault("no acknowledgement of E10, with which we gave up"),
    }
}

fn acknowledges_mildly(bench: &mut ProgramUnderTest) -> CheckResult {
    match bench.acknowledgement() {
        None => unasked("it has acknowledged nothing"),
        Some(end) => steps::is_mild(end),
    }
}

fn bears_refusal(bench: &mut ProgramUnderTest) -> CheckResult {
    let (request, _) = bench.hear_request()?;
    bench.answer(&request, GameAnswer::Refused)?;
    match bench.hear_shortly() {
        Ok(None) => {
            // Scan waits for an end before it asks again.
            bench.send("E00")?;
            Ok("waits".into())
        }
        Ok(Some(heard)) => match heard.message {
            Message::Move(_) => fault(format!("sent '{}' though the game was refused", heard.text)),
            Message::GameRequest(_) => {
                bench.hear_again(heard);
                Ok("asks again".into())
            }
            _ => Ok(format!("sends '{}'", heard.text)),
        },
        Err(CheckFailure::Fault(reason)) => Ok(format!("leaves: {reason}")),
        Err(trouble) => Err(trouble),
    }
}

fn bears_rubbish(bench: &mut ProgramUnderTest) -> CheckResult {
    join_new(bench)?;
    our_turn(bench)?;
    bench.send("")?;
    bench.send("Xunknown")?;
    bench.send(&format!("C{}", "x".repeat(199)))?;
    bench.expect_silence("after messages that say nothing")?;
    let mv = bench.some_move()?;
    bench.play(mv)?;
    bench.hear_move().map(|_| String::new())
}

fn bears_illegal(bench: &mut ProgramUnderTest) -> CheckResult {
    join_new(bench)?;
    our_turn(bench)?;
    steps::bears_illegal(bench, "M0000252600")
}

fn plays_after_loss(bench: &mut ProgramUnderTest) -> CheckResult {
    join_new(bench)?;
    our_turn(bench)?;
    let mv = bench.some_move()?;
    bench.play(mv)?;
    bench.drop_link();
    bench.forget_game();
    match join_new(bench) {
        Ok(_) => Ok("it connects again".into()),
        Err(CheckFailure::Unasked(reason)) => unasked(format!("it does not come back: {reason}")),
        Err(trouble) => Err(trouble),
    }
}
