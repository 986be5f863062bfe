//! The limits of the moves of a game, and its clocks.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;
use std::time::Duration;

use serde::Serialize;

use crate::board::{ByColor, Color};
use crate::error::PlayError;
use crate::player::{Budget, Clock, Depth};

/// The limits of the moves of a game, which may be combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MoveLimits {
    pub move_time: Option<Duration>,
    pub nodes: Option<u64>,
    pub depth: Option<u8>,
    /// A clock for the whole game.
    pub control: Option<TimeControl>,
}

/// A time control, written `moves/time+increment` in seconds as in cutechess, or `minutes:seconds` for the time. `@100000` after it: the
/// clock counts nodes, this number a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TimeControl {
    /// Moves until the clock gets its time again; `None` when the time is for the whole game.
    pub moves: Option<u32>,
    pub time: Duration,
    pub increment: Duration,
    /// The nodes that count as a second, in the place of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_rate: Option<NonZeroU64>,
}

impl FromStr for TimeControl {
    type Err = PlayError;

    fn from_str(text: &str) -> Result<TimeControl, PlayError> {
        let wrong = || {
            let form = "write moves/seconds+increment, for example 60+0.6 or 40/300, and @NODES for a clock of nodes";
            PlayError::Settings(format!("'{text:.40}' is no time control; {form}"))
        };
        let (text, node_rate) = match text.split_once('@') {
            Some((text, rate)) => (text, Some(rate.parse().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                (Some(moves.parse::<u32>().ok().filter(|&n| n > 0).ok_or_else(wrong)?), rest)
            }
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let time = match time.split_once(':') {
            Some((minutes, seconds)) => {
                seconds_of(minutes).ok_or_else(wrong)? * 60
                    + seconds_of(seconds).ok_or_else(wrong)?
            }
            None => seconds_of(time).ok_or_else(wrong)?,
        };
        let increment = seconds_of(increment).ok_or_else(wrong)?;
        if time.is_zero() {
            return Err(wrong());
        }
        Ok(TimeControl { moves, time, increment, node_rate })
    }
}

/// At most ten days: enough for any game, and never an overflow.
fn seconds_of(text: &str) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok()?;
    (0.0..=864_000.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        self.node_rate.map_or(Ok(()), |rate| write!(f, "@{rate}"))
    }
}

impl TimeControl {
    /// The time of a side for this number of moves, with refills and increments.
    fn time_for(&self, moves: u32) -> Duration {
        let periods = self.moves.map_or(1, |period| moves.div_ceil(period));
        let gained = self.increment.saturating_mul(moves);
        self.time.saturating_mul(periods).saturating_add(gained)
    }
}

impl MoveLimits {
    /// Whether a time is among them. A clock of nodes has none.
    pub(crate) const fn has_time(&self) -> bool {
        self.move_time.is_some() || self.control.is_some() && self.node_rate().is_none()
    }

    /// The nodes that count as a second.
    pub(crate) const fn node_rate(&self) -> Option<NonZeroU64> {
        match self.control {
            Some(control) => control.node_rate,
            None => None,
        }
    }

    /// The time of a side for this number of moves; `None` without a time limit.
    pub(crate) fn time_for(&self, moves: u32) -> Option<Duration> {
        let clock = self.control.map(|control| control.time_for(moves));
        let each = self.move_time.map(|time| time.saturating_mul(moves));
        [clock, each].into_iter().flatten().min()
    }
}

/// As in the `TimeControl` tag of PDN where possible, otherwise in words.
impl fmt::Display for MoveLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.control.map(|control| control.to_string()),
            self.move_time.map(|time| format!("1/{}", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("{nodes} nodes a move")),
            self.depth.map(|depth| format!("{depth} plies a move")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&if parts.is_empty() { "-".into() } else { parts.join(", ") })
    }
}

/// Both players' clocks during one game.
#[derive(Clone, Debug)]
pub(crate) struct Clocks(ByColor<PlayerClock>);

/// The clock of one side.
#[derive(Clone, Copy, Debug, Default)]
struct PlayerClock {
    limits: MoveLimits,
    remaining: Duration,
    played: u32,
}

impl Clocks {
    /// Clocks at the start of a game.
    pub(crate) fn new(limits: ByColor<MoveLimits>) -> Clocks {
        Clocks(ByColor::from_fn(|color| {
            let limits = limits[color];
            let remaining = limits.control.map_or(Duration::ZERO, |control| control.time);
            PlayerClock { limits, remaining, played: 0 }
        }))
    }

    /// The limits of this side.
    pub(crate) fn limits(&self, color: Color) -> &MoveLimits {
        &self.0[color].limits
    }

    /// The budget of the next move of this side.
    pub(crate) fn budget(&self, color: Color) -> Budget {
        let PlayerClock { limits, remaining, played } = self.0[color];
        let clock = limits.control.map(|control| Clock {
            remaining,
            increment: control.increment,
            moves_to_go: control.moves.map(|moves| moves - played % moves),
        });
        let depth = limits.depth.map(Depth::new);
        Budget {
            time: limits.move_time,
            clock,
            nodes: limits.nodes,
            depth,
            node_rate: limits.node_rate(),
        }
    }

    /// What the clock of this side shows; `None` without a clock for the game.
    pub(crate) fn left(&self, color: Color) -> Option<Duration> {
        let clock = &self.0[color];
        clock.limits.control.map(|_| clock.remaining)
    }

