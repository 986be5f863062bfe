//! Ctrl-C and the request to end: the program ends with status 130, at once, or after saving where there is something to save.

#[cfg(unix)]
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::engine::StopFlag;

/// The exit status of an interrupted verb: 128 and the number of the signal of Ctrl-C, as shells have it.
pub const STATUS: u8 = 130;

/// The time in which work is to come to an orderly end after it was asked to.
const GRACE: Duration = Duration::from_millis(900);

/// Ends the program.
static END: OnceLock<fn()> = OnceLock::new();

/// Raised by the first Ctrl-C, for a verb that ends by itself.
static FLAG: OnceLock<StopFlag> = OnceLock::new();

/// Said before a verb is ended at once.
static LAST_WORD: OnceLock<&str> = OnceLock::new();

static LISTENS: AtomicBool = AtomicBool::new(false);

/// Listens from now on; `end` ends the program. Where `nohup`, say, has a signal ignored, it stays ignored.
pub fn listen(end: fn()) {
    let _ = END.set(end);
    survive_large_files();
    LISTENS.store(ctrlc::try_set_handler(heed).is_ok(), Ordering::Relaxed);
}

/// A file that grows beyond `ulimit -f` is an error of the write, as on a full disk, and not the end of the program.
fn survive_large_files() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// From now on the first Ctrl-C only raises this flag, and the verb ends by itself; a second one ends it at once.
#[must_use]
pub fn flag() -> StopFlag {
    if !LISTENS.swap(true, Ordering::Relaxed) {
        let _ = ctrlc::set_handler(heed);
    }
    FLAG.get_or_init(StopFlag::new).clone()
}

/// What is said before the verb is ended.
pub fn say_at_the_end(word: &'static str) {
    let _ = LAST_WORD.set(word);
}

fn heed() {
    match FLAG.get() {
        Some(flag) if !flag.is_stopped() => {
            flag.stop();
            // Work that waits for a slow disk, a pipe or a program is broken off: nobody should have to kill the program.
            thread::sleep(GRACE);
            note!("interrupted, and broken off at once; what was saved before stands");
            end();
        }
        _ => {
            if let Some(word) = LAST_WORD.get() {
                note!("{word}");
            }
            end();
        }
    }
}

fn end() {
    if let Some(end) = END.get() {
        end();
    }
}
