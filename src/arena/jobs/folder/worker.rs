//! A worker: it makes the missing blocks of its share.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;

use super::block::BlockResult;
use super::block_folder::BlockFolder;
use super::error::BlocksError;
use super::lease::{Lease, LeaseMonitor};
use super::manifest::Manifest;
use super::share::Share;
use crate::jobs::job::Job;
use crate::jobs::threads::ThreadPool;
use crate::player::StopFlag;

/// The interval at which a worker that found no free block looks again.
const POLL: Duration = Duration::from_millis(200);

/// A job whose tasks are the numbers of blocks.
pub(crate) trait BlockJob:
    Job<Task = u64, Out = BlockResult, Error: From<BlocksError>>
{
    /// Whether the blocks of the folder are enough, though some are missing; asked before each block.
    fn is_done(&self, _: &BlockFolder) -> Result<bool, Self::Error> {
        Ok(false)
    }
}

/// The description of a job in the manifest of its folder; workers with different descriptions do not work together.
#[derive(Clone, Debug)]
pub struct JobSpec {
    pub name: &'static str,
    /// Everything that a block depends on.
    pub settings: Value,
    pub blocks: u64,
    /// The extension of the blocks' files.
    pub ending: &'static str,
}

/// The blocks of a worker's share after its run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkSummary {
    /// Blocks that were there before or that others made.
    pub others: u64,
    pub made: u64,
    pub is_done: bool,
}

/// A worker: its folder, its share, and its program.
#[derive(Clone, Debug)]
pub struct Worker {
    pub folder: PathBuf,
    pub share: Share,
    /// The silence of another worker after which its block is made again.
    pub silence: Duration,
    /// Name and version of the program.
    pub program: String,
    /// The node count of its search of fixed positions.
    pub signature: String,
    /// The worker's command line, for those that make a block once more.
    pub command: Vec<String>,
}

impl Worker {
    /// Makes the missing blocks of the worker's share, in order, until all are there or `stop` interrupts the job. A worker without a
    /// fixed share waits at the end for the blocks that others have leased, and makes those whose workers are silent for too long.
    pub(crate) fn run<J: BlockJob>(
        &self,
        spec: &JobSpec,
        job: &J,
        stop: &StopFlag,
    ) -> Result<WorkSummary, J::Error> {
        self.run_some(spec, 0..spec.blocks, ThreadPool { count: 1, stop }, job)
    }

    /// Makes some of the blocks by a function, on these threads: for a job in stages, the next of which builds on the one before.
    pub fn make<E: From<BlocksError> + Send>(
        &self,
        spec: &JobSpec,
        blocks: impl IntoIterator<Item = u64>,
        threads: usize,
        content: impl Fn(u64) -> Result<Vec<u8>, E> + Sync,
    ) -> Result<(), E> {
        let threads = ThreadPool { count: threads, stop: &StopFlag::new() };
        let make =
            |number| Ok(Some(BlockResult { content: content(number)?, figures: Value::Null }));
        self.run_some(spec, blocks, threads, &Make(make)).map(drop)
    }

    fn run_some<J: BlockJob>(
        &self,
        spec: &JobSpec,
        blocks: impl IntoIterator<Item = u64>,
        threads: ThreadPool<'_>,
        job: &J,
    ) -> Result<WorkSummary, J::Error> {
        let folder = &BlockFolder::open(&self.folder, self.manifest(spec))?;
        let pending = blocks.into_iter().filter(|&block| self.share.holds(block)).collect();
        let monitor = LeaseMonitor::default();
        let queue = BlockQueue { worker: self, folder, pending, monitor, others: 0, leased: 0 };
        let queue = Mutex::new(queue);
        let next = |halt: &StopFlag| {
            loop {
                let taken = queue.lock().unwrap_or_else(PoisonError::into_inner).next(job);
                match taken.transpose() {
                    Some(Ok(Next::Held)) if !halt.is_stopped() => std::thread::sleep(POLL),
                    Some(Ok(Next::Held)) | None => return None,
                    Some(Ok(Next::Block(number, lease))) => return Some(Ok((number, lease))),
                    Some(Err(error)) => return Some(Err(error)),
                }
            }
        };
        let (mut made, mut done) = (0, 0);
        threads.run(&IntoFolder { job, folder }, &next, &mut |is_ours| {
            done += 1;
            made += u64::from(is_ours);
            Ok(ControlFlow::Continue(()))
        })?;
        let queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_done = queue.pending.is_empty() && done == queue.leased;
        Ok(WorkSummary { others: queue.others + done - made, made, is_done })
    }

