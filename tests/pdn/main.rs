//! Reading and writing PDN: every spelling of real files, every packing, hostile bytes, and linear time.

mod cases;
mod corpus;
mod hostile;
mod in_place;
mod lidraughts;
mod linear;
#[path = "../programs/missing.rs"]
mod missing;
mod real_files;
mod round_trip;
#[path = "../programs/run.rs"]
mod run;
mod sources;
mod twin;
