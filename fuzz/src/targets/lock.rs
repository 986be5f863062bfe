//! Lock files: one of another program stays as it is, one of this program is taken over, and a holder has no control characters.

use std::fs::{self, File};

use draughts_td::lock::{Lock, LockError};

use super::bytes::Bytes;
use super::scratch;

/// The name of an output, and of its lock file.
const OUTPUT: &str = "out";
const LOCK: &str = ".out.draughts-td-lock";

/// Locks an output beside a lock file with this content, which a process holds where the first byte is odd.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let is_held = bytes.byte() % 2 == 1;
    let content = bytes.0;
    scratch::with_file(LOCK, content, |file| {
        let holder = File::open(file).expect("the lock file");
        if is_held {
            holder.lock().expect("a lock");
        }
        let locked = Lock::on(&file.with_file_name(OUTPUT));
        match &locked {
            Ok(_) => assert!(!is_held && fs::read(file).is_ok_and(|text| text != content)),
            Err(LockError::Held { holder, .. }) => {
                assert!(is_held && !holder.chars().any(char::is_control));
            }
            Err(error) => assert!(!is_held && !error.to_string().is_empty()),
        }
        if locked.is_err() {
            assert_eq!(fs::read(file).expect("the lock file"), content);
        }
        let was_taken = locked.is_ok();
        drop(locked);
        assert_eq!(file.exists(), !was_taken);
    });
}
