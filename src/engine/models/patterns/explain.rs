//! The value of patterns taken apart by the pieces on the board.

use super::steps::{each_king, global_inputs, mix};
use super::weights::{Patterns, TaperedWeight};
use crate::board::{Position, Square};
use crate::features::{Catalogue, GLOBALS};
use crate::models::explanation::{Explanation, Part};

/// What adds to the sum.
#[derive(Clone, Copy, Debug)]
pub(super) enum Term {
    /// The index of a pattern, or of its mirror image.
    Pattern { index: usize, pattern: usize, is_turned: bool },
    /// A king's square, as his own side sees it.
    King(usize),
    /// A global input.
    Global(usize),
}

impl Patterns {
    /// A value taken apart by the pieces on the board.
    pub(super) fn explained(&self, position: &Position) -> Explanation {
        let parts = self.parts(position, position.occupied().len());
        self.explanation("patterns", position, parts, vec!["windows", "kings", "global"])
    }

    /// The value of the sum of these parts.
    pub(in crate::models) fn explanation(
        &self,
        judge: &str,
        position: &Position,
        mut parts: Vec<Part>,
        groups: Vec<&'static str>,
    ) -> Explanation {
        let sum: f32 = parts.iter().map(|part| part.contribution).sum();
        let value = self.output_activation.value(sum).0;
        // Every part gets its share of the value: what a sum is squeezed by, all parts are.
        let share = if sum == 0.0 { 1.0 } else { value / sum };
        parts.iter_mut().for_each(|part| part.contribution *= share);
        Explanation {
            judge: format!("{judge}, {} pieces", position.occupied().len()),
            value,
            rest: 0.0,
            groups,
            parts,
        }
    }

    /// What each pattern index, king and global adds to the sum, with its name.
    pub(in crate::models) fn parts(&self, position: &Position, pieces: u32) -> Vec<Part> {
        let mut parts = Vec::new();
        self.each_term(position, pieces, |term, input, contribution| {
            if contribution != 0.0 {
                parts.push(self.part(term, input, contribution));
            }
        });
        parts
    }

    /// Calls `visit` with each term of the sum, its input and what it adds.
    pub(super) fn each_term(
        &self,
        position: &Position,
        pieces: u32,
        mut visit: impl FnMut(Term, f32, f32),
    ) {
        let share = mix(self.stages, pieces);
        let weight = |pair: TaperedWeight| pair[0] * share[0] + pair[1] * share[1];
        let mut counts = [0; 2];
        self.pattern_set.each_index(position, |index, is_turned| {
            let pattern = &mut counts[usize::from(is_turned)];
            let sign = if is_turned { -1.0 } else { 1.0 };
            let term = Term::Pattern { index, pattern: *pattern, is_turned };
            visit(term, sign, sign * weight(self.weights[index]));
            *pattern += 1;
        });
        if !self.kings().is_empty() {
            each_king(position, |square, sign| {
                visit(Term::King(square), sign, sign * weight(self.kings()[square]));
            });
        }
        if !self.globals().is_empty() {
            let values: [f32; GLOBALS.end] = Catalogue::embedded().globals(position);
            for (&index, &pair) in global_inputs().iter().zip(self.globals()) {
                visit(Term::Global(index), values[index], values[index] * weight(pair));
            }
        }
    }

    fn part(&self, term: Term, input: f32, contribution: f32) -> Part {
        let (index, name, group, squares) = match term {
            Term::Pattern { index, pattern, is_turned } => {
                let pattern = &self.pattern_set.patterns()[pattern];
                let name = format!("{}{}", pattern.name, if is_turned { " turned" } else { "" });
                (index, name, "windows", Some(pattern.squares(is_turned)))
            }
            Term::King(square) => {
                let (side, seen) = match input > 0.0 {
                    true => ("white", square),
                    false => ("black", Square::COUNT - 1 - square),
                };
                (square, format!("{side}_king_{}", seen + 1), "kings", None)
            }
            Term::Global(index) => {
                (index, Catalogue::embedded().entries()[index].name.clone(), "global", None)
            }
        };
        Part { index, name, group, input, contribution, squares }
    }
}
