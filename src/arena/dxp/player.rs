//! A DXP program as a player of a match: we are the initiator, it is the follower.

use std::time::{Duration, Instant};

use super::link::{DxpLink, Event};
use super::violations::MUCH_NONSENSE;
use crate::board::Color;
use crate::engine::StopFlag;
use crate::game::{Ending, GameResult, Termination};
use crate::play::move_info::MoveInfo;
use crate::play::player::{Act, Decision, Fault, GameStart, Player, Turn};
use crate::play::time_control::MoveLimits;
use crate::protocol::dxp::{
    self, BackAnswer, Chat, GameAnswer, GameEnd, GameRequest, Message, Minutes, MoveMessage, Name,
};
use crate::protocol_log::ProtocolLog;

/// What we ask DXP programs for.
#[derive(Clone, Debug)]
pub struct DxpTerms {
    /// Our name.
    pub name: Name,
    /// Thinking time of each side for the whole game; if not given, what the pace gives our side for the moves agreed on, or
    /// for 75, in whole minutes.
    pub minutes: Option<Minutes>,
    /// Moves of each side; `None` is without limit.
    pub moves: Option<u16>,
    /// Where the messages are written.
    pub trace: ProtocolLog,
}

/// Moves of a side that a game is thought to have when what they get has to become a time for all.
const MOVES_OF_A_GAME: u32 = 75;
/// Minutes for a game that is limited by nodes or depth only.
const DEFAULT_MINUTES: u16 = 5;
/// How long an acknowledgement may take: GWD never sends it.
const ACKNOWLEDGE: Duration = Duration::from_secs(2);
/// How often the stop flag is looked at while waiting.
const LOOK: Duration = Duration::from_millis(50);

impl DxpTerms {
    /// A name, and no terms of its own: the pace tells the time, and games have no last move.
    #[must_use]
    pub fn new(name: &str) -> DxpTerms {
        DxpTerms {
            name: Name::new(name),
            minutes: None,
            moves: None,
            trace: ProtocolLog::default(),
        }
    }

    /// The time to ask for.
    #[must_use]
    pub fn minutes(&self, pace: &MoveLimits) -> Minutes {
        let moves = self.moves.map_or(MOVES_OF_A_GAME, u32::from);
        let rounded = |time: Option<Duration>| {
            time.map_or(Minutes::whole(DEFAULT_MINUTES), Minutes::rounded_up)
        };
        self.minutes.unwrap_or_else(|| rounded(pace.time_for(moves)))
    }
}

/// A program at the other end of a connection.
#[derive(Debug)]
pub struct DxpPlayer {
    address: String,
    terms: DxpTerms,
    timeout: Duration,
    link: Option<DxpLink>,
    name: Option<String>,
    game: GameProgress,
}

/// What has happened in the present game.
#[derive(Clone, Copy, Debug)]
struct GameProgress {
    /// The side of the program.
    color: Color,
    minutes: Minutes,
    /// Moves of the game that the program knows: its own and those sent.
    known: usize,
    /// Moves the program has made.
    own: u16,
    /// Whether both sides know that the game is over.
    over: bool,
    nonsense: u32,
}

impl DxpPlayer {
    /// A program that listens at `HOST:PORT`.
    #[must_use]
    pub fn new(address: &str, terms: DxpTerms, timeout: Duration) -> DxpPlayer {
        let game = GameProgress {
            color: Color::White,
            minutes: Minutes::NONE,
            known: 0,
            own: 0,
            over: true,
            nonsense: 0,
        };
        DxpPlayer { address: address.into(), terms, timeout, link: None, name: None, game }
    }

    fn link(&mut self) -> Result<&mut DxpLink, Fault> {
        if self.link.as_ref().is_none_or(|link| !link.drain()) {
            self.link = None;
            let link = DxpLink::connect(&self.address, self.timeout, self.terms.trace.clone());
            self.link = Some(
                link.map_err(|error| Fault::Unreachable(format!("{}: {error}", self.address)))?,
            );
        }
        self.link.as_mut().ok_or_else(|| Fault::Unreachable(self.address.clone()))
    }

    fn send(&mut self, message: &Message) -> Result<(), Fault> {
        let link = self.link.as_mut().ok_or_else(|| Fault::Vanished("no connection".into()))?;
        link.send(message).map_err(|error| Fault::Vanished(error.to_string()))
    }

