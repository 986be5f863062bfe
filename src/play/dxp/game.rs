//! One game of our engine over DXP, the same for follower and initiator: who is on turn, what may come when, both
//! clocks, and going back.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use super::link::{DxpLink, Event};
use crate::board::{ByColor, Color, DrawRule, Position};
use crate::engine::{Budget, Choice, Clock, Engine, GameState, StopFlag};
use crate::play::game::player::Thought;
use crate::play::game::record::{Ending, PlayedMove, Termination, Verdict};
use crate::protocol::dxp::{
    self, BackAnswer, BackRequest, Chat, GameAnswer, GameEnd, Message, MoveMessage, Name,
};
use crate::protocol::{DxpError, Fit, MoveText};

/// How we play over DXP.
#[derive(Clone, Debug)]
pub struct Manners {
    /// Our name.
    pub name: Name,
    /// What every move may cost; infinite for the clock of the game.
    pub budget: Budget,
    /// How long beyond its time the other side may be silent.
    pub patience: Duration,
    /// Whether a capture with a wrong or missing list is refused even if only one fits.
    pub strict: bool,
    /// Give up when the score is below this many men for three moves.
    pub resign: Option<f64>,
}

/// What a game is about.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Where it begins.
    pub start: Position,
    /// Our side.
    pub color: Color,
    /// Time of each side for the game.
    pub time: Duration,
    /// Moves of each side.
    pub moves: Option<u16>,
}

/// How a game ended, and what is left of the connection.
#[derive(Clone, Debug)]
pub struct Over {
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
/// Messages without meaning that are borne in one game.
const MUCH_NONSENSE: u32 = 1000;
/// Bad scores in a row before we give up.
const RESIGN_MOVES: usize = 3;
/// Scores beyond this are decided games.
const DECIDED: f64 = 90.0;

/// A game in progress.
pub struct DxpGame<'a> {
    link: &'a mut DxpLink,
    engine: &'a mut Option<Box<Engine>>,
    manners: &'a Manners,
    terms: Terms,
    state: GameState,
    played: Vec<PlayedMove>,
    left: ByColor<Duration>,
    /// A rule by which the game is drawn; it stays true when the other side plays on.
    drawn: Option<DrawRule>,
    nonsense: u32,
    say: &'a mut dyn FnMut(&str),
}

/// What an event means for the game.
enum Step {
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
    fn step(ending: Ending, connected: bool, stop: bool) -> Step {
        Step::Over(Box::new(End { ending, connected, stop, request: None }))
    }

    /// The other side is ready for the next game.
    fn before(ending: Ending, request: Event) -> Step {
        Step::Over(Box::new(End { ending, connected: true, stop: false, request: Some(request) }))
    }
}

