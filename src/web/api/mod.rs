//! The API of the page: questions in JSON by a path, answered by one line of JSON, or by several as the work proceeds.
//! Every question is asked with [`Events`](crate::events::Events), whose flag stops the work when the client is gone.
//! Positions travel as a FEN and the moves since, so that nothing is kept here from one question to the next but the engine's memory.
//!
//! | question | answer |
//! | --- | --- |
//! | `/api/state` | evaluations, levels, files |
//! | `/api/position`, `/api/move` | legal moves, counters, the end; the moves a text means, or the rule against one |
//! | `/api/perft` | how many lines of legal moves there are |
//! | `/api/play` | the engine's move |
//! | `/api/analyse` | the best lines, as the search deepens |
//! | `/api/review` | a whole game: values and mistakes |
//! | `/api/endgame` | what the endgame tables say of a position and of each of its moves |
//! | `/api/inside`, `/api/worth` | the parts of a value; the value of a man by square and phase |
//! | `/api/games`, `/api/game`, `/api/paste` | games of the files given, and of text or files that the page brings |
//! | `/api/write` | a game with its variations as PDN |
//! | `/api/db/games`, `/api/db/game`, `/api/db/explore` | games of a database, one of them, the moves played from a position |
//! | `/api/db/values` | names of players or events for a field |
//! | `/api/db/save` | a game put into the database, in the place of one that it corrects if it does |
//! | `/api/db/report`, `/api/db/players` | an event, a player, two players, as tables and as a page to print |
//! | `/api/db/names` | spellings of one person, merged or split |
//! | `/api/db/remove`, `/api/db/restore`, `/api/db/removed` | games removed, brought back, listed |
//! | `/api/diagram`, `/api/page` | a position as SVG, a game as a page to print |
//! | `/api/train`, `/api/attempts` | the next puzzles of a deck; attempts at puzzles, kept and listed |
//! | `/api/curves` | the figures of a run in progress |

mod analyse;
#[cfg(all(feature = "server", not(target_family = "wasm")))]
mod database;
mod diagram;
mod dispatch;
mod endgame;
mod engine_pool;
mod explain;
#[cfg(all(feature = "server", not(target_family = "wasm")))]
mod explorer;
#[cfg(all(feature = "server", not(target_family = "wasm")))]
mod game_row;
mod games;
#[cfg(all(feature = "server", not(target_family = "wasm")))]
mod header_query;
mod language;
mod man_values;
mod metrics;
mod pasted;
mod perft;
mod play;
mod position;
mod position_query;
mod question;
#[cfg(all(feature = "server", not(target_family = "wasm")))]
use crate::database::puzzles as puzzle_file;
#[cfg(not(all(feature = "server", not(target_family = "wasm"))))]
mod puzzle_file;
#[cfg(all(feature = "server", not(target_family = "wasm")))]
mod reports;
mod review;
mod save;
mod score;
mod squares;
#[cfg(test)]
mod test_client;
mod train;
mod typed;
#[cfg(all(feature = "server", not(target_family = "wasm")))]
mod upkeep;

pub use dispatch::{Api, ServerConfig};
pub use language::Language;
