//! The value of patterns taken apart by what stands on the board.

use super::steps::{each_king, global_inputs, mix};
use super::weights::{Pair, Patterns};
use crate::board::Position;
use crate::features::{Catalogue, GLOBALS};
use crate::values::explanation::{Explanation, Part};

impl Patterns {
    /// A value taken apart by what stands on the board.
    pub(super) fn explained(&self, position: &Position) -> Explanation {
        let mut parts = self.parts(position, position.occupied().len());
        let sum: f32 = parts.iter().map(|part| part.contribution).sum();
        let value = self.squash.value(sum).0;
        // Every part gets its share of the value: what a sum is squeezed by, all parts are.
        let share = if sum == 0.0 { 1.0 } else { value / sum };
        parts.iter_mut().for_each(|part| part.contribution *= share);
        Explanation {
            judge: format!("patterns, {} pieces", position.occupied().len()),
            value,
            rest: 0.0,
            groups: vec!["windows", "kings", "global"],
            parts,
        }
    }

    /// What each case, king and global adds to the sum.
    pub(super) fn parts(&self, position: &Position, pieces: u32) -> Vec<Part> {
        let share = mix(self.stages, pieces);
        let weight = |pair: Pair| pair[0] * share[0] + pair[1] * share[1];
        let mut parts = self.window_parts(position, weight);
        if !self.kings.is_empty() {
            each_king(position, |square, sign| {
                let side = if sign > 0.0 { "white" } else { "black" };
                parts.push(Part {
                    index: square,
                    name: format!("{side}_king_{}", square + 1),
                    group: "kings",
                    input: sign,
                    contribution: sign * weight(self.kings[square]),
                    squares: None,
                });
            });
        }
        if !self.globals.is_empty() {
            let values: [f32; GLOBALS.end] = Catalogue::embedded().globals(position);
            for (&index, &pair) in global_inputs().iter().zip(&self.globals) {
                parts.push(Part {
                    index,
                    name: Catalogue::embedded().entries()[index].name.clone(),
                    group: "global",
                    input: values[index],
                    contribution: values[index] * weight(pair),
                    squares: None,
                });
            }
        }
        parts.retain(|part| part.contribution != 0.0);
        parts
    }

    fn window_parts(&self, position: &Position, weight: impl Fn(Pair) -> f32) -> Vec<Part> {
        let (mut parts, mut counts) = (Vec::new(), [0; 2]);
        self.shapes.each_case(position, |case, is_turned| {
            let number = &mut counts[usize::from(is_turned)];
            let window = &self.shapes.windows()[*number];
            let sign = if is_turned { -1.0 } else { 1.0 };
            parts.push(Part {
                index: case,
                name: format!("{}{}", window.name, if is_turned { " turned" } else { "" }),
                group: "windows",
                input: sign,
                contribution: sign * weight(self.cases[case]),
                squares: Some(window.squares(is_turned)),
            });
            *number += 1;
        });
        parts
    }
}
