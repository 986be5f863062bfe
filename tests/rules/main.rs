//! The rules of international draughts: by article, by laws, by a slow twin, by an independent program, by counts of move sequences.

mod captures;
mod generator;
mod hostile;
mod laws;
#[path = "../programs/missing.rs"]
mod missing;
mod moves;
mod perft_counts;
mod perft_verb;
mod positions;
#[path = "../programs/python.rs"]
mod python;
mod routes;
#[path = "../programs/run.rs"]
mod run;
mod spelling;
mod twin;
mod witness;
