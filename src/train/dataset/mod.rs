//! From games to episodes: which positions are kept, how many went and why, which games are held out.

mod census;
mod episode;
mod filter;
mod quiet;
mod selection;
mod split;
mod unequal_share;

pub(crate) use census::Agreement;
pub use census::{Census, GameCounts, LabelCounts};
pub use episode::{Episode, Sampler};
pub use filter::{Filter, Removal};
pub(crate) use selection::{Candidate, LeftOut};
pub use selection::{Results, Selection};
pub use split::{Split, fingerprint};
pub use unequal_share::{UnequalCounts, UnequalShare};
