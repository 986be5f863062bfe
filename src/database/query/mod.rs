//! Queries: games by header, position and formation; the moves of a position; statistics.

mod conditions;
mod explore;
mod filter;
mod formation;
mod known;
mod listing;
mod material;
mod name;
mod named;
mod order;
mod person;
mod position_query;
mod screen;
mod search;
mod sequence;
mod similar;
mod sound;
mod spellings;
mod statistics;
mod word;

pub use explore::{explore, transpositions};
pub use filter::{GameFilter, ResultFilter};
pub use formation::Formation;
pub use known::known_names;
pub use listing::Listing;
pub use material::Material;
pub(crate) use named::person;
pub use order::{ListColumn, sort};
pub use position_query::{Pattern, PositionQuery};
pub use search::{Found, Hit, Page, page, positions, search};
pub use sequence::Sequence;
pub use similar::{UnknownName, unknown_names};
pub use spellings::{Spelling, names_json, similar_names};
pub use statistics::{
    Group, Grouping, PlayerGame, ResultCounts, left_out, player_games, statistics,
};
