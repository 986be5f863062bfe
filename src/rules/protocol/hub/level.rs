//! The limits of a search, as the `level` line gives them.

use std::time::Duration;

use super::line::HubLine;
use crate::protocol::HubError;

/// Limits of one search; without any the search runs until `stop`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Moves to the next time control.
    pub moves: Option<u32>,
    /// Time left on the clock, without the increment for this move.
    pub time: Option<Duration>,
    /// Increment, added before each move.
    pub increment: Option<Duration>,
    /// Explicitly without limit: search until `stop`.
    pub infinite: bool,
}

impl Level {
    /// The names of the limits.
    pub const NAMES: [&str; 7] =
        ["depth", "nodes", "move-time", "moves", "time", "inc", "infinite"];

    /// Both lines together: the limits that `later` names replace those of this one, the rest stays.
    #[must_use]
    pub fn merged(self, later: Level) -> Level {
        Level {
            depth: later.depth.or(self.depth),
            nodes: later.nodes.or(self.nodes),
            move_time: later.move_time.or(self.move_time),
            moves: later.moves.or(self.moves),
            time: later.time.or(self.time),
            increment: later.increment.or(self.increment),
            infinite: later.infinite || self.infinite,
        }
    }

    /// The limits of a line that can be read, where others cannot.
    #[must_use]
    pub fn readable(text: &str) -> Level {
        HubLine::parse(text).ok().flatten().map(|line| Level::read(&line).0).unwrap_or_default()
    }

    /// The arguments of a line that name no limit; the protocol ignores them.
    #[must_use]
    pub fn unknown_names(text: &str) -> Vec<String> {
        let line = HubLine::parse(text).ok().flatten();
        let names = line.into_iter().flat_map(|line| line.items).map(|item| item.name);
        names.filter(|name| !Level::NAMES.contains(&name.as_str())).collect()
    }

    pub(super) fn from_line(line: &HubLine) -> Result<Level, HubError> {
        match Level::read(line) {
            (level, None) => Ok(level),
            (_, Some(error)) => Err(error),
        }
    }

    /// The limits that can be read, and why the first of the others cannot.
    fn read(line: &HubLine) -> (Level, Option<HubError>) {
        let mut error = None;
        let level = Level {
            depth: kept(integer(line, "depth"), &mut error),
            nodes: kept(integer(line, "nodes"), &mut error),
            move_time: kept(seconds(line, "move-time"), &mut error),
            moves: kept(integer(line, "moves"), &mut error),
            time: kept(seconds(line, "time"), &mut error),
            increment: kept(seconds(line, "inc"), &mut error),
            infinite: line.value("infinite").is_some(),
        };
        (level, error)
    }

    pub(super) fn to_line(self) -> HubLine {
        let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
        let line = HubLine::new("level")
            .with_some("depth", self.depth)
            .with_some("nodes", self.nodes)
            .with_some("move-time", seconds(self.move_time))
            .with_some("moves", self.moves)
            .with_some("time", seconds(self.time))
            .with_some("inc", seconds(self.increment));
        if self.infinite { line.flag("infinite") } else { line }
    }
}

/// A limit, if it can be read; of several errors the first is kept.
fn kept<T>(limit: Result<Option<T>, HubError>, first: &mut Option<HubError>) -> Option<T> {
    limit.unwrap_or_else(|error| {
        first.get_or_insert(error);
        None
    })
}

fn integer<T: std::str::FromStr>(
    line: &HubLine,
    argument: &'static str,
) -> Result<Option<T>, HubError> {
    let read = |text: &str| {
        let wrong =
            || HubError::Number { argument, text: text.into(), expected: "a whole number from 0" };
        text.parse().map_err(|_| wrong())
    };
    line.value(argument).map(read).transpose()
}

/// The longest time there is, in seconds: ten days are enough for any game, and sums of such times never overflow.
const MAX_SECONDS: f64 = 864_000.0;

/// Seconds, with a point or a comma; a clock that has run out (below zero) is zero, more than ten days are ten days.
fn seconds(line: &HubLine, argument: &'static str) -> Result<Option<Duration>, HubError> {
    let read = |text: &str| {
        let number: Option<f64> = text.replace(',', ".").parse().ok();
        let time = number.filter(|number| number.is_finite()).map(|n| n.clamp(0.0, MAX_SECONDS));
        time.map(Duration::from_secs_f64).ok_or_else(|| HubError::Number {
            argument,
            text: text.into(),
            expected: "seconds",
        })
    };
    line.value(argument).map(read).transpose()
}
