//! Several desks at work: jobs are taken as desks come free, results stand in the order of the jobs.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};

/// Does every job at one of the desks, each desk on a thread of its own.
pub(super) fn parallel_map<D: Send, J: Sync, R: Send>(
    desks: &mut [D],
    jobs: &[J],
    work: impl Fn(&mut D, &J) -> R + Sync,
) -> Vec<R> {
    let queue = Mutex::new(jobs.iter().enumerate());
    let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let mut results: Vec<(usize, R)> = std::thread::scope(|scope| {
        let (take, work) = (&take, &work);
        let at = |desk: &mut D| {
            let mut done = Vec::new();
            while let Some((place, job)) = take() {
                done.push((place, work(desk, job)));
            }
            done
        };
        let threads: Vec<_> = desks.iter_mut().map(|desk| scope.spawn(move || at(desk))).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, Vec<(usize, R)>>| {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        threads.into_iter().flat_map(join).collect()
    });
    results.sort_unstable_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_the_jobs_whoever_did_them() {
        for desks in 1..5 {
            let mut desks = vec![0; desks];
            let jobs: Vec<u32> = (0..50).collect();
            let results = parallel_map(&mut desks, &jobs, |done, job| {
                *done += 1;
                2 * job
            });
            assert!(results.into_iter().eq((0..50).map(|job| 2 * job)));
            assert_eq!(desks.iter().sum::<u32>(), 50);
        }
    }
}
