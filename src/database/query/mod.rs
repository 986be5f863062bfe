//! Questions to a database: games by header, position and formation; the moves of a position; statistics.

mod explore;
mod filter;
mod formation;
mod listing;
mod material;
mod place;
mod search;
mod statistics;

pub use explore::explore;
pub use filter::{GameFilter, ResultFilter};
pub use formation::Formation;
pub use listing::Listing;
pub use material::Material;
pub use place::{Pattern, Place, Sequence};
pub use search::{Found, Hit, page, search};
pub use statistics::{Group, Grouping, PlayerGame, ResultCounts, player_games, statistics};
