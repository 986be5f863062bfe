//! Reports: an event, a player, and two players compared, as text, JSON and a page of HTML.

mod analysis;
mod choices;
mod compare;
mod event;
mod game;
mod json;
mod stored;
mod table;
mod written;
mod written_players;

pub use analysis::{AnalysedGame, MissedWin, analysed_games};
pub use choices::{Choice, mean_loss, search_choices};
pub use compare::{CompareQuestion, Compared, Comparison, comparison};
pub use event::{EventReport, Standing, event_report};
pub use game::EventGame;
