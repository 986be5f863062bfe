//! Many games at a time: one a thread, each thread with an engine of its own.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::player::{Engine, StopFlag};

/// Works on games with one thread of the current pool for each engine, and returns the results in the order of the games. No game
/// begins after `stop` is raised, and those without a result are left out.
pub fn with_engines<G: Sync, R: Send>(
    games: &[G],
    engines: &mut [Engine],
    stop: &StopFlag,
    work: impl Fn(&G, &mut Engine) -> Option<R> + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let of_engine = |engine: &mut Engine| {
        let mut found = Vec::new();
        while !stop.is_stopped() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = games.get(place) else { break };
            found.extend(work(game, engine).map(|one| (place, one)));
        }
        found
    };
    let mut found: Vec<(usize, R)> = engines.par_iter_mut().flat_map_iter(of_engine).collect();
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, one)| one).collect()
}
