//! The settings of an arm in the words of `learn`'s flags, and what is trained by them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use draughts_td_features::windows;
use serde::{Deserialize, Deserializer};

use super::super::lab::ExperimentSize;
use super::super::lab::Learner;
use crate::dataset::{Filter, Results, Selection};
use crate::features::{Group, Subset};
use crate::files;
use crate::learning::{Hyperparams, Targets};
use crate::models::ModelSettings;
use crate::models::network::NetworkSettings;
use crate::models::nnue::{HiddenOptimiser, NnueSettings};
use crate::models::patterns::{PatternSet, PatternSettings, Squash};
use crate::models::separated::{Activation, SeparatedSettings};

/// The largest pattern file in bytes.
const LARGEST: u64 = 1 << 20;

/// What is trained, as `learn --net` names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ModelKind {
    Nn1,
    Nn2,
    Nn3,
    #[default]
    Nn4,
    Nn5,
    Patterns,
    Nnue,
    Separated,
}

/// Settings that only some kinds of models have, with these kinds.
const OWNERS: [(&[&str], &[&str]); 6] = [
    (&["drop-inputs", "paper", "phases", "shared"], &["networks"]),
    (&["beta-lr", "beta"], &["networks", "separated"]),
    (&["hidden"], &["networks", "nnue", "separated"]),
    (&["hidden-optimizer", "hidden-lr"], &["nnue"]),
    (
        &["pattern-file", "stages", "rest-lr", "globals", "king-squares", "output-activation"],
        &["patterns", "nnue"],
    ),
    (&["feature-layers", "activation"], &["separated"]),
];

impl ModelKind {
    const fn family(self) -> &'static str {
        match self {
            ModelKind::Patterns => "patterns",
            ModelKind::Nnue => "nnue",
            ModelKind::Separated => "separated",
            _ => "networks",
        }
    }

    /// Why this kind has no setting of this name, if it has none.
    pub(super) fn refusal(self, name: &str) -> Option<String> {
        let (_, owners) = OWNERS.iter().find(|(names, _)| names.contains(&name))?;
        let own = self.family();
        (!owners.contains(&own)).then(|| {
            format!("{name} is a setting of {}, and this arm trains {own}", owners.join(" and "))
        })
    }
}

/// Settings of an arm, all optional. Their names are those of the flags of `learn`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Settings {
    #[serde(alias = "net")]
    pub model: ModelKind,
    hidden: Option<usize>,
    lr: Option<f64>,
    beta_lr: Option<f64>,
    hidden_lr: Option<f64>,
    beta: Option<f64>,
    phases: Option<Vec<u32>>,
    shared: Option<usize>,
    drop_inputs: Vec<Group>,
    paper: bool,
    pattern_file: Option<PathBuf>,
    stages: Option<u32>,
    rest_lr: Option<f64>,
    #[serde(deserialize_with = "switch")]
    globals: Option<bool>,
    #[serde(deserialize_with = "switch")]
    king_squares: Option<bool>,
    output_activation: Option<Squash>,
    feature_layers: Option<Vec<usize>>,
    activation: Option<Activation>,
    lambda: Option<f64>,
    target_source: Targets,
    lr_decay: Option<f64>,
    lr_final: Option<f64>,
    #[serde(deserialize_with = "optimizer")]
    hidden_optimizer: Option<HiddenOptimiser>,
    #[serde(deserialize_with = "switch")]
    mirror: Option<bool>,
    epochs: Option<u32>,
    batch_games: Option<u32>,
    games: Option<u64>,
    holdout: Option<f64>,
    keep_captures: bool,
    window: Option<u32>,
    quiet_only: bool,
    min_ply: Option<u32>,
    min_pieces: Option<u32>,
    max_pieces: Option<u32>,
    min_rating: u32,
    results: Results,
    unique: bool,
}

/// `on` and `off`, as a flag has them, or `true` and `false`.
fn switch<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Word {
        On,
        Off,
    }
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected \"on\" or \"off\"")]
    enum Switch {
        Word(Word),
        Bool(bool),
    }
    Ok(Some(match Switch::deserialize(deserializer)? {
        Switch::Word(word) => matches!(word, Word::On),
        Switch::Bool(is_on) => is_on,
    }))
}

/// The optimizers of a hidden layer by the words of the flag.
fn optimizer<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<HiddenOptimiser>, D::Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Word {
        Sgd,
        Adam,
    }
    Ok(Some(match Word::deserialize(deserializer)? {
        Word::Sgd => HiddenOptimiser::Plain,
        Word::Adam => HiddenOptimiser::Adam,
    }))
}

