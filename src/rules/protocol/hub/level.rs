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
    /// Asked for in so many words: search until `stop`.
    pub infinite: bool,
}

impl Level {
    /// Both lines together: what `later` names replaces what stood here, the rest stays.
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

    pub(super) fn from_line(line: &HubLine) -> Result<Level, HubError> {
        Ok(Level {
            depth: integer(line, "depth")?,
            nodes: integer(line, "nodes")?,
            move_time: seconds(line, "move-time")?,
            moves: integer(line, "moves")?,
            time: seconds(line, "time")?,
            increment: seconds(line, "inc")?,
            infinite: line.value("infinite").is_some(),
        })
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
