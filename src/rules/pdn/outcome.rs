//! How a game ended, as its `Result` tag and its terminator say.

/// The end of a game of international draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// `2-0` or `1-0`.
    WhiteWins,
    /// `1-1`, `1/2-1/2`, and draws with a bonus (`1+ - 1-`, `1.01-0.99`).
    Draw,
    /// `0-2` or `0-1`.
    BlackWins,
    /// `0-0`: a double forfeit, which is no draw.
    BothLost,
    /// `*`, `?`, `-` or nothing: unfinished or not recorded.
    Unknown,
    /// Any other score, such as the ten-point `4-6`.
    Other,
    /// The tag and the terminator contradict each other.
    Conflict,
}

impl Outcome {
    /// Every outcome, in the order reports list them.
    pub const ALL: [Outcome; 7] = [
        Outcome::WhiteWins,
        Outcome::Draw,
        Outcome::BlackWins,
        Outcome::BothLost,
        Outcome::Unknown,
        Outcome::Other,
        Outcome::Conflict,
    ];

    /// Joins what the tag says with what the terminator says: the known one wins, two different known ones conflict.
    #[must_use]
    pub fn and(self, terminator: Outcome) -> Outcome {
        match (self, terminator) {
            (a, b) if a == b => a,
            (a, Outcome::Unknown) => a,
            (Outcome::Unknown, b) => b,
            (a, Outcome::Other) => a,
            (Outcome::Other, b) => b,
            _ => Outcome::Conflict,
        }
    }

    /// White's score, +1, 0 or −1, or `None` when the game teaches nothing.
    #[must_use]
    pub const fn white_score(self) -> Option<f32> {
        match self {
            Outcome::WhiteWins => Some(1.0),
            Outcome::Draw => Some(0.0),
            Outcome::BlackWins => Some(-1.0),
            Outcome::BothLost | Outcome::Unknown | Outcome::Other | Outcome::Conflict => None,
        }
    }

    /// The spelling of PDN 3.0 for GameType 20.
    #[must_use]
    pub const fn pdn(self) -> &'static str {
        match self {
            Outcome::WhiteWins => "2-0",
            Outcome::Draw => "1-1",
            Outcome::BlackWins => "0-2",
            Outcome::BothLost => "0-0",
            Outcome::Unknown | Outcome::Other | Outcome::Conflict => "*",
        }
    }

    /// The name used in reports: the result, or why there is none.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Unknown => "unknown",
            Outcome::Other => "other",
            Outcome::Conflict => "conflict",
            known => known.pdn(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_different_known_results_conflict_and_an_unknown_one_yields() {
        use Outcome::{BlackWins, Conflict, Draw, Other, Unknown, WhiteWins};
        assert_eq!(WhiteWins.and(BlackWins), Conflict);
        assert_eq!(WhiteWins.and(Draw), Conflict);
        assert_eq!(WhiteWins.and(WhiteWins), WhiteWins);
        assert_eq!(Draw.and(Unknown), Draw);
        assert_eq!(Unknown.and(BlackWins), BlackWins);
        assert_eq!(Other.and(Unknown), Other);
        assert_eq!(Unknown.and(Unknown), Unknown);
    }

    #[test]
    fn a_double_forfeit_is_not_a_draw_and_teaches_nothing() {
        assert_eq!(Outcome::BothLost.white_score(), None);
        assert_eq!(Outcome::Draw.white_score(), Some(0.0));
    }
}
