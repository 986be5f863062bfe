//! An experiment with draughts as the command line sees it.

use super::model_config::ModelConfig;
use super::plan::Plan;
use super::results::LabResults;
use super::size::ExperimentSize;
use crate::models::network::NetworkSettings;
use crate::results::Report;

/// An experiment: what is to be done, and what is made of the figures.
#[derive(Clone, Copy, Debug)]
pub struct Study<S: ModelConfig = NetworkSettings> {
    /// Its name, and that of its folder.
    pub name: &'static str,
    /// Networks of each recipe by default.
    pub seeds: u64,
    /// Nodes a move in matches by default.
    pub nodes: u64,
    /// Games of each match by default.
    pub match_games: usize,
    /// What is to be done, at a size.
    pub plan: fn(&ExperimentSize) -> Plan<S>,
    /// The words of its report.
    pub notes: &'static str,
    /// Adds what the words name to the report: tables, plots and values.
    pub parts: fn(&LabResults<S>, Report) -> Report,
    /// The parts that are shown at a terminal.
    pub summary: &'static [&'static str],
}
