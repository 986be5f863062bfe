//! Why a run cannot begin or resume.

use std::io;
use std::path::Path;

use thiserror::Error;

use super::settings::SettingsError;
use crate::arena::PlayError;
use crate::files::io_error_text;
use crate::learning::{CommunicatorError, LearnError, ResumeError};
use crate::lock::LockError;
use crate::models::{SettingError, WeightsError};
use crate::selfplay::SelfPlayError;
use crate::tablebase::TablesError;

/// Why a run cannot begin or resume; the sources say more than the text.
#[derive(Debug, Error)]
pub enum RunError {
    /// Settings or files that cannot be used, with the remedy.
    #[error("{}{text}", flag(*setting))]
    Refused {
        /// The setting that is to be changed, if it is one.
        setting: Option<&'static str>,
        /// What is wrong.
        text: String,
    },
    /// A setting that this kind of model does not have.
    #[error("{}{text}", flag(Some(*setting)))]
    OtherModel {
        /// The setting.
        setting: &'static str,
        /// Which models have it.
        text: String,
    },
    /// A setting out of its range.
    #[error("{0}")]
    Setting(#[from] SettingError),
    /// A setting that there is not, or a value of another kind.
    #[error("{0}")]
    Settings(#[from] SettingsError),
    /// Weights of another run.
    #[error("{0}")]
    Resume(#[from] ResumeError),
    /// Learning from games failed.
    #[error("{0}")]
    Learn(#[from] LearnError),
    /// Learning by playing failed.
    #[error("{0}")]
    SelfPlay(#[from] SelfPlayError),
    /// A file of weights that cannot be read or written.
    #[error("{0}")]
    Weights(#[from] WeightsError),
    /// Another process writes the same file.
    #[error("{0}")]
    Lock(#[from] LockError),
    /// Endgame tables that cannot be read or made.
    #[error("{0}")]
    Tables(#[from] TablesError),
    /// A player or openings that cannot be used.
    #[error("{0}")]
    Play(#[from] PlayError),
    /// Another process is lost.
    #[error("{0}")]
    Communicator(#[from] CommunicatorError),
    /// A file that cannot be read or written.
    #[error("{}", io_error_text(.0))]
    Io(#[from] io::Error),
    /// Where it happened; the source says what.
    #[error("{context}")]
    Context {
        /// The setting that names the file, if one does.
        setting: Option<&'static str>,
        /// The file or the flag.
        context: String,
        /// What happened.
        source: Box<RunError>,
    },
}

impl RunError {
    /// The setting that is out of its range, if that is the reason.
    #[must_use]
    pub fn setting(&self) -> Option<&SettingError> {
        match self {
            RunError::Setting(error) | RunError::SelfPlay(SelfPlayError::Setting(error)) => {
                Some(error)
            }
            RunError::Resume(ResumeError::Settings(error)) => Some(error),
            RunError::Context { source, .. } => source.setting(),
            _ => None,
        }
    }

    /// The name of the setting that is to be changed, if it is one.
    #[must_use]
    pub fn setting_name(&self) -> Option<&'static str> {
        match self {
            RunError::Refused { setting, .. } => *setting,
            RunError::OtherModel { setting, .. } => Some(setting),
            RunError::Context { setting, source, .. } => setting.or_else(|| source.setting_name()),
            _ => self.setting().map(|error| error.name),
        }
    }

    /// The same error at this place.
    pub(super) fn at(self, context: String) -> RunError {
        RunError::Context { setting: None, context, source: Box::new(self) }
    }
}

impl From<String> for RunError {
    fn from(text: String) -> RunError {
        RunError::Refused { setting: None, text }
    }
}

/// The flag of a setting, before what is wrong with it.
fn flag(setting: Option<&str>) -> String {
    setting.map_or_else(String::new, |setting| format!("--{setting} "))
}

/// Returns with this text as the error.
macro_rules! refuse {
    ($($text:tt)*) => {
        return Err($crate::run::RunError::from(format!($($text)*)))
    };
}

/// Returns with this text as the error unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($text:tt)*) => {
        if !$condition {
            $crate::run::error::refuse!($($text)*);
        }
    };
}

pub(super) use {ensure, refuse};

/// Says where an error happened.
pub(super) trait At<T> {
    fn at(self, context: impl FnOnce() -> String) -> Result<T, RunError>;

    /// The same for the file that a setting names.
    fn at_setting(self, setting: &'static str, file: &Path) -> Result<T, RunError>;
}

impl<T, E: Into<RunError>> At<T> for Result<T, E> {
    fn at(self, context: impl FnOnce() -> String) -> Result<T, RunError> {
        self.map_err(|error| error.into().at(context()))
    }

    fn at_setting(self, setting: &'static str, file: &Path) -> Result<T, RunError> {
        let context = || format!("--{setting} {}", file.display());
        self.map_err(|error| RunError::Context {
            setting: Some(setting),
            context: context(),
            source: Box::new(error.into()),
        })
    }
}
