//! How an experiment is carried out on all cores.

use super::context::{LabContext, network_file};
use super::error::LabError;
use super::match_result::play;
use super::model_config::ModelConfig;
use super::pairing::Pairing;
use super::plan::Plan;
use super::recipe::Recipe;
use super::rows::{Row, Rows, bout_piece, trial_piece};
use super::training_result::train;
use crate::results::{Ledger, RunFolder};

/// Carries out what the folder has not got yet, and returns all figures. `done` hears how many parts are finished.
///
/// # Errors
/// When something cannot be read, written, learned or played; what is finished stays in the folder.
pub fn run<S: ModelConfig>(
    plan: &Plan<S>,
    bench: &LabContext,
    folder: &RunFolder,
    done: &(dyn Fn(usize) + Sync),
) -> Result<Rows, LabError> {
    let trials = plan.trials().into_iter().map(|(recipe, seed)| trial_piece(&recipe.name, seed));
    let bouts = plan.bouts().into_iter().map(|(pairing, seed)| piece(pairing, seed));
    let ledger = Ledger::open(folder, trials.chain(bouts), done)?;
    let work = ExperimentRun { plan, bench, ledger };
    let mut rows = Rows::default();
    rows.extend(work.trials()?);
    let bouts = work.bouts(&rows)?;
    rows.extend(bouts);
    Ok(rows)
}

fn piece(pairing: &Pairing, seed: u64) -> String {
    bout_piece(&pairing.a, &pairing.b, seed, pairing.seconds)
}

/// A run, and what is there already.
struct ExperimentRun<'a, S: ModelConfig> {
    plan: &'a Plan<S>,
    bench: &'a LabContext,
    ledger: Ledger<'a, Row>,
}

impl<S: ModelConfig> ExperimentRun<'_, S> {
    /// Networks with random first weights, then those that grow from them, in the order of the plan.
    fn trials(&self) -> Result<Vec<Row>, LabError> {
        let units: Vec<(usize, (&Recipe<S>, u64))> =
            self.plan.trials().into_iter().enumerate().collect();
        // What is trained below asks for the number of games, on many threads.
        if units.iter().any(|(_, (recipe, seed))| self.is_to_be_made(recipe, *seed)) {
            let _ = self.bench.games();
        }
        let stage = |is_grown: bool| -> Result<Vec<(usize, Row)>, LabError> {
            let now = units.iter().filter(|(_, (recipe, _))| recipe.start.is_some() == is_grown);
            let (places, trials): (Vec<usize>, Vec<(&Recipe<S>, u64)>) = now.copied().unzip();
            Ok(places.into_iter().zip(self.stage(&trials)?).collect())
        };
        let mut trials = [stage(false)?, stage(true)?].concat();
        trials.sort_by_key(|(place, _)| *place);
        Ok(trials.into_iter().map(|(_, row)| row).collect())
    }

    fn is_to_be_made(&self, recipe: &Recipe<S>, seed: u64) -> bool {
        self.lacks_network(recipe, seed) || !self.ledger.knows(&trial_piece(&recipe.name, seed))
    }

    fn lacks_network(&self, recipe: &Recipe<S>, seed: u64) -> bool {
        !network_file::<S>(&self.bench.nets, &recipe.name, seed).exists()
    }

    fn stage(&self, trials: &[(&Recipe<S>, u64)]) -> Result<Vec<Row>, LabError> {
        // Figures whose network is gone would leave nobody to play.
        let is_usable = |&(recipe, seed): &(&Recipe<S>, u64), row: &Row| {
            let is_lost = matches!(row, Row::Trial(trial) if trial.diverged);
            is_lost || !self.lacks_network(recipe, seed)
        };
        let piece = |(recipe, seed): &(&Recipe<S>, u64)| trial_piece(&recipe.name, *seed);
        self.ledger.usable_rows(trials, piece, is_usable, |&(recipe, seed)| {
            train(self.bench, recipe, seed).map(Row::Trial)
        })
    }

    /// Matches with a number of nodes side by side, then those at equal time one after the other. What diverged cannot play.
    fn bouts(&self, rows: &Rows) -> Result<Vec<Row>, LabError> {
        let is_lost = |name: &str, seed: u64| {
            let trials = rows.trials.iter().filter(|trial| trial.diverged && trial.seed == seed);
            trials.map(|trial| trial.recipe.as_str()).any(|recipe| recipe == name)
        };
        let mut bouts = self.plan.bouts();
        bouts.retain(|(pairing, seed)| !is_lost(&pairing.a, *seed) && !is_lost(&pairing.b, *seed));
        let (timed, counted): (Vec<_>, Vec<_>) =
            bouts.into_iter().partition(|(pairing, _)| pairing.seconds.is_some());
        let make = |pairing: &Pairing, seed: u64| {
            play(self.bench, self.plan, pairing, seed).map(Row::Bout)
        };
        let piece_of = |(pairing, seed): &(&Pairing, u64)| piece(pairing, *seed);
        let side_by_side =
            self.ledger.rows(&counted, piece_of, |&(pairing, seed)| make(pairing, seed));
        let mut bouts: Vec<Row> = side_by_side?;
        for (pairing, seed) in timed {
            bouts.push(self.ledger.row(&piece(pairing, seed), || make(pairing, seed))?);
        }
        Ok(bouts)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use serde_json::json;

    use super::*;
    use crate::experiments::lab::{ExperimentSize, paper_networks};
    use crate::results::Description;

    #[test]
    fn what_diverged_plays_no_match_and_keeps_nobody_from_the_others() {
        let scale = ExperimentSize { games: 30, ..ExperimentSize::quick(1) };
        let [base, ..] = paper_networks(&scale);
        let wild = base.with("wild", "without bounds", |s| s.form.rate = 1e30);
        let calm = base.with("calm", "half the rate", |s| s.form.rate /= 2.0);
        let plan = Plan::around(&scale, base, vec![wild, calm], &[]);
        let place = tempfile::tempdir().expect("folder");
        let description = Description {
            experiment: "test".into(),
            command: String::new(),
            program: String::new(),
            settings: json!({}),
        };
        let folder = RunFolder::open(place.path(), description, false).expect("open");
        let files = [PathBuf::from("pdn/sample.pdn.zst")];
        let bench = LabContext::new(&files, Vec::new(), place.path(), "test", 1, |_| {});
        std::fs::create_dir(&bench.nets).expect("folder");
        let rows = run(&plan, &bench, &folder, &|_| {}).expect("figures");
        let diverged = rows.trials.iter().filter(|trial| trial.diverged);
        assert!(diverged.map(|trial| trial.recipe.as_str()).eq(["wild", "wild"]));
        assert!(rows.bouts.iter().map(|bout| bout.a.as_str()).eq(["calm", "calm"]));
    }
}
