//! One game of our engine over DXP, the same for follower and initiator: who is on turn, what may come when, both
//! clocks, and going back.

use std::time::{Duration, Instant};

use super::background_search::{BackgroundSearch, Progress};
use super::game_position::{DxpPosition, Terms};
use super::game_result::Judgement;
use super::link::{DxpLink, Event};
use super::violations::{MUCH_NONSENSE, ProtocolViolations};
use crate::board::{ByColor, Color};
use crate::engine::{Budget, Choice, Clock, Engine};
use crate::game::{Ending, GameResult, Termination};
use crate::play::move_info::MoveInfo;
use crate::play::record::PlayedMove;
use crate::play::strength::Strength;
use crate::protocol::dxp::{
    self, BackAnswer, BackRequest, Chat, GameAnswer, GameEnd, Message, MoveMessage, Name,
};
use crate::protocol::{DxpError, Fit, MoveText};

/// How we play over DXP.
#[derive(Clone, Debug)]
pub struct SessionConfig {
    /// Our name.
    pub name: Name,
    /// What every move may cost; infinite for the clock of the game.
    pub budget: Budget,
    /// How strong we play.
    pub strength: Strength,
    /// How long beyond its time the other side may be silent.
    pub patience: Duration,
    /// Whether a capture with a wrong or missing list is refused even if only one fits.
    pub strict: bool,
    /// Give up when the score is below this many men for three moves.
    pub resign: Option<f64>,
}

/// How a game ended, and what is left of the connection.
#[derive(Clone, Debug)]
pub struct EndedGame {
    /// The end.
    pub ending: Ending,
    /// The moves.
    pub played: Vec<PlayedMove>,
    /// Whether the connection can carry another game.
    pub connected: bool,
    /// Whether the other side wants no more games.
    pub stop: bool,
    /// The request for the next game, when it came instead of the acknowledgement of our end; it is still to be answered.
    pub request: Option<Event>,
}

/// How long the acknowledgement of our end may take; GWD never sends it.
const ACKNOWLEDGE: Duration = Duration::from_secs(3);
/// How often a search that nobody has reported the end of is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// A game in progress.
pub struct DxpGame<'a> {
    link: &'a mut DxpLink,
    engine: &'a mut Option<Box<Engine>>,
    manners: &'a SessionConfig,
    sheet: DxpPosition,
    left: ByColor<Duration>,
    nonsense: ProtocolViolations,
    say: &'a mut dyn FnMut(&str),
}

/// What an event means for the game.
enum GameStep {
    /// Nothing.
    Stay,
    /// The position has changed: look who is on turn.
    Again,
    /// The game is over.
    Over(Box<End>),
}

struct End {
    ending: Ending,
    connected: bool,
    stop: bool,
    request: Option<Event>,
}

impl End {
    fn step(ending: Ending, connected: bool, stop: bool) -> GameStep {
        GameStep::Over(Box::new(End { ending, connected, stop, request: None }))
    }

    /// The other side is ready for the next game.
    fn before(ending: Ending, request: Event) -> GameStep {
        GameStep::Over(Box::new(End {
            ending,
            connected: true,
            stop: false,
            request: Some(request),
        }))
    }
}

