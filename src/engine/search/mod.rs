//! The search: iterative-deepening alpha-beta over any evaluation. It knows the rules and the [`Evaluate`] trait, nothing else.
//!
//! | file | what it is |
//! | --- | --- |
//! | `evaluate`, `probe` | interfaces of evaluation and tablebase |
//! | `searcher`, `iterative_deepening` | the state of a search; iterative deepening |
//! | `alpha_beta`, `quiescence`, `exchanges` | the recursion, and the quiescence search below its horizon |
//! | `knowledge`, `leaf` | scores from the tablebase; the position that a score comes from |
//! | `ordering`, `reductions` | move ordering; late move reductions (LMR) |
//! | `tt`, `line` | the transposition table; the principal variation |
//! | `score`, `depth` | scores, windows; depth and plies |
//! | `limits`, `time_factors` | limits and the stop flag; how much time a move needs |
//! | `techniques`, `parameters` | switches for experiments; tunable numbers |

mod alpha_beta;
mod depth;
mod evaluate;
mod exchanges;
mod iterative_deepening;
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
mod time_factors;
mod tt;

#[cfg(test)]
mod tests;

pub use depth::{Depth, Ply};
pub use evaluate::{Evaluate, Material};
pub use iterative_deepening::{Choice, Iteration};
pub use leaf::Leaf;
pub use limits::{Limits, StopFlag};
pub use parameters::Parameters;
pub use probe::{Probe, TablebaseValue};
pub use score::{Outlook, Score};
pub use searcher::Searcher;
pub use techniques::Techniques;
pub use tt::{TableError, TranspositionTable};
