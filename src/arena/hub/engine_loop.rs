//! Our engine on standard input and output, in the Hub protocol, version 2.
//!
//! Input is read by a thread of its own and the search runs in another, so that `ping`, `stop`, `ponder-hit` and the end
//! of input are noticed at once. Every `go` is answered by exactly one `done`, also when the input ends before.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use super::hash_size::{ENTRIES, HashSize};
use super::limits::{self, Limits};
use super::observed_game::ObservedGame;
use crate::board::{Move, Position};
use crate::book::Book;
use crate::error::PlayError;
use crate::lines::read_lines;
use crate::play::online_learner::OnlineLearner;
use crate::play::strength::{Strength, fresh_seed};
use crate::player::level::LEVELS;
use crate::player::to_hub_score;
use crate::player::{
    BookConfig, Budget, Choice, Endgame, Engine, Evaluation, GameState, Iteration, MoveFunction,
    Options, StopFlag,
};
use crate::protocol::HubError;
use crate::protocol::hub::{Command, GoMode, Info, Level, Param, ParamKind, Pos, Reply};
use crate::tablebase::{self, AUTO, FIRST_PIECES, TablesError};

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
/// Largest transposition table that may be asked for, in MiB.
const MAX_TABLE: i64 = Options::MAX_TABLE as i64;
const VARIANT: &str = "variant";
/// International draughts as its variant is called, the only one that is played.
const NORMAL: &str = "normal";
const HASH: &str = "hash";
const TABLE: &str = "tt-size";
const THREADS: &str = "threads";
/// Most threads that may be asked for.
const MAX_THREADS: i64 = Options::MAX_THREADS as i64;
const NET: &str = "net";
const ENDGAME: &str = "endgame";
/// The most pieces of endgame tables, as Scan has it.
const TABLE_PIECES: &str = "bb-size";
const BOOK: &str = "book";
const LEVEL: &str = "level";
/// Every parameter, in the order in which they are declared.
const PARAMS: [&str; 10] =
    [VARIANT, TABLE, HASH, THREADS, NET, ENDGAME, TABLE_PIECES, BOOK, LEVEL, "ponder"];
