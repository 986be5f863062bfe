//! Which simulations a run consists of.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::streams::stream;
use super::settings::{Regime, TicTacToeSettings};
use super::variant::Variant;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    pub variant: Variant,
    pub regime: Regime,
    pub hidden: usize,
    /// Which of the simulations, from 0.
    pub simulation: u32,
    /// Whether it is tested along the way.
    pub is_tested: bool,
}

impl Unit {
    /// The name of the simulation in its run.
    pub(super) fn piece(&self) -> String {
        piece(self.variant.name, self.regime, self.hidden, self.simulation)
    }

    /// The learner's role in its simulation. Students of one regime and size begin alike in all variants, so that
    /// departures are compared in pairs.
    pub(super) fn regime_role(&self) -> String {
        format!("{}/{}", self.regime.name(), self.hidden)
    }

    /// Random numbers of this simulation for a purpose.
    pub(super) fn stream(&self, settings: &TicTacToeSettings, purpose: &str) -> Xoshiro256PlusPlus {
        stream(settings.seed, self.simulation, &format!("{}/{purpose}", self.regime_role()))
    }
}

/// The name of a simulation in its run, which no other has.
pub(super) fn piece(variant: &str, regime: Regime, hidden: usize, simulation: u32) -> String {
    format!("simulation {simulation} of {variant}, {}, {hidden} hidden units", regime.name())
}

/// Every simulation of a run, in the order of its figures.
pub fn plan(settings: &TicTacToeSettings) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut add = |variant: Variant, regime, hidden, count, tested| {
        let unit = |simulation| {
            let is_tested = simulation < tested;
            Unit { variant, regime, hidden, simulation, is_tested }
        };
        units.extend((0..count).map(unit));
    };
    for regime in Regime::ALL {
        for &hidden in &settings.hidden {
            add(Variant::PAPER, regime, hidden, settings.simulations, settings.curves);
        }
    }
    for regime in Regime::ALL {
        for &hidden in &settings.hidden {
            add(Variant::NEAREST, regime, hidden, settings.simulations, 0);
        }
    }
    for variant in Variant::DEPARTURES {
        for regime in Regime::ALL.into_iter().filter(|&regime| variant.concerns(regime)) {
            add(variant, regime, settings.largest() * variant.units, settings.departures, 0);
        }
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_s_set_up_is_in_the_plan() {
        let units = plan(&TicTacToeSettings::paper(1));
        let tested = units.iter().filter(|unit| unit.is_tested);
        // 3 regimes, 3 sizes, 10 simulations.
        assert_eq!(tested.clone().count(), 90);
        assert!(tested.clone().all(|unit| unit.variant == Variant::PAPER));
    }

    #[test]
    fn every_unit_has_a_row_of_its_own() {
        let units = plan(&TicTacToeSettings::quick(1));
        let mut keys: Vec<String> = units.iter().map(Unit::piece).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), units.len());
    }
}
