//! Errors on games just before they are learned: the cheapest curve there is.

/// Sums since the last time they were asked for, by phase.
#[derive(Debug, Default)]
pub(super) struct RunningStats {
    squared: Vec<f64>,
    positions: Vec<u64>,
}

impl RunningStats {
    /// Takes the error on one position into account.
    pub(super) fn add(&mut self, phase: usize, error: f64) {
        if self.squared.len() <= phase {
            self.squared.resize(phase + 1, 0.0);
            self.positions.resize(phase + 1, 0);
        }
        self.squared[phase] += error * error;
        self.positions[phase] += 1;
    }

    /// The mean squared errors over all and by phase, empty when there was nothing; begins anew.
    pub(super) fn take_means(&mut self) -> Vec<f64> {
        if self.positions.is_empty() {
            return Vec::new();
        }
        let mean = |sum: f64, count: u64| if count > 0 { sum / count as f64 } else { 0.0 };
        let all = mean(self.squared.iter().sum(), self.positions.iter().sum());
        let phases = self.squared.iter().zip(&self.positions).map(|(&s, &n)| mean(s, n));
        let means = std::iter::once(all).chain(phases).collect();
        self.squared.clear();
        self.positions.clear();
        means
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_of_what_came_since_they_were_taken() {
        let mut online = RunningStats::default();
        assert!(online.take_means().is_empty());
        online.add(1, 2.0);
        online.add(1, 0.0);
        online.add(0, 1.0);
        assert_eq!(online.take_means(), [5.0 / 3.0, 1.0, 2.0]);
        assert!(online.take_means().is_empty());
    }
}
