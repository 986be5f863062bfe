//! A run of `learn`: from files of games to a file of weights; its request and its result.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::learn_settings::LearnSettings;
use super::replace::Replace;
use super::values::PROGRAM;
use crate::dataset::Census;
use crate::learning::{Communicator, LabelTables, Report, SingleProcess};
use crate::player::StopFlag;

/// A run of `learn`.
#[derive(Clone)]
pub struct LearnRun<'a> {
    /// PDN files, plain or packed, or folders of them, learned in this order.
    pub files: Vec<PathBuf>,
    /// The settings.
    pub settings: LearnSettings,
    /// Whether to resume from the checkpoint of an interrupted run, or from finished weights with more passes.
    pub resume: bool,
    /// Who lets files be replaced.
    pub replace: Replace,
    /// Ends the run when raised; its checkpoint is then saved.
    pub stop: StopFlag,
    /// The program that the file of weights names.
    pub program: String,
    /// The processes that learn together.
    pub communicator: &'a dyn Communicator,
}

/// No files, and the default settings.
impl Default for LearnRun<'_> {
    fn default() -> Self {
        LearnRun {
            files: Vec::new(),
            settings: LearnSettings::default(),
            resume: false,
            replace: Replace::default(),
            stop: StopFlag::new(),
            program: PROGRAM.into(),
            communicator: &SingleProcess,
        }
    }
}

/// What a run of `learn` ends with.
#[derive(Clone, Debug)]
pub struct LearnResult {
    /// The file of weights.
    pub out: PathBuf,
    /// How they were trained, as the file has it.
    pub training: Value,
    /// Figures on held-out games.
    pub report: Report,
    /// What was read.
    pub census: Census,
    /// The endgame tables that gave labels.
    pub labels: Option<LabelTables>,
    /// Whether a game or a part of a file was skipped.
    pub has_skipped: bool,
}

impl LearnResult {
    /// The figures as `learn --json` prints them.
    #[must_use]
    pub fn figures(&self) -> Value {
        let mut training = self.training.clone();
        // The report has its own key, as in `validate` and the metrics.
        training.as_object_mut().map(|training| training.remove("report"));
        json!({ "net": self.out, "held_out": self.report.json(), "training": training })
    }
}
