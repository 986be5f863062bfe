//! One network of a recipe, from its first to its last game, with its figures on games it has not learned.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::context::{Context, LabError};
use super::input_use::{InputUse, input_uses};
use super::learner::Learner;
use super::recipe::Recipe;
use crate::board::Position;
use crate::dataset::{Filter, Selection};
use crate::learning::{
    Baseline, Checked, DataFile, EvalSet, Event, GameSource, Hyperparams, Intervals, Material,
    Metrics, PdnFiles, Progress, Report, SampleFilter, SingleProcess, Snapshot, Trained as Fitted,
    Training, filtered_games, fit_batches, report, report_phases,
};
use crate::models::network::NetworkModel;
use crate::models::nnue::Nnue;
use crate::models::patterns::Patterns;
use crate::models::separated::Separated;
use crate::models::{Model, file};

const POINTS: u64 = 12;

/// Balances that count as minus, level and plus.
const BALANCES: [std::ops::RangeInclusive<i8>; 3] = [-12..=-1, 0..=0, 1..=12];

/// A point of a learning curve, on the held-out games that were read so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CurvePoint {
    pub games: u64,
    /// Mean squared error of the table of material less that of the network.
    pub gain: f64,
    pub man: Vec<f64>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct TrainingResult {
    pub recipe: String,
    /// The seed of its first weights and held-out games.
    pub seed: u64,
    pub games: [u64; 3],
    /// The drawn ones of the readable games; reports from before they were counted have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<u64>,
    /// Positions of the readable games, and those that the recipe's filter keeps.
    pub positions: [u64; 2],
    /// Training positions by phase in which White has less, the same, more in men and kings.
    pub balances: Vec<[u64; 3]>,
    /// Held-out figures on the positions the recipe's own filter keeps: all, then by phase.
    pub own: Vec<Metrics>,
    /// Held-out figures on the positions of the same games that the paper's filter keeps.
    pub paper: Vec<Metrics>,
    /// Held-out figures on all positions of the same games.
    pub all: Vec<Metrics>,
    /// Mean squared error against the scores of deep searches, if there are some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deep: Option<f64>,
    /// Half the difference of the mean results of training positions with one man more and one man less, by phase.
    #[serde(rename = "worth")]
    pub man_by_results: Vec<f64>,
    /// What the network makes of each input, if its recipe asks for that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<InputUse>,
    pub(crate) curve: Vec<CurvePoint>,
    /// Whether the weights left all bounds; then there are no figures.
    pub diverged: bool,
}

impl TrainingResult {
    /// Figures over all positions that the paper's filter keeps.
    pub(crate) fn total(&self) -> &Metrics {
        &self.paper[0]
    }

    /// How much less it errs than the table of material, on the positions that the paper's filter keeps: 0 for all phases, then
    /// by phase.
    pub(crate) fn gain(&self, place: usize) -> f64 {
        self.paper[place].material_mse - self.paper[place].mse
    }

    /// The end of the learning curve, after `passes` passes.
    pub(crate) fn end(&self, passes: u32) -> CurvePoint {
        CurvePoint {
            games: self.games_learned() * u64::from(passes),
            gain: short(self.own[0].material_mse - self.own[0].mse),
            man: self.own[1..].iter().map(|phase| phase.man).collect(),
        }
    }

    /// The gain on the learning curve after `games` games, along straight lines between its points; before the first point
    /// and after the last, theirs.
    pub(super) fn gain_after(&self, games: f64, passes: u32) -> f64 {
        let points = [self.curve.as_slice(), &[self.end(passes)]].concat();
        let next = points.iter().position(|point| point.games as f64 >= games);
        match next {
            None => points[points.len() - 1].gain,
            Some(0) => points[0].gain,
            Some(next) => {
                let (before, after) = (&points[next - 1], &points[next]);
                let way = (games - before.games as f64) / (after.games - before.games) as f64;
                before.gain + way * (after.gain - before.gain)
            }
        }
    }

    pub(crate) fn games_learned(&self) -> u64 {
        let [_, readable, held_out] = self.games;
        readable - held_out
    }
}

/// A recipe with a seed, and what it is trained on.
#[derive(Clone, Copy)]
struct Job<'a> {
    context: &'a Context,
    /// The file whose weights are the first ones, if they are not random.
    start: Option<&'a Path>,
    recipe: &'a Recipe,
    seed: u64,
}

/// Trains one evaluation and judges it on held-out games. Figures and weights depend on data, recipe and seed only.
pub(super) fn train(
    context: &Context,
    start: Option<&Path>,
    recipe: &Recipe,
    seed: u64,
) -> Result<TrainingResult, LabError> {
    let job = Job { context, start, recipe, seed };
    match &recipe.settings {
        Learner::Network(settings) => {
            let view = settings.model.view();
            job.train::<NetworkModel>(settings, |model, positions| {
                input_uses(model, &view, positions)
            })
        }
        Learner::Patterns(settings) => job.train::<Patterns>(settings, no_uses),
        Learner::Nnue(settings) => job.train::<Nnue>(settings, no_uses),
        Learner::Separated(settings) => job.train::<Separated>(settings, no_uses),
        Learner::Play(_) => unreachable!("what plays is trained elsewhere"),
    }
}

