//! A DXP program as a player of a match: we are the initiator, the program is the follower.

use std::time::{Duration, Instant};

use super::session::{Endpoint, Session, SessionError};
use crate::board::Color;
use crate::game::{Ending, GameResult, Termination};
use crate::play::move_info::MoveInfo;
use crate::play::player::{Act, Decision, Fault, GameStart, Player, Turn};
use crate::play::time_control::MoveLimits;
use crate::player::StopFlag;
use crate::protocol::dxp::{self, BackAnswer, Chat, GameEnd, GameRequest, Message, Minutes, Name};
use crate::protocol_log::ProtocolLog;

/// The games we ask DXP programs for.
#[derive(Clone, Debug)]
pub struct DxpTerms {
    pub name: Name,
    /// Thinking time of each side for the game. If not given, the time that the limits of the match give our side for the moves
    /// agreed on, or for 75, in whole minutes.
    pub minutes: Option<Minutes>,
    /// Moves of each side; `None` is without limit.
    pub moves: Option<u16>,
    pub trace: ProtocolLog,
}

/// Moves of each side for which a game without a move limit gets its time.
const MOVES_PER_GAME: u32 = 75;
/// Minutes for a game that is limited by nodes or depth only.
const DEFAULT_MINUTES: u16 = 5;
/// How long an acknowledgement may take: GWD never sends it.
const ACKNOWLEDGE: Duration = Duration::from_secs(2);

impl DxpTerms {
    /// A name, and the time of the match without a move limit.
    pub fn new(name: &str) -> DxpTerms {
        DxpTerms {
            name: Name::new(name),
            minutes: None,
            moves: None,
            trace: ProtocolLog::default(),
        }
    }

    pub fn minutes(&self, limits: &MoveLimits) -> Minutes {
        let moves = self.moves.map_or(MOVES_PER_GAME, u32::from);
        let rounded = |time: Option<Duration>| {
            time.map_or(Minutes::whole(DEFAULT_MINUTES), Minutes::rounded_up)
        };
        self.minutes.unwrap_or_else(|| rounded(limits.time_for(moves)))
    }
}

/// A program at the other end of a connection.
#[derive(Debug)]
pub(crate) struct DxpPlayer {
    address: String,
    terms: DxpTerms,
    session: Session,
    name: Option<String>,
    game: GameProgress,
}

#[derive(Clone, Copy, Debug)]
struct GameProgress {
    color: Color,
    minutes: Minutes,
    /// Moves that the program knows: its own and those sent.
    known: usize,
    /// Moves that the program has made.
    own: u16,
    /// Whether both sides know that the game is over.
    is_over: bool,
}

impl GameProgress {
    fn new(color: Color, minutes: Minutes) -> GameProgress {
        GameProgress { color, minutes, known: 0, own: 0, is_over: true }
    }
}

impl From<SessionError> for Fault {
    fn from(error: SessionError) -> Fault {
        let text = error.to_string();
        match error {
            SessionError::Unreachable(_) | SessionError::NoAnswer(_) => Fault::Unreachable(text),
            SessionError::Closed(_) => Fault::Vanished(text),
            SessionError::Violation(_) | SessionError::TooManyViolations => Fault::Protocol(text),
            SessionError::Refused(_) => Fault::Refused(text),
            SessionError::Interrupted => Fault::Interrupted,
        }
    }
}

impl DxpPlayer {
    /// A program that listens at `HOST:PORT`.
    pub(crate) fn new(address: &str, terms: DxpTerms, timeout: Duration) -> DxpPlayer {
        let endpoint = Endpoint::Connect { address: address.into(), attempts: 1 };
        let session = Session::new(endpoint, timeout, false, terms.trace.clone());
        let game = GameProgress::new(Color::White, Minutes::NONE);
        DxpPlayer { address: address.into(), terms, session, name: None, game }
    }

    /// Ends the connection; the next game begins with a new one.
    pub(crate) fn hang_up(&mut self) {
        self.session.close();
    }

    /// A connection that breaks before there is a game costs no player the game.
    fn request(&mut self, request: &GameRequest) -> Result<Name, Fault> {
        self.session.count_game_messages();
        let opened = self.session.reopen();
        let reply = opened
            .and_then(|_| self.session.request_game(request, ACKNOWLEDGE, &mut |_| {}))
            .map_err(Fault::from);
        match reply {
            Err(Fault::Vanished(reason) | Fault::Unreachable(reason)) => {
                Err(Fault::Unreachable(format!("{}: {reason}", self.address)))
            }
            reply => reply.map(|(name, _)| name),
        }
    }

    /// Sends the moves that the other player made since the program last heard of the game.
    fn send_moves(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        while let Some(played) = turn.played.get(self.game.known) {
            self.game.known += 1;
            self.session.send_move(played.mv, played.time)?;
        }
        Ok(())
    }

    /// The time that the program has left for the game, being on turn.
    fn remaining(&self, turn: &Turn<'_>) -> Duration {
        let own = turn.played.iter().rev().skip(1).step_by(2);
        let spent: Duration = own.map(|played| played.time).sum();
        self.game.minutes.duration().saturating_sub(spent)
    }

