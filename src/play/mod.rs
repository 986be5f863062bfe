//! Games between programs and people: the only room that opens sockets and starts other programs.

pub mod adjudication;
pub mod board_view;
pub mod calendar;
pub mod dxp_bench;
pub mod dxp_check;
pub mod dxp_desk;
pub mod dxp_game;
pub mod dxp_link;
pub mod dxp_player;
pub mod error;
pub mod hub_loop;
pub mod hub_player;
pub mod hub_process;
pub mod journal;
mod lines;
pub mod matches;
pub mod opening_file;
pub mod openings;
pub mod own_engine;
pub mod pace;
pub mod player;
pub mod random;
pub mod record;
pub mod referee;
pub mod schedule;
pub mod spec;
pub mod sprt;
pub mod standing;
pub mod tally;
pub mod terminal;
pub mod trace;
pub mod typed;

pub use error::PlayError;