    fn manifest(&self, spec: &JobSpec) -> Manifest {
        Manifest {
            work: spec.name.into(),
            program: self.program.clone(),
            signature: self.signature.clone(),
            settings: spec.settings.clone(),
            blocks: spec.blocks,
            ending: spec.ending.into(),
            command: self.command.clone(),
        }
    }
}

/// A job that calls a function.
struct Make<F>(F);

impl<E, F> Job for Make<F>
where
    E: From<BlocksError> + Send,
    F: Fn(u64) -> Result<Option<BlockResult>, E> + Sync,
{
    type Worker = ();
    type Task = u64;
    type Out = BlockResult;
    type Error = E;

    fn worker(&self) -> Result<(), E> {
        Ok(())
    }

    fn run(&self, (): &mut (), number: u64, _: &StopFlag) -> Result<Option<BlockResult>, E> {
        self.0(number)
    }
}

impl<E, F> BlockJob for Make<F>
where
    E: From<BlocksError> + Send,
    F: Fn(u64) -> Result<Option<BlockResult>, E> + Sync,
{
}

/// The next step of a thread, unless nothing is left.
enum Next {
    /// This block is to be made; with a fixed share there is no lease.
    Block(u64, Option<Lease>),
    Held,
}

struct BlockQueue<'a> {
    worker: &'a Worker,
    folder: &'a BlockFolder,
    /// Blocks that were missing when they were last looked for.
    pending: VecDeque<u64>,
    monitor: LeaseMonitor,
    others: u64,
    /// Blocks that the threads of this worker were given.
    leased: u64,
}

impl BlockQueue<'_> {
    fn next<J: BlockJob>(&mut self, job: &J) -> Result<Option<Next>, J::Error> {
        for _ in 0..self.pending.len() {
            if job.is_done(self.folder)? {
                self.pending.clear();
            }
            let Some(number) = self.pending.pop_front() else { break };
            if self.folder.has(number)? {
                self.others += 1;
                continue;
            }
            let Some(lease) = self.lease(number)? else {
                self.pending.push_back(number);
                continue;
            };
            // Another worker may have finished it between the look and the lease.
            if self.folder.has(number)? {
                self.others += 1;
                continue;
            }
            self.leased += 1;
            return Ok(Some(Next::Block(number, lease)));
        }
        Ok((!self.pending.is_empty()).then_some(Next::Held))
    }

    /// The lease of a block, `None` if another worker holds it; fixed shares need no leases.
    fn lease(&mut self, number: u64) -> Result<Option<Option<Lease>>, BlocksError> {
        if self.worker.share != Share::Free {
            return Ok(Some(None));
        }
        let path = self.folder.file(number, ".claim");
        let fault = |source| BlocksError::File { path: path.clone(), source };
        let lease = Lease::on(&path, self.worker.silence).map_err(fault)?;
        if lease.is_none() {
            self.monitor.look(&path, self.worker.silence).map_err(fault)?;
        }
        Ok(lease.map(Some))
    }
}

/// Makes leased blocks and puts them into the folder; a result says whether this worker's block stays.
struct IntoFolder<'a, J> {
    job: &'a J,
    folder: &'a BlockFolder,
}

