//! Ctrl-C and the request to end: work is asked to stop, and is ended where it does not.

use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// The time in which work is to come to an orderly end.
const GRACE: Duration = Duration::from_millis(900);

/// The exit status of a process that was ended from outside, by the custom of shells.
const STATUS: i32 = 130;

/// Calls `stop` at the first Ctrl-C or request to end. What does not end by itself soon after, because it waits for a slow disk, a
/// pipe or a program, is broken off: nobody should have to kill the program.
///
/// # Errors
/// When the system lets nobody listen, or somebody in this process listens already.
pub fn on_request(stop: impl Fn() + Send + 'static) -> Result<()> {
    let asked = move || {
        stop();
        thread::sleep(GRACE);
        note!("Interrupted, and broken off at once; what was saved before stands.");
        std::process::exit(STATUS);
    };
    ctrlc::set_handler(asked).context("cannot listen for Ctrl-C")
}
