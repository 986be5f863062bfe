//! The DamExchange Protocol at work: links, games, programs as players, our engine as server and client, checks.

mod background_search;
pub mod check;
pub mod game;
pub mod game_position;
mod game_result;
pub mod games;
pub mod initiator_check;
pub mod link;
pub mod listener;
pub mod player;
pub mod program_under_test;
pub mod session;
mod steps;
mod violations;
