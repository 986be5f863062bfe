//! What is held against the base, in groups.

use super::super::lab::{Ablation, LabResults, names};
use super::plan::{BASE, FORM, LAYERS, LEARNING, POSITIONS, WINDOWS};
use crate::models::nnue::NnueSettings;

/// All recipes against the base, in their groups.
pub(super) fn contrast<'a>(findings: &LabResults<'a, NnueSettings>) -> Ablation<'a, NnueSettings> {
    let groups = vec![
        ("Windows", names(&WINDOWS)),
        ("Parts", names(&FORM)),
        ("A hidden layer", names(&LAYERS)),
        ("Returns and rates", names(&LEARNING)),
        ("Games and positions", names(&POSITIONS)),
    ];
    Ablation { findings: *findings, base: BASE, groups }
}
