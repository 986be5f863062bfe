//! A worker: it makes the blocks of its share that are not there yet.

use std::time::Duration;

use super::claim::{Claim, Vigil};
use super::error::BlocksError;
use super::folder::{Block, BlockFolder};
use super::share::Share;

/// How often a worker that found nothing to do looks again.
const LOOK: Duration = Duration::from_millis(200);

/// What a worker did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worked {
    /// Blocks of its share that were there before or that others made.
    pub others: u64,
    /// Blocks it made.
    pub made: u64,
    /// Whether its share is finished.
    pub is_done: bool,
}

/// Makes the blocks of a share that are missing, in order, until they are all there or `make` says `None`, which means that it was
/// interrupted. A worker that takes blocks as they come free waits at the end for those that others are at, and makes them
/// itself if they are silent for `patience`.
///
/// # Errors
/// Those of `make`, and the folder's.
pub fn work<E: From<BlocksError>>(
    folder: &BlockFolder,
    share: Share,
    patience: Duration,
    is_stopped: &dyn Fn() -> bool,
    make: &mut dyn FnMut(u64) -> Result<Option<Block>, E>,
) -> Result<Worked, E> {
    let mut worker =
        Worker { folder, share, patience, vigil: Vigil::default(), worked: Worked::default() };
    loop {
        let round = worker.round(make)?;
        if !matches!(round, Round::Waiting) || is_stopped() {
            worker.worked.is_done = matches!(round, Round::Finished);
            return Ok(worker.worked);
        }
        std::thread::sleep(LOOK);
    }
}

/// How a way through the blocks ended.
enum Round {
    /// All are there.
    Finished,
    /// Others are at some.
    Waiting,
    /// It was interrupted.
    Interrupted,
}

struct Worker<'a> {
    folder: &'a BlockFolder,
    share: Share,
    patience: Duration,
    vigil: Vigil,
    worked: Worked,
}

