//! One game of our engine over DXP, the same for follower and initiator: turns, the messages of each, both clocks, and going
//! back.

use std::time::{Duration, Instant};

use super::game_position::{DxpPosition, Terms};
use super::game_result::AdjudgedEnd;
use super::link::Event;
use super::session::Session;
use super::violations::MAX_VIOLATIONS;
use crate::board::{ByColor, Color};
use crate::game::{Ending, GameResult, Termination};
use crate::play::background_search::{BackgroundSearch, SearchState};
use crate::play::move_info::MoveInfo;
use crate::play::record::PlayedMove;
use crate::play::strength::Strength;
use crate::player::{Budget, Choice, Clock, Engine, StopFlag};
use crate::protocol::dxp::{
    self, BackAnswer, BackRequest, Chat, GameAnswer, GameEnd, Message, MoveMessage, Name,
};
use crate::protocol::{DxpError, Fit, MoveText};

/// How our engine plays over DXP.
#[derive(Clone, Debug)]
pub struct SessionConfig {
    pub name: Name,
    /// The budget of every move; infinite for the clock of the game.
    pub budget: Budget,
    /// The level for people; `None` for full strength.
    pub level: Option<u8>,
    /// How long beyond its time the other side may be silent.
    pub silence_timeout: Duration,
    /// Whether a capture with a wrong or missing list of captured squares is refused even if only one fits.
    pub strict: bool,
    /// Resigns when the score is below this many men for three moves.
    pub resign: Option<f64>,
}

/// A game that is over, and the state of the connection.
#[derive(Clone, Debug)]
pub(crate) struct EndedGame {
    pub ending: Ending,
    pub played: Vec<PlayedMove>,
    /// Whether the connection can carry another game.
    pub(crate) is_connected: bool,
    /// Whether the other side wants no more games.
    pub stop: bool,
}

/// How long the acknowledgement of our end may take; GWD never sends it.
const ACKNOWLEDGE: Duration = Duration::from_secs(3);
/// How often a search is polled whose end was not reported.
const POLL: Duration = Duration::from_secs(1);

pub(super) struct DxpGame<'a> {
    session: &'a mut Session,
    engine: &'a mut Option<Box<Engine>>,
    config: &'a SessionConfig,
    position: DxpPosition,
    remaining: ByColor<Duration>,
    say: &'a mut dyn FnMut(&str),
}

/// The effect of an event on the game.
enum GameStep {
    Continue,
    /// The position has changed, and maybe the turn.
    Changed,
    Ended(Box<End>),
}

struct End {
    ending: Ending,
    is_connected: bool,
    stop: bool,
}

impl GameStep {
    fn ended(ending: Ending, is_connected: bool, stop: bool) -> GameStep {
        GameStep::Ended(Box::new(End { ending, is_connected, stop }))
    }
}

