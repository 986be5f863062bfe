//! The search: iterative-deepening alpha-beta over any evaluation. It knows the rules and the [`Evaluate`] trait, nothing else.
//!
//! | file | what it is |
//! | --- | --- |
//! | `evaluate`, `probe` | what it asks of others: values, and exact knowledge |
//! | `searcher`, `deepening` | who searches; ever deeper searches of one position |
//! | `alpha_beta`, `quiescence`, `exchanges` | the recursion, and what is played out beyond its horizon |
//! | `knowledge`, `leaf` | what it makes of exact knowledge; where a score comes from |
//! | `ordering`, `reductions` | which moves are tried first, and late ones less deep |
//! | `hook` | what experiments change: the order of moves, the depth that each costs |
//! | `table`, `line` | what is remembered of positions; the principal variation |
//! | `score`, `depth` | scores, windows; depth and plies |
//! | `limits` | when it ends |
//! | `techniques`, `parameters` | what can be switched off; numbers that matches decide |

mod alpha_beta;
mod deepening;
mod depth;
mod evaluate;
mod exchanges;
mod hook;
mod knowledge;
mod leaf;
mod limits;
mod line;
mod ordering;
mod parameters;
mod probe;
mod quiescence;
mod reductions;
mod score;
mod searcher;
mod techniques;
mod tt;

#[cfg(test)]
mod tests;

pub use deepening::{Choice, Iteration};
pub use depth::{Depth, Ply};
pub use evaluate::{Evaluate, Material};
pub use hook::SearchHook;
pub use leaf::Leaf;
pub use limits::{Limits, StopFlag};
pub use ordering::{MoveStats, RankedMove};
pub use parameters::Parameters;
pub use probe::{Known, Probe};
pub use score::{Outlook, Score};
pub use searcher::Searcher;
pub use techniques::Techniques;
pub use tt::{TableError, TranspositionTable};
