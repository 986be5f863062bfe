//! An experiment with learning from play as the command line sees it.

use super::figures::Figures;
use super::plan::{FromPlaySize, Plan};
use crate::results::Claim;

/// Arms that are compared with one of them, or with a player.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// What they vary.
    pub heading: &'static str,
    /// What they are compared with.
    pub base: &'static str,
    /// The arms.
    pub arms: &'static [&'static str],
}

/// An experiment: what is to be done, and what is asked of the figures.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// Its name, and that of its folder.
    pub name: &'static str,
    /// The words of its report.
    pub notes: &'static str,
    /// What is to be done, at a size.
    pub plan: fn(&FromPlaySize) -> Plan,
    /// Who is compared with whom.
    pub groups: &'static [Group],
    /// What the documents say, and what the figures say to it.
    pub claims: fn(&Figures) -> Vec<Claim>,
}
