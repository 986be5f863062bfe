//! The move generator: leaves counted a second, lists made a second, plies of games replayed a second.
//!
//! `PERFT_DEEP=1 cargo bench --bench perft` adds depth 11 of the start position.

#[path = "../tests/rules/hostile.rs"]
mod hostile;
#[path = "../tests/rules/positions.rs"]
mod positions;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use draughts_td::board::perft::perft;
use draughts_td::board::{Move, MoveList, Position, fen, legal_moves};

fn main() {
    divan::main();
}

fn leaves(bencher: Bencher, position: Position, depth: u8) {
    let count = perft(&position, depth);
    bencher.counter(ItemsCount::new(count)).bench(|| perft(black_box(&position), depth));
}

fn depths() -> Vec<u8> {
    match std::env::var_os("PERFT_DEEP") {
        Some(_) => vec![9, 10, 11],
        None => vec![9, 10],
    }
}

#[divan::bench(args = depths(), sample_count = 5, sample_size = 1)]
fn start_position(bencher: Bencher, depth: u8) {
    leaves(bencher, Position::start(), depth);
}

/// Men against men with many exchanges; a crowd with kings; kings and men in the open.
const MIDDLE_GAMES: [(&str, u8); 3] = [
    ("W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26", 14),
    ("B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24", 8),
    ("W:WK1,K20,31,36:BK46,K5,15,16", 7),
];

#[divan::bench(args = [0, 1, 2], sample_count = 5, sample_size = 1)]
fn middle_game(bencher: Bencher, index: usize) {
    let (text, depth) = MIDDLE_GAMES[index];
    leaves(bencher, fen::read(text).expect(text), depth);
}

/// Positions enough that branch predictors learn as little from them as from a search.
#[divan::bench(sample_count = 20)]
fn legal_move_lists(bencher: Bencher) {
    let positions = positions::played(200, 1);
    let mut list = MoveList::new();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in &positions {
            legal_moves(black_box(position), &mut list);
            black_box(&list);
        }
    });
}

/// The positions with the most capture routes that are known.
#[divan::bench(args = hostile::HOSTILE, sample_count = 20)]
fn hostile_position(bencher: Bencher, text: &str) {
    let position = fen::read(text).expect(text);
    let mut list = MoveList::new();
    bencher.bench_local(|| legal_moves(black_box(&position), &mut list));
}

/// One ply of a written game: the squares are known, the move is checked and made.
fn replay(position: &Position, mv: Move, list: &mut MoveList) -> Position {
    let found = if mv.is_capture() {
        position.captures_between(mv.from(), mv.to(), list);
        list.first().copied()
    } else {
        position.quiet_move(mv.from(), mv.to())
    };
    position.succ(found.expect("a legal move"))
}

#[divan::bench(sample_count = 20)]
fn replayed_plies(bencher: Bencher) {
    let plies = positions::games(200, 1);
    let mut list = MoveList::new();
    bencher.counter(ItemsCount::new(plies.len())).bench_local(|| {
        for (position, mv) in &plies {
            black_box(replay(black_box(position), black_box(*mv), &mut list));
        }
    });
}
