//! A worker: it makes the blocks of its share that are not there yet.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

use super::block::BlockResult;
use super::error::BlocksError;
use super::folder::BlockFolder;
use super::lease::{Lease, LeaseMonitor};
use super::manifest::Manifest;
use super::share::Share;

/// How often a worker that found nothing to do looks again.
const LOOK: Duration = Duration::from_millis(200);

/// What a worker did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkSummary {
    /// Blocks of its share that were there before or that others made.
    pub others: u64,
    /// Blocks it made.
    pub made: u64,
    /// Whether its share is finished.
    pub is_done: bool,
}

/// Somebody who makes blocks: where, which, and as what program.
#[derive(Clone, Debug)]
pub struct Worker {
    /// The folder of the blocks.
    pub folder: PathBuf,
    /// The worker's share.
    pub share: Share,
    /// How long another worker may be silent before its block is made again.
    pub silence: Duration,
    /// Name and version of the program.
    pub program: String,
    /// What its search of fixed positions comes to.
    pub signature: String,
    /// The worker's command line, for whoever makes a block once more.
    pub command: Vec<String>,
}

/// Work that is cut into blocks.
#[derive(Clone, Debug)]
pub struct BlockJob {
    /// The verb whose work it is.
    pub name: &'static str,
    /// Everything that a block depends on.
    pub settings: Value,
    /// The number of blocks.
    pub blocks: u64,
    /// What the names of the blocks' files end with.
    pub ending: &'static str,
}

impl Worker {
    /// Makes the blocks of the worker's share that are missing, in order, until they are all there or `make` says `None`, which
    /// means that it was interrupted. A worker that takes blocks as they come free waits at the end for those that others
    /// are at, and makes them itself if they are silent for too long.
    ///
    /// # Errors
    /// Those of `make`, and a folder that cannot be used; blocks that were finished stay.
    pub fn run<E: From<BlocksError>>(
        &self,
        work: &BlockJob,
        is_stopped: &dyn Fn() -> bool,
        make: &mut dyn FnMut(u64) -> Result<Option<BlockResult>, E>,
    ) -> Result<WorkSummary, E> {
        self.run_some(work, 0..work.blocks, is_stopped, make)
    }

    /// The same for work that may be done before all its blocks are there: `is_enough` is asked before each of them.
    ///
    /// # Errors
    /// As [`Worker::run`], and those of `is_enough`.
    pub fn run_until<E: From<BlocksError>>(
        &self,
        work: &BlockJob,
        is_stopped: &dyn Fn() -> bool,
        is_enough: &mut dyn FnMut(&BlockFolder) -> Result<bool, E>,
        make: &mut dyn FnMut(u64) -> Result<Option<BlockResult>, E>,
    ) -> Result<WorkSummary, E> {
        self.work_on(work, 0..work.blocks, is_stopped, is_enough, make)
    }

    /// The same for some of the blocks of the work: for work in stages, the next of which builds on the one before.
    ///
    /// # Errors
    /// As [`Worker::run`].
    pub fn run_some<E: From<BlocksError>>(
        &self,
        work: &BlockJob,
        blocks: impl IntoIterator<Item = u64>,
        is_stopped: &dyn Fn() -> bool,
        make: &mut dyn FnMut(u64) -> Result<Option<BlockResult>, E>,
    ) -> Result<WorkSummary, E> {
        self.work_on(work, blocks, is_stopped, &mut |_| Ok(false), make)
    }

    fn work_on<E: From<BlocksError>>(
        &self,
        work: &BlockJob,
        blocks: impl IntoIterator<Item = u64>,
        is_stopped: &dyn Fn() -> bool,
        is_enough: &mut dyn FnMut(&BlockFolder) -> Result<bool, E>,
        make: &mut dyn FnMut(u64) -> Result<Option<BlockResult>, E>,
    ) -> Result<WorkSummary, E> {
        let manifest = Manifest {
            work: work.name.into(),
            program: self.program.clone(),
            signature: self.signature.clone(),
            settings: work.settings.clone(),
            blocks: work.blocks,
            ending: work.ending.into(),
            command: self.command.clone(),
        };
        let folder = BlockFolder::open(&self.folder, manifest)?;
        let pending = blocks.into_iter().filter(|&block| self.share.holds(block)).collect();
        let (vigil, worked) = (LeaseMonitor::default(), WorkSummary::default());
        let mut shift = WorkerRun { worker: self, folder: &folder, pending, vigil, worked };
        loop {
            let round = shift.round(is_enough, make)?;
            if !matches!(round, PassEnd::Waiting) || is_stopped() {
                shift.worked.is_done = matches!(round, PassEnd::Finished);
                return Ok(shift.worked);
            }
            std::thread::sleep(LOOK);
        }
    }
}

