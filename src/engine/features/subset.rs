//! The inputs that each of the paper's networks sees.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::group::UnknownInputs;
use serde::{Deserialize, Serialize};

use super::layout::{GLOBALS, Layout, TRIPLES, WORDS};

/// The inputs of one of the paper's networks; each holds the one before it and begins at index 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Subset {
    /// The 23 global inputs.
    Nn1,
    /// Global inputs and triples: 87.
    Nn2,
    /// Global inputs, triples and named structures: 122.
    Nn3,
    /// All 222.
    Nn4,
}

impl Subset {
    /// All subsets, smallest first.
    pub const ALL: [Subset; 4] = [Subset::Nn1, Subset::Nn2, Subset::Nn3, Subset::Nn4];

    /// The number of inputs with the catalogue inside the program: the subset is every index below it.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a subset is never empty")]
    pub const fn len(self) -> usize {
        self.len_in(Layout::BUILT_IN)
    }

    /// The number of inputs in a layout.
    pub(crate) const fn len_in(self, layout: &Layout) -> usize {
        match self {
            Subset::Nn1 => GLOBALS.end,
            Subset::Nn2 => TRIPLES.end,
            Subset::Nn3 => layout.named().end,
            Subset::Nn4 => layout.count(),
        }
    }

    /// The words of the sparse form that hold inputs of the subset.
    pub(crate) const fn words(self) -> Range<usize> {
        match self {
            Subset::Nn1 => 2..2,
            Subset::Nn2 => 2..6,
            Subset::Nn3 => 2..WORDS,
            Subset::Nn4 => 0..WORDS,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Subset::Nn1 => "nn1",
            Subset::Nn2 => "nn2",
            Subset::Nn3 => "nn3",
            Subset::Nn4 => "nn4",
        }
    }
}

impl fmt::Display for Subset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Subset {
    type Err = UnknownInputs;

    fn from_str(text: &str) -> Result<Subset, UnknownInputs> {
        let named = Subset::ALL.into_iter().find(|subset| subset.name().eq_ignore_ascii_case(text));
        named.ok_or_else(|| {
            let names = "nn1 (23 global), nn2 (87), nn3 (122) or nn4 (all 222)";
            UnknownInputs::new(text, format!("set of inputs; write {names}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_the_paper() {
        assert_eq!(Subset::ALL.map(Subset::len), [23, 87, 122, 222]);
    }

    #[test]
    fn a_subset_written_out_reads_back() {
        for subset in Subset::ALL {
            assert_eq!(subset.to_string().parse(), Ok(subset));
        }
        assert_eq!("NN2".parse(), Ok(Subset::Nn2));
        assert!("nn5".parse::<Subset>().is_err());
    }

    #[test]
    fn the_words_of_a_subset_hold_its_inputs_and_no_other() {
        for subset in Subset::ALL {
            for (word, table) in Layout::BUILT_IN.index().iter().enumerate() {
                for &index in table.iter().filter(|&&index| index != Layout::UNUSED) {
                    let belongs = usize::from(index) < subset.len();
                    assert_eq!(subset.words().contains(&word), belongs, "{subset} {index}");
                }
            }
        }
    }
}
