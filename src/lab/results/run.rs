//! The folder of one run: its settings, and its raw figures as one line of JSON for each finished piece of work.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::description::Description;
use super::error::{FinishedRun, ResultsError};
use super::report::Report;
use crate::arena::jobs::folder::Worker;
use crate::files;
use crate::lock::Lock;
use crate::truncate::{self, CutEnd};

const SETTINGS: &str = "settings.json";

const FIGURES: &str = "figures.jsonl";

const REPORT: &str = "README.md";

const BLOCKS: &str = "blocks";

/// What helps where a folder holds another run.
const ALONE: &str = "name another folder with --out, or start over with --fresh";
const SHARED: &str = "name another folder with --folder";

/// The largest file of figures in bytes; those of the full experiments have less than one MiB.
const LARGEST: u64 = 256 << 20;

/// A folder that takes the figures of one run, also after an interruption. No other process writes it meanwhile, unless all who
/// work on the run share it.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    description: Description,
    access: Access,
    rows: Vec<Value>,
    cut: Option<CutEnd>,
}

#[derive(Debug)]
enum Access {
    /// Only this process, row by row.
    Alone { file: Mutex<File>, _lock: Lock },
    /// This worker and others, each row as a block.
    Shared(Worker),
}

impl RunFolder {
    /// Opens or makes the folder of a run. What the same program finished of a run with equal settings is kept, unless `fresh`.
    ///
    /// # Errors
    /// When the file system refuses, and when another process writes the folder. Unless `fresh` is asked for, also when the folder holds a
    /// run that is finished, has other settings, or was begun by another program. Nothing is touched then.
    pub fn open(
        path: &Path,
        description: Description,
        fresh: bool,
    ) -> Result<RunFolder, ResultsError> {
        let stored = || if fresh { Ok(None) } else { resumable(path, &description, ALONE) };
        stored()?;
        make_folder(path)?;
        let (settings, figures) = (path.join(SETTINGS), path.join(FIGURES));
        let lock = Lock::on(&figures)?;
        let description = match stored()? {
            Some(stored) => description.resuming(stored),
            None => {
                // The figures go first: settings without figures are a run that has not begun, figures under other
                // settings would be wrong.
                write(&figures, b"")?;
                description
            }
        };
        write(&settings, description.to_text().as_bytes())?;
        let (rows, whole, is_open) = stored_rows(&figures)?;
        let file = File::options().read(true).append(true).create(true).open(&figures);
        let mut file = file.map_err(|source| io_error("write", &figures, source))?;
        let cut = truncate::truncate(&figures, &mut file, whole);
        let cut = cut.map_err(|source| io_error("write", &figures, source))?;
        if is_open {
            file.write_all(b"\n").map_err(|source| io_error("write", &figures, source))?;
        }
        let access = Access::Alone { file: Mutex::new(file), _lock: lock };
        Ok(RunFolder { path: path.into(), description, access, rows, cut })
    }

    /// Opens or makes the folder of a run that others work on as well, each as a worker in the blocks within it.
    ///
    /// # Errors
    /// As those of [`RunFolder::open`].
    pub fn share(
        path: &Path,
        description: Description,
        worker: Worker,
    ) -> Result<RunFolder, ResultsError> {
        make_folder(path)?;
        let settings = path.join(SETTINGS);
        // Of workers who come at the same time one is the first, and the others compare theirs with its settings.
        files::write_new(&settings, description.to_text().as_bytes())
            .map_err(|source| io_error("write", &settings, source))?;
        let description = match resumable(path, &description, SHARED)? {
            Some(stored) => description.resuming(stored),
            None => description,
        };
        // Figures are there when all is done, or where a run began without workers.
        let (rows, ..) = stored_rows(&path.join(FIGURES))?;
        let access = Access::Shared(Worker { folder: path.join(BLOCKS), ..worker });
        Ok(RunFolder { path: path.into(), description, access, rows, cut: None })
    }

    pub(crate) fn worker(&self) -> Option<&Worker> {
        match &self.access {
            Access::Alone { .. } => None,
            Access::Shared(worker) => Some(worker),
        }
    }

