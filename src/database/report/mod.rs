//! Reports: an event, and two players compared, as text, JSON and a page of HTML.

mod analysis;
mod compare;
mod event;
mod game;
mod json;
mod table;
mod written;

pub use analysis::{AnalysedGame, MissedWin, analysed_games};
pub use compare::{Compared, Comparison, comparison};
pub use event::{EventReport, Standing, event_report};
pub use game::EventGame;
