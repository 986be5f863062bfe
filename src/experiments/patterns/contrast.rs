//! What is held against the base, in groups.

use super::super::lab::{Contrast, Findings, names};
use super::plan::{BASE, FORM, LEARNING, POSITIONS, WINDOWS};
use crate::values::patterns::PatternSettings;

/// All recipes against the base, in their groups.
pub(super) fn contrast<'a>(
    findings: &Findings<'a, PatternSettings>,
) -> Contrast<'a, PatternSettings> {
    let groups = vec![
        ("Windows", names(&WINDOWS)),
        ("Parts", names(&FORM)),
        ("Returns and rates", names(&LEARNING)),
        ("Games and positions", names(&POSITIONS)),
    ];
    Contrast { findings: *findings, base: BASE, groups }
}
