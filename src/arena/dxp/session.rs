//! Our engine at the DXP table: game after game, as follower or initiator, over connections made or taken.

mod follower;
mod initiator;

use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::game::{DxpGame, EndedGame, SessionConfig};
use super::game_position::Terms;
use super::games::Games;
use super::link::DxpLink;
use super::listener::{Connection, Listener};
use crate::board::{ByColor, Color, Move, Position};
use crate::engine::{Engine, Options};
use crate::error::PlayError;
use crate::game::Termination;
use crate::play::online_learner::{OnlineLearner, PastGame};
use crate::play::openings::Opening;
use crate::play::record::{GameRecord, Heading};
use crate::protocol::dxp::Minutes;
use crate::protocol_log::ProtocolLog;
use crate::timestamp::Timestamp;

/// Who asks for games.
#[derive(Clone, Debug)]
pub enum Role {
    /// The other side asks, we answer.
    Follower(Times),
    /// We ask.
    Initiator(InitiatorConfig),
}

/// The times a follower plays for.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// For a game for which none was given.
    pub fallback: Minutes,
    /// The longest that is granted: who is silent for all of it keeps others from the table so long.
    pub longest: Minutes,
}

/// The games an initiator asks for.
#[derive(Clone, Debug)]
pub struct InitiatorConfig {
    /// Time of each side.
    pub time: Minutes,
    /// Moves of each side.
    pub moves: Option<u16>,
    /// Positions to play from, one after the other, each with both colours.
    pub starts: Vec<Position>,
    /// Our side in the first game.
    pub color: Color,
    /// Games; `None` for as long as the other side plays.
    pub games: Option<u32>,
}

/// Our place at the table.
pub struct Session<'a> {
    /// Our engine; away while it thinks.
    engine: Option<Box<Engine>>,
    manners: SessionConfig,
    /// Where the games go.
    pdn: Option<Games>,
    trace: ProtocolLog,
    /// Who learns from the games, and the settings of the engine that it makes.
    student: Option<(Box<dyn OnlineLearner>, Options)>,
    played: u32,
    say: &'a mut dyn FnMut(&str),
}

/// How long an answer to a game request may take.
const ANSWER: Duration = Duration::from_secs(20);
/// How long after its connection, waiting included, anybody may take to ask for a game before somebody else may.
const GRACE: Duration = Duration::from_millis(200);
/// The least time from one game to the next: who plays faster fills logs and files.
const BREATH: Duration = Duration::from_millis(100);
/// Messages without a game that are borne on a connection.
const MUCH_TALK: u32 = 100;

/// Why a session ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// The other side closed the connection or sent stop code 1.
    Left(String),
    /// Enough games were played.
    Enough,
    /// Somebody else has connected while no game was on.
    Replaced,
    /// The other side talks and does not play.
    Talkative,
    /// The other side does not play.
    Refused(String),
}

