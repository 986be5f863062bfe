//! Won positions drawn by lot.

use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::settings::EndingsSettings;
use crate::board::{Bitboard, ByColor, Color, History, Position, Setup, Square};
use crate::tablebase::{MaterialKey, Tables, Wdl};

/// Draws for each position that is asked for; long wins are rare, and of few pieces there are none.
const TRIES: usize = 100_000;

/// Positions that the side to move wins without a capture, within the draw counts that begin with them: a slice by lot, its
/// pieces on squares by lot, and one of two positions turned so that Black is to move. What is no such win is drawn again, so often that
/// fewer positions than are asked for mean that there are hardly any.
pub fn won_positions(settings: &EndingsSettings, tables: &Tables) -> Vec<Position> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let slices: Vec<MaterialKey> = (2..=settings.pieces).flat_map(MaterialKey::all).collect();
    let drawn = std::iter::from_fn(|| {
        let slice = slices.choose(&mut random)?;
        Some(
            set_up(*slice, &mut random)
                .filter(|position| is_won(position, tables, settings.least_plies)),
        )
    });
    drawn.take(settings.positions * TRIES).flatten().take(settings.positions).collect()
}

fn set_up(slice: MaterialKey, random: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let mut square = || {
        let number = 1 + (random.next_u64() % 50) as u8;
        Square::new(number).expect("there are 50 squares")
    };
    let mut set =
        |count: usize| (0..count).fold(Bitboard::EMPTY, |set: Bitboard, _| set.with(square()));
    let men = ByColor::from_fn(|color| set(slice.men(color)));
    let kings = ByColor::from_fn(|color| set(slice.kings(color)));
    let position = Setup { men, kings, turn: Color::White }.check().ok()?;
    let is_whole = position.occupied().len() == slice.pieces();
    let is_turned = random.next_u64() % 2 == 1;
    is_whole.then(|| if is_turned { position.mirrored() } else { position })
}

fn is_won(position: &Position, tables: &Tables, least_plies: u32) -> bool {
    let fits = || {
        let left = History::new(position).plies_left();
        let distance = tables.distance(position);
        distance.is_some_and(|distance| distance.fits(left) && distance.plies() >= least_plies)
    };
    !position.must_capture() && tables.probe(position) == Some(Wdl::Win) && fits()
}
