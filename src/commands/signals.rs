//! Signals (SIGINT, SIGTERM): the program ends with status 130, at once or after saving.

#[cfg(unix)]
use std::sync::Arc;
use std::sync::{Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use crate::player::StopFlag;
use crate::run::read_seconds;

/// The exit status of an interrupted verb: 128 and the number of the signal of Ctrl-C, as shells have it.
pub const STATUS: u8 = 130;

/// The time for an orderly end after the first signal, unless [`GRACE_VARIABLE`] gives another.
const GRACE: Duration = Duration::from_millis(900);

/// The environment variable with the seconds for an orderly end: a slow disk may need more.
const GRACE_VARIABLE: &str = "DRAUGHTS_TD_GRACE";

fn grace() -> Duration {
    let given = std::env::var(GRACE_VARIABLE).ok();
    given.and_then(|text| read_seconds(&text).ok()).unwrap_or(GRACE)
}

static END: OnceLock<fn()> = OnceLock::new();

/// What the running command does about a signal.
struct Plan {
    /// Raised by the first Ctrl-C, for a verb that ends by itself.
    flag: Option<StopFlag>,
    /// Printed before a verb is ended at once.
    last_message: Option<&'static str>,
}

static PLAN: Mutex<Plan> = Mutex::new(Plan { flag: None, last_message: None });

fn plan() -> MutexGuard<'static, Plan> {
    PLAN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Forgets what an earlier command of this process did about signals.
pub(crate) fn begin() {
    *plan() = Plan { flag: None, last_message: None };
}

/// Installs the handler; `end` ends the program. A hang-up that is ignored already, as by `nohup`, stays ignored.
pub fn listen(end: fn()) {
    static INSTALLED: Once = Once::new();
    let _ = END.set(end);
    INSTALLED.call_once(|| {
        survive_large_files();
        install();
    });
}

#[cfg(unix)]
fn install() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let hang_up = (!is_ignored(SIGHUP)).then_some(SIGHUP);
    let signals = [SIGINT, SIGTERM].into_iter().chain(hang_up);
    if let Ok(mut signals) = signal_hook::iterator::Signals::new(signals) {
        thread::spawn(move || signals.forever().for_each(|_| handle()));
    }
}

#[cfg(not(unix))]
fn install() {
    let _ = ctrlc::set_handler(handle);
}

/// Whether this process began with a signal ignored, where the system says so (Linux).
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Ignores SIGXFSZ: a file that grows beyond `ulimit -f` is then a write error, as on a full disk.
fn survive_large_files() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// The flag that the first signal raises from now on; the verb then ends by itself, and a second signal ends it at once.
pub(crate) fn flag() -> StopFlag {
    plan().flag.get_or_insert_with(StopFlag::new).clone()
}

/// Sets the message that is printed before a verb is ended at once.
pub(crate) fn set_last_message(text: &'static str) {
    plan().last_message = Some(text);
}

fn handle() {
    let (flag, last_message) = {
        let plan = plan();
        (plan.flag.clone(), plan.last_message)
    };
    match flag {
        Some(flag) if !flag.is_stopped() => {
            flag.stop();
            // Work that waits for a slow disk, a pipe or a program is broken off.
            thread::sleep(grace());
            note!("interrupted, and broken off at once; what was saved before is kept");
            end();
        }
        _ => {
            if let Some(text) = last_message {
                note!("{text}");
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
