//! Seeded positions for tests and benches of the rules.
#![allow(dead_code, reason = "not every user needs every kind of position")]

use draughts_td::board::{Bitboard, ByColor, Color, Move, MoveList, Position, Setup, Square};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Random = Xoshiro256PlusPlus;

/// Every position of games of random moves, with the move played in it.
pub fn games(count: usize, seed: u64) -> Vec<(Position, Move)> {
    let mut random = Random::seed_from_u64(seed);
    let mut plies = Vec::new();
    for _ in 0..count {
        let mut position = Position::start();
        for _ in 0..150 {
            let moves = MoveList::legal(&position);
            let Some(&mv) = moves.get(random.random_range(0..moves.len().max(1))) else { break };
            plies.push((position, mv));
            position = position.succ(mv);
        }
    }
    plies
}

/// The positions of games of random moves.
pub fn played(count: usize, seed: u64) -> Vec<Position> {
    games(count, seed).into_iter().map(|(position, _)| position).collect()
}

/// Men and kings on random squares, from nearly empty to crowded boards, at most 20 a side.
pub fn scattered(count: usize, seed: u64) -> Vec<Position> {
    let mut random = Random::seed_from_u64(seed);
    (0..count)
        .map(|_| {
            let pieces = ByColor::from_fn(|_| random.random_range(1..=20));
            let kings = ByColor::from_fn(|_| random.random_range(0..=60));
            scatter(&mut random, pieces, kings)
        })
        .collect()
}

/// Few kings against many pieces off the edge, where captures are long and cross themselves.
pub fn hunts(count: usize, seed: u64) -> Vec<Position> {
    let mut random = Random::seed_from_u64(seed);
    (0..count)
        .map(|_| {
            let (hunters, game) = (random.random_range(1..=3), random.random_range(6..=14));
            let mut setup = Setup {
                men: ByColor::default(),
                kings: ByColor::default(),
                turn: if random.random() { Color::White } else { Color::Black },
            };
            let us = setup.turn;
            let inner =
                |square: Square| (1..9).contains(&square.row()) && (1..9).contains(&square.file());
            let mut free = Bitboard::ALL;
            for _ in 0..game {
                let square = pick(&mut random, free.into_iter().filter(|&s| inner(s)).collect());
                free = without_some_neighbours(&mut random, free.without(square), square);
                setup.men[!us] |= Bitboard::from_square(square);
                if !free.into_iter().any(inner) {
                    break;
                }
            }
            for _ in 0..hunters {
                let empty = !(setup.men[!us] | setup.kings[us]);
                let square = pick(&mut random, empty);
                setup.kings[us] |= Bitboard::from_square(square);
            }
            setup.check().expect("no man stands on the edge")
        })
        .collect()
}

/// Mostly leaves the squares next to a victim empty, so that it can be taken.
fn without_some_neighbours(random: &mut Random, free: Bitboard, square: Square) -> Bitboard {
    use draughts_td::board::Direction;
    Direction::ALL.into_iter().fold(free, |free, direction| match random.random_range(0..4) {
        0 => free,
        _ => free - Bitboard::from_square(square).shifted(direction),
    })
}

fn pick(random: &mut Random, from: Bitboard) -> Square {
    let index = random.random_range(0..from.len() as usize);
    from.into_iter().nth(index).expect("a square is left")
}

fn scatter(random: &mut Random, pieces: ByColor<u32>, kings: ByColor<u32>) -> Position {
    let turn = if random.random() { Color::White } else { Color::Black };
    let mut setup = Setup { men: ByColor::default(), kings: ByColor::default(), turn };
    let mut free = Bitboard::ALL;
    for color in Color::ALL {
        let promotion = if color == Color::White { 0 } else { 9 };
        for _ in 0..pieces[color] {
            let square = pick(random, free);
            free = free.without(square);
            let is_king = square.row() == promotion || random.random_range(0..100) < kings[color];
            let set = if is_king { &mut setup.kings } else { &mut setup.men };
            set[color] |= Bitboard::from_square(square);
        }
    }
    setup.check().expect("one piece a square, no man on its promotion row")
}