impl Worker<'_> {
    fn round<E: From<BlocksError>>(
        &mut self,
        make: &mut dyn FnMut(u64) -> Result<Option<Block>, E>,
    ) -> Result<Round, E> {
        let share = self.share;
        let (mut waits, mut there, before) = (false, 0, self.worked.made);
        for number in (0..self.folder.manifest().blocks).filter(|&block| share.holds(block)) {
            if self.folder.has(number)? {
                there += 1;
                continue;
            }
            let Some(_claim) = self.claim(number)? else {
                waits = true;
                continue;
            };
            // Somebody may have finished it between the look and the claim.
            if self.folder.has(number)? {
                there += 1;
                continue;
            }
            let Some(block) = make(number)? else { return Ok(Round::Interrupted) };
            self.folder.put(number, &block)?;
            self.worked.made += 1;
        }
        // What this worker made in an earlier round is there too.
        self.worked.others = there - before;
        Ok(if waits { Round::Waiting } else { Round::Finished })
    }

    /// The claim on a block; shares that were dealt out need none.
    fn claim(&mut self, number: u64) -> Result<Option<Option<Claim>>, BlocksError> {
        if self.share != Share::Free {
            return Ok(Some(None));
        }
        let path = self.folder.file(number, "claim");
        self.vigil.look(&path, self.patience);
        let claim = Claim::on(&path, self.patience);
        claim.map(|claim| claim.map(Some)).map_err(|source| BlocksError::File { path, source })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::sync::atomic::{AtomicU64, Ordering};

    use serde_json::json;

    use super::super::Manifest;
    use super::*;

    const PATIENCE: Duration = Duration::from_millis(300);

    fn manifest(seed: u64) -> Manifest {
        Manifest {
            work: "test".into(),
            program: "test 1".into(),
            signature: "1".into(),
            settings: json!({ "seed": seed }),
            blocks: 7,
            ending: "txt".into(),
            command: Vec::new(),
        }
    }

    fn folder(path: &Path) -> BlockFolder {
        BlockFolder::open(path, manifest(1)).expect("a folder")
    }

    fn block(number: u64) -> Block {
        Block { content: format!("block {number}\n").into(), figures: json!(number) }
    }

    fn done(folder: &BlockFolder, share: Share) -> Worked {
        work(folder, share, PATIENCE, &|| false, &mut |number| {
            Ok::<_, BlocksError>(Some(block(number)))
        })
        .expect("worked")
    }

    fn joined(folder: &BlockFolder) -> Result<String, BlocksError> {
        let contents = folder.all()?.map(|block| block.map(|block| block.content));
        let contents: Vec<Vec<u8>> = contents.collect::<Result<_, _>>()?;
        Ok(String::from_utf8(contents.concat()).expect("text"))
    }

    #[test]
    fn shares_in_any_order_make_what_one_worker_makes() {
        let place = tempfile::tempdir().expect("a folder");
        let one = folder(&place.path().join("one"));
        assert_eq!(done(&one, Share::Free), Worked { others: 0, made: 7, is_done: true });
        let three = folder(&place.path().join("three"));
        for (index, made) in [(2, 2), (0, 3), (1, 2)] {
            assert!(joined(&three).is_err_and(|told| told.to_string().contains("lacks")));
            assert_eq!(done(&three, Share::Part { index, of: 3 }).made, made);
        }
        assert_eq!(joined(&one).expect("joined"), joined(&three).expect("joined"));
        assert_eq!(done(&three, Share::Free), Worked { others: 7, made: 0, is_done: true });
    }

    #[test]
    fn workers_at_the_same_time_make_every_block_once() {
        let place = tempfile::tempdir().expect("a folder");
        let made = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    work(
                        &folder(place.path()),
                        Share::Free,
                        PATIENCE * 20,
                        &|| false,
                        &mut |number| {
                            made.fetch_add(1, Ordering::Relaxed);
                            std::thread::sleep(Duration::from_millis(5));
                            Ok::<_, BlocksError>(Some(block(number)))
                        },
                    )
                });
            }
        });
        assert_eq!(made.load(Ordering::Relaxed), 7);
        assert!(joined(&folder(place.path())).is_ok());
        let left = fs::read_dir(place.path()).expect("a folder").flatten();
        assert!(left.into_iter().all(|entry| !entry.path().ends_with("claim")));
    }

    #[test]
    fn a_block_of_a_worker_that_died_is_made_again() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = folder(place.path());
        fs::write(place.path().join("block-000003.claim"), "process 1 on x\nbeat 0\n")
            .expect("claimed");
        assert_eq!(done(&folder, Share::Free).made, 7);
    }

    #[test]
    fn an_interrupted_worker_goes_on() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = folder(place.path());
        let interrupted = work(&folder, Share::Free, PATIENCE, &|| false, &mut |number| {
            Ok::<_, BlocksError>((number < 4).then(|| block(number)))
        });
        assert_eq!(interrupted.expect("worked"), Worked { others: 0, made: 4, is_done: false });
        assert_eq!(done(&folder, Share::Free), Worked { others: 4, made: 3, is_done: true });
    }

    #[test]
    fn damaged_and_foreign_blocks_are_named_with_the_remedy() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = folder(place.path());
        done(&folder, Share::Free);
        let path = |name: &str| place.path().join(name);
        fs::write(path("block-000002.txt"), "block X\n").expect("changed");
        let told = joined(&folder).expect_err("damaged").to_string();
        assert!(told.contains("block-000002.txt") && told.contains("another checksum"), "{told}");
        assert!(told.contains("delete"), "{told}");
        fs::remove_file(path("block-000002.json")).expect("removed");
        assert_eq!(done(&folder, Share::Free).made, 1);
        fs::copy(path("block-000004.json"), path("block-000005.json")).expect("copied");
        fs::copy(path("block-000004.txt"), path("block-000005.txt")).expect("copied");
        let told = joined(&folder).expect_err("foreign").to_string();
        assert!(told.contains("seal is that of block 4"), "{told}");
        fs::write(path("block-000006.txt"), "").expect("cut short");
        assert!(joined(&folder).is_err_and(|told| told.to_string().contains("lacks 1 of 7")));
        fs::write(path("block-000006.json"), "{").expect("damaged");
        assert!(
            joined(&folder)
                .is_err_and(|told| told.to_string().contains("block-000006.json is damaged"))
        );
    }

    #[test]
    fn other_work_and_other_files_are_refused() {
        let place = tempfile::tempdir().expect("a folder");
        folder(place.path());
        let told =
            BlockFolder::open(place.path(), manifest(2)).expect_err("other work").to_string();
        assert!(told.contains("settings.seed is 1 there and 2 here"), "{told}");
        let other = Manifest { signature: "2".into(), ..manifest(1) };
        assert!(
            BlockFolder::open(place.path(), other)
                .is_err_and(|told| told.to_string().contains("signature"))
        );
        let commanded = Manifest { command: vec!["x".into()], ..manifest(1) };
        assert!(BlockFolder::open(place.path(), commanded).is_ok());
        let full = tempfile::tempdir().expect("a folder");
        fs::write(full.path().join("letter.txt"), "mine").expect("written");
        assert!(
            BlockFolder::open(full.path(), manifest(1))
                .is_err_and(|told| told.to_string().contains("no manifest"))
        );
        assert!(BlockFolder::read(full.path()).is_err());
    }
}
