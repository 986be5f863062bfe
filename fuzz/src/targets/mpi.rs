//! Messages between processes: a share of a batch that is read is written and read back the same; games are understood or not.

use draughts_td::arena::tournament::is_message;
use draughts_td::learning::share_written_again;

/// Reads a message as one of `learn --mpi`, and as one of a match.
pub fn run(data: &[u8]) {
    if let Some(again) = share_written_again(data) {
        assert!(again.len() <= data.len(), "places that are written twice");
        assert_eq!(share_written_again(&again), Some(again));
    }
    let _ = is_message(data);
}
