//! Our engine at the DXP table: game after game, as follower or initiator, over connections made or taken.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use super::game::{DxpGame, Manners, Over, Terms};
use super::link::{DxpLink, Event};
use crate::board::{ByColor, Color, Position};
use crate::engine::Engine;
use crate::play::calendar::Moment;
use crate::play::error::PlayError;
use crate::play::game::openings::Opening;
use crate::play::game::record::{GameRecord, Heading};
use crate::play::trace::Trace;
use crate::protocol::DxpError;
use crate::protocol::dxp::{
    self, BackAnswer, GameAnswer, GameEnd, GameRequest, Message, Minutes, Start,
};

/// Where other programs can connect.
#[derive(Debug)]
pub struct Door(TcpListener);

impl Door {
    /// Listens on this address: a name, IPv4 or IPv6; port 0 takes any that is free.
    ///
    /// # Errors
    /// The address is not ours, or the port is taken.
    pub fn open(address: &str, port: u16) -> Result<Door, PlayError> {
        let bound = TcpListener::bind((address.trim_matches(['[', ']']), port));
        bound
            .map(Door)
            .map_err(|source| PlayError::Network { address: format!("{address}:{port}"), source })
    }

    /// The next connection, if one comes within this time.
    pub(super) fn admit(&self, patience: Duration, trace: &Trace) -> Option<DxpLink> {
        let deadline = Instant::now() + patience;
        self.0.set_nonblocking(true).ok()?;
        loop {
            if let Ok((stream, _)) = self.0.accept() {
                // Some systems hand the mode of the door on to its connections.
                let link = stream.set_nonblocking(false);
                if let Ok(link) = link.and_then(|()| DxpLink::new(stream, trace.clone())) {
                    return Some(link);
                }
            }
            if Instant::now() >= deadline {
                return None;
            }
            std::thread::sleep(ADMISSION);
        }
    }

    /// The address and the port.
    #[must_use]
    pub fn address(&self) -> String {
        self.0.local_addr().map_or_else(|error| error.to_string(), |address| address.to_string())
    }
}

/// Who asks for games.
#[derive(Clone, Debug)]
pub enum Role {
    /// The other side asks, we answer.
    Follower {
        /// The time of a game for which none was given.
        fallback: Minutes,
    },
    /// We ask.
    Initiator(Agenda),
}

/// The games an initiator asks for.
#[derive(Clone, Debug)]
pub struct Agenda {
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
pub struct Desk<'a> {
    /// Our engine; away while it thinks.
    engine: Option<Box<Engine>>,
    manners: Manners,
    pdn: Option<PathBuf>,
    trace: Trace,
    played: u32,
    say: &'a mut dyn FnMut(&str),
}

/// How long an answer to a game request may take.
const ANSWER: Duration = Duration::from_secs(20);
/// How often is looked for the connection that is waited for.
const ADMISSION: Duration = Duration::from_millis(10);
/// How often is looked for a new connection while no game is on.
const LOOK: Duration = Duration::from_millis(200);

/// Why a session ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parting {
    /// The other side closed the connection or sent stop code 1.
    Left(String),
    /// Enough games were played.
    Enough,
    /// Somebody else has connected while no game was on.
    Replaced,
    /// The other side does not play.
    Refused(String),
}

impl<'a> Desk<'a> {
    /// A place for this engine. `say` gets a line about everything that happens.
    pub fn new(
        engine: Engine,
        manners: Manners,
        pdn: Option<PathBuf>,
        trace: Trace,
        say: &'a mut dyn FnMut(&str),
    ) -> Desk<'a> {
        Desk { engine: Some(Box::new(engine)), manners, pdn, trace, played: 0, say }
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
    pub fn serve(&mut self, door: Door, role: &Role, games: Option<u32>) -> Result<(), PlayError> {
        let (sender, streams) = sync_channel(1);
        std::thread::spawn(move || {
            // A failed connection concerns its other end only.
            for stream in door.0.incoming().flatten() {
                if sender.send(stream).is_err() {
                    return;
                }
            }
        });
        let mut next = None;
        while games.is_none_or(|games| self.played < games) {
            let stream = match next.take() {
                Some(stream) => stream,
                None => match streams.recv() {
                    Ok(stream) => stream,
                    Err(_) => return Ok(()),
                },
            };
            let left = games.map(|games| games - self.played);
            match DxpLink::new(stream, self.trace.clone()) {
                Ok(link) => next = self.meet(link, role, left, &streams)?,
                Err(error) => (self.say)(&format!("connection lost at once: {error}")),
            }
        }
        Ok(())
    }

