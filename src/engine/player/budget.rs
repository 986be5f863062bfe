//! The budget of a move, and time management over a game.

use std::num::NonZeroU64;
use std::time::Duration;

use crate::board::Position;
use crate::search::{Depth, Limits};

/// What the next move may cost; several limits may be combined. Without any the engine thinks until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Time for this move.
    pub time: Option<Duration>,
    /// Time for the rest of the game.
    pub clock: Option<Clock>,
    /// Nodes for this move.
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<Depth>,
    /// Time is counted in nodes, this number a second: a game with a clock is the same on every machine. Not while pondering.
    pub node_rate: Option<NonZeroU64>,
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time gained with every move.
    pub increment: Duration,
    /// Moves until the next time control; `None` when the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// Kept back of every move for the way to the opponent: a twentieth of the time, at most this. A clock keeps back as much
/// for each of the moves it has to last.
const LAG: Duration = Duration::from_millis(10);
/// Kept back of a clock in any case: a stalled machine must not lose the game.
const RESERVE: Duration = Duration::from_millis(50);
/// The most moves to the time control for which time is kept back.
const MAX_MOVES: u32 = 60;
/// A move may cost this many times its share when the search has trouble.
const MAX_SHARES: u32 = 4;

impl Budget {
    /// Think until stopped.
    pub const INFINITE: Budget =
        Budget { time: None, clock: None, nodes: None, depth: None, node_rate: None };

    /// A fixed time for the move.
    #[must_use]
    pub fn of_time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::INFINITE }
    }

    /// A fixed number of nodes for the move.
    #[must_use]
    pub fn of_nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::INFINITE }
    }

    /// A fixed depth for the move.
    #[must_use]
    pub fn of_depth(depth: Depth) -> Budget {
        Budget { depth: Some(depth), ..Budget::INFINITE }
    }

    /// The time left on a clock.
    #[must_use]
    pub fn of_clock(clock: Clock) -> Budget {
        Budget { clock: Some(clock), ..Budget::INFINITE }
    }

    /// The limits for the search. There is nothing to think about when the move is forced, unless no time is being measured.
    pub(super) fn limits(&self, position: &Position, is_forced: bool) -> Limits {
        let fixed = self.time.map(|time| time.saturating_sub(LAG.min(time / 20)));
        let shared = self.clock.map(|clock| share(clock, position.occupied().len()));
        let hard = [fixed, shared.map(|share| share.hard)].into_iter().flatten().min();
        let soft = match is_forced {
            true => hard.map(|_| Duration::ZERO),
            false => shared.map(|share| share.soft),
        };
        Limits { depth: self.depth, nodes: self.nodes, soft, hard, node_rate: self.node_rate }
    }
}

/// One move's part of a clock.
#[derive(Clone, Copy, Debug)]
struct Share {
    /// No new iteration after this.
    soft: Duration,
    /// The end.
    hard: Duration,
}

fn share(clock: Clock, pieces: u32) -> Share {
    let Clock { remaining, increment, moves_to_go } = clock;
    let expected = moves_left(pieces);
    let to_go = moves_to_go.unwrap_or(expected).clamp(1, MAX_MOVES);
    let usable = remaining.saturating_sub(RESERVE + LAG * to_go).max(remaining / 4);
    let target = (usable / to_go.min(expected)).saturating_add(increment);
    // The last move before the control may use nearly all; any other leaves time for the rest.
    let most = if to_go == 1 { usable } else { usable / 2 };
    // The last iteration begins before this time and ends after it.
    let soft = (target / 4).saturating_mul(3);
    Share { soft: soft.min(most), hard: target.saturating_mul(MAX_SHARES).min(most) }
}

/// The moves among which the time is shared, from 36 at the start to 12. Games last twice as long, but early moves decide more.
fn moves_left(pieces: u32) -> u32 {
    12 + 3 * pieces / 5
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        }
    }

    #[test]
    fn no_move_ever_uses_up_the_clock() {
        for remaining in [0, 1, 10, 60, 100, 1_000, 300_000] {
            for increment in [0, 100, 5_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(75)] {
                    let clock = clock(remaining, increment, moves);
                    for pieces in [0, 2, 15, 40] {
                        let share = share(clock, pieces);
                        assert!(share.soft <= share.hard, "{clock:?} {share:?}");
                        assert!(share.hard <= clock.remaining, "{clock:?} {share:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_clock_is_too_long_to_be_shared_out() {
        for (remaining, increment) in
            [(Duration::MAX, Duration::MAX), (Duration::MAX, Duration::ZERO)]
        {
            for moves_to_go in [None, Some(1), Some(u32::MAX)] {
                let share = share(Clock { remaining, increment, moves_to_go }, 40);
                assert!(share.soft <= share.hard, "{share:?}");
            }
        }
    }

    #[test]
    fn a_long_game_is_finished_within_its_time() {
        let mut remaining = Duration::from_secs(60);
        for pieces in (0..200).map(|ply| 40 - ply / 5) {
            let clock = Clock { remaining, increment: Duration::ZERO, moves_to_go: None };
            let part = share(clock, pieces);
            remaining = remaining.checked_sub(part.hard).expect("never beyond the clock");
        }
    }

    #[test]
    fn a_game_that_ends_before_its_time_control_uses_most_of_its_time() {
        let began = Duration::from_secs(300);
        let mut remaining = began;
        for (moves, pieces) in (10..=75).rev().zip((8..=40).rev().flat_map(|pieces| [pieces; 2])) {
            let clock = Clock { remaining, increment: Duration::ZERO, moves_to_go: Some(moves) };
            remaining -= share(clock, pieces).soft;
        }
        assert!(remaining < began / 5, "{remaining:?}");
    }

    #[test]
    fn a_slow_way_to_the_opponent_is_provided_for() {
        let mut remaining = Duration::from_millis(600);
        for moves in (1..=40).rev() {
            let moves_to_go = Some(moves);
            let clock = Clock { remaining, increment: Duration::ZERO, moves_to_go };
            let part = share(clock, moves);
            let spent = part.soft + Duration::from_millis(8);
            remaining = remaining.checked_sub(spent).expect("forty moves in 600 ms");
        }
    }

    #[test]
    fn the_shorter_of_two_limits_counts() {
        let budget = Budget {
            time: Some(Duration::from_millis(100)),
            clock: Some(clock(10_000_000, 0, None)),
            ..Budget::INFINITE
        };
        assert_eq!(budget.limits(&Position::start(), false).hard, Some(Duration::from_millis(95)));
    }

    #[test]
    fn a_single_move_is_played_at_once_when_time_is_measured() {
        let timed = Budget::of_time(Duration::from_secs(1));
        assert_eq!(timed.limits(&Position::start(), true).soft, Some(Duration::ZERO));
        assert_eq!(
            Budget::of_nodes(1000).limits(&Position::start(), true),
            Limits { nodes: Some(1000), ..Limits::default() }
        );
    }
}
