//! Games to be learned from, with the score of every move: games of our own, played from drawn openings at a fixed number of nodes
//! and the same for the same seed, and those of a database once more.
//!
//! | file | what it is |
//! | --- | --- |
//! | `recipe` | everything that makes the games |
//! | `opening` | where a game begins |
//! | `explorer` | a player that sometimes plays any legal move |
//! | `packed` | games as text, packed in members that can be joined |
//! | `store` | the file of games and what is known of it, so that an interrupted run goes on |
//! | `press` | several threads, one file, always in the same order |
//! | `run` | games of our own |
//! | `shards`, `cut`, `checked` | games made in blocks by many workers, how they are cut, and the blocks checked |
//! | `annotate` | the games of a database with scores |

mod annotate;
mod checked;
mod cut;
mod explorer;
mod opening;
mod packed;
mod press;
mod recipe;
mod run;
mod shards;
mod store;

pub use annotate::{Annotated, Annotation, Notice, annotate};
pub use explorer::Exploration;
pub use packed::Packing;
pub use recipe::{Contender, Recipe};
pub use run::{News, Summary, run};
pub use shards::{WORK, check_name, merge, replay, run_share};