    /// The next message that is not chat; nonsense is counted and passed over.
    fn next(&mut self, deadline: Instant, stop: &StopFlag) -> Result<Option<Message>, Fault> {
        while Instant::now() < deadline {
            if stop.is_stopped() {
                return Err(Fault::Interrupted);
            }
            let link = self.link.as_ref().ok_or_else(|| Fault::Vanished("no connection".into()))?;
            match link.receive(LOOK.min(deadline.saturating_duration_since(Instant::now()))) {
                None => continue,
                Some(Event::Message(Message::Chat(_))) => {}
                Some(Event::Message(message)) => return Ok(Some(message)),
                Some(Event::Garbled { header: Some(b'M'), error }) => {
                    return Err(Fault::Protocol(error.to_string()));
                }
                Some(Event::Garbled { .. } | Event::TooLong(_) | Event::Wake) => {}
                Some(Event::Closed(reason)) => return Err(Fault::Vanished(reason)),
            }
            self.game.nonsense += 1;
            if self.game.nonsense > MUCH_NONSENSE {
                return Err(Fault::Protocol(format!(
                    "more than {MUCH_NONSENSE} messages that mean nothing"
                )));
            }
        }
        Ok(None)
    }

    fn request(&mut self, request: &GameRequest) -> Result<GameAnswer, Fault> {
        self.send(&Message::GameRequest(request.clone()))?;
        let deadline = Instant::now() + self.timeout;
        while let Some(message) = self.next(deadline, &StopFlag::new())? {
            if let Message::GameAnswer { name, answer } = message {
                self.name = Some(name.to_string());
                return Ok(answer);
            }
        }
        Err(Fault::Unreachable(format!("{}: no answer to the game request", self.address)))
    }

    /// Asks for a game. Moby Dam refuses while a game whose connection was lost is still on: an end clears it.
    fn open(&mut self, request: &GameRequest) -> Result<(), Fault> {
        let mut answer = self.request(request)?;
        if answer == GameAnswer::Refused {
            self.send(&Message::GameEnd(GameEnd { ending: dxp::Ending::Unknown, stop: false }))?;
            self.await_end(&StopFlag::new())?;
            answer = self.request(request)?;
        }
        match answer {
            GameAnswer::Accepted => Ok(()),
            GameAnswer::WrongVersion => {
                Err(Fault::Refused("it speaks another protocol version (A..1)".into()))
            }
            GameAnswer::Refused => Err(Fault::Refused("this game (A..2)".into())),
            GameAnswer::Never => Err(Fault::Refused("every game (A..3)".into())),
        }
    }

    /// Waits for the acknowledgement of an end, not for ever.
    fn await_end(&mut self, stop: &StopFlag) -> Result<(), Fault> {
        let deadline = Instant::now() + ACKNOWLEDGE;
        while let Some(message) = self.next(deadline, stop)? {
            if matches!(message, Message::GameEnd(_)) {
                break;
            }
        }
        Ok(())
    }

    fn acknowledge(&mut self) -> Result<(), Fault> {
        self.game.over = true;
        self.send(&Message::GameEnd(GameEnd { ending: dxp::Ending::Unknown, stop: false }))
    }

    /// Sends what the other player moved since the program last heard of the game.
    fn tell(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        while let Some(played) = turn.played.get(self.game.known) {
            self.game.known += 1;
            let seconds = played.time.as_secs_f64().round().min(9999.0) as u16;
            self.send(&Message::Move(MoveMessage { seconds, text: played.mv.into() }))?;
        }
        Ok(())
    }

    /// What is left of its time for the game, being on turn.
    fn left(&self, turn: &Turn<'_>) -> Duration {
        let own = turn.played.iter().rev().skip(1).step_by(2);
        let spent: Duration = own.map(|played| played.time).sum();
        self.game.minutes.duration().saturating_sub(spent)
    }

    fn ended(&self, end: GameEnd, turn: &Turn<'_>) -> Act {
        let at_limit = self.terms.moves.is_some_and(|limit| self.game.own >= limit);
        let conceded = turn.played.last().is_some_and(|reply| reply.thought.is_conceding());
        match end.ending {
            dxp::Ending::Lost => Act::Resign,
            dxp::Ending::Drawn => Act::ClaimDraw,
            dxp::Ending::Won if at_limit && !conceded => Act::MoveLimit,
            dxp::Ending::Won => Act::ClaimWin,
            dxp::Ending::Unknown if at_limit => Act::MoveLimit,
            dxp::Ending::Unknown => Act::Leave,
        }
    }
}

