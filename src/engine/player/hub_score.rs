//! Scores in men, on the scale of the Hub protocol.

use crate::models;
use crate::search::{Outlook, Score};

/// The plies of one hundredth on Hub's scale of decided games.
const PLY: f64 = 0.01;
/// A game won on the spot, on Hub's scale.
const WON: f64 = 100.0;

/// Men on Hub's scale from which a game is decided.
pub const DECIDED: f64 = models::DECIDED as f64;
/// The lowest score of a proven win of unknown length, on Hub's scale; the highest is a man more.
const KNOWN: f64 = 89.0;

/// A score in men on Hub's scale, where a game won in n plies is worth 100 − n/100, and one that is known to be won 89 to 90.
#[must_use]
pub fn to_hub_score(score: Score) -> f64 {
    match score.outlook() {
        Outlook::Win(ply) => WON - PLY * f64::from(ply.count()),
        Outlook::Loss(ply) => PLY * f64::from(ply.count()) - WON,
        Outlook::Open(points) if points.abs() > Score::LIMIT => {
            let share = f64::from(points.abs() - Score::LIMIT) / f64::from(i16::MAX);
            (KNOWN + share).copysign(f64::from(points))
        }
        Outlook::Open(points) => f64::from(points) / 100.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Ply;

    #[test]
    fn decided_games_are_near_100_men() {
        assert_eq!(to_hub_score(Score::win_at(Ply::new(1))), 99.99);
        assert_eq!(to_hub_score(Score::loss_at(Ply::new(20))), -99.80);
        assert_eq!(to_hub_score(Score::from_points(-35)), -0.35);
        assert_eq!(
            to_hub_score(Score::from_points(Score::LIMIT)),
            200.0,
            "an evaluation stays what it says"
        );
        let known = [-100, 100].map(|progress| to_hub_score(Score::known_win(Ply::ROOT, progress)));
        assert!(89.0 < known[0] && known[0] < known[1] && known[1] < 90.0, "{known:?}");
        assert_eq!(to_hub_score(-Score::known_win(Ply::ROOT, 100)), -known[1]);
    }
}
