//! `--strict`: whether input that cannot be read is more than a warning.

use crate::commands::ExitStatus;

/// What `--strict` does.
pub(crate) const HELP: &str = "Exit with status 1 if a game or a part of a file was skipped";

/// The flag of every verb that reads games.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct StrictFlag {
    /// Whether skipped input changes the exit status.
    #[arg(long, help = HELP)]
    pub strict: bool,
}

impl StrictFlag {
    /// The exit status of a verb that skipped something or not.
    pub(crate) fn exit_status(self, skipped: bool) -> ExitStatus {
        if self.strict && skipped { ExitStatus::No } else { ExitStatus::Done }
    }

    /// Whether nothing is to be written, since something was skipped; prints why.
    pub(crate) fn refuses(self, games: u64, faults: usize) -> bool {
        let refuses = self.strict && (games > 0 || faults > 0);
        if refuses {
            note!(
                "--strict: nothing is written, since {games} games and {faults} files or parts of files cannot be read; `draughts-td inspect` says why"
            );
        }
        refuses
    }
}
