//! A DXP program under test: a strict session with it, and the game in which each of its messages is checked.

use std::time::Duration;

use super::check::{CheckFailure, CheckResult, Timeouts, fail, skip};
use crate::board::{Color, Move, MoveList, Position};
use crate::dxp::listener::Listener;
use crate::dxp::session::{Endpoint, Received, Session, SessionError};
use crate::error::PlayError;
use crate::player::StopFlag;
use crate::protocol::dxp::{
    BackAnswer, Ending, GameAnswer, GameEnd, GameRequest, Message, Minutes, MoveMessage, Name,
    Start, encode,
};
use crate::protocol::{Fit, MoveText};
use crate::protocol_log::ProtocolLog;

pub(crate) struct ProgramUnderTest {
    session: Session,
    /// `HOST:PORT` of a program that listens; none for one that connects.
    address: Option<String>,
    /// Each side for a game that is asked for.
    game: Minutes,
    times: Timeouts,
    pub(super) start: Position,
    pub(super) position: Position,
    /// The side of the program, in this game or the last.
    pub(super) color: Color,
    pub(super) is_playing: bool,
    /// Why the program can no longer be reached, if so.
    pub(super) unavailable: Option<String>,
    /// The last acknowledgement of an end of ours.
    pub(super) acknowledgement: Option<(GameEnd, String)>,
}

const NAME: &str = "draughts-td dxp check";
const CONNECT_ATTEMPTS: u32 = 5;
/// The longest silence that shows that nothing comes; a quarter of the time for an answer if that is less.
const MAX_SILENCE: Duration = Duration::from_millis(700);
/// The wait for an answer that may not come at all.
const OPTIONAL_ANSWER: Duration = Duration::from_secs(3);

impl ProgramUnderTest {
    /// The program that listens at `HOST:PORT`.
    pub(super) fn listening(
        address: &str,
        game: Minutes,
        times: Timeouts,
        log: ProtocolLog,
    ) -> ProgramUnderTest {
        let address = address.to_owned();
        let endpoint = Endpoint::Connect { address: address.clone(), attempts: CONNECT_ATTEMPTS };
        ProgramUnderTest::new(endpoint, Some(address), game, times, log)
    }

    /// A program that connects here within `wait`, and asks for games.
    pub(super) fn connecting(
        listener: Listener,
        wait: Duration,
        game: Minutes,
        times: Timeouts,
        log: ProtocolLog,
    ) -> ProgramUnderTest {
        ProgramUnderTest::new(Endpoint::Accept { listener, wait }, None, game, times, log)
    }

    fn new(
        endpoint: Endpoint,
        address: Option<String>,
        game: Minutes,
        times: Timeouts,
        log: ProtocolLog,
    ) -> ProgramUnderTest {
        ProgramUnderTest {
            session: Session::new(endpoint, times.answer, true, log),
            address,
            game,
            times,
            start: Position::start(),
            position: Position::start(),
            color: Color::White,
            is_playing: false,
            unavailable: None,
            acknowledgement: None,
        }
    }

    /// Makes the first connection, without which nothing can be checked.
    pub(super) fn reach(&mut self) -> Result<(), PlayError> {
        self.open().map_err(|failure| PlayError::ProgramUnreachable(failure.reason()))
    }

    fn failure(&mut self, error: SessionError) -> CheckFailure {
        CheckFailure::Failed(match error {
            SessionError::Unreachable(reason) => {
                let place = self.address.as_ref().map(|at| format!("{at} cannot be reached: "));
                let reason = place.unwrap_or_default() + &reason;
                self.unavailable = Some(reason.clone());
                return CheckFailure::Skipped(reason);
            }
            SessionError::Closed(reason) => {
                self.session.close();
                format!("the connection was lost: {reason}")
            }
            SessionError::Refused(answer) => format!("refused the game ({answer:?})"),
            error => error.to_string(),
        })
    }

    /// Does something in the session, connected again if the connection was lost.
    fn with_session<T>(
        &mut self,
        work: impl FnOnce(&mut Session) -> Result<T, SessionError>,
    ) -> CheckResult<T> {
        self.open()?;
        work(&mut self.session).map_err(|error| self.failure(error))
    }

    fn connected(&mut self, opened: Result<bool, SessionError>) -> CheckResult<()> {
        self.is_playing &= !opened.map_err(|error| self.failure(error))?;
        Ok(())
    }