/// Models without inputs that could be asked.
fn no_uses<M>(_: &M, _: &[Position]) -> Vec<InputUse> {
    Vec::new()
}

impl Job<'_> {
    fn train<M: Model>(
        self,
        settings: &Hyperparams<M::Settings>,
        uses: impl Fn(&M, &[Position]) -> Vec<InputUse>,
    ) -> Result<TrainingResult, LabError> {
        let checked = Hyperparams { seed: self.seed, ..settings.clone() }.check()?;
        let from = Snapshot::first(self.first_model(&checked)?);
        let mut curve = Vec::new();
        let intervals = Intervals {
            checkpoint: std::time::Duration::MAX,
            curve: between(self.context, checked.settings().games, checked.settings().epochs),
        };
        let mut watch = |event: Event<M>| {
            if let Event::Curve(progress, report) = event {
                curve.push(curve_point(progress, report));
            }
            ControlFlow::Continue(())
        };
        let watch_files = |_| ControlFlow::Continue(());
        let games = GameSource::open(source(self.context), &checked, watch_files);
        let games = games.expect("nobody stops the reading");
        let one = &SingleProcess;
        let trained = match fit_batches(&games, &checked, from, intervals, one, &mut watch) {
            Ok(trained) => trained,
            Err(crate::learning::LearnError::Diverged { .. }) => {
                return Ok(TrainingResult { diverged: true, ..self.nothing() });
            }
            Err(error) => return Err(error.into()),
        };
        let card = self.training(&checked, &trained)?.card();
        let ending = self.recipe.settings.ending();
        let path = self.context.weights(&self.recipe.name, self.seed, ending);
        file::write(&path, &trained.snapshot.model, &self.context.program, card)?;
        Ok(self.training_result(&checked, &trained, curve, &uses))
    }

    fn first_model<M: Model>(self, checked: &Checked<M::Settings>) -> Result<M, LabError> {
        let Some(start) = self.start else {
            return Ok(M::first(&checked.model, checked.seed));
        };
        let (model, _) = file::read::<M>(start)?;
        model.warm_start(&checked.model).map_err(LabError::Start)
    }

    fn training<M: Model>(
        self,
        checked: &Checked<M::Settings>,
        trained: &Fitted<M>,
    ) -> Result<Training<M::Settings>, LabError> {
        let described = |file: PathBuf| {
            DataFile::of(&file).map_err(|source| LabError::File { path: file, source })
        };
        Ok(Training {
            hyperparams: checked.settings().clone(),
            data: self.context.data.clone(),
            init: self.start.map(|file| described(file.into())).transpose()?,
            labels: None,
            place: trained.snapshot.place,
            census: Some(trained.census.clone()),
            report: Some(trained.report.clone()),
            baseline: Some(trained.baseline.clone()),
        })
    }

    fn nothing(self) -> TrainingResult {
        let recipe = self.recipe.name.clone();
        TrainingResult { recipe, seed: self.seed, ..TrainingResult::default() }
    }

    fn training_result<M: Model>(
        self,
        checked: &Checked<M::Settings>,
        trained: &Fitted<M>,
        curve: Vec<CurvePoint>,
        uses: &impl Fn(&M, &[Position]) -> Vec<InputUse>,
    ) -> TrainingResult {
        let census = &trained.census;
        let RefilteredEval { paper, all, uses } = self.evaluate_filters(checked, trained, uses);
        TrainingResult {
            games: [census.games, census.readable, trained.report.games],
            drawn: Some(census.results.get("1-1").copied().unwrap_or_default()),
            positions: [census.positions, census.kept],
            balances: balances(&trained.baseline),
            own: figures(&trained.report),
            paper,
            all,
            deep: deep_error(self.context, &trained.snapshot.model, &checked.model),
            man_by_results: man_by_results(&trained.baseline),
            uses,
            curve,
            ..self.nothing()
        }
    }

    /// Evaluates the network on its held-out games by other filters than its own, all in one reading.
    fn evaluate_filters<M: Model>(
        self,
        checked: &Checked<M::Settings>,
        trained: &Fitted<M>,
        uses: &impl Fn(&M, &[Position]) -> Vec<InputUse>,
    ) -> RefilteredEval {
        let (model, encoder) = (&trained.snapshot.model, M::encoder(&checked.model));
        let own = SampleFilter::of(checked);
        let [paper, all] = [Filter::default(), Filter::UNRESTRICTED]
            .map(|filter| SampleFilter { filter, selection: Selection::default() });
        let others = [&paper, &all].into_iter().filter(|filter| **filter != own);
        let asked: Vec<SampleFilter> =
            others.chain(self.recipe.is_explained.then_some(&own)).cloned().collect();
        let held_out = EvalSet::held_out(checked);
        let (kept, _) = filtered_games(&source(self.context), &asked, checked.seed, held_out);
        let of = |filter: &SampleFilter| asked.iter().position(|asked| asked == filter);
        let evaluated = |filter: &SampleFilter| match of(filter) {
            Some(place) if *filter != own => {
                figures(&report(model, &encoder, &kept[place].held_out, &trained.baseline))
            }
            _ => figures(&trained.report),
        };
        let uses = of(&own).map(|place| uses(model, kept[place].held_out.positions()));
        RefilteredEval {
            paper: evaluated(&paper),
            all: evaluated(&all),
            uses: uses.unwrap_or_default(),
        }
    }
}

