//! The report: each group left out, and the learned weights in words and numbers.

use super::super::lab::{
    Ablation, InputUse, LabResults, TrainingResult, bar, bars, estimate_text, percent, set_up,
};
use super::plan::{WHOLE, name};
use crate::features::{Catalogue, Group};
use crate::results::plot::{Axis, Reference};
use crate::results::{Align, Figure, Report, Summary, Table};

const PHASES: [&str; 3] = ["above 25 pieces", "16 to 25", "15 or fewer"];

/// Inputs in the table of those most used.
const MOST_USED: usize = 30;

/// Inputs of a group in the table of structures.
const STRUCTURES: [Group; 3] = [Group::Locks, Group::Formations, Group::Outposts];

const TABLE: &str = "NN4 without one group of inputs at a time.";

fn ablation<'a>(results: &LabResults<'a>) -> Ablation<'a> {
    let groups = vec![("Without", Group::ALL.map(name).to_vec())];
    Ablation { results: *results, base: WHOLE, groups }
}

pub(super) fn parts(results: &LabResults, report: Report) -> Report {
    let ablation = ablation(results);
    set_up(results, report)
        .table("recipes-against-base", &ablation.table(TABLE))
        .figure(ablation.error_figure(1))
        .figure(ablation.elo_figure(2))
        .table("groups", &groups(results))
        .figure(share_figure(results))
        .table("most-used", &most_used(results))
        .table("structures", &structures(results))
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
            indexes
                .filter_map(|index| training.uses.get(index))
                .map(|input| input.used[phase])
                .sum()
        };
        sum(&mut Catalogue::embedded().inputs_of(group))
            / sum(&mut (0..training.uses.len())).max(f64::MIN_POSITIVE)
    };
    results.trained(WHOLE).map(share).collect()
}

fn groups(results: &LabResults) -> Table {
    let mut columns =
        vec![("group", Align::Left), ("what it speaks of", Align::Left), ("inputs", Align::Right)];
    columns.extend(PHASES.map(|phase| (phase, Align::Right)));
    let mut table =
        Table::new("The share of each group in the network's values, by phase.", &columns);
    for group in Group::ALL {
        let share = |phase: usize| {
            let summary = Summary::of(shares(results, group, phase));
            percent(summary.mean, 1)
        };
        table.row([
            format!("`{group}`"),
            group.meaning().to_string(),
            Catalogue::embedded().inputs_of(group).count().to_string(),
            share(0),
            share(1),
            share(2),
        ]);
    }
    table
}

fn share_figure(results: &LabResults) -> Figure {
    let labels: Vec<String> = Group::ALL.iter().map(ToString::to_string).collect();
    let panel = |(phase, title): (usize, &&str)| {
        let values = Group::ALL.iter().map(|&group| {
            bar(shares(results, group, phase).into_iter().map(|share| 100.0 * share))
        });
        ((*title).to_string(), values.collect(), vec![Reference { label: String::new(), at: 0.0 }])
    };
    bars(
        3,
        "The share of each group of inputs",
        results.command,
        Axis::new("share, %"),
        &labels,
        PHASES.iter().enumerate().map(panel).collect(),
    )
}

fn most_used(results: &LabResults) -> Table {
    let entries = Catalogue::embedded().entries();
    let used = |index: usize| {
        (0..PHASES.len()).map(|p| input(results, index, |u| u.used[p]).mean).sum::<f64>()
    };
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by(|&a, &b| used(b).total_cmp(&used(a)));
    let mut columns = vec![("input", Align::Left), ("meaning", Align::Left)];
    columns.extend(
        ["size above 25", "16 to 25", "15 or fewer", "unit above 25", "16 to 25", "15 or fewer"]
            .map(|c| (c, Align::Right)),
    );
    let caption = "The inputs most used: mean size of their part in a value, and the value of one unit, by phase.";
    let mut table = Table::new(caption, &columns);
    for &index in order.iter().take(MOST_USED) {
        let size =
            (0..PHASES.len()).map(|p| estimate_text(&input(results, index, |u| u.used[p]), 3));
        let unit =
            (0..PHASES.len()).map(|p| estimate_text(&input(results, index, |u| u.unit[p]), 3));
        let words = [format!("`{}`", entries[index].name), entries[index].meaning.clone()];
        table.row(words.into_iter().chain(size).chain(unit));
    }
    table
}

/// Named structures: what they are worth to who has them.
fn structures(results: &LabResults) -> Table {
    let mut columns =
        vec![("structure", Align::Left), ("meaning", Align::Left), ("seen", Align::Right)];
    columns.extend(PHASES.map(|phase| (phase, Align::Right)));
    let caption = "Named structures: the share of positions in which they stand, and what they are worth to White, by phase.";
    let mut table = Table::new(caption, &columns);
    for group in STRUCTURES {
        for index in Catalogue::embedded().inputs_of(group) {
            let entry = &Catalogue::embedded().entries()[index];
            let seen =
                (0..PHASES.len()).map(|p| input(results, index, |u| u.seen[p]).mean).sum::<f64>();
            let units = (0..PHASES.len()).map(|p| {
                let is_seen = input(results, index, |u| u.seen[p]).mean > 0.0;
                if is_seen {
                    estimate_text(&input(results, index, |u| u.unit[p]), 3)
                } else {
                    "–".into()
                }
            });
            let words = [
                format!("`{}`", entry.name),
                entry.meaning.clone(),
                percent(seen / PHASES.len() as f64, 1),
            ];
            table.row(words.into_iter().chain(units));
        }
    }
    table
}
