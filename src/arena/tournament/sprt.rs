//! The sequential test that ends a match as soon as it is decided: a generalised SPRT over pairs of games.

use serde::{Deserialize, Serialize};

use super::elo::{NORMALIZED_UNIT, score_of};
use super::stats::MatchStats;

/// On which scale the two hypotheses are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Normalised Elo, as fastchess has it by default: the same number of games whatever the share of draws.
    #[default]
    Normalized,
    /// Ordinary (logistic) Elo.
    Logistic,
}

/// A test of H0 (the difference is `elo0`) against H1 (it is `elo1`).
///
/// ```
/// use draughts_td_arena::tournament::sprt::{EloModel, Sprt, SprtDecision};
/// use draughts_td_arena::tournament::stats::MatchStats;
///
/// let test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, scale: EloModel::Logistic };
/// // Pairs of games by half points, 0 to 4.
/// let few = MatchStats::of_pairs([1, 4, 20, 6, 1]);
/// let many = MatchStats::of_pairs([100, 400, 2_000, 600, 200]);
/// assert_eq!(test.verdict(&few), SprtDecision::Open);
/// assert_eq!(test.verdict(&many), SprtDecision::AcceptH1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// H0.
    pub elo0: f64,
    /// H1.
    pub elo1: f64,
    /// Probability of accepting H1 when H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 when H1 is true.
    pub beta: f64,
    /// The scale of both.
    pub scale: EloModel,
}

/// The decision of a test so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtDecision {
    /// Not enough games.
    Open,
    /// The difference is rather `elo0`.
    AcceptH0,
    /// The difference is rather `elo1`.
    AcceptH1,
}

/// Scores of a pair, per game.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// The count in place of zero, as in fastchess, so that no logarithm is infinite.
const NOTHING: f64 = 1e-3;
const ITERATIONS: usize = 30;