/// The mean squared error of an evaluation against the scores of deep searches, if there are some.
pub(crate) fn deep_error<M: Model>(
    context: &Context,
    model: &M,
    settings: &M::Settings,
) -> Option<f64> {
    let scores = context.deep_scores.as_ref()?;
    Some(short(scores.error(model, &M::encoder(settings))))
}

fn source(context: &Context) -> PdnFiles<'_> {
    PdnFiles { files: &context.files, threads: 1 }
}

/// Games from one point of the curve to the next.
fn between(context: &Context, limit: u64, epochs: u32) -> u64 {
    let a_pass = if limit > 0 { limit.min(context.games()) } else { context.games() };
    (a_pass * u64::from(epochs) / POINTS).max(1)
}

fn curve_point(progress: &Progress, report: &Report) -> CurvePoint {
    CurvePoint {
        games: progress.learned,
        gain: short(report.all.material_mse - report.all.mse),
        man: report.phases.iter().map(|phase| short(phase.man)).collect(),
    }
}

fn balances(baseline: &Baseline) -> Vec<[u64; 3]> {
    let phases = 0..report_phases().phases();
    phases.map(|phase| BALANCES.map(|range| baseline.count(phase, range))).collect()
}

fn man_by_results(baseline: &Baseline) -> Vec<f64> {
    let borders = report_phases();
    // A number of pieces in each phase.
    let pieces = [borders.as_slice(), &[1]].concat().into_iter().enumerate();
    let pieces = pieces
        .map(|(phase, border)| if phase + 1 == borders.phases() { border } else { border + 1 });
    let result =
        |balance, pieces: u32| baseline.material(Material { balance, pieces: pieces as u8 });
    pieces.map(|pieces| short((result(1, pieces) - result(-1, pieces)) / 2.0)).collect()
}

/// The figures of the held-out games of the seed once more, with the positions that other filters keep.
struct RefilteredEval {
    paper: Vec<Metrics>,
    all: Vec<Metrics>,
    uses: Vec<InputUse>,
}

fn figures(report: &Report) -> Vec<Metrics> {
    std::iter::once(&report.all).chain(&report.phases).map(rounded).collect()
}

/// Six decimals: finer than seeds could tell apart, and half the size of the file.
fn short(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn rounded(figures: &Metrics) -> Metrics {
    Metrics {
        mse: short(figures.mse),
        constant_mse: short(figures.constant_mse),
        material_mse: short(figures.material_mse),
        sign_accuracy: figures.sign_accuracy.map(short),
        material_sign_accuracy: figures.material_sign_accuracy.map(short),
        level_sign_accuracy: figures.level_sign_accuracy.map(short),
        man: short(figures.man),
        ..figures.clone()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A result with this error everywhere, 0.5 as the error of the table of material, and an evenly rising curve.
    pub(crate) fn trained(recipe: &str, seed: u64, mse: f64) -> TrainingResult {
        let figures = Metrics { mse, material_mse: 0.5, ..Metrics::default() };
        let all = vec![figures; 4];
        let curve = [100, 200, 300].map(|games| CurvePoint {
            games,
            gain: games as f64 / 1000.0,
            man: vec![0.1; 3],
        });
        TrainingResult {
            recipe: recipe.into(),
            seed,
            games: [410, 405, 5],
            own: all.clone(),
            paper: all.clone(),
            all,
            curve: curve.to_vec(),
            ..TrainingResult::default()
        }
    }

    #[test]
    fn the_gain_on_the_way_lies_on_lines_between_the_points_of_the_curve() {
        let result = trained("a", 1, 0.2);
        assert_eq!(result.gain_after(50.0, 1), 0.1);
        assert_eq!(result.gain_after(200.0, 1), 0.2);
        assert!((result.gain_after(250.0, 1) - 0.25).abs() < 1e-12);
        // The end, after 400 games: 0.5 − 0.2.
        assert!((result.gain_after(350.0, 1) - 0.3).abs() < 1e-12);
        assert!((result.gain_after(900.0, 1) - 0.3).abs() < 1e-12);
    }
}
