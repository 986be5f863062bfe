//! Lines to the engine.

use std::fmt;

use super::level::Level;
use super::line::HubLine;
use super::{read_position, write_position};
use crate::board::Position;
use crate::protocol::{HubError, MoveText};

/// A line to the engine, version 2.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `hub`: say who you are and which parameters you have.
    Hub,
    /// `set-param`: give a parameter a value.
    SetParam {
        /// The parameter's name.
        name: String,
        /// Its value.
        value: String,
    },
    /// `init`: load what is needed and answer `ready`.
    Init,
    /// `new-game`: forget what was learned in the last game.
    NewGame,
    /// `ping`: answer `pong`.
    Ping,
    /// `pos`: the position to search.
    Pos(Pos),
    /// `level`: limits of the next search.
    Level(Level),
    /// `go`: search.
    Go(GoMode),
    /// `stop`: finish soon.
    Stop,
    /// `ponder-hit`: the expected reply was played; the search now costs time.
    PonderHit,
    /// `quit`: end.
    Quit,
}

/// A position with the moves that led on from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Pos {
    /// Where the moves begin.
    pub start: Position,
    /// The moves as written.
    pub moves: Vec<MoveText>,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoMode {
    /// To play a move.
    Think,
    /// On the opponent's time: the position already holds the reply expected of him.
    Ponder,
    /// To understand the position: no book, and a single move is searched too.
    Analyze,
}

impl Command {
    /// Reads a line; `None` for an empty line or an unknown command. Unknown arguments are passed over.
    ///
    /// # Errors
    /// A known command that cannot be carried out as written.
    pub fn parse(text: &str) -> Result<Option<Command>, HubError> {
        let Some(line) = HubLine::parse(text)? else { return Ok(None) };
        Ok(Some(match line.command.as_str() {
            "hub" => Command::Hub,
            "set-param" => set_param(&line)?,
            "init" => Command::Init,
            "new-game" => Command::NewGame,
            "ping" => Command::Ping,
            "pos" => Command::Pos(pos(&line)?),
            "level" => Command::Level(Level::from_line(&line)?),
            "go" => Command::Go(go_mode(&line)),
            "stop" => Command::Stop,
            "ponder-hit" => Command::PonderHit,
            "quit" => Command::Quit,
            _ => return Ok(None),
        }))
    }
}

fn set_param(line: &HubLine) -> Result<Command, HubError> {
    let missing = HubError::Missing { command: "set-param", argument: "name" };
    let name = line.value("name").ok_or(missing)?.into();
    Ok(Command::SetParam { name, value: line.value("value").unwrap_or_default().into() })
}

/// Both `pos` without argument and `pos start` are the start of a game.
fn pos(line: &HubLine) -> Result<Pos, HubError> {
    let start = match line.value("pos") {
        Some(text) => read_position(text)?,
        None => Position::start(),
    };
    let moves = line.value("moves").unwrap_or_default().split_whitespace();
    let moves = moves.map(str::parse).collect::<Result<_, _>>()?;
    Ok(Pos { start, moves })
}

/// The first mode that is named; without any it is `go think`.
fn go_mode(line: &HubLine) -> GoMode {
    let mut named = line.items.iter().filter_map(|item| match item.name.as_str() {
        "think" => Some(GoMode::Think),
        "ponder" => Some(GoMode::Ponder),
        "analyze" | "analyse" => Some(GoMode::Analyze),
        _ => None,
    });
    named.next().unwrap_or(GoMode::Think)
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match self {
            Command::Hub => HubLine::new("hub"),
            Command::SetParam { name, value } => {
                HubLine::new("set-param").with("name", name).with("value", value)
            }
            Command::Init => HubLine::new("init"),
            Command::NewGame => HubLine::new("new-game"),
            Command::Ping => HubLine::new("ping"),
            Command::Pos(pos) => pos.to_line(),
            Command::Level(level) => level.to_line(),
            Command::Go(GoMode::Think) => HubLine::new("go").flag("think"),
            Command::Go(GoMode::Ponder) => HubLine::new("go").flag("ponder"),
            Command::Go(GoMode::Analyze) => HubLine::new("go").flag("analyze"),
            Command::Stop => HubLine::new("stop"),
            Command::PonderHit => HubLine::new("ponder-hit"),
            Command::Quit => HubLine::new("quit"),
        };
        line.fmt(f)
    }
}

impl Pos {
    fn to_line(&self) -> HubLine {
        let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
        let moves = (!moves.is_empty()).then(|| moves.join(" "));
        HubLine::new("pos").with("pos", write_position(&self.start)).with_some("moves", moves)
    }
}
