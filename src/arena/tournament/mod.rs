//! Many games: the schedule, the results, and what they prove.
//!
//! | file | what it is |
//! | --- | --- |
//! | `settings` | the settings of a tournament, and its events |
//! | `spec` | players as a user writes them |
//! | `roster`, `own_settings`, `naming` | the names of the players, and the settings of one of them |
//! | `schedule` | pairings, openings, colours |
//! | `repetition` | games that would be the same as earlier ones |
//! | `runner` | plays a tournament, in this process or together with others |
//! | `finished_game`, `stats`, `elo`, `sprt`, `scoreboard` | the result of a game, of a match, the strength it speaks for, the sequential test, all results |
//! | `cutechess` | results in the words of cutechess-cli |
//! | `played_games`, `final_positions` | what files of played games say: results, last positions |
//! | `ordered_results`, `recorder` | the games that count, in their order; the same with files and an observer |
//! | `match_log`, `state` | games and state on disk |
//! | `shards`, `blocks`, `checked_blocks`, `replay` | a tournament of workers that share a folder: its blocks, checked, and played again |

mod blocks;
mod checked_blocks;
mod cutechess;
pub mod elo;
pub mod final_positions;
pub mod finished_game;
pub mod match_log;
mod naming;
mod ordered_results;
pub mod own_settings;
pub mod played_games;
#[cfg(test)]
mod process_tests;
mod recorder;
mod repetition;
pub mod replay;
pub mod roster;
mod runner;
pub mod schedule;
pub mod scoreboard;
mod settings;
pub mod shards;
pub mod significance;
pub mod spec;
pub mod sprt;
mod state;
pub mod stats;

pub use runner::is_message;
pub use settings::{Event, Tournament, TournamentOptions};