impl<'a> DxpGame<'a> {
    /// A game that both sides have agreed on. The engine is there when the game is over, whatever happened.
    pub fn new(
        link: &'a mut DxpLink,
        engine: &'a mut Option<Box<Engine>>,
        manners: &'a Manners,
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
            terms,
            state: GameState::new(terms.start),
            played: Vec::new(),
            left: ByColor { white: terms.time, black: terms.time },
            drawn: None,
            nonsense: 0,
            say,
        }
    }

    /// Plays it to the end.
    pub fn play(mut self) -> Over {
        loop {
            let step = if self.is_ours() { self.our_turn() } else { self.their_turn() };
            if let Step::Over(end) = step {
                let End { ending, connected, stop, request } = *end;
                return Over { ending, played: self.played, connected, stop, request };
            }
        }
    }

    fn is_ours(&self) -> bool {
        self.state.position().turn() == self.terms.color
    }

    fn our_turn(&mut self) -> Step {
        match self.reason_to_end() {
            Some((ending, view)) => self.end(ending, view),
            None => self.think(),
        }
    }

    /// Why we end the game instead of moving, with the code for it.
    fn reason_to_end(&self) -> Option<(Ending, dxp::Ending)> {
        let us = self.terms.color;
        if let Some(ending) = self.settled() {
            let is_draw = ending.verdict == Verdict::Draw;
            return Some((ending, if is_draw { dxp::Ending::Drawn } else { dxp::Ending::Lost }));
        }
        if self.wants_to_resign() {
            let reason = format!("{us:?} resigns");
            return Some((Ending::normal(Verdict::won_by(!us), &reason), dxp::Ending::Lost));
        }
        let limit = usize::from(self.terms.moves?);
        (self.own_moves().count() >= limit).then(|| self.at_move_limit(limit))
    }

    /// How the game has ended by the rules. A draw comes first: what the other side plays after it changes nothing.
    fn settled(&self) -> Option<Ending> {
        let turn = self.state.position().turn();
        let lost = || (!self.state.position().has_moves()).then(|| Ending::no_moves(turn));
        self.drawn.map(Ending::by_rule).or_else(lost)
    }

    fn own_moves(&self) -> impl Iterator<Item = &PlayedMove> {
        let skipped = usize::from(self.terms.start.turn() != self.terms.color);
        self.played.iter().skip(skipped).step_by(2)
    }

    fn last_score(&self) -> Option<f64> {
        self.own_moves().last().and_then(|played| played.thought.score)
    }

    fn wants_to_resign(&self) -> bool {
        let Some(men) = self.manners.resign else { return false };
        let scores: Vec<f64> = self.own_moves().filter_map(|played| played.thought.score).collect();
        scores.len() >= RESIGN_MOVES
            && scores[scores.len() - RESIGN_MOVES..].iter().all(|&score| score <= -men)
    }

    /// A decided game is called by its name, any other is left open.
    fn at_move_limit(&self, limit: usize) -> (Ending, dxp::Ending) {
        let us = self.terms.color;
        let reason = format!("{limit} moves were played");
        let adjudged = |verdict| Ending::new(verdict, Termination::Adjudication, reason.clone());
        match self.last_score() {
            Some(score) if score >= DECIDED => (adjudged(Verdict::won_by(us)), dxp::Ending::Won),
            Some(score) if score <= -DECIDED => (adjudged(Verdict::won_by(!us)), dxp::Ending::Lost),
            _ => (adjudged(Verdict::Draw), dxp::Ending::Unknown),
        }
    }

    /// Sends our end and waits for the acknowledgement, not for ever; a program that never sends it may ask for the next
    /// game instead.
    fn end(&mut self, ending: Ending, view: dxp::Ending) -> Step {
        if let Err(step) = self.send(&Message::GameEnd(GameEnd { ending: view, stop: false })) {
            // The game had ended before the connection did.
            let Step::Over(end) = step else { return step };
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

    /// Thinks in another thread and listens meanwhile.
    fn think(&mut self) -> Step {
        let Some(mut engine) = self.engine.take() else { return engine_lost() };
        let began = Instant::now();
        let (game, budget, stop) = (self.state.clone(), self.budget(), StopFlag::new());
        let (sender, thought) = channel();
        let (flag, wake) = (stop.clone(), self.link.waker());
        std::thread::spawn(move || {
            let choice = engine.think(&game, &budget, &flag, &mut |_| {});
            // This game waits for the engine.
            let _ = sender.send((engine, choice));
            wake();
        });
        let interruption = self.listen(&thought);
        stop.stop();
        match interruption {
            Ok((engine, choice)) => {
                *self.engine = Some(engine);
                self.spend(self.terms.color, began.elapsed());
                self.make_move(choice, began.elapsed())
            }
            Err(step) => {
                *self.engine = thought.recv().ok().map(|(engine, _)| engine);
                self.spend(self.terms.color, began.elapsed());
                step
            }
        }
    }

    /// The thought when it is ready, or what made it worthless.
    fn listen(&mut self, thought: &Receiver<Thinking>) -> Result<Thinking, Step> {
        loop {
            match thought.try_recv() {
                Ok(ready) => return Ok(ready),
                Err(TryRecvError::Disconnected) => return Err(engine_lost()),
                Err(TryRecvError::Empty) => {}
            }
            let Some(event) = self.link.receive(Duration::from_secs(1)) else { continue };
            match self.handle(event, false) {
                Step::Stay => {}
                step => return Err(step),
            }
        }
    }

    fn make_move(&mut self, choice: Option<Choice>, taken: Duration) -> Step {
        let Some(choice) = choice else { return Step::Again };
        let seconds = taken.as_secs_f64().round().min(9999.0) as u16;
        if let Err(step) =
            self.send(&Message::Move(MoveMessage { seconds, text: choice.mv.into() }))
        {
            return step;
        }
        self.push(PlayedMove { mv: choice.mv, time: taken, thought: Thought::from(&choice) });
        Step::Again
    }

    fn push(&mut self, played: PlayedMove) {
        self.state.play(played.mv);
        self.played.push(played);
        // A side without a move has lost, whatever else the move has completed.
        if self.state.position().has_moves() {
            self.drawn = self.drawn.or_else(|| self.state.history().draw());
        }
    }

    fn budget(&self) -> Budget {
        if self.manners.budget != Budget::INFINITE {
            return self.manners.budget;
        }
        let made = self.own_moves().count() as u32;
        let moves_to_go =
            self.terms.moves.map(|limit| u32::from(limit).saturating_sub(made).max(1));
        let remaining = self.left[self.terms.color];
        Budget::of_clock(Clock { remaining, increment: Duration::ZERO, moves_to_go })
    }

    fn spend(&mut self, color: Color, taken: Duration) {
        self.left[color] = self.left[color].saturating_sub(taken);
    }

    fn their_turn(&mut self) -> Step {
        let them = !self.terms.color;
        let began = Instant::now();
        let allowed = self.left[them] + self.manners.patience;
        let step = loop {
            let Some(left) = allowed.checked_sub(began.elapsed()) else {
                let seconds = allowed.as_secs_f64();
                break self.abandoned(format!("{them:?} was silent for {seconds:.0} s"));
            };
            let Some(event) = self.link.receive(left) else { continue };
            match self.handle(event, true) {
                Step::Stay => {}
                step => break step,
            }
        };
        let taken = began.elapsed();
        self.spend(them, taken);
        if let (Step::Again, Some(last)) = (&step, self.played.last_mut())
            && last.thought.score.is_none()
        {
            last.time = taken;
        }
        step
    }

    /// What may come at any time; a move only on the other side's turn.
    fn handle(&mut self, event: Event, theirs: bool) -> Step {
        let message = match event {
            Event::Message(message) => message,
            Event::Closed(reason) => return self.vanished(&reason),
            Event::Garbled { header, error } => return self.garbled(header, &error, theirs),
            Event::TooLong(length) => {
                return self.nonsense(&format!("a message of {length} characters"));
            }
            Event::Wake => return Step::Stay,
        };
        match message {
            Message::Move(mv) if theirs => self.their_move(&mv),
            Message::GameEnd(end) => self.their_end(end),
            Message::BackRequest(back) => self.go_back(back),
            Message::Chat(chat) => {
                (self.say)(&format!("chat: {}", chat.as_str()));
                self.nonsense("chat")
            }
            Message::GameRequest(_) => match self.answer(GameAnswer::Refused) {
                Ok(()) => self.nonsense("a game request during the game"),
                Err(step) => step,
            },
            Message::Move(mv) => self.nonsense(&format!("the move {} out of turn", mv.text)),
            Message::GameAnswer { .. } => self.nonsense("an answer to no request"),
            Message::BackAnswer(_) => self.nonsense("an answer to no request to go back"),
        }
    }

    /// Reports and counts what means nothing; too much of it ends the game.
    fn nonsense(&mut self, what: &str) -> Step {
        self.nonsense += 1;
        if self.nonsense <= 10 && what != "chat" {
            (self.say)(&format!("passed over: {what}"));
        }
        if self.nonsense < MUCH_NONSENSE {
            return Step::Stay;
        }
        let reason =
            format!("{:?} sent {MUCH_NONSENSE} messages that mean nothing", !self.terms.color);
        let verdict = Verdict::won_by(self.terms.color);
        End::step(Ending::new(verdict, Termination::RulesInfraction, reason), false, false)
    }

    fn garbled(&mut self, header: Option<u8>, error: &DxpError, theirs: bool) -> Step {
        match header {
            Some(b'M') if theirs => self.illegal(&error.to_string()),
            Some(b'R') => match self.answer(GameAnswer::Refused) {
                Ok(()) => self.nonsense(&error.to_string()),
                Err(step) => step,
            },
            _ => self.nonsense(&error.to_string()),
        }
    }

    fn answer(&mut self, answer: GameAnswer) -> Result<(), Step> {
        self.send(&Message::GameAnswer { name: self.manners.name.clone(), answer })
    }

    fn send(&mut self, message: &Message) -> Result<(), Step> {
        self.link.send(message).map_err(|error| self.vanished(&error.to_string()))
    }

    fn vanished(&self, reason: &str) -> Step {
        self.abandoned(format!("{:?} vanished: {reason}", !self.terms.color))
    }

    /// The other side has left the game, which it loses unless the game was over by the rules.
    fn abandoned(&self, reason: String) -> Step {
        let verdict = Verdict::won_by(self.terms.color);
        let left = || Ending::new(verdict, Termination::Abandoned, reason);
        End::step(self.settled().unwrap_or_else(left), false, false)
    }

    fn their_move(&mut self, mv: &MoveMessage) -> Step {
        let found = mv.text.find(self.state.position());
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
                    Thought { seconds: Some(f64::from(mv.seconds)), ..Thought::default() };
                self.push(PlayedMove { mv: found, time: Duration::ZERO, thought });
                Step::Again
            }
            Ok(_) => self.illegal(&format!("{} has a wrong list of captures", mv.text)),
            Err(error) => self.illegal(&error.to_string()),
        }
    }

    /// The protocol knows no answer to an illegal move: now it is our turn, so we end the game, and say why afterwards,
    /// unless the next game was asked for: a request is answered before anything else.
    fn illegal(&mut self, why: &str) -> Step {
        let them = !self.terms.color;
        let verdict = Verdict::won_by(self.terms.color);
        let ending = Ending::new(verdict, Termination::RulesInfraction, format!("{them:?}: {why}"));
        let step = self.end(ending, dxp::Ending::Unknown);
        if let (Step::Over(end), Some(chat)) = (&step, Chat::new(why))
            && end.connected
            && end.request.is_none()
        {
            // An explanation that does not arrive changes nothing.
            let _ = self.link.send(&Message::Chat(chat));
        }
        step
    }

    /// An end cannot be refused: it is acknowledged, and compared with what we know.
    fn their_end(&mut self, end: GameEnd) -> Step {
        let acknowledgement = GameEnd { ending: dxp::Ending::Unknown, stop: false };
        let connected = self.send(&Message::GameEnd(acknowledgement)).is_ok();
        End::step(self.judged(end), connected, end.stop)
    }

    fn judged(&mut self, end: GameEnd) -> Ending {
        let (us, them) = (self.terms.color, !self.terms.color);
        let known = self.settled();
        let claimed = match end.ending {
            dxp::Ending::Unknown => None,
            dxp::Ending::Lost => Some(Verdict::won_by(us)),
            dxp::Ending::Drawn => Some(Verdict::Draw),
            dxp::Ending::Won => Some(Verdict::won_by(them)),
        };
        match (claimed, known) {
            (None, Some(known)) => known,
            (Some(verdict), Some(known)) if verdict == known.verdict => known,
            (Some(verdict), Some(known)) => {
                (self.say)(&format!(
                    "{them:?} ends the game as {verdict:?}; by the rules it is {:?}",
                    known.verdict
                ));
                Ending { reason: format!("{}; {them:?} said {verdict:?}", known.reason), ..known }
            }
            (Some(verdict), None) if verdict == Verdict::won_by(us) => {
                Ending::normal(verdict, &format!("{them:?} resigns"))
            }
            (Some(verdict), None) => {
                let reason =
                    format!("{them:?} ends the game as {verdict:?}, which no rule known here says");
                (self.say)(&reason);
                Ending::new(verdict, Termination::Adjudication, reason)
            }
            (None, None) => {
                let reason = format!("{them:?} ended the game without giving a reason");
                Ending::new(Verdict::Void, Termination::Unterminated, reason)
            }
        }
    }

    fn go_back(&mut self, back: BackRequest) -> Step {
        let target = ply_of(back, self.terms.start.turn()).filter(|&ply| ply <= self.played.len());
        let answer = if target.is_some() { BackAnswer::Accepted } else { BackAnswer::Refused };
        if let Err(step) = self.send(&Message::BackAnswer(answer)) {
            return step;
        }
        let Some(ply) = target else {
            return self.nonsense("a request to go back to a move not played");
        };
        let kept: Vec<PlayedMove> = self.played.drain(..).take(ply).collect();
        self.state = GameState::new(self.terms.start);
        self.drawn = None;
        kept.into_iter().for_each(|played| self.push(played));
        (self.say)(&format!("back to move {} of {:?}", back.number, back.color));
        Step::Again
    }
}

