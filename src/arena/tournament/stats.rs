//! Results of a match, counted by game and by pair of games.

use serde::{Deserialize, Serialize};

use super::elo::EloEstimate;
use crate::board::Color;
use crate::game::GameResult;

/// How one game ended for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameScore {
    Loss,
    Draw,
    Win,
}

impl GameScore {
    /// The score of a side; `None` if the game does not count.
    pub fn of(verdict: GameResult, color: Color) -> Option<GameScore> {
        match (verdict, color) {
            (GameResult::Void, _) => None,
            (GameResult::Draw, _) => Some(GameScore::Draw),
            (GameResult::White, Color::White) | (GameResult::Black, Color::Black) => {
                Some(GameScore::Win)
            }
            (GameResult::White, Color::Black) | (GameResult::Black, Color::White) => {
                Some(GameScore::Loss)
            }
        }
    }

    pub const fn half_points(self) -> usize {
        self as usize
    }
}

/// Wins, draws and losses of one player, and the pairs of games from the same opening with both colours.
///
/// The two games of a pair are not independent: the opening favours one colour. Counting by pairs (the pentanomial,
/// 0 to 4 half points) takes that out of the error.
///
/// ```
/// use draughts_td_arena::tournament::stats::{GameScore, MatchStats};
///
/// let mut stats = MatchStats::default();
/// stats.add_pair(GameScore::Win, GameScore::Draw);
/// stats.add_single(GameScore::Loss);
/// assert_eq!((stats.played(), stats.points()), (3, 1.5));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchStats {
    /// Games by score: losses, draws, wins.
    games: [u64; 3],
    /// Pairs by half points, 0 to 4.
    pairs: [u64; 5],
}

impl MatchStats {
    /// Counts a pair of games from the same opening.
    pub fn add_pair(&mut self, first: GameScore, second: GameScore) {
        self.add_single(first);
        self.add_single(second);
        self.pairs[first.half_points() + second.half_points()] += 1;
    }

    /// Counts a game whose twin is missing.
    pub fn add_single(&mut self, score: GameScore) {
        self.games[score.half_points()] += 1;
    }

    /// The games of these pairs: 0, ½, 1, 1½ and 2 points; one point counts as two draws.
    pub fn of_pairs(pairs: [u64; 5]) -> MatchStats {
        let [none, half, one, three, two] = pairs;
        let games = [2 * none + half, half + 2 * one + three, three + 2 * two];
        MatchStats { games, pairs }
    }

    /// The same games as the other player sees them.
    pub fn flipped(&self) -> MatchStats {
        let mut flipped = self.clone();
        flipped.games.reverse();
        flipped.pairs.reverse();
        flipped
    }

    pub fn plus(&self, other: &MatchStats) -> MatchStats {
        MatchStats {
            games: std::array::from_fn(|i| self.games[i] + other.games[i]),
            pairs: std::array::from_fn(|i| self.pairs[i] + other.pairs[i]),
        }
    }

    pub const fn wins(&self) -> u64 {
        self.games[2]
    }

    pub const fn draws(&self) -> u64 {
        self.games[1]
    }

    pub const fn losses(&self) -> u64 {
        self.games[0]
    }

    /// Pairs by half points, 0 to 4.
    pub const fn pairs(&self) -> &[u64; 5] {
        &self.pairs
    }

