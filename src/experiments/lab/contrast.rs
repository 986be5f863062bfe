//! Recipes held against one of them: held-out error, what a man is worth, learning speed and matches.

use super::findings::Findings;
use super::prose::{bar, bars, change_text, elo_bar, estimate_text, strength_text};
use super::trial::Trial;
use crate::results::plot::{Axis, Reference};
use crate::results::{Align, Figure, Table};

/// Recipes and the one they are compared with.
#[derive(Clone, Debug)]
pub struct Contrast<'a> {
    /// All figures.
    pub findings: Findings<'a>,
    /// The recipe that the others are compared with.
    pub base: &'static str,
    /// Headings with the recipes that belong to them.
    pub groups: Vec<(&'static str, Vec<String>)>,
}

/// The gain over the table of material: 0 for all positions, then by phase.
#[must_use]
pub fn gain(trial: &Trial, place: usize) -> f64 {
    trial.paper[place].material_mse - trial.paper[place].mse
}

/// The gain on the curve after a quarter of the games.
fn early_gain(trial: &Trial) -> f64 {
    let quarter = trial.curve.len().div_ceil(4).max(1);
    trial.curve.get(quarter - 1).map_or(f64::NAN, |moment| moment.gain)
}

/// The names of recipes that are listed with what they are and what they change.
#[must_use]
pub fn names<Change>(group: &[(&str, &str, Change)]) -> Vec<String> {
    group.iter().map(|(name, _, _)| (*name).to_string()).collect()
}

impl Contrast<'_> {
    fn names(&self) -> impl Iterator<Item = &str> {
        self.groups.iter().flat_map(|(_, names)| names.iter().map(String::as_str))
    }

    /// How much less the held-out error is than that of the base, with the paper's filter.
    #[must_use]
    pub fn improvement(&self, name: &str) -> crate::results::Summary {
        self.findings.change(self.base, name, |trial| trial.total().mse)
    }

    /// The recipes with their figures, the base first.
    #[must_use]
    pub fn table(&self, caption: &str) -> Table {
        let columns = [
            ("recipe", Align::Left),
            ("error less by", Align::Right),
            ("gain", Align::Right),
            ("above 25 pieces", Align::Right),
            ("16 to 25", Align::Right),
            ("15 or fewer", Align::Right),
            ("after a quarter", Align::Right),
            ("a man above 25 pieces", Align::Right),
            ("Elo against the first", Align::Right),
        ];
        let mut table = Table::new(caption, &columns);
        for name in std::iter::once(self.base).chain(self.names()) {
            table.row(self.row(name));
        }
        table
    }

    fn row(&self, name: &str) -> Vec<String> {
        let findings = &self.findings;
        let meaning = findings.meaning(name);
        if findings.trials(name).next().is_none() {
            let mut cells = vec![meaning, format!("{} diverged", findings.diverged(name))];
            cells.resize(9, String::new());
            return cells;
        }
        let is_base = name == self.base;
        let change = if is_base { "—".into() } else { change_text(&self.improvement(name), 4) };
        let gains = (0..4)
            .map(|place| estimate_text(&findings.summary(name, |trial| gain(trial, place)), 4));
        let elo = if is_base {
            "—".into()
        } else {
            strength_text(findings.strength(name, self.base).as_ref())
        };
        let early = estimate_text(&findings.summary(name, early_gain), 4);
        let man = estimate_text(&findings.summary(name, |trial| trial.paper[1].man), 2);
        let mut cells = vec![meaning, change];
        cells.extend(gains);
        cells.extend([early, man, elo]);
        cells
    }

    fn rows(&self) -> (Vec<String>, Vec<Option<&str>>) {
        let mut labels = Vec::new();
        let mut names = Vec::new();
        for (heading, members) in &self.groups {
            if self.groups.len() > 1 {
                labels.push((*heading).to_string());
                names.push(None);
            }
            for name in members {
                labels.push(self.findings.label(name));
                names.push(Some(name.as_str()));
            }
        }
        (labels, names)
    }

    /// How much less the held-out error is than that of the base, by phase.
    #[must_use]
    pub fn error_figure(&self, number: usize) -> Figure {
        let (labels, names) = self.rows();
        let base = self.findings.meaning(self.base);
        let panel = |(place, title): (usize, &str)| {
            let figures = names.iter().map(|name| {
                let name = (*name)?;
                let pairs = self.findings.trials(name).filter_map(|trial| {
                    let base = self.findings.trials(self.base).find(|t| t.seed == trial.seed)?;
                    Some(base.paper[place].mse - trial.paper[place].mse)
                });
                bar(pairs)
            });
            (
                title.to_string(),
                figures.collect(),
                vec![Reference { label: String::new(), at: 0.0 }],
            )
        };
        let titles = ["all positions", "above 25 pieces", "16 to 25 pieces", "15 or fewer"];
        bars(
            &format!("figure-{number}.svg"),
            &format!(
                "**Figure {number}.** How much smaller the mean squared error on held-out games is than that of the first recipe ({base}): \
                 to the right is better."
            ),
            &format!("Figure {number}. Held-out error, less is better"),
            self.findings.command,
            Axis::new("error less by"),
            &labels,
            titles.into_iter().enumerate().map(panel).collect(),
        )
    }

    /// The strength against the base in matches.
    #[must_use]
    pub fn elo_figure(&self, number: usize) -> Figure {
        let (labels, names) = self.rows();
        let base = self.findings.label(self.base);
        let figures = names
            .iter()
            .map(|name| elo_bar(self.findings.strength((*name)?, self.base).as_ref()))
            .collect();
        let zero = vec![Reference { label: String::new(), at: 0.0 }];
        bars(
            &format!("figure-{number}.svg"),
            &format!(
                "**Figure {number}.** Strength in matches against the first recipe ({base}) at equal nodes."
            ),
            &format!("Figure {number}. Strength in matches"),
            self.findings.command,
            Axis::new("Elo difference"),
            &labels,
            vec![(format!("against {base}"), figures, zero)],
        )
    }
}
