//! The processes that learn or run a job together, if this is one of many.

use std::time::Duration;

use anyhow::Result;
use serde_json::{Value, json};

use super::build;
use crate::arena::jobs::Transport;
use crate::commands::verbs::bench;
use crate::learning::{Communicator, SingleProcess};
use crate::run;

/// This process, by itself or among others.
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
    Ok(Processes::Ranks(anyhow::Context::context(crate::mpi::Ranks::join(patience), "--mpi")?))
}

#[cfg(not(feature = "mpi"))]
fn joined(_: Duration) -> Result<Processes> {
    anyhow::bail!(
        "--mpi: this program is built without MPI; `cargo build --release --features mpi` builds it in, where Open MPI and clang are installed"
    )
}

/// Fails unless all processes are the same program and are about to do the same.
pub(super) fn agree(communicator: &dyn Communicator, work: impl FnOnce() -> Value) -> Result<()> {
    if communicator.size() == 1 {
        return Ok(());
    }
    let (program, signature) = (build::program(), bench::signature()?);
    let own = json!({ "program": program, "signature": signature, "work": work() });
    Ok(run::agree(communicator, &own)?)
}
