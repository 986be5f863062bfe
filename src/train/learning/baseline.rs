//! What a network must beat: the mean result, and the mean result for each balance of material.

use serde::{Deserialize, Serialize};

use super::game_batch::Material;
use crate::models::Borders;

/// Balances beyond this count as this.
const MOST: i8 = 12;

/// The borders of the phases in reports, those of the paper's fifth network.
const REPORT_BORDERS: [u32; 2] = [25, 15];

/// The phases in which figures are reported, whatever the network's own phases.
pub fn report_phases() -> Borders {
    Borders::new(REPORT_BORDERS.to_vec()).expect("the paper's borders fall")
}

/// Sum and number of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, outcome: f32) {
        self.sum += f64::from(outcome);
        self.count += 1;
    }

    fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// The constant and the table of material, fitted on the training games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Baseline {
    #[serde(skip, default = "report_phases")]
    borders: Borders,
    constant: Mean,
    /// By phase, then by balance from −12 to +12.
    table: Vec<Vec<Mean>>,
}

impl Default for Baseline {
    fn default() -> Baseline {
        let borders = report_phases();
        let row = vec![Mean::default(); 2 * MOST as usize + 1];
        Baseline { constant: Mean::default(), table: vec![row; borders.phases()], borders }
    }
}

impl Baseline {
    /// Takes a training position into account.
    pub fn add(&mut self, material: Material, outcome: f32) {
        self.constant.add(outcome);
        let (phase, balance) = self.cell(material);
        self.table[phase][balance].add(outcome);
    }

    /// The training positions taken into account.
    pub fn positions(&self) -> u64 {
        self.constant.count
    }

    /// The mean result of all training positions.
    pub(crate) fn constant(&self) -> f64 {
        self.constant.value().unwrap_or(0.0)
    }

    /// The mean result of the training positions with this balance in this phase; the constant where there was none.
    pub fn material(&self, material: Material) -> f64 {
        let (phase, balance) = self.cell(material);
        let cell = self.table.get(phase).and_then(|row| row.get(balance));
        cell.and_then(|mean| mean.value()).unwrap_or_else(|| self.constant())
    }

    /// The number of training positions in a phase whose balance lies in a range.
    pub fn count(&self, phase: usize, balance: std::ops::RangeInclusive<i8>) -> u64 {
        let cells = self.table[phase].iter().zip(-MOST..=MOST);
        cells.filter(|(_, b)| balance.contains(b)).map(|(mean, _)| mean.count).sum()
    }

    fn cell(&self, material: Material) -> (usize, usize) {
        let balance = material.balance.clamp(-MOST, MOST) + MOST;
        (self.borders.phase(material.pieces.into()), balance as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(balance: i8, pieces: u8) -> Material {
        Material { balance, pieces }
    }

    #[test]
    fn means_by_hand() {
        let mut baseline = Baseline::default();
        baseline.add(material(1, 30), 1.0);
        baseline.add(material(1, 30), 0.0);
        baseline.add(material(1, 10), 1.0);
        baseline.add(material(-1, 30), -1.0);
        assert_eq!(baseline.constant(), 0.25);
        assert_eq!(baseline.material(material(1, 40)), 0.5);
        assert_eq!(baseline.material(material(1, 2)), 1.0);
        assert_eq!(baseline.material(material(3, 30)), 0.25, "never seen: the constant");
        assert_eq!(baseline.count(0, 1..=12), 2);
    }

    #[test]
    fn huge_balances_share_the_last_cell() {
        let mut baseline = Baseline::default();
        baseline.add(material(12, 30), 1.0);
        assert_eq!(baseline.material(material(60, 30)), 1.0);
    }
}
