//! What a run works with: its numbers, its folder of networks and games, and the opponents from outside.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde_json::json;

use super::super::lab::{LabError, NETWORKS};
use super::openings::Appraiser;
use super::settings::BackgammonSettings;
use super::unit::SavedNetwork;
use crate::backgammon::gnubg::Gnubg;
use crate::backgammon::{Pubeval, Tray};
use crate::models::{WeightsFile, file};
use crate::online::logistic::{Logistic, LogisticFile};

#[derive(Debug)]
pub(super) struct BackgammonContext {
    pub settings: BackgammonSettings,
    pub place: PathBuf,
    pub pubeval: Option<Pubeval>,
    program: String,
    gnubg: Option<PathBuf>,
    idle: Mutex<Vec<Gnubg>>,
    appraiser: Mutex<Appraiser>,
}

impl BackgammonContext {
    /// A context for a run in this folder; `gnubg` is where that program is.
    pub(super) fn new(
        settings: BackgammonSettings,
        folder: &Path,
        program: &str,
        gnubg: Option<PathBuf>,
        pubeval: Option<Pubeval>,
    ) -> Result<BackgammonContext, LabError> {
        let chooser = gnubg.as_ref().map(|path| Gnubg::start(path, 2)).transpose();
        let chooser = chooser.map_err(LabError::Gnubg)?;
        Ok(BackgammonContext {
            settings,
            place: folder.join(NETWORKS),
            pubeval,
            program: program.into(),
            gnubg,
            idle: Mutex::default(),
            appraiser: Mutex::new(Appraiser::new(chooser)),
        })
    }

    /// Does something with a gnubg that looks no further than its own move; nothing without one.
    pub(crate) fn with_gnubg<T>(
        &self,
        work: impl FnOnce(&mut Gnubg) -> Result<T, LabError>,
    ) -> Result<Option<T>, LabError> {
        let Some(path) = &self.gnubg else { return Ok(None) };
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = idle().pop();
        let mut gnubg = match waiting {
            Some(gnubg) => gnubg,
            None => Gnubg::start(path, 0).map_err(LabError::Gnubg)?,
        };
        let done = work(&mut gnubg)?;
        idle().push(gnubg);
        Ok(Some(done))
    }

    /// Asks about openings, one at a time.
    pub(crate) fn appraise<T>(&self, work: impl FnOnce(&mut Appraiser) -> T) -> T {
        work(&mut self.appraiser.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn has(&self, saved: &SavedNetwork) -> bool {
        self.place.join(saved.file()).is_file()
    }

    pub(crate) fn load(&self, saved: &SavedNetwork) -> Result<Logistic, LabError> {
        let file = LogisticFile::read(&WeightsFile::read(&self.place.join(saved.file()))?)?;
        Ok(file.network)
    }

    pub(crate) fn keep(
        &self,
        saved: &SavedNetwork,
        network: &Logistic,
        tray: Tray,
    ) -> Result<(), LabError> {
        let inputs = match tray {
            Tray::Count => "backgammon 198",
            Tray::Share => "backgammon 198, men off by fifteenths",
        };
        let stored = LogisticFile { inputs: inputs.into(), network: network.clone() };
        let training = json!({ "way": saved.0, "simulation": saved.1, "games": saved.2, "seed": self.settings.seed });
        Ok(file::write(&self.place.join(saved.file()), &stored, &self.program, training)?)
    }
}