impl Player for DxpPlayer {
    fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.address.clone())
    }

    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault> {
        let minutes = self.terms.minutes(game.pace);
        self.game =
            GameProgress { color: game.color, minutes, known: 0, own: 0, over: true, nonsense: 0 };
        let request = GameRequest {
            name: self.terms.name.clone(),
            follower: game.color,
            time: minutes,
            moves: self.terms.moves,
            start: game.opening.position().into(),
        };
        self.link()?;
        // A connection that breaks before there is a game costs nobody the game.
        self.open(&request).map_err(|fault| match fault {
            Fault::Vanished(reason) => Fault::Unreachable(format!("{}: {reason}", self.address)),
            other => other,
        })?;
        self.game.over = false;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        self.tell(turn)?;
        let patience = turn.patience + self.left(turn);
        let deadline = Instant::now() + patience;
        while let Some(message) = self.next(deadline, turn.stop)? {
            match message {
                Message::Move(mv) => {
                    self.game.known += 1;
                    self.game.own += 1;
                    let thought =
                        MoveInfo { seconds: Some(f64::from(mv.seconds)), ..MoveInfo::default() };
                    return Ok(Decision { act: Act::Move(mv.text), thought });
                }
                Message::GameEnd(end) => {
                    self.acknowledge()?;
                    return Ok(Decision {
                        act: self.ended(end, turn),
                        thought: MoveInfo::default(),
                    });
                }
                Message::BackRequest(_) => {
                    self.send(&Message::BackAnswer(BackAnswer::Unsupported))?
                }
                Message::GameRequest(_) | Message::GameAnswer { .. } | Message::BackAnswer(_) => {
                    self.game.nonsense += 1;
                }
                Message::Chat(_) => {}
            }
        }
        Err(Fault::Silent(patience))
    }

    /// An end may be sent only on our turn: a program that has still to move is told the last move and may answer with
    /// its own end or with a move. One whose move was not accepted has moved, and is told so at once.
    fn end(&mut self, turn: &Turn<'_>, ending: &Ending) -> Result<(), Fault> {
        if self.game.over {
            return Ok(());
        }
        self.game.over = true;
        let stop = StopFlag::new();
        self.tell(turn)?;
        let has_moved = self.game.known > turn.played.len();
        if turn.game.position().turn() == self.game.color && !has_moved {
            let deadline = Instant::now() + turn.patience.max(ACKNOWLEDGE);
            loop {
                match self.next(deadline, &stop)? {
                    Some(Message::GameEnd(_)) => return self.acknowledge(),
                    Some(Message::Move(_)) => break,
                    Some(_) => {}
                    None => return Err(Fault::Silent(turn.patience)),
                }
            }
        }
        let end = GameEnd { ending: self.view(ending), stop: false };
        self.send(&Message::GameEnd(end))?;
        // Before the acknowledgement, so that no request follows the chat: some programs lose what does.
        if let (true, Some(chat)) = (has_moved, Chat::new(&ending.reason)) {
            self.send(&Message::Chat(chat))?;
        }
        self.await_end(&stop)
    }

    fn time_of_its_own(&self) -> Option<Duration> {
        Some(self.game.minutes.duration())
    }
}

impl DxpPlayer {
    /// The end as our side sees it; nothing is claimed after a breach of the rules.
    fn view(&self, ending: &Ending) -> dxp::Ending {
        match ending.verdict {
            _ if ending.termination == Termination::RulesInfraction => dxp::Ending::Unknown,
            GameResult::Void => dxp::Ending::Unknown,
            GameResult::Draw => dxp::Ending::Drawn,
            verdict if verdict == GameResult::won_by(self.game.color) => dxp::Ending::Lost,
            GameResult::White | GameResult::Black => dxp::Ending::Won,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_asked_for_as_much_time_as_our_side_gets() {
        let terms = |minutes, moves| DxpTerms {
            name: Name::new("test"),
            minutes,
            moves,
            trace: ProtocolLog::default(),
        };
        let asked = |terms: DxpTerms, control: &str| {
            let control = Some(control.parse().expect(control));
            terms.minutes(&MoveLimits { control, ..MoveLimits::default() }).duration().as_secs()
        };
        for (control, seconds) in [("60", 60), ("60+1", 180), ("40/60", 120), ("300+2", 480)] {
            assert_eq!(asked(terms(None, None), control), seconds, "{control}");
        }
        assert_eq!(asked(terms(None, Some(120)), "40/60"), 180, "for the moves agreed on");
        assert_eq!(asked(terms(Some(Minutes::whole(7)), None), "60+1"), 420);
    }
}
