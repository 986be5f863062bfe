//! The desk as initiator: it asks for the games of its agenda, and hears no for an answer.

use std::time::Instant;

use super::{ANSWER, InitiatorConfig, MUCH_TALK, Session, SessionEnd, parting};
use crate::dxp::game_position::Terms;
use crate::dxp::link::{DxpLink, Event};
use crate::dxp::violations::ProtocolViolations;
use crate::error::PlayError;
use crate::protocol::dxp::{self, GameAnswer, GameEnd, GameRequest, Message, Start};

impl Session<'_> {
    /// Asks for the games of the agenda, colours swapped after each; if so many are left of those to be played over all
    /// connections, for these.
    pub(super) fn initiate(
        &mut self,
        link: &mut DxpLink,
        agenda: &InitiatorConfig,
        left: Option<u32>,
    ) -> Result<SessionEnd, PlayError> {
        let numbers = match left {
            Some(left) => self.played..self.played.saturating_add(left),
            None => 0..agenda.games.unwrap_or(u32::MAX),
        };
        for number in numbers {
            let start = agenda.starts[(number / 2) as usize % agenda.starts.len()];
            let color = if number % 2 == 0 { agenda.color } else { !agenda.color };
            let request = GameRequest {
                name: self.manners.name.clone(),
                follower: !color,
                time: agenda.time,
                moves: agenda.moves,
                start: Start::from(start),
            };
            let peer = match self.ask(link, &request) {
                Ok(name) => name,
                Err(parting) => return Ok(parting),
            };
            let terms = Terms { start, color, time: agenda.time.duration(), moves: agenda.moves };
            let over = self.game(link, terms, &peer)?;
            if let Some(parting) = parting(&over) {
                return Ok(parting);
            }
        }
        Ok(SessionEnd::Enough)
    }

    /// Asks for a game and returns the other side's name. A refusal may mean a game of a lost connection that is still
    /// on there: an end clears it, once.
    fn ask(&mut self, link: &mut DxpLink, request: &GameRequest) -> Result<String, SessionEnd> {
        for is_last in [false, true] {
            match self.ask_once(link, request)? {
                (name, GameAnswer::Accepted) => return Ok(name),
                (_, GameAnswer::WrongVersion) => {
                    return Err(SessionEnd::Refused(
                        "it speaks another version of the protocol (A..1)".into(),
                    ));
                }
                (_, GameAnswer::Never) => {
                    return Err(SessionEnd::Refused("it will not play at all (A..3)".into()));
                }
                (_, GameAnswer::Refused) if is_last => {
                    return Err(SessionEnd::Refused("it refuses this game (A..2)".into()));
                }
                (_, GameAnswer::Refused) => {
                    let end = GameEnd { ending: dxp::Ending::Unknown, stop: false };
                    link.send(&Message::GameEnd(end))
                        .map_err(|error| SessionEnd::Left(error.to_string()))?;
                }
            }
        }
        Err(SessionEnd::Refused("it refuses this game (A..2)".into()))
    }

    fn ask_once(
        &mut self,
        link: &mut DxpLink,
        request: &GameRequest,
    ) -> Result<(String, GameAnswer), SessionEnd> {
        link.send(&Message::GameRequest(request.clone()))
            .map_err(|error| SessionEnd::Left(error.to_string()))?;
        let deadline = Instant::now() + ANSWER;
        let mut talk = ProtocolViolations::up_to(MUCH_TALK);
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            match link.receive(left) {
                Some(Event::Message(Message::GameAnswer { name, answer })) => {
                    return Ok((name.to_string(), answer));
                }
                Some(Event::Message(Message::Chat(chat))) => {
                    talk.note(&format!("chat: {}", chat.as_str()), self.say);
                }
                Some(Event::Closed(reason)) => return Err(SessionEnd::Left(reason)),
                Some(_) => talk.note("passed over: a message before the answer", self.say),
                None => {}
            }
            if talk.is_too_much() {
                return Err(SessionEnd::Talkative);
            }
        }
        Err(SessionEnd::Refused(format!(
            "no answer to the game request for {} s",
            ANSWER.as_secs()
        )))
    }
}
