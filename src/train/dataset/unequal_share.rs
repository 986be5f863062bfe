//! The share of positions in which the sides have unequal material: what decides whether a network for a phase learns the worth of a man.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::board::Position;

/// The largest share of the positions with these numbers of pieces in which material may be unequal. Games of masters have 1 % above 25
/// pieces, games that begin from random positions 24 %.
///
/// Written `26-40=0.01`: of the positions with 26 to 40 pieces one in a hundred.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct UnequalShare {
    /// The fewest pieces.
    pub least: u32,
    /// The most pieces.
    pub most: u32,
    /// The share, from 0 to 1.
    pub share: f64,
}

/// The positions of a game, or of many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnequalCounts {
    /// Those with the numbers of pieces that are asked for.
    pub positions: u64,
    /// Those of them in which material is unequal.
    pub unequal: u64,
}

impl UnequalCounts {
    /// The share of positions with unequal material; 0 without a position.
    #[must_use]
    pub fn share(self) -> f64 {
        self.unequal as f64 / self.positions.max(1) as f64
    }

    pub(crate) fn add(&mut self, other: UnequalCounts) {
        self.positions += other.positions;
        self.unequal += other.unequal;
    }
}

impl UnequalShare {
    /// Counts positions.
    #[must_use]
    pub fn count<'a>(&self, positions: impl IntoIterator<Item = &'a Position>) -> UnequalCounts {
        let mut counts = UnequalCounts::default();
        for position in positions {
            if (self.least..=self.most).contains(&position.occupied().len()) {
                counts.positions += 1;
                counts.unequal += u64::from(position.material() != 0);
            }
        }
        counts
    }
}

impl FromStr for UnequalShare {
    type Err = String;

    fn from_str(text: &str) -> Result<UnequalShare, String> {
        let read = || {
            let (pieces, share) = text.split_once('=')?;
            let (least, most) = pieces.split_once('-')?;
            let (least, most) = (least.trim().parse().ok()?, most.trim().parse().ok()?);
            let share = share.trim().parse().ok().filter(|share| (0.0..=1.0).contains(share))?;
            (1..=most).contains(&least).then_some(UnequalShare { least, most, share })
        };
        read().filter(|share| share.most <= 40).ok_or_else(|| {
            format!(
                "'{text:.40}': write PIECES-PIECES=SHARE with 1 to 40 pieces and a share from 0 to 1, for example 26-40=0.01"
            )
        })
    }
}

impl fmt::Display for UnequalShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}={}", self.least, self.most, self.share)
    }
}

impl TryFrom<String> for UnequalShare {
    type Error = String;

    fn try_from(text: String) -> Result<UnequalShare, String> {
        text.parse()
    }
}

impl From<UnequalShare> for String {
    fn from(share: UnequalShare) -> String {
        share.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    #[test]
    fn a_share_reads_and_writes_itself_and_rubbish_is_refused() {
        for text in ["26-40=0.01", "1-40=1", "16-25=0"] {
            assert_eq!(text.parse::<UnequalShare>().expect(text).to_string(), text);
        }
        for text in
            ["", "26=0.1", "26-40", "40-26=0.1", "0-40=0.1", "26-41=0.1", "26-40=1.1", "26-40=nan"]
        {
            let error = text.parse::<UnequalShare>().expect_err(text);
            assert!(error.contains("26-40=0.01"), "{error}");
        }
    }

    #[test]
    fn only_positions_with_these_pieces_are_counted() {
        let share: UnequalShare = "3-4=0.5".parse().expect("a share");
        let positions =
            ["W:W31,32:B1,2", "W:W31,32:B1", "W:WK31:B1,2,3", "W:W31:B1", "W:W31:B1,2,3,4"];
        let positions = positions.map(|text| fen::read(text).expect(text));
        assert_eq!(share.count(&positions), UnequalCounts { positions: 3, unequal: 1 });
    }
}