    pub fn played(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Points, one for a win and a half for a draw.
    pub fn points(&self) -> f64 {
        self.wins() as f64 + 0.5 * self.draws() as f64
    }

    /// The estimated difference in strength; `None` before the first game. The score is that of all games, its spread
    /// that of pairs, if there are any.
    pub fn estimate(&self) -> Option<EloEstimate> {
        let (pairs, played) = (self.pairs.iter().sum::<u64>(), self.played());
        let score = (played > 0).then(|| self.points() / played as f64)?;
        Some(match pairs {
            0 => EloEstimate::of(&self.games, 1.0, score),
            _ => EloEstimate::of(&self.pairs, 2.0, score),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::elo::elo_of;
    use super::*;

    fn near(found: impl Into<Option<f64>>, expected: f64, tolerance: f64) {
        let found = found.into().expect("a figure");
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected} ± {tolerance}");
    }

    /// Games counted one by one, without pairs: losses, draws, wins.
    fn singles(losses: u64, draws: u64, wins: u64) -> EloEstimate {
        MatchStats { games: [losses, draws, wins], pairs: [0; 5] }.estimate().expect("games")
    }

    fn pairs(counts: [u64; 5]) -> EloEstimate {
        MatchStats::of_pairs(counts).estimate().expect("pairs")
    }

    /// Half of the interval of Elo, as fastchess prints it after a ±.
    fn elo_error(found: &EloEstimate) -> Option<f64> {
        found.elo_interval().map(|(low, high)| (high - low) / 2.0)
    }

    /// 15 wins and 5 draws of 20: mean 7/8, variance 3·(1/8)²/4 + (3/8)²/4 = 3/64, error 1.96·√(3/1280).
    #[test]
    fn a_small_match_worked_out_by_hand() {
        let found = singles(0, 5, 15);
        near(found.score, 0.875, 1e-12);
        near(found.elo, 400.0 * 7f64.log10(), 1e-9);
        let error = 1.959_963_984_540_054 * (3.0f64 / 1280.0).sqrt();
        near(found.elo_low, elo_of(0.875 - error), 1e-9);
        near(found.elo_high, elo_of(0.875 + error), 1e-9);
        near(found.normalized_elo, 0.375 / (3.0f64 / 64.0).sqrt() * 347.435_585_522_601_9, 1e-6);
    }

    /// The reference values of fastchess's own tests for single games.
    #[test]
    fn single_games_agree_with_the_published_values_of_fastchess() {
        let found = singles(89, 123, 76);
        near(found.normalized_elo, -20.76, 0.01);
        near(found.normalized_elo_error, 40.13, 0.01);
        near(found.los, 0.1553, 5e-5);
        let found = singles(96, 111, 136);
        near(found.normalized_elo, 49.77, 0.01);
        near(found.normalized_elo_error, 36.77, 0.01);
        near(found.elo, 40.70, 0.01);
        near(elo_error(&found), 30.43, 0.01);
        near(found.los, 0.9960, 5e-5);
        let found = singles(356, 0, 34);
        near(found.normalized_elo, -508.44, 0.01);
        near(found.normalized_elo_error, 34.48, 0.01);
    }

    /// The reference values of fastchess's own tests for pairs.
    #[test]
    fn pairs_agree_with_the_published_values_of_fastchess() {
        let found = pairs([34, 54, 31 + 32, 64, 75]);
        near(found.normalized_elo, 57.94, 0.01);
        near(found.normalized_elo_error, 28.28, 0.01);
        near(found.elo, 55.58, 0.01);
        near(elo_error(&found), 27.65, 0.01);
        let found = pairs([332, 433, 457 + 41, 333, 334]);
        near(found.normalized_elo, -9.17, 0.01);
        near(found.normalized_elo_error, 10.96, 0.01);
        near(found.elo, -8.64, 0.01);
        near(elo_error(&found), 10.33, 0.01);
        near(found.los, 0.0505, 5e-5);
        let found = pairs([7895, 8757, 5485 + 200, 568, 9999]);
        near(found.normalized_elo, -19.01, 0.01);
        near(found.elo, -21.04, 0.01);
        near(elo_error(&found), 2.95, 0.01);
    }

    #[test]
    fn pairs_that_cancel_out_leave_less_doubt_than_the_same_games_unpaired() {
        let paired = pairs([0, 0, 50, 0, 0]);
        let alone = singles(50, 0, 50);
        assert!(elo_error(&paired).expect("enough") < elo_error(&alone).expect("enough"));
        assert_eq!((paired.normalized_elo, paired.los), (None, None));
        near(alone.los, 0.5, 1e-6);
        near(paired.elo_high, elo_of(0.5 + 3.0 / 50.0), 1e-9);
    }

    #[test]
    fn a_clean_sweep_has_a_lower_end_by_the_rule_of_three() {
        let found = pairs([0, 0, 0, 0, 79]);
        assert_eq!((found.elo, found.elo_high), (f64::INFINITY, Some(f64::INFINITY)));
        near(found.elo_low, elo_of(1.0 - 3.0 / 79.0), 1e-9);
        assert_eq!(
            (found.normalized_elo, found.normalized_elo_error, found.los),
            (None, None, None)
        );
    }

    #[test]
    fn a_few_games_prove_nothing() {
        for few in [
            pairs([0, 0, 0, 0, 1]),
            pairs([0, 0, 1, 0, 0]),
            pairs([0, 0, 3, 3, 3]),
            singles(9, 5, 5),
        ] {
            assert_eq!((few.elo_low, few.elo_high), (None, None));
            assert_eq!((few.normalized_elo, few.normalized_elo_error, few.los), (None, None, None));
        }
        let enough = [pairs([0, 0, 3, 4, 3]), singles(9, 5, 6)];
        assert!(enough.iter().all(|estimate| estimate.elo_low.is_some() && estimate.los.is_some()));
    }

    #[test]
    fn games_and_pairs_are_counted() {
        let mut stats = MatchStats::default();
        assert!(stats.estimate().is_none());
        stats.add_pair(GameScore::Win, GameScore::Loss);
        stats.add_pair(GameScore::Win, GameScore::Draw);
        stats.add_single(GameScore::Draw);
        assert_eq!((stats.wins(), stats.draws(), stats.losses()), (2, 2, 1));
        assert_eq!((stats.pairs(), stats.played(), stats.points()), (&[0, 0, 1, 1, 0], 5, 3.0));
        near(stats.estimate().expect("games").score, 0.6, 1e-12);
    }
}
