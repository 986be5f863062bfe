//! What a network file says of its training, and how a run is taken up again from it.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::baseline::Baseline;
use super::hyperparams::{Checked, Hyperparams};
use super::label::LabelTables;
use super::report::Report;
use super::resume_point::ResumePoint;
use super::setting_names::flag_of;
use crate::checksum;
use crate::dataset::Census;
use crate::models::{Card, Model, ModelSettings, SettingError};

/// One file a network learned from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataFile {
    /// Its name, without folders.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its SHA-256 checksum.
    pub sha256: String,
}

impl DataFile {
    /// Describes a file, which is read for its checksum.
    ///
    /// # Errors
    /// Whatever the file system says.
    pub fn of(path: &Path) -> io::Result<DataFile> {
        let bytes = std::fs::metadata(path)?.len();
        Ok(DataFile { name: name_of(path), bytes, sha256: checksum::of_file(path)? })
    }

    /// Describes a file of which this is the content.
    pub fn with(path: &Path, content: &[u8]) -> DataFile {
        let (bytes, sha256) = (content.len() as u64, checksum::of_bytes(content));
        DataFile { name: name_of(path), bytes, sha256 }
    }

    /// A stream, which would be gone once read for its checksum: only the name.
    pub fn stream(name: &str) -> DataFile {
        DataFile { name: name.into(), bytes: 0, sha256: String::new() }
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// How an evaluation was trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Training<S> {
    /// The settings.
    pub hyperparams: Hyperparams<S>,
    /// The files, in the order in which they were learned.
    pub data: Vec<DataFile>,
    /// The network whose weights it started from; absent if they were random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub init: Option<DataFile>,
    /// The endgame tables whose values took the place of results; absent if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<LabelTables>,
    /// How far it has come; all passes done in a finished network.
    pub place: ResumePoint,
    /// What was read; absent in a checkpoint.
    pub census: Option<Census>,
    /// Held-out figures; absent in a checkpoint.
    pub report: Option<Report>,
    /// The baselines fitted on the same games, to judge other games by; absent in a checkpoint.
    pub baseline: Option<Baseline>,
}

/// Why a checkpoint cannot be continued.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The card is not one of a run.
    #[error("it does not say how it was trained ({0})")]
    Card(#[from] serde_json::Error),
    /// Settings of another network.
    #[error("its settings tell of a network of another shape; train it again")]
    Shape,
    /// The stored settings are out of range.
    #[error("its settings: {0}")]
    Settings(#[from] SettingError),
    /// Other settings.
    #[error(
        "it was trained with --{name} {stored}, this run has {asked}; give the same --{name}, or name another -o"
    )]
    Differs {
        /// The flag of the setting.
        name: String,
        /// Its value in the checkpoint.
        stored: String,
        /// Its value in this run.
        asked: String,
    },
    /// Other inputs or windows, which are no settings of the card.
    #[error(
        "its inputs or windows differ: it was trained with {stored}, this run has {asked}; give the --features it was trained with (of patterns the --pattern-file), or name another -o"
    )]
    Inputs {
        /// The shape of the checkpoint.
        stored: String,
        /// That of this run.
        asked: String,
    },
    /// Other passes, over which rates fall.
    #[error(
        "its rates fell over {planned} pass{}, so that {asked} would have been learned otherwise; give --epochs {planned}, or learn on from it with --init and a smaller --lr",
        if *planned == 1 { "" } else { "es" }
    )]
    Fall {
        /// The passes of the checkpoint.
        planned: u32,
        /// Those of this run.
        asked: u32,
    },
    /// Other files.
    #[error(
        "it learned from other files ({stored}), this run has {asked}; give the same files in the same order"
    )]
    Data {
        /// The checkpoint's files.
        stored: String,
        /// This run's files.
        asked: String,
    },
    /// Another start.
    #[error(
        "it started from {stored}, this run starts from {asked}; give the same --init, or name another -o"
    )]
    Init {
        /// The checkpoint's start.
        stored: String,
        /// This run's start.
        asked: String,
    },
}

impl DataFile {
    /// Name and the beginning of the checksum, enough to distinguish files.
    fn short(&self) -> String {
        format!("{} {}", self.name, &self.sha256.get(..8).unwrap_or(&self.sha256))
    }
}

impl<S: ModelSettings> Training<S> {
    /// A run that has not begun: these settings on these files, from random weights or those of another.
    pub fn planned(
        checked: &Checked<S>,
        data: Vec<DataFile>,
        init: Option<DataFile>,
    ) -> Training<S> {
        let hyperparams = checked.settings().clone();
        Training {
            hyperparams,
            data,
            init,
            labels: None,
            place: ResumePoint::default(),
            census: None,
            report: None,
            baseline: None,
        }
    }

