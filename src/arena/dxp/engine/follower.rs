//! The engine as follower: it answers game requests, and gives up connections on which no game is played.

use std::time::Duration;

use super::{DxpEngine, SessionEnd, session_end};
use crate::board::Color;
use crate::dxp::game_position::Terms;
use crate::dxp::link::Event;
use crate::dxp::session::Session;
use crate::dxp::violations::ProtocolViolations;
use crate::error::PlayError;
use crate::protocol::DxpError;
use crate::protocol::dxp::{BackAnswer, GameAnswer, GameRequest, Message, Minutes};

/// How often a new connection is looked for while no game is on.
const POLL: Duration = Duration::from_millis(20);
/// The fewest plies that make a game.
const MIN_PLIES: usize = 10;

impl DxpEngine<'_> {
    /// Answers game requests: the time of each side, in a game without one and at most. `is_replaced` is asked after every event that has not led to moves.
    pub(super) fn follow(
        &mut self,
        session: &mut Session,
        [fallback, longest]: [Minutes; 2],
        games: Option<u32>,
        is_replaced: &mut dyn FnMut() -> bool,
    ) -> Result<SessionEnd, PlayError> {
        let mut left = games.unwrap_or(u32::MAX);
        let mut idle = ProtocolViolations::between_games();
        while left > 0 {
            let request = match session.receive(POLL) {
                Some(Event::Closed(reason)) => return Ok(SessionEnd::Closed(reason)),
                Some(event) => self.idle(session, event, longest, &mut idle),
                None => None,
            };
            if let Some(request) = request {
                left -= 1;
                let game = self.play(session, terms(&request, fallback), request.name.as_str())?;
                if let Some(end) = session_end(&game) {
                    return Ok(end);
                }
                if game.played.len() >= MIN_PLIES {
                    idle = ProtocolViolations::between_games();
                    continue;
                }
                idle.add("a game of few moves", &mut |_| {});
            }
            if is_replaced() {
                return Ok(SessionEnd::Replaced);
            }
            if idle.are_too_many() {
                return Ok(SessionEnd::TooManyMessages);
            }
        }
        Ok(SessionEnd::Finished)
    }

    /// Handles an event between games; a request for a game that can be played is accepted and returned.
    fn idle(
        &mut self,
        session: &mut Session,
        event: Event,
        longest: Minutes,
        violations: &mut ProtocolViolations,
    ) -> Option<GameRequest> {
        let (violation, answer) = match event {
            Event::Message(Message::GameRequest(request)) => match objection(&request, longest) {
                None => {
                    // A connection that is gone is noticed at the next event.
                    let accepted = session.send(&self.named(GameAnswer::Accepted));
                    return accepted.ok().map(|()| request);
                }
                Some(reason) => {
                    (format!("refused a game: {reason}"), Some(self.named(GameAnswer::Refused)))
                }
            },
            Event::Garbled { header: Some(b'R'), error } => {
                let answer = match error {
                    DxpError::Version(_) => GameAnswer::WrongVersion,
                    _ => GameAnswer::Refused,
                };
                (format!("refused a game request: {error}"), Some(self.named(answer)))
            }
            Event::Message(Message::BackRequest(_)) => {
                let answer = Message::BackAnswer(BackAnswer::Refused);
                ("refused to go back: no game is on".into(), Some(answer))
            }
            Event::Message(Message::Chat(chat)) => (format!("chat: {}", chat.as_str()), None),
            Event::Wake => return None,
            _ => ("passed over: a message that means nothing between games".into(), None),
        };
        violations.add(&violation, self.say);
        let _ = answer.map(|answer| session.send(&answer));
        None
    }

    fn named(&self, answer: GameAnswer) -> Message {
        Message::GameAnswer { name: self.config.name.clone(), answer }
    }
}

fn terms(request: &GameRequest, fallback: Minutes) -> Terms {
    let time = if request.time.is_none() { fallback } else { request.time };
    Terms {
        start: request.start.position(),
        color: request.follower,
        time: time.duration(),
        moves: request.moves,
    }
}

/// Why a request is refused, if it is.
fn objection(request: &GameRequest, longest: Minutes) -> Option<String> {
    let start = request.start.position();
    if !start.has_moves() || Color::ALL.iter().any(|&color| start.pieces(color).is_empty()) {
        return Some("its first position is already decided".into());
    }
    let minutes = |time: Minutes| time.duration().as_secs_f64() / 60.0;
    (request.time > longest).then(|| {
        let (asked, granted) = (minutes(request.time), minutes(longest));
        format!("{asked} minutes are asked for, at most {granted} are granted (--max-minutes)")
    })
}
