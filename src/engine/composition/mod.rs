//! Compositions checked: whether exactly one move wins at every move of the solver.
//!
//! **A win** is forced on the board: whatever the opponent answers, he ends without a move, or in a position that the endgame tables give
//! as lost. A gain of material is not a win: a move that only gains material is *open*, and the verdict is *not proved*. The draw rules that
//! count moves (FMJD 6.2 to 6.4) are left out, as in the tables; a repetition is no win.
//!
//! **The solver** is the side to move. At each of the solver's moves in the stated solution every legal move is valued, with every legal
//! reply of the opponent: by the tables, then by alpha-beta, whose known wins and losses are proofs, then by proof-number search. Without a
//! stated solution this is done for the first move only.
//!
//! | verdict | when |
//! | --- | --- |
//! | *sound* | the stated moves win, and no other move of the solver does |
//! | *cooked* | another first move wins |
//! | *dual* | another move wins at a later move of the solver |
//! | *no solution* | a stated move does not win; without a stated solution, no first move does |
//! | *not proved* | nothing of that, and the limit of nodes left moves open |
//!
//! The first of *no solution*, *cooked*, *dual* that applies is the verdict; the findings have all of them.
//!
//! ```
//! use draughts_td_engine::composition::{Allowed, Checker, Composition, Verdict};
//! use draughts_td_engine::player::{Engine, Evaluation, Options, StopFlag};
//!
//! let engine = Engine::new(&Evaluation::material(), &Options { hash_mb: 1, ..Options::default() })?;
//! let mut checker = Checker { engine, tables: None, nodes: 100_000, allowed: Allowed::default(), stop: StopFlag::new() };
//! let composition = Composition::read("W:W33,46:B23,31", "46-41 31-36 41-37")?;
//! let report = checker.check(&composition).expect("nobody stopped it");
//! assert_eq!(report.verdict, Verdict::Sound, "only the man on 46 stops the man on 31");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what it is |
//! | --- | --- |
//! | `composition` | a position with its solution, read from text |
//! | `check` | the moves of the solver, valued and compared |
//! | `report` | verdict and findings |
//! | `proof_search`, `proof_table` | proof-number search |

mod check;
#[allow(clippy::module_inception, reason = "the noun of the module")]
mod composition;
mod proof_search;
mod proof_table;
mod report;
#[cfg(test)]
mod tests;

pub use check::{Allowed, Checker};
pub use composition::{Composition, CompositionError};
pub use report::{CheckReport, Finding, FindingKind, Verdict};
