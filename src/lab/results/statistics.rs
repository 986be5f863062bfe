//! Means with their spread and interval, and what they say to claims.

use super::text::number;
use crate::arena::tournament::significance::Estimate;

use statrs::distribution::{ContinuousCDF, StudentsT};

/// Several measurements of one thing, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Summary {
    pub count: usize,
    pub mean: f64,
    /// Their standard deviation, with n − 1; 0 of fewer than two.
    pub spread: f64,
}

impl Summary {
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Summary {
        Summary::of_all(&values.into_iter().collect::<Vec<f64>>())
    }

    fn of_all(values: &[f64]) -> Summary {
        let count = values.len();
        let mean = values.iter().sum::<f64>() / count.max(1) as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let spread = if count < 2 { 0.0 } else { (squares / (count - 1) as f64).sqrt() };
        Summary { count, mean, spread }
    }

    /// Half the width of the mean's 95 % interval, by Student's t; infinite for fewer than two measurements.
    pub(crate) fn margin(&self) -> f64 {
        if self.count < 2 {
            return f64::INFINITY;
        }
        student(self.count - 1) * self.spread / (self.count as f64).sqrt()
    }

    /// The mean with its standard error, by Student's t; `None` for fewer than two measurements.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        let error = self.spread / (self.count as f64).sqrt();
        let freedom = Some(self.count.saturating_sub(1) as f64);
        (self.count > 1).then_some(Estimate { mean: self.mean, error, freedom })
    }

    /// Whether the mean's interval leaves 0 out.
    pub(crate) fn is_significant(&self) -> bool {
        self.mean.abs() > self.margin()
    }

    pub(crate) fn percent(&self) -> Summary {
        Summary { mean: 100.0 * self.mean, spread: 100.0 * self.spread, ..*self }
    }

    /// The mean with its 95 % margin; a dash without measurements.
    pub(crate) fn text(&self, decimals: usize) -> String {
        let mean = number(self.mean, decimals);
        match self.count {
            0 => "–".into(),
            1 => mean,
            _ => format!("{mean} ± {}", number(self.margin(), decimals)),
        }
    }

    /// The same with its sign, of a change.
    pub(crate) fn signed(&self, decimals: usize) -> String {
        format!("{}{}", if self.mean > 0.0 { "+" } else { "" }, self.text(decimals))
    }

    /// The same, strong if the interval leaves 0 out.
    pub(crate) fn change(&self, decimals: usize) -> String {
        let text = self.signed(decimals);
        if self.count > 1 && self.is_significant() { format!("**{text}**") } else { text }
    }

    /// A share with its margin in percent: `56.3 ± 1.2 %`.
    pub(crate) fn share(&self) -> String {
        match self.count {
            0 => "not measured".into(),
            _ => format!("{} %", self.percent().text(1)),
        }
    }

    pub(crate) fn interval(&self) -> (f64, f64) {
        (self.mean - self.margin(), self.mean + self.margin())
    }
}

/// The 97.5 % point of Student's t.
fn student(freedom: usize) -> f64 {
    StudentsT::new(0.0, 1.0, freedom as f64).map_or(f64::NAN, |student| student.inverse_cdf(0.975))
}

/// The verdicts on a claim about two players: the first is better, worse, or equal within some Elo.
pub(crate) const FINDINGS: [&str; 3] = ["**better**", "**worse**", "**equal**"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClaimVerdict {
    /// The whole interval lies on the claim's side.
    Holds,
    /// The whole interval lies on the other side.
    Fails,
    /// The interval lies on both sides.
    Undecided,
}

impl ClaimVerdict {
    /// The verdict on "greater than `limit`" by an interval.
    pub(crate) fn above(limit: f64, (low, high): (f64, f64)) -> ClaimVerdict {
        match (low > limit, high < limit) {
            (true, _) => ClaimVerdict::Holds,
            (_, true) => ClaimVerdict::Fails,
            _ => ClaimVerdict::Undecided,
        }
    }

    /// The verdict on "less than `limit` from nothing" by an interval.
    pub(crate) fn within(limit: f64, (low, high): (f64, f64)) -> ClaimVerdict {
        match (low > -limit && high < limit, high < -limit || low > limit) {
            (true, _) => ClaimVerdict::Holds,
            (_, true) => ClaimVerdict::Fails,
            _ => ClaimVerdict::Undecided,
        }
    }

    /// The verdict with what it rests on, for a cell of a table.
    pub(crate) fn by(self, evidence: impl std::fmt::Display) -> String {
        format!("{}: {evidence}", self.word())
    }

    const fn word(self) -> &'static str {
        match self {
            ClaimVerdict::Holds => "**holds**",
            ClaimVerdict::Fails => "**fails**",
            ClaimVerdict::Undecided => "**undecided**",
        }
    }

    /// A text without its verdicts, what they rest on left.
    pub(super) fn withheld(text: &str) -> String {
        let all = [ClaimVerdict::Holds, ClaimVerdict::Fails, ClaimVerdict::Undecided];
        let words = all.iter().map(|verdict| verdict.word()).chain(FINDINGS);
        words.fold(text.into(), |text, word| text.replace(word, "no verdict"))
    }
}

