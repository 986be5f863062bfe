//! Runs that are stored, their claims, and the false-discovery rate over all of them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use draughts_td_results::studies;
use thiserror::Error;

use super::super::lab::{ExperimentSize, Rows};
use super::claims::{RATE, p_text, survivors};
use super::study::{ReadError, Study};
use crate::arena::tournament::significance::false_discovery;
use crate::results::{Description, ResultsError, description_in, rows_in};

/// A claim of a stored run.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredClaim {
    /// The folder of the run.
    pub run: String,
    /// What is claimed, in the words of the notes.
    pub claim: String,
    /// The probability of figures like these if there is nothing to find, 0 to 1.
    pub p: f64,
}

/// A stored run that cannot be read.
#[derive(Debug, Error)]
pub enum StoredError {
    /// A file or folder that cannot be read, or that is not of a run.
    #[error(transparent)]
    Run(#[from] ResultsError),
    /// A study that cannot be read.
    #[error(transparent)]
    Study(#[from] ReadError),
    /// A folder without a run of a study.
    #[error(
        "{} holds no run of a study; name a folder of one. Other experiments repeat if their figures.jsonl are equal",
        .0.display()
    )]
    Nothing(PathBuf),
    /// Runs of two studies.
    #[error("one run is of {}, the other of {}", .0[0], .0[1])]
    Others([String; 2]),
}

/// A finished run of a study, with its figures.
pub(super) struct StoredRun {
    /// The name of its folder.
    pub name: String,
    pub study: Study,
    pub size: ExperimentSize,
    pub rows: Rows,
    pub run: Description,
}

impl StoredRun {
    /// The verdicts on the claims of the run.
    pub(super) fn verdicts(&self) -> BTreeMap<String, String> {
        self.study.verdicts(&self.size, &self.rows, &self.run).into_iter().collect()
    }
}

/// The claims of all finished runs in the folders inside this one, by the names of the folders; trials have none.
///
/// # Errors
/// A file that cannot be read, or is not what a run writes.
pub fn stored_claims(folder: &Path) -> Result<Vec<StoredClaim>, StoredError> {
    let claims =
        stored_runs(folder)?.into_iter().map(|StoredRun { name, study, size, rows, run }| {
            let claims = study.stored_claims(&size, &rows, &run).into_iter();
            claims.map(|(claim, p)| StoredClaim { run: name.clone(), claim, p }).collect::<Vec<_>>()
        });
    Ok(claims.flatten().collect())
}

/// The p-values of the claims of all runs but the one in the folder of this name.
#[cfg(test)]
pub(crate) fn p_values_beside(claims: &[StoredClaim], run: &str) -> Vec<f64> {
    claims.iter().filter(|claim| claim.run != run).map(|claim| claim.p).collect()
}

/// The finished runs of studies in the folders inside this one, by name; no trials.
pub(super) fn stored_runs(folder: &Path) -> Result<Vec<StoredRun>, StoredError> {
    let file = |source| ResultsError::Io { what: "read", path: folder.into(), source };
    let entries = fs::read_dir(folder).map_err(file)?;
    let folders =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>();
    let mut folders = folders.map_err(file)?;
    folders.sort();
    folders.iter().filter_map(|folder| stored_run(folder).transpose()).collect()
}

fn stored_run(folder: &Path) -> Result<Option<StoredRun>, StoredError> {
    let run = read_run(folder)?;
    Ok(run.filter(|StoredRun { run, .. }| run.finished.is_some() && !run.is_trial))
}

/// The run of a study in a folder, finished or not.
pub(super) fn run_in(folder: &Path) -> Result<StoredRun, StoredError> {
    read_run(folder)?.ok_or_else(|| StoredError::Nothing(folder.into()))
}

