//! Learning while a game is played, of networks that other games than draughts use.
//!
//! | file | what it is |
//! | --- | --- |
//! | `online_td` | online TD(λ) with eligibility traces, and what it asks of an evaluation |
//! | `logistic` | a network of logistic units |

pub(crate) mod logistic;
mod online_td;

pub(crate) use online_td::{Differentiable, Input, OnlineTd, Point};
