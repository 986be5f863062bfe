//! An experiment with draughts as the command line sees it.

use super::findings::Findings;
use super::plan::Plan;
use super::scale::Scale;
use crate::results::Document;

/// An experiment: what is to be done, and what is made of the figures.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// Its name, and that of its folder.
    pub name: &'static str,
    /// Networks of each recipe by default.
    pub seeds: u64,
    /// Nodes a move in matches by default.
    pub nodes: u64,
    /// What is to be done, at a size.
    pub plan: fn(&Scale) -> Plan,
    /// The report of the figures.
    pub report: fn(&Findings) -> Document,
    /// The main tables, for a terminal.
    pub summary: fn(&Findings) -> String,
}
