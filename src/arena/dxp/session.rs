//! One DXP session under every role: a connection that is made again when it is lost, and the exchanges that engine, match player
//! and conformance checks share: game request, move, end of the game.

use std::time::{Duration, Instant};

use thiserror::Error;

use super::link::{Arrival, DxpLink, Event};
use super::listener::Listener;
use super::violations::{MAX_VIOLATIONS, ProtocolViolations};
use crate::board::Move;
use crate::files::io_error_text;
use crate::player::StopFlag;
use crate::protocol::dxp::{
    Ending, GameAnswer, GameEnd, GameRequest, Message, MoveMessage, Name, encode,
};
use crate::protocol_log::ProtocolLog;

#[derive(Debug)]
pub(crate) enum Endpoint {
    /// To a program that listens at `HOST:PORT`, in this number of attempts.
    Connect { address: String, attempts: u32 },
    /// By a program that connects here, the first time within `wait`.
    Accept { listener: Listener, wait: Duration },
}

#[derive(Debug)]
pub(crate) struct Received {
    pub message: Message,
    pub text: String,
}

/// Why a session cannot continue.
#[derive(Debug, Error)]
pub(crate) enum SessionError {
    #[error("{0}")]
    Unreachable(String),
    #[error("{0}")]
    Closed(String),
    /// A message is malformed or out of place.
    #[error("{0}")]
    Violation(String),
    #[error("{MAX_VIOLATIONS} messages that mean nothing")]
    TooManyViolations,
    #[error("{}", refusal(*.0))]
    Refused(GameAnswer),
    #[error("no answer to a game request within {} s", .0.as_secs())]
    NoAnswer(Duration),
    #[error("interrupted")]
    Interrupted,
}

fn refusal(answer: GameAnswer) -> &'static str {
    match answer {
        GameAnswer::WrongVersion => "it speaks another version of the protocol (A..1)",
        GameAnswer::Never => "it will not play at all (A..3)",
        GameAnswer::Accepted | GameAnswer::Refused => "it refuses this game (A..2)",
    }
}

#[derive(Debug)]
pub(crate) struct Session {
    endpoint: Option<Endpoint>,
    link: Option<DxpLink>,
    log: ProtocolLog,
    /// Whether the first message that is malformed or out of place is an error; otherwise they are counted.
    is_strict: bool,
    /// How long a connection and the answer to a game request may take.
    timeout: Duration,
    violations: ProtocolViolations,
}

const RECONNECT_PAUSE: Duration = Duration::from_millis(400);
/// How often the stop flag is read while waiting.
const POLL: Duration = Duration::from_millis(50);

const OUT_OF_PLACE: &str = "passed over: a message before the answer";

impl Session {
    /// A session that connects when it is opened.
    pub(crate) fn new(
        endpoint: Endpoint,
        timeout: Duration,
        is_strict: bool,
        log: ProtocolLog,
    ) -> Session {
        let violations = ProtocolViolations::in_game();
        Session { endpoint: Some(endpoint), link: None, log, is_strict, timeout, violations }
    }

    /// A lenient session over an open connection, which is not made again.
    pub(super) fn over(link: DxpLink, timeout: Duration) -> Session {
        Session {
            endpoint: None,
            link: Some(link),
            log: ProtocolLog::default(),
            is_strict: false,
            timeout,
            violations: ProtocolViolations::in_game(),
        }
    }

    /// Connects unless there is a connection; `true` if it is a new one.
    pub(crate) fn open(&mut self) -> Result<bool, SessionError> {
        if self.link.is_some() {
            return Ok(false);
        }
        let endpoint = self.endpoint.as_mut().ok_or_else(unconnected)?;
        let link = endpoint.connect(self.timeout, &self.log).map_err(SessionError::Unreachable)?;
        self.link = Some(link);
        Ok(true)
    }

    /// Drops what was received so far, and connects again if the connection was lost meanwhile; `true` if it was.
    pub(crate) fn reopen(&mut self) -> Result<bool, SessionError> {
        if self.link.as_mut().is_some_and(|link| !link.drain()) {
            self.link = None;
        }
        self.open()
    }

    pub(crate) fn close(&mut self) {
        self.link = None;
    }

    /// The other side's address; empty without a connection.
    pub(crate) fn peer(&self) -> &str {
        self.link.as_ref().map_or("", DxpLink::peer)
    }