impl Sprt {
    /// Wald's bounds of the log-likelihood ratio: below the first H0 is accepted, above the second H1.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of H1 to H0 for the pairs played: the most likely distributions of pair scores that
    /// obey each hypothesis are compared (Van den Bergh, generalised SPRT).
    pub fn llr(&self, stats: &MatchStats) -> f64 {
        if stats.pairs().iter().all(|&n| n == 0) {
            return 0.0;
        }
        let counts = stats.pairs().map(|n| if n == 0 { NOTHING } else { n as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|n| n / total);
        let under = |elo| match self.scale {
            EloModel::Logistic => most_likely_mean(&seen, score_of(elo)),
            // A pair's mean has half the variance of a game.
            EloModel::Normalized => {
                most_likely_deviation(&seen, std::f64::consts::SQRT_2 * elo / NORMALIZED_UNIT)
            }
        };
        let (h0, h1) = (under(self.elo0), under(self.elo1));
        let ratio = |i: usize| seen[i] * (h1[i].ln() - h0[i].ln());
        total * (0..SCORES.len()).map(ratio).sum::<f64>()
    }

    /// Whether the games played decide the test.
    pub fn verdict(&self, stats: &MatchStats) -> SprtDecision {
        let (low, high) = self.bounds();
        let llr = self.llr(stats);
        if llr >= high {
            SprtDecision::AcceptH1
        } else if llr <= low {
            SprtDecision::AcceptH0
        } else {
            SprtDecision::Open
        }
    }
}

/// The distribution nearest to `seen` (in likelihood) whose mean is `mean`.
fn most_likely_mean(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    tilted(seen, &SCORES.map(|score| score - mean))
}

/// The distribution nearest to `seen` whose mean lies `deviations` standard deviations above one half; the condition
/// is made linear around the last distribution and solved again until it stays.
fn most_likely_deviation(seen: &[f64; 5], deviations: f64) -> [f64; 5] {
    let mut found = [0.2; 5];
    for _ in 0..ITERATIONS {
        let mean: f64 = found.iter().zip(SCORES).map(|(p, x)| p * x).sum();
        let variance: f64 = found.iter().zip(SCORES).map(|(p, x)| p * (x - mean).powi(2)).sum();
        let sigma = variance.sqrt();
        let condition = SCORES
            .map(|x| x - 0.5 - 0.5 * deviations * sigma * (1.0 + ((x - mean) / sigma).powi(2)));
        let next = tilted(seen, &condition);
        let change = next.iter().zip(found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-9 {
            break;
        }
    }
    found
}

/// Maximises Σ seen·ln p under Σ p·condition = 0: p = seen / (1 + θ·condition), with θ where the condition holds.
fn tilted(seen: &[f64; 5], condition: &[f64; 5]) -> [f64; 5] {
    let least = condition.iter().copied().fold(f64::INFINITY, f64::min);
    let most = condition.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return *seen;
    }
    let excess = |theta: f64| -> f64 {
        seen.iter().zip(condition).map(|(p, c)| p * c / (1.0 + theta * c)).sum()
    };
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        // The sum falls as θ grows.
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let theta = 0.5 * (low + high);
    std::array::from_fn(|i| seen[i] / (1.0 + theta * condition[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64, scale: EloModel) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, scale }
    }

    /// Fastchess compares to within one per cent of the value plus one.
    fn near(found: f64, expected: f64) {
        let tolerance = 0.01 * (1.0 + expected.abs());
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    /// The reference values of fastchess's own tests; the third count there joins win-loss and draw-draw.
    #[test]
    fn the_ratio_agrees_with_the_published_values_of_fastchess() {
        let llr =
            |pairs, elo0, elo1, scale| sprt(elo0, elo1, scale).llr(&MatchStats::of_pairs(pairs));
        let normalized = EloModel::Normalized;
        near(llr([365, 16618, 36029 + 200, 16974, 390], 0.0, 2.0, normalized), 2.25);
        near(llr([127, 4883, 10311 + 401, 5150, 104], -1.75, 0.25, normalized), 3.01);
        near(llr([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, EloModel::Logistic), -3.07);
        near(llr([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, EloModel::Logistic), -4.98);
    }

    #[test]
    fn the_most_likely_distributions_obey_their_hypothesis() {
        let seen = [0.1, 0.2, 0.4, 0.2, 0.1];
        let moved = most_likely_mean(&seen, 0.6);
        let mean: f64 = moved.iter().zip(SCORES).map(|(p, x)| p * x).sum();
        assert!((mean - 0.6).abs() < 1e-9 && (moved.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let moved = most_likely_deviation(&seen, 0.3);
        let mean: f64 = moved.iter().zip(SCORES).map(|(p, x)| p * x).sum();
        let variance: f64 = moved.iter().zip(SCORES).map(|(p, x)| p * (x - mean).powi(2)).sum();
        assert!(((mean - 0.5) / variance.sqrt() - 0.3).abs() < 1e-6);
    }

    /// All n pairs won: H0 (mean ½) is likeliest as half and half, H1 (mean t deviations above) as ½ + t/2 to ½ − t/2 for
    /// small t, so the ratio is n·ln(1 + t).
    #[test]
    fn a_clean_sweep_worked_out_by_hand() {
        let t = std::f64::consts::SQRT_2 * 5.0 / NORMALIZED_UNIT;
        let found =
            sprt(0.0, 5.0, EloModel::Normalized).llr(&MatchStats::of_pairs([0, 0, 0, 0, 104]));
        assert!((found - 104.0 * t.ln_1p()).abs() < 1e-2, "{found}");
    }

    /// α = β = 0.05: ±ln 19.
    #[test]
    fn the_bounds_are_walds() {
        let (low, high) = sprt(0.0, 5.0, EloModel::Normalized).bounds();
        assert!((high - 19f64.ln()).abs() < 1e-12 && (low + high).abs() < 1e-12);
    }

    #[test]
    fn a_test_is_open_at_first_and_decided_by_many_wins_or_losses() {
        let test = sprt(0.0, 10.0, EloModel::Normalized);
        assert_eq!(test.verdict(&MatchStats::default()), SprtDecision::Open);
        assert_eq!(test.verdict(&MatchStats::of_pairs([0, 1, 3, 2, 0])), SprtDecision::Open);
        assert_eq!(
            test.verdict(&MatchStats::of_pairs([0, 0, 100, 200, 100])),
            SprtDecision::AcceptH1
        );
        assert_eq!(
            test.verdict(&MatchStats::of_pairs([100, 200, 100, 0, 0])),
            SprtDecision::AcceptH0
        );
    }

    #[test]
    fn swapping_players_and_hypotheses_changes_the_sign() {
        let one =
            sprt(0.0, 8.0, EloModel::Normalized).llr(&MatchStats::of_pairs([3, 10, 40, 17, 5]));
        let other =
            sprt(0.0, -8.0, EloModel::Normalized).llr(&MatchStats::of_pairs([5, 17, 40, 10, 3]));
        assert!((one - other).abs() < 1e-6, "{one} {other}");
    }
}
