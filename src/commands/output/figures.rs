//! Held-out figures of `learn` and `validate`: a table of 80 columns, JSON, and a warning for a network that has
//! learned nothing.

use std::fmt::{self, Display};

use serde_json::Value;

use crate::learning::{Metrics, Report};
use crate::run::Notice;

/// What the figures are of, and so which there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetricSet {
    /// A network with the baselines of its training games.
    Network,
    /// A checkpoint, whose baselines are not fitted yet.
    Checkpoint,
    /// The man count, which sees nothing in level positions.
    Material,
}

/// Held-out figures and their metric_set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldOut<'a> {
    pub report: &'a Report,
    pub metric_set: MetricSet,
}

impl HeldOut<'_> {
    /// Names of figures that this metric_set does not have.
    fn missing(&self) -> &'static [&'static str] {
        match self.metric_set {
            MetricSet::Network => &[],
            MetricSet::Checkpoint => &["material_mse", "constant_mse", "material_sign_accuracy"],
            MetricSet::Material => &["level_sign_accuracy", "man"],
        }
    }

    /// The figures under their names; null where there are none.
    pub(crate) fn json(&self) -> Value {
        let mut object = self.report.json();
        for name in self.missing() {
            object["all"][name] = Value::Null;
            for phase in object["phases"].as_array_mut().into_iter().flatten() {
                phase[name] = Value::Null;
            }
        }
        object
    }

    /// A warning for a network that is no better than the mean result.
    pub(crate) fn warning(&self) -> Option<String> {
        let notice = Notice::about(self.report).filter(|_| self.metric_set == MetricSet::Network);
        notice.map(|notice| notice.line())
    }

    /// Whether the network beats the mean result for each balance of material, in a sentence.
    pub(crate) fn against_material(&self) -> Option<String> {
        let Metrics { positions, mse, material_mse, .. } = self.report.all;
        let is_known = positions > 0 && self.metric_set == MetricSet::Network;
        let verdict = match mse < material_mse {
            true => "the network beats the man count",
            false => "the network does not beat the man count; try more games or more --epochs",
        };
        is_known.then(|| {
            format!("on the held-out games {verdict} (error {mse:.4} against {material_mse:.4})")
        })
    }

    fn write_row(&self, f: &mut fmt::Formatter<'_>, row: &Metrics) -> fmt::Result {
        // In the table the man count has its own column, in JSON it takes the place of the network.
        let is_paired = |name: &str| {
            self.metric_set == MetricSet::Material && ["mse", "sign_accuracy"].contains(&name)
        };
        let is_missing = |name: &str| is_paired(name) || self.missing().contains(&name);
        let shown = |name: &str, text: String| {
            if row.positions == 0 || is_missing(name) { "–".to_owned() } else { text }
        };
        let percent = |share: Option<f64>| {
            share.map_or_else(|| "–".to_owned(), |share| format!("{:.1}", 100.0 * share))
        };
        writeln!(
            f,
            "{:<13}{:>9} {:>8}{:>9}{:>9} {:>8}{:>9}{:>6} {:>6}",
            row.phase,
            row.positions,
            shown("mse", format!("{:.4}", row.mse)),
            shown("material_mse", format!("{:.4}", row.material_mse)),
            shown("constant_mse", format!("{:.4}", row.constant_mse)),
            shown("sign_accuracy", percent(row.sign_accuracy)),
            shown("material_sign_accuracy", percent(row.material_sign_accuracy)),
            shown("level_sign_accuracy", percent(row.level_sign_accuracy)),
            shown("man", format!("{:.3}", row.man))
        )
    }
}

impl Display for HeldOut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.report.games == 0 {
            return writeln!(f, "held-out: no game, so there are no figures on games not learned");
        }
        writeln!(
            f,
            "{:<13}{:>9}    mean squared error     sign right, % of decided  man's",
            "held-out", ""
        )?;
        writeln!(
            f,
            "{:<13}{:>9} {:>8}{:>9}{:>9} {:>8}{:>9}{:>6} {:>6}",
            "phase",
            "positions",
            "network",
            "material",
            "constant",
            "network",
            "material",
            "level",
            "worth"
        )?;
        self.report
            .phases
            .iter()
            .chain([&self.report.all])
            .try_for_each(|row| self.write_row(f, row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(mse: f64) -> Report {
        let all = Metrics {
            phase: "all".into(),
            positions: 123_456_789,
            mse,
            constant_mse: 0.5,
            man: -0.25,
            sign_accuracy: Some(1.0),
            material_sign_accuracy: Some(0.5),
            level_sign_accuracy: Some(0.5),
            ..Metrics::default()
        };
        Report { games: 5, phases: vec![all.clone()], all, ..Report::default() }
    }

    fn held_out(report: &Report, metric_set: MetricSet) -> HeldOut<'_> {
        HeldOut { report, metric_set }
    }

    #[test]
    fn the_table_fits_in_80_columns() {
        for metric_set in [MetricSet::Network, MetricSet::Checkpoint, MetricSet::Material] {
            let table = held_out(&report(0.4), metric_set).to_string();
            assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
            assert_eq!(table.lines().count(), 4, "{table}");
            assert_eq!(table.contains('–'), metric_set != MetricSet::Network, "{table}");
        }
    }

    #[test]
    fn a_network_no_better_than_the_constant_deserves_a_word() {
        let warning = |mse| held_out(&report(mse), MetricSet::Network).warning();
        assert!(warning(0.5).is_some_and(|text| text.contains("0.5000")));
        assert!(warning(f64::NAN).is_some());
        assert_eq!(warning(0.4), None);
        assert_eq!(held_out(&report(0.6), MetricSet::Checkpoint).warning(), None, "no constant");
        assert_eq!(held_out(&Report::default(), MetricSet::Network).warning(), None, "no games");
    }

    #[test]
    fn a_network_is_compared_with_the_man_count() {
        let against = |material_mse| {
            let all = Metrics { material_mse, ..report(0.4).all };
            let report = Report { all, ..report(0.4) };
            held_out(&report, MetricSet::Network).against_material().expect("a verdict")
        };
        assert!(against(0.5).contains("network beats the man count (error 0.4000 against 0.5000)"));
        assert!(against(0.4).contains("does not beat") && against(f64::NAN).contains("does not"));
        assert_eq!(held_out(&Report::default(), MetricSet::Network).against_material(), None);
    }

    #[test]
    fn figures_that_are_not_there_are_null() {
        let object = held_out(&report(0.4), MetricSet::Checkpoint).json();
        assert_eq!(
            (&object["all"]["mse"], &object["all"]["constant_mse"]),
            (&0.4.into(), &Value::Null)
        );
        assert_eq!(object["phases"][0]["material_mse"], Value::Null);
        let mut nothing = report(0.4);
        nothing.phases.push(Metrics::default());
        let object = held_out(&nothing, MetricSet::Network).json();
        assert!(object["phases"][1]["mse"].is_null() && object["all"]["mse"] == 0.4, "{object}");
    }
}
