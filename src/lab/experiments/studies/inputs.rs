//! What a network makes of its inputs, for studies whose arms are explained.

use super::super::lab::{InputUse, LabResults, TrainingResult, bar, percent};
use crate::features::{Catalogue, Group};
use crate::results::plot::PlotEstimate;
use crate::results::{Report, Summary};

const PHASES: usize = 3;

/// Inputs in the table of those most used.
const MOST_USED: usize = 30;

/// Groups whose inputs are structures with a name.
const STRUCTURES: [Group; 3] = [Group::Locks, Group::Formations, Group::Outposts];

/// Adds the inputs most used by the base and what named structures are worth to it, if it is explained.
pub(super) fn parts(results: &LabResults, base: &str, report: Report) -> Report {
    if results.trained(base).all(|training| training.uses.is_empty()) {
        return report;
    }
    report.rows("most-used", most_used(results, base)).rows("structures", structures(results, base))
}

/// Answers about a group of inputs: its name, meaning and number of inputs, and its share of the values of an arm in a phase.
pub(super) fn answer(results: &LabResults, words: &[&str]) -> Option<String> {
    let group: Group = words.get(1)?.parse().ok()?;
    Some(match *words {
        ["group-name", _] => format!("`{group}`"),
        ["group-meaning", _] => group.meaning().into(),
        ["group-inputs", _] => Catalogue::embedded().inputs_of(group).count().to_string(),
        ["group-share", _, arm, phase] => {
            let phase = phase.parse().ok().filter(|&phase| phase < PHASES)?;
            percent(Summary::of(shares(results, arm, group, phase)).mean, 1)
        }
        _ => return None,
    })
}

/// The share of a group, in percent: `input-share.NN4.0` of that arm in the first phase.
pub(super) fn share_bar(results: &LabResults, of: &str, group: &str) -> Option<PlotEstimate> {
    let (arm, phase) = of.strip_prefix("input-share.")?.rsplit_once('.')?;
    let phase = phase.parse().ok().filter(|&phase| phase < PHASES)?;
    let shares = shares(results, arm, group.parse().ok()?, phase);
    bar(shares.into_iter().map(|share| 100.0 * share))
}

/// An input's mean over seeds of something in a phase.
fn input(results: &LabResults, base: &str, index: usize, of: impl Fn(&InputUse) -> f64) -> Summary {
    let trainings = results.trained(base).filter(|training| training.uses.len() > index);
    Summary::of(trainings.map(|training| of(&training.uses[index])))
}

/// A group's share of all contributions in a phase, with each seed.
fn shares(results: &LabResults, arm: &str, group: Group, phase: usize) -> Vec<f64> {
    let share = |training: &TrainingResult| {
        let sum = |indexes: &mut dyn Iterator<Item = usize>| -> f64 {
            let inputs = indexes.filter_map(|index| training.uses.get(index));
            inputs.map(|input| input.used[phase]).sum()
        };
        sum(&mut Catalogue::embedded().inputs_of(group))
            / sum(&mut (0..training.uses.len())).max(f64::MIN_POSITIVE)
    };
    results.trained(arm).map(share).collect()
}

fn most_used(results: &LabResults, base: &str) -> Vec<Vec<String>> {
    let entries = Catalogue::embedded().entries();
    let used = |index: usize| {
        (0..PHASES).map(|p| input(results, base, index, |u| u.used[p]).mean).sum::<f64>()
    };
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by(|&a, &b| used(b).total_cmp(&used(a)));
    let row = |index: usize| {
        let words = [format!("`{}`", entries[index].name), entries[index].meaning.clone()];
        let size = (0..PHASES).map(|p| input(results, base, index, |u| u.used[p]).text(3));
        let unit = (0..PHASES).map(|p| input(results, base, index, |u| u.unit[p]).text(3));
        words.into_iter().chain(size).chain(unit).collect()
    };
    order.into_iter().take(MOST_USED).map(row).collect()
}

/// Named structures: what they are worth to who has them.
fn structures(results: &LabResults, base: &str) -> Vec<Vec<String>> {
    let row = |index: usize| {
        let entry = &Catalogue::embedded().entries()[index];
        let seen = |phase: usize| input(results, base, index, |u| u.seen[phase]).mean;
        let share = (0..PHASES).map(seen).sum::<f64>() / PHASES as f64;
        let units = (0..PHASES).map(|phase| match seen(phase) > 0.0 {
            true => input(results, base, index, |u| u.unit[phase]).text(3),
            false => "–".into(),
        });
        let words = [format!("`{}`", entry.name), entry.meaning.clone(), percent(share, 1)];
        words.into_iter().chain(units).collect()
    };
    STRUCTURES.iter().flat_map(|&group| Catalogue::embedded().inputs_of(group)).map(row).collect()
}