    fn acknowledge(&mut self) -> Result<(), Fault> {
        self.game.is_over = true;
        Ok(self.session.acknowledge()?)
    }

    fn act_of(&self, end: GameEnd, turn: &Turn<'_>) -> Act {
        let at_limit = self.terms.moves.is_some_and(|limit| self.game.own >= limit);
        let conceded = turn.played.last().is_some_and(|reply| reply.info.concedes());
        match end.ending {
            dxp::Ending::Lost => Act::Resign,
            dxp::Ending::Drawn => Act::ClaimDraw,
            dxp::Ending::Won if at_limit && !conceded => Act::MoveLimit,
            dxp::Ending::Won => Act::ClaimWin,
            dxp::Ending::Unknown if at_limit => Act::MoveLimit,
            dxp::Ending::Unknown => Act::Leave,
        }
    }

    /// The end as our side sees it; nothing is claimed after a breach of the rules.
    fn our_end(&self, ending: &Ending) -> GameEnd {
        let ending = match ending.verdict {
            _ if ending.termination == Termination::RulesInfraction => dxp::Ending::Unknown,
            GameResult::Void => dxp::Ending::Unknown,
            GameResult::Draw => dxp::Ending::Drawn,
            result if result == GameResult::won_by(self.game.color) => dxp::Ending::Lost,
            GameResult::White | GameResult::Black => dxp::Ending::Won,
        };
        GameEnd { ending, stop: false }
    }

    /// Lets a program that is on turn move or end the game; `true` if it has ended the game.
    fn await_turn(&mut self, timeout: Duration) -> Result<bool, Fault> {
        loop {
            match self.session.next(timeout.max(ACKNOWLEDGE), &StopFlag::new())? {
                None => return Err(Fault::Silent(timeout)),
                Some(received) => match received.message {
                    Message::GameEnd(_) => return self.acknowledge().map(|()| true),
                    Message::Move(_) => return Ok(false),
                    _ => self.session.count("", &mut |_| {})?,
                },
            }
        }
    }
}

impl Player for DxpPlayer {
    fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.address.clone())
    }

    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault> {
        let minutes = self.terms.minutes(game.limits);
        self.game = GameProgress::new(game.color, minutes);
        let request = GameRequest {
            name: self.terms.name.clone(),
            follower: game.color,
            time: minutes,
            moves: self.terms.moves,
            start: game.opening.position().into(),
        };
        self.name = Some(self.request(&request)?.to_string());
        self.game.is_over = false;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        self.send_moves(turn)?;
        let timeout = turn.timeout + self.remaining(turn);
        let deadline = Instant::now() + timeout;
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            let Some(received) = self.session.next(left, turn.stop)? else { continue };
            match received.message {
                Message::Move(mv) => {
                    self.game.known += 1;
                    self.game.own += 1;
                    let info =
                        MoveInfo { seconds: Some(f64::from(mv.seconds)), ..MoveInfo::default() };
                    return Ok(Decision { act: Act::Move(mv.text), info });
                }
                Message::GameEnd(end) => {
                    self.acknowledge()?;
                    let act = self.act_of(end, turn);
                    return Ok(Decision { act, info: MoveInfo::default() });
                }
                Message::BackRequest(_) => {
                    self.session.send(&Message::BackAnswer(BackAnswer::Unsupported))?;
                }
                _ => self.session.count("", &mut |_| {})?,
            }
        }
        Err(Fault::Silent(timeout))
    }

    /// An end may be sent only on our turn: a program that has still to move gets the last move, and may answer with its own end or
    /// with a move. A program whose move was not accepted has moved, and gets the end at once.
    fn end(&mut self, turn: &Turn<'_>, ending: &Ending) -> Result<(), Fault> {
        if self.game.is_over {
            return Ok(());
        }
        self.game.is_over = true;
        self.send_moves(turn)?;
        let has_moved = self.game.known > turn.played.len();
        let is_its_turn = turn.game.position().turn() == self.game.color && !has_moved;
        if is_its_turn && self.await_turn(turn.timeout)? {
            return Ok(());
        }
        self.session.send(&Message::GameEnd(self.our_end(ending)))?;
        // Before the acknowledgement, so that no request follows the chat: some programs lose such a request.
        if let (true, Some(chat)) = (has_moved, Chat::new(&ending.reason)) {
            self.session.send(&Message::Chat(chat))?;
        }
        self.session.acknowledgement(ACKNOWLEDGE)?;
        Ok(())
    }

    fn own_time(&self) -> Option<Duration> {
        Some(self.game.minutes.duration())
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
        let seconds = |terms: DxpTerms, control: &str| {
            let control = Some(control.parse().expect(control));
            terms.minutes(&MoveLimits { control, ..MoveLimits::default() }).duration().as_secs()
        };
        for (control, expected) in [("60", 60), ("60+1", 180), ("40/60", 120), ("300+2", 480)] {
            assert_eq!(seconds(terms(None, None), control), expected, "{control}");
        }
        assert_eq!(seconds(terms(None, Some(120)), "40/60"), 180, "for the moves agreed on");
        assert_eq!(seconds(terms(Some(Minutes::whole(7)), None), "60+1"), 420);
    }
}
