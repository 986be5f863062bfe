//! What one execution may cost: a second of processor time and 64 MiB above what was in use before.

use std::alloc::{GlobalAlloc, Layout, System};
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The most processor time of one execution.
const LONGEST: Duration = Duration::from_secs(1);

/// The most memory of one execution, in bytes.
const LARGEST: usize = 64 << 20;

/// Nobody fills [`LARGEST`] with new pages faster than this; quicker executions need no look at the pages.
const QUICK: Duration = Duration::from_millis(4);

/// libFuzzer itself grows too: its pages are counted once in some executions.
const LOOK: usize = 1024;

/// Runs a target, and aborts if it breaks a limit, so that libFuzzer keeps the input.
///
/// # Panics
/// If the target takes too long or too much memory.
pub fn hold(target: fn(&[u8]), data: &[u8]) {
    let number = EXECUTIONS.load(Relaxed);
    EXECUTIONS.store(number.wrapping_add(1), Relaxed);
    if number.is_multiple_of(LOOK) {
        PAGES.store(usage().pages, Relaxed);
    }
    let before = Instant::now();
    CEILING.store(LIVE.load(Relaxed).saturating_add(LARGEST), Relaxed);
    target(data);
    CEILING.store(usize::MAX, Relaxed);
    let elapsed = before.elapsed();
    if elapsed > QUICK {
        let grown = usage().pages;
        let by = grown.saturating_sub(PAGES.swap(grown, Relaxed));
        assert!(by <= LARGEST, "one execution took {by} bytes of new pages");
    }
    if elapsed > LONGEST {
        hold_to_time(target, data);
    }
}

/// Another process may have had the processor: only a second run that is slow by the process's own clock counts.
fn hold_to_time(target: fn(&[u8]), data: &[u8]) {
    let before = usage().processor;
    target(data);
    let spent = usage().processor.saturating_sub(before);
    assert!(spent <= LONGEST, "one execution took {spent:?} of processor time");
}

/// What the process has used so far.
struct Usage {
    processor: Duration,
    /// The most bytes it has had in memory.
    pages: usize,
}

fn usage() -> Usage {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the call fills the structure it is given, which is valid when zeroed.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    };
    let time = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec.unsigned_abs())
            + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
    };
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    let pages = usize::try_from(usage.ru_maxrss).unwrap_or(0) * unit;
    Usage { processor: time(usage.ru_utime) + time(usage.ru_stime), pages }
}

static EXECUTIONS: AtomicUsize = AtomicUsize::new(0);

/// The most bytes in memory so far, as last looked at.
static PAGES: AtomicUsize = AtomicUsize::new(0);

/// Bytes allocated and not freed, and how many there may be. Targets that play games do so on threads of their own.
static LIVE: AtomicUsize = AtomicUsize::new(0);
static CEILING: AtomicUsize = AtomicUsize::new(usize::MAX);

/// The system's allocator, which counts.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

fn count(more: usize, less: usize) {
    let change = more.wrapping_sub(less);
    let live = LIVE.fetch_add(change, Relaxed).wrapping_add(change);
    if more > less && live > CEILING.load(Relaxed) {
        CEILING.store(usize::MAX, Relaxed);
        eprintln!("one execution asked for {more} bytes, beyond {LARGEST} in all");
        std::process::abort();
    }
}

// SAFETY: every call is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(0, layout.size());
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        unsafe { System.realloc(pointer, layout, size) }
    }
}
