//! Processes that run together do the same.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::{RunError, ensure};
use crate::json_diff;
use crate::learning::Communicator;

/// The decision of the first process, for all of them.
pub(super) fn as_the_first<T: Serialize + DeserializeOwned>(
    communicator: &dyn Communicator,
    decide: impl FnOnce() -> Result<T, RunError>,
) -> Result<T, RunError> {
    let is_first = communicator.rank() == 0;
    let own = if is_first { json_bytes(&decide()?) } else { Vec::new() };
    let all = communicator.gather(own)?;
    let first = all.first().map_or(&[][..], Vec::as_slice);
    serde_json::from_slice(first).map_err(|_| another_program(0))
}

/// Fails unless all processes have the same of this.
///
/// # Errors
/// The first process that has something else, or one that is lost.
pub fn agree(communicator: &dyn Communicator, own: &Value) -> Result<(), RunError> {
    if communicator.size() == 1 {
        return Ok(());
    }
    for (rank, bytes) in communicator.gather(json_bytes(own))?.iter().enumerate() {
        let theirs: Value = serde_json::from_slice(bytes).map_err(|_| another_program(rank))?;
        let difference = json_diff::first_difference("", own, &theirs);
        let describe = |(name, here, there)| {
            format!("process {rank} has {name} {there}, process {} has {here}", communicator.rank())
        };
        ensure!(
            difference.is_none(),
            "{}; start the same program with the same files everywhere",
            difference.map(describe).unwrap_or_default()
        );
    }
    Ok(())
}

fn json_bytes<T: Serialize>(value: &T) -> Vec<u8> {
    serde_json::to_vec(value).expect("decisions have a JSON form")
}

fn another_program(rank: usize) -> RunError {
    format!("process {rank} is another program").into()
}
