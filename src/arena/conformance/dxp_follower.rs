//! Checks of a DXP follower, which listens and answers game requests.
//!
//! Sections are those of the protocol's description: 1 transport, 2 messages, 3 who answers what, 4 the sample session,
//! 5 what programs in use do, 6 advice.

use super::check::{
    self, Check, CheckLine, CheckResult, START, Timeouts, fail, must, position, should,
};
use super::dxp_program::ProgramUnderTest;
use super::dxp_steps::DxpStep;
use crate::board::{Color, Position};
use crate::error::PlayError;
use crate::protocol::dxp::{GameAnswer, Message, Minutes, encode};
use crate::protocol_log::ProtocolLog;

/// The position of the sample session: 32x14, 5-10 forced, 14x5, and Black has nothing left.
const SAMPLE: &str = "W:W32,43:B5,19,28";
/// A king that can capture four pieces and end where it began.
const ROUND_TRIP: &str = "W:WK38:B1,18,19,32,33";

/// From harmless to hostile: a program that gives up on a check has then been asked most of them.
#[rustfmt::skip]
const CHECKS: [Check<DxpStep>; 23] = {
    use Color::{Black, White};
    use DxpStep::*;
    [
        must("accepts a connection", "1", &[Connect]),
        must("accepts a game with 34 characters", "2 A", &[Run(accept)]),
        must("makes the first move when it has White", "3", &[ExpectMove]),
        must("writes moves exactly", "2 M", &[Begin(White, START), ExpectExactMove]),
        must("answers moves with legal moves", "3", &[Begin(White, START), ExpectMove, PlayOn(6)]),
        must("acknowledges the end of a game", "3 E",
            &[Begin(White, START), ExpectAcknowledgement]),
        should("acknowledges with reason 0 and does not stop", "3, 6.6",
            &[Begin(White, START), End,
              ExpectMildAcknowledgement("it does not acknowledge at all")]),
        must("waits for our move when it has Black, on the same connection", "2 R, 3",
            &[Begin(Black, START), ExpectSilence("though White is to move and we have White"),
              Exchange]),
        must("plays from a position, sends forced moves, and gives up without a move", "4",
            &[Begin(Black, SAMPLE), SendMove("M00003214021928", 32, 14), ExpectMove, Play,
              ExpectLoss]),
        must("reads captured squares in any order", "2 M",
            &[Begin(Black, SAMPLE), SendMove("M00003214022819", 32, 14), ExpectMove, Play,
              ExpectLoss]),
        must("reads a capture that ends where it began", "2 M",
            &[Begin(Black, ROUND_TRIP), SendMove("M000038380418193233", 38, 38), ExpectMove]),
        must("reads a message that comes in pieces", "1", &[Clear, Run(request_in_pieces)]),
        must("reads two messages that come together, and passes over chat", "1, 2 C",
            &[Begin(Black, START), ExchangeTogether]),
        must("answers a request to go back", "2 B, 3", &[Begin(Black, START), GoBack]),
        must("refuses another version of the protocol", "2 A", &[Clear, Run(request_version_2)]),
        should("passes over an end while no game is on", "5, 6.6",
            &[Clear, Send("E00"), ExpectSilence("after an end while no game was on"),
              Begin(Black, START)]),
        should("passes over chat between games", "2 C",
            &[Clear, Send("Cgood evening"), ExpectSilence("after chat while no game was on"),
              Begin(Black, START)]),
        should("passes over an empty message and an unknown letter", "6 receiving 1",
            &[Clear, Send(""), Send("Xunknown"), ExpectSilence("after an unknown message"),
              Begin(Black, START)]),
        should("answers a request without a time", "5, 6 receiving 2",
            &[Clear, Run(request_without_time)]),
        should("refuses a position with a man on its promotion row", "6 receiving 3",
            &[Clear, Run(request_unsound_position)]),
        should("bears an illegal move", "5, 6 receiving 5",
            &[Begin(Black, START), SendIllegal("M0000312200")]),
        should("bears a message of 200 characters", "1, 6 receiving 1",
            &[Clear, SendTooLong, ExpectSilence("after a message that is too long"),
              Begin(Black, START)]),
        should("plays again after a connection was lost in a game", "5, 6.7",
            &[Begin(Black, START), Play, Run(reconnect)]),
    ]
};

/// Makes all checks of the program that listens at `HOST:PORT`; `watch` gets every line as soon as it is known.
pub fn run(
    address: &str,
    game: Minutes,
    times: Timeouts,
    log: ProtocolLog,
    watch: &mut dyn FnMut(&CheckLine),
) -> Result<Vec<CheckLine>, PlayError> {
    let mut program = ProgramUnderTest::listening(address, game, times, log);
    program.reach()?;
    Ok(check::run(&CHECKS, &mut program, watch))
}

fn accept(program: &mut ProgramUnderTest) -> CheckResult {
    let text = program.begin(Color::White, Position::start())?;
    if text.len() != 34 {
        return fail(format!("'{text}' has {} characters", text.len()));
    }
    if text.as_bytes()[1] == b' ' {
        return fail("the name begins with a blank");
    }
    Ok(text[1..33].trim_end().into())
}

/// The characters of a request for a game in which the program has Black.
fn request(program: &ProgramUnderTest, start: Position) -> String {
    encode(&Message::GameRequest(program.request(Color::Black, start)))
}

fn request_in_pieces(program: &mut ProgramUnderTest) -> CheckResult {
    let text = request(program, Position::start()) + "\0";
    program.send_in_pieces(text.as_bytes(), 7)?;
    let (answer, _) = program.expect_answer()?;
    program.enter_if(answer, Color::Black, Position::start()).map(|()| String::new())
}

/// A program that accepts believes that a game is on.
fn request_version_2(program: &mut ProgramUnderTest) -> CheckResult {
    let text = request(program, Position::start()).replacen("R01", "R02", 1);
    program.send(&text)?;
    let (answer, text) = program.expect_answer()?;
    if answer == GameAnswer::WrongVersion {
        return Ok(text[33..].into());
    }
    let entered = program.enter_if(answer, Color::Black, Position::start());
    let consequence = entered.map_or("", |()| ", and a game is on");
    fail(format!("{answer:?} to version 02; code 1 is due{consequence}"))
}

fn request_without_time(program: &mut ProgramUnderTest) -> CheckResult {
    let mut text = request(program, Position::start());
    text.replace_range(36..39, "000");
    program.send(&text)?;
    let (answer, text) = program.expect_answer()?;
    let _ = program.enter_if(answer, Color::Black, Position::start());
    Ok(text[33..].into())
}

fn request_unsound_position(program: &mut ProgramUnderTest) -> CheckResult {
    let mut text = request(program, position(SAMPLE));
    text.replace_range(44..45, "w");
    program.send(&text)?;
    let (answer, text) = program.expect_answer()?;
    if answer == GameAnswer::Refused {
        return Ok(text[33..].into());
    }
    let entered = program.enter_if(answer, Color::Black, position("W:WK1,32,43:B5,19,28"));
    let consequence = entered.map_or("", |()| ": the positions now differ");
    fail(format!("{answer:?} to a white man on square 1{consequence}"))
}

fn reconnect(program: &mut ProgramUnderTest) -> CheckResult {
    program.disconnect();
    program.clear()?;
    let text = request(program, Position::start());
    program.send(&text)?;
    let (answer, _) = program.expect_answer()?;
    if program.enter_if(answer, Color::Black, Position::start()).is_ok() {
        return Ok("at once".into());
    }
    program.begin(Color::Black, Position::start())?;
    Ok("after E00, which ends the game it still had".into())
}
