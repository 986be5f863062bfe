//! What the experiment consists of.

use super::super::lab::{ExperimentSize, Recipe, TrainingPlan};
use crate::features::{Group, Subset};
use crate::learning::Hyperparams;
use crate::models::network::NetworkSettings;

pub(super) const WHOLE: &str = "nn4";

/// The recipe without a group of inputs.
pub(super) fn name(group: Group) -> String {
    format!("without-{group}")
}

/// NN4 with mirrored games, whole and without each group of inputs; each against the whole.
pub(super) fn plan(scale: &ExperimentSize) -> TrainingPlan {
    let settings = Hyperparams::of(NetworkSettings::for_inputs(Subset::Nn4));
    let whole = Recipe {
        is_explained: true,
        ..Recipe::new(WHOLE, "NN4 with mirrored games", scale, settings)
    };
    let less = Group::ALL.map(|group| {
        let recipe =
            whole.with(&name(group), &format!("without {group}"), |s| s.form.without = vec![group]);
        Recipe { is_explained: false, ..recipe }
    });
    TrainingPlan::around(scale, whole, less.into(), &[])
}
