//! What each group of inputs is worth to NN4, and what the network makes of its inputs.

use draughts_td_results::notes;

use super::lab::{
    Ablation, ExperimentSize, InputUse, LabResults, Recipe, TrainingExperiment, TrainingPlan,
    TrainingResult, bar, bars, percent, set_up,
};
use crate::features::{Catalogue, Group, Subset};
use crate::learning::Hyperparams;
use crate::models::network::NetworkSettings;
use crate::results::plot::IntervalPanel;
use crate::results::{Report, Summary};

pub(crate) const EXPERIMENT: TrainingExperiment = TrainingExperiment {
    name: "ablation",
    size: |seed| ExperimentSize::full(seed, 5, 3_000),
    plan,
    notes: notes::ABLATION,
    parts,
    summary: &["NN4 without one group", "The share of each group"],
};

const WHOLE: &str = "nn4";

const PHASES: [&str; 3] = ["above 25 pieces", "16 to 25", "15 or fewer"];

/// Inputs in the table of those most used.
const MOST_USED: usize = 30;

/// Inputs of a group in the table of structures.
const STRUCTURES: [Group; 3] = [Group::Locks, Group::Formations, Group::Outposts];

fn name(group: Group) -> String {
    format!("without-{group}")
}

/// NN4 with mirrored games, whole and without each group of inputs; each against the whole.
fn plan(scale: &ExperimentSize) -> TrainingPlan {
    let settings = Hyperparams::of(NetworkSettings::for_inputs(Subset::Nn4));
    let whole = Recipe {
        is_explained: true,
        ..Recipe::new(WHOLE, "NN4 with mirrored games", scale, settings)
    };
    let less = Group::ALL.map(|group| {
        let recipe = whole
            .with(&name(group), &format!("without {group}"), |s| s.model.without = vec![group]);
        Recipe { is_explained: false, ..recipe }
    });
    TrainingPlan::around(scale, whole, less.into(), &[])
}

fn parts(results: &LabResults, report: Report) -> Report {
    let groups = vec![("Without", Group::ALL.map(name).to_vec())];
    let panels = PHASES.iter().enumerate().map(|(phase, &title)| {
        let shares = |group| shares(results, group, phase).into_iter().map(|share| 100.0 * share);
        IntervalPanel::new(title, Group::ALL.map(|group| bar(shares(group))))
    });
    let shares = bars("share, %", Group::ALL.map(|group| group.to_string()), panels.collect());
    Ablation { results, base: WHOLE, groups }
        .parts(set_up(results, report), 1)
        .rows("groups", Group::ALL.map(|group| group_row(results, group)))
        .figure(3, "The share of each group of inputs", &shares)
        .rows("most-used", most_used(results))
        .rows("structures", structures(results))
}

/// An input's mean over seeds of something in a phase.
fn input(results: &LabResults, index: usize, of: impl Fn(&InputUse) -> f64) -> Summary {
    let trainings = results.trained(WHOLE).filter(|training| training.uses.len() > index);
    Summary::of(trainings.map(|training| of(&training.uses[index])))
}

/// A group's share of all contributions in a phase, with each seed.
fn shares(results: &LabResults, group: Group, phase: usize) -> Vec<f64> {
    let share = |training: &TrainingResult| {
        let sum = |indexes: &mut dyn Iterator<Item = usize>| -> f64 {
            let inputs = indexes.filter_map(|index| training.uses.get(index));
            inputs.map(|input| input.used[phase]).sum()
        };
        sum(&mut Catalogue::embedded().inputs_of(group))
            / sum(&mut (0..training.uses.len())).max(f64::MIN_POSITIVE)
    };
    results.trained(WHOLE).map(share).collect()
}

fn group_row(results: &LabResults, group: Group) -> Vec<String> {
    let inputs = Catalogue::embedded().inputs_of(group).count().to_string();
    let words = [format!("`{group}`"), group.meaning().to_string(), inputs];
    let share = |phase| percent(Summary::of(shares(results, group, phase)).mean, 1);
    words.into_iter().chain((0..PHASES.len()).map(share)).collect()
}

fn most_used(results: &LabResults) -> Vec<Vec<String>> {
    let entries = Catalogue::embedded().entries();
    let used = |index: usize| {
        (0..PHASES.len()).map(|p| input(results, index, |u| u.used[p]).mean).sum::<f64>()
    };
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by(|&a, &b| used(b).total_cmp(&used(a)));
    let row = |index: usize| {
        let words = [format!("`{}`", entries[index].name), entries[index].meaning.clone()];
        let size = (0..PHASES.len()).map(|p| input(results, index, |u| u.used[p]).text(3));
        let unit = (0..PHASES.len()).map(|p| input(results, index, |u| u.unit[p]).text(3));
        words.into_iter().chain(size).chain(unit).collect()
    };
    order.into_iter().take(MOST_USED).map(row).collect()
}

/// Named structures: what they are worth to who has them.
fn structures(results: &LabResults) -> Vec<Vec<String>> {
    let row = |index: usize| {
        let entry = &Catalogue::embedded().entries()[index];
        let seen = |phase: usize| input(results, index, |u| u.seen[phase]).mean;
        let share = (0..PHASES.len()).map(seen).sum::<f64>() / PHASES.len() as f64;
        let units = (0..PHASES.len()).map(|phase| match seen(phase) > 0.0 {
            true => input(results, index, |u| u.unit[phase]).text(3),
            false => "–".into(),
        });
        let words = [format!("`{}`", entry.name), entry.meaning.clone(), percent(share, 1)];
        words.into_iter().chain(units).collect()
    };
    STRUCTURES.iter().flat_map(|&group| Catalogue::embedded().inputs_of(group)).map(row).collect()
}
