//! Claims, and what the figures say to them.

use super::table::{Align, Table};

/// What the figures say to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimVerdict {
    /// The whole interval lies on the claim's side.
    Holds,
    /// The whole interval lies on the other side.
    Fails,
    /// The interval lies on both sides.
    Undecided,
}

impl ClaimVerdict {
    /// The verdict on "greater than `limit`" by an interval.
    pub fn above(limit: f64, (low, high): (f64, f64)) -> ClaimVerdict {
        match (low > limit, high < limit) {
            (true, _) => ClaimVerdict::Holds,
            (_, true) => ClaimVerdict::Fails,
            _ => ClaimVerdict::Undecided,
        }
    }

    /// The verdict on "less than `limit` from nothing" by an interval.
    pub fn within(limit: f64, (low, high): (f64, f64)) -> ClaimVerdict {
        match (low > -limit && high < limit, high < -limit || low > limit) {
            (true, _) => ClaimVerdict::Holds,
            (_, true) => ClaimVerdict::Fails,
            _ => ClaimVerdict::Undecided,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            ClaimVerdict::Holds => "holds",
            ClaimVerdict::Fails => "fails",
            ClaimVerdict::Undecided => "undecided",
        }
    }
}

/// What one way of doing an experiment says to a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub verdict: ClaimVerdict,
    pub evidence: String,
}

/// A claim of the paper and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    pub claim: String,
    /// One finding for each way in which the experiment was done.
    pub results: Vec<Finding>,
}

impl Claim {
    /// Several claims as a table, with a column for each way in which the experiment was done.
    pub fn table(caption: impl Into<String>, ways: &[&str], claims: &[Claim]) -> Table {
        let columns: Vec<(&str, Align)> =
            ["claim"].iter().chain(ways).map(|&name| (name, Align::Left)).collect();
        let mut table = Table::new(caption, &columns);
        for claim in claims {
            let results = claim
                .results
                .iter()
                .map(|finding| format!("**{}**: {}", finding.verdict.word(), finding.evidence));
            table.row(std::iter::once(claim.claim.clone()).chain(results));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_needs_the_whole_interval() {
        assert_eq!(ClaimVerdict::above(0.0, (0.1, 0.3)), ClaimVerdict::Holds);
        assert_eq!(ClaimVerdict::above(0.0, (-0.3, -0.1)), ClaimVerdict::Fails);
        assert_eq!(ClaimVerdict::above(0.0, (-0.1, 0.3)), ClaimVerdict::Undecided);
        assert_eq!(
            ClaimVerdict::above(0.0, (f64::NEG_INFINITY, f64::INFINITY)),
            ClaimVerdict::Undecided
        );
    }
}
