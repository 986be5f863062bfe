//! Threads for work that is shared out.

use rayon::ThreadPoolBuilder;

/// Shares work out to the threads of the caller's pool, or to a pool that ends with the work.
///
/// The pool that rayon keeps for a whole process is not used: a forked process has that pool without its threads, and would wait for
/// them without end.
pub(crate) fn in_pool<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if rayon::current_thread_index().is_some() {
        return work();
    }
    match ThreadPoolBuilder::new().build() {
        Ok(pool) => pool.install(work),
        // No more threads to be had: those that are there must do.
        Err(_) => work(),
    }
}
