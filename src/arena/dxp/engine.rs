//! Our engine over DXP: game after game, as follower or initiator, over connections made or accepted.

mod follower;
mod initiator;

use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::game::{DxpGame, EndedGame, SessionConfig};
use super::game_file::GameFile;
use super::game_position::Terms;
use super::link::DxpLink;
use super::listener::{Connection, Listener};
use super::session::{Session, SessionError};
use super::violations::MAX_IDLE_MESSAGES;
use crate::board::{ByColor, Color, Move, Position};
use crate::clock;
use crate::error::PlayError;
use crate::game::Termination;
use crate::play::online_learner::{OnlineLearner, PastGame};
use crate::play::openings::Opening;
use crate::play::record::{GameRecord, Heading, PdnFields};
use crate::player::{Engine, Options};
use crate::protocol::dxp::Minutes;
use crate::protocol_log::ProtocolLog;

#[derive(Clone, Debug)]
pub enum Role {
    /// The other side asks, we answer.
    Follower {
        /// The time of each side in a game that is asked for without one.
        fallback: Minutes,
        /// At most: a silent program keeps others from playing for so long.
        longest: Minutes,
    },
    Initiator(InitiatorConfig),
}

/// The games an initiator asks for.
#[derive(Clone, Debug)]
pub struct InitiatorConfig {
    pub time: Minutes,
    pub moves: Option<u16>,
    /// Positions to play from, one after the other, each with both colours.
    pub starts: Vec<Position>,
    /// Our side in the first game.
    pub color: Color,
    /// Games; `None` for as long as the other side plays.
    pub games: Option<u32>,
}

/// Our engine with all that it needs to play over DXP.
pub struct DxpEngine<'a> {
    engine: Option<Box<Engine>>,
    config: SessionConfig,
    pdn: Option<GameFile>,
    trace: ProtocolLog,
    /// Learns from the games; with the options of the engine that it makes.
    learner: Option<(Box<dyn OnlineLearner>, Options)>,
    played: u32,
    say: &'a mut dyn FnMut(&str),
}

/// How long an answer to a game request may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
/// How long after its connection, waiting included, a program keeps its place without asking for a game.
const REPLACE_AFTER: Duration = Duration::from_millis(200);
/// The least time from one game to the next: faster games fill logs and files.
const MIN_GAME_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// The other side closed the connection or sent stop code 1.
    Closed(String),
    Finished,
    /// Another program has connected while no game was on.
    Replaced,
    /// The other side sends messages and does not play.
    TooManyMessages,
    /// The other side does not play.
    Refused(String),
}

impl From<SessionError> for SessionEnd {
    fn from(error: SessionError) -> SessionEnd {
        match error {
            SessionError::Closed(reason) => SessionEnd::Closed(reason),
            SessionError::TooManyViolations => SessionEnd::TooManyMessages,
            error => SessionEnd::Refused(error.to_string()),
        }
    }
}

