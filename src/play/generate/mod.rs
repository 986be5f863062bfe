//! Games of our own: played from drawn openings at a fixed number of nodes a move, the same for the same seed, and written with
//! the score of every move, so that they can be learned from.
//!
//! | file | what it is |
//! | --- | --- |
//! | `recipe` | everything that makes the games |
//! | `opening` | where a game begins |
//! | `explorer` | a player that sometimes plays any legal move |
//! | `packed` | games as text, packed in members that can be joined |
//! | `store` | the file of games and what is known of it, so that an interrupted run goes on |
//! | `run` | games on all cores, written in order |

mod explorer;
mod opening;
mod packed;
mod recipe;
mod run;
mod store;

pub use packed::Packing;
pub use recipe::{Contender, Recipe};
pub use run::{News, Summary, run};