/// How a way through the blocks ended.
enum PassEnd {
    /// All are there.
    Finished,
    /// Others are at some.
    Waiting,
    /// It was interrupted.
    Interrupted,
}

/// A worker at work.
struct WorkerRun<'a> {
    worker: &'a Worker,
    folder: &'a BlockFolder,
    /// Blocks of the share that were not there when they were last looked for.
    pending: Vec<u64>,
    vigil: LeaseMonitor,
    worked: WorkSummary,
}

impl WorkerRun<'_> {
    fn round<E: From<BlocksError>>(
        &mut self,
        is_enough: &mut dyn FnMut(&BlockFolder) -> Result<bool, E>,
        make: &mut dyn FnMut(u64) -> Result<Option<BlockResult>, E>,
    ) -> Result<PassEnd, E> {
        for number in std::mem::take(&mut self.pending) {
            if is_enough(self.folder)? {
                return Ok(PassEnd::Finished);
            }
            if self.folder.has(number)? {
                self.worked.others += 1;
                continue;
            }
            let Some(_claim) = self.claim(number)? else {
                self.pending.push(number);
                continue;
            };
            // Somebody may have finished it between the look and the claim.
            if self.folder.has(number)? {
                self.worked.others += 1;
                continue;
            }
            let Some(block) = make(number)? else { return Ok(PassEnd::Interrupted) };
            if self.folder.put(number, &block)? {
                self.worked.made += 1;
            } else {
                self.worked.others += 1;
            }
        }
        Ok(if self.pending.is_empty() { PassEnd::Finished } else { PassEnd::Waiting })
    }

    /// The claim on a block; shares that were dealt out need none.
    fn claim(&mut self, number: u64) -> Result<Option<Option<Lease>>, BlocksError> {
        if self.worker.share != Share::Free {
            return Ok(Some(None));
        }
        let path = self.folder.file(number, ".claim");
        let fault = |source| BlocksError::File { path: path.clone(), source };
        let claim = Lease::on(&path, self.worker.silence).map_err(fault)?;
        if claim.is_none() {
            self.vigil.look(&path, self.worker.silence).map_err(fault)?;
        }
        Ok(claim.map(Some))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicU64, Ordering};

    use serde_json::json;

    use super::*;

    const SILENCE: Duration = Duration::from_millis(300);

    fn worker(path: &Path, share: Share) -> Worker {
        Worker {
            folder: path.into(),
            share,
            silence: SILENCE,
            program: "test 1".into(),
            signature: "1".into(),
            command: Vec::new(),
        }
    }

    fn seven(seed: u64) -> BlockJob {
        BlockJob { name: "test", settings: json!({ "seed": seed }), blocks: 7, ending: "txt" }
    }

    fn block(number: u64) -> BlockResult {
        BlockResult { content: format!("block {number}\n").into(), figures: json!(number) }
    }

    fn run(worker: &Worker, seed: u64) -> Result<WorkSummary, BlocksError> {
        worker.run(&seven(seed), &|| false, &mut |number| Ok(Some(block(number))))
    }

    fn done(path: &Path, share: Share) -> WorkSummary {
        run(&worker(path, share), 1).expect("worked")
    }

    fn folder(path: &Path) -> BlockFolder {
        BlockFolder::read(path).expect("a folder")
    }

    fn joined(path: &Path) -> Result<String, BlocksError> {
        let folder = folder(path);
        let contents = folder.all()?.map(|block| block.map(|block| block.content));
        let contents: Vec<Vec<u8>> = contents.collect::<Result<_, _>>()?;
        Ok(String::from_utf8(contents.concat()).expect("text"))
    }

    #[test]
    fn shares_in_any_order_make_what_one_worker_makes() {
        let place = tempfile::tempdir().expect("a folder");
        let (one, three) = (place.path().join("one"), place.path().join("three"));
        assert_eq!(done(&one, Share::Free), WorkSummary { others: 0, made: 7, is_done: true });
        for (index, made) in [(2, 2), (0, 3), (1, 2)] {
            assert_eq!(done(&three, Share::Part { index, of: 3 }).made, made);
            let lacks = joined(&three).is_err_and(|told| told.to_string().contains("lacks"));
            assert_eq!(lacks, index != 1);
        }
        assert_eq!(joined(&one).expect("joined"), joined(&three).expect("joined"));
        assert_eq!(done(&three, Share::Free), WorkSummary { others: 7, made: 0, is_done: true });
    }

    #[test]
    fn workers_at_the_same_time_make_every_block_once() {
        let place = tempfile::tempdir().expect("a folder");
        let made = AtomicU64::new(0);
        // Patient, so that a loaded machine is no reason to give somebody up.
        let patient = Worker { silence: 20 * SILENCE, ..worker(place.path(), Share::Free) };
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    patient.run(&seven(1), &|| false, &mut |number| {
                        made.fetch_add(1, Ordering::Relaxed);
                        std::thread::sleep(Duration::from_millis(5));
                        Ok::<_, BlocksError>(Some(block(number)))
                    })
                });
            }
        });
        assert_eq!(made.load(Ordering::Relaxed), 7);
        assert!(joined(place.path()).is_ok());
        let left = fs::read_dir(place.path()).expect("a folder").flatten();
        let is_claim = |path: PathBuf| path.extension().is_some_and(|ending| ending == "claim");
        assert_eq!(left.filter(|entry| is_claim(entry.path())).count(), 0);
    }

    #[test]
    fn a_block_of_a_worker_that_died_is_made_again() {
        let place = tempfile::tempdir().expect("a folder");
        done(place.path(), Share::Part { index: 0, of: 2 });
        let claim = place.path().join("block-000003.claim");
        fs::write(claim, "process 1 on x\nbeat 0\n").expect("claimed");
        assert_eq!(
            done(place.path(), Share::Free),
            WorkSummary { others: 4, made: 3, is_done: true }
        );
    }

    #[test]
    fn a_worker_that_was_given_up_and_comes_late_changes_nothing_of_a_finished_folder() {
        let place = tempfile::tempdir().expect("a folder");
        let late = worker(place.path(), Share::Free);
        let worked = late.run(&seven(1), &|| false, &mut |number| {
            if number == 0 {
                // It is stopped, given up and overtaken by another, whose games come out otherwise.
                fs::remove_file(place.path().join("block-000000.claim")).expect("given up");
                let other = BlockResult { content: "another way".into(), figures: json!(0) };
                worker(place.path(), Share::Part { index: 0, of: 1 }).run(
                    &seven(1),
                    &|| false,
                    &mut |_| Ok::<_, BlocksError>(Some(other.clone())),
                )?;
            }
            Ok::<_, BlocksError>(Some(block(number)))
        });
        assert_eq!(worked.expect("worked"), WorkSummary { others: 7, made: 0, is_done: true });
        assert_eq!(joined(place.path()).expect("whole"), "another way".repeat(7));
        let files = fs::read_dir(place.path()).expect("a folder").count();
        assert_eq!(files, 1 + 7 + 7, "the manifest, the contents and their seals");
    }

    #[test]
    fn an_interrupted_worker_goes_on() {
        let place = tempfile::tempdir().expect("a folder");
        let worker = worker(place.path(), Share::Free);
        let interrupted = worker.run(&seven(1), &|| false, &mut |number| {
            Ok::<_, BlocksError>((number < 4).then(|| block(number)))
        });
        assert_eq!(
            interrupted.expect("worked"),
            WorkSummary { others: 0, made: 4, is_done: false }
        );
        assert_eq!(
            done(place.path(), Share::Free),
            WorkSummary { others: 4, made: 3, is_done: true }
        );
    }

    #[test]
    fn damaged_and_foreign_blocks_are_named_with_the_remedy() {
        let place = tempfile::tempdir().expect("a folder");
        done(place.path(), Share::Free);
        let path = |name: &str| place.path().join(name);
        let told = || joined(place.path()).expect_err("damaged").to_string();
        let content = |number| folder(place.path()).content_path(number);
        fs::write(content(2), "block X\n").expect("changed");
        let words = ["block-000002-", ".txt", "another checksum", "delete"];
        assert!(words.iter().all(|word| told().contains(word)), "{}", told());
        fs::remove_file(path("block-000002.json")).expect("removed");
        assert_eq!(done(place.path(), Share::Free).made, 1);
        fs::copy(path("block-000004.json"), path("block-000005.json")).expect("copied");
        assert!(told().contains("seal is that of block 4"), "{}", told());
        fs::remove_file(path("block-000005.json")).expect("removed");
        assert!(told().contains("lacks 1 of 7"), "{}", told());
        fs::write(content(6), "").expect("cut short");
        assert!(told().contains("is not the block that was sealed (0 bytes"), "{}", told());
        // Workers make both again, like blocks that were never finished.
        assert_eq!(done(place.path(), Share::Free).made, 2);
        fs::write(path("block-000006.json"), "{").expect("damaged");
        assert!(told().contains("block-000006.json is damaged"), "{}", told());
    }

    #[test]
    fn a_block_of_other_work_is_refused_by_name_by_workers_and_whoever_joins() {
        let place = tempfile::tempdir().expect("a folder");
        let (mine, other) = (place.path().join("mine"), place.path().join("other"));
        done(&mine, Share::Part { index: 0, of: 2 });
        run(&worker(&other, Share::Free), 2).expect("worked");
        fs::copy(other.join("block-000001.json"), mine.join("block-000001.json")).expect("copied");
        let is_told = |fault: BlocksError| {
            let told = fault.to_string();
            let words = ["block-000001-", ".txt is a block of other work", "delete"];
            words.iter().all(|word| told.contains(word))
        };
        assert!(run(&worker(&mine, Share::Free), 1).is_err_and(is_told));
        assert!(joined(&mine).is_err_and(is_told));
        fs::remove_file(mine.join("block-000001.json")).expect("removed");
        done(&mine, Share::Free);
        assert!(joined(&mine).is_ok());
        // A manifest that was changed fits no block any more.
        let manifest = mine.join("manifest.json");
        let text = fs::read_to_string(&manifest).expect("a manifest");
        fs::write(&manifest, text.replace("\"seed\": 1", "\"seed\": 2")).expect("changed");
        let told = joined(&mine).expect_err("changed").to_string();
        assert!(told.contains(".txt is a block of other work"), "{told}");
        assert!(told.contains("put manifest.json back"), "{told}");
    }

    #[test]
    fn of_workers_who_come_together_with_other_settings_one_is_refused() {
        for _ in 0..50 {
            let place = tempfile::tempdir().expect("a folder");
            let start = Barrier::new(2);
            let come = &|seed| {
                start.wait();
                run(&worker(place.path(), Share::Part { index: seed, of: 3 }), seed).is_ok()
            };
            let accepted = std::thread::scope(|scope| {
                [1, 2].map(|seed| scope.spawn(move || come(seed))).map(|one| one.join().ok())
            });
            assert!(accepted.contains(&Some(true)) && accepted.contains(&Some(false)));
        }
    }

    #[test]
    fn other_work_and_other_files_are_refused() {
        let place = tempfile::tempdir().expect("a folder");
        let mine = worker(place.path(), Share::Free);
        done(place.path(), Share::Free);
        let told = |worker: &Worker, seed| run(worker, seed).expect_err("other work").to_string();
        assert!(told(&mine, 2).contains("settings.seed is 1 there and 2 here"));
        let other = Worker { signature: "2".into(), ..mine.clone() };
        assert!(told(&other, 1).contains("signature"));
        let commanded = Worker { command: vec!["x".into()], ..mine };
        assert!(run(&commanded, 1).is_ok());
        let full = tempfile::tempdir().expect("a folder");
        fs::write(full.path().join("letter.txt"), "mine").expect("written");
        assert!(told(&worker(full.path(), Share::Free), 1).contains("no manifest"));
        let read = |path: &Path| BlockFolder::read(path).expect_err("no blocks").to_string();
        assert!(read(full.path()).contains("no manifest"));
        assert!(read(&full.path().join("gone")).contains("no such file or folder"));
    }
}
