//! Results of a match, counted by game and by pair of games, and what they say about strength.

use serde::{Deserialize, Serialize};

use crate::board::Color;
use crate::game::GameResult;

/// How one game ended for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameScore {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl GameScore {
    /// The score of a side; `None` if the game does not count.
    #[must_use]
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

    /// The same game for the other player.
    #[must_use]
    pub const fn flipped(self) -> GameScore {
        match self {
            GameScore::Loss => GameScore::Win,
            GameScore::Draw => GameScore::Draw,
            GameScore::Win => GameScore::Loss,
        }
    }

    /// Half points: 0, 1 or 2.
    #[must_use]
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
/// use draughts_td::play::contest::tally::{GameScore, Tally};
///
/// let mut tally = Tally::default();
/// tally.add_pair(GameScore::Win, GameScore::Draw);
/// tally.add_single(GameScore::Loss);
/// assert_eq!((tally.played(), tally.points()), (3, 1.5));
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

    /// The tally with these pairs: 0, ½, 1, 1½ and 2 points; one point counts as two draws.
    #[must_use]
    pub fn of_pairs(pairs: [u64; 5]) -> MatchStats {
        let [none, half, one, three, two] = pairs;
        let games = [2 * none + half, half + 2 * one + three, three + 2 * two];
        MatchStats { games, pairs }
    }

    /// The same games as the other player sees them.
    #[must_use]
    pub fn flipped(&self) -> MatchStats {
        let mut flipped = self.clone();
        flipped.games.reverse();
        flipped.pairs.reverse();
        flipped
    }

    /// Both tallies together.
    #[must_use]
    pub fn plus(&self, other: &MatchStats) -> MatchStats {
        MatchStats {
            games: std::array::from_fn(|i| self.games[i] + other.games[i]),
            pairs: std::array::from_fn(|i| self.pairs[i] + other.pairs[i]),
        }
    }

    /// Wins.
    #[must_use]
    pub const fn wins(&self) -> u64 {
        self.games[2]
    }

    /// Draws.
    #[must_use]
    pub const fn draws(&self) -> u64 {
        self.games[1]
    }

    /// Losses.
    #[must_use]
    pub const fn losses(&self) -> u64 {
        self.games[0]
    }

    /// Pairs by half points, 0 to 4.
    #[must_use]
    pub const fn pairs(&self) -> &[u64; 5] {
        &self.pairs
    }

    /// Games.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Points, one for a win and a half for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins() as f64 + 0.5 * self.draws() as f64
    }

    /// What the games say about the difference in strength; `None` before the first game. The score is that of all games, its spread
    /// that of pairs, if there are any.
    #[must_use]
    pub fn estimate(&self) -> Option<EloEstimate> {
        let (pairs, played) = (self.pairs.iter().sum::<u64>(), self.played());
        let score = (played > 0).then(|| self.points() / played as f64)?;
        Some(match pairs {
            0 => EloEstimate::of(&self.games, 1.0, score),
            _ => EloEstimate::of(&self.pairs, 2.0, score),
        })
    }
}

/// The difference in strength that results speak for, seen from the player they belong to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloEstimate {
    /// Mean score of a game, 0 to 1.
    pub score: f64,
    /// Elo difference of that score; infinite when everything was won or lost.
    pub elo: f64,
    /// Lower end of the 95 % interval; `None` with fewer than [`ENOUGH`] games.
    pub elo_low: Option<f64>,
    /// Upper end of the 95 % interval; `None` with fewer than [`ENOUGH`] games.
    pub elo_high: Option<f64>,
    /// Normalised Elo: the mean in standard deviations of a game, on the scale of Elo (Van den Bergh). `None` with fewer
    /// than [`ENOUGH`] games or with results that are all alike, which have no deviation.
    pub normalized_elo: Option<f64>,
    /// Half of its 95 % interval, where there is one.
    pub normalized_elo_error: Option<f64>,
    /// Likelihood of superiority: how probable it is that the player is the stronger one, 0 to 1; there where normalised Elo
    /// is.
    pub los: Option<f64>,
}

/// The fewest games that say anything about what else might have come out: below, the normal distribution behind the
/// figures is none, and two games alike would prove everything.
pub const ENOUGH: u64 = 20;