impl Settings {
    /// What is trained at this size; files are looked up from this folder.
    ///
    /// # Errors
    /// A pattern file that cannot be read.
    pub(super) fn learner(&self, size: &ExperimentSize, folder: &Path) -> Result<Learner, String> {
        Ok(match self.model {
            ModelKind::Patterns => Learner::Patterns(self.around(self.patterns(folder)?, size)),
            ModelKind::Nnue => Learner::Nnue(self.around(self.nnue(folder)?, size)),
            ModelKind::Separated => Learner::Separated(self.around(self.separated(), size)),
            _ => Learner::Network(self.around(self.network(size), size)),
        })
    }

    fn network(&self, size: &ExperimentSize) -> NetworkSettings {
        let (inputs, borders) = match self.model {
            ModelKind::Nn1 => (Subset::Nn1, Vec::new()),
            ModelKind::Nn2 => (Subset::Nn2, Vec::new()),
            ModelKind::Nn3 => (Subset::Nn3, Vec::new()),
            ModelKind::Nn5 => (Subset::Nn4, vec![25, 15]),
            _ => (Subset::Nn4, Vec::new()),
        };
        let defaults = NetworkSettings::for_inputs(inputs);
        NetworkSettings {
            without: self.drop_inputs.clone(),
            hidden: self.hidden.unwrap_or(size.hidden),
            borders: self.phases.clone().unwrap_or(borders),
            shared: self.shared.unwrap_or(defaults.shared),
            rate: self.lr.unwrap_or(defaults.rate),
            beta_rate: self.beta_rate(defaults.beta_rate),
            beta: self.beta.unwrap_or(defaults.beta),
            additions: defaults.additions && !self.paper,
            ..defaults
        }
    }

    /// Ten times the rate of the weights, if only that is given.
    fn beta_rate(&self, default: f64) -> f64 {
        self.beta_lr.unwrap_or_else(|| self.lr.map_or(default, |rate| 10.0 * rate))
    }

    fn patterns(&self, folder: &Path) -> Result<PatternSettings, String> {
        let defaults = PatternSettings::default();
        Ok(PatternSettings {
            globals: self.globals.unwrap_or(defaults.globals),
            kings: self.king_squares.unwrap_or(defaults.kings),
            stages: self.stages.unwrap_or(defaults.stages),
            squash: self.output_activation.unwrap_or(defaults.squash),
            rate: self.lr.unwrap_or(defaults.rate),
            rest_rate: self.rest_lr.unwrap_or(defaults.rest_rate),
            pattern_set: match &self.pattern_file {
                Some(path) => read_patterns(path, folder)?,
                None => defaults.pattern_set,
            },
        })
    }

    fn nnue(&self, folder: &Path) -> Result<NnueSettings, String> {
        let is_in_batches = self.batch_games.is_some_and(|games| games > 1);
        let usual = if is_in_batches { HiddenOptimiser::Plain } else { HiddenOptimiser::Adam };
        let hidden_method = self.hidden_optimizer.unwrap_or(usual);
        Ok(NnueSettings {
            hidden: self.hidden.unwrap_or(NnueSettings::default().hidden),
            hidden_method,
            hidden_rate: self.hidden_lr.unwrap_or(hidden_method.rate()),
            patterns: self.patterns(folder)?,
        })
    }

    fn separated(&self) -> SeparatedSettings {
        let defaults = SeparatedSettings::default();
        SeparatedSettings {
            apart: self.feature_layers.clone().unwrap_or(defaults.apart),
            hidden: self.hidden.unwrap_or(defaults.hidden),
            activation: self.activation.unwrap_or(defaults.activation),
            beta: self.beta.unwrap_or(defaults.beta),
            rate: self.lr.unwrap_or(defaults.rate),
            beta_rate: self.beta_rate(defaults.beta_rate),
        }
    }

