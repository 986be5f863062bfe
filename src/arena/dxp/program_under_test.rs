//! A test bench for one DXP program: a connection that is made again when it is lost, and a game in which every step of
//! the other side is looked at.

use std::time::{Duration, Instant};

use super::link::{DxpLink, Event};
use super::listener::Listener;
use crate::board::{Color, Move, MoveList, Position};
use crate::conformance::{CheckFailure, CheckResult, UnderTest, fault, unasked};
use crate::error::PlayError;
use crate::protocol::dxp::{
    BackAnswer, Ending, GameAnswer, GameEnd, GameRequest, Message, Minutes, MoveMessage, Name,
    Start, encode,
};
use crate::protocol::{Fit, MoveText};
use crate::protocol_log::ProtocolLog;

/// The program under test.
pub struct ProgramUnderTest {
    source: Source,
    trace: ProtocolLog,
    /// How long an answer that needs no thinking may take.
    answer: Duration,
    /// How long a move may take.
    thinking: Duration,
    time: Minutes,
    link: Option<DxpLink>,
    position: Position,
    /// The side of the program under test.
    color: Color,
    /// Whether a game is on.
    playing: bool,
    /// Why the program can no longer be reached, if so.
    gone: Option<String>,
    /// A message that was heard too early.
    waiting: Option<Heard>,
    /// The last end that answered ours.
    acknowledgement: Option<(GameEnd, String)>,
}

/// Where connections come from.
enum Source {
    /// The program listens here.
    Address(String),
    /// The program connects here; the first time it may take so long.
    Door { door: Listener, wait: Duration },
}

/// A message as it came.
pub struct Heard {
    /// What it says.
    pub message: Message,
    /// Its characters.
    pub text: String,
}

const RECONNECTS: u32 = 5;
const RECONNECT_PAUSE: Duration = Duration::from_millis(400);
/// The longest that is waited to see that nothing comes; a quarter of the time for an answer if that is less.
const QUIET: Duration = Duration::from_millis(700);

/// How long an answer that may not come at all is waited for.
const SHORTLY: Duration = Duration::from_secs(3);

impl ProgramUnderTest {
    /// A bench for the program at `HOST:PORT`.
    #[must_use]
    pub fn new(
        address: &str,
        time: Minutes,
        answer: Duration,
        thinking: Duration,
        trace: ProtocolLog,
    ) -> ProgramUnderTest {
        ProgramUnderTest::with(Source::Address(address.into()), time, answer, thinking, trace)
    }

    /// A bench for a program that connects to this door within so long, and asks for games.
    #[must_use]
    pub fn listening(
        door: Listener,
        wait: Duration,
        answer: Duration,
        thinking: Duration,
        trace: ProtocolLog,
    ) -> ProgramUnderTest {
        ProgramUnderTest::with(Source::Door { door, wait }, Minutes::NONE, answer, thinking, trace)
    }

    fn with(
        source: Source,
        time: Minutes,
        answer: Duration,
        thinking: Duration,
        trace: ProtocolLog,
    ) -> ProgramUnderTest {
        ProgramUnderTest {
            source,
            trace,
            answer,
            thinking,
            time,
            link: None,
            position: Position::start(),
            color: Color::White,
            playing: false,
            gone: None,
            waiting: None,
            acknowledgement: None,
        }
    }

    /// Makes the first connection, without which there is nothing to check.
    ///
    /// # Errors
    /// The program does not listen, or does not connect.
    pub fn reach(&mut self) -> Result<(), PlayError> {
        self.link().map(drop).map_err(|trouble| PlayError::Unreached(trouble.reason()))
    }

    /// The connection, made if there is none.
    pub fn link(&mut self) -> CheckResult<&mut DxpLink> {
        if let Some(reason) = &self.gone {
            return unasked(reason.clone());
        }
        if self.link.is_none() {
            self.playing = false;
            let link = self.connect();
            self.link = Some(link.or_else(|reason| {
                self.gone = Some(reason.clone());
                unasked(reason)
            })?);
        }
        self.link.as_mut().ok_or(CheckFailure::Unasked("no connection".into()))
    }

