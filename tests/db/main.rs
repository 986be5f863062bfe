//! `db`: every answer of a database compared with a slow one from the PDN text.

mod build;
mod explore;
mod export;
mod force;
mod foreign;
mod guide;
mod headers;
mod names;
mod refused;
#[path = "../programs/run.rs"]
mod run;
mod save;
mod search;
mod stats;
mod twin;
mod upkeep;
mod verbs;
mod versions;