fn read_run(folder: &Path) -> Result<Option<StoredRun>, StoredError> {
    let Some(run) = description_in(folder)? else { return Ok(None) };
    let Some(study) = study_of(&run, folder)? else { return Ok(None) };
    let scale = run.settings.pointer("/plan/scale").cloned().unwrap_or_default();
    let size = serde_json::from_value(scale).map_err(|error| ResultsError::Foreign {
        path: folder.join("settings.json"),
        line: 1,
        reason: error.to_string(),
    })?;
    let rows = Rows::of(rows_in(folder)?);
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Some(StoredRun { name, study, size, rows, run }))
}

/// The study of a run: the file in its folder, or the one of `results/` with its name.
fn study_of(run: &Description, folder: &Path) -> Result<Option<Study>, StoredError> {
    let file = folder.join("study.toml");
    if file.is_file() {
        return Ok(Some(Study::read_stored(&file)?));
    }
    let is_known = studies::ALL.iter().any(|(name, ..)| *name == run.experiment);
    Ok(is_known.then(|| Study::built_in(&run.experiment)))
}

/// The false-discovery rate over these claims: how many are decided, and which of them only one by one.
pub fn over_all(claims: &[StoredClaim]) -> String {
    let p_values: Vec<f64> = claims.iter().map(|claim| claim.p).collect();
    let adjusted = false_discovery(&p_values);
    let count = |values: &[f64]| values.iter().filter(|&&p| p <= RATE).count();
    let counts = [count(&p_values), count(&adjusted)];
    let lost =
        claims.iter().zip(adjusted).filter(|(claim, adjusted)| claim.p <= RATE && *adjusted > RATE);
    let lost = lost.map(|(StoredClaim { run, claim, p }, adjusted)| {
        format!("{run}: {claim}, p {}, adjusted {}", p_text(*p), p_text(adjusted))
    });
    let lost: Vec<String> = lost.collect();
    let list = match lost.as_slice() {
        [] => String::new(),
        lost => format!("\n\nDecided one by one only:\n{}", lost.join("\n")),
    };
    survivors(claims.len(), counts[0], "all of them", counts[1]) + &list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(p: f64) -> StoredClaim {
        StoredClaim { run: "own".into(), claim: format!("elo a {p}"), p }
    }

    #[test]
    fn the_claims_of_results_are_found_and_some_are_decided_one_by_one_only() {
        let claims = stored_claims(Path::new("../../results")).expect("results");
        let of = |run: &str| claims.iter().filter(|claim| claim.run == run).count();
        for run in ["networks", "phases", "lambda", "filters", "knightcap", "giraffe"] {
            assert!(of(run) > 4, "{run}: {}", of(run));
        }
        assert!(claims.iter().all(|claim| (0.0..=1.0).contains(&claim.p)));
        let text = over_all(&claims);
        assert!(text.contains("Decided one by one only:"), "{text}");
    }

    #[test]
    fn what_only_a_single_test_decides_is_named() {
        let text = over_all(&[claim(0.001), claim(0.04), claim(0.9)]);
        assert!(text.starts_with("Of 3 claims 2 are decided at 5 % each."), "{text}");
        assert!(text.contains("(Benjamini–Hochberg) 1 are."), "{text}");
        assert!(text.ends_with("own: elo a 0.04, p 0.040, adjusted 0.060"), "{text}");
        assert!(!over_all(&[claim(0.001)]).contains("one by one only"));
        assert!(over_all(&[]).starts_with("Of 0 claims"));
    }

    #[test]
    fn a_line_that_no_run_writes_is_named() {
        let place = tempfile::tempdir().expect("folder");
        let run = place.path().join("knightcap");
        fs::create_dir(&run).expect("made");
        fs::copy("../../results/knightcap/settings.json", run.join("settings.json"))
            .expect("copied");
        fs::write(run.join("figures.jsonl"), "{}\n").expect("written");
        let error = stored_claims(place.path()).expect_err("no row").to_string();
        assert!(error.contains("figures.jsonl line 1 is not of this run"), "{error}");
    }
}