    /// What was cut off the figures when the folder was opened: the piece of a row that an interrupted write left.
    pub fn cut(&self) -> Option<&CutEnd> {
        self.cut.as_ref()
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn description(&self) -> &Description {
        &self.description
    }

    /// The rows that were there when the folder was opened.
    pub(crate) fn rows<R: DeserializeOwned>(&self) -> Result<Vec<R>, ResultsError> {
        typed(&self.rows, &self.path.join(FIGURES))
    }

    /// That a row, counted from 0, is not of this run.
    pub(crate) fn foreign_row(&self, index: usize, reason: String) -> ResultsError {
        foreign(&self.path.join(FIGURES), index + 1, reason)
    }

    /// Adds a row; when this returns it is on the disk, whole. May be called from several threads.
    ///
    /// # Panics
    /// In a shared run, whose rows are blocks.
    pub(crate) fn append(&self, row: &impl Serialize) -> Result<(), ResultsError> {
        let Access::Alone { file, .. } = &self.access else { panic!("the rows are blocks") };
        let line = line_of(row);
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes())
            .and_then(|()| file.sync_data())
            .map_err(|source| io_error("write", &self.path.join(FIGURES), source))
    }

    /// Ends a run: writes its report, its rows in an order that does not depend on which was finished first, and that it is finished.
    /// Returns the tables of the report to show.
    pub(crate) fn finish<R: Serialize>(
        &self,
        rows: &[R],
        report: &Report,
        shown: &[&str],
    ) -> Result<String, ResultsError> {
        write_report(&self.path, report)?;
        let figures: String = rows.iter().map(line_of).collect();
        write(&self.path.join(FIGURES), figures.as_bytes())?;
        let description = self.description.finished(figures.as_bytes());
        write(&self.path.join(SETTINGS), description.to_text().as_bytes())?;
        Ok(report.excerpt(shown))
    }
}

/// The description of the run that a folder holds; `None` in a folder of anything else.
pub(crate) fn description_in(folder: &Path) -> Result<Option<Description>, ResultsError> {
    let path = folder.join(SETTINGS);
    let wrong = |error: serde_json::Error| foreign(&path, error.line().max(1), error.to_string());
    let bytes = if path.is_file() { read(&path)? } else { None };
    let Some(bytes) = bytes else { return Ok(None) };
    let value: Value = serde_json::from_slice(&bytes).map_err(wrong)?;
    // A folder of `train --report` has no description.
    if value.get("experiment").is_none() {
        return Ok(None);
    }
    serde_json::from_value(value).map(Some).map_err(wrong)
}

/// The rows of the run that a folder holds.
pub(crate) fn rows_in<R: DeserializeOwned>(folder: &Path) -> Result<Vec<R>, ResultsError> {
    let path = folder.join(FIGURES);
    typed(&stored_rows(&path)?.0, &path)
}

fn typed<R: DeserializeOwned>(rows: &[Value], path: &Path) -> Result<Vec<R>, ResultsError> {
    let parse = |(index, row): (usize, &Value)| {
        serde_json::from_value(row.clone())
            .map_err(|error| foreign(path, index + 1, error.to_string()))
    };
    rows.iter().enumerate().map(parse).collect()
}

/// The run that a folder holds, if there is one to which this run may add.
fn resumable(
    path: &Path,
    asked: &Description,
    remedy: &'static str,
) -> Result<Option<Description>, ResultsError> {
    let Some(stored) = stored_description(&path.join(SETTINGS))? else { return Ok(None) };
    if let Some(difference) = stored.difference(asked) {
        return Err(ResultsError::Differs { path: path.into(), remedy, difference });
    }
    let figures = read(&path.join(FIGURES))?.unwrap_or_default();
    if let Some(finished) =
        stored.is_finished(asked, &figures).then_some(stored.finished.as_ref()).flatten()
        && path.join(REPORT).is_file()
    {
        let (date, program) = (finished.to_string(), stored.program.to_string());
        return Err(ResultsError::Finished(FinishedRun {
            report: path.join(REPORT),
            date,
            program,
            remedy,
        }));
    }
    if asked.program.may_resume(&stored.program) {
        return Ok(Some(stored));
    }
    let (began, own) = (stored.program.to_string(), asked.program.to_string());
    Err(ResultsError::OtherProgram { path: path.into(), remedy, began, own })
}

fn make_folder(path: &Path) -> Result<(), ResultsError> {
    fs::create_dir_all(path).map_err(|source| io_error("make", path, source))
}

