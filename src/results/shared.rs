//! Pieces of a run that many workers share: each row is a block, which whoever comes first makes.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::ResultsError;
use crate::blocks::{Block, BlockFolder, BlocksError, Work, Worker};

/// The work's name in a folder.
pub(super) const WORK: &str = "reproduce";

/// What the names of the blocks' files end with.
pub(super) const ENDING: &str = "row";

/// Makes those of the pieces that nobody has made and nobody is at, on all threads; returns when all are there. `done` hears how many
/// it has made.
///
/// # Errors
/// What went wrong in making one, or a folder that cannot be used.
pub(super) fn share<U: Sync, R: Serialize, E: From<ResultsError> + Send>(
    worker: &Worker,
    work: &Work,
    units: &BTreeMap<u64, &U>,
    make: &(impl Fn(&U) -> Result<R, E> + Sync),
    done: &(impl Fn(usize) + Sync),
) -> Result<(), E> {
    let made = AtomicUsize::new(0);
    let shift = || {
        let mut block = |number: u64| {
            let row = make(units[&number]).map_err(Told)?;
            done(1 + made.fetch_add(1, Ordering::Relaxed));
            let content = serde_json::to_vec(&row).expect("a row is JSON");
            Ok(Some(Block { content, figures: Value::Null }))
        };
        let worked = worker.run_some(work, units.keys().copied(), &|| false, &mut block);
        worked.map(|_| ()).map_err(|Told(error)| error)
    };
    // No threads of the pool: one of them might take up a second shift within its first, and wait for itself.
    std::thread::scope(|scope| {
        let shifts: Vec<_> =
            (0..rayon::current_num_threads()).map(|_| scope.spawn(shift)).collect();
        let ends = shifts
            .into_iter()
            .map(|shift| shift.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        ends.collect()
    })
}

/// An error of making, which may be one of the blocks.
struct Told<E>(E);

impl<E: From<ResultsError>> From<BlocksError> for Told<E> {
    fn from(error: BlocksError) -> Told<E> {
        Told(E::from(ResultsError::from(error)))
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
