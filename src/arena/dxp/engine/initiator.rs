//! The engine as initiator: it asks for the games of its configuration.

use std::time::Duration;

use super::{DxpEngine, InitiatorConfig, SessionEnd, session_end};
use crate::dxp::game_position::Terms;
use crate::dxp::session::Session;
use crate::error::PlayError;
use crate::protocol::dxp::{GameRequest, Start};

/// How long the other side may take to end a game of a lost connection before it is asked again.
const CLEAR_TIMEOUT: Duration = Duration::from_millis(500);

impl DxpEngine<'_> {
    /// Asks for the configured games, with colours swapped after each, or for the games that are left of those to be played over all
    /// connections.
    pub(super) fn initiate(
        &mut self,
        session: &mut Session,
        config: &InitiatorConfig,
        left: Option<u32>,
    ) -> Result<SessionEnd, PlayError> {
        let numbers = match left {
            Some(left) => self.played..self.played.saturating_add(left),
            None => 0..config.games.unwrap_or(u32::MAX),
        };
        for number in numbers {
            let terms = config.terms(number);
            let request = GameRequest {
                name: self.config.name.clone(),
                follower: !terms.color,
                time: config.time,
                moves: config.moves,
                start: Start::from(terms.start),
            };
            session.count_idle_messages();
            let peer = match session.request_game(&request, CLEAR_TIMEOUT, self.say) {
                Ok((name, _)) => name,
                Err(error) => return Ok(error.into()),
            };
            let game = self.play(session, terms, peer.as_str())?;
            if let Some(end) = session_end(&game) {
                return Ok(end);
            }
        }
        Ok(SessionEnd::Finished)
    }
}

impl InitiatorConfig {
    /// The game of this number, from 0.
    fn terms(&self, number: u32) -> Terms {
        Terms {
            start: self.starts[(number / 2) as usize % self.starts.len()],
            color: if number.is_multiple_of(2) { self.color } else { !self.color },
            time: self.time.duration(),
            moves: self.moves,
        }
    }
}