    /// A new connection, or why there is none.
    fn connect(&mut self) -> Result<DxpLink, String> {
        let address = match &mut self.source {
            Source::Address(address) => address.clone(),
            Source::Door { door, wait } => {
                let patience = std::mem::replace(wait, self.answer);
                let link = door.admit(patience, &self.trace);
                let seconds = patience.as_secs_f64();
                return link.ok_or_else(|| format!("nobody has connected for {seconds} s"));
            }
        };
        let mut last = String::new();
        for _ in 0..RECONNECTS {
            match DxpLink::connect(&address, self.answer, self.trace.clone()) {
                Ok(link) => return Ok(link),
                Err(error) => last = error.to_string(),
            }
            std::thread::sleep(RECONNECT_PAUSE);
        }
        Err(format!("{address} cannot be reached: {last}"))
    }

    /// Breaks the connection.
    pub fn drop_link(&mut self) {
        self.link = None;
    }

    /// Whether the connection still stands after what was just sent.
    pub fn is_connected(&mut self) -> bool {
        self.link.as_ref().is_some_and(DxpLink::drain)
    }

    /// Sends characters as they are, with a NUL.
    pub fn send(&mut self, text: &str) -> CheckResult<()> {
        let sent = self.link()?.send_raw(text.as_bytes());
        sent.map_err(|error| self.lost(&error.to_string()))
    }

