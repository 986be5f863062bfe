//! What a run has to say beside its progress.

use std::fmt;
use std::path::PathBuf;

use crate::escape::Escaped;
use crate::learning::{Metrics, Report, ThinnedShare};
use crate::pdn::PdnError;
use crate::truncate::CutEnd;

/// A warning or a note of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// Files of a folder or members of an archive are not read.
    PassedOver {
        /// The folder or the archive.
        within: PathBuf,
        /// The first of the names.
        names: String,
    },
    /// There are more threads than cores.
    Threads {
        /// The threads.
        threads: usize,
        /// The cores.
        cores: usize,
    },
    /// What was noticed about endgame tables.
    Tables(String),
    /// The name of the weights is that of another kind of file.
    UnusualName(PathBuf),
    /// A run that is to be resumed has no checkpoint.
    NoCheckpoint(PathBuf),
    /// The end of a file of metrics was cut off.
    Cut(CutEnd),
    /// The first weights learned from games that are held out here.
    KnowsHeldOut {
        /// The network.
        network: PathBuf,
        /// The seed with which it learned.
        seed: u64,
        /// The share that was held out.
        holdout: f64,
    },
    /// A file, or the rest of it, cannot be read.
    Fault(String),
    /// A game taught nothing for this reason.
    GameFailed(String),
    /// The network is no better than the mean result.
    Useless {
        /// Its mean squared error.
        mse: f64,
        /// The error of the mean result.
        constant_mse: f64,
    },
    /// The targets should be scores, and there are none.
    NoScores,
    /// Games were left out for their unequal material.
    Thinned(ThinnedShare),
}

impl Notice {
    /// A game file that cannot be read.
    pub(super) fn fault(fault: &PdnError) -> Notice {
        Notice::Fault(fault.to_string())
    }

    /// A warning about a network that has learned nothing.
    #[must_use]
    pub fn about(report: &Report) -> Option<Notice> {
        let Metrics { positions, mse, constant_mse, .. } = report.all;
        // NaN counts as worse.
        let is_lower = mse < constant_mse;
        (positions > 0 && !is_lower).then_some(Notice::Useless { mse, constant_mse })
    }

    /// Whether it warns that something is wrong.
    #[must_use]
    pub fn is_warning(&self) -> bool {
        !matches!(
            self,
            Notice::PassedOver { .. }
                | Notice::Threads { .. }
                | Notice::Tables(_)
                | Notice::NoCheckpoint(_)
                | Notice::Thinned(_)
        )
    }

    /// The notice as a line for people.
    #[must_use]
    pub fn line(&self) -> String {
        let kind = if self.is_warning() { "warning" } else { "note" };
        format!("{kind}: {self}")
    }
}

/// The text without its kind.
impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::PassedOver { within, names } => write!(
                f,
                "{}: not read, since these are no files with names of PDN files: {names}",
                within.display()
            ),
            Notice::Threads { threads, cores } => {
                write!(f, "{threads} threads on {cores} cores take turns")
            }
            Notice::Tables(text) | Notice::Fault(text) => f.write_str(text),
            Notice::UnusualName(out) => write!(
                f,
                "-o {} will hold weights; their names usually end in .safetensors",
                out.display()
            ),
            Notice::NoCheckpoint(file) => {
                write!(f, "no checkpoint {} yet: the run starts from the beginning", file.display())
            }
            Notice::Cut(cut) => cut.fmt(f),
            Notice::KnowsHeldOut { network, seed, holdout } => write!(
                f,
                "{} learned from the same files with --seed {seed} --holdout {holdout}: it knows games that are held out here",
                network.display()
            ),
            Notice::GameFailed(reason) => {
                write!(f, "a game taught nothing: {}", Escaped(&**reason))
            }
            Notice::Useless { mse, constant_mse } => write!(
                f,
                "the network's error {mse:.4} is no lower than the {constant_mse:.4} of the mean result: on these games \
                 it is of no use; try more games, more --epochs or another --lr"
            ),
            Notice::Thinned(ThinnedShare { asked, before, after }) => write!(
                f,
                "{} to {} pieces: {:.2} % of {} positions have unequal material, in all games {:.2} % of {}",
                asked.least,
                asked.most,
                100.0 * after.share(),
                after.positions,
                100.0 * before.share(),
                before.positions
            ),
            Notice::NoScores => f.write_str(
                "no position has a score, so --target-source scores was --target-source values; `draughts-td analyse --scores-only` writes scores",
            ),
        }
    }
}
