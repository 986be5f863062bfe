//! A FEN comes from outside, and a king among twenty men has many ways to go. These positions were the worst that a search by
//! small changes found, by routes walked and by captures listed: up to 30,000 routes, a tenth of a millisecond.

use std::time::{Duration, Instant};

use draughts_td::board::MoveList;

use crate::hostile::HOSTILE;
use crate::spelling::{legal, position, spell};
use crate::twin::Twin;

#[test]
fn the_moves_of_hostile_positions_are_exact() {
    for text in HOSTILE {
        let position = position(text);
        let expected: Vec<String> = Twin::new(&position).legal().iter().map(spell).collect();
        assert_eq!(legal(&position), expected.join(" "), "{text}");
        assert_eq!(position.count_moves(&mut MoveList::new()), expected.len(), "{text}");
    }
}

/// A thousand times what it takes: this is to notice an explosion, not to measure.
#[test]
fn the_moves_of_hostile_positions_are_found_at_once() {
    for text in HOSTILE {
        let position = position(text);
        let took = |_| {
            let started = Instant::now();
            assert!(!MoveList::legal(&position).is_empty());
            started.elapsed()
        };
        let best = (0..5).map(took).min().expect("five times");
        assert!(best < Duration::from_millis(100), "{best:?} for {text}");
    }
}