    pub(super) fn open(&mut self) -> CheckResult<()> {
        if let Some(reason) = &self.unavailable {
            return skip(reason);
        }
        let opened = self.session.open();
        self.connected(opened)
    }

    /// Drops what was received so far, and connects again if the connection was lost meanwhile.
    fn reopen(&mut self) -> CheckResult<()> {
        self.open()?;
        let opened = self.session.reopen();
        self.connected(opened)
    }

    pub(super) fn disconnect(&mut self) {
        self.session.close();
    }

    pub(super) fn peer(&self) -> String {
        self.session.peer().to_owned()
    }

    /// Sends characters as they are, with a NUL.
    pub(super) fn send(&mut self, text: &str) -> CheckResult<()> {
        self.with_session(|session| session.send_text(text))
    }

    /// Sends bytes as they are, in one write.
    pub(super) fn send_bytes(&mut self, bytes: &[u8]) -> CheckResult<()> {
        self.with_session(|session| session.send_bytes(bytes))
    }

    fn receive(&mut self, timeout: Duration) -> CheckResult<Option<Received>> {
        self.with_session(|session| session.next(timeout, &StopFlag::new()))
    }

    /// A message within the time for an optional answer.
    pub(super) fn receive_shortly(&mut self) -> CheckResult<Option<Received>> {
        self.receive(self.times.answer.min(OPTIONAL_ANSWER))
    }

    /// A message within the time of silence.
    pub(super) fn receive_early(&mut self) -> CheckResult<Option<Received>> {
        self.receive(self.silence())
    }

    /// Puts a message back; it is received next.
    pub(super) fn unread(&mut self, received: Received) {
        self.session.unread_message(received);
    }

    fn silence(&self) -> Duration {
        MAX_SILENCE.min(self.times.answer / 4)
    }

    pub(super) fn expect_silence(&mut self, when: &str) -> CheckResult<()> {
        match self.receive_early()? {
            None => Ok(()),
            Some(Received { text, .. }) => fail(format!("sent '{text}' {when}")),
        }
    }

    /// A request for a game from this position in which the program has this side.
    pub(super) fn request(&self, color: Color, start: Position) -> GameRequest {
        GameRequest {
            name: Name::new(NAME),
            follower: color,
            time: self.game,
            moves: Some(75),
            start: Start::from(start),
        }
    }

    /// The answer to a game request that was sent, and its characters.
    pub(super) fn expect_answer(&mut self) -> CheckResult<(GameAnswer, String)> {
        let (_, answer, text) = self.with_session(|session| session.game_answer(&mut |_| {}))?;
        Ok((answer, text))
    }

    /// Begins a game and returns the characters of the answer. A game that is still on is ended first.
    pub(super) fn begin(&mut self, color: Color, start: Position) -> CheckResult<String> {
        self.clear()?;
        let (request, silence) = (self.request(color, start), self.silence());
        let (_, text) =
            self.with_session(|session| session.request_game(&request, silence, &mut |_| {}))?;
        self.enter(color, start);
        Ok(text)
    }

    pub(super) fn enter(&mut self, color: Color, start: Position) {
        (self.color, self.start, self.position, self.is_playing) = (color, start, start, true);
    }

    /// A game is on now if this answer accepts it.
    pub(super) fn enter_if(
        &mut self,
        answer: GameAnswer,
        color: Color,
        start: Position,
    ) -> CheckResult<()> {
        if answer != GameAnswer::Accepted {
            return Err(self.failure(SessionError::Refused(answer)));
        }
        self.enter(color, start);
        Ok(())
    }

    /// Makes sure that no game is on.
    pub(super) fn clear(&mut self) -> CheckResult<()> {
        self.reopen()?;
        if self.is_playing {
            self.abandon();
            self.reopen()?;
        }
        Ok(())
    }

    /// Ends a game that is still on; its faults were reported by another check.
    fn abandon(&mut self) {
        let _ = self.end();
        self.is_playing = false;
    }

    /// The next request for a game, with its characters; a game that is on is ended first.
    pub(super) fn expect_request(&mut self) -> CheckResult<(GameRequest, String)> {
        if self.is_playing {
            self.abandon();
        }
        let seconds = self.times.answer.as_secs();
        match self.receive(self.times.answer)? {
            None => skip(format!("it asked for no game within {seconds} s")),
            Some(Received { message: Message::GameRequest(request), text }) => Ok((request, text)),
            Some(Received { text, .. }) => {
                fail(format!("sent '{text}' where only a game request was due"))
            }
        }
    }

