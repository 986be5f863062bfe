//! Recipes held against one of them: held-out error, what a man is worth, learning speed and matches.

use super::prose::{bar, bars, elo_bar, strength_text};
use super::results::LabResults;
use super::training_result::TrainingResult;
use crate::results::Summary;
use crate::results::plot::{IntervalPanel, IntervalPlot, PlotEstimate};

const PHASES: [&str; 4] = ["all phases", "above 25 pieces", "16 to 25 pieces", "15 or fewer"];

#[derive(Clone, Debug)]
pub(crate) struct Ablation<'a> {
    pub results: &'a LabResults<'a>,
    /// The recipe that the others are compared with.
    pub base: &'a str,
    /// Headings with the recipes that belong to them.
    pub groups: Vec<(&'a str, Vec<&'a str>)>,
}

impl Ablation<'_> {
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let others = self.groups.iter().flat_map(|(_, names)| names.iter().copied());
        std::iter::once(self.base).chain(others)
    }

    /// How much less than a figure of the base another one of the recipe is, by pairs of one seed.
    fn less(
        &self,
        name: &str,
        of_base: impl Fn(&TrainingResult) -> f64,
        of: impl Fn(&TrainingResult) -> f64,
    ) -> Vec<f64> {
        let less = |training: &TrainingResult| {
            Some(of_base(self.results.same_seed(training, self.base)?) - of(training))
        };
        self.results.trained(name).filter_map(less).collect()
    }

    /// How much less a network errs than the table of material that the base with the same seed is held against: 0 for all phases, then
    /// by phase. So gains compare between recipes that learn from different positions.
    fn gain(&self, name: &str, place: usize) -> Summary {
        Summary::of(self.less(name, |t| t.paper[place].material_mse, |t| t.paper[place].mse))
    }

    /// How much less the held-out error is than that of the base, with the paper's filter.
    pub(crate) fn improvement(&self, name: &str) -> Summary {
        self.results.change(self.base, name, |training| training.total().mse)
    }

    /// The recipes with their figures, the base first.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        self.names().map(|name| self.row(name))
    }

    fn row(&self, name: &str) -> Vec<String> {
        let (results, base) = (self.results, self.base);
        let mut cells = vec![results.meaning(name)];
        if results.trained(name).next().is_none() {
            cells.push(format!("{} diverged", results.diverged(name)));
            cells.resize(9, String::new());
            return cells;
        }
        let against = |text: String| if name == base { "—".into() } else { text };
        cells.push(against(self.improvement(name).change(4)));
        cells.extend((0..4).map(|place| self.gain(name, place).text(4)));
        cells.push(results.summary(name, |training| results.early_gain(training, base)).text(4));
        cells.push(results.summary(name, |training| training.paper[1].man).text(2));
        cells.push(against(strength_text(results.strength(name, base).as_ref())));
        cells
    }

    fn plot(
        &self,
        x: &str,
        panels: impl IntoIterator<Item = String>,
        estimate: impl Fn(&str, usize) -> Option<PlotEstimate>,
    ) -> IntervalPlot {
        let mut rows: Vec<(String, Option<&str>)> = Vec::new();
        for (heading, members) in &self.groups {
            rows.extend((self.groups.len() > 1).then(|| (heading.to_string(), None)));
            rows.extend(members.iter().map(|&name| (self.results.label(name), Some(name))));
        }
        let panel = |(place, title)| {
            IntervalPanel::new(title, rows.iter().map(|(_, name)| estimate((*name)?, place)))
        };
        let panels = panels.into_iter().enumerate().map(panel).collect();
        bars(x, rows.into_iter().map(|(label, _)| label), panels)
    }

    /// How much less the held-out error is than that of the base, by phase.
    pub(crate) fn error_plot(&self) -> IntervalPlot {
        self.plot("error lower by", PHASES.map(String::from), |name, place| {
            bar(self.less(name, |t| t.paper[place].mse, |t| t.paper[place].mse))
        })
    }

    pub(crate) fn elo_plot(&self) -> IntervalPlot {
        let panel = format!("against {}", self.results.label(self.base));
        self.plot("Elo difference", [panel], |name, _| {
            elo_bar(self.results.strength(name, self.base).as_ref())
        })
    }
}