/// Writes a report into a folder: its plots, then the report as Markdown.
pub(crate) fn write_report(folder: &Path, report: &Report) -> Result<(), ResultsError> {
    for figure in report.figures() {
        write(&folder.join(figure.file()), figure.svg.as_bytes())?;
    }
    write(&folder.join(REPORT), report.to_markdown().as_bytes())
}

fn line_of(row: &impl Serialize) -> String {
    serde_json::to_string(row).expect("a row is JSON") + "\n"
}

fn io_error(what: &'static str, path: &Path, source: io::Error) -> ResultsError {
    ResultsError::Io { what, path: path.into(), source }
}

fn foreign(path: &Path, line: usize, reason: String) -> ResultsError {
    ResultsError::Foreign { path: path.into(), line, reason }
}

fn write(path: &Path, content: &[u8]) -> Result<(), ResultsError> {
    files::write_atomically(path, content).map_err(|source| io_error("write", path, source))
}

/// A file's bytes; nothing if there is no such file.
fn read(path: &Path) -> Result<Option<Vec<u8>>, ResultsError> {
    match files::read_at_most(path, LARGEST) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(io_error("read", path, source)),
    }
}

fn stored_description(path: &Path) -> Result<Option<Description>, ResultsError> {
    let parse = |bytes: Vec<u8>| {
        serde_json::from_slice(&bytes)
            .map_err(|error| foreign(path, error.line(), error.to_string()))
    };
    read(path)?.map(parse).transpose()
}