impl<'a> DxpGame<'a> {
    /// A game that both sides have agreed on. The engine is there again when the game is over, unless it failed.
    pub(super) fn new(
        session: &'a mut Session,
        engine: &'a mut Option<Box<Engine>>,
        config: &'a SessionConfig,
        terms: Terms,
        say: &'a mut dyn FnMut(&str),
    ) -> DxpGame<'a> {
        if let Some(engine) = engine {
            engine.new_game();
        }
        session.count_game_messages();
        DxpGame {
            session,
            engine,
            config,
            position: DxpPosition::new(terms),
            remaining: ByColor { white: terms.time, black: terms.time },
            say,
        }
    }

    pub(super) fn play(mut self) -> EndedGame {
        loop {
            let step = if self.position.is_ours() { self.our_turn() } else { self.their_turn() };
            if let GameStep::Ended(end) = step {
                let End { ending, is_connected, stop } = *end;
                let played = self.position.into_played();
                return EndedGame { ending, played, is_connected, stop };
            }
        }
    }

    fn us(&self) -> Color {
        self.position.terms().color
    }

    fn our_turn(&mut self) -> GameStep {
        match self.position.reason_to_end(self.config.resign) {
            Some((ending, claim)) => self.end(ending, claim),
            None => self.think(),
        }
    }

    /// Sends our end and waits for the acknowledgement. The game had ended before the connection did.
    fn end(&mut self, ending: Ending, claim: dxp::Ending) -> GameStep {
        let end = Message::GameEnd(GameEnd { ending: claim, stop: false });
        self.session.count_game_messages();
        let reply =
            self.session.send(&end).and_then(|()| self.session.acknowledgement(ACKNOWLEDGE));
        match reply {
            Ok(Some((end, _))) => GameStep::ended(ending, true, end.stop),
            Ok(None) => {
                if !self.session.has_unread() {
                    (self.say)("the end of the game was not acknowledged");
                }
                GameStep::ended(ending, true, false)
            }
            Err(_) => GameStep::ended(ending, false, false),
        }
    }

    fn think(&mut self) -> GameStep {
        let Some(engine) = self.engine.take() else { return engine_lost() };
        let wake = self.session.waker();
        let wake = move || wake.into_iter().for_each(|wake| wake());
        let (game, strength) = (self.position.state().clone(), Strength::of(self.config.level));
        let search =
            BackgroundSearch::begin(engine, game, self.budget(), strength, StopFlag::new(), wake);
        loop {
            match search.progress() {
                SearchState::Running => {}
                SearchState::Failed => return engine_lost(),
                SearchState::Done(engine, choice) => {
                    *self.engine = Some(engine);
                    let taken = search.elapsed();
                    self.spend(self.us(), taken);
                    return self.make_move(choice, taken);
                }
            }
            let Some(event) = self.session.receive(POLL) else { continue };
            match self.handle(event, false) {
                GameStep::Continue => {}
                step => {
                    self.spend(self.us(), search.elapsed());
                    *self.engine = search.stop();
                    return step;
                }
            }
        }
    }

    fn make_move(&mut self, choice: Option<Choice>, taken: Duration) -> GameStep {
        let Some(choice) = choice else { return GameStep::Changed };
        if let Err(error) = self.session.send_move(choice.mv, taken) {
            return self.vanished(&error.to_string());
        }
        self.position.push(PlayedMove {
            mv: choice.mv,
            time: taken,
            info: MoveInfo::from(&choice),
        });
        GameStep::Changed
    }

    fn budget(&self) -> Budget {
        if self.config.budget != Budget::INFINITE {
            return self.config.budget;
        }
        let made = self.position.moves_of(self.us()).count() as u32;
        let moves_to_go =
            self.position.terms().moves.map(|limit| u32::from(limit).saturating_sub(made).max(1));
        let remaining = self.remaining[self.us()];
        Budget::of_clock(Clock { remaining, increment: Duration::ZERO, moves_to_go })
    }

    fn spend(&mut self, color: Color, taken: Duration) {
        self.remaining[color] = self.remaining[color].saturating_sub(taken);
    }

    fn their_turn(&mut self) -> GameStep {
        let them = !self.us();
        let began = Instant::now();
        let allowed = self.remaining[them] + self.config.silence_timeout;
        let step = loop {
            let Some(left) = allowed.checked_sub(began.elapsed()) else {
                let seconds = allowed.as_secs_f64();
                break self.abandoned(format!("{them:?} was silent for {seconds:.0} s"));
            };
            let Some(event) = self.session.receive(left) else { continue };
            match self.handle(event, true) {
                GameStep::Continue => {}
                step => break step,
            }
        };
        let taken = began.elapsed();
        self.spend(them, taken);
        if matches!(step, GameStep::Changed) {
            self.position.set_their_time(taken);
        }
        step
    }

    /// Handles an event; a move is expected on the other side's turn only.
    fn handle(&mut self, event: Event, is_their_turn: bool) -> GameStep {
        let message = match event {
            Event::Message(message) => message,
            Event::Closed(reason) => return self.vanished(&reason),
            Event::Garbled { header, error } => return self.garbled(header, &error, is_their_turn),
            Event::TooLong(length) => {
                return self.violation(&format!("a message of {length} characters"));
            }
            Event::Wake => return GameStep::Continue,
        };
        match message {
            Message::Move(mv) if is_their_turn => self.their_move(&mv),
            Message::GameEnd(end) => self.their_end(end),
            Message::BackRequest(back) => self.go_back(back),
            Message::Chat(chat) => self.count(&format!("chat: {}", chat.as_str())),
            Message::GameRequest(_) => match self.answer(GameAnswer::Refused) {
                Ok(()) => self.violation("a game request during the game"),
                Err(step) => step,
            },
            Message::Move(mv) => self.violation(&format!("the move {} out of turn", mv.text)),
            Message::GameAnswer { .. } => self.violation("an answer to no request"),
            Message::BackAnswer(_) => self.violation("an answer to no request to go back"),
        }
    }

    fn violation(&mut self, what: &str) -> GameStep {
        self.count(&format!("passed over: {what}"))
    }

    /// Reports and counts a message that changes nothing; too many of them end the game.
    fn count(&mut self, what: &str) -> GameStep {
        if self.session.count(what, self.say).is_ok() {
            return GameStep::Continue;
        }
        let reason = format!("{:?} sent {MAX_VIOLATIONS} messages that mean nothing", !self.us());
        let verdict = GameResult::won_by(self.us());
        GameStep::ended(Ending::new(verdict, Termination::RulesInfraction, reason), false, false)
    }

    fn garbled(&mut self, header: Option<u8>, error: &DxpError, is_their_turn: bool) -> GameStep {
        match header {
            Some(b'M') if is_their_turn => self.illegal(&error.to_string()),
            Some(b'R') => match self.answer(GameAnswer::Refused) {
                Ok(()) => self.violation(&error.to_string()),
                Err(step) => step,
            },
            _ => self.violation(&error.to_string()),
        }
    }

    fn answer(&mut self, answer: GameAnswer) -> Result<(), GameStep> {
        self.send(&Message::GameAnswer { name: self.config.name.clone(), answer })
    }

    fn send(&mut self, message: &Message) -> Result<(), GameStep> {
        self.session.send(message).map_err(|error| self.vanished(&error.to_string()))
    }

    fn vanished(&self, reason: &str) -> GameStep {
        self.abandoned(format!("{:?} vanished: {reason}", !self.us()))
    }

    /// The other side has left the game and loses it, unless the game was over by the rules.
    fn abandoned(&self, reason: String) -> GameStep {
        let verdict = GameResult::won_by(self.us());
        let left = || Ending::new(verdict, Termination::Abandoned, reason);
        GameStep::ended(self.position.ending_by_rule().unwrap_or_else(left), false, false)
    }

    fn their_move(&mut self, mv: &MoveMessage) -> GameStep {
        let found = mv.text.find(self.position.state().position());
        match found {
            Ok((found, fit)) if fit == Fit::Exact || !self.config.strict => {
                if fit != Fit::Exact {
                    let meant = MoveText::from(found);
                    (self.say)(&format!(
                        "{} has a wrong list of captures; taken as {meant}",
                        mv.text
                    ));
                }
                let info = MoveInfo { seconds: Some(f64::from(mv.seconds)), ..MoveInfo::default() };
                self.position.push(PlayedMove { mv: found, time: Duration::ZERO, info });
                GameStep::Changed
            }
            Ok(_) => self.illegal(&format!("{} has a wrong list of captures", mv.text)),
            Err(error) => self.illegal(&error.to_string()),
        }
    }

    /// The protocol has no answer to an illegal move: now it is our turn, so we end the game and send the reason afterwards, unless
    /// the next game was asked for: a request is answered before anything else.
    fn illegal(&mut self, reason: &str) -> GameStep {
        let them = !self.us();
        let verdict = GameResult::won_by(self.us());
        let ending =
            Ending::new(verdict, Termination::RulesInfraction, format!("{them:?}: {reason}"));
        let step = self.end(ending, dxp::Ending::Unknown);
        if let (GameStep::Ended(end), Some(chat)) = (&step, Chat::new(reason))
            && end.is_connected
            && !self.session.has_unread()
        {
            // An explanation that does not arrive changes nothing.
            let _ = self.session.send(&Message::Chat(chat));
        }
        step
    }

    /// An end cannot be refused: it is acknowledged, and compared with the rules.
    fn their_end(&mut self, end: GameEnd) -> GameStep {
        let is_connected = self.session.acknowledge().is_ok();
        let AdjudgedEnd { ending, remark } = self.position.adjudge(end);
        if let Some(remark) = remark {
            (self.say)(&remark);
        }
        GameStep::ended(ending, is_connected, end.stop)
    }

    fn go_back(&mut self, back: BackRequest) -> GameStep {
        let is_granted = self.position.go_back(back);
        let answer = if is_granted { BackAnswer::Accepted } else { BackAnswer::Refused };
        if let Err(step) = self.send(&Message::BackAnswer(answer)) {
            return step;
        }
        if !is_granted {
            return self.violation("a request to go back to a move not played, or too often");
        }
        (self.say)(&format!("back to move {} of {:?}", back.number, back.color));
        GameStep::Changed
    }
}

/// The search has failed and the engine with it.
fn engine_lost() -> GameStep {
    let reason = "our engine is lost".into();
    GameStep::ended(Ending::new(GameResult::Void, Termination::Unterminated, reason), false, false)
}
