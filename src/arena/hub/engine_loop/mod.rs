//! Our engine on standard input and output, in the Hub protocol, version 2.
//!
//! Input is read by a thread of its own and the search runs in another, so that `ping`, `stop`, `ponder-hit` and the end
//! of input are noticed at once. Every `go` is answered by exactly one `done`, also when the input ends before.

mod hash_size;
mod limits;
mod observed_game;
mod params;
mod tables;

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use self::hash_size::HashSize;
use self::limits::Limits;
use self::observed_game::ObservedGame;
use crate::board::{Move, Position};
use crate::error::PlayError;
use crate::lines::read_lines;
use crate::play::online_learner::OnlineLearner;
use crate::play::strength::Strength;
use crate::player::{
    Budget, Choice, Endgame, Engine, Evaluation, GameState, Iteration, MoveFunction, Options,
    StopFlag, to_hub_score,
};
use crate::protocol::HubError;
use crate::protocol::hub::{Command, GoMode, Info, Level, Pos, Reply};
use crate::tablebase::{AUTO, TablesError};

/// The identity of the engine and its initial settings.
#[derive(Clone, Debug)]
pub struct HubSettings {
    pub name: String,
    pub version: String,
    pub author: Option<String>,
    pub country: Option<String>,
    pub net: String,
    pub options: Options,
    /// The folder of its endgame tables; empty without tables. Those of `auto` are opened or made when the engine starts, while it
    /// answers.
    pub endgame: String,
    /// The budget of every move, whatever `level` says; infinite to obey `level`.
    pub budget: Budget,
    /// The file of its book; empty without one.
    pub book: String,
    /// The level for people; `None` for full strength.
    pub level: Option<u8>,
    /// Chooses the moves in the place of a search; the parameters of a search are not declared then.
    pub function: Option<MoveFunction>,
    /// Shows the user messages that the protocol has no line for: tables that are made, or missing.
    pub note: fn(&str),
}

/// Lines that may wait for the loop.
const MAX_QUEUED_LINES: usize = 1024;
/// Bytes at which a line is cut: room for a game of a thousand moves.
const MAX_LINE: usize = 1 << 16;

enum Event {
    Line(String),
    End,
    /// A search has ended, and may have been fetched already.
    SearchEnded,
    /// The tables of `auto` are made, or cannot be.
    Tables(Result<Endgame, TablesError>),
}

/// The engine given back with its move; `None` if the search has failed.
type SearchResult = Option<(Box<Engine>, Option<Choice>)>;

/// Serves as an engine until `quit` or the end of input; the learner learns from each finished game.
pub fn run(
    settings: HubSettings,
    learner: Option<Box<dyn OnlineLearner>>,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), PlayError> {
    let (sender, events) = sync_channel(MAX_QUEUED_LINES);
    let lines = sender.clone();
    std::thread::spawn(move || {
        read_lines(input, MAX_LINE, |line| lines.send(Event::Line(line)).is_ok());
        // The loop may be gone already.
        let _ = lines.send(Event::End);
    });
    let engine = settings.engine()?;
    let (result_sender, results) = sync_channel(1);
    let engine_config = (settings.net.clone(), settings.options.clone());
    let writer = Writer(Arc::new(Mutex::new(output)));
    let mut hub = HubLoop {
        hash: HashSize::of(settings.options.hash_mb),
        settings,
        writer,
        sender,
        result_sender,
        results,
        engine: Some(Box::new(engine)),
        engine_config,
        game: Some(GameState::new(Position::start())),
        limits: Limits::default(),
        variant: None,
        stop: StopFlag::new(),
        pending: VecDeque::new(),
        input_ended: false,
        learner,
        observed: None,
        last_position: None,
        ignored: None,
        mode: GoMode::Think,
        most_pieces: u32::MAX,
        making: None,
        made: None,
    };
    if hub.settings.endgame == AUTO && hub.settings.options.endgame.is_none() {
        hub.open_auto()?;
    }
    let served = hub.serve(&events);
    hub.stop_making();
    served
}

impl HubSettings {
    fn engine(&self) -> Result<Engine, PlayError> {
        Ok(match &self.function {
            Some(function) => Engine::choosing(function)?,
            None => Engine::new(&Evaluation::open(&self.net)?, &self.options)?,
        })
    }
}

/// Standard output, line by line, from the loop and from the search.
struct Writer<W>(Arc<Mutex<W>>);

impl<W> Clone for Writer<W> {
    fn clone(&self) -> Writer<W> {
        Writer(Arc::clone(&self.0))
    }
}

