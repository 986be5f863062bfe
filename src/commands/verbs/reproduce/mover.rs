//! `reproduce mover`: an experiment of an earlier program.

use std::ffi::OsString;

use anyhow::{Result, bail};

use crate::commands::ExitStatus;

/// The commit that made results/mover.
const COMMIT: &str = "c05722efa3";

#[derive(Debug, clap::Args)]
pub(crate) struct Mover {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _any: Vec<OsString>,
}

/// Says how to run the experiment.
pub(crate) fn reproduce(_: &Mover) -> Result<ExitStatus> {
    bail!(
        "the learned move ordering left the program, since the engine gained nothing by it; its report is results/mover. \
         To run the experiment, `git checkout {COMMIT}`, build that program and repeat the command"
    )
}
