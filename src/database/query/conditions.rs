//! Conditions on the packed columns of games.

use crate::error::Result;
use crate::store::{Column, Database};

/// What one column of a game must be.
pub(super) enum Test {
    /// A number of a set.
    In(Column, Numbers),
    /// A number from one to another.
    Between(Column, u32, u32),
}

/// Numbers, a bit each.
#[derive(Clone, Default)]
pub(super) struct Numbers(Vec<u64>);

impl Numbers {
    pub(super) fn insert(&mut self, number: usize) {
        if self.0.len() <= number / 64 {
            self.0.resize(number / 64 + 1, 0);
        }
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn contains(&self, number: u32) -> bool {
        let word = self.0.get(number as usize / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }
}

impl Test {
    /// Whether no game can pass.
    pub(super) fn takes_none(&self) -> bool {
        matches!(self, Test::In(_, numbers) if numbers.is_empty())
    }

    fn column(&self) -> Column {
        match self {
            Test::In(column, _) | Test::Between(column, ..) => *column,
        }
    }

    /// Leaves those games marked that pass.
    fn pass(&self, numbers: &[u32], marked: &mut [bool]) {
        let games = marked.iter_mut().zip(numbers);
        match self {
            Test::In(_, set) => games.for_each(|(mark, number)| *mark &= set.contains(*number)),
            Test::Between(_, first, last) => {
                games.for_each(|(mark, number)| *mark &= (first..=last).contains(&number));
            }
        }
    }
}

/// A conjunction: a game must pass one row of each list, and every test of that row.
#[derive(Default)]
pub(super) struct Conditions(Vec<Vec<Vec<Test>>>);

impl Conditions {
    /// A test that each game must pass.
    pub(super) fn push(&mut self, test: Test) {
        self.0.push(vec![vec![test]]);
    }

    /// Lists, of each of which a game must pass a row.
    pub(super) fn extend(&mut self, lists: Vec<Vec<Vec<Test>>>) {
        self.0.extend(lists);
    }

    /// The games that pass, in order, every version and duplicate of them.
    pub(super) fn games(&self, database: &Database) -> Result<Vec<u32>> {
        let (mut games, mut numbers) = (Vec::new(), Vec::new());
        let mut reader = database.columns()?;
        for block in database.blocks()? {
            database.check_stop()?;
            reader.read(block, Column::Result, &mut numbers)?;
            let mut passed: Vec<bool> = numbers.iter().map(|&result| result != 0).collect();
            for list in &self.0 {
                let mut either = vec![false; block.games as usize];
                for row in list {
                    let mut marked = passed.clone();
                    for test in row {
                        reader.read(block, test.column(), &mut numbers)?;
                        test.pass(&numbers, &mut marked);
                    }
                    either.iter_mut().zip(marked).for_each(|(mark, other)| *mark |= other);
                }
                passed = either;
            }
            let numbered = (block.first..).zip(passed);
            games.extend(numbered.filter(|(_, passed)| *passed).map(|(number, _)| number));
        }
        Ok(games)
    }
}
