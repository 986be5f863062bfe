//! The ledger of a run: one row for each piece of work, known from an earlier run or made now, and nothing else.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::description::Description;
use super::error::ResultsError;
use super::run::RunFolder;
use super::shared::{ENDING, WORK, share, shared_row};
use crate::arena::jobs::folder::JobSpec;
use crate::checksum;

pub(crate) trait FigureRow: Clone + Serialize + DeserializeOwned + Send + Sync {
    /// The piece of work, by a name that no other has in the run.
    fn piece(&self) -> String;
}

/// Hears how many pieces are finished, and of how many.
pub(crate) type Progress<'a> = dyn Fn(usize, usize) + Sync + 'a;

/// What a run has and what it adds. May be asked from several threads.
pub(crate) struct Ledger<'a, R> {
    folder: &'a RunFolder,
    pieces: HashMap<String, u64>,
    /// A checksum of all pieces in their order.
    plan: String,
    known: HashMap<String, R>,
    progress: &'a Progress<'a>,
    finished: AtomicUsize,
}

impl<'a, R: FigureRow> Ledger<'a, R> {
    /// Opens the ledger of a run that consists of these pieces.
    ///
    /// # Errors
    /// A row that is not of this run, or of a piece that has one already, with its line.
    pub(crate) fn open(
        folder: &'a RunFolder,
        pieces: impl Iterator<Item = String>,
        progress: &'a Progress<'a>,
    ) -> Result<Ledger<'a, R>, ResultsError> {
        let pieces: Vec<String> = pieces.collect();
        let plan = checksum::of_bytes(pieces.join("\n").as_bytes());
        let pieces: HashMap<String, u64> = pieces.into_iter().zip(0..).collect();
        let mut known = HashMap::new();
        for (index, row) in folder.rows::<R>()?.into_iter().enumerate() {
            let piece = row.piece();
            if !pieces.contains_key(&piece) {
                return Err(folder.foreign_row(index, format!("{piece} is no part of it")));
            }
            if known.contains_key(&piece) {
                return Err(folder.foreign_row(index, format!("{piece} is there twice")));
            }
            known.insert(piece, row);
        }
        progress(0, pieces.len());
        Ok(Ledger { folder, pieces, plan, known, progress, finished: AtomicUsize::new(0) })
    }

    /// Whether an earlier run left the row of a piece.
    pub(crate) fn knows(&self, piece: &str) -> bool {
        self.known.contains_key(piece)
    }

    /// The rows of pieces that do not depend on each other, in this order: the known ones, and those that are made now on all
    /// threads, in a shared run together with other workers. They are on the disk when this returns.
    pub(crate) fn rows<U: Sync, E: From<ResultsError> + Send>(
        &self,
        units: &[U],
        piece: impl Fn(&U) -> String + Sync,
        make: impl Fn(&U) -> Result<R, E> + Sync,
    ) -> Result<Vec<R>, E> {
        self.usable_rows(units, piece, |_, _| true, make)
    }

    /// The same, but a known row that is of no use without what was made beside it is made again; it stays the one on the disk.
    pub(crate) fn usable_rows<U: Sync, E: From<ResultsError> + Send>(
        &self,
        units: &[U],
        piece: impl Fn(&U) -> String + Sync,
        is_usable: impl Fn(&U, &R) -> bool + Sync,
        make: impl Fn(&U) -> Result<R, E> + Sync,
    ) -> Result<Vec<R>, E> {
        if let Some(worker) = self.folder.worker() {
            let missing = units.iter().map(|unit| (piece(unit), unit));
            let missing: BTreeMap<u64, &U> = missing
                .filter(|(piece, _)| !self.knows(piece))
                .map(|(piece, unit)| (self.pieces[&piece], unit))
                .collect();
            let before = self.finished.load(Ordering::Relaxed);
            let made = |count| (self.progress)(before + count, self.pieces.len());
            share(worker, &self.work(), &missing, &make, &made)?;
        }
        let row =
            |unit: &U| self.usable_row(&piece(unit), |row| is_usable(unit, row), || make(unit));
        // One at a time to each thread: some take a hundred times as long as others.
        units.par_iter().with_max_len(1).map(row).collect()
    }

    /// The row of a piece that no other worker shares: the known one, or one that is made now and on the disk when this returns.
    pub(crate) fn row<E: From<ResultsError>>(
        &self,
        piece: &str,
        make: impl FnOnce() -> Result<R, E>,
    ) -> Result<R, E> {
        self.usable_row(piece, |_| true, make)
    }

    fn usable_row<E: From<ResultsError>>(
        &self,
        piece: &str,
        is_usable: impl FnOnce(&R) -> bool,
        make: impl FnOnce() -> Result<R, E>,
    ) -> Result<R, E> {
        let known = self.there(piece)?;
        let is_known = known.is_some();
        let row = match known.filter(|row| is_usable(row)) {
            Some(row) => row,
            None => make()?,
        };
        if !is_known {
            self.folder.append(&row)?;
        }
        let finished = 1 + self.finished.fetch_add(1, Ordering::Relaxed);
        (self.progress)(finished, self.pieces.len());
        Ok(row)
    }

    /// The row of a piece that an earlier run left, or a worker of this one.
    fn there(&self, piece: &str) -> Result<Option<R>, ResultsError> {
        match (self.known.get(piece), self.folder.worker()) {
            (Some(row), _) => Ok(Some(row.clone())),
            (None, None) => Ok(None),
            (None, Some(worker)) => shared_row(worker, self.pieces[piece]).map(Some),
        }
    }

    fn work(&self) -> JobSpec {
        let Description { experiment, settings, .. } = self.folder.description();
        let settings = json!({ "experiment": experiment, "settings": settings, "plan": self.plan });
        JobSpec { name: WORK, settings, blocks: self.pieces.len() as u64, ending: ENDING }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Square {
        number: u32,
        square: u32,
    }

    impl FigureRow for Square {
        fn piece(&self) -> String {
            self.number.to_string()
        }
    }

    fn folder(path: &std::path::Path) -> RunFolder {
        let description = Description {
            experiment: "squares".into(),
            command: "draughts-td reproduce squares".into(),
            settings: json!({}),
            ..Description::default()
        };
        RunFolder::open(path, description, false).expect("open")
    }

    /// The squares of 1 to 3, and the numbers that were worked out for them.
    fn squares(folder: &RunFolder) -> Result<(Vec<u32>, Vec<u32>), ResultsError> {
        let made = Mutex::new(Vec::new());
        let ledger =
            Ledger::open(folder, (1..=3).map(|number: u32| number.to_string()), &|_, _| {})?;
        let square = |number: u32| {
            let row = ledger.row::<ResultsError>(&number.to_string(), || {
                made.lock().expect("alone").push(number);
                Ok(Square { number, square: number * number })
            });
            row.map(|row| row.square)
        };
        let squares = (1..=3).map(square).collect::<Result<_, _>>()?;
        Ok((squares, made.into_inner().expect("alone")))
    }

    #[test]
    fn only_what_is_missing_is_made() {
        let place = tempfile::tempdir().expect("folder");
        folder(place.path()).append(&Square { number: 2, square: 5 }).expect("row");
        assert_eq!(squares(&folder(place.path())).expect("rows"), (vec![1, 5, 9], vec![1, 3]));
        assert_eq!(squares(&folder(place.path())).expect("rows"), (vec![1, 5, 9], Vec::new()));
    }

    #[test]
    fn a_doubled_row_and_one_of_another_run_are_refused_with_their_line() {
        for (number, why) in [(2, "2 is there twice"), (4, "4 is no part of it")] {
            let place = tempfile::tempdir().expect("folder");
            let run = folder(place.path());
            for number in [1, 2, number] {
                run.append(&Square { number, square: 0 }).expect("row");
            }
            drop(run);
            let error = squares(&folder(place.path())).expect_err("refused").to_string();
            assert!(error.contains("figures.jsonl line 3") && error.contains(why), "{error}");
        }
    }

    #[test]
    fn a_row_of_no_use_is_made_again_and_not_written_twice() {
        let place = tempfile::tempdir().expect("folder");
        folder(place.path()).append(&Square { number: 1, square: 5 }).expect("row");
        let run = folder(place.path());
        let ledger = Ledger::open(&run, std::iter::once("1".into()), &|_, _| {}).expect("open");
        let make = || Ok::<_, ResultsError>(Square { number: 1, square: 1 });
        assert_eq!(ledger.usable_row("1", |row| row.square < 5, make).expect("row").square, 1);
        drop(ledger);
        drop(run);
        assert_eq!(folder(place.path()).rows::<Square>().expect("rows").len(), 1);
    }
}
