//! The mistakes of a player: the games of one person searched, and what the moves of this person lost.

mod count;
mod json;
mod search;

pub use count::{MistakeCount, PHASES};
pub use search::{PlayedGame, PlayerMistake, PlayerMistakes, played_games, player_mistakes};
