//! An arm that learns from play: its own games, games of others, or those of a database.

use std::num::NonZeroUsize;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::super::lab::{ExperimentSize, StudyFolder};
use crate::models::nnue::{HiddenOptimiser, NnueSettings};
use crate::models::patterns::PatternSettings;
use crate::run::{HyperparamOptions, ModelKind, RunError, TrainSettings};
use crate::selfplay::Matching;

/// The arm of the database against which all that play are measured on their way.
pub(super) const ANCHOR: &str = "anchor";

/// First weights of which every one is that of a man.
pub(super) const EQUAL: &str = "equal";

/// First weights and opponents that are no arms, even where an arm has such a name.
pub(crate) const BUILT_IN: [&str; 5] = ["self", "material", "random", EQUAL, "reference"];

/// Where the games come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GameSource {
    /// It plays them itself.
    #[default]
    Play,
    /// Games of the database, its own positions searched once more: the same games whatever the algorithm.
    Watch,
    /// Games of the database, as `learn` learns them.
    Database,
}

/// Where games of an arm begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Begin {
    /// The first position.
    Start,
    #[default]
    Ballots,
    /// Positions of the games of the study.
    Database,
}

/// How an arm comes to its weights; the seed is filled in for each training.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct PlayArm {
    pub source: GameSource,
    /// The settings in the words of `train`; `init` and `against` may name arms.
    pub settings: TrainSettings,
    pub begin: Begin,
    /// Whether λ is 1 in the first half of the games.
    pub is_early: bool,
    /// Passes over the whole database, instead of games.
    pub passes: Option<u32>,
    /// As many games of the database as hold this share of the positions that another arm with the same seed has learned from.
    pub positions: Option<(String, f64)>,
    /// The arms whose weights or figures it needs.
    pub needs: Vec<String>,
}

/// The settings of what an arm that plays trains.
#[derive(Debug)]
pub(crate) enum PlayModel {
    Patterns(PatternSettings),
    Nnue(NnueSettings),
}

impl PlayArm {
    /// What is trained, with pattern files from the folder of the study.
    ///
    /// # Errors
    /// A setting that the model does not have, or a file that cannot be used.
    pub(crate) fn model(&self, folder: &StudyFolder) -> Result<PlayModel, RunError> {
        // Rates take effect after the first weights: 0 leaves those as they are.
        let mut model = self.settings.model.clone();
        (model.lr, model.patterns.rest_lr) = (None, None);
        // Play makes a step for a batch of games.
        let hidden_optimizer =
            (self.settings.kind() == ModelKind::Nnue).then_some(HiddenOptimiser::Plain);
        let options = HyperparamOptions { model, hidden_optimizer, ..Default::default() };
        let read = |path: &Path| folder.pattern_file(path);
        Ok(match hidden_optimizer {
            Some(_) => PlayModel::Nnue(options.nnue(&read)?),
            None => PlayModel::Patterns(options.patterns(&read)?),
        })
    }

    /// Finds the other arms that it needs among all names.
    pub(crate) fn with_needs<'a>(self, own: &str, arms: impl Iterator<Item = &'a str>) -> PlayArm {
        let mut needs = self.names();
        if own != ANCHOR && (self.source == GameSource::Play || self.positions.is_some()) {
            needs.push(ANCHOR.into());
        }
        let needs = arms.filter(|arm| needs.iter().any(|name| name == arm));
        PlayArm { needs: needs.map(str::to_owned).collect(), ..self }
    }

    /// What may be the names of arms.
    fn names(&self) -> Vec<String> {
        let of = self.positions.iter().map(|(of, _)| of.clone());
        match self.source {
            GameSource::Play => {
                let players = [&self.settings.init].into_iter().chain(&self.settings.against);
                let arms = players.filter(|name| !BUILT_IN.contains(&name.as_str()));
                arms.cloned().chain(of).collect()
            }
            GameSource::Watch | GameSource::Database => of.collect(),
        }
    }

    /// The settings of a run with this seed, λ and games. Its players are not those of the arm: the path of an arm's weights may have any
    /// form.
    pub(crate) fn run_settings(
        &self,
        size: &ExperimentSize,
        seed: u64,
        (lambda, games): (f64, u64),
    ) -> TrainSettings {
        let own = self.settings.clone();
        TrainSettings {
            lambda,
            games,
            seed,
            threads: Some(NonZeroUsize::MIN),
            nodes: self.nodes(seed),
            init: if own.init == EQUAL { "material".into() } else { own.init.clone() },
            against: vec!["self".into()],
            matching: Matching::Even,
            eval_every: self.measure_every(own.games, size),
            eval_games: size.play.measure_games,
            ..own
        }
    }

    /// Nodes a move. Where nothing is drawn, seeds would not differ: each has another number of nodes, by one.
    fn nodes(&self, seed: u64) -> Option<u64> {
        let more = if self.begin == Begin::Start { seed % 16 } else { 0 };
        let nodes = self.settings.nodes.filter(|_| self.settings.algorithm.searches());
        nodes.map(|nodes| nodes + more)
    }

    /// The games between two measurements: three on the way, and eleven on a server.
    fn measure_every(&self, games: u64, size: &ExperimentSize) -> u64 {
        let server = size.play.server_games;
        if games <= 2 * server { server.div_ceil(11) } else { games.div_ceil(3) }
    }
}
