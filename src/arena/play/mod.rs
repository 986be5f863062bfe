//! One game: players, limits, openings, the referee, and the record.

pub mod adjudication;
pub(crate) mod background_search;
pub(crate) mod level_player;
pub mod move_info;
pub mod online_learner;
pub mod opening_file;
pub mod openings;
pub mod own_engine;
pub mod player;
pub mod random;
pub mod random_openings;
pub mod record;
pub mod referee;
pub mod strength;
pub mod time_control;
