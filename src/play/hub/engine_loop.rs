//! Our engine on standard input and output, in the Hub protocol, version 2.
//!
//! Input is read by a thread of its own and the search runs in another, so that `ping`, `stop`, `ponder-hit` and the end
//! of input are noticed at once. Every `go` is answered by exactly one `done`, also when the input ends before.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::memory::{ENTRIES, Memory};
use super::observed_game::ObservedGame;
use crate::board::{Move, Position};
use crate::book::Book;
use crate::engine::level::LEVELS;
use crate::engine::to_hub_score;
use crate::engine::{
    BookConfig, Budget, Choice, Clock, Depth, Endgame, Engine, Evaluation, GameState, Iteration,
    Options, StopFlag,
};
use crate::play::error::PlayError;
use crate::play::game::online_learner::OnlineLearner;
use crate::play::game::strength::{Strength, fresh_seed};
use crate::play::lines::read_lines;
use crate::protocol::hub::{Command, GoMode, Info, Level, Param, ParamKind, Pos, Reply};
use crate::tablebase::{self, AUTO};

/// Who the engine is and what it starts with.
#[derive(Clone, Debug)]
pub struct HubSettings {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Network file or `material`.
    pub net: String,
    /// Settings of the engine.
    pub options: Options,
    /// The folder of its endgame tables; empty without tables.
    pub endgame: String,
    /// What every move may cost, whatever `level` says; infinite to obey `level`.
    pub budget: Budget,
    /// The file of its book; empty without one.
    pub book: String,
    /// The level for people that it plays at; none for full strength.
    pub level: Option<u8>,
    /// Tells the person at the machine what the protocol has no word for: tables that are made, or missing.
    pub note: fn(&str),
}

/// Lines that may wait while the loop is busy; it never is for long.
const LINES_AHEAD: usize = 1024;
/// Longer lines are cut: room for a game of a thousand moves.
const LONGEST_LINE: usize = 1 << 16;
/// Time for a game when `level` gives moves or an increment only, as Scan has it.
const UNTOLD_TIME: Duration = Duration::from_secs(30);
/// Largest transposition table that may be asked for, in MiB.
const MAX_TABLE: i64 = Options::MAX_TABLE as i64;
const HASH: &str = "hash";
const TABLE: &str = "tt-size";
const THREADS: &str = "threads";
/// Most threads that may be asked for.
const MAX_THREADS: i64 = Options::MAX_THREADS as i64;
const NET: &str = "net";
const ENDGAME: &str = "endgame";
const BOOK: &str = "book";
const LEVEL: &str = "level";
/// Every parameter, in the order in which they are declared.
const PARAMS: [&str; 9] = ["variant", TABLE, HASH, THREADS, NET, ENDGAME, BOOK, LEVEL, "ponder"];

enum Event {
    Line(String),
    End,
    /// There may be a search to fetch.
    Searched,
}

/// The engine given back with its move; nothing if it has failed.
type Found = Option<(Box<Engine>, Option<Choice>)>;

/// Plays as an engine until `quit` or the end of input; a student learns from each game that is over.
///
/// # Errors
/// The engine cannot be made, or nobody reads what it says.
pub fn run(
    settings: HubSettings,
    student: Option<Box<dyn OnlineLearner>>,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), PlayError> {
    let (sender, events) = sync_channel(LINES_AHEAD);
    let lines = sender.clone();
    std::thread::spawn(move || {
        read_lines(input, LONGEST_LINE, |line| lines.send(Event::Line(line)).is_ok());
        // The loop may be gone already.
        let _ = lines.send(Event::End);
    });
    let engine = Engine::new(&Evaluation::open(&settings.net)?, &settings.options)?;
    let (finder, found) = sync_channel(1);
    let made = (settings.net.clone(), settings.options.clone());
    let writer = Writer(Arc::new(Mutex::new(output)));
    let mut hub = HubLoop {
        memory: Memory::of(settings.options.table),
        settings,
        writer,
        sender,
        finder,
        found,
        engine: Some(Box::new(engine)),
        made,
        game: Some(GameState::new(Position::start())),
        level: Level::default(),
        stop: StopFlag::new(),
        waiting: VecDeque::new(),
        is_deserted: false,
        student,
        followed: None,
        told: None,
        asked: GoMode::Think,
    };
    hub.serve(&events)
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
    memory: Memory,
    writer: Writer<W>,
    sender: SyncSender<Event>,
    finder: SyncSender<Found>,
    found: Receiver<Found>,
    /// Away while it searches.
    engine: Option<Box<Engine>>,
    /// The network file and the options that the engine was made with.
    made: (String, Options),
    /// The position to search; `None` after one that could not be understood.
    game: Option<GameState>,
    level: Level,
    stop: StopFlag,
    /// Lines that came during a search and have to wait for its end.
    waiting: VecDeque<String>,
    /// Whether the input has ended: nobody may be listening any more.
    is_deserted: bool,
    /// Who learns from the games.
    student: Option<Box<dyn OnlineLearner>>,
    /// The game that is on, as far as it was played.
    followed: Option<ObservedGame>,
    /// The last `pos`, whose moves may be supposed only.
    told: Option<PositionCommand>,
    /// What the last `go` asked for; who ponders and is right thinks from then on.
    asked: GoMode,
}