    fn around<S: ModelSettings>(&self, model: S, size: &ExperimentSize) -> Hyperparams<S> {
        let defaults = Hyperparams::of(model);
        Hyperparams {
            lambda: self.lambda.unwrap_or(defaults.lambda),
            target_source: self.target_source,
            lr_decay: self.lr_decay.unwrap_or(defaults.lr_decay),
            lr_final: self.lr_final.unwrap_or(defaults.lr_final),
            mirror: self.mirror.unwrap_or(defaults.mirror && !self.paper),
            epochs: self.epochs.unwrap_or(defaults.epochs),
            batch_games: self.batch_games.unwrap_or(defaults.batch_games),
            games: self.games(size.games),
            holdout: self.holdout.unwrap_or(defaults.holdout),
            filter: self.filter(),
            selection: Selection {
                min_rating: self.min_rating,
                results: self.results,
                unique: self.unique,
            },
            ..defaults
        }
    }

    /// The games of the arm, and no more than the size has; 0 is all.
    fn games(&self, most: u64) -> u64 {
        match (self.games.unwrap_or(0), most) {
            (0, games) | (games, 0) => games,
            (own, most) => own.min(most),
        }
    }

    fn filter(&self) -> Filter {
        let defaults = Filter::default();
        Filter {
            forced_captures: !self.keep_captures,
            window: self.window.unwrap_or(defaults.window),
            unquiet: self.quiet_only,
            min_ply: self.min_ply.unwrap_or(defaults.min_ply),
            min_pieces: self.min_pieces.unwrap_or(defaults.min_pieces),
            max_pieces: self.max_pieces.unwrap_or(defaults.max_pieces),
        }
    }
}

/// Patterns from one of the files in `features/windows/`, which are built in, or from a file beside the study.
fn read_patterns(path: &Path, folder: &Path) -> Result<Arc<PatternSet>, String> {
    let built_in = match path.to_str() {
        Some("features/windows/squares.toml") => Some(windows::SQUARES),
        Some("features/windows/wide.toml") => Some(windows::WIDE),
        Some("features/windows/tall_and_wide.toml") => Some(windows::TALL_AND_WIDE),
        Some("features/windows/eight.toml") => Some(windows::EIGHT),
        _ => None,
    };
    let path = folder.join(path);
    let named = |error: &dyn ToString| format!("{}: {}", path.display(), error.to_string());
    let read = || files::read_text_at_most(&path, LARGEST).map_err(|error| named(&error));
    let text = built_in.map_or_else(read, |text| Ok(text.to_owned()))?;
    Ok(Arc::new(PatternSet::read(&text).map_err(|error| named(&error))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, Square};
    use crate::models::patterns::Pattern;

    fn windows(name: &str) -> Arc<PatternSet> {
        let path = format!("features/windows/{name}.toml");
        read_patterns(Path::new(&path), Path::new("none")).expect(name)
    }

    /// The squares of some rows and columns of the board, both counted from 0 at the upper left corner.
    fn rectangle(rows: std::ops::Range<u8>, columns: std::ops::Range<u8>) -> Bitboard {
        let dark = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
        let dark = dark.filter(|(row, column)| (row + column) % 2 == 1);
        let numbers = dark.map(|(row, column)| 5 * row + column / 2 + 1);
        numbers.filter_map(Square::new).fold(Bitboard::EMPTY, Bitboard::with)
    }

    fn sets(pattern_set: &PatternSet) -> Vec<Bitboard> {
        pattern_set.patterns().iter().map(|pattern| pattern.squares(false)).collect()
    }

    /// Windows of four rows, the upper ones first.
    fn four_rows(width: u8) -> Vec<Bitboard> {
        let starts = [0, 2].into_iter().flat_map(|row| {
            let last = 10 - width;
            (0..=last).step_by(2).map(move |column| (row, column))
        });
        starts.map(|(row, column)| rectangle(row..row + 4, column..column + width)).collect()
    }

    #[test]
    fn small_windows_and_their_turned_twins_are_all_sixteen_squares_of_the_board() {
        let pattern_set = windows("squares");
        assert_eq!(sets(&pattern_set), four_rows(4));
        let turned = pattern_set.patterns().iter().map(|pattern: &Pattern| pattern.squares(true));
        let mut all: Vec<Bitboard> = sets(&pattern_set).into_iter().chain(turned).collect();
        all.sort_by_key(|set| set.bits());
        all.dedup();
        assert_eq!(all.len(), 16);
    }

    #[test]
    fn wide_windows_have_four_rows_and_six_columns() {
        assert_eq!(sets(&windows("wide")), four_rows(6));
    }

    #[test]
    fn tall_and_wide_windows_are_those_of_the_program_and_the_wide_ones() {
        let both = [PatternSet::embedded().patterns(), windows("wide").patterns()].concat();
        assert_eq!(windows("tall_and_wide").patterns(), both);
    }
}
