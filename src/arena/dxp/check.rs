//! Tells an engine author what a DXP follower does wrong: a list of checks, each with the section it comes from.
//!
//! Sections are those of the protocol's description: 1 transport, 2 messages, 3 who answers what, 4 the sample session,
//! 5 what programs in use do, 6 advice.

use super::program_under_test::ProgramUnderTest;
use super::steps;
use crate::board::{Color, Position, fen};
use crate::conformance::{self, Check, CheckLine, CheckResult, fault, must, should, unasked};
use crate::protocol::dxp::GameAnswer;

/// From harmless to hostile: a program that gives up on a check has then been asked most of them.
const CHECKS: [Check<ProgramUnderTest>; 23] = [
    must("accepts a connection", "1", steps::connects),
    must("accepts a game with 34 characters", "2 A", accepts),
    must("makes the first move when it has White", "3", moves_first),
    must("writes moves exactly", "2 M", writes_moves),
    must("answers moves with legal moves", "3", plays_on),
    must("acknowledges the end of a game", "3 E", acknowledges),
    should("acknowledges with reason 0 and does not stop", "3, 6.6", acknowledges_mildly),
    must("waits for our move when it has Black, on the same connection", "2 R, 3", waits_as_black),
    must(
        "plays from a position, sends forced moves, and gives up without a move",
        "4",
        plays_sample,
    ),
    must("reads captured squares in any order", "2 M", reads_any_order),
    must("reads a capture that ends where it began", "2 M", reads_round_trip),
    must("reads a message that comes in pieces", "1", reads_pieces),
    must("reads two messages that come together, and passes over chat", "1, 2 C", reads_together),
    must("answers a request to go back", "2 B, 3", answers_back),
    must("refuses another version of the protocol", "2 A", refuses_version),
    should("passes over an end while no game is on", "5, 6.6", ignores_idle_end),
    should("passes over chat between games", "2 C", ignores_idle_chat),
    should("passes over an empty message and an unknown letter", "6 receiving 1", ignores_unknown),
    should("answers a request without a time", "5, 6 receiving 2", answers_no_time),
    should("refuses a position with a man on its promotion row", "6 receiving 3", refuses_position),
    should("bears an illegal move", "5, 6 receiving 5", bears_illegal),
    should("bears a message of 200 characters", "1, 6 receiving 1", bears_long),
    should("plays again after a connection was lost in a game", "5, 6.7", plays_after_loss),
];

/// Runs all checks; `watch` gets every line as soon as it is known.
pub fn run(bench: &mut ProgramUnderTest, watch: &mut dyn FnMut(&CheckLine)) -> Vec<CheckLine> {
    conformance::run(&CHECKS, bench, watch)
}

fn position(text: &str) -> Position {
    fen::read(text).expect("the positions of the checks are sound")
}

fn accepts(bench: &mut ProgramUnderTest) -> CheckResult {
    let heard = bench.begin(Color::White, Position::start())?;
    let length = heard.text.len();
    if length != 34 {
        return fault(format!("'{}' has {length} characters", heard.text));
    }
    if heard.text.as_bytes()[1] == b' ' {
        return fault("the name begins with a blank");
    }
    Ok(heard.text[1..33].trim_end().into())
}

fn moves_first(bench: &mut ProgramUnderTest) -> CheckResult {
    let (mv, _) = bench.hear_move()?;
    Ok(mv.text.to_string())
}

fn writes_moves(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.begin(Color::White, Position::start())?;
    steps::hears_exact_move(bench)
}

const MOVES_TO_PLAY: usize = 6;

fn plays_on(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.begin(Color::White, Position::start())?;
    bench.hear_move()?;
    steps::plays_on(bench, MOVES_TO_PLAY)
}

fn acknowledges(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.begin(Color::White, Position::start())?;
    steps::acknowledges(bench)
}

fn acknowledges_mildly(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.begin(Color::White, Position::start())?;
    match bench.end()? {
        None => unasked("it does not acknowledge at all"),
        Some(end) => steps::is_mild(end),
    }
}

fn waits_as_black(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.begin(Color::Black, Position::start())?;
    bench.expect_silence("though White is to move and we have White")?;
    steps::hears_answer(bench)
}

/// The sample session of section 4.
fn plays_sample(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.begin(Color::Black, position("W:W32,43:B5,19,28"))?;
    sample(bench, "M00003214021928")
}

fn reads_any_order(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.begin(Color::Black, position("W:W32,43:B5,19,28"))?;
    sample(bench, "M00003214022819")
}

