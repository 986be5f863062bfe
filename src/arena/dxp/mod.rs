//! The DamExchange Protocol at work: sessions, our engine as follower and initiator, other programs as players of a match.

pub mod engine;
pub mod game;
pub mod game_file;
pub(crate) mod game_position;
mod game_result;
mod link;
pub mod listener;
pub mod player;
pub(super) mod session;
mod violations;
