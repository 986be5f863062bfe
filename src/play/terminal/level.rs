//! How hard the engine is to beat.

use crate::engine::Budget;

/// The easiest and the hardest level.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=10;

/// The nodes of a level: ten for a beginner, four times as many with each step.
#[must_use]
pub fn level(number: u8) -> Budget {
    Budget::of_nodes(10 << (2 * (u64::from(number).clamp(1, 10) - 1)))
}
