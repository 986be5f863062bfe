//! Noughts and crosses: the small game on which the learner can be checked against exact values. Knows nothing of draughts.

mod board;
mod player;
mod values;

pub(crate) use board::{Board, Mark, Outcome, Squares};
#[cfg(test)]
pub(crate) use board::{Square, after, numbers};
pub(crate) use player::{Expert, Player, Random, play};
pub(crate) use values::BestReply;
pub(crate) use values::{Conduct, equity};
