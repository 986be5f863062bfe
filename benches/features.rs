//! Nanoseconds for the inputs of one position, over quiet positions from games of random moves.

#[path = "../tests/features/positions.rs"]
mod positions;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use draughts_td::board::Position;
use draughts_td::features::{COUNT, Globals, Inputs};

fn main() {
    divan::main();
}

/// Positions enough that branch predictors learn as little from them as from a database.
fn quiet() -> Vec<Position> {
    let mut positions = positions::played(200, 1);
    positions.retain(|position| !position.must_capture());
    positions.truncate(5000);
    positions
}

fn over<T>(bencher: Bencher, work: impl Fn(&Position) -> T + Sync) {
    let positions = quiet();
    let run = || {
        for position in &positions {
            black_box(work(black_box(position)));
        }
    };
    bencher.counter(ItemsCount::new(positions.len())).bench(run);
}

#[divan::bench]
fn globals(bencher: Bencher) {
    over(bencher, Globals::of);
}

#[divan::bench]
fn sparse(bencher: Bencher) {
    over(bencher, Inputs::of);
}

#[divan::bench]
fn dense(bencher: Bencher) {
    let positions = quiet();
    let mut values = [0.0; COUNT];
    let run = || {
        for position in &positions {
            Inputs::of(black_box(position)).write_dense(&mut values);
            black_box(&values);
        }
    };
    bencher.counter(ItemsCount::new(positions.len())).bench_local(run);
}

#[divan::bench]
fn mirrored(bencher: Bencher) {
    let inputs: Vec<Inputs> = quiet().iter().map(Inputs::of).collect();
    let run = || {
        for inputs in &inputs {
            black_box(black_box(inputs).mirrored());
        }
    };
    bencher.counter(ItemsCount::new(inputs.len())).bench(run);
}

#[divan::bench]
fn visit(bencher: Bencher) {
    let inputs: Vec<Inputs> = quiet().iter().map(Inputs::of).collect();
    let run = || {
        for inputs in &inputs {
            let mut sum = 0.0;
            black_box(inputs).for_each(|index, value| sum += value * index as f32);
            black_box(sum);
        }
    };
    bencher.counter(ItemsCount::new(inputs.len())).bench(run);
}
