//! What a player says about a position, and the scale of its scores.

use crate::engine::{Outlook, Score};

/// What a player said about the position it moved in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thought {
    /// The score for the player in men, on the scale of Hub: beyond ±90 decided.
    pub score: Option<f64>,
    /// The depth reached in plies.
    pub depth: Option<u32>,
    /// The nodes visited.
    pub nodes: Option<u64>,
    /// The time the player says it took, where it does.
    pub seconds: Option<f64>,
}

impl Thought {
    /// Whether the player thinks itself so far behind that it has nothing to say against a loss.
    #[must_use]
    pub fn is_conceding(&self) -> bool {
        self.score.is_some_and(|score| score <= -CONCEDED)
    }

    /// Score and depth as they stand behind a move, in the way of engine matches: `+0.35/12`; `None` without a score.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        let depth = self.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
        self.score.map(|score| format!("{score:+.2}{depth}"))
    }
}

/// Men behind which a game is as good as lost: Scan ends games by the same difference.
const CONCEDED: f64 = 3.0;
/// The plies of one hundredth on Hub's scale of decided games.
const PLY: f64 = 0.01;
/// A game decided on the spot, on Hub's scale.
const DECIDED: f64 = 100.0;

/// A score in men on Hub's scale, where a game won in n plies is worth 100 − n/100.
#[must_use]
pub fn men(score: Score) -> f64 {
    match score.outlook() {
        Outlook::Win(ply) => DECIDED - PLY * f64::from(ply.count()),
        Outlook::Loss(ply) => PLY * f64::from(ply.count()) - DECIDED,
        Outlook::Open(points) => f64::from(points) / 100.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Ply;

    #[test]
    fn decided_games_are_near_100_men() {
        assert_eq!(men(Score::win_at(Ply::new(1))), 99.99);
        assert_eq!(men(Score::loss_at(Ply::new(20))), -99.80);
        assert_eq!(men(Score::from_points(-35)), -0.35);
    }
}
