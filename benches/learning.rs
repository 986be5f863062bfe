//! The parts of learning alone, on one core: encoding, values, gradients. `cargo bench --bench learning`.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use draughts_td::features::{COUNT, GLOBALS, Subset};
use draughts_td::game::read_games;
use draughts_td::learning::{Checked, Encoder, Hyperparams, Learner, Stretch, fresh_model};
use draughts_td::network::SequenceBuffer;
use draughts_td::samples::{Episode, Filter, Sampler};

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

fn checked(subset: Subset) -> Checked {
    Hyperparams::for_inputs(subset).check().expect("the defaults are in range")
}

fn encoded(checked: &Checked) -> (SequenceBuffer, Vec<Vec<Stretch>>) {
    let (mut encoder, mut buffer) =
        (Encoder::new(checked), SequenceBuffer::new(GLOBALS.end, COUNT));
    let games = EPISODES.iter().map(|episode| {
        let mut stretches = Vec::new();
        encoder.encode(&episode.positions, false, &mut buffer, &mut stretches);
        stretches
    });
    let games = games.collect();
    (buffer, games)
}

fn positions() -> ItemsCount {
    ItemsCount::new(EPISODES.iter().map(|episode| episode.positions.len()).sum::<usize>())
}

#[divan::bench]
fn encode(bencher: Bencher) {
    let (mut encoder, mut buffer) =
        (Encoder::new(&checked(Subset::Nn4)), SequenceBuffer::new(GLOBALS.end, COUNT));
    let mut stretches = Vec::new();
    bencher.counter(positions()).bench_local(|| {
        buffer.clear();
        stretches.clear();
        for episode in EPISODES.iter() {
            encoder.encode(&episode.positions, false, &mut buffer, &mut stretches);
        }
        black_box(stretches.len())
    });
}

#[divan::bench(args = [Subset::Nn1, Subset::Nn2, Subset::Nn3, Subset::Nn4])]
fn values(bencher: Bencher, subset: &Subset) {
    let checked = checked(*subset);
    let mut learner = Learner::new(fresh_model(&checked), &checked, 0);
    let (buffer, games) = encoded(&checked);
    bencher.counter(positions()).bench_local(|| {
        for game in &games {
            let steps = game.iter().map(|s| (s.phase, buffer.sequence(s.sequence)));
            black_box(learner.judge(steps));
        }
    });
}

#[divan::bench(args = [Subset::Nn1, Subset::Nn2, Subset::Nn3, Subset::Nn4])]
fn learn(bencher: Bencher, subset: &Subset) {
    let checked = checked(*subset);
    let mut learner = Learner::new(fresh_model(&checked), &checked, 0);
    let (buffer, games) = encoded(&checked);
    bencher.counter(positions()).bench_local(|| {
        for (game, episode) in games.iter().zip(EPISODES.iter()) {
            let steps = game.iter().map(|s| (s.phase, buffer.sequence(s.sequence)));
            black_box(learner.learn(steps, episode.outcome));
        }
    });
}

/// Three phases, with this many of the 80 hidden units common to them.
#[divan::bench(args = [0, 40, 80])]
fn learn_phases(bencher: Bencher, shared: &usize) {
    let settings = Hyperparams {
        borders: vec![25, 15],
        shared: *shared,
        ..Hyperparams::for_inputs(Subset::Nn4)
    };
    let checked = settings.check().expect("in range");
    let mut learner = Learner::new(fresh_model(&checked), &checked, 0);
    let (buffer, games) = encoded(&checked);
    bencher.counter(positions()).bench_local(|| {
        for (game, episode) in games.iter().zip(EPISODES.iter()) {
            let steps = game.iter().map(|s| (s.phase, buffer.sequence(s.sequence)));
            black_box(learner.learn(steps, episode.outcome));
        }
    });
}