/// Standard deviations on either side of the mean that hold 95 % of a normal distribution.
const Z95: f64 = 1.959_963_984_540_054;
/// Normalised Elo of one standard deviation: the slope of the Elo curve at one half, 800 / ln 10.
pub(super) const NORMALIZED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

impl EloEstimate {
    /// From counts of equidistant scores from 0 to 1, each the mean of this many games, around a score that may be of more games.
    fn of(counts: &[u64], games: f64, score: f64) -> EloEstimate {
        let total = counts.iter().sum::<u64>() as f64;
        let is_enough = games * total >= ENOUGH as f64;
        let top = (counts.len() - 1) as f64;
        let scores = || counts.iter().enumerate().map(|(i, &n)| (i as f64 / top, n as f64 / total));
        let mean: f64 = scores().map(|(x, p)| x * p).sum();
        let variance: f64 = scores().map(|(x, p)| p * (x - mean).powi(2)).sum();
        let error = half_width(variance, total);
        let has_spread = is_enough && variance > 0.0;
        let deviations = (score - 0.5) / (games * variance).sqrt();
        EloEstimate {
            score,
            elo: elo_of(score),
            elo_low: is_enough.then(|| elo_of(score - error)),
            elo_high: is_enough.then(|| elo_of(score + error)),
            normalized_elo: has_spread.then_some(deviations * NORMALIZED_UNIT),
            normalized_elo_error: has_spread
                .then(|| Z95 * NORMALIZED_UNIT / (games * total).sqrt()),
            los: has_spread.then(|| normal_cdf((score - 0.5) / (variance / total).sqrt())),
        }
    }

    /// The 95 % interval of Elo, if there are games enough.
    #[must_use]
    pub fn elo_interval(&self) -> Option<(f64, f64)> {
        self.elo_low.zip(self.elo_high)
    }
}

/// Half of the 95 % interval of the mean. Results that are all alike have no spread to go by: there the rule of three
/// holds, an event that did not happen in n trials has a probability of at most 3/n with 95 % confidence.
fn half_width(variance: f64, total: f64) -> f64 {
    if variance > 0.0 { Z95 * (variance / total).sqrt() } else { (3.0 / total).min(1.0) }
}

/// The Elo difference at which this score is expected; infinite at 0 and 1.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // From 0, so that an even score has no sign.
        0.0 - 400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The score that is expected at this Elo difference.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The standard normal distribution (Abramowitz and Stegun 7.1.26, error below 1.5e-7).
fn normal_cdf(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs() / std::f64::consts::SQRT_2);
    let polynomial = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592]
        .iter()
        .fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let tail = 0.5 * polynomial * (-x * x / 2.0).exp();
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
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

    /// 15 wins and 5 draws of 20: mean 7/8, variance 3·(1/8)²/4 + (3/8)²/4 = 3/64, error 1.96·√(3/1280).
    /// Half of the interval of Elo, as fastchess prints it behind a ±.
    fn elo_error(found: &EloEstimate) -> Option<f64> {
        found.elo_interval().map(|(low, high)| (high - low) / 2.0)
    }

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
    fn pairs_that_cancel_out_leave_less_doubt_than_the_same_games_alone() {
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
        let mut tally = MatchStats::default();
        assert!(tally.estimate().is_none());
        tally.add_pair(GameScore::Win, GameScore::Loss);
        tally.add_pair(GameScore::Win, GameScore::Draw);
        tally.add_single(GameScore::Draw);
        assert_eq!((tally.wins(), tally.draws(), tally.losses()), (2, 2, 1));
        assert_eq!((tally.pairs(), tally.played(), tally.points()), (&[0, 0, 1, 1, 0], 5, 3.0));
        near(tally.estimate().expect("games").score, 0.6, 1e-12);
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        near(normal_cdf(0.0), 0.5, 2e-7);
        near(normal_cdf(Z95), 0.975, 2e-7);
        near(normal_cdf(-1.0), 0.158_655_254, 2e-7);
        near(normal_cdf(40.0), 1.0, 0.0);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        near(elo_of(0.5), 0.0, 1e-12);
        near(elo_of(0.64), 99.95, 0.01);
        near(score_of(elo_of(0.37)), 0.37, 1e-12);
    }
}
