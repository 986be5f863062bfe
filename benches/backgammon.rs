//! Backgammon: plies of random games and games learned a second, on one core and on two. `cargo bench --bench backgammon`.

use divan::Bencher;
use divan::counter::ItemsCount;
use draughts_td::backgammon::{Board, Roll, Side, plays};
use draughts_td::experiments::backgammon::{BackgammonLearner, Variant};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

fn main() {
    divan::main();
}

/// Games of one sample.
const RANDOM: u32 = 500;
const LEARNED: u32 = 500;

fn stream(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Plies of some random games.
fn random_games(seed: u64) -> u64 {
    let (mut random, mut list, mut count) = (stream(seed), Vec::new(), 0);
    for _ in 0..RANDOM {
        let (mut roll, is_white) = Roll::opening(&mut random);
        let mut board = Board::start(if is_white { Side::White } else { Side::Black });
        while board.winner().is_none() {
            plays(&board, roll, &mut list);
            board = list[(random.next_u64() % list.len() as u64) as usize].board;
            roll = Roll::thrown(&mut random);
            count += 1;
        }
    }
    count
}

#[divan::bench(args = [1, 2], sample_count = 20, sample_size = 1)]
fn random_plies(bencher: Bencher, threads: u64) {
    let plies: u64 = (0..threads).map(random_games).sum();
    bencher.counter(ItemsCount::new(plies)).bench(|| {
        std::thread::scope(|scope| {
            (0..threads).for_each(|seed| drop(scope.spawn(move || random_games(seed))));
        });
    });
}

/// A network that is past the long games of the beginning.
fn student() -> BackgammonLearner {
    let mut student = BackgammonLearner::new(Variant::PAPER, &mut stream(1));
    learn(&mut student, 2);
    learn(&mut student, 3);
    student
}

fn learn(student: &mut BackgammonLearner, seed: u64) {
    let mut dice = stream(seed);
    for _ in 0..LEARNED {
        student.play_itself(&mut dice);
    }
}

#[divan::bench(args = [1, 2], sample_count = 10, sample_size = 1)]
fn games_learned(bencher: Bencher, threads: u64) {
    let student = student();
    bencher.counter(ItemsCount::new(threads * u64::from(LEARNED))).bench(|| {
        std::thread::scope(|scope| {
            for seed in 0..threads {
                let mut student = student.clone();
                scope.spawn(move || learn(&mut student, seed));
            }
        });
    });
}