    /// The same with labels of these endgame tables.
    #[must_use]
    pub fn with_labels(self, labels: Option<LabelTables>) -> Training<S> {
        Training { labels, ..self }
    }

    /// What the card holds of it.
    ///
    /// # Panics
    /// Never: every field has a JSON form.
    pub fn card(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("every field has a JSON form")
    }

    /// The training that a card has.
    ///
    /// # Errors
    /// When it has no training.
    pub fn read(card: &Card) -> Result<Training<S>, ResumeError> {
        Ok(serde_json::from_value(card.training.clone())?)
    }

    /// The training that a card has, for the evaluation that came with it.
    ///
    /// # Errors
    /// When the card has no training, or one of another shape.
    pub fn of<F: Model<Settings = S>>(card: &Card, model: &F) -> Result<Training<S>, ResumeError> {
        let mut training = Training::<S>::read(card)?;
        training.hyperparams.model = model.with_stored_context(training.hyperparams.model);
        if model.matches(&training.hyperparams.model) {
            Ok(training)
        } else {
            Err(ResumeError::Shape)
        }
    }

    /// The place from which a planned run resumes.
    ///
    /// # Errors
    /// When its settings, files or start differ from those of the checkpoint, or that has come further than the run should.
    pub fn resume(&self, plan: &Training<S>) -> Result<ResumePoint, ResumeError> {
        self.compare_settings(&plan.hyperparams)?;
        let [stored, asked] = [self, plan].map(|run| &run.hyperparams.model);
        if stored != asked {
            return Err(ResumeError::Inputs { stored: stored.shape(), asked: asked.shape() });
        }
        if self.data != plan.data {
            let names =
                |data: &[DataFile]| data.iter().map(DataFile::short).collect::<Vec<_>>().join(", ");
            return Err(ResumeError::Data { stored: names(&self.data), asked: names(&plan.data) });
        }
        if self.init != plan.init {
            let name = |init: &Option<DataFile>| {
                init.as_ref().map_or("random weights".into(), DataFile::short)
            };
            return Err(ResumeError::Init { stored: name(&self.init), asked: name(&plan.init) });
        }
        if self.labels != plan.labels {
            let describe = |labels: Option<LabelTables>| {
                labels.map_or("nothing".into(), |labels| format!("tables of {labels}"))
            };
            let (stored, asked) = (describe(self.labels), describe(plan.labels));
            return Err(ResumeError::Differs { name: "endgame".into(), stored, asked });
        }
        Ok(self.place)
    }

    /// Whether this is a finished run that would be the same once more, of files that have checksums.
    pub fn repeats(&self, plan: &Training<S>) -> bool {
        let is_known = |file: &DataFile| !file.sha256.is_empty();
        self.report.is_some()
            && self.resume(plan).is_ok()
            && self.hyperparams.epochs == plan.hyperparams.epochs
            && self.data.iter().all(is_known)
    }

    fn compare_settings(&self, asked: &Hyperparams<S>) -> Result<(), ResumeError> {
        let differs = |name: &str, stored: String, asked: String| {
            Err(ResumeError::Differs { name: flag_of(name), stored, asked })
        };
        // More passes than planned at first are welcome where the weights so far are the same. What is learned stays learned.
        let epochs = asked.epochs;
        let begun = self.place.epoch.saturating_add(u32::from(self.place.games > 0));
        if begun > epochs {
            return differs("epochs", begun.to_string(), epochs.to_string());
        }
        let fields = |settings: &Hyperparams<S>| {
            serde_json::to_value(settings).expect("settings have a JSON form")
        };
        let (stored, asked) = (fields(&self.hyperparams), fields(asked));
        // A setting that is not written down has the value from before there was the setting.
        let written = |settings: &'_ Value, name: &str| match &settings[name] {
            Value::Null => "its default".into(),
            value => value.to_string(),
        };
        let names = [&asked, &stored].map(|settings| settings.as_object().into_iter().flatten());
        for (name, _) in names.into_iter().flatten().filter(|(name, _)| *name != "epochs") {
            if stored[name] != asked[name] {
                return differs(name, written(&stored, name), written(&asked, name));
            }
        }
        // Rates that fall over all passes would have been others from the first game on.
        let planned = self.hyperparams.epochs;
        if self.hyperparams.lr_final != 1.0 && epochs != planned && begun > 0 {
            return Err(ResumeError::Fall { planned, asked: epochs });
        }
        Ok(())
    }
}