    pub(super) fn answer(&mut self, request: &GameRequest, answer: GameAnswer) -> CheckResult<()> {
        let message = Message::GameAnswer { name: Name::new(NAME), answer };
        self.with_session(|session| session.send(&message))?;
        if answer == GameAnswer::Accepted {
            self.enter(!request.follower, request.start.position());
        }
        Ok(())
    }

    /// Whether the program is to move.
    pub(super) fn is_its_turn(&self) -> bool {
        self.position.turn() == self.color
    }

    /// The program's move, legal and with the right list of captures, and its characters.
    pub(super) fn expect_move(&mut self) -> CheckResult<(MoveMessage, String)> {
        let Some(Received { message, text }) = self.receive(self.times.thinking)? else {
            return fail(format!("no move within {} s", self.times.thinking.as_secs()));
        };
        let Message::Move(mv) = message else {
            return fail(format!("sent '{text}' where a move was due"));
        };
        match mv.text.find(&self.position) {
            Ok((found, Fit::Exact)) => self.advance(found),
            Ok((found, Fit::TwoSquares)) => {
                let right = MoveText::from(found);
                return fail(format!("'{text}' has a wrong list of captures; {right} is right"));
            }
            Err(error) => return fail(format!("'{text}': {error}")),
        }
        Ok((mv, text))
    }

    /// Sends one of our legal moves.
    pub(super) fn play(&mut self, mv: Move) -> CheckResult<()> {
        self.with_session(|session| session.send_move(mv, Duration::ZERO))?;
        self.advance(mv);
        Ok(())
    }

    /// A move was sent in another way.
    pub(super) fn advance(&mut self, mv: Move) {
        self.position = self.position.succ(mv);
    }

    /// The legal move between these squares.
    pub(super) fn legal(&self, from: u8, to: u8) -> CheckResult<Move> {
        let legal = MoveList::legal(&self.position);
        let found =
            legal.into_iter().find(|mv| (mv.from().number(), mv.to().number()) == (from, to));
        found.map_or_else(|| skip(format!("{from} to {to} is not possible here")), Ok)
    }

    /// The game went back to this position, if the program agrees.
    pub(super) fn went_back(&mut self, answer: BackAnswer) {
        if answer == BackAnswer::Accepted {
            self.position = self.start;
        }
    }

    /// A legal move of ours that leaves the program a move, without captures on either side if there is one.
    pub(super) fn some_move(&self) -> CheckResult<Move> {
        let legal = MoveList::legal(&self.position);
        let is_quiet = |mv: &Move| {
            let next = self.position.succ(*mv);
            next.has_moves() && !next.must_capture()
        };
        let any = legal.into_iter().find(is_quiet).or_else(|| legal.first().copied());
        any.map_or_else(|| skip("the game is over"), Ok)
    }

    /// Ends the game on our turn and returns the acknowledgement, if one comes.
    pub(super) fn end(&mut self) -> CheckResult<Option<(GameEnd, String)>> {
        if self.is_its_turn() && self.position.has_moves() {
            self.expect_move()?;
        }
        self.end_with("E00")
    }

    /// Ends the game with this message and returns the acknowledgement, if one comes.
    pub(super) fn end_with(&mut self, text: &str) -> CheckResult<Option<(GameEnd, String)>> {
        self.is_playing = false;
        let timeout = self.times.answer;
        self.send(text)?;
        let reply = self.with_session(|session| session.acknowledgement(timeout))?;
        self.acknowledgement = reply.clone().or_else(|| self.acknowledgement.take());
        Ok(reply)
    }

    pub(super) fn expect_end(&mut self) -> CheckResult<Ending> {
        let Some(Received { message, text }) = self.receive(self.times.thinking)? else {
            return fail(format!("no end of the game within {} s", self.times.thinking.as_secs()));
        };
        let Message::GameEnd(end) = message else {
            return fail(format!("sent '{text}' where only the end of the game was left"));
        };
        self.is_playing = false;
        self.send("E00")?;
        Ok(end.ending)
    }
}

/// The message for a move of ours.
pub(super) fn move_text(mv: Move) -> String {
    encode(&Message::Move(MoveMessage { seconds: 0, text: mv.into() }))
}
