//! Ways of learning patterns: windows, parts, a hidden layer, rates, games and positions, one change at a time against the base, decided by
//! matches.

mod contrast;
mod plan;
mod prose;
mod report;
mod subject;
mod windows;

use super::lab::Study;
use super::notes;
use crate::models::nnue::NnueSettings;
use plan::plan;
use report::parts;

/// The experiment. Each recipe is learned once: its matches are long instead.
pub const STUDY: Study<NnueSettings> = Study {
    name: "patterns",
    seeds: 1,
    nodes: 40_000,
    match_games: 664,
    plan,
    notes: notes::PATTERNS,
    parts,
    summary: &["recipes-against-base"],
};
