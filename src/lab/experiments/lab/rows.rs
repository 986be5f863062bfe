//! The raw figures of an experiment.

use super::match_result::MatchResult;
use super::plan::Row;

/// All figures of a run, in the order of the plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows<T> {
    pub trained: Vec<T>,
    pub matches: Vec<MatchResult>,
}

impl<T: Clone> Rows<T> {
    /// Of lines of the raw figures.
    pub fn of(lines: Vec<impl Into<Row<T>>>) -> Rows<T> {
        let mut rows = Rows { trained: Vec::new(), matches: Vec::new() };
        for line in lines {
            match line.into() {
                Row::Trained(trained) => rows.trained.push(trained),
                Row::Match(result) => rows.matches.push(result),
            }
        }
        rows
    }

    /// As lines of the raw figures.
    pub fn lines<L: From<Row<T>>>(&self) -> Vec<L> {
        let trained = self.trained.iter().cloned().map(Row::Trained);
        let rows = trained.chain(self.matches.iter().cloned().map(Row::Match));
        rows.map(L::from).collect()
    }
}