impl<'a> Session<'a> {
    /// A place for this engine. `say` gets a line about everything that happens.
    pub fn new(
        engine: Engine,
        manners: SessionConfig,
        pdn: Option<Games>,
        trace: ProtocolLog,
        say: &'a mut dyn FnMut(&str),
    ) -> Session<'a> {
        let engine = Some(Box::new(engine));
        Session { engine, manners, pdn, trace, student: None, played: 0, say }
    }

    /// The place with somebody who learns from every game and plays the next one, with these settings.
    #[must_use]
    pub fn with_student(self, student: Option<(Box<dyn OnlineLearner>, Options)>) -> Session<'a> {
        Session { student, ..self }
    }

    /// Games played.
    #[must_use]
    pub fn played(&self) -> u32 {
        self.played
    }

    /// Takes connections one after the other and plays on each; outlives every one of them. Ends after so many games.
    ///
    /// # Errors
    /// The file of games cannot be written.
    pub fn serve(
        &mut self,
        door: Listener,
        role: &Role,
        games: Option<u32>,
    ) -> Result<(), PlayError> {
        let guests = door.guests();
        let mut next = None;
        while games.is_none_or(|games| self.played < games) {
            let Some(Connection { stream, since }) = next.take().or_else(|| guests.recv().ok())
            else {
                return Ok(());
            };
            let left = games.map(|games| games - self.played);
            match DxpLink::new(stream, self.trace.clone()) {
                Ok(link) => next = self.meet(link, since, role, left, &guests)?,
                Err(error) => (self.say)(&format!("connection lost at once: {error}")),
            }
        }
        Ok(())
    }

    /// One connection from beginning to end; returns the connection that replaced it.
    fn meet(
        &mut self,
        mut link: DxpLink,
        since: Instant,
        role: &Role,
        games: Option<u32>,
        guests: &Receiver<Connection>,
    ) -> Result<Option<Connection>, PlayError> {
        (self.say)(&format!("connected: {}", link.peer()));
        let mut replacement = None;
        let parting = match role {
            Role::Follower(times) => {
                let mut look = || {
                    if since.elapsed() > GRACE {
                        replacement = replacement.take().or_else(|| guests.try_recv().ok());
                    }
                    replacement.is_some()
                };
                self.follow(&mut link, *times, games, &mut look)?
            }
            Role::Initiator(agenda) => self.initiate(&mut link, agenda, games)?,
        };
        (self.say)(&format!("{}: {parting}", link.peer()));
        Ok(replacement)
    }

    /// Connects and plays until one side has enough.
    ///
    /// # Errors
    /// Nobody listens there, or the file of games cannot be written.
    pub fn connect(
        &mut self,
        address: &str,
        role: &Role,
        games: Option<u32>,
    ) -> Result<SessionEnd, PlayError> {
        let link = DxpLink::connect(address, ANSWER, self.trace.clone());
        let mut link =
            link.map_err(|source| PlayError::Network { address: address.into(), source })?;
        (self.say)(&format!("connected: {}", link.peer()));
        match role {
            Role::Follower(times) => self.follow(&mut link, *times, games, &mut || false),
            Role::Initiator(agenda) => self.initiate(&mut link, agenda, games),
        }
    }

    /// Plays a game and writes it down.
    fn game(
        &mut self,
        link: &mut DxpLink,
        terms: Terms,
        peer: &str,
    ) -> Result<EndedGame, PlayError> {
        let (began, started) = (Timestamp::now(), Instant::now());
        self.played += 1;
        let ours = self.manners.name.to_string();
        (self.say)(&format!("game {}: {ours} plays {:?} against {peer}", self.played, terms.color));
        let over = DxpGame::new(link, &mut self.engine, &self.manners, terms, self.say).play();
        let names =
            ByColor::from_fn(
                |color| if color == terms.color { ours.clone() } else { peer.to_owned() },
            );
        let record = GameRecord {
            opening: Opening::at(terms.start),
            played: over.played.clone(),
            names: names.clone(),
            ending: over.ending.clone(),
            began,
            duration: started.elapsed(),
        };
        let moves = record.played.len().div_ceil(2);
        (self.say)(&format!(
            "game {}: {:?} after {moves} moves, {}",
            self.played, over.ending.verdict, over.ending.reason
        ));
        self.write(&record, names, terms)?;
        self.learn(&record, terms);
        std::thread::sleep(BREATH.saturating_sub(started.elapsed()));
        Ok(over)
    }

    /// Who learns goes through a game that came to an end.
    fn learn(&mut self, record: &GameRecord, terms: Terms) {
        let Some((student, options)) = &mut self.student else { return };
        let ending = &record.ending;
        let is_sound =
            matches!(ending.termination, Termination::Normal | Termination::Adjudication);
        let Some(outcome) = ending.verdict.white_result().filter(|_| is_sound) else { return };
        let moves: Vec<Move> = record.played.iter().map(|played| played.mv).collect();
        let (start, ours) = (&terms.start, terms.color);
        let game = PastGame { start, moves: &moves, ours, outcome: Some(outcome) };
        match student.learn(&game, options) {
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
        let Some(games) = &mut self.pdn else { return Ok(()) };
        let moves = terms.moves.map(|moves| format!("{moves}/")).unwrap_or_default();
        let heading = Heading {
            event: "DXP".into(),
            round: self.played.to_string(),
            white: names.white,
            black: names.black,
            pace: format!("{moves}{}", terms.time.as_secs()),
            person: None,
        };
        games.add(&record.to_pdn(&heading))
    }
}

/// Whether a game was the last one on its connection.
fn parting(over: &EndedGame) -> Option<SessionEnd> {
    match (over.connected, over.stop) {
        (false, _) => Some(SessionEnd::Left(over.ending.reason.clone())),
        (true, true) => Some(SessionEnd::Left("the other side wants no more games".into())),
        (true, false) => None,
    }
}

impl std::fmt::Display for SessionEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SessionEnd::Left(reason) => write!(f, "left: {reason}"),
            SessionEnd::Enough => f.write_str("all games are played"),
            SessionEnd::Replaced => f.write_str("replaced by a new connection"),
            SessionEnd::Talkative => {
                write!(f, "sent {MUCH_TALK} messages that mean nothing, and closed")
            }
            SessionEnd::Refused(reason) => write!(f, "does not play: {reason}"),
        }
    }
}