/// Those of a function, which does not search.
const FUNCTION_PARAMS: [&str; 2] = [VARIANT, "ponder"];

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

    /// The parameters that are declared.
    fn params(&self) -> &'static [&'static str] {
        if self.function.is_some() { &FUNCTION_PARAMS } else { &PARAMS }
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

    fn identify(&self) -> Result<(), PlayError> {
        let text = |text: &str| Some(text.to_owned());
        self.writer.say(&Reply::Id {
            name: self.settings.name.clone(),
            version: text(&self.settings.version),
            author: self.settings.author.clone(),
            country: self.settings.country.clone(),
        })?;
        for &name in self.settings.params() {
            let (value, kind) = self.param(name);
            self.writer.say(&Reply::Param(Param { name: name.into(), value, kind }))?;
        }
        self.writer.say(&Reply::Wait)
    }

    fn param(&self, name: &str) -> (String, ParamKind) {
        let int = |min, max| ParamKind::Int { min, max };
        let settings = &self.settings;
        match name {
            VARIANT => (NORMAL.into(), ParamKind::Enum(vec![NORMAL.into()])),
            TABLE => {
                let (min, max) = (*ENTRIES.start(), *ENTRIES.end());
                (self.hash.entries().to_string(), int(min.into(), max.into()))
            }
            HASH => (self.hash.mebibytes().to_string(), int(1, MAX_TABLE)),
            THREADS => (settings.options.threads.to_string(), int(1, MAX_THREADS)),
            NET => (settings.net.clone(), ParamKind::Text),
            ENDGAME => (settings.endgame.clone(), ParamKind::Text),
            TABLE_PIECES => (self.table_pieces().to_string(), int(0, self.largest_tables().into())),
            BOOK => (settings.book.clone(), ParamKind::Text),
            LEVEL => (settings.level.unwrap_or(0).to_string(), int(0, (*LEVELS.end()).into())),
            _ => ("false".into(), ParamKind::Bool),
        }
    }

    /// Sets a parameter; unknown ones are passed over with a note to the user.
    fn set_param(&mut self, name: &str, value: &str) -> Result<(), PlayError> {
        let params = self.settings.params();
        match name {
            name if !params.contains(&name) => (self.settings.note)(&format!(
                "the driver sets '{name}', which is no parameter here, and it is passed over; there are {}",
                params.join(", ")
            )),
            TABLE => match value.parse().ok().filter(|number| ENTRIES.contains(number)) {
                Some(logarithm) => self.hash.set_entries(logarithm),
                None => self.report_error(&format!(
                    "'{value}' is no {TABLE}; it is N of 2^N entries, from {} to {}; {HASH} gives MiB",
                    ENTRIES.start(),
                    ENTRIES.end()
                ))?,
            },
            HASH => match number(value, MAX_TABLE) {
                Some(mib) => self.hash.set_hash(mib.get()),
                None => self.report_bad_number(HASH, value, MAX_TABLE)?,
            },
            LEVEL => match value.parse::<u8>().ok().filter(|level| level <= LEVELS.end()) {
                Some(level) => self.settings.level = Some(level).filter(|&level| level > 0),
                None => self.report_error(&format!(
                    "'{value}' is no {LEVEL}; it is a number from 1 to {}, or 0 for full strength",
                    LEVELS.end()
                ))?,
            },
            BOOK => self.set_book(value)?,
            THREADS => match number(value, MAX_THREADS) {
                Some(threads) => self.settings.options.threads = threads,
                None => self.report_bad_number(THREADS, value, MAX_THREADS)?,
            },
            NET => self.settings.net = value.into(),
            ENDGAME => self.set_endgame(value)?,
            TABLE_PIECES => match value.parse().ok() {
                Some(pieces) => self.set_table_pieces(pieces)?,
                None => self.report_error(&format!(
                    "'{value}' is no {TABLE_PIECES}; it is the most pieces of endgame tables, or 0 for none"
                ))?,
            },
            VARIANT => {
                self.variant = Some(value.to_owned()).filter(|value| value != NORMAL);
                self.check_variant()?;
            }
            _ => {}
        }
        self.settings.options.hash_mb = self.hash.mebibytes();
        Ok(())
    }

    /// Whether the variant is played; another one is reported.
    fn check_variant(&self) -> Result<bool, PlayError> {
        let Some(variant) = &self.variant else { return Ok(true) };
        self.report_error(&format!(
            "the variant '{variant}' is not played here; until variant is {NORMAL}, go is answered without a move"
        ))?;
        Ok(false)
    }

    /// Opens a book; the present one stays if it cannot be used. An empty name closes the book, and so does `false`, as the book of
    /// Scan is on or off.
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
            Err(error) => self.report_error(&error),
        }
    }

    /// Opens the tables of a folder; the present ones stay if it cannot be used. An empty name closes them. Only `auto` makes tables: a
    /// mistyped name would leave them anywhere.
    fn set_endgame(&mut self, folder: &str) -> Result<(), PlayError> {
        if folder == self.settings.endgame {
            return Ok(());
        }
        self.most_pieces = u32::MAX;
        match folder {
            "" => {
                self.stop_making();
                self.settings.endgame.clear();
                self.settings.options.endgame = None;
                Ok(())
            }
            AUTO => self.open_auto(),
            folder => self.open_tables(folder),
        }
    }

    /// Opens the tables of a folder.
    fn open_tables(&mut self, folder: &str) -> Result<(), PlayError> {
        match Endgame::open(&place(folder)) {
            Ok((endgame, notes)) => {
                self.stop_making();
                notes.iter().for_each(|text| (self.settings.note)(text));
                self.settings.options.endgame = Some(endgame.limited(self.most_pieces));
                self.settings.endgame = folder.into();
                Ok(())
            }
            Err(error) => self.report_error(&error),
        }
    }

    /// Opens the tables of `auto`. Where there are none they are made on a thread of their own, and the engine plays without them until
    /// they are there: no answer waits for them.
    fn open_auto(&mut self) -> Result<(), PlayError> {
        match Endgame::is_made(Path::new(AUTO)) {
            Ok(true) => return self.open_tables(AUTO),
            Ok(false) => {}
            Err(error) => return self.report_error(&error),
        }
        self.stop_making();
        self.settings.options.endgame = None;
        self.settings.endgame = AUTO.into();
        let (note, sender, stop) = (self.settings.note, self.sender.clone(), StopFlag::new());
        self.making = Some(stop.clone());
        std::thread::spawn(move || {
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            let mut watch = |event: &tablebase::Event<'_>| {
                event.message().as_deref().into_iter().for_each(note);
            };
            let is_stopped = || stop.is_stopped();
            let made = Endgame::open_or_make(Path::new(AUTO), threads, &mut watch, &is_stopped);
            if !stop.is_stopped() {
                // The loop may have ended meanwhile.
                let _ = sender.send(Event::Tables(made.map(|(endgame, _)| endgame)));
            }
        });
        Ok(())
    }

    fn stop_making(&mut self) {
        self.making.take().iter().for_each(StopFlag::stop);
        self.made = None;
    }

    fn is_awaiting_tables(&self) -> bool {
        self.making.is_some() || self.made.is_some()
    }

    /// The tables of `auto` are there; the next game uses them.
    fn take_tables(&mut self, made: Result<Endgame, TablesError>) {
        if self.making.take().is_none() {
            return;
        }
        match made {
            Ok(endgame) => {
                self.made = Some(endgame);
                (self.settings.note)("the endgame tables are made; the next game has them");
            }
            Err(error) => {
                self.settings.endgame.clear();
                (self.settings.note)(&format!("there are no endgame tables: {error}"));
            }
        }
    }

    fn use_made_tables(&mut self) {
        if let Some(endgame) = self.made.take() {
            self.settings.options.endgame = Some(endgame.limited(self.most_pieces));
        }
    }

    /// The pieces of the largest tables that are used, or being made; 0 without tables.
    fn table_pieces(&self) -> u32 {
        match &self.settings.options.endgame {
            Some(endgame) => endgame.pieces(),
            None if self.is_awaiting_tables() => FIRST_PIECES.min(self.most_pieces),
            None => 0,
        }
    }

    /// The pieces of the largest tables that there are, or of those in the cache.
    fn largest_tables(&self) -> u32 {
        let tables = self.settings.options.endgame.as_ref();
        tables.map_or(0, |endgame| endgame.tables().pieces()).max(FIRST_PIECES)
    }

    /// Limits the tables to this number of pieces; without tables those of the cache are opened, and 0 closes them.
    fn set_table_pieces(&mut self, pieces: u32) -> Result<(), PlayError> {
        if pieces == self.table_pieces() {
            return Ok(());
        }
        if pieces == 0 {
            return self.set_endgame("");
        }
        let most = self.largest_tables();
        if pieces > most {
            (self.settings.note)(&format!(
                "{TABLE_PIECES}={pieces}: the tables have {most} pieces at most"
            ));
        }
        self.most_pieces = pieces;
        match self.settings.options.endgame.take() {
            Some(endgame) => self.settings.options.endgame = Some(endgame.limited(pieces)),
            None if self.is_awaiting_tables() => {}
            None => self.open_auto()?,
        }
        Ok(())
    }

    fn report_bad_number(&self, name: &str, value: &str, max: i64) -> Result<(), PlayError> {
        self.report_error(&format!("'{value}' is no {name}; it is a number from 1 to {max}"))
    }

    /// Makes the engine anew if parameters have changed. If that fails, the error is reported and the present engine stays with its
    /// parameters; tables that could be opened are kept for the next attempt.
    fn rebuild_engine(&mut self) -> Result<(), PlayError> {
        let wanted = (self.settings.net.clone(), self.settings.options.clone());
        if wanted == self.engine_config {
            return Ok(());
        }
        match self.settings.engine() {
            Ok(engine) => {
                self.engine = Some(Box::new(engine));
                self.engine_config = wanted;
            }
            Err(error) => {
                let endgame = self.settings.options.endgame.take();
                let book = self.settings.options.book.take();
                let (net, options) = self.engine_config.clone();
                self.settings.net = net;
                self.hash = HashSize::of(options.hash_mb);
                self.settings.options = Options { endgame, book, ..options };
                self.report_error(&error)?;
            }
        }
        Ok(())
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

/// The folder of a name; one that cannot be found keeps its name, for the error.
fn place(folder: &str) -> PathBuf {
    tablebase::folder(Path::new(folder)).unwrap_or_else(|_| folder.into())
}

fn number(text: &str, max: i64) -> Option<NonZeroUsize> {
    text.parse::<NonZeroUsize>().ok().filter(|number| number.get() <= max as usize)
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