    pub(super) fn waker(&self) -> Option<impl FnOnce() + Send + 'static> {
        self.link.as_ref().map(DxpLink::waker)
    }

    /// Counts violations from zero, up to the limit of a game.
    pub(super) fn count_game_messages(&mut self) {
        self.violations = ProtocolViolations::in_game();
    }

    /// Counts violations from zero, up to the limit between games.
    pub(super) fn count_idle_messages(&mut self) {
        self.violations = ProtocolViolations::between_games();
    }

    pub(crate) fn send(&mut self, message: &Message) -> Result<(), SessionError> {
        self.send_text(&encode(message))
    }

    /// Sends characters as they are, with a NUL.
    pub(crate) fn send_text(&mut self, text: &str) -> Result<(), SessionError> {
        self.send_bytes(&[text.as_bytes(), &[0]].concat())
    }

    /// Sends bytes as they are, in one write.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), SessionError> {
        let link = self.link.as_mut().ok_or_else(unconnected)?;
        link.send(bytes).map_err(|error| SessionError::Closed(error.to_string()))
    }

    /// Sends a move with the time it took.
    pub(crate) fn send_move(&mut self, mv: Move, time: Duration) -> Result<(), SessionError> {
        let seconds = time.as_secs_f64().round().min(9999.0) as u16;
        self.send(&Message::Move(MoveMessage { seconds, text: mv.into() }))
    }

    /// Acknowledges the other side's end of the game; an acknowledgement claims nothing.
    pub(super) fn acknowledge(&mut self) -> Result<(), SessionError> {
        self.send(&Message::GameEnd(GameEnd { ending: Ending::Unknown, stop: false }))
    }

    /// The next event, or `None` if there is none within the timeout.
    pub(super) fn receive(&mut self, timeout: Duration) -> Option<Event> {
        self.arrival(timeout).map(|(event, _)| event)
    }

    fn arrival(&mut self, timeout: Duration) -> Option<Arrival> {
        match &mut self.link {
            Some(link) => link.receive(timeout),
            None => Some((Event::Closed("no connection".into()), Vec::new())),
        }
    }

    /// The next message that is not chat; `None` if there is none within the timeout. A malformed move is an error.
    pub(crate) fn next(
        &mut self,
        timeout: Duration,
        stop: &StopFlag,
    ) -> Result<Option<Received>, SessionError> {
        let deadline = Instant::now() + timeout;
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            if stop.is_stopped() {
                return Err(SessionError::Interrupted);
            }
            let Some(arrival) = self.arrival(left.min(POLL)) else { continue };
            if let Event::Garbled { header: Some(b'M'), error } = &arrival.0
                && !self.is_strict
            {
                return Err(SessionError::Violation(error.to_string()));
            }
            if let Some(received) = self.message(arrival, &mut |_| {})? {
                return Ok(Some(received));
            }
        }
        Ok(None)
    }

    /// The message of an event, if it is one; anything else is an error to a strict session, and a violation to a lenient one.
    fn message(
        &mut self,
        (event, raw): Arrival,
        say: &mut dyn FnMut(&str),
    ) -> Result<Option<Received>, SessionError> {
        let violation = match event {
            Event::Wake => return Ok(None),
            Event::Message(Message::Chat(_)) if self.is_strict => return Ok(None),
            Event::Message(Message::Chat(chat)) => format!("chat: {}", chat.as_str()),
            Event::Message(message) => {
                let text = String::from_utf8_lossy(&raw).into_owned();
                return Ok(Some(Received { message, text }));
            }
            Event::Closed(reason) => {
                self.link = None;
                return Err(SessionError::Closed(reason));
            }
            Event::Garbled { error, .. } if self.is_strict => {
                let text = format!("sent '{}': {error}", raw.escape_ascii());
                return Err(SessionError::Violation(text));
            }
            Event::TooLong(length) if self.is_strict => {
                let text =
                    format!("sent a message of {length} characters; at most 127 are allowed");
                return Err(SessionError::Violation(text));
            }
            Event::Garbled { .. } | Event::TooLong(_) => OUT_OF_PLACE.into(),
        };
        self.count(&violation, say).map(|()| None)
    }

    /// Counts a message that is malformed or out of place, and reports it if it is one of the first.
    pub(super) fn count(
        &mut self,
        violation: &str,
        say: &mut dyn FnMut(&str),
    ) -> Result<(), SessionError> {
        self.violations.add(violation, say);
        if self.violations.are_too_many() { Err(SessionError::TooManyViolations) } else { Ok(()) }
    }

    /// Asks for a game and returns the other side's answer, which accepts it. A refusal may mean that a game of a lost connection
    /// is still on there (Moby Dam): an end clears it, once.
    pub(crate) fn request_game(
        &mut self,
        request: &GameRequest,
        acknowledgement: Duration,
        say: &mut dyn FnMut(&str),
    ) -> Result<(Name, String), SessionError> {
        let request = Message::GameRequest(request.clone());
        self.send(&request)?;
        let mut reply = self.game_answer(say)?;
        if reply.1 == GameAnswer::Refused {
            self.acknowledge()?;
            self.next(acknowledgement, &StopFlag::new())?;
            self.send(&request)?;
            reply = self.game_answer(say)?;
        }
        match reply {
            (name, GameAnswer::Accepted, text) => Ok((name, text)),
            (_, answer, _) => Err(SessionError::Refused(answer)),
        }
    }

    /// The answer to the game request that was sent.
    pub(crate) fn game_answer(
        &mut self,
        say: &mut dyn FnMut(&str),
    ) -> Result<(Name, GameAnswer, String), SessionError> {
        let deadline = Instant::now() + self.timeout;
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            let Some(arrival) = self.arrival(left) else { continue };
            match self.message(arrival, say)? {
                None => {}
                Some(Received { message: Message::GameAnswer { name, answer }, text }) => {
                    return Ok((name, answer, text));
                }
                Some(Received { text, .. }) if self.is_strict => {
                    return Err(SessionError::Violation(format!(
                        "answered a game request with '{text}'; A must come first"
                    )));
                }
                Some(_) => self.count(OUT_OF_PLACE, say)?,
            }
        }
        Err(SessionError::NoAnswer(self.timeout))
    }

    /// The acknowledgement of the end that was sent. There is none if it does not come in time (GWD never sends it), or if the
    /// other side asks for the next game instead: that request is the next event.
    pub(crate) fn acknowledgement(
        &mut self,
        timeout: Duration,
    ) -> Result<Option<(GameEnd, String)>, SessionError> {
        let deadline = Instant::now() + timeout;
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            let Some(arrival) = self.arrival(left) else { continue };
            if arrival.0.is_game_request() {
                self.unread(arrival);
                return Ok(None);
            }
            match self.message(arrival, &mut |_| {})? {
                Some(Received { message: Message::GameEnd(end), text }) => {
                    return Ok(Some((end, text)));
                }
                Some(Received { text, .. }) if self.is_strict => {
                    return Err(SessionError::Violation(format!(
                        "answered the end of the game with '{text}'"
                    )));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// Puts an event back; it is received next.
    fn unread(&mut self, arrival: Arrival) {
        if let Some(link) = &mut self.link {
            link.unread(arrival);
        }
    }

    /// Puts a message back; it is received next.
    pub(crate) fn unread_message(&mut self, received: Received) {
        self.unread((Event::Message(received.message), received.text.into_bytes()));
    }

    /// Whether an event was put back.
    pub(super) fn has_unread(&self) -> bool {
        self.link.as_ref().is_some_and(DxpLink::has_unread)
    }
}

impl Endpoint {
    /// A new connection, or the reason why there is none.
    fn connect(&mut self, timeout: Duration, log: &ProtocolLog) -> Result<DxpLink, String> {
        let (address, attempts) = match self {
            Endpoint::Connect { address, attempts } => (address, *attempts),
            Endpoint::Accept { listener, wait } => {
                let wait = std::mem::replace(wait, timeout);
                let link = listener.accept_within(wait, log);
                let seconds = wait.as_secs_f64();
                return link.ok_or_else(|| format!("nobody has connected for {seconds} s"));
            }
        };
        let mut attempt = 1;
        loop {
            match DxpLink::connect(address, timeout, log.clone()) {
                Ok(link) => return Ok(link),
                Err(error) if attempt >= attempts => return Err(io_error_text(&error)),
                Err(_) => std::thread::sleep(RECONNECT_PAUSE),
            }
            attempt += 1;
        }
    }
}

fn unconnected() -> SessionError {
    SessionError::Closed("no connection".into())
}