impl<W: Write> Writer<W> {
    fn say(&self, reply: &Reply) -> Result<(), PlayError> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        output.write_all(format!("{reply}\n").as_bytes())?;
        Ok(output.flush()?)
    }
}

struct HubLoop<W> {
    settings: HubSettings,
    hash: HashSize,
    writer: Writer<W>,
    sender: SyncSender<Event>,
    result_sender: SyncSender<SearchResult>,
    results: Receiver<SearchResult>,
    engine: Option<Box<Engine>>,
    /// The network file and the options of the engine.
    engine_config: (String, Options),
    /// The position to search; `None` after one that could not be understood.
    game: Option<GameState>,
    limits: Limits,
    /// The variant that was set in place of the normal one: no move of ours is legal there.
    variant: Option<String>,
    stop: StopFlag,
    /// Lines that wait for the end of the search.
    pending: VecDeque<String>,
    /// Whether the input has ended: the output may be closed, too.
    input_ended: bool,
    learner: Option<Box<dyn OnlineLearner>>,
    observed: Option<ObservedGame>,
    last_position: Option<PositionCommand>,
    /// The arguments of `level` that were ignored last: the user reads about them once.
    ignored: Option<String>,
    /// The mode of the last `go`; pondering becomes thinking at `ponder-hit`.
    mode: GoMode,
    /// The pieces of the largest endgame tables that the driver wants.
    most_pieces: u32,
    /// Ends the making of the tables of `auto`, while they are made.
    making: Option<StopFlag>,
    /// Tables that were made, for the next game: an engine is made anew for them, which takes time with a large hash table.
    made: Option<Endgame>,
}

struct PositionCommand {
    start: Position,
    moves: Vec<Move>,
    /// Whether it was pondered on or analysed: its moves may not have been played.
    is_supposed: bool,
}

#[derive(PartialEq)]
enum LoopState {
    On,
    Quit,
}

