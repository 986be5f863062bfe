//! The processes that learn or run a job together, if this is one of many.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{bench, build};
use crate::arena::jobs::Transport;
use crate::json_diff;
use crate::learning::{Communicator, SingleProcess};

/// This process, alone or among others.
pub(super) enum Processes {
    Alone(SingleProcess),
    #[cfg(feature = "mpi")]
    Ranks(crate::mpi::Ranks),
}

impl Processes {
    /// Joins the others if there are to be any; nothing they do together may last longer than `patience`.
    pub(super) fn join(with_others: bool, patience: Duration) -> Result<Processes> {
        if with_others { joined(patience) } else { Ok(Processes::Alone(SingleProcess)) }
    }

    /// Collective communication with the others, for learning.
    pub(super) fn communicator(&self) -> &dyn Communicator {
        match self {
            Processes::Alone(alone) => alone,
            #[cfg(feature = "mpi")]
            Processes::Ranks(ranks) => ranks,
        }
    }

    /// The way to the other processes of a job, if there are others.
    pub(super) fn transport(&self) -> Option<Transport<'_>> {
        match self {
            Processes::Alone(_) => None,
            #[cfg(feature = "mpi")]
            Processes::Ranks(ranks) => Some(ranks.transport()),
        }
    }

    /// Whether this process writes files and output.
    pub(super) fn leads(&self) -> bool {
        self.communicator().rank() == 0
    }

    /// Ends without the others, which do not answer.
    pub(super) fn abandon(self) {
        match self {
            Processes::Alone(_) => {}
            #[cfg(feature = "mpi")]
            Processes::Ranks(ranks) => ranks.abandon(),
        }
    }

    /// Takes leave of the others when the work is done.
    pub(super) fn leave(self) {
        match self {
            Processes::Alone(_) => {}
            #[cfg(feature = "mpi")]
            Processes::Ranks(ranks) => ranks.leave(),
        }
    }
}

#[cfg(feature = "mpi")]
fn joined(patience: Duration) -> Result<Processes> {
    Ok(Processes::Ranks(crate::mpi::Ranks::join(patience).context("--mpi")?))
}

#[cfg(not(feature = "mpi"))]
fn joined(_: Duration) -> Result<Processes> {
    anyhow::bail!(
        "--mpi: this program is built without MPI; `cargo build --release --features mpi` builds it in, where Open MPI and clang are installed"
    )
}

/// The decision of the first process, for all of them.
pub(super) fn as_the_first<T: Serialize + DeserializeOwned>(
    communicator: &dyn Communicator,
    decide: impl FnOnce() -> Result<T>,
) -> Result<T> {
    let own = if communicator.rank() == 0 { serde_json::to_vec(&decide()?)? } else { Vec::new() };
    let all = communicator.gather(own)?;
    let first = all.first().map_or(&[][..], Vec::as_slice);
    serde_json::from_slice(first).context("process 0 is another program")
}

/// Fails unless all processes are the same program and are about to do the same.
pub(super) fn agree(communicator: &dyn Communicator, work: impl FnOnce() -> Value) -> Result<()> {
    if communicator.size() == 1 {
        return Ok(());
    }
    let (program, signature) = (build::program(), bench::signature()?);
    let own = json!({ "program": program, "signature": signature, "work": work() });
    for (rank, bytes) in communicator.gather(own.to_string().into_bytes())?.iter().enumerate() {
        let theirs: Value = serde_json::from_slice(bytes)
            .with_context(|| format!("process {rank} is another program"))?;
        let difference = json_diff::first_difference("", &own, &theirs);
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
