//! Practice: attempts at puzzles, when each comes back (FSRS), and how strong the solver is (Elo).
//!
//! ```
//! use draughts_td_engine::practice::{Attempt, Practice};
//!
//! let attempt = Attempt { puzzle: "W:W28:B23,14".into(), at: 1_790_000_000, solved: true, hinted: false, seconds: 8.0, grade: 1500.0 };
//! let practice = Practice::of(&[attempt]);
//! assert!(practice.rating() > 1500.0);
//! assert_eq!(practice.due(1_790_000_060), Vec::<&str>::new(), "not within a minute");
//! ```
//!
//! | file | what it is |
//! | --- | --- |
//! | `attempt` | one attempt, and a file of them |
//! | `endings` | endings from the tables, won by one move |
//! | `schedule` | when a puzzle comes back, and which are next |
//! | `rating` | the solver against puzzles |

mod attempt;
mod endings;
mod rating;
mod schedule;

pub use attempt::{Attempt, AttemptsError, append, read, read_lines};
pub use endings::{ending, endings};
pub use rating::BEGINNER;
pub use schedule::{Practice, Task};