/// Pearson's correlation of pairs of values; `None` where one of the values is always the same.
pub(crate) fn correlation(pairs: &[[f64; 2]]) -> Option<f64> {
    let count = pairs.len() as f64;
    let mean = [0, 1].map(|side| pairs.iter().map(|pair| pair[side]).sum::<f64>() / count);
    let point = |a: usize, b: usize| {
        pairs.iter().map(|pair| (pair[a] - mean[a]) * (pair[b] - mean[b])).sum::<f64>()
    };
    let spread = (point(0, 0) * point(1, 1)).sqrt();
    (spread > 0.0).then(|| point(0, 1) / spread)
}

/// Spearman's rank correlation of pairs of values, ties with their mean rank; `None` for fewer than three pairs, or where one of the values
/// is always the same.
pub(crate) fn rank_correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let first = ranks(pairs.iter().map(|pair| pair.0).collect());
    let second = ranks(pairs.iter().map(|pair| pair.1).collect());
    let ranked: Vec<[f64; 2]> = first.into_iter().zip(second).map(<[f64; 2]>::from).collect();
    correlation(&ranked).filter(|_| pairs.len() > 2)
}

/// The rank of each value, from 1.
fn ranks(values: Vec<f64>) -> Vec<f64> {
    let count = |is: &dyn Fn(f64) -> bool| values.iter().filter(|value| is(**value)).count() as f64;
    let rank =
        |value: f64| count(&|other| other < value) + (count(&|other| other == value) + 1.0) / 2.0;
    values.iter().map(|&value| rank(value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_measurements_by_hand() {
        // Mean 2, deviations −1, 0, 1: variance 2/2; margin 4.302653·1/√3.
        let summary = Summary::of([1.0, 2.0, 3.0]);
        assert_eq!((summary.count, summary.mean, summary.spread), (3, 2.0, 1.0));
        assert!((summary.margin() - 4.302_653 / 3f64.sqrt()).abs() < 1e-6);
    }

    #[test]
    fn one_measurement_says_nothing_of_the_spread() {
        assert_eq!(Summary::of([5.0]).interval(), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!(Summary::of([]).mean, 0.0);
    }

    #[test]
    fn points_of_student_s_t_agree_with_the_tables() {
        // Abramowitz and Stegun, table 26.10.
        for (freedom, point) in
            [(1, 12.706), (2, 4.303), (4, 2.776), (5, 2.571), (9, 2.262), (19, 2.093), (120, 1.980)]
        {
            assert!((student(freedom) - point).abs() < 0.0005, "{freedom}: {}", student(freedom));
        }
    }

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

    #[test]
    fn ranks_correlate_as_in_a_table_worked_out_by_hand() {
        // Ranks 1, 2.5, 2.5, 4 beside 1, 3, 2, 4.
        let pairs = [(10.0, 1.0), (20.0, 3.0), (20.0, 2.0), (90.0, 4.0)];
        let rho = rank_correlation(&pairs).expect("four pairs");
        assert!((rho - 0.948_683_3).abs() < 1e-6, "{rho}");
        let turned = pairs.map(|(a, b)| (-a, b));
        assert!((rank_correlation(&turned).expect("four pairs") + rho).abs() < 1e-12);
        assert_eq!(rank_correlation(&pairs[..2]), None);
        assert_eq!(rank_correlation(&[(1.0, 2.0), (1.0, 3.0), (1.0, 4.0)]), None);
    }
}
