//! The numbers of a run, and won positions drawn by lot.

use std::time::Duration;

use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::board::{Bitboard, ByColor, Color, History, Position, Setup, Square};
use crate::engine::Budget;
use crate::tablebase::{MaterialKey, Tables, Wdl};

/// Raised whenever a change of the program changes the figures.
const REVISION: u32 = 1;

/// What the engine knows of each position in the tables. The defence always knows the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Knowledge {
    /// Who wins, and in how many plies.
    Distances,
    Verdicts,
}

impl Knowledge {
    pub const ALL: [Knowledge; 2] = [Knowledge::Distances, Knowledge::Verdicts];

    pub const fn name(self) -> &'static str {
        match self {
            Knowledge::Distances => "distances",
            Knowledge::Verdicts => "verdicts",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndingsSettings {
    revision: u32,
    pub seed: u64,
    pub positions: usize,
    pub pieces: u32,
    /// The fewest plies in which they are won, or more.
    pub least_plies: u32,
    pub seconds: Option<f64>,
    pub nodes: Option<u64>,
    pub net: String,
}

impl EndingsSettings {
    /// The full size: 1,000 positions, 50 ms a move.
    pub fn full(seed: u64, pieces: u32, net: &str) -> EndingsSettings {
        EndingsSettings {
            revision: REVISION,
            seed,
            positions: 1000,
            pieces,
            least_plies: 1,
            seconds: Some(0.05),
            nodes: None,
            net: net.into(),
        }
    }

    /// A small size that gives the same figures every time: 50 positions, 2,000 nodes a move.
    pub fn quick(seed: u64, pieces: u32, net: &str) -> EndingsSettings {
        let (positions, seconds, nodes) = (50, None, Some(2000));
        EndingsSettings { positions, seconds, nodes, ..EndingsSettings::full(seed, pieces, net) }
    }

    pub fn budget(&self) -> Budget {
        let time = self.seconds.map(Duration::from_secs_f64);
        Budget { time, nodes: self.nodes, ..Budget::INFINITE }
    }

    pub fn pace(&self) -> String {
        match (self.seconds, self.nodes) {
            (Some(seconds), _) => format!("{:.0} ms a move", 1000.0 * seconds),
            (None, Some(nodes)) => format!("{nodes} nodes a move"),
            (None, None) => "no limit".into(),
        }
    }
}

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
