//! Whether the points of the suite follow strength.

use super::plan::Figures;
use super::rows::Learned;
use crate::results::{ClaimVerdict, number};

/// `follows base a b c`: that the points of the suite rise with the strength against the base, over arms and seeds: by Pearson's r
/// and Fisher's interval.
pub(super) fn follows(figures: &Figures, words: &[&str]) -> Option<String> {
    let ["follows", base, arms @ ..] = words else { return None };
    let pairs: Vec<[f64; 2]> = arms.iter().flat_map(|arm| pairs(figures, arm, base)).collect();
    let Some([low, r, high]) = correlation(&pairs) else {
        return Some(ClaimVerdict::Undecided.by("no suite was given"));
    };
    let verdict = ClaimVerdict::above(0.0, (low, high));
    let [low, r, high] = [low, r, high].map(|value| number(value, 2));
    Some(verdict.by(format!("r = {r} ({low} to {high}) over {} arms", pairs.len())))
}

/// Score against the player and share of the suite's points, for every seed of an arm that has both.
fn pairs(figures: &Figures, arm: &str, base: &str) -> Vec<[f64; 2]> {
    let pair = |learned: &Learned| {
        let stats =
            figures.match_stats(arm, base, learned.seed).filter(|stats| stats.played() > 0)?;
        Some([stats.points() / stats.played() as f64, learned.suite?])
    };
    figures.all(arm).filter_map(pair).collect()
}

/// Pearson's correlation between the ends of its 95 % interval, by Fisher's transformation; `None` with fewer than five pairs, or where
/// one side never differs.
fn correlation(pairs: &[[f64; 2]]) -> Option<[f64; 3]> {
    let count = pairs.len() as f64;
    if pairs.len() < 5 {
        return None;
    }
    let mean = [0, 1].map(|side| pairs.iter().map(|pair| pair[side]).sum::<f64>() / count);
    let point = |a: usize, b: usize| {
        pairs.iter().map(|pair| (pair[a] - mean[a]) * (pair[b] - mean[b])).sum::<f64>()
    };
    let spread = (point(0, 0) * point(1, 1)).sqrt();
    let r = (spread > 0.0).then(|| (point(0, 1) / spread).clamp(-0.999_999, 0.999_999))?;
    let margin = 1.96 / (count - 3.0).sqrt();
    Some([r.atanh() - margin, r.atanh(), r.atanh() + margin].map(f64::tanh))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correlation_lies_within_fishers_interval() {
        // r = 0.8 of five pairs: z = 1.0986, ± 1.96/√2, so from −0.28 to 0.99.
        let pairs = [[1.0, 2.0], [2.0, 1.0], [3.0, 4.0], [4.0, 3.0], [5.0, 5.0]];
        let [low, r, high] = correlation(&pairs).expect("enough pairs");
        assert!((r - 0.8).abs() < 1e-12, "{r}");
        assert!((low + 0.280).abs() < 1e-3 && (high - 0.986).abs() < 1e-3, "{low} {high}");
        assert_eq!(correlation(&pairs[..4]), None);
        assert_eq!(correlation(&[[1.0, 2.0]; 6]), None);
    }
}
