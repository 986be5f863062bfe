//! Experiments of earlier programs: their reports stay and name the commit that ran them.

use std::ffi::OsString;

use anyhow::{Result, bail};

use crate::commands::ExitStatus;

#[derive(Debug, clap::Args)]
pub(crate) struct Departed {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _any: Vec<OsString>,
}

/// Says why an experiment left the program, and how to run it.
pub(super) fn reproduce(name: &str, commit: &str, why: &str) -> Result<ExitStatus> {
    bail!(
        "{name} left the program: {why}; its report is results/{name}. To run the experiment, `git checkout {commit}`, build that \
         program and repeat the command"
    )
}
