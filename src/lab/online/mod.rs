//! Learning while a game is played, of networks that other games than draughts use.
//!
//! | file | what it is |
//! | --- | --- |
//! | `differentiable` | what online learning with traces asks of an evaluation of any game |
//! | `online_td` | online TD(λ) with eligibility traces |
//! | `logistic` | a network of logistic units |

mod differentiable;
pub(crate) mod logistic;
mod online_td;

pub(crate) use differentiable::{Differentiable, Point};
pub(crate) use online_td::OnlineTd;