/// A position, and how it came about.
struct PositionCommand {
    start: Position,
    moves: Vec<Move>,
    /// Whether we pondered or analysed it: nobody may have played it.
    is_supposed: bool,
}

/// Whether the loop goes on.
#[derive(PartialEq)]
enum Next {
    On,
    Quit,
}

impl<W: Write + Send + 'static> HubLoop<W> {
    fn serve(&mut self, events: &Receiver<Event>) -> Result<(), PlayError> {
        loop {
            match self.next(events) {
                Ok(Next::On) => {}
                Ok(Next::Quit) => {
                    self.stop.stop();
                    return Ok(());
                }
                Err(PlayError::Pipe(_)) if self.is_deserted => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    /// Who is so far ahead waits for the search, which has been told to stop.
    fn next(&mut self, events: &Receiver<Event>) -> Result<Next, PlayError> {
        if self.engine.is_none() && self.waiting.len() >= LINES_AHEAD {
            let found = self.found.recv().ok().flatten();
            return self.answer(found);
        }
        // The reader thread holds a sender as long as the loop does, so the channel never closes first.
        match events.recv().unwrap_or(Event::End) {
            Event::End => {
                self.is_deserted = true;
                self.take("quit".into())
            }
            // It may have been fetched before.
            Event::Searched => match self.found.try_recv() {
                Ok(found) => self.answer(found),
                Err(_) => Ok(Next::On),
            },
            Event::Line(line) => self.take(line),
        }
    }

    fn take(&mut self, line: String) -> Result<Next, PlayError> {
        if self.engine.is_some() { self.obey(&line) } else { self.obey_in_search(line) }
    }

    /// During a search only these three mean something; anything else ends it and waits.
    fn obey_in_search(&mut self, line: String) -> Result<Next, PlayError> {
        match Command::parse(&line) {
            Ok(None) => {}
            Ok(Some(Command::Ping)) => self.writer.say(&Reply::Pong)?,
            Ok(Some(Command::Stop)) if self.waiting.is_empty() => self.stop.stop(),
            Ok(Some(Command::PonderHit)) if self.waiting.is_empty() => self.ponder_hit(),
            _ => {
                self.stop.stop();
                self.waiting.push_back(line);
            }
        }
        Ok(Next::On)
    }

    /// The search is over: one `done`, then what has waited.
    fn answer(&mut self, found: Found) -> Result<Next, PlayError> {
        let (engine, choice) = found.ok_or(PlayError::Search)?;
        self.engine = Some(engine);
        self.level = Level::default();
        self.writer.say(&Reply::Done {
            mv: choice.as_ref().map(|choice| choice.mv.into()),
            ponder: choice.as_ref().and_then(Choice::ponder).map(Into::into),
        })?;
        self.has_answered(choice.as_ref().map(|choice| choice.mv))?;
        while self.engine.is_some() {
            let Some(line) = self.waiting.pop_front() else { break };
            if self.obey(&line)? == Next::Quit {
                return Ok(Next::Quit);
            }
        }
        self.reconsider();
        Ok(Next::On)
    }

    /// The move that we expected was played.
    fn ponder_hit(&mut self) {
        self.stop.ponder_hit();
        if self.asked == GoMode::Ponder {
            self.asked = GoMode::Think;
        }
    }

    /// Our answer is a move of the game, unless nobody has asked for one.
    fn has_answered(&mut self, mv: Option<Move>) -> Result<(), PlayError> {
        if self.asked != GoMode::Think {
            self.told.iter_mut().for_each(|told| told.is_supposed = true);
            return Ok(());
        }
        self.enter()?;
        if let (Some(followed), Some(mv)) = (&mut self.followed, mv) {
            followed.answer(mv);
        }
        Ok(())
    }

    /// A waiting `go` has begun the next search: of what came after it only this much means something now.
    fn reconsider(&mut self) {
        while let Some(line) = self.waiting.front() {
            match Command::parse(line) {
                Ok(Some(Command::Stop)) => self.stop.stop(),
                Ok(Some(Command::PonderHit)) => self.ponder_hit(),
                _ => return self.stop.stop(),
            }
            self.waiting.pop_front();
        }
    }

    fn obey(&mut self, line: &str) -> Result<Next, PlayError> {
        let command = match Command::parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(Next::On),
            Err(error) => {
                if line.trim_start().starts_with("pos") {
                    self.game = None;
                }
                self.complain(&error)?;
                // Every `go` has its `done`, also one that cannot be read.
                if line.split_whitespace().next() == Some("go") {
                    self.answer_nothing()?;
                }
                return Ok(Next::On);
            }
        };
        match command {
            Command::Hub => self.introduce()?,
            Command::SetParam { name, value } => self.set_param(&name, &value)?,
            Command::Init => {
                self.renew()?;
                self.writer.say(&Reply::Ready)?;
            }
            Command::NewGame => {
                self.learn()?;
                self.renew()?;
                if let Some(engine) = &mut self.engine {
                    engine.new_game();
                }
            }
            Command::Ping => self.writer.say(&Reply::Pong)?,
            Command::Pos(pos) => self.set_position(&pos)?,
            Command::Level(level) => self.level = self.level.merged(level),
            Command::Go(mode) => self.go(mode)?,
            Command::Stop | Command::PonderHit => {}
            Command::Quit => {
                self.learn()?;
                return Ok(Next::Quit);
            }
        }
        Ok(Next::On)
    }

    fn complain(&self, error: &dyn std::fmt::Display) -> Result<(), PlayError> {
        self.writer.say(&Reply::Error(error.to_string()))
    }

    fn introduce(&self) -> Result<(), PlayError> {
        let text = |text: &str| Some(text.to_owned());
        self.writer.say(&Reply::Id {
            name: self.settings.name.clone(),
            version: text(&self.settings.version),
            author: None,
            country: None,
        })?;
        for name in PARAMS {
            let (value, kind) = self.param(name);
            self.writer.say(&Reply::Param(Param { name: name.into(), value, kind }))?;
        }
        self.writer.say(&Reply::Wait)
    }

    /// A parameter's value now, and those it can have.
    fn param(&self, name: &str) -> (String, ParamKind) {
        let int = |min, max| ParamKind::Int { min, max };
        let settings = &self.settings;
        let normal = || "normal".to_owned();
        match name {
            "variant" => (normal(), ParamKind::Enum(vec![normal()])),
            TABLE => {
                let (min, max) = (*ENTRIES.start(), *ENTRIES.end());
                (self.memory.entries().to_string(), int(min.into(), max.into()))
            }
            HASH => (self.memory.mebibytes().to_string(), int(1, MAX_TABLE)),
            THREADS => (settings.options.threads.to_string(), int(1, MAX_THREADS)),
            NET => (settings.net.clone(), ParamKind::Text),
            ENDGAME => (settings.endgame.clone(), ParamKind::Text),
            BOOK => (settings.book.clone(), ParamKind::Text),
            LEVEL => (settings.level.unwrap_or(0).to_string(), int(0, (*LEVELS.end()).into())),
            _ => ("false".into(), ParamKind::Bool),
        }
    }

    /// Unknown parameters are passed over, and the person at the machine is told.
    fn set_param(&mut self, name: &str, value: &str) -> Result<(), PlayError> {
        match name {
            TABLE => match value.parse().ok().filter(|number| ENTRIES.contains(number)) {
                Some(logarithm) => self.memory.set_entries(logarithm),
                None => self.complain(&format!(
                    "'{value}' is no {TABLE}; it is N of 2^N entries, from {} to {}; {HASH} gives MiB",
                    ENTRIES.start(),
                    ENTRIES.end()
                ))?,
            },
            HASH => match number(value, MAX_TABLE) {
                Some(mib) => self.memory.set_hash(mib.get()),
                None => self.complain_about(HASH, value, MAX_TABLE)?,
            },
            LEVEL => match value.parse::<u8>().ok().filter(|level| level <= LEVELS.end()) {
                Some(level) => self.settings.level = Some(level).filter(|&level| level > 0),
                None => self.complain(&format!(
                    "'{value}' is no {LEVEL}; it is a number from 1 to {}, or 0 for full strength",
                    LEVELS.end()
                ))?,
            },
            BOOK => self.set_book(value)?,
            THREADS => match number(value, MAX_THREADS) {
                Some(threads) => self.settings.options.threads = threads,
                None => self.complain_about(THREADS, value, MAX_THREADS)?,
            },
            NET => self.settings.net = value.into(),
            ENDGAME => self.set_endgame(value)?,
            "variant" if value != "normal" => {
                self.complain(&format!("the variant '{value}' is not played here, only normal"))?;
            }
            name if PARAMS.contains(&name) => {}
            name => (self.settings.note)(&format!(
                "the driver sets '{name}', which is no parameter here, and it is passed over; there are {}",
                PARAMS.join(", ")
            )),
        }
        self.settings.options.table = self.memory.mebibytes();
        Ok(())
    }

    /// Opens a book; that of before stays if it cannot be used. An empty name closes it, and so does `false`, for with Scan a book
    /// is on or off.
    fn set_book(&mut self, file: &str) -> Result<(), PlayError> {
        let is_on = self.settings.options.book.is_some();
        if file == self.settings.book || (file == "true" && is_on) {
            return Ok(());
        }
        if file == "true" {
            (self.settings.note)("the driver sets book=true, and there is no book: give its file");
            return Ok(());
        }
        if matches!(file, "" | "false") {
            self.settings.book.clear();
            self.settings.options.book = None;
            return Ok(());
        }
        match Book::open(Path::new(file)) {
            Ok(book) => {
                self.settings.options.book = Some(BookConfig { book, seed: fresh_seed() });
                self.settings.book = file.into();
                Ok(())
            }
            Err(error) => self.complain(&error),
        }
    }

    /// Opens the tables of a folder; those of before stay if it cannot be used. An empty name closes them. Only `auto` makes tables:
    /// a name that is typed wrong would leave them anywhere.
    fn set_endgame(&mut self, folder: &str) -> Result<(), PlayError> {
        if folder == self.settings.endgame {
            return Ok(());
        }
        let note = self.settings.note;
        let opened = match folder {
            "" => Ok(None),
            AUTO => {
                let threads = std::thread::available_parallelism().map_or(1, usize::from);
                let mut watch = |event: &tablebase::Event<'_>| {
                    event.notice().as_deref().into_iter().for_each(note);
                };
                Endgame::open_or_make(Path::new(AUTO), threads, &mut watch).map(Some)
            }
            folder => Endgame::open(Path::new(folder)).map(Some),
        };
        match opened {
            Ok(opened) => {
                let (endgame, notes) = opened.unzip();
                notes.iter().flatten().for_each(|text| note(text));
                self.settings.options.endgame = endgame;
                self.settings.endgame = folder.into();
                Ok(())
            }
            Err(error) => self.complain(&error),
        }
    }

    fn complain_about(&self, name: &str, value: &str, max: i64) -> Result<(), PlayError> {
        self.complain(&format!("'{value}' is no {name}; it is a number from 1 to {max}"))
    }

    /// Makes the engine anew if parameters have changed; one that cannot be made is reported, and the old one stays with
    /// its parameters. Tables that could be opened are kept for the next.
    fn renew(&mut self) -> Result<(), PlayError> {
        let wanted = (self.settings.net.clone(), self.settings.options.clone());
        if wanted == self.made {
            return Ok(());
        }
        let made = Evaluation::open(&self.settings.net)
            .map_err(PlayError::from)
            .and_then(|evaluation| Ok(Engine::new(&evaluation, &self.settings.options)?));
        match made {
            Ok(engine) => {
                self.engine = Some(Box::new(engine));
                self.made = wanted;
            }
            Err(error) => {
                let endgame = self.settings.options.endgame.take();
                let book = self.settings.options.book.take();
                let (net, options) = self.made.clone();
                self.settings.net = net;
                self.memory = Memory::of(options.table);
                self.settings.options = Options { endgame, book, ..options };
                self.complain(&error)?;
            }
        }
        Ok(())
    }

    /// Limits of an earlier position do not hold for a new one.
    fn set_position(&mut self, pos: &Pos) -> Result<(), PlayError> {
        self.level = Level::default();
        let (mut game, mut moves) = (GameState::new(pos.start), Vec::new());
        for text in &pos.moves {
            match text.find(game.position()) {
                Ok((mv, _)) => {
                    game.play(mv);
                    moves.push(mv);
                }
                Err(error) => {
                    self.game = None;
                    return self.complain(&error);
                }
            }
        }
        self.game = Some(game);
        self.told = Some(PositionCommand { start: pos.start, moves, is_supposed: false });
        Ok(())
    }

    /// What was told last has been played, and we are asked for a move there: the game that is on goes on, or is over, if another
    /// one has begun.
    fn enter(&mut self) -> Result<(), PlayError> {
        let Some(PositionCommand { start, moves, .. }) = self.told.take() else { return Ok(()) };
        let same = self.followed.as_mut().is_some_and(|game| game.goes_on_with(&start, &moves));
        if !same {
            self.learn()?;
            self.followed = self.student.is_some().then(|| ObservedGame::new(start, moves));
        }
        if let (Some(followed), Some(game)) = (&mut self.followed, &self.game) {
            followed.ask(game.position().turn());
        }
        Ok(())
    }

    /// The game that was on is over: who learns goes through it.
    fn learn(&mut self) -> Result<(), PlayError> {
        // The last move of the other side is told, and nothing is asked after it.
        if let (Some(game), Some(told)) = (&mut self.followed, &self.told)
            && !told.is_supposed
        {
            let _ = game.goes_on_with(&told.start, &told.moves);
        }
        let (Some(student), Some(game)) = (&mut self.student, self.followed.take()) else {
            return Ok(());
        };
        let Some(past) = game.past() else { return Ok(()) };
        match student.learn(&past, &self.settings.options) {
            Ok(engine) => {
                // The book may have grown.
                self.settings.options.book = engine.book_config().cloned();
                self.made.1.book.clone_from(&self.settings.options.book);
                self.engine = Some(Box::new(engine));
            }
            Err(error) => self.complain(&error)?,
        }
        Ok(())
    }

    /// There is nothing to search.
    fn answer_nothing(&mut self) -> Result<(), PlayError> {
        self.level = Level::default();
        self.writer.say(&Reply::Done { mv: None, ponder: None })
    }

    /// Says how a position ends that the tables hold, before it is analysed.
    fn tell_known(&self, position: &Position) -> Result<(), PlayError> {
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
        self.renew()?;
        let budget = match self.settings.budget {
            Budget::INFINITE => budget(&self.level),
            own => own,
        };
        let Some(game) = self.game.clone().filter(|game| game.position().has_moves()) else {
            return self.answer_nothing();
        };
        self.asked = mode;
        if mode == GoMode::Think {
            self.enter()?;
        }
        if mode == GoMode::Analyze {
            self.tell_known(game.position())?;
        }
        let Some(mut engine) = self.engine.take() else { return Ok(()) };
        self.stop.reset();
        if mode == GoMode::Ponder {
            self.stop.start_pondering();
        }
        let (stop, writer) = (self.stop.clone(), self.writer.clone());
        let (finder, sender) = (self.finder.clone(), self.sender.clone());
        let strength = Strength::of(self.settings.level);
        std::thread::spawn(move || {
            // Who does not read what we say is found out by the loop.
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
            let _ = finder.send(catch_unwind(search).ok());
            let _ = sender.send(Event::Searched);
        });
        Ok(())
    }
}

