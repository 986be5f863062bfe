//! draughts-td turns a database of international-draughts games (10x10) into a player.
//!
//! Data flows one way: PDN text → games → episodes → 222 inputs → network → search → protocol. Read the rooms in that order.

pub mod board;
pub mod engine;
pub mod features;
pub mod files;
pub mod game;
pub mod learning;
pub mod network;
pub mod pdn;
pub mod play;
pub mod protocol;
pub mod samples;
pub mod search;

pub mod cli;
pub mod commands;
