//! The file: tables, games to and from PDN, the index of positions. Every query reads the file through this room.

mod blocks;
mod build;
mod built;
mod check;
mod columns;
mod count;
mod database;
mod export;
mod frequent_positions;
mod group;
mod header;
mod identity;
mod import;
mod known_games;
mod names;
mod opening;
mod position_index;
mod record;
mod replace;
mod scan;
mod shown;
mod upgrade;
mod version;

pub use blocks::read_blocks;
pub use built::{Build, BuildEvent, Built, Saved};
pub use check::{Checked, check};
pub(crate) use columns::{Column, LAST_YEAR, RESULTS, date_range};
pub use count::MoveCount;
pub(crate) use count::{GameFacts, score, winner};
pub use database::{Database, SourceFile};
pub(crate) use frequent_positions::of_move;
pub use names::words;
pub use scan::{PackedGame, Selected, scan};
pub(crate) use shown::Shown;
