//! Version 1, as Scan 2.0 speaks it: plain words, times in milliseconds, a lower-case turn. Only the driving side.

use std::fmt;
use std::time::Duration;

use super::command::GoMode;
use super::info::Info;
use super::write_position;
use crate::board::Position;
use crate::protocol::{HubError, MoveText};

/// A line to an engine of version 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `hub`: say who you are.
    Hub,
    /// `set`: give a parameter a value; version 1 does not declare parameters.
    Set {
        /// The parameter's name.
        name: String,
        /// Its value.
        value: String,
    },
    /// `init`: load what is needed and answer `ready`.
    Init,
    /// `new`: forget the last game.
    NewGame,
    /// `ping`: answer `pong`.
    Ping,
    /// `pos`: the position; forgets limits.
    Pos(Position),
    /// `move`: a move played on that position.
    Move(MoveText),
    /// `depth`: plies of the next search.
    Depth(u32),
    /// `time`: time of the next move.
    Time(Duration),
    /// `level`: moves left (0 is all), time left, increment.
    Level {
        /// Moves to the time control, 0 for the rest of the game.
        moves: u32,
        /// Time left.
        time: Duration,
        /// Increment.
        increment: Duration,
    },
    /// `go`, `ponder` or `analyse`.
    Go(GoMode),
    /// `stop`: finish soon.
    Stop,
    /// `ponder-hit`.
    PonderHit,
    /// `quit`: end.
    Quit,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Hub => f.write_str("hub"),
            Command::Set { name, value } => write!(f, "set {} {}", word(name), word(value)),
            Command::Init => f.write_str("init"),
            Command::NewGame => f.write_str("new"),
            Command::Ping => f.write_str("ping"),
            Command::Pos(position) => write!(f, "pos {}", lower_turn(position)),
            Command::Move(mv) => write!(f, "move {mv}"),
            Command::Depth(plies) => write!(f, "depth {plies}"),
            Command::Time(time) => write!(f, "time {}", time.as_millis()),
            Command::Level { moves, time, increment } => {
                write!(f, "level {moves} {} {}", time.as_millis(), increment.as_millis())
            }
            Command::Go(GoMode::Think) => f.write_str("go"),
            Command::Go(GoMode::Ponder) => f.write_str("ponder"),
            Command::Go(GoMode::Analyze) => f.write_str("analyse"),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponder-hit"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

fn lower_turn(position: &Position) -> String {
    let mut text = write_position(position);
    text[..1].make_ascii_lowercase();
    text
}

/// Version 1 has no quotes: blanks inside a word become `_`.
fn word(text: &str) -> String {
    text.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c }).collect()
}

/// A line from an engine of version 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `name`: the engine's name and version.
    Name(String),
    /// `wait`: parameters may be set now.
    Wait,
    /// `ready`: the answer to `init`.
    Ready,
    /// `pong`: the answer to `ping`.
    Pong,
    /// `info`: how the search goes; its line is in another notation and is not read.
    Info(Info),
    /// `move`: the answer to `go`.
    Move {
        /// The move; none when the position has none.
        mv: Option<MoveText>,
        /// The reply expected.
        ponder: Option<MoveText>,
    },
    /// `error`: something was wrong with a line.
    Error(String),
}

impl Reply {
    /// Reads a line; `None` for an empty line, a banner, an echo or anything else that needs no answer.
    ///
    /// # Errors
    /// An answer to `go` whose move cannot be read.
    pub fn parse(text: &str) -> Result<Option<Reply>, HubError> {
        let text = text.trim();
        let (command, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Ok(Some(match command {
            "name" => Reply::Name(rest.trim().into()),
            "wait" => Reply::Wait,
            "ready" => Reply::Ready,
            "pong" => Reply::Pong,
            "info" => Reply::Info(read_info(rest)),
            "move" => {
                let mut words = rest.split_whitespace().map(str::parse);
                let mv = words.next().transpose()?;
                Reply::Move { mv, ponder: words.next().and_then(Result::ok) }
            }
            "error" => Reply::Error(rest.trim().into()),
            _ => return Ok(None),
        }))
    }
}

/// Depth, mean depth, score in hundredths of a man, nodes, seconds, million nodes a second.
fn read_info(text: &str) -> Info {
    let mut words = text.split_whitespace();
    let mut real = || words.next().and_then(|word| word.parse::<f64>().ok());
    Info {
        depth: real().map(|x| x as u32),
        mean_depth: real(),
        score: real().map(|x| x / 100.0),
        nodes: real().map(|x| x as u64),
        time: real(),
        nps: real(),
        pv: Vec::new(),
        endgame: None,
    }
}
