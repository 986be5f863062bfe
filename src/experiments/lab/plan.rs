//! What an experiment consists of, and how it is carried out on all cores.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::bench::Bench;
use super::bout::{Bout, Pairing, play};
use super::recipe::Recipe;
use super::scale::Scale;
use super::trial::{Trial, network_file, train};
use crate::files;
use crate::learning::{HyperparamsError, LearnError, StartError};
use crate::network::WeightsError;
use crate::play::PlayError;
use crate::results::{ResultsError, RunFolder};

/// Raised whenever a change of the program changes the figures of networks or matches.
const REVISION: u32 = 2;

/// An experiment: recipes to be trained with each seed, then matches between their networks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// The program's revision of its figures, so that an old run is not continued by a new program.
    revision: u32,
    /// Its size.
    pub scale: Scale,
    /// What is trained.
    pub recipes: Vec<Recipe>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
}

impl Plan {
    /// What is to be trained and played.
    #[must_use]
    pub fn new(scale: &Scale, recipes: Vec<Recipe>, pairings: Vec<Pairing>) -> Plan {
        Plan { revision: REVISION, scale: scale.clone(), recipes, pairings }
    }

    /// A recipe by its name.
    #[must_use]
    pub fn recipe(&self, name: &str) -> Option<&Recipe> {
        self.recipes.iter().find(|recipe| recipe.name == name)
    }

    /// Trials and matches in all.
    #[must_use]
    pub fn len(&self) -> usize {
        self.trials().len() + self.bouts().len()
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every recipe with every seed.
    fn trials(&self) -> Vec<(&Recipe, u64)> {
        let seeds = |recipe| self.scale.seeds.iter().map(move |&seed| (recipe, seed));
        self.recipes.iter().flat_map(seeds).collect()
    }

    /// Every pairing with every seed; those at equal time with the first alone.
    fn bouts(&self) -> Vec<(&Pairing, u64)> {
        let seeds = |pairing: &Pairing| match pairing.seconds {
            Some(_) => &self.scale.seeds[..1],
            None => &self.scale.seeds[..],
        };
        let pairs = |pairing| seeds(pairing).iter().map(move |&seed| (pairing, seed));
        self.pairings.iter().flat_map(pairs).collect()
    }
}

/// One line of the raw figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Row {
    /// A network.
    Trial(Trial),
    /// A match.
    Bout(Bout),
}

/// All figures of a run, in the order of the plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// The networks.
    pub trials: Vec<Trial>,
    /// The matches.
    pub bouts: Vec<Bout>,
}

impl Rows {
    /// As lines of the raw figures.
    #[must_use]
    pub fn lines(&self) -> Vec<Row> {
        let trials = self.trials.iter().cloned().map(Row::Trial);
        trials.chain(self.bouts.iter().cloned().map(Row::Bout)).collect()
    }

    fn of(rows: Vec<Row>) -> Rows {
        let mut sorted = Rows::default();
        for row in rows {
            match row {
                Row::Trial(trial) => sorted.trials.push(trial),
                Row::Bout(bout) => sorted.bouts.push(bout),
            }
        }
        sorted
    }
}

/// Why an experiment cannot go on; what is finished is saved.
#[derive(Debug, Error)]
pub enum LabError {
    /// The run folder.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A setting of a recipe.
    #[error(transparent)]
    Hyperparams(#[from] HyperparamsError),
    /// Nothing to learn from.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// A file that cannot be read.
    #[error("cannot read {}: {}", path.display(), files::told(source))]
    File {
        /// The file.
        path: std::path::PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A network to start from does not fit.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A network file.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A match.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// Carries out what the folder has not got yet, and returns all figures. `done` hears how many parts are finished.
///
/// # Errors
/// When something cannot be read, written, learned or played; what is finished stays in the folder.
pub fn run(
    plan: &Plan,
    bench: &Bench,
    folder: &RunFolder,
    done: &(dyn Fn(usize) + Sync),
) -> Result<Rows, LabError> {
    let work = Work {
        plan,
        bench,
        folder,
        known: Rows::of(folder.rows()?),
        done,
        finished: AtomicUsize::new(0),
    };
    Ok(Rows { trials: work.trials()?, bouts: work.bouts()? })
}

/// A run: what is there already, and how far it has come.
struct Work<'a> {
    plan: &'a Plan,
    bench: &'a Bench,
    folder: &'a RunFolder,
    known: Rows,
    done: &'a (dyn Fn(usize) + Sync),
    finished: AtomicUsize,
}

impl Work<'_> {
    fn count(&self) {
        (self.done)(1 + self.finished.fetch_add(1, Ordering::Relaxed));
    }

    /// Networks with random first weights, then those that grow from them.
    fn trials(&self) -> Result<Vec<Trial>, LabError> {
        let units = self.plan.trials();
        let stage = |is_grown: bool| -> Result<Vec<Trial>, LabError> {
            let now = units.par_iter().filter(|(recipe, _)| recipe.start.is_some() == is_grown);
            now.map(|&(recipe, seed)| self.trial(recipe, seed)).collect()
        };
        let trials = [stage(false)?, stage(true)?].concat();
        let place = |trial: &Trial| {
            units
                .iter()
                .position(|(recipe, seed)| recipe.name == trial.recipe && *seed == trial.seed)
        };
        let mut ordered = trials;
        ordered.sort_by_key(place);
        Ok(ordered)
    }

    fn trial(&self, recipe: &Recipe, seed: u64) -> Result<Trial, LabError> {
        let is_wanted = |trial: &&Trial| trial.recipe == recipe.name && trial.seed == seed;
        let stored = self.known.trials.iter().find(is_wanted);
        // Figures whose network is gone would leave nobody to play.
        let has_network = network_file(&self.bench.nets, &recipe.name, seed).exists();
        let trial = match stored.filter(|trial| trial.diverged || has_network) {
            Some(trial) => trial.clone(),
            None => train(self.bench, recipe, seed)?,
        };
        if stored.is_none() {
            self.folder.append(&Row::Trial(trial.clone()))?;
        }
        self.count();
        Ok(trial)
    }

    /// Matches with a number of nodes side by side, then those at equal time one after the other.
    fn bouts(&self) -> Result<Vec<Bout>, LabError> {
        let (timed, counted): (Vec<_>, Vec<_>) =
            self.plan.bouts().into_iter().partition(|(pairing, _)| pairing.seconds.is_some());
        let side_by_side = counted.par_iter().map(|&(pairing, seed)| self.bout(pairing, seed));
        let mut bouts: Vec<Bout> = side_by_side.collect::<Result<_, _>>()?;
        for (pairing, seed) in timed {
            bouts.push(self.bout(pairing, seed)?);
        }
        Ok(bouts)
    }

    fn bout(&self, pairing: &Pairing, seed: u64) -> Result<Bout, LabError> {
        let stored = self.known.bouts.iter().find(|bout| bout.is_of(pairing, seed));
        let bout = match stored {
            Some(bout) => bout.clone(),
            None => {
                let bout = play(self.bench, self.plan, pairing, seed)?;
                self.folder.append(&Row::Bout(bout.clone()))?;
                bout
            }
        };
        self.count();
        Ok(bout)
    }
}
