//! Recipes held against one of them: held-out error, what a man is worth, learning speed and matches.

use super::model_config::ModelConfig;
use super::prose::{bar, bars, change_text, elo_bar, estimate_text, strength_text};
use super::results::LabResults;
use super::training_result::TrainingResult;
use crate::models::network::NetworkSettings;
use crate::results::plot::{Axis, Reference};
use crate::results::{Align, Figure, Summary, Table};

/// Recipes and the one they are compared with.
#[derive(Clone, Debug)]
pub struct Ablation<'a, S: ModelConfig = NetworkSettings> {
    pub results: LabResults<'a, S>,
    /// The recipe that the others are compared with.
    pub base: &'static str,
    /// Headings with the recipes that belong to them.
    pub groups: Vec<(&'static str, Vec<String>)>,
}

/// The names of recipes that are listed with what they are and what they change.
pub fn names<Change>(group: &[(&str, &str, Change)]) -> Vec<String> {
    group.iter().map(|(name, _, _)| (*name).to_string()).collect()
}

impl<S: ModelConfig> Ablation<'_, S> {
    /// How much less a network errs than the table of material that the base with the same seed is held against, so that gains
    /// compare between recipes that learn from different positions: 0 for all phases, then by phase.
    fn gain(&self, name: &str, place: usize) -> Summary {
        let gains = self.results.trained(name).filter_map(|training| {
            Some(self.same_seed(training)?.paper[place].material_mse - training.paper[place].mse)
        });
        Summary::of(gains)
    }

    /// The base with the seed of a training.
    fn same_seed(&self, training: &TrainingResult) -> Option<&TrainingResult> {
        self.results.same_seed(training, self.base)
    }

    /// The gain on the curve after as many games as the base has learned in a quarter of its way.
    pub fn early_gain(&self, training: &TrainingResult) -> f64 {
        let passes = |name: &str| self.results.plan.recipe(name).map_or(1, |r| r.settings.epochs);
        let quarter = self.same_seed(training).map_or(0, |base| base.end(passes(self.base)).games)
            as f64
            / 4.0;
        training.gain_after(quarter, passes(&training.recipe))
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.groups.iter().flat_map(|(_, names)| names.iter().map(String::as_str))
    }

    /// How much less the held-out error is than that of the base, with the paper's filter.
    pub fn improvement(&self, name: &str) -> Summary {
        self.results.change(self.base, name, |training| training.total().mse)
    }

    /// The recipes with their figures, the base first.
    pub fn table(&self, caption: &str) -> Table {
        let columns = [
            ("recipe", Align::Left),
            ("error lower by", Align::Right),
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
        let results = &self.results;
        let meaning = results.meaning(name);
        if results.trained(name).next().is_none() {
            let mut cells = vec![meaning, format!("{} diverged", results.diverged(name))];
            cells.resize(9, String::new());
            return cells;
        }
        let is_base = name == self.base;
        let change = if is_base { "—".into() } else { change_text(&self.improvement(name), 4) };
        let gains = (0..4).map(|place| estimate_text(&self.gain(name, place), 4));
        let elo = if is_base {
            "—".into()
        } else {
            strength_text(results.strength(name, self.base).as_ref())
        };
        let early = results.summary(name, |training| self.early_gain(training));
        let early = estimate_text(&early, 4);
        let man = estimate_text(&results.summary(name, |training| training.paper[1].man), 2);
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
                labels.push(self.results.label(name));
                names.push(Some(name.as_str()));
            }
        }
        (labels, names)
    }

    /// How much less the held-out error is than that of the base, by phase.
    pub fn error_figure(&self, number: usize) -> Figure {
        let (labels, names) = self.rows();
        let panel = |(place, title): (usize, &str)| {
            let figures = names.iter().map(|name| {
                let name = (*name)?;
                let pairs = self.results.trained(name).filter_map(|training| {
                    Some(self.same_seed(training)?.paper[place].mse - training.paper[place].mse)
                });
                bar(pairs)
            });
            (
                title.to_string(),
                figures.collect(),
                vec![Reference { label: String::new(), at: 0.0 }],
            )
        };
        let titles = ["all phases", "above 25 pieces", "16 to 25 pieces", "15 or fewer"];
        bars(
            number,
            "Held-out error against the first recipe",
            self.results.command,
            Axis::new("error lower by"),
            &labels,
            titles.into_iter().enumerate().map(panel).collect(),
        )
    }

    /// The strength against the base in matches.
    pub fn elo_figure(&self, number: usize) -> Figure {
        let (labels, names) = self.rows();
        let base = self.results.label(self.base);
        let figures = names
            .iter()
            .map(|name| elo_bar(self.results.strength((*name)?, self.base).as_ref()))
            .collect();
        let zero = vec![Reference { label: String::new(), at: 0.0 }];
        bars(
            number,
            "Strength in matches",
            self.results.command,
            Axis::new("Elo difference"),
            &labels,
            vec![(format!("against {base}"), figures, zero)],
        )
    }
}
