//! The experiments with learning from play, as the program runs them.

use super::from_play::{self, FromPlaySize};
use super::lab::Reproducible;

/// Learning from play as Giraffe does.
pub const GIRAFFE: &dyn Reproducible<FromPlaySize> = &from_play::GIRAFFE;
/// Learning from play as KnightCap does.
pub const KNIGHTCAP: &dyn Reproducible<FromPlaySize> = &from_play::KNIGHTCAP;
