//! Seeded positions for tests and benches: from games of random moves, and pieces put anywhere the rules allow.
#![allow(dead_code, reason = "not every user needs every kind of position")]

use draughts_td::board::{Bitboard, ByColor, Color, MoveList, Position, Setup, Square};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Every position of `games` games of random moves.
pub fn played(games: usize, seed: u64) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Position::start();
        for _ in 0..120 {
            positions.push(position);
            let moves = MoveList::legal(&position);
            let Some(&mv) = moves.get(rng.random_range(0..moves.len().max(1))) else { break };
            position = position.succ(mv);
        }
    }
    positions
}

/// Positions with men and kings on random squares, from nearly empty to crowded boards.
pub fn scattered(count: usize, seed: u64) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count).map(|_| scatter(&mut rng)).collect()
}

fn scatter(rng: &mut Xoshiro256PlusPlus) -> Position {
    let mut men = ByColor { white: Bitboard::EMPTY, black: Bitboard::EMPTY };
    let mut kings = men;
    let filled = rng.random_range(2..80);
    let crowned = rng.random_range(0..30);
    for square in Square::all() {
        if rng.random_range(0..100) >= filled {
            continue;
        }
        let color = if rng.random() { Color::White } else { Color::Black };
        let promotion = if color == Color::White { 0 } else { 9 };
        let is_king = square.row() == promotion || rng.random_range(0..100) < crowned;
        let side = if is_king { &mut kings[color] } else { &mut men[color] };
        *side = side.with(square);
    }
    let turn = if rng.random() { Color::White } else { Color::Black };
    Setup { men, kings, turn }.check().expect("one piece a square, no man on its promotion row")
}
