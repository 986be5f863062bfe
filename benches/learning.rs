//! Each part of learning by itself, on one core: encoding, values, gradients. `cargo bench --bench learning`.

use std::ops::{ControlFlow, Range};
use std::sync::LazyLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use draughts_td::dataset::{Episode, Filter, Sampler};
use draughts_td::features::Subset;
use draughts_td::learning::Learner;
use draughts_td::models::network::{Encoder, NetworkModel, NetworkSettings, Steps};
use draughts_td::models::{Model, ModelSettings};
use draughts_td::parallel::read_games;

fn main() {
    divan::main();
}

/// The kept positions of a few hundred games of the sample.
static EPISODES: LazyLock<Vec<Episode>> = LazyLock::new(|| {
    let (mut episodes, mut sampler) = (Vec::new(), Sampler::new(Filter::default()));
    read_games(&["pdn/sample.pdn.zst"], 1, |item| {
        if let Ok((_, game)) = item {
            let mut episode = Episode::default();
            let outcome = game.outcome().white_score().unwrap_or(0.0);
            let segment = game.main();
            sampler.sample(segment.positions, segment.moves, outcome, &mut episode);
            episodes.push(episode);
        }
        if episodes.len() < 500 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    episodes
});

fn settings(subset: Subset) -> NetworkSettings {
    NetworkSettings::for_inputs(subset)
}

fn learner(settings: &NetworkSettings) -> Learner<NetworkModel> {
    Learner::new(NetworkModel::first(settings, 1), 0.9, settings.rates(1.0))
}

fn encoded(settings: &NetworkSettings) -> (Steps, Vec<Range<usize>>) {
    let mut encoder = Encoder::new(settings);
    let mut steps = NetworkModel::no_steps(&encoder);
    let games = EPISODES
        .iter()
        .map(|episode| NetworkModel::encode(&mut encoder, &episode.positions, false, &mut steps))
        .collect();
    (steps, games)
}

fn positions() -> ItemsCount {
    ItemsCount::new(EPISODES.iter().map(|episode| episode.positions.len()).sum::<usize>())
}

#[divan::bench]
fn encode(bencher: Bencher) {
    let mut encoder = Encoder::new(&settings(Subset::Nn4));
    let mut steps = NetworkModel::no_steps(&encoder);
    bencher.counter(positions()).bench_local(|| {
        NetworkModel::clear(&mut steps);
        for episode in EPISODES.iter() {
            NetworkModel::encode(&mut encoder, &episode.positions, false, &mut steps);
        }
        black_box(steps.len())
    });
}

#[divan::bench(args = [Subset::Nn1, Subset::Nn2, Subset::Nn3, Subset::Nn4])]
fn values(bencher: Bencher, subset: &Subset) {
    let settings = settings(*subset);
    let mut learner = learner(&settings);
    let (steps, games) = encoded(&settings);
    bencher.counter(positions()).bench_local(|| {
        for game in &games {
            black_box(learner.values(&steps, game.clone()));
        }
    });
}

#[divan::bench(args = [Subset::Nn1, Subset::Nn2, Subset::Nn3, Subset::Nn4])]
fn learn(bencher: Bencher, subset: &Subset) {
    learn_with(bencher, &settings(*subset));
}

/// Three phases, with this many of the 80 hidden units common to them.
#[divan::bench(args = [0, 40, 80])]
fn learn_phases(bencher: Bencher, shared: &usize) {
    let settings =
        NetworkSettings { borders: vec![25, 15], shared: *shared, ..settings(Subset::Nn4) };
    learn_with(bencher, &settings);
}

fn learn_with(bencher: Bencher, settings: &NetworkSettings) {
    let mut learner = learner(settings);
    let (steps, games) = encoded(settings);
    bencher.counter(positions()).bench_local(|| {
        for (game, episode) in games.iter().zip(EPISODES.iter()) {
            black_box(learner.learn(&steps, game.clone(), episode.outcome));
        }
    });
}
