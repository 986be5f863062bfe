//! Where the user's attempts at puzzles are kept.

use std::path::PathBuf;

use etcetera::base_strategy::{BaseStrategy, choose_base_strategy};

/// The file of attempts where no flag names one; `None` where the system names no folder for data.
pub(crate) fn file_of_user() -> Option<PathBuf> {
    let user = choose_base_strategy().ok()?;
    Some(user.data_dir().join("draughts-td").join("attempts.jsonl"))
}