    /// One connection from beginning to end; returns the connection that replaced it.
    fn meet(
        &mut self,
        mut link: DxpLink,
        role: &Role,
        games: Option<u32>,
        streams: &Receiver<TcpStream>,
    ) -> Result<Option<TcpStream>, PlayError> {
        (self.say)(&format!("connected: {}", link.peer()));
        let mut replacement = None;
        let parting = match role {
            Role::Follower { fallback } => {
                let mut look = || {
                    replacement = replacement.take().or_else(|| streams.try_recv().ok());
                    replacement.is_some()
                };
                self.follow(&mut link, *fallback, games, &mut look)?
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
    ) -> Result<Parting, PlayError> {
        let link = DxpLink::connect(address, ANSWER, self.trace.clone());
        let mut link =
            link.map_err(|source| PlayError::Network { address: address.into(), source })?;
        (self.say)(&format!("connected: {}", link.peer()));
        match role {
            Role::Follower { fallback } => self.follow(&mut link, *fallback, games, &mut || false),
            Role::Initiator(agenda) => self.initiate(&mut link, agenda, games),
        }
    }

    /// Answers game requests. `is_replaced` is asked while no game is on.
    fn follow(
        &mut self,
        link: &mut DxpLink,
        fallback: Minutes,
        games: Option<u32>,
        is_replaced: &mut dyn FnMut() -> bool,
    ) -> Result<Parting, PlayError> {
        let mut left = games.unwrap_or(u32::MAX);
        let mut early = None;
        while left > 0 {
            let request = match early.take().or_else(|| link.receive(LOOK)) {
                None if is_replaced() => return Ok(Parting::Replaced),
                None => continue,
                Some(Event::Closed(reason)) => return Ok(Parting::Left(reason)),
                Some(event) => match self.idle(link, event) {
                    Some(request) => request,
                    None => continue,
                },
            };
            if self.accept(link).is_err() {
                continue;
            }
            let time = if request.time.is_none() { fallback } else { request.time };
            let terms = Terms {
                start: request.start.position(),
                color: request.follower,
                time: time.duration(),
                moves: request.moves,
            };
            left -= 1;
            let over = self.game(link, terms, request.name.as_str())?;
            early = over.request;
            if let Some(parting) = parting(over.connected, over.stop, over.ending.reason) {
                return Ok(parting);
            }
        }
        Ok(Parting::Enough)
    }

    /// Between games only a request means something.
    fn idle(&mut self, link: &mut DxpLink, event: Event) -> Option<GameRequest> {
        let answer = match event {
            Event::Message(Message::GameRequest(request)) => {
                let start = request.start.position();
                let both = Color::ALL.iter().all(|&color| !start.pieces(color).is_empty());
                if both && start.has_moves() {
                    return Some(request);
                }
                (self.say)("refused a game whose first position is already decided");
                GameAnswer::Refused
            }
            Event::Garbled { header: Some(b'R'), error } => {
                (self.say)(&format!("refused a game request: {error}"));
                match error {
                    DxpError::Version(_) => GameAnswer::WrongVersion,
                    _ => GameAnswer::Refused,
                }
            }
            Event::Message(Message::BackRequest(_)) => {
                // A connection that is gone is noticed at the next event.
                let _ = link.send(&Message::BackAnswer(BackAnswer::Refused));
                return None;
            }
            Event::Message(Message::Chat(chat)) => {
                (self.say)(&format!("chat: {}", chat.as_str()));
                return None;
            }
            _ => return None,
        };
        let _ = link.send(&Message::GameAnswer { name: self.manners.name.clone(), answer });
        None
    }

    fn accept(&self, link: &mut DxpLink) -> std::io::Result<()> {
        let (name, answer) = (self.manners.name.clone(), GameAnswer::Accepted);
        link.send(&Message::GameAnswer { name, answer })
    }

    /// Asks for the games of the agenda, colours swapped after each; if so many are left of those to be played over all
    /// connections, for these.
    fn initiate(
        &mut self,
        link: &mut DxpLink,
        agenda: &Agenda,
        left: Option<u32>,
    ) -> Result<Parting, PlayError> {
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
            if let Some(parting) = parting(over.connected, over.stop, over.ending.reason) {
                return Ok(parting);
            }
        }
        Ok(Parting::Enough)
    }

    /// Asks for a game and returns the other side's name. A refusal may mean a game of a lost connection that is still
    /// on there: an end clears it, once.
    fn ask(&mut self, link: &mut DxpLink, request: &GameRequest) -> Result<String, Parting> {
        for is_last in [false, true] {
            match self.ask_once(link, request)? {
                (name, GameAnswer::Accepted) => return Ok(name),
                (_, GameAnswer::WrongVersion) => {
                    return Err(Parting::Refused(
                        "it speaks another version of the protocol (A..1)".into(),
                    ));
                }
                (_, GameAnswer::Never) => {
                    return Err(Parting::Refused("it will not play at all (A..3)".into()));
                }
                (_, GameAnswer::Refused) if is_last => {
                    return Err(Parting::Refused("it refuses this game (A..2)".into()));
                }
                (_, GameAnswer::Refused) => {
                    let end = GameEnd { ending: dxp::Ending::Unknown, stop: false };
                    link.send(&Message::GameEnd(end))
                        .map_err(|error| Parting::Left(error.to_string()))?;
                }
            }
        }
        Err(Parting::Refused("it refuses this game (A..2)".into()))
    }

    fn ask_once(
        &mut self,
        link: &mut DxpLink,
        request: &GameRequest,
    ) -> Result<(String, GameAnswer), Parting> {
        link.send(&Message::GameRequest(request.clone()))
            .map_err(|error| Parting::Left(error.to_string()))?;
        let deadline = Instant::now() + ANSWER;
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            match link.receive(left) {
                Some(Event::Message(Message::GameAnswer { name, answer })) => {
                    return Ok((name.to_string(), answer));
                }
                Some(Event::Message(Message::Chat(chat))) => {
                    (self.say)(&format!("chat: {}", chat.as_str()))
                }
                Some(Event::Closed(reason)) => return Err(Parting::Left(reason)),
                _ => {}
            }
        }
        Err(Parting::Refused(format!("no answer to the game request for {} s", ANSWER.as_secs())))
    }