impl<'a> DxpEngine<'a> {
    /// An engine that plays over DXP. `say` gets a line about every event.
    pub fn new(
        engine: Engine,
        config: SessionConfig,
        pdn: Option<GameFile>,
        trace: ProtocolLog,
        say: &'a mut dyn FnMut(&str),
    ) -> DxpEngine<'a> {
        let engine = Some(Box::new(engine));
        DxpEngine { engine, config, pdn, trace, learner: None, played: 0, say }
    }

    /// The same with a learner, which goes through every game and makes the engine for the next one, with these options.
    pub fn with_learner(self, learner: Option<(Box<dyn OnlineLearner>, Options)>) -> DxpEngine<'a> {
        DxpEngine { learner, ..self }
    }

    pub fn played(&self) -> u32 {
        self.played
    }

    /// Accepts connections one after the other and plays on each. Ends after this number of games.
    pub fn serve(
        &mut self,
        listener: Listener,
        role: &Role,
        games: Option<u32>,
    ) -> Result<(), PlayError> {
        let connections = listener.connections();
        let mut next = None;
        while games.is_none_or(|games| self.played < games) {
            let Some(Connection { stream, since }) =
                next.take().or_else(|| connections.recv().ok())
            else {
                return Ok(());
            };
            let left = games.map(|games| games - self.played);
            match DxpLink::new(stream, self.trace.clone()) {
                Ok(link) => next = self.serve_one(link, since, role, left, &connections)?,
                Err(error) => (self.say)(&format!("connection lost at once: {error}")),
            }
        }
        Ok(())
    }

    /// Plays on one connection to its end; returns the connection that replaced it.
    fn serve_one(
        &mut self,
        link: DxpLink,
        since: Instant,
        role: &Role,
        games: Option<u32>,
        connections: &Receiver<Connection>,
    ) -> Result<Option<Connection>, PlayError> {
        let peer = link.peer().to_owned();
        let mut replacement = None;
        let mut is_replaced = || {
            if since.elapsed() > REPLACE_AFTER {
                replacement = replacement.take().or_else(|| connections.try_recv().ok());
            }
            replacement.is_some()
        };
        let end = self.play_over(link, role, games, &mut is_replaced)?;
        (self.say)(&format!("{peer}: {end}"));
        Ok(replacement)
    }

    /// Connects and plays until one side ends the session.
    pub fn connect(
        &mut self,
        address: &str,
        role: &Role,
        games: Option<u32>,
    ) -> Result<SessionEnd, PlayError> {
        let link = DxpLink::connect(address, ANSWER_TIMEOUT, self.trace.clone());
        let link = link.map_err(|source| PlayError::Network { address: address.into(), source })?;
        self.play_over(link, role, games, &mut || false)
    }

    /// Plays in this role; `is_replaced` is asked while no game is on.
    fn play_over(
        &mut self,
        link: DxpLink,
        role: &Role,
        games: Option<u32>,
        is_replaced: &mut dyn FnMut() -> bool,
    ) -> Result<SessionEnd, PlayError> {
        (self.say)(&format!("connected: {}", link.peer()));
        let mut session = Session::over(link, ANSWER_TIMEOUT);
        match role {
            Role::Follower { fallback, longest } => {
                self.follow(&mut session, [*fallback, *longest], games, is_replaced)
            }
            Role::Initiator(config) => self.initiate(&mut session, config, games),
        }
    }

    /// Plays a game and writes it.
    fn play(
        &mut self,
        session: &mut Session,
        terms: Terms,
        peer: &str,
    ) -> Result<EndedGame, PlayError> {
        let (began, started) = (clock::now(), Instant::now());
        self.played += 1;
        let ours = self.config.name.to_string();
        (self.say)(&format!("game {}: {ours} plays {:?} against {peer}", self.played, terms.color));
        let ended = DxpGame::new(session, &mut self.engine, &self.config, terms, self.say).play();
        let names =
            ByColor::from_fn(
                |color| if color == terms.color { ours.clone() } else { peer.to_owned() },
            );
        let record = GameRecord {
            opening: Opening::at(terms.start),
            played: ended.played.clone(),
            names: names.clone(),
            ending: ended.ending.clone(),
            began,
            duration: started.elapsed(),
        };
        let moves = record.played.len().div_ceil(2);
        (self.say)(&format!(
            "game {}: {:?} after {moves} moves, {}",
            self.played, ended.ending.verdict, ended.ending.reason
        ));
        self.write(&record, names, terms)?;
        self.learn(&record, terms);
        std::thread::sleep(MIN_GAME_INTERVAL.saturating_sub(started.elapsed()));
        Ok(ended)
    }

    /// Lets the learner go through a game that came to a regular end.
    fn learn(&mut self, record: &GameRecord, terms: Terms) {
        let Some((learner, options)) = &mut self.learner else { return };
        let ending = &record.ending;
        let is_regular =
            matches!(ending.termination, Termination::Normal | Termination::Adjudication);
        let Some(outcome) = ending.verdict.white_result().filter(|_| is_regular) else { return };
        let moves: Vec<Move> = record.played.iter().map(|played| played.mv).collect();
        let (start, ours) = (&terms.start, terms.color);
        let game = PastGame { start, moves: &moves, ours, outcome: Some(outcome) };
        match learner.learn(&game, options) {
            Ok(engine) => {
                self.engine = Some(Box::new(engine));
                (self.say)(&format!("game {}: learned from it", self.played));
            }
            Err(error) => (self.say)(&format!("game {}: nothing learned: {error}", self.played)),
        }
    }

    fn write(
        &mut self,
        record: &GameRecord,
        names: ByColor<String>,
        terms: Terms,
    ) -> Result<(), PlayError> {
        let Some(file) = &mut self.pdn else { return Ok(()) };
        let moves = terms.moves.map(|moves| format!("{moves}/")).unwrap_or_default();
        let heading = Heading {
            event: "DXP".into(),
            round: self.played.to_string(),
            white: names.white,
            black: names.black,
            time_control: ByColor::from_fn(|_| format!("{moves}{}", terms.time.as_secs())),
            person: None,
            fields: PdnFields::default(),
        };
        file.add(&record.to_pdn(&heading))
    }
}

/// How a game ended the session, if it did.
fn session_end(game: &EndedGame) -> Option<SessionEnd> {
    match (game.is_connected, game.stop) {
        (false, _) => Some(SessionEnd::Closed(game.ending.reason.clone())),
        (true, true) => Some(SessionEnd::Closed("the other side wants no more games".into())),
        (true, false) => None,
    }
}

impl std::fmt::Display for SessionEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SessionEnd::Closed(reason) => write!(f, "left: {reason}"),
            SessionEnd::Finished => f.write_str("all games are played"),
            SessionEnd::Replaced => f.write_str("replaced by a new connection"),
            SessionEnd::TooManyMessages => {
                write!(f, "sent {MAX_IDLE_MESSAGES} messages that mean nothing, and closed")
            }
            SessionEnd::Refused(reason) => write!(f, "does not play: {reason}"),
        }
    }
}