/// The rows of a file of figures, the bytes of its whole rows, and whether the last of them wants its line break. The piece of
/// a row that an interrupted write left at the end is not whole.
fn stored_rows(path: &Path) -> Result<(Vec<Value>, u64, bool), ResultsError> {
    let bytes = read(path)?.unwrap_or_default();
    let (mut rows, mut whole, mut is_open) = (Vec::new(), 0, false);
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        is_open = !line.ends_with(b"\n");
        match serde_json::from_slice(line) {
            Ok(row) => rows.push(row),
            Err(_) if is_open => return Ok((rows, whole, false)),
            Err(_) if line == b"\n" => {}
            Err(error) => return Err(foreign(path, index + 1, error.to_string())),
        }
        whole += line.len() as u64;
    }
    Ok((rows, whole, is_open))
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::time::Duration;

    use serde_json::json;

    use super::*;
    use crate::arena::jobs::folder::Share;

    fn description(settings: Value) -> Description {
        Description {
            experiment: "test".into(),
            command: "draughts-td reproduce test".into(),
            settings,
            ..Description::default()
        }
    }

    fn open(path: &Path, settings: Value, fresh: bool) -> Result<RunFolder, ResultsError> {
        RunFolder::open(path, description(settings), fresh)
    }

    fn rows(path: &Path) -> Vec<u32> {
        open(path, json!({ "seed": 1 }), false).expect("open").rows().expect("numbers")
    }

    #[test]
    fn rows_are_there_again_when_equal_settings_come_back() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("deep/run");
        let run = open(&path, json!({ "seed": 1 }), false).expect("open");
        run.append(&7).expect("row");
        run.append(&8).expect("row");
        drop(run);
        assert_eq!(rows(&path), [7, 8]);
    }

    #[test]
    fn another_setting_is_refused_by_name_unless_fresh() {
        let folder = tempfile::tempdir().expect("folder");
        let settings = |rate| json!({ "seed": 1, "learning": { "rate": rate } });
        open(folder.path(), settings(0.5), false).expect("open").append(&7).expect("row");
        let error = open(folder.path(), settings(0.25), false).expect_err("other settings");
        let message = error.to_string();
        assert!(message.contains("learning.rate 0.5, this run has 0.25"), "{message}");
        assert!(message.contains("--fresh"), "{message}");
        let fresh = open(folder.path(), settings(0.25), true).expect("fresh");
        assert!(fresh.rows::<u32>().expect("rows").is_empty());
    }

    #[test]
    fn a_torn_last_line_is_cut_off_wherever_it_was_torn() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path();
        open(path, json!({ "seed": 1 }), false).expect("open").append(&1234).expect("row");
        let second = "{\"row\":5678}\n";
        for length in 0..second.len() - 1 {
            fs::write(path.join(FIGURES), format!("1234\n{}", &second[..length])).expect("torn");
            assert_eq!(rows(path), [1234], "{length} bytes of the second row");
            let run = open(path, json!({ "seed": 1 }), false).expect("open");
            run.append(&9).expect("row");
            drop(run);
            assert_eq!(rows(path), [1234, 9]);
        }
    }

    #[test]
    fn a_cut_row_is_kept_and_a_row_without_its_line_break_is_whole() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path();
        drop(open(path, json!({ "seed": 1 }), false).expect("open"));
        fs::write(path.join(FIGURES), "[1]\n[2").expect("torn");
        let run = open(path, json!({ "seed": 1 }), false).expect("open");
        let cut = run.cut().expect("an end");
        assert_eq!(fs::read_to_string(&cut.backup).expect("kept"), "[2");
        drop(run);
        fs::write(path.join(FIGURES), "[1]\n[2]").expect("edited");
        let run = open(path, json!({ "seed": 1 }), false).expect("open");
        assert_eq!(run.cut(), None);
        run.append(&[3]).expect("row");
        assert_eq!(fs::read_to_string(path.join(FIGURES)).expect("read"), "[1]\n[2]\n[3]\n");
    }

    #[test]
    fn a_second_process_is_refused() {
        let folder = tempfile::tempdir().expect("folder");
        let _run = open(folder.path(), json!({ "seed": 1 }), false).expect("open");
        for fresh in [false, true] {
            let error = open(folder.path(), json!({ "seed": 1 }), fresh).expect_err("held");
            assert!(error.to_string().contains("is being written by process"), "{error}");
        }
    }

    #[test]
    fn of_workers_who_come_together_with_other_settings_one_is_refused() {
        let worker = Worker {
            folder: PathBuf::new(),
            share: Share::Free,
            silence: Duration::from_secs(60),
            program: String::new(),
            signature: String::new(),
            command: Vec::new(),
        };
        for _ in 0..50 {
            let (place, start) = (tempfile::tempdir().expect("folder"), Barrier::new(2));
            let come = &|seed| {
                start.wait();
                let described = description(json!({ "seed": seed }));
                RunFolder::share(place.path(), described, worker.clone()).is_ok()
            };
            let accepted = std::thread::scope(|scope| {
                [1, 2].map(|seed| scope.spawn(move || come(seed))).map(|one| one.join().ok())
            });
            assert!(accepted.contains(&Some(true)) && accepted.contains(&Some(false)));
        }
    }

    #[test]
    fn a_spoiled_line_is_named() {
        let folder = tempfile::tempdir().expect("folder");
        open(folder.path(), json!({ "seed": 1 }), false).expect("open");
        fs::write(folder.path().join(FIGURES), "1\n{oops\n2\n").expect("spoiled");
        let error = open(folder.path(), json!({ "seed": 1 }), false).expect_err("spoiled");
        assert!(error.to_string().contains("figures.jsonl line 2"), "{error}");
        fs::write(folder.path().join(FIGURES), "1\n\"two\"\n").expect("another form");
        let run = open(folder.path(), json!({ "seed": 1 }), false).expect("JSON");
        let error = run.rows::<u32>().expect_err("another form");
        assert!(error.to_string().contains("figures.jsonl line 2"), "{error}");
    }

    #[test]
    fn rows_of_many_threads_stay_whole_and_settle_in_order() {
        let folder = tempfile::tempdir().expect("folder");
        let run = open(folder.path(), json!({ "seed": 1 }), false).expect("open");
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let run = &run;
                scope.spawn(move || {
                    for row in 0..25 {
                        run.append(&(thread * 25 + row)).expect("row");
                    }
                });
            }
        });
        drop(run);
        let mut all = rows(folder.path());
        all.sort_unstable();
        assert_eq!(all, (0..100).collect::<Vec<u32>>());
        let report = Report::new("", &Description::default());
        let run = open(folder.path(), json!({ "seed": 1 }), false).expect("open");
        run.finish(&all, &report, &[]).expect("finished");
        let figures = fs::read_to_string(folder.path().join(FIGURES)).expect("figures");
        assert!(figures.lines().eq(all.iter().map(u32::to_string)));
    }
}