    /// Plays a game and writes it down.
    fn game(&mut self, link: &mut DxpLink, terms: Terms, peer: &str) -> Result<Over, PlayError> {
        let (began, started) = (Moment::now(), Instant::now());
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
        Ok(over)
    }

    fn write(
        &self,
        record: &GameRecord,
        names: ByColor<String>,
        terms: Terms,
    ) -> Result<(), PlayError> {
        let Some(path) = &self.pdn else { return Ok(()) };
        let moves = terms.moves.map(|moves| format!("{moves}/")).unwrap_or_default();
        let heading = Heading {
            event: "DXP".into(),
            round: self.played.to_string(),
            white: names.white,
            black: names.black,
            pace: format!("{moves}{}", terms.time.as_secs()),
            person: None,
        };
        let append = || {
            let mut file = std::fs::File::options().create(true).append(true).open(path)?;
            file.write_all(record.to_pdn(&heading).as_bytes())
        };
        append().map_err(|source| PlayError::File { path: path.clone(), source })
    }
}

/// Whether a game was the last one on its connection.
fn parting(is_connected: bool, stop: bool, reason: String) -> Option<Parting> {
    match (is_connected, stop) {
        (false, _) => Some(Parting::Left(reason)),
        (true, true) => Some(Parting::Left("the other side wants no more games".into())),
        (true, false) => None,
    }
}

impl std::fmt::Display for Parting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Parting::Left(reason) => write!(f, "left: {reason}"),
            Parting::Enough => f.write_str("all games are played"),
            Parting::Replaced => f.write_str("replaced by a new connection"),
            Parting::Refused(reason) => write!(f, "does not play: {reason}"),
        }
    }
}
