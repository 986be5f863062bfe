//! The desk as follower: requests are answered, and nobody holds it who does not play.

use std::time::Duration;

use super::{MUCH_TALK, Session, SessionEnd, Times, parting};
use crate::board::Color;
use crate::dxp::game_position::Terms;
use crate::dxp::link::{DxpLink, Event};
use crate::dxp::violations::ProtocolViolations;
use crate::error::PlayError;
use crate::protocol::DxpError;
use crate::protocol::dxp::{BackAnswer, GameAnswer, GameRequest, Message, Minutes};

/// How often is looked for a new connection while no game is on.
const LOOK: Duration = Duration::from_millis(20);
/// The fewest moves, of both sides together, that make a game.
const SHORTEST: usize = 10;

impl Session<'_> {
    /// Answers game requests. `is_replaced` is asked after everything that has not led to moves.
    pub(super) fn follow(
        &mut self,
        link: &mut DxpLink,
        times: Times,
        games: Option<u32>,
        is_replaced: &mut dyn FnMut() -> bool,
    ) -> Result<SessionEnd, PlayError> {
        let mut left = games.unwrap_or(u32::MAX);
        let mut talk = ProtocolViolations::up_to(MUCH_TALK);
        let mut early = None;
        while left > 0 {
            let request = match early.take().or_else(|| link.receive(LOOK)) {
                Some(Event::Closed(reason)) => return Ok(SessionEnd::Left(reason)),
                Some(event) => self.idle(link, event, times.longest, &mut talk),
                None => None,
            };
            if let Some(request) = request {
                left -= 1;
                let over = self.game(link, terms(&request, times), request.name.as_str())?;
                if let Some(parting) = parting(&over) {
                    return Ok(parting);
                }
                early = over.request;
                if over.played.len() >= SHORTEST {
                    talk = ProtocolViolations::up_to(MUCH_TALK);
                    continue;
                }
                talk.note("that was hardly a game", &mut |_| {});
            }
            if is_replaced() {
                return Ok(SessionEnd::Replaced);
            }
            if talk.is_too_much() {
                return Ok(SessionEnd::Talkative);
            }
        }
        Ok(SessionEnd::Enough)
    }

    /// Between games only a request means something; one that can be played is accepted.
    fn idle(
        &mut self,
        link: &mut DxpLink,
        event: Event,
        longest: Minutes,
        talk: &mut ProtocolViolations,
    ) -> Option<GameRequest> {
        let (what, answer) = match event {
            Event::Message(Message::GameRequest(request)) => match objection(&request, longest) {
                None => {
                    // A connection that is gone is noticed at the next event.
                    let accepted = link.send(&self.named(GameAnswer::Accepted));
                    return accepted.ok().map(|()| request);
                }
                Some(why) => {
                    (format!("refused a game: {why}"), Some(self.named(GameAnswer::Refused)))
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
        talk.note(&what, self.say);
        let _ = answer.map(|answer| link.send(&answer));
        None
    }

    fn named(&self, answer: GameAnswer) -> Message {
        Message::GameAnswer { name: self.manners.name.clone(), answer }
    }
}

fn terms(request: &GameRequest, times: Times) -> Terms {
    let time = if request.time.is_none() { times.fallback } else { request.time };
    Terms {
        start: request.start.position(),
        color: request.follower,
        time: time.duration(),
        moves: request.moves,
    }
}

/// Why a game is not played.
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
