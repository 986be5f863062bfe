//! Ways of learning patterns: windows, parts, rates, games and positions, one change at a time against the base, decided by
//! matches.

mod plan;
mod prose;
mod report;
mod subject;
mod windows;

use super::lab::{Contrast, Findings, Study, names};
use crate::values::patterns::PatternSettings;
use plan::{BASE, FORM, LEARNING, POSITIONS, WINDOWS, plan};
use report::{report, summary};

/// The experiment. Each recipe is learned once: its matches are long instead.
pub const STUDY: Study<PatternSettings> =
    Study { name: "patterns", seeds: 1, nodes: 40_000, match_games: 664, plan, report, summary };

/// All recipes against the base, in their groups.
fn contrast<'a>(findings: &Findings<'a, PatternSettings>) -> Contrast<'a, PatternSettings> {
    let groups = vec![
        ("Windows", names(&WINDOWS)),
        ("Parts", names(&FORM)),
        ("Returns and rates", names(&LEARNING)),
        ("Games and positions", names(&POSITIONS)),
    ];
    Contrast { findings: *findings, base: BASE, groups }
}