    /// Sends bytes as they are, in one write.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> CheckResult<()> {
        let sent = self.link()?.send_bytes(bytes);
        sent.map_err(|error| self.lost(&error.to_string()))
    }

    fn lost(&mut self, reason: &str) -> CheckFailure {
        (self.link, self.waiting) = (None, None);
        CheckFailure::Fault(format!("the connection was lost: {reason}"))
    }

    /// The next message that is not chat; `None` if nothing comes for so long.
    pub fn hear(&mut self, patience: Duration) -> CheckResult<Option<Heard>> {
        if let Some(heard) = self.waiting.take() {
            return Ok(Some(heard));
        }
        let deadline = Instant::now() + patience;
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            let arrival = self.link()?.receive_raw(left);
            match arrival {
                None | Some((Event::Message(Message::Chat(_)) | Event::Wake, _)) => {}
                Some((Event::Message(message), raw)) => {
                    let text = String::from_utf8_lossy(&raw).into_owned();
                    return Ok(Some(Heard { message, text }));
                }
                Some((Event::Garbled { error, .. }, raw)) => {
                    return fault(format!("sent '{}': {error}", raw.escape_ascii()));
                }
                Some((Event::TooLong(length), _)) => {
                    return fault(format!(
                        "sent a message of {length} characters; at most 127 are allowed"
                    ));
                }
                Some((Event::Closed(reason), _)) => return Err(self.lost(&reason)),
            }
        }
        Ok(None)
    }

    fn quiet(&self) -> Duration {
        QUIET.min(self.answer / 4)
    }

    /// What comes in a moment in which nothing should.
    pub fn hear_early(&mut self) -> CheckResult<Option<Heard>> {
        self.hear(self.quiet())
    }

    /// Nothing may come now.
    pub fn expect_silence(&mut self, when: &str) -> CheckResult<()> {
        match self.hear(self.quiet())? {
            None => Ok(()),
            Some(heard) => fault(format!("sent '{}' {when}", heard.text)),
        }
    }

    /// A request for a game from this position in which the program has this side.
    #[must_use]
    pub fn request(&self, color: Color, start: Position) -> String {
        encode(&Message::GameRequest(GameRequest {
            name: Name::new("draughts-td dxp check"),
            follower: color,
            time: self.time,
            moves: Some(75),
            start: Start::from(start),
        }))
    }

    /// The answer to a request that has been sent.
    pub fn hear_answer(&mut self) -> CheckResult<(GameAnswer, Heard)> {
        match self.hear(self.answer)? {
            Some(heard) => match heard.message {
                Message::GameAnswer { answer, .. } => Ok((answer, heard)),
                _ => fault(format!(
                    "answered a game request with '{}'; A must come first",
                    heard.text
                )),
            },
            None => {
                fault(format!("no answer to a game request within {} s", self.answer.as_secs()))
            }
        }
    }

    /// Begins a game. A game that is still on from an earlier check is ended first.
    pub fn begin(&mut self, color: Color, start: Position) -> CheckResult<Heard> {
        self.clear()?;
        let request = self.request(color, start);
        self.send(&request)?;
        let (mut answer, mut heard) = self.hear_answer()?;
        if answer == GameAnswer::Refused {
            self.send("E00")?;
            self.hear(self.quiet())?;
            self.send(&request)?;
            (answer, heard) = self.hear_answer()?;
        }
        self.entered(color, start, answer)?;
        Ok(heard)
    }

    /// Notes that a game has begun, if it has.
    pub fn entered(
        &mut self,
        color: Color,
        start: Position,
        answer: GameAnswer,
    ) -> CheckResult<()> {
        if answer != GameAnswer::Accepted {
            return fault(format!("refused the game ({answer:?})"));
        }
        (self.color, self.position, self.playing) = (color, start, true);
        Ok(())
    }

    /// Whether the program is to move.
    #[must_use]
    pub fn is_theirs(&self) -> bool {
        self.position.turn() == self.color
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The program's move, legal and with the right list of captures.
    pub fn hear_move(&mut self) -> CheckResult<(MoveMessage, String)> {
        let Some(heard) = self.hear(self.thinking)? else {
            return fault(format!("no move within {} s", self.thinking.as_secs()));
        };
        let Message::Move(mv) = heard.message else {
            return fault(format!("sent '{}' where a move was due", heard.text));
        };
        match mv.text.find(&self.position) {
            Ok((found, Fit::Exact)) => self.position = self.position.succ(found),
            Ok((found, Fit::TwoSquares)) => {
                return fault(format!(
                    "'{}' has a wrong list of captures; {} is right",
                    heard.text,
                    MoveText::from(found)
                ));
            }
            Err(error) => return fault(format!("'{}': {error}", heard.text)),
        }
        Ok((mv, heard.text))
    }

    /// Plays one of the legal moves for the bench.
    pub fn play(&mut self, mv: Move) -> CheckResult<()> {
        let text = self.written(mv);
        self.send(&text)?;
        self.position = self.position.succ(mv);
        Ok(())
    }

    /// The message for a move.
    #[must_use]
    pub fn written(&self, mv: Move) -> String {
        encode(&Message::Move(MoveMessage { seconds: 0, text: mv.into() }))
    }

    /// The message for a move with its captured squares in descending order.
    #[must_use]
    pub fn written_backwards(&self, mv: Move) -> String {
        let text = self.written(mv);
        let (head, squares) = text.split_at(11);
        let pairs = squares.as_bytes().chunks(2).rev().flatten();
        pairs.fold(head.to_owned(), |text, &digit| text + &char::from(digit).to_string())
    }

    /// Notes a move that was sent in another way.
    pub fn advance(&mut self, mv: Move) {
        self.position = self.position.succ(mv);
    }

    /// The legal move between these squares.
    pub fn legal(&self, from: u8, to: u8) -> CheckResult<Move> {
        let legal = MoveList::legal(&self.position);
        let found =
            legal.into_iter().find(|mv| (mv.from().number(), mv.to().number()) == (from, to));
        found.ok_or(CheckFailure::Unasked(format!("{from} to {to} is not possible here")))
    }

    /// What comes within the time for an answer.
    pub fn hear_shortly(&mut self) -> CheckResult<Option<Heard>> {
        self.hear(self.answer.min(SHORTLY))
    }

    /// Notes whether the game went back to this position.
    pub fn went_back(&mut self, answer: BackAnswer, position: Position) {
        if answer == BackAnswer::Accepted {
            self.position = position;
        }
    }

    /// A legal move for the bench that leaves the program a move, captures nothing if it can be helped.
    pub fn some_move(&self) -> CheckResult<Move> {
        let legal = MoveList::legal(&self.position);
        let calm = |mv: &Move| {
            let next = self.position.succ(*mv);
            next.has_moves() && !next.must_capture()
        };
        let any = legal.into_iter().find(calm).or_else(|| legal.first().copied());
        any.ok_or(CheckFailure::Unasked("the game is over".into()))
    }

    /// Ends the game on our turn and hears the acknowledgement, if one comes.
    pub fn end(&mut self) -> CheckResult<Option<(GameEnd, String)>> {
        if self.is_theirs() && self.position.has_moves() {
            self.hear_move()?;
        }
        self.say_end("E00")
    }

    /// Ends the game with this message and hears the acknowledgement, if one comes.
    pub fn say_end(&mut self, text: &str) -> CheckResult<Option<(GameEnd, String)>> {
        self.playing = false;
        self.send(text)?;
        match self.hear(self.answer)? {
            None => Ok(None),
            Some(Heard { message: Message::GameEnd(end), text }) => {
                self.acknowledgement = Some((end, text));
                Ok(self.acknowledgement.clone())
            }
            Some(heard @ Heard { message: Message::GameRequest(_), .. }) => {
                self.hear_again(heard);
                Ok(None)
            }
            Some(heard) => fault(format!("answered the end of the game with '{}'", heard.text)),
        }
    }

    /// The program's own end, acknowledged.
    pub fn hear_end(&mut self) -> CheckResult<Ending> {
        let Some(heard) = self.hear(self.thinking)? else {
            return fault(format!("no end of the game within {} s", self.thinking.as_secs()));
        };
        let Message::GameEnd(end) = heard.message else {
            return fault(format!("sent '{}' where only the end of the game was left", heard.text));
        };
        self.playing = false;
        self.send("E00")?;
        Ok(end.ending)
    }

    /// Makes sure that no game is on.
    pub fn clear(&mut self) -> CheckResult<()> {
        if !self.is_connected() {
            self.link = None;
        }
        self.link()?;
        if self.playing {
            // Whatever is wrong with that game was the matter of another check.
            let _ = self.end();
            self.playing = false;
            if !self.is_connected() {
                self.link = None;
            }
        }
        Ok(())
    }

    /// Hands a message out once more.
    pub fn hear_again(&mut self, heard: Heard) {
        self.waiting = Some(heard);
    }

    /// The next request for a game; a game that is on is ended first.
    pub fn hear_request(&mut self) -> CheckResult<(GameRequest, String)> {
        if self.playing {
            // Whatever is wrong with that game was the matter of another check.
            let _ = self.end();
            self.playing = false;
        }
        match self.hear(self.answer)? {
            None => unasked(format!("it asked for no game within {} s", self.answer.as_secs())),
            Some(Heard { message: Message::GameRequest(request), text }) => Ok((request, text)),
            Some(heard) => {
                fault(format!("sent '{}' where only a game request was due", heard.text))
            }
        }
    }

    /// Answers a game request; an accepted game is on.
    pub fn answer(&mut self, request: &GameRequest, answer: GameAnswer) -> CheckResult<()> {
        let name = Name::new("draughts-td dxp check");
        self.send(&encode(&Message::GameAnswer { name, answer }))?;
        if answer == GameAnswer::Accepted {
            self.entered(!request.follower, request.start.position(), answer)?;
        }
        Ok(())
    }

    /// The side of the program under test, in this game or the last.
    #[must_use]
    pub fn color(&self) -> Color {
        self.color
    }

    /// How it has answered an end, if it ever has.
    #[must_use]
    pub fn acknowledgement(&self) -> Option<(GameEnd, String)> {
        self.acknowledgement.clone()
    }

    /// Notes that no game is on any more.
    pub fn forget_game(&mut self) {
        self.playing = false;
    }

    /// Whether a game is on.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.playing
    }
}

impl UnderTest for ProgramUnderTest {
    fn gone(&self) -> Option<&str> {
        self.gone.as_deref()
    }
}