/// A number from 1 to this.
fn number(text: &str, max: i64) -> Option<NonZeroUsize> {
    text.parse::<NonZeroUsize>().ok().filter(|number| number.get() <= max as usize)
}

/// What a level allows; nothing said is no limit.
fn budget(level: &Level) -> Budget {
    let has_clock = level.time.is_some() || level.moves.is_some() || level.increment.is_some();
    let increment = level.increment.unwrap_or_default();
    let clock = Clock {
        // The increment comes before each move and is not in the time yet.
        remaining: level.time.unwrap_or(UNTOLD_TIME) + increment,
        increment,
        moves_to_go: level.moves.filter(|&moves| moves > 0),
    };
    let depth = level.depth.map(|plies| Depth::new(u8::try_from(plies.max(1)).unwrap_or(u8::MAX)));
    Budget { time: level.move_time, clock: has_clock.then_some(clock), nodes: level.nodes, depth }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_increment_is_added_before_the_move() {
        let level = Level {
            time: Some(Duration::from_secs(60)),
            increment: Some(Duration::from_secs(1)),
            ..Level::default()
        };
        assert_eq!(
            budget(&level).clock.map(|clock| clock.remaining),
            Some(Duration::from_secs(61))
        );
        assert_eq!(budget(&Level::default()), Budget::INFINITE);
        assert_eq!(budget(&Level { infinite: true, ..Level::default() }), Budget::INFINITE);
    }

    #[test]
    fn a_missing_time_counts_as_half_a_minute_and_a_depth_of_zero_as_one() {
        let level = Level { moves: Some(10), depth: Some(0), ..Level::default() };
        let found = budget(&level);
        assert_eq!(found.clock.map(|clock| clock.remaining), Some(UNTOLD_TIME));
        assert_eq!(found.depth, Some(Depth::ONE));
    }
}
