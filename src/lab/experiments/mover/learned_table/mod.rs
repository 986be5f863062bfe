//! A mover: which move is likely to be the best one, before anything is searched (after M. Lai, *Giraffe*, 2015). In place of a network
//! four entries of tables are added for every move, by the squares around it.

mod slots;
mod weights;

pub use weights::{Mover, MoverLearner, techniques};
