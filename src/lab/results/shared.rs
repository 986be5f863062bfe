//! Pieces of a run that many workers share: each row is a block, made by the first worker that leases it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::{Left, ResultsError};
use crate::arena::jobs::folder::{BlockFolder, BlocksError, JobSpec, Share, Worker};

/// The work's name in a folder.
pub(super) const WORK: &str = "reproduce";

/// The extension of the blocks' files.
pub(super) const ENDING: &str = "row";

/// Makes the missing pieces that no other worker holds, on all threads, and returns when all pieces are there; `done` is called with the
/// number of pieces that were made. A worker with a fixed share makes that share.
///
/// # Errors
/// A piece that cannot be made, a folder that cannot be used, or pieces that are left to other shares.
pub(super) fn share<U: Sync, R: Serialize, E: From<ResultsError> + Send>(
    worker: &Worker,
    spec: &JobSpec,
    pieces: &BTreeMap<u64, &U>,
    make: &(dyn Fn(&U) -> Result<R, E> + Sync),
    done: &(dyn Fn(usize) + Sync),
) -> Result<(), E> {
    let made = AtomicUsize::new(0);
    // No threads of the pool: one that waits for others within a piece might take up a second piece.
    let threads = rayon::current_num_threads();
    let run = worker.make(spec, pieces.keys().copied(), threads, |number| {
        let row = make(pieces[&number]).map_err(MakeError)?;
        done(1 + made.fetch_add(1, Ordering::Relaxed));
        Ok(serde_json::to_vec(&row).expect("a row is JSON"))
    });
    run.map_err(|MakeError(error)| error)?;
    let left = left_of(worker, pieces.keys()).map_err(ResultsError::from)?;
    if left > 0 {
        Err(ResultsError::Left(Left { count: left, of: pieces.len() }).into())
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
pub(super) fn shared_row<R: DeserializeOwned>(
    worker: &Worker,
    number: u64,
) -> Result<R, ResultsError> {
    let folder = BlockFolder::read(&worker.folder)?;
    serde_json::from_slice(&folder.content(number)?).map_err(|error| {
        let path = folder.content_path(number);
        ResultsError::Foreign { path, line: 1, reason: error.to_string() }
    })
}