/// The search has failed; there is nothing to play with any more.
fn engine_lost() -> Step {
    let reason = "our engine is lost".into();
    End::step(Ending::new(Verdict::Void, Termination::Unterminated, reason), false, false)
}

type Thinking = (Box<Engine>, Option<Choice>);

/// The plies before the position where this side is to move at this number. A game's first move is number 1, also
/// when it is Black's; White's answer to that is then number 2, as in written games.
fn ply_of(back: BackRequest, first: Color) -> Option<usize> {
    let before = 2 * (usize::from(back.number) - 1);
    match (first, back.color) {
        (Color::White, Color::White) | (Color::Black, Color::Black) => Some(before),
        (Color::White, Color::Black) => Some(before + 1),
        (Color::Black, Color::White) => before.checked_sub(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use crate::play::trace::Trace;

    #[test]
    fn a_move_number_names_the_position_before_the_move() {
        let ply = |number, color, first| ply_of(BackRequest { number, color }, first);
        let (white, black) = (Color::White, Color::Black);
        assert_eq!(
            (ply(1, white, white), ply(1, black, white), ply(5, black, white)),
            (Some(0), Some(1), Some(9))
        );
        assert_eq!(
            (ply(1, black, black), ply(2, white, black), ply(1, white, black)),
            (Some(0), Some(1), None)
        );
    }

    #[test]
    fn a_draw_by_the_rules_outlives_the_loss_of_the_last_piece() {
        let door = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let stream = std::net::TcpStream::connect(door.local_addr().expect("address"));
        let mut link = DxpLink::new(stream.expect("connect"), Trace::default()).expect("link");
        let manners = Manners {
            name: Name::new("test"),
            budget: Budget::INFINITE,
            patience: Duration::ZERO,
            strict: false,
            resign: None,
        };
        let start = fen::read("B:WK1:BK5,K45").expect("fen");
        let terms = Terms { start, color: Color::White, time: Duration::ZERO, moves: None };
        let (mut engine, mut say) = (None, |_: &str| {});
        let mut game = DxpGame::new(&mut link, &mut engine, &manners, terms, &mut say);
        let mut play = |text: &str| {
            let text: MoveText = text.parse().expect(text);
            let mv = text.find(game.state.position()).expect("legal").0;
            let (time, thought) = (Duration::ZERO, Thought::default());
            game.push(PlayedMove { mv, time, thought });
            game.settled()
        };
        let there = ["5-10", "1-6", "10-4", "6-1", "4-10", "1-6", "10-15", "6-1", "15-20"];
        assert_eq!(there.map(&mut play), [const { None }; 9]);
        let drawn = play("1-34").expect("five moves of each side");
        assert_eq!(drawn.verdict, Verdict::Draw);
        assert_eq!(play("45x29x34"), Some(drawn.clone()), "White has no piece left");
        assert_eq!(game.reason_to_end(), Some((drawn.clone(), dxp::Ending::Drawn)));
        let claim = GameEnd { ending: dxp::Ending::Won, stop: false };
        assert_eq!(game.judged(claim).verdict, Verdict::Draw);
        assert!(matches!(game.vanished("gone"), Step::Over(end) if end.ending == drawn));
    }
}
