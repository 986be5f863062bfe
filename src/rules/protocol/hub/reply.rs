//! Lines from the engine.

use std::fmt;

use super::info::Info;
use super::line::HubLine;
use crate::protocol::{HubError, MoveText};

/// A line from the engine, version 2.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `id`: who the engine is.
    Id {
        /// Its name.
        name: String,
        /// Its version.
        version: Option<String>,
        /// Who wrote it.
        author: Option<String>,
        /// Where it comes from.
        country: Option<String>,
    },
    /// `param`: a parameter it has.
    Param(Param),
    /// `wait`: that was all; parameters may be set now.
    Wait,
    /// `ready`: the answer to `init`.
    Ready,
    /// `pong`: the answer to `ping`.
    Pong,
    /// `info`: how the search goes.
    Info(Info),
    /// `done`: the answer to `go`.
    Done {
        /// The move; none when the position has none or is not known.
        mv: Option<MoveText>,
        /// The reply expected.
        ponder: Option<MoveText>,
    },
    /// `error`: something was wrong with a line.
    Error(String),
}

/// A parameter of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its value now.
    pub value: String,
    /// The values it can have.
    pub kind: ParamKind,
}

/// The values a parameter can have.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamKind {
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Int {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// A number.
    Real {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
    },
    /// Any text.
    Text,
    /// One of these words.
    Enum(Vec<String>),
}

impl Reply {
    /// Reads a line; `None` for an empty line or an unknown word. Whatever follows `ponder`, the move before it counts.
    ///
    /// # Errors
    /// A known line that cannot be understood.
    pub fn parse(text: &str) -> Result<Option<Reply>, HubError> {
        let Some(line) = read_line(text)? else { return Ok(None) };
        let own = |name| line.value(name).map(str::to_owned);
        Ok(Some(match line.command.as_str() {
            "id" => Reply::Id {
                name: own("name").ok_or(HubError::Missing { command: "id", argument: "name" })?,
                version: own("version"),
                author: own("author"),
                country: own("country"),
            },
            "param" => Reply::Param(Param::from_line(&line)?),
            "wait" => Reply::Wait,
            "ready" => Reply::Ready,
            "pong" => Reply::Pong,
            "info" => Reply::Info(Info::from_line(&line)),
            "done" => Reply::Done {
                mv: read_move(&line, "move")?,
                ponder: read_move(&line, "ponder").unwrap_or_default(),
            },
            "error" => Reply::Error(own("message").unwrap_or_default()),
            _ => return Ok(None),
        }))
    }
}

/// A line; of a `done` whose ponder move cannot be read, the part before that.
fn read_line(text: &str) -> Result<Option<HubLine>, HubError> {
    let read = HubLine::parse(text);
    match text.split_once(" ponder") {
        Some((head, _)) if read.is_err() && head.trim_start().starts_with("done") => {
            HubLine::parse(head)
        }
        _ => read,
    }
}

fn read_move(line: &HubLine, name: &str) -> Result<Option<MoveText>, HubError> {
    Ok(line.value(name).filter(|text| !text.is_empty()).map(str::parse).transpose()?)
}

impl Param {
    fn from_line(line: &HubLine) -> Result<Param, HubError> {
        let missing = |argument| HubError::Missing { command: "param", argument };
        let name = line.value("name").ok_or(missing("name"))?.into();
        let value = line.value("value").unwrap_or_default().into();
        let kind = match line.value("type").ok_or(missing("type"))? {
            "bool" => ParamKind::Bool,
            "int" => ParamKind::Int {
                min: bound(line, "min")?.unwrap_or(i64::MIN),
                max: bound(line, "max")?.unwrap_or(i64::MAX),
            },
            "real" => ParamKind::Real {
                min: bound(line, "min")?.unwrap_or(f64::MIN),
                max: bound(line, "max")?.unwrap_or(f64::MAX),
            },
            "enum" => {
                // A control character is written as a blank, so it parts values as one does.
                let parts = |c: char| c.is_whitespace() || c.is_control();
                let values = line.value("values").unwrap_or_default().split(parts);
                let values = values.filter(|value| !value.is_empty());
                ParamKind::Enum(values.map(str::to_owned).collect())
            }
            _ => ParamKind::Text,
        };
        Ok(Param { name, value, kind })
    }

    fn to_line(&self) -> HubLine {
        let line = HubLine::new("param").with("name", &self.name).with("value", &self.value);
        match &self.kind {
            ParamKind::Bool => line.with("type", "bool"),
            ParamKind::Int { min, max } => {
                line.with("type", "int").with("min", min).with("max", max)
            }
            ParamKind::Real { min, max } => {
                line.with("type", "real").with("min", min).with("max", max)
            }
            ParamKind::Text => line.with("type", "string"),
            ParamKind::Enum(values) => line.with("type", "enum").with("values", values.join(" ")),
        }
    }
}

fn bound<T: std::str::FromStr>(
    line: &HubLine,
    argument: &'static str,
) -> Result<Option<T>, HubError> {
    let read = |text: &str| {
        text.parse().map_err(|_| HubError::Number {
            argument,
            text: text.into(),
            expected: "a number",
        })
    };
    line.value(argument).map(read).transpose()
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match self {
            Reply::Id { name, version, author, country } => HubLine::new("id")
                .with("name", name)
                .with_some("version", version.as_ref())
                .with_some("author", author.as_ref())
                .with_some("country", country.as_ref()),
            Reply::Param(param) => param.to_line(),
            Reply::Wait => HubLine::new("wait"),
            Reply::Ready => HubLine::new("ready"),
            Reply::Pong => HubLine::new("pong"),
            Reply::Info(info) => info.to_line(),
            Reply::Done { mv, ponder } => {
                HubLine::new("done").with_some("move", *mv).with_some("ponder", *ponder)
            }
            Reply::Error(message) => HubLine::new("error").with("message", message),
        };
        line.fmt(f)
    }
}
