//! The difference in strength that results speak for, from games or from pairs of games (the pentanomial).

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

/// The difference in strength that results speak for, seen from the player they belong to.
///
/// ```
/// use draughts_td_arena::tournament::stats::{GameScore, MatchStats};
///
/// let mut stats = MatchStats::default();
/// for _ in 0..40 {
///     stats.add_pair(GameScore::Win, GameScore::Draw);
///     stats.add_pair(GameScore::Draw, GameScore::Draw);
/// }
/// let elo = stats.estimate().expect("games were played");
/// assert_eq!((elo.score, elo.elo.round()), (0.625, 89.0));
/// let (low, high) = elo.elo_interval().expect("20 games or more");
/// assert!(low > 60.0 && high < 120.0);
/// ```
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
    pub(crate) normalized_elo: Option<f64>,
    /// Half of its 95 % interval, where there is one.
    pub(crate) normalized_elo_error: Option<f64>,
    /// Likelihood of superiority: how probable it is that the player is the stronger one, 0 to 1; there where normalised Elo
    /// is.
    pub los: Option<f64>,
}

/// The fewest games with an interval: below, the normal distribution does not hold, and two games alike would prove everything.
pub const ENOUGH: u64 = 20;

/// Standard deviations on either side of the mean that hold 95 % of a normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;
/// Normalised Elo of one standard deviation: the slope of the Elo curve at one half, 800 / ln 10.
pub(super) const NORMALIZED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

impl EloEstimate {
    /// From counts of equidistant scores from 0 to 1, each the mean of this many games, around a score that may be of more games.
    pub(super) fn of(counts: &[u64], games: f64, score: f64) -> EloEstimate {
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
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The standard normal distribution.
fn normal_cdf(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected} ± {tolerance}");
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        near(normal_cdf(0.0), 0.5, 1e-10);
        near(normal_cdf(Z95), 0.975, 1e-10);
        near(normal_cdf(-1.0), 0.158_655_253_931_457, 1e-10);
        near(normal_cdf(40.0), 1.0, 0.0);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        near(elo_of(0.5), 0.0, 1e-12);
        near(elo_of(0.64), 99.95, 0.01);
        near(score_of(elo_of(0.37)), 0.37, 1e-12);
    }
}
