//! The limits of the next search, as the `level` lines before it give them.

use std::time::Duration;

use crate::player::{Budget, Clock, Depth};
use crate::protocol::hub::{GoMode, Level};

/// The time of a game when `level` gives moves or an increment only, as in Scan.
const DEFAULT_GAME_TIME: Duration = Duration::from_secs(30);
/// The time of a move whose own time is invalid: without a limit it would lose the game on time.
pub(super) const SAFE_TIME: Duration = Duration::from_millis(100);

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits {
    level: Level,
    /// Whether a line had an invalid limit, or only unknown ones.
    is_refused: bool,
}

impl Limits {
    pub(super) fn add(&mut self, level: Level) {
        self.level = self.level.merged(level);
    }

    pub(super) fn refuse(&mut self) {
        self.is_refused = true;
    }

    /// The budget of a search; without limits it is infinite. No clock runs during an analysis.
    pub(super) fn budget(&self, mode: GoMode) -> Budget {
        let level = &self.level;
        let has_time = level.time.is_some() || level.move_time.is_some();
        if self.is_refused && !has_time && mode != GoMode::Analyze {
            return Budget { time: Some(SAFE_TIME), clock: None, ..budget(level) };
        }
        budget(level)
    }
}

fn budget(level: &Level) -> Budget {
    let has_clock = level.time.is_some() || level.moves.is_some() || level.increment.is_some();
    let increment = level.increment.unwrap_or_default();
    let clock = Clock {
        // The increment comes before each move and is not in the time yet.
        remaining: level.time.unwrap_or(DEFAULT_GAME_TIME) + increment,
        increment,
        moves_to_go: level.moves.filter(|&moves| moves > 0),
    };
    let depth = level.depth.map(|plies| Depth::new(u8::try_from(plies.max(1)).unwrap_or(u8::MAX)));
    Budget {
        time: level.move_time,
        clock: has_clock.then_some(clock),
        nodes: level.nodes,
        depth,
        ..Budget::INFINITE
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
        let result = budget(&level);
        assert_eq!(result.clock.map(|clock| clock.remaining), Some(DEFAULT_GAME_TIME));
        assert_eq!(result.depth, Some(Depth::ONE));
    }

    #[test]
    fn a_refused_time_is_a_short_one_and_other_limits_stay() {
        let refused = |level| Limits { level, is_refused: true };
        let moves = refused(Level { moves: Some(10), nodes: Some(9), ..Level::default() });
        let expected = Budget { time: Some(SAFE_TIME), nodes: Some(9), ..Budget::INFINITE };
        assert_eq!(moves.budget(GoMode::Think), expected);
        let time = Level { time: Some(Duration::from_secs(60)), ..Level::default() };
        assert_eq!(refused(time).budget(GoMode::Ponder), budget(&time));
        assert_eq!(refused(Level::default()).budget(GoMode::Analyze), Budget::INFINITE);
    }
}