/// 32x14 (written as given), 5-10 forced, 14x5, and Black has nothing left.
fn sample(bench: &mut ProgramUnderTest, first: &str) -> CheckResult {
    let capture = bench.some_move()?;
    bench.send(first)?;
    bench.advance(capture);
    bench.hear_move()?;
    let last = bench.some_move()?;
    bench.play(last)?;
    steps::gives_up(bench).map(|()| "E1".into())
}

fn reads_round_trip(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.begin(Color::Black, position("W:WK38:B1,18,19,32,33"))?;
    let round_trip = bench.legal(38, 38)?;
    bench.send("M000038380418193233")?;
    bench.advance(round_trip);
    let (answer, _) = bench.hear_move()?;
    Ok(answer.text.to_string())
}

fn reads_pieces(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.clear()?;
    let request = bench.request(Color::Black, Position::start());
    let bytes: Vec<u8> = request.bytes().chain([0]).collect();
    steps::send_in_pieces(bench, &bytes, 7)?;
    let (answer, _) = bench.hear_answer()?;
    bench.entered(Color::Black, Position::start(), answer)?;
    Ok(String::new())
}

fn reads_together(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.begin(Color::Black, Position::start())?;
    let mv = bench.some_move()?;
    let text = format!("Chello\0M0000{:02}{:02}00\0", mv.from().number(), mv.to().number());
    bench.send_bytes(text.as_bytes())?;
    bench.advance(mv);
    let (answer, _) = bench.hear_move()?;
    Ok(format!("{mv} {}", answer.text))
}

fn answers_back(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.begin(Color::Black, Position::start())?;
    steps::answers_back(bench, Position::start())
}

fn refuses_version(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.clear()?;
    let request = bench.request(Color::Black, Position::start()).replacen("R01", "R02", 1);
    bench.send(&request)?;
    match bench.hear_answer()? {
        (GameAnswer::WrongVersion, heard) => Ok(heard.text[33..].into()),
        (answer, _) => {
            // It believes that a game is on.
            let noted = bench.entered(Color::Black, Position::start(), answer);
            fault(format!(
                "{answer:?} to version 02; code 1 is due{}",
                noted.map_or("", |()| ", and a game is on")
            ))
        }
    }
}

fn ignores_idle_end(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.clear()?;
    bench.send("E00")?;
    bench.expect_silence("after an end while no game was on")?;
    bench.begin(Color::Black, Position::start()).map(|_| String::new())
}

fn ignores_idle_chat(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.clear()?;
    bench.send("Cgood evening")?;
    bench.expect_silence("after chat while no game was on")?;
    bench.begin(Color::Black, Position::start()).map(|_| String::new())
}

fn ignores_unknown(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.clear()?;
    bench.send("")?;
    bench.send("Xunknown")?;
    bench.expect_silence("after an unknown message")?;
    bench.begin(Color::Black, Position::start()).map(|_| String::new())
}

fn answers_no_time(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.clear()?;
    let mut request = bench.request(Color::Black, Position::start());
    request.replace_range(36..39, "000");
    bench.send(&request)?;
    let (answer, heard) = bench.hear_answer()?;
    if answer == GameAnswer::Accepted {
        bench.entered(Color::Black, Position::start(), answer)?;
    }
    Ok(heard.text[33..].into())
}

fn refuses_position(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.clear()?;
    let mut request = bench.request(Color::Black, position("W:W32,43:B5,19,28"));
    request.replace_range(44..45, "w");
    bench.send(&request)?;
    match bench.hear_answer()? {
        (GameAnswer::Refused, heard) => Ok(heard.text[33..].into()),
        (answer, _) => {
            let start = position("W:WK1,32,43:B5,19,28");
            let noted = bench.entered(Color::Black, start, answer);
            fault(format!(
                "{answer:?} to a white man on square 1{}",
                noted.map_or("", |()| ": the positions now differ")
            ))
        }
    }
}

fn bears_illegal(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.begin(Color::Black, Position::start())?;
    steps::bears_illegal(bench, "M0000312200")
}

fn bears_long(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.clear()?;
    bench.send(&format!("C{}", "x".repeat(199)))?;
    bench.expect_silence("after a message that is too long")?;
    bench.begin(Color::Black, Position::start()).map(|_| String::new())
}

fn plays_after_loss(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.begin(Color::Black, Position::start())?;
    let mv = bench.some_move()?;
    bench.play(mv)?;
    bench.drop_link();
    bench.clear()?;
    let request = bench.request(Color::Black, Position::start());
    bench.send(&request)?;
    let (answer, _) = bench.hear_answer()?;
    if answer == GameAnswer::Accepted {
        bench.entered(Color::Black, Position::start(), answer)?;
        return Ok("at once".into());
    }
    bench
        .begin(Color::Black, Position::start())
        .map(|_| "after E00, which ends the game it still had".into())
}