impl<J: BlockJob> Job for IntoFolder<'_, J> {
    type Worker = J::Worker;
    type Task = Result<(u64, Option<Lease>), J::Error>;
    type Out = bool;
    type Error = J::Error;

    fn worker(&self) -> Result<J::Worker, J::Error> {
        self.job.worker()
    }

    fn run(
        &self,
        worker: &mut J::Worker,
        task: Self::Task,
        stop: &StopFlag,
    ) -> Result<Option<bool>, J::Error> {
        let (number, _lease) = task?;
        let Some(block) = self.job.run(worker, number, stop)? else { return Ok(None) };
        Ok(Some(self.folder.put(number, &block)?))
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

    fn seven(seed: u64) -> JobSpec {
        JobSpec { name: "test", settings: json!({ "seed": seed }), blocks: 7, ending: "txt" }
    }

    fn block(number: u64) -> BlockResult {
        BlockResult { content: format!("block {number}\n").into(), figures: json!(number) }
    }

    fn run_with(
        worker: &Worker,
        seed: u64,
        make: impl Fn(u64) -> Result<Option<BlockResult>, BlocksError> + Sync,
    ) -> Result<WorkSummary, BlocksError> {
        worker.run(&seven(seed), &Make(make), &StopFlag::new())
    }

    fn run(worker: &Worker, seed: u64) -> Result<WorkSummary, BlocksError> {
        run_with(worker, seed, |number| Ok(Some(block(number))))
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
            let lacks = joined(&three).is_err_and(|message| message.to_string().contains("lacks"));
            assert_eq!(lacks, index != 1);
        }
        assert_eq!(joined(&one).expect("joined"), joined(&three).expect("joined"));
        assert_eq!(done(&three, Share::Free), WorkSummary { others: 7, made: 0, is_done: true });
    }

    #[test]
    fn workers_at_the_same_time_make_every_block_once() {
        let place = tempfile::tempdir().expect("a folder");
        let made = AtomicU64::new(0);
        // Patient, so that a loaded machine is no reason to give a worker up.
        let patient = Worker { silence: 20 * SILENCE, ..worker(place.path(), Share::Free) };
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    run_with(&patient, 1, |number| {
                        made.fetch_add(1, Ordering::Relaxed);
                        std::thread::sleep(Duration::from_millis(5));
                        Ok(Some(block(number)))
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
    fn threads_of_a_worker_make_every_block_of_its_share_once() {
        let (stop, last) = (StopFlag::new(), u64::MAX - 1);
        let spec = JobSpec { blocks: 40, ..seven(1) };
        for share in [
            Share::Free,
            Share::Part { index: 1, of: 3 },
            Share::Part { index: last, of: u64::MAX },
        ] {
            let (place, made) = (tempfile::tempdir().expect("a folder"), Mutex::new(Vec::new()));
            let job = Make(|number| {
                made.lock().expect("no panic").push(number);
                Ok::<_, BlocksError>(Some(block(number)))
            });
            let threads = ThreadPool { count: 4, stop: &stop };
            let summary = worker(place.path(), share).run_some(&spec, 0..40, threads, &job);
            let wanted: Vec<u64> = (0..40).filter(|&block| share.holds(block)).collect();
            let mut made = made.lock().expect("no panic").clone();
            made.sort_unstable();
            assert_eq!(summary.expect("worked").made, wanted.len() as u64);
            assert_eq!(made, wanted, "{share}");
        }
    }

    #[test]
    fn a_worker_that_waits_for_others_ends_when_it_is_stopped() {
        let place = tempfile::tempdir().expect("a folder");
        let patient = Worker { silence: 1000 * SILENCE, ..worker(place.path(), Share::Free) };
        fs::write(place.path().join(".writing"), "").expect("written");
        let job = Make(|number| Ok::<_, BlocksError>(Some(block(number))));
        let stop = StopFlag::new();
        run(&worker(place.path(), Share::Part { index: 0, of: 7 }), 1).expect("worked");
        fs::write(place.path().join("block-000003.claim"), "process 1 on x\n").expect("leased");
        let summary = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(SILENCE);
                stop.stop();
            });
            patient.run(&seven(1), &job, &stop).expect("worked")
        });
        assert!(!summary.is_done && summary.made < 7);
    }

    #[test]
    fn a_block_of_a_worker_that_died_is_made_again() {
        let place = tempfile::tempdir().expect("a folder");
        done(place.path(), Share::Part { index: 0, of: 2 });
        let lease = place.path().join("block-000003.claim");
        fs::write(lease, "process 1 on x\nbeat 0\n").expect("claimed");
        assert_eq!(
            done(place.path(), Share::Free),
            WorkSummary { others: 4, made: 3, is_done: true }
        );
    }

    #[test]
    fn a_worker_that_was_given_up_and_comes_late_changes_nothing_of_a_finished_folder() {
        let place = tempfile::tempdir().expect("a folder");
        let late = worker(place.path(), Share::Free);
        let summary = run_with(&late, 1, |number| {
            if number == 0 {
                // It is stopped, given up and overtaken by another, whose games come out otherwise.
                fs::remove_file(place.path().join("block-000000.claim")).expect("given up");
                let other = BlockResult { content: "another way".into(), figures: json!(0) };
                let overtaking = worker(place.path(), Share::Part { index: 0, of: 1 });
                run_with(&overtaking, 1, |_| Ok(Some(other.clone())))?;
            }
            Ok(Some(block(number)))
        });
        assert_eq!(summary.expect("worked"), WorkSummary { others: 7, made: 0, is_done: true });
        assert_eq!(joined(place.path()).expect("whole"), "another way".repeat(7));
        let files = fs::read_dir(place.path()).expect("a folder").count();
        assert_eq!(files, 1 + 7 + 7, "the manifest, the contents and their seals");
    }

    #[test]
    fn an_interrupted_worker_resumes() {
        let place = tempfile::tempdir().expect("a folder");
        let worker = worker(place.path(), Share::Free);
        let interrupted = run_with(&worker, 1, |number| Ok((number < 4).then(|| block(number))));
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
        let message = || joined(place.path()).expect_err("damaged").to_string();
        let content = |number| folder(place.path()).content_path(number);
        fs::write(content(2), "block X\n").expect("changed");
        let words = ["block-000002-", ".txt", "another checksum", "delete"];
        assert!(words.iter().all(|word| message().contains(word)), "{}", message());
        fs::remove_file(path("block-000002.json")).expect("removed");
        assert_eq!(done(place.path(), Share::Free).made, 1);
        fs::copy(path("block-000004.json"), path("block-000005.json")).expect("copied");
        assert!(message().contains("seal is that of block 4"), "{}", message());
        fs::remove_file(path("block-000005.json")).expect("removed");
        assert!(message().contains("lacks 1 of 7"), "{}", message());
        fs::write(content(6), "").expect("cut short");
        assert!(message().contains("is not the block that was sealed (0 bytes"), "{}", message());
        // Workers make both again, like blocks that were never finished.
        assert_eq!(done(place.path(), Share::Free).made, 2);
        fs::write(path("block-000006.json"), "{").expect("damaged");
        assert!(message().contains("block-000006.json is damaged"), "{}", message());
    }

    #[test]
    fn a_block_of_other_work_is_refused_by_name_by_workers_and_by_the_join() {
        let place = tempfile::tempdir().expect("a folder");
        let (mine, other) = (place.path().join("mine"), place.path().join("other"));
        done(&mine, Share::Part { index: 0, of: 2 });
        run(&worker(&other, Share::Free), 2).expect("worked");
        fs::copy(other.join("block-000001.json"), mine.join("block-000001.json")).expect("copied");
        let is_named = |fault: BlocksError| {
            let message = fault.to_string();
            let words = ["block-000001-", ".txt is a block of other work", "delete"];
            words.iter().all(|word| message.contains(word))
        };
        assert!(run(&worker(&mine, Share::Free), 1).is_err_and(is_named));
        assert!(joined(&mine).is_err_and(is_named));
        fs::remove_file(mine.join("block-000001.json")).expect("removed");
        done(&mine, Share::Free);
        assert!(joined(&mine).is_ok());
        // A manifest that was changed fits no block any more.
        let manifest = mine.join("manifest.json");
        let text = fs::read_to_string(&manifest).expect("a manifest");
        fs::write(&manifest, text.replace("\"seed\": 1", "\"seed\": 2")).expect("changed");
        let message = joined(&mine).expect_err("changed").to_string();
        assert!(message.contains(".txt is a block of other work"), "{message}");
        assert!(message.contains("put manifest.json back"), "{message}");
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
        let message =
            |worker: &Worker, seed| run(worker, seed).expect_err("other work").to_string();
        assert!(message(&mine, 2).contains("settings.seed is 1 there and 2 here"));
        let other = Worker { signature: "2".into(), ..mine.clone() };
        assert!(message(&other, 1).contains("signature"));
        let commanded = Worker { command: vec!["x".into()], ..mine };
        assert!(run(&commanded, 1).is_ok());
        let full = tempfile::tempdir().expect("a folder");
        fs::write(full.path().join("letter.txt"), "mine").expect("written");
        assert!(message(&worker(full.path(), Share::Free), 1).contains("no manifest"));
        let read = |path: &Path| BlockFolder::read(path).expect_err("no blocks").to_string();
        assert!(read(full.path()).contains("no manifest"));
        assert!(read(&full.path().join("gone")).contains("no such file or folder"));
    }
}
