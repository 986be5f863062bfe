//! What the figures say to claims.

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

    /// The verdict with what it rests on, for a cell of a table.
    pub fn by(self, evidence: impl std::fmt::Display) -> String {
        let word = match self {
            ClaimVerdict::Holds => "holds",
            ClaimVerdict::Fails => "fails",
            ClaimVerdict::Undecided => "undecided",
        };
        format!("**{word}**: {evidence}")
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