impl<'a> DxpGame<'a> {
    /// A game that both sides have agreed on. The engine is there when the game is over, whatever happened.
    pub fn new(
        link: &'a mut DxpLink,
        engine: &'a mut Option<Box<Engine>>,
        manners: &'a SessionConfig,
        terms: Terms,
        say: &'a mut dyn FnMut(&str),
    ) -> DxpGame<'a> {
        if let Some(engine) = engine {
            engine.new_game();
        }
        DxpGame {
            link,
            engine,
            manners,
            sheet: DxpPosition::new(terms),
            left: ByColor { white: terms.time, black: terms.time },
            nonsense: ProtocolViolations::up_to(MUCH_NONSENSE),
            say,
        }
    }

    /// Plays it to the end.
    pub fn play(mut self) -> EndedGame {
        loop {
            let step = if self.sheet.is_ours() { self.our_turn() } else { self.their_turn() };
            if let GameStep::Over(end) = step {
                let End { ending, connected, stop, request } = *end;
                return EndedGame {
                    ending,
                    played: self.sheet.into_played(),
                    connected,
                    stop,
                    request,
                };
            }
        }
    }

    fn us(&self) -> Color {
        self.sheet.terms().color
    }

    fn our_turn(&mut self) -> GameStep {
        match self.sheet.reason_to_end(self.manners.resign) {
            Some((ending, view)) => self.end(ending, view),
            None => self.think(),
        }
    }

    /// Sends our end and waits for the acknowledgement, not for ever; a program that never sends it may ask for the next
    /// game instead.
    fn end(&mut self, ending: Ending, view: dxp::Ending) -> GameStep {
        if let Err(step) = self.send(&Message::GameEnd(GameEnd { ending: view, stop: false })) {
            // The game had ended before the connection did.
            let GameStep::Over(end) = step else { return step };
            return End::step(ending, end.connected, false);
        }
        let deadline = Instant::now() + ACKNOWLEDGE;
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            match self.link.receive(left) {
                Some(Event::Message(Message::GameEnd(end))) => {
                    return End::step(ending, true, end.stop);
                }
                Some(
                    request @ (Event::Message(Message::GameRequest(_))
                    | Event::Garbled { header: Some(b'R'), .. }),
                ) => return End::before(ending, request),
                Some(Event::Closed(_)) => return End::step(ending, false, false),
                _ => {}
            }
        }
        (self.say)("the end of the game was not acknowledged");
        End::step(ending, true, false)
    }

    /// Thinks and listens meanwhile.
    fn think(&mut self) -> GameStep {
        let Some(engine) = self.engine.take() else { return engine_lost() };
        let wake = self.link.waker();
        let (game, strength) = (self.sheet.state().clone(), self.manners.strength);
        let thinking = BackgroundSearch::begin(engine, game, self.budget(), strength, wake);
        loop {
            match thinking.progress() {
                Progress::On => {}
                Progress::Lost => return engine_lost(),
                Progress::Ready(engine, choice) => {
                    *self.engine = Some(engine);
                    let taken = thinking.elapsed();
                    self.spend(self.us(), taken);
                    return self.make_move(choice, taken);
                }
            }
            let Some(event) = self.link.receive(LOOK) else { continue };
            match self.handle(event, false) {
                GameStep::Stay => {}
                step => {
                    self.spend(self.us(), thinking.elapsed());
                    *self.engine = thinking.break_off();
                    return step;
                }
            }
        }
    }

    fn make_move(&mut self, choice: Option<Choice>, taken: Duration) -> GameStep {
        let Some(choice) = choice else { return GameStep::Again };
        let seconds = taken.as_secs_f64().round().min(9999.0) as u16;
        if let Err(step) =
            self.send(&Message::Move(MoveMessage { seconds, text: choice.mv.into() }))
        {
            return step;
        }
        self.sheet.push(PlayedMove {
            mv: choice.mv,
            time: taken,
            thought: MoveInfo::from(&choice),
        });
        GameStep::Again
    }

    fn budget(&self) -> Budget {
        if self.manners.budget != Budget::INFINITE {
            return self.manners.budget;
        }
        let made = self.sheet.moves_of(self.us()).count() as u32;
        let moves_to_go =
            self.sheet.terms().moves.map(|limit| u32::from(limit).saturating_sub(made).max(1));
        let remaining = self.left[self.us()];
        Budget::of_clock(Clock { remaining, increment: Duration::ZERO, moves_to_go })
    }

    fn spend(&mut self, color: Color, taken: Duration) {
        self.left[color] = self.left[color].saturating_sub(taken);
    }

    fn their_turn(&mut self) -> GameStep {
        let them = !self.us();
        let began = Instant::now();
        let allowed = self.left[them] + self.manners.patience;
        let step = loop {
            let Some(left) = allowed.checked_sub(began.elapsed()) else {
                let seconds = allowed.as_secs_f64();
                break self.abandoned(format!("{them:?} was silent for {seconds:.0} s"));
            };
            let Some(event) = self.link.receive(left) else { continue };
            match self.handle(event, true) {
                GameStep::Stay => {}
                step => break step,
            }
        };
        let taken = began.elapsed();
        self.spend(them, taken);
        if matches!(step, GameStep::Again) {
            self.sheet.took(taken);
        }
        step
    }

    /// What may come at any time; a move only on the other side's turn.
    fn handle(&mut self, event: Event, theirs: bool) -> GameStep {
        let message = match event {
            Event::Message(message) => message,
            Event::Closed(reason) => return self.vanished(&reason),
            Event::Garbled { header, error } => return self.garbled(header, &error, theirs),
            Event::TooLong(length) => {
                return self.nonsense(&format!("a message of {length} characters"));
            }
            Event::Wake => return GameStep::Stay,
        };
        match message {
            Message::Move(mv) if theirs => self.their_move(&mv),
            Message::GameEnd(end) => self.their_end(end),
            Message::BackRequest(back) => self.go_back(back),
            Message::Chat(chat) => self.noted(&format!("chat: {}", chat.as_str())),
            Message::GameRequest(_) => match self.answer(GameAnswer::Refused) {
                Ok(()) => self.nonsense("a game request during the game"),
                Err(step) => step,
            },
            Message::Move(mv) => self.nonsense(&format!("the move {} out of turn", mv.text)),
            Message::GameAnswer { .. } => self.nonsense("an answer to no request"),
            Message::BackAnswer(_) => self.nonsense("an answer to no request to go back"),
        }
    }

    fn nonsense(&mut self, what: &str) -> GameStep {
        self.noted(&format!("passed over: {what}"))
    }

    /// Reports and counts what changes nothing; too much of it ends the game.
    fn noted(&mut self, what: &str) -> GameStep {
        self.nonsense.note(what, self.say);
        if !self.nonsense.is_too_much() {
            return GameStep::Stay;
        }
        let reason = format!("{:?} sent {MUCH_NONSENSE} messages that mean nothing", !self.us());
        let verdict = GameResult::won_by(self.us());
        End::step(Ending::new(verdict, Termination::RulesInfraction, reason), false, false)
    }

    fn garbled(&mut self, header: Option<u8>, error: &DxpError, theirs: bool) -> GameStep {
        match header {
            Some(b'M') if theirs => self.illegal(&error.to_string()),
            Some(b'R') => match self.answer(GameAnswer::Refused) {
                Ok(()) => self.nonsense(&error.to_string()),
                Err(step) => step,
            },
            _ => self.nonsense(&error.to_string()),
        }
    }

    fn answer(&mut self, answer: GameAnswer) -> Result<(), GameStep> {
        self.send(&Message::GameAnswer { name: self.manners.name.clone(), answer })
    }

    fn send(&mut self, message: &Message) -> Result<(), GameStep> {
        self.link.send(message).map_err(|error| self.vanished(&error.to_string()))
    }

    fn vanished(&self, reason: &str) -> GameStep {
        self.abandoned(format!("{:?} vanished: {reason}", !self.us()))
    }

    /// The other side has left the game, which it loses unless the game was over by the rules.
    fn abandoned(&self, reason: String) -> GameStep {
        let verdict = GameResult::won_by(self.us());
        let left = || Ending::new(verdict, Termination::Abandoned, reason);
        End::step(self.sheet.settled().unwrap_or_else(left), false, false)
    }

    fn their_move(&mut self, mv: &MoveMessage) -> GameStep {
        let found = mv.text.find(self.sheet.state().position());
        match found {
            Ok((found, fit)) if fit == Fit::Exact || !self.manners.strict => {
                if fit != Fit::Exact {
                    let meant = MoveText::from(found);
                    (self.say)(&format!(
                        "{} has a wrong list of captures; taken as {meant}",
                        mv.text
                    ));
                }
                let thought =
                    MoveInfo { seconds: Some(f64::from(mv.seconds)), ..MoveInfo::default() };
                self.sheet.push(PlayedMove { mv: found, time: Duration::ZERO, thought });
                GameStep::Again
            }
            Ok(_) => self.illegal(&format!("{} has a wrong list of captures", mv.text)),
            Err(error) => self.illegal(&error.to_string()),
        }
    }

    /// The protocol knows no answer to an illegal move: now it is our turn, so we end the game, and say why afterwards,
    /// unless the next game was asked for: a request is answered before anything else.
    fn illegal(&mut self, why: &str) -> GameStep {
        let them = !self.us();
        let verdict = GameResult::won_by(self.us());
        let ending = Ending::new(verdict, Termination::RulesInfraction, format!("{them:?}: {why}"));
        let step = self.end(ending, dxp::Ending::Unknown);
        if let (GameStep::Over(end), Some(chat)) = (&step, Chat::new(why))
            && end.connected
            && end.request.is_none()
        {
            // An explanation that does not arrive changes nothing.
            let _ = self.link.send(&Message::Chat(chat));
        }
        step
    }

    /// An end cannot be refused: it is acknowledged, and compared with what we know.
    fn their_end(&mut self, end: GameEnd) -> GameStep {
        let acknowledgement = GameEnd { ending: dxp::Ending::Unknown, stop: false };
        let connected = self.send(&Message::GameEnd(acknowledgement)).is_ok();
        let Judgement { ending, remark } = self.sheet.judged(end);
        if let Some(remark) = remark {
            (self.say)(&remark);
        }
        End::step(ending, connected, end.stop)
    }

    fn go_back(&mut self, back: BackRequest) -> GameStep {
        let is_granted = self.sheet.go_back(back);
        let answer = if is_granted { BackAnswer::Accepted } else { BackAnswer::Refused };
        if let Err(step) = self.send(&Message::BackAnswer(answer)) {
            return step;
        }
        if !is_granted {
            return self.nonsense("a request to go back to a move not played, or too often");
        }
        (self.say)(&format!("back to move {} of {:?}", back.number, back.color));
        GameStep::Again
    }
}

/// The search has failed; there is nothing to play with any more.
fn engine_lost() -> GameStep {
    let reason = "our engine is lost".into();
    End::step(Ending::new(GameResult::Void, Termination::Unterminated, reason), false, false)
}
