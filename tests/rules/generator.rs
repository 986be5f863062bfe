//! The fast generator agrees with a slow one written from the articles, over positions of many kinds.

use draughts_td::board::{MoveList, Position, fen};

use crate::positions;
use crate::spelling::{legal, spell};
use crate::twin::{Experiences, Twin};

/// In how many positions each rare thing happened.
#[derive(Debug, Default)]
struct Met {
    positions: usize,
    longest: usize,
    met_taken: usize,
    round_trips: usize,
    twin_routes: usize,
    crossings: usize,
    passes: usize,
}

impl Met {
    fn add(&mut self, seen: Experiences) {
        self.positions += 1;
        self.longest = self.longest.max(seen.longest);
        self.met_taken += usize::from(seen.met_taken > 0);
        self.round_trips += usize::from(seen.round_trips > 0);
        self.twin_routes += usize::from(seen.twin_routes > 0);
        self.crossings += usize::from(seen.crossings > 0);
        self.passes += usize::from(seen.passes > 0);
    }
}

fn agree(positions: Vec<Position>) -> Met {
    let mut met = Met::default();
    let mut scratch = MoveList::new();
    for position in positions {
        let mut twin = Twin::new(&position);
        let expected = twin.legal();
        let spelled: Vec<String> = expected.iter().map(spell).collect();
        let text = fen::write(&position);
        assert_eq!(legal(&position), spelled.join(" "), "{text}");
        assert_eq!(position.count_moves(&mut scratch), expected.len(), "{text}");
        met.add(twin.experiences);
    }
    met
}

#[test]
fn the_generators_agree_in_games_of_random_moves() {
    let met = agree(positions::played(150, 1));
    assert!(met.positions > 10_000 && met.longest >= 5, "{met:?}");
}

#[test]
fn the_generators_agree_with_men_and_kings_thrown_on_the_board() {
    let met = agree(positions::scattered(20_000, 2));
    assert!(met.passes > 100 && met.round_trips > 50 && met.longest >= 8, "{met:?}");
}

/// Here the rare rules occur: captured pieces that block, squares crossed twice, round trips, several routes.
#[test]
fn the_generators_agree_where_kings_hunt_many_pieces() {
    let met = agree(positions::hunts(5_000, 3));
    assert!(met.met_taken > 2_000 && met.crossings > 2_000 && met.twin_routes > 2_000, "{met:?}");
    assert!(met.round_trips > 100 && met.longest >= 12, "{met:?}");
}
