//! Steps that the checks of followers and of initiators share.

use std::time::Duration;

use super::program_under_test::ProgramUnderTest;
use crate::board::{Color, Position};
use crate::conformance::{CheckResult, fault};
use crate::protocol::dxp::{Ending, GameEnd, Message, encode};

pub(super) fn connects(bench: &mut ProgramUnderTest) -> CheckResult {
    bench.link().map(|link| link.peer().to_owned())
}

/// The program's next move, written as it should be.
pub(super) fn hears_exact_move(bench: &mut ProgramUnderTest) -> CheckResult {
    let (mv, text) = bench.hear_move()?;
    let exact = encode(&Message::Move(mv));
    if text == exact { Ok(text) } else { fault(format!("'{text}' should be '{exact}'")) }
}

/// A move of ours and its answer.
pub(super) fn hears_answer(bench: &mut ProgramUnderTest) -> CheckResult {
    let mv = bench.some_move()?;
    bench.play(mv)?;
    let (answer, _) = bench.hear_move()?;
    Ok(format!("{mv} {}", answer.text))
}

/// So many moves of each side, we first.
pub(super) fn plays_on(bench: &mut ProgramUnderTest, moves: usize) -> CheckResult {
    for _ in 0..moves {
        let mv = bench.some_move()?;
        bench.play(mv)?;
        if !bench.position().has_moves() {
            break;
        }
        bench.hear_move()?;
    }
    Ok(format!("{moves} moves each"))
}

/// Sends these bytes in pieces of this size.
pub(super) fn send_in_pieces(
    bench: &mut ProgramUnderTest,
    bytes: &[u8],
    size: usize,
) -> CheckResult<()> {
    bytes.chunks(size).try_for_each(|part| {
        bench.send_bytes(part)?;
        std::thread::sleep(Duration::from_millis(15));
        Ok(())
    })
}

/// Ends the game; the end is acknowledged.
pub(super) fn acknowledges(bench: &mut ProgramUnderTest) -> CheckResult {
    match bench.end()? {
        Some((_, text)) => Ok(text),
        None => fault("no acknowledgement; GWD needs its option dxp_strict_gameend"),
    }
}

/// An acknowledgement that claims nothing and leaves the other program running.
pub(super) fn is_mild((end, text): (GameEnd, String)) -> CheckResult {
    if end.ending != Ending::Unknown {
        return fault(format!("'{text}': the reason of an acknowledgement is always 0"));
    }
    if end.stop {
        return fault(format!("'{text}': the stop code shuts the other program down"));
    }
    Ok(text)
}

/// Asks to go back to the first position, after a move of each side.
pub(super) fn answers_back(bench: &mut ProgramUnderTest, start: Position) -> CheckResult {
    let mv = bench.some_move()?;
    bench.play(mv)?;
    bench.hear_move()?;
    let turn = if start.turn() == Color::White { 'W' } else { 'Z' };
    bench.send(&format!("B001{turn}"))?;
    let heard = bench.hear_shortly()?;
    match heard.map(|heard| (heard.message, heard.text)) {
        Some((Message::BackAnswer(answer), text)) => {
            bench.went_back(answer, start);
            Ok(text)
        }
        Some((_, text)) => fault(format!("answered with '{text}' instead of K")),
        None => fault("no answer; K1 says that taking back is not supported"),
    }
}

/// The program has no move, and says so.
pub(super) fn gives_up(bench: &mut ProgramUnderTest) -> CheckResult<()> {
    match bench.hear_end()? {
        Ending::Lost => Ok(()),
        other => fault(format!("ended as {other:?} though it has no move: E1 says 'I lose'")),
    }
}

/// Sends an illegal move and looks at what comes of it.
pub(super) fn bears_illegal(bench: &mut ProgramUnderTest, text: &str) -> CheckResult {
    bench.send(text)?;
    let reaction = bench.hear_shortly()?.map(|heard| heard.text);
    match reaction {
        Some(text) if text.starts_with('M') => fault(format!("played on with '{text}'")),
        Some(text) if text.starts_with('E') => {
            bench.send("E00")?;
            bench.forget_game();
            Ok(format!("ended the game with '{text}'"))
        }
        Some(text) => Ok(format!("answered '{text}'")),
        None => Ok("waits".into()),
    }
}
