//! The DamExchange Protocol at work: links, games, programs as players, our engine as server and client, checks.

pub mod bench;
pub mod check;
pub mod desk;
pub mod door;
pub mod game;
pub mod games;
pub mod initiator_check;
pub mod link;
mod nonsense;
pub mod player;
pub mod sheet;
mod steps;
mod thinking;
mod verdict;
