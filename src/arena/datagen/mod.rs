//! Files of games that grow, with what searches say of every move: games of our own to learn from, and those of a database once more.
//!
//! Own games are played from drawn openings at a fixed number of nodes, and are the same for the same seed.
//!
//! | file | what it is |
//! | --- | --- |
//! | `configuration` | everything that makes the games |
//! | `opening` | where a game begins |
//! | `random_moves` | a player that sometimes plays any legal move |
//! | `packed` | games as text, packed in members that can be joined |
//! | `store` | the file of games and what is known of it, so that an interrupted run resumes |
//! | `members` | games that a job makes, stored in order as members of one file |
//! | `run` | games of our own |
//! | `shards`, `cut`, `checked` | games made in blocks by many workers, how they are cut, and the blocks checked |
//! | `pieces` | files cut into games, with all text between them |
//! | `rewrite` | the games of files, each with what is added to its text |
//! | `annotate` | with scores, to learn from |
//! | `analyse` | with mistakes and better lines, for people |

mod analyse;
mod annotate;
mod blocks;
mod checked_blocks;
mod config;
mod members;
mod opening;
mod packed;
mod pieces;
mod random_moves;
mod rewrite;
mod run;
mod shards;
mod store;

pub use analyse::{Analysed, Analysis, analyse};
pub use annotate::{Annotated, Annotation, annotate};
pub use config::{DatagenConfig, DatagenPlayer, ENDING_SCORES};
pub(crate) use packed::Packing;
pub use random_moves::Exploration;
pub use rewrite::Contents;
pub use run::{Event, Summary, run};
pub use shards::{WORK, check_name, merge, replay, run_share};
pub use store::{Store, Target, clear};
