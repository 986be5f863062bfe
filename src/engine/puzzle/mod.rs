//! Puzzles: positions of games where exactly one move wins, at every move of the solver.
//!
//! | file | what it is |
//! | --- | --- |
//! | `known` | a puzzle as it is kept: White to move, turned if Black was |
//! | `finder` | a game in, its puzzles out: where a value jumps, and the proof that one move wins |
//! | `proof` | what a proof asks for: nodes, and what a win is worth |
//! | `verify` | the proof again, every other move searched |
//! | `exercise` | a puzzle as texts, and those that come with the program |
//! | `geometry`, `themes` | what happens in a solution, and the names of the literature for it |
//! | `grade` | how hard it is, by what the search needs to find it |

mod exercise;
mod finder;
mod geometry;
mod grade;
mod known;
mod proof;
mod themes;
mod verify;

pub use exercise::{Exercise, moves_of};
pub use finder::Finder;
pub use geometry::{Geometry, Relation};
pub use known::Puzzle;
pub use proof::Proof;
pub use themes::{Language, Theme, Themes, ThemesError};
pub use verify::{PuzzleFault, verify};
