//! The DamExchange Protocol at work: links, games, programs as players, our engine as server and client, checks.

pub mod bench;
pub mod check;
pub mod desk;
pub mod game;
pub mod initiator_check;
pub mod link;
pub mod player;