impl<W: Write + Send + 'static> HubLoop<W> {
    fn serve(&mut self, events: &Receiver<Event>) -> Result<(), PlayError> {
        loop {
            match self.next(events) {
                Ok(LoopState::On) => {}
                Ok(LoopState::Quit) => {
                    self.stop.stop();
                    return Ok(());
                }
                Err(PlayError::Pipe(_)) if self.input_ended => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    /// A driver that is too far ahead waits for the search, which was stopped.
    fn next(&mut self, events: &Receiver<Event>) -> Result<LoopState, PlayError> {
        if self.engine.is_none() && self.pending.len() >= MAX_QUEUED_LINES {
            let result = self.results.recv().ok().flatten();
            return self.answer(result);
        }
        // The reader thread holds a sender as long as the loop does, so the channel never closes first.
        match events.recv().unwrap_or(Event::End) {
            Event::End => {
                self.input_ended = true;
                self.handle_line("quit".into())
            }
            // It may have been fetched before.
            Event::SearchEnded => match self.results.try_recv() {
                Ok(result) => self.answer(result),
                Err(_) => Ok(LoopState::On),
            },
            Event::Tables(made) => {
                self.take_tables(made);
                Ok(LoopState::On)
            }
            Event::Line(line) => self.handle_line(line),
        }
    }

    fn handle_line(&mut self, line: String) -> Result<LoopState, PlayError> {
        if self.engine.is_some() { self.handle(&line) } else { self.handle_in_search(line) }
    }

    /// Handles `ping`, `stop` and `ponder-hit` during a search; any other line stops the search and waits.
    fn handle_in_search(&mut self, line: String) -> Result<LoopState, PlayError> {
        match Command::parse(&line) {
            Ok(None) => {}
            Ok(Some(Command::Ping)) => self.writer.say(&Reply::Pong)?,
            Ok(Some(Command::Stop)) if self.pending.is_empty() => self.stop.stop(),
            Ok(Some(Command::PonderHit)) if self.pending.is_empty() => self.ponder_hit(),
            _ => {
                self.stop.stop();
                self.pending.push_back(line);
            }
        }
        Ok(LoopState::On)
    }

    /// Answers a finished search with one `done`, then handles the pending lines.
    fn answer(&mut self, result: SearchResult) -> Result<LoopState, PlayError> {
        let (engine, choice) = result.ok_or(PlayError::Search)?;
        self.engine = Some(engine);
        self.limits = Limits::default();
        self.writer.say(&Reply::Done {
            mv: choice.as_ref().map(|choice| choice.mv.into()),
            ponder: choice.as_ref().and_then(Choice::ponder).map(Into::into),
        })?;
        self.record_answer(choice.as_ref().map(|choice| choice.mv))?;
        while self.engine.is_some() {
            let Some(line) = self.pending.pop_front() else { break };
            if self.handle(&line)? == LoopState::Quit {
                return Ok(LoopState::Quit);
            }
        }
        self.handle_pending();
        Ok(LoopState::On)
    }

    fn ponder_hit(&mut self) {
        self.stop.ponder_hit();
        if self.mode == GoMode::Ponder {
            self.mode = GoMode::Think;
        }
    }

    /// Adds our answer to the observed game, unless it answers an analysis.
    fn record_answer(&mut self, mv: Option<Move>) -> Result<(), PlayError> {
        if self.mode != GoMode::Think {
            self.last_position.iter_mut().for_each(|last| last.is_supposed = true);
            return Ok(());
        }
        self.observe_position()?;
        if let (Some(observed), Some(mv)) = (&mut self.observed, mv) {
            observed.push(mv);
        }
        Ok(())
    }

    /// Handles the pending lines after a pending `go` has begun the next search.
    fn handle_pending(&mut self) {
        while let Some(line) = self.pending.front() {
            match Command::parse(line) {
                Ok(Some(Command::Stop)) => self.stop.stop(),
                Ok(Some(Command::PonderHit)) => self.ponder_hit(),
                _ => return self.stop.stop(),
            }
            self.pending.pop_front();
        }
    }

    fn handle(&mut self, line: &str) -> Result<LoopState, PlayError> {
        let command = match Command::parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(LoopState::On),
            Err(error) => return self.reject(line, &error).map(|()| LoopState::On),
        };
        match command {
            Command::Hub => self.identify()?,
            Command::SetParam { name, value } => self.set_param(&name, &value)?,
            Command::Init => {
                self.use_made_tables();
                self.rebuild_engine()?;
                self.writer.say(&Reply::Ready)?;
            }
            Command::NewGame => {
                self.learn()?;
                self.use_made_tables();
                self.rebuild_engine()?;
                if let Some(engine) = &mut self.engine {
                    engine.new_game();
                }
            }
            Command::Ping => self.writer.say(&Reply::Pong)?,
            Command::Pos(pos) => self.set_position(&pos)?,
            Command::Level(level) => self.set_level(line, level)?,
            Command::Go(mode) => self.go(mode)?,
            Command::Stop | Command::PonderHit => {}
            Command::Quit => {
                self.learn()?;
                return Ok(LoopState::Quit);
            }
        }
        Ok(LoopState::On)
    }

    /// A known command that cannot be read.
    fn reject(&mut self, line: &str, error: &HubError) -> Result<(), PlayError> {
        let command = line.split_whitespace().next();
        if line.trim_start().starts_with("pos") {
            self.game = None;
        }
        if command == Some("level") {
            self.limits.add(Level::readable(line));
            return self.refuse_level(error);
        }
        self.report_error(error)?;
        // Every `go` has its `done`, also one that cannot be read.
        if command == Some("go") { self.answer_without_move() } else { Ok(()) }
    }

    /// The protocol ignores unknown arguments; without any known one the driver meant a limit that it would not get.
    fn set_level(&mut self, line: &str, level: Level) -> Result<(), PlayError> {
        self.limits.add(level);
        let unknown = Level::unknown_names(line);
        if unknown.is_empty() {
            return Ok(());
        }
        let names = unknown.join(", ");
        let text = format!("level: {names} ignored; the limits are {}", Level::NAMES.join(", "));
        if level == Level::default() {
            return self.refuse_level(&text);
        }
        if self.ignored.as_ref() != Some(&names) {
            (self.settings.note)(&text);
            self.ignored = Some(names);
        }
        Ok(())
    }

    fn refuse_level(&mut self, reason: &dyn std::fmt::Display) -> Result<(), PlayError> {
        self.limits.refuse();
        let seconds = limits::SAFE_TIME.as_secs_f64();
        self.report_error(&format!("{reason}; a move without a valid time takes {seconds} s"))
    }

    fn report_error(&self, error: &dyn std::fmt::Display) -> Result<(), PlayError> {
        self.writer.say(&Reply::Error(error.to_string()))
    }

    /// Limits of an earlier position do not hold for a new one.
    fn set_position(&mut self, pos: &Pos) -> Result<(), PlayError> {
        self.limits = Limits::default();
        if !self.check_variant()? {
            (self.game, self.last_position) = (None, None);
            return Ok(());
        }
        let (mut game, mut moves) = (GameState::new(pos.start), Vec::new());
        for text in &pos.moves {
            match text.find(game.position()) {
                Ok((mv, _)) => {
                    game.play(mv);
                    moves.push(mv);
                }
                Err(error) => {
                    self.game = None;
                    return self.report_error(&error);
                }
            }
        }
        self.game = Some(game);
        self.last_position = Some(PositionCommand { start: pos.start, moves, is_supposed: false });
        Ok(())
    }

    /// A move is requested in the last position: it extends the observed game, or begins another one.
    fn observe_position(&mut self) -> Result<(), PlayError> {
        let Some(PositionCommand { start, moves, .. }) = self.last_position.take() else {
            return Ok(());
        };
        let same = self.observed.as_mut().is_some_and(|game| game.extend_to(&start, &moves));
        if !same {
            self.learn()?;
            self.observed = self.learner.is_some().then(|| ObservedGame::new(start, moves));
        }
        if let (Some(observed), Some(game)) = (&mut self.observed, &self.game) {
            observed.move_requested(game.position().turn());
        }
        Ok(())
    }

    /// The observed game is over: the learner goes through it.
    fn learn(&mut self) -> Result<(), PlayError> {
        // The last move of the other side comes without a request.
        if let (Some(game), Some(last)) = (&mut self.observed, &self.last_position)
            && !last.is_supposed
        {
            let _ = game.extend_to(&last.start, &last.moves);
        }
        let (Some(learner), Some(game)) = (&mut self.learner, self.observed.take()) else {
            return Ok(());
        };
        let Some(past) = game.past_game() else { return Ok(()) };
        match learner.learn(&past, &self.settings.options) {
            Ok(engine) => {
                // The book may have grown.
                self.settings.options.book = engine.book_config().cloned();
                self.engine_config.1.book.clone_from(&self.settings.options.book);
                self.engine = Some(Box::new(engine));
            }
            Err(error) => self.report_error(&error)?,
        }
        Ok(())
    }

    /// Answers a `go` without a search.
    fn answer_without_move(&mut self) -> Result<(), PlayError> {
        self.limits = Limits::default();
        self.writer.say(&Reply::Done { mv: None, ponder: None })
    }

    /// Reports the outcome of a position by the endgame tables.
    fn report_tablebase(&self, position: &Position) -> Result<(), PlayError> {
        let tables = self.settings.options.endgame.as_ref();
        match tables.and_then(|tables| tables.outcome(position)) {
            Some(outcome) => {
                let endgame = Some(outcome.to_string());
                self.writer.say(&Reply::Info(Info { endgame, ..Info::default() }))
            }
            None => Ok(()),
        }
    }

    fn go(&mut self, mode: GoMode) -> Result<(), PlayError> {
        if !self.check_variant()? {
            return self.answer_without_move();
        }
        self.rebuild_engine()?;
        let budget = match self.settings.budget {
            Budget::INFINITE => self.limits.budget(mode),
            own => own,
        };
        let Some(game) = self.game.clone().filter(|game| game.position().has_moves()) else {
            return self.answer_without_move();
        };
        self.mode = mode;
        if mode == GoMode::Think {
            self.observe_position()?;
        }
        if mode == GoMode::Analyze {
            self.report_tablebase(game.position())?;
        }
        let Some(mut engine) = self.engine.take() else { return Ok(()) };
        self.stop.reset();
        if mode == GoMode::Ponder {
            self.stop.start_pondering();
        }
        let (stop, writer) = (self.stop.clone(), self.writer.clone());
        let (result_sender, sender) = (self.result_sender.clone(), self.sender.clone());
        let strength = Strength::of(self.settings.level);
        std::thread::spawn(move || {
            // A closed output is noticed by the loop.
            let mut report =
                |iteration: &Iteration<'_>| drop(writer.say(&Reply::Info(info(iteration))));
            let search = AssertUnwindSafe(move || {
                let choice = match mode {
                    GoMode::Analyze => engine.analyse(&game, &budget, &stop, &mut report),
                    GoMode::Think | GoMode::Ponder => {
                        strength.think(&mut engine, &game, &budget, &stop, &mut report)
                    }
                };
                (engine, choice)
            });
            // The loop may have ended meanwhile.
            let _ = result_sender.send(catch_unwind(search).ok());
            let _ = sender.send(Event::SearchEnded);
        });
        Ok(())
    }
}

fn info(iteration: &Iteration<'_>) -> Info {
    let seconds = iteration.time.as_secs_f64();
    Info {
        depth: Some(u32::from(iteration.depth.plies())),
        mean_depth: None,
        score: Some(to_hub_score(iteration.score)),
        nodes: Some(iteration.nodes),
        time: Some(seconds),
        nps: (seconds > 0.0).then(|| iteration.nodes as f64 / seconds / 1e6),
        pv: iteration.line.iter().map(|&mv| mv.into()).collect(),
        endgame: None,
    }
}
