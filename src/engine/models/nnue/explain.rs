//! The value of patterns with a hidden layer taken apart by what stands on the board, and by hidden units.

use super::weights::Nnue;
use crate::board::Position;
use crate::models::explanation::{Explanation, Part};

impl Nnue {
    /// A value taken apart by what stands on the board and by hidden units.
    pub(super) fn explained(&self, position: &Position) -> Explanation {
        let pieces = position.occupied().len();
        let mut parts = self.patterns.parts(position, pieces);
        let units = self.units(position, pieces).into_iter().enumerate();
        parts.extend(units.map(|(index, unit)| Part {
            index,
            name: format!("unit_{}", index + 1),
            group: "hidden",
            input: unit.input,
            contribution: unit.weight * unit.input,
            squares: None,
        }));
        parts.retain(|part| part.contribution != 0.0);
        self.patterns.explanation(
            "nnue",
            position,
            parts,
            vec!["windows", "kings", "global", "hidden"],
        )
    }
}
