//! Pieces of a run that many workers share: each row is a block, which whoever comes first makes.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::{Left, ResultsError};
use crate::shards::{BlockFolder, BlockJob, BlockResult, BlocksError, Share, Worker};

/// The work's name in a folder.
pub(super) const WORK: &str = "reproduce";

/// What the names of the blocks' files end with.
pub(super) const ENDING: &str = "row";

/// Makes those of the pieces that nobody has made and nobody is at, on all threads; returns when all are there. `done` hears how many
/// it has made. A worker with a fixed share makes what is its own.
///
/// # Errors
/// What went wrong in making one, a folder that cannot be used, or pieces that are left to other shares.
pub(super) fn share<U: Sync, R: Serialize, E: From<ResultsError> + Send>(
    worker: &Worker,
    work: &BlockJob,
    units: &BTreeMap<u64, &U>,
    make: &(impl Fn(&U) -> Result<R, E> + Sync),
    done: &(impl Fn(usize) + Sync),
) -> Result<(), E> {
    let made = AtomicUsize::new(0);
    let threads = rayon::current_num_threads();
    let shift = |thread: usize| {
        let share = worker.share.of_thread(thread as u64, threads as u64);
        let worker = Worker { share, ..worker.clone() };
        let mut block = |number: u64| {
            let row = make(units[&number]).map_err(MakeError)?;
            done(1 + made.fetch_add(1, Ordering::Relaxed));
            let content = serde_json::to_vec(&row).expect("a row is JSON");
            Ok(Some(BlockResult { content, figures: Value::Null }))
        };
        let worked = worker.run_some(work, units.keys().copied(), &|| false, &mut block);
        worked.map(|_| ()).map_err(|MakeError(error)| error)
    };
    // No threads of the pool: one of them might take up a second shift within its first, and wait for itself.
    std::thread::scope(|scope| {
        let shift = &shift;
        let shifts: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || shift(thread))).collect();
        let ends = shifts
            .into_iter()
            .map(|shift| shift.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        ends.collect::<Result<(), E>>()
    })?;
    let left = left_of(worker, units.keys()).map_err(ResultsError::from)?;
    if left > 0 {
        Err(ResultsError::Left(Left { count: left, of: units.len() }).into())
    } else {
        Ok(())
    }
}

/// How many of these pieces are not there, because they are others' share.
fn left_of<'a>(
    worker: &Worker,
    numbers: impl Iterator<Item = &'a u64>,
) -> Result<usize, BlocksError> {
    let mut left = 0;
    if worker.share != Share::Free {
        let folder = BlockFolder::read(&worker.folder)?;
        for &number in numbers {
            left += usize::from(!folder.has(number)?);
        }
    }
    Ok(left)
}

/// An error of making, which may be one of the blocks.
struct MakeError<E>(E);

impl<E: From<ResultsError>> From<BlocksError> for MakeError<E> {
    fn from(error: BlocksError) -> MakeError<E> {
        MakeError(E::from(ResultsError::from(error)))
    }
}

/// The row of a piece that is there.
///
/// # Errors
/// One that is missing, damaged, or of another form.
pub(super) fn shared_row<R: DeserializeOwned>(
    worker: &Worker,
    number: u64,
) -> Result<R, ResultsError> {
    let folder = BlockFolder::read(&worker.folder)?;
    let block = folder.get(number)?;
    serde_json::from_slice(&block.content).map_err(|error| {
        let path = folder.content_path(number);
        ResultsError::Foreign { path, line: 1, reason: error.to_string() }
    })
}
