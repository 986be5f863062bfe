//! The steps of which the checks of DXP programs are made, on both sides of a connection.

use std::time::Duration;

use super::check::{CheckResult, UnderTest, fail, position, skip};
use super::dxp_program::{ProgramUnderTest, move_text};
use crate::board::Color;
use crate::dxp::session::Received;
use crate::protocol::dxp::{Ending, GameAnswer, Message, encode};

/// A message to send to a program, or an expectation.
pub(super) enum DxpStep {
    Connect,
    Clear,
    /// A game that we ask for, in which the program has this side, from this FEN.
    Begin(Color, &'static str),
    /// A game that the program asks for, unless one is on that can continue.
    Join,
    /// The next game that the program asks for.
    JoinNext,
    ExpectTurn,
    Send(&'static str),
    /// Chat of 200 characters, more than a message may have.
    SendTooLong,
    /// A legal move between these squares, in these characters.
    SendMove(&'static str, u8, u8),
    Play,
    /// Moves of each side, we first.
    PlayOn(usize),
    /// A legal move, and the program's answer.
    Exchange,
    /// Chat and a legal move in one write, and the answer.
    ExchangeTogether,
    /// The same in pieces of this many bytes.
    ExchangeInPieces(usize),
    /// An illegal move, and no move in answer.
    SendIllegal(&'static str),
    /// Nothing within a moment; otherwise this is when it came.
    ExpectSilence(&'static str),
    ExpectMove,
    ExpectExactMove,
    /// The end of a game in which the program has no move.
    ExpectLoss,
    ExpectAcknowledgement,
    /// Our end of the game, whose acknowledgement is kept.
    End,
    /// An acknowledgement that claims nothing and leaves the other program running; otherwise this is why there is none.
    ExpectMildAcknowledgement(&'static str),
    /// A move of each side, and an answer to a request to go back to the first position.
    GoBack,
    /// Makes the detail of a check empty.
    Pass,
    Run(fn(&mut ProgramUnderTest) -> CheckResult),
}

const PIECE_PAUSE: Duration = Duration::from_millis(15);

impl UnderTest for ProgramUnderTest {
    type Step = DxpStep;

    fn unavailable(&self) -> Option<&str> {
        self.unavailable.as_deref()
    }

    fn perform(&mut self, step: &DxpStep) -> CheckResult {
        let unit = match *step {
            DxpStep::Connect => return self.open().map(|()| self.peer()),
            DxpStep::Clear => self.clear(),
            DxpStep::Begin(color, start) => self.begin(color, position(start)).map(drop),
            DxpStep::Join if self.is_playing && self.position.has_moves() => Ok(()),
            DxpStep::Join | DxpStep::JoinNext => self.join_next(),
            DxpStep::ExpectTurn if !self.is_its_turn() => Ok(()),
            DxpStep::ExpectTurn => self.expect_move().map(drop),
            DxpStep::Send(text) => self.send(text),
            DxpStep::SendTooLong => self.send(&format!("C{}", "x".repeat(199))),
            DxpStep::SendMove(text, from, to) => self.send_move(text, from, to),
            DxpStep::Play => self.some_move().and_then(|mv| self.play(mv)),
            DxpStep::PlayOn(moves) => return self.play_on(moves),
            DxpStep::Exchange => return self.exchange(),
            DxpStep::ExchangeTogether => return self.exchange_with_chat(usize::MAX),
            DxpStep::ExchangeInPieces(size) => return self.exchange_with_chat(size),
            DxpStep::SendIllegal(text) => return self.send_illegal(text),
            DxpStep::ExpectSilence(when) => self.expect_silence(when),
            DxpStep::ExpectMove => return self.expect_move().map(|(mv, _)| mv.text.to_string()),
            DxpStep::ExpectExactMove => return self.expect_exact_move(),
            DxpStep::ExpectLoss => return self.expect_loss().map(|()| "E1".into()),
            DxpStep::ExpectAcknowledgement => return self.expect_acknowledgement(),
            DxpStep::End => self.end().map(|reply| self.acknowledgement = reply),
            DxpStep::ExpectMildAcknowledgement(missing) => return self.expect_mild(missing),
            DxpStep::GoBack => return self.go_back(),
            DxpStep::Pass => Ok(()),
            DxpStep::Run(run) => return run(self),
        };
        unit.map(|()| String::new())
    }
}

impl ProgramUnderTest {
    pub(super) fn join_next(&mut self) -> CheckResult<()> {
        let (request, _) = self.expect_request()?;
        self.answer(&request, GameAnswer::Accepted)
    }

    fn send_move(&mut self, text: &str, from: u8, to: u8) -> CheckResult<()> {
        let mv = self.legal(from, to)?;
        self.send(text)?;
        self.advance(mv);
        Ok(())
    }

    fn play_on(&mut self, moves: usize) -> CheckResult {
        for _ in 0..moves {
            let mv = self.some_move()?;
            self.play(mv)?;
            if !self.position.has_moves() {
                break;
            }
            self.expect_move()?;
        }
        Ok(format!("{moves} moves each"))
    }

    fn exchange(&mut self) -> CheckResult {
        let mv = self.some_move()?;
        self.play(mv)?;
        let (answer, _) = self.expect_move()?;
        Ok(format!("{mv} {}", answer.text))
    }

    fn exchange_with_chat(&mut self, size: usize) -> CheckResult {
        let mv = self.some_move()?;
        self.send_in_pieces(format!("Chello\0{}\0", move_text(mv)).as_bytes(), size)?;
        self.advance(mv);
        let (answer, _) = self.expect_move()?;
        Ok(format!("{mv} {}", answer.text))
    }

    pub(super) fn send_in_pieces(&mut self, bytes: &[u8], size: usize) -> CheckResult<()> {
        bytes.chunks(size).try_for_each(|piece| {
            self.send_bytes(piece)?;
            std::thread::sleep(PIECE_PAUSE);
            Ok(())
        })
    }

    fn send_illegal(&mut self, text: &str) -> CheckResult {
        self.send(text)?;
        match self.receive_shortly()?.map(|received| received.text) {
            Some(text) if text.starts_with('M') => fail(format!("played on with '{text}'")),
            Some(text) if text.starts_with('E') => {
                self.send("E00")?;
                self.is_playing = false;
                Ok(format!("ended the game with '{text}'"))
            }
            Some(text) => Ok(format!("answered '{text}'")),
            None => Ok("waits".into()),
        }
    }

    fn expect_exact_move(&mut self) -> CheckResult {
        let (mv, text) = self.expect_move()?;
        let exact = encode(&Message::Move(mv));
        if text == exact { Ok(text) } else { fail(format!("'{text}' should be '{exact}'")) }
    }

    pub(super) fn expect_loss(&mut self) -> CheckResult<()> {
        match self.expect_end()? {
            Ending::Lost => Ok(()),
            other => fail(format!("ended as {other:?} though it has no move: E1 says 'I lose'")),
        }
    }

    fn expect_acknowledgement(&mut self) -> CheckResult {
        match self.end()? {
            Some((_, text)) => Ok(text),
            None => fail("no acknowledgement; GWD needs its option dxp_strict_gameend"),
        }
    }

    fn expect_mild(&mut self, missing: &str) -> CheckResult {
        let Some((end, text)) = self.acknowledgement.clone() else { return skip(missing) };
        if end.ending != Ending::Unknown {
            return fail(format!("'{text}': the reason of an acknowledgement is always 0"));
        }
        if end.stop {
            return fail(format!("'{text}': the stop code shuts the other program down"));
        }
        Ok(text)
    }

    fn go_back(&mut self) -> CheckResult {
        self.exchange()?;
        let turn = if self.start.turn() == Color::White { 'W' } else { 'Z' };
        self.send(&format!("B001{turn}"))?;
        match self.receive_shortly()? {
            Some(Received { message: Message::BackAnswer(answer), text }) => {
                self.went_back(answer);
                Ok(text)
            }
            Some(Received { text, .. }) => fail(format!("answered with '{text}' instead of K")),
            None => fail("no answer; K1 says that taking back is not supported"),
        }
    }
}
