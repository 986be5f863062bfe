//! A value taken apart, in words that hold for every model.

use crate::board::Bitboard;

/// What each part of an evaluation adds to its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// What judges, beside its name: `nn4, 26-40 pieces`.
    pub judge: String,
    /// V of the position, for White.
    pub value: f32,
    /// V of a board of which nothing is known. With all parts it adds up to `value`.
    pub rest: f32,
    /// The names of the groups of parts, in the order in which they are shown.
    pub groups: Vec<&'static str>,
    /// The parts that are not nothing.
    pub parts: Vec<Part>,
}

/// One part of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its index among the inputs.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// The group it belongs to.
    pub group: &'static str,
    /// The value of the input.
    pub input: f32,
    /// What it adds.
    pub contribution: f32,
    /// The squares it looks at, where that says more than the name.
    pub squares: Option<Bitboard>,
}

impl Explanation {
    /// The sum over a group.
    pub fn group(&self, name: &str) -> f32 {
        self.parts.iter().filter(|part| part.group == name).map(|part| part.contribution).sum()
    }

    /// The parts, the loudest first.
    #[must_use]
    pub fn loudest(mut self) -> Explanation {
        self.parts.sort_by(|a, b| b.contribution.abs().total_cmp(&a.contribution.abs()));
        self
    }
}
