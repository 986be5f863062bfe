//! Nanoseconds for one look at the tables of two to four pieces, which are made first, with positions in no order.

use std::sync::LazyLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use draughts_td::board::{Bitboard, ByColor, Color, Position, Setup, Square};
use draughts_td::tablebase::{BuildRequest, MaterialKey, Tables, build};

fn main() {
    divan::main();
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let dir = tempfile::tempdir().expect("a folder");
    let order =
        BuildRequest { dir: dir.path().to_path_buf(), pieces: 4, distances: true, threads: 2 };
    build(&order, &mut |_| {}, &|| false).expect("built");
    Tables::open(dir.path()).expect("tables").0
});

/// Positions of four pieces at random squares, every slice alike.
fn positions(captures: bool) -> Vec<Position> {
    let mut state = 1_u64;
    // Xorshift (Marsaglia 2003).
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let slices = MaterialKey::all(4);
    let drawn = std::iter::from_fn(|| {
        let slice = slices[random() as usize % slices.len()];
        Some(position(slice, &mut random))
    });
    drawn.flatten().filter(|position| position.must_capture() == captures).take(10_000).collect()
}

fn position(slice: MaterialKey, random: &mut dyn FnMut() -> u64) -> Option<Position> {
    let mut set = |count: usize| {
        (0..count).fold(Bitboard::EMPTY, |set, _| {
            set.with(Square::new(1 + (random() % 50) as u8).expect("50 squares"))
        })
    };
    let men = ByColor::from_fn(|color| set(slice.men(color)));
    let kings = ByColor::from_fn(|color| set(slice.kings(color)));
    let turn = if random().is_multiple_of(2) { Color::White } else { Color::Black };
    let position = Setup { men, kings, turn }.check().ok()?;
    (position.occupied().len() == 4).then_some(position)
}

fn look_up(bencher: Bencher, captures: bool) {
    let positions = positions(captures);
    let tables = &*TABLES;
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        for position in &positions {
            black_box(tables.outcome(black_box(position)));
        }
    });
}

#[divan::bench(sample_count = 50)]
fn quiet(bencher: Bencher) {
    look_up(bencher, false);
}

#[divan::bench(sample_count = 50)]
fn with_a_capture(bencher: Bencher) {
    look_up(bencher, true);
}