    /// The longest this side may take over its next move; `None` without a time limit.
    pub(crate) fn limit(&self, color: Color) -> Option<Duration> {
        [self.limits(color).move_time, self.left(color)].into_iter().flatten().min()
    }

    /// Counts a move; `false` if it took longer than allowed by more than the margin.
    pub(crate) fn spend(&mut self, color: Color, taken: Duration, margin: Duration) -> bool {
        let in_time = self.limit(color).is_none_or(|limit| taken <= limit + margin);
        let clock = &mut self.0[color];
        if let Some(control) = clock.limits.control {
            clock.played += 1;
            let refill = control.moves.is_some_and(|moves| clock.played.is_multiple_of(moves));
            let gained = control.increment + if refill { control.time } else { Duration::ZERO };
            clock.remaining = clock.remaining.saturating_sub(taken) + gained;
        }
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn control(text: &str) -> TimeControl {
        text.parse().expect(text)
    }

    /// Clocks of two sides with the same limits.
    fn clocks(limits: MoveLimits) -> Clocks {
        Clocks::new(ByColor::from_fn(|_| limits))
    }

    #[test]
    fn time_controls_read_and_write_themselves() {
        for text in ["60", "40/60", "60+0.6", "40/300+2.5", "0.5+0.01", "10+0.1@100000"] {
            assert_eq!(control(text).to_string(), text);
        }
        assert_eq!(control("40/5:30+1"), control("40/330+1"));
    }

    #[test]
    fn rubbish_is_no_time_control() {
        for text in
            ["", "/60", "0/60", "x", "60+", "-5", "0", "1e99", "nan", "5:x", "60+-1", "60@0", "60@"]
        {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_loses_time_and_gains_the_increment() {
        let mut clocks =
            clocks(MoveLimits { control: Some(control("60+2")), ..MoveLimits::default() });
        assert!(clocks.spend(Color::White, 10 * SECOND, Duration::ZERO));
        let clock = clocks.budget(Color::White).clock.expect("clock");
        assert_eq!(
            (clock.remaining, clock.increment, clock.moves_to_go),
            (52 * SECOND, 2 * SECOND, None)
        );
        assert_eq!(clocks.limit(Color::Black), Some(60 * SECOND));
        assert!(!clocks.spend(Color::White, 53 * SECOND, Duration::ZERO));
        assert!(clocks.spend(Color::Black, 61 * SECOND, SECOND));
    }

    #[test]
    fn a_time_control_gives_its_time_again() {
        let mut clocks =
            clocks(MoveLimits { control: Some(control("2/10")), ..MoveLimits::default() });
        let to_go =
            |clocks: &Clocks| clocks.budget(Color::White).clock.and_then(|clock| clock.moves_to_go);
        assert_eq!(to_go(&clocks), Some(2));
        clocks.spend(Color::White, 4 * SECOND, Duration::ZERO);
        assert_eq!(to_go(&clocks), Some(1));
        clocks.spend(Color::White, 4 * SECOND, Duration::ZERO);
        assert_eq!((to_go(&clocks), clocks.limit(Color::White)), (Some(2), Some(12 * SECOND)));
    }

    #[test]
    fn the_time_for_a_number_of_moves_holds_refills_and_increments() {
        let time_for = |text: &str, moves| {
            MoveLimits { control: Some(control(text)), ..MoveLimits::default() }.time_for(moves)
        };
        assert_eq!(time_for("60", 75), Some(60 * SECOND));
        assert_eq!(time_for("60+1", 75), Some(135 * SECOND));
        assert_eq!(time_for("40/60", 75), Some(120 * SECOND));
        assert_eq!(time_for("40/60", 40), Some(60 * SECOND));
        assert_eq!(time_for("40/60+2", 81), Some(342 * SECOND));
        let each = MoveLimits { move_time: Some(SECOND), ..MoveLimits::default() };
        assert_eq!(each.time_for(75), Some(75 * SECOND));
        let both = MoveLimits { control: Some(control("60+1")), ..each };
        assert_eq!(both.time_for(75), Some(75 * SECOND), "the shorter one counts");
        assert_eq!(MoveLimits { depth: Some(5), ..MoveLimits::default() }.time_for(75), None);
    }

    #[test]
    fn each_side_has_its_own_limits() {
        let black = MoveLimits { nodes: Some(7), ..MoveLimits::default() };
        let white = MoveLimits { control: Some(control("9")), ..MoveLimits::default() };
        let mut clocks = Clocks::new(ByColor { white, black });
        let nodes = Color::ALL.map(|color| clocks.budget(color).nodes);
        assert_eq!(nodes, [None, Some(7)]);
        assert!(clocks.spend(Color::Black, 99 * SECOND, Duration::ZERO));
        assert!(!clocks.spend(Color::White, 10 * SECOND, Duration::ZERO));
        assert_eq!(Color::ALL.map(|color| clocks.left(color)), [Some(Duration::ZERO), None]);
    }

    #[test]
    fn without_time_nobody_is_late() {
        let mut clocks = clocks(MoveLimits { nodes: Some(100), ..MoveLimits::default() });
        assert!(clocks.spend(Color::White, 1000 * SECOND, Duration::ZERO));
        assert_eq!(clocks.limit(Color::White), None);
    }
}
