//! A step after many games: what the games would change one by one, summed; the same weights whatever the threads and however often
//! a run is broken off.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use draughts_td::dataset::Filter;
use draughts_td::learning::{
    Event, Hyperparams, Intervals, MemoryGame, PdnFiles, SingleProcess, Snapshot, Source, Trained,
    fit, fit_batches,
};
use draughts_td::models::Model;
use draughts_td::models::network::{NetworkModel, NetworkSettings};
use draughts_td::models::nnue::{Nnue, NnueSettings};
use draughts_td::models::patterns::{PatternSettings, Patterns};
use draughts_td::models::separated::{Separated, SeparatedSettings};
use draughts_td::parallel::read_games;

use crate::run::{program, told};

const SAMPLE: &str = "pdn/sample.pdn.zst";

const RARELY: Intervals = Intervals { checkpoint: Duration::MAX, curve: 0 };

/// Decided games of the sample, in memory.
fn games(count: usize) -> Vec<MemoryGame> {
    let mut games = Vec::new();
    read_games(&[SAMPLE], 1, |read| {
        let game = read.ok().map(|(_, game)| MemoryGame {
            positions: game.main().positions.to_vec(),
            moves: game.main().moves.to_vec(),
            score: game.outcome().white_score(),
        });
        games.extend(game.filter(|game| game.score.is_some_and(|score| score != 0.0)));
        if games.len() == count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    games
}

fn settings<S: draughts_td::models::ModelSettings>(model: S) -> Hyperparams<S> {
    let filter = Filter { window: 8, ..Filter::default() };
    Hyperparams { holdout: 0.0, mirror: false, lr_final: 1.0, filter, ..Hyperparams::of(model) }
}

fn learned<F: Model>(settings: Hyperparams<F::Settings>, first: &F, source: &[MemoryGame]) -> F {
    let batches = settings.batch_games > 1;
    let checked = settings.check().expect("in range");
    let from = Snapshot::first(first.clone());
    let observe = &mut |_: Event<F>| ControlFlow::Continue(());
    let trained = match batches {
        true => fit_batches(source, &checked, from, RARELY, &SingleProcess, observe),
        false => fit(source, &checked, from, RARELY, observe),
    };
    trained.expect("learned").snapshot.model
}

/// Every parameter.
fn weights<F: Model>(model: &F) -> Vec<f32> {
    model.groups().iter().flat_map(|group| group.values).copied().collect()
}

/// That a batch moves each weight by the sum of what each game by itself moves it.
fn check_sum<F: Model>(model: F::Settings) {
    let games = games(5);
    let settings = settings(model);
    let first = learned(settings.clone(), &F::first(&settings.model, 3), &games);
    let alone: Vec<Vec<f32>> = games
        .iter()
        .map(|game| weights(&learned(settings.clone(), &first, std::slice::from_ref(game))))
        .collect();
    let batch = Hyperparams { batch_games: 8, ..settings };
    let together = weights(&learned(batch, &first, &games));
    let first = weights(&first);
    let mut moved = 0;
    for (index, (found, before)) in together.iter().zip(&first).enumerate() {
        let steps = alone.iter().map(|weights| f64::from(weights[index] - before));
        let expected = f64::from(*before) + steps.sum::<f64>();
        assert!((f64::from(*found) - expected).abs() < 2e-6, "{index}: {found} {expected}");
        moved += usize::from(found != before);
    }
    assert!(moved > 1000, "{moved}");
}

#[test]
fn a_batch_moves_the_weights_by_the_sum_of_what_each_game_moves_them_by() {
    check_sum::<NetworkModel>(NetworkSettings { borders: vec![25, 15], ..Default::default() });
    check_sum::<Patterns>(PatternSettings::default());
    check_sum::<Nnue>(NnueSettings::default());
    check_sum::<Separated>(SeparatedSettings::default());
}

/// A small network whose steps bear hundreds of games.
fn small() -> NetworkSettings {
    NetworkSettings { hidden: 12, lr: 2e-5, beta_lr: 2e-4, ..NetworkSettings::default() }
}

/// Learns from a snapshot on, and breaks off after some games of this process.
fn broken_off(from: Snapshot<NetworkModel>, most: u64) -> Trained<NetworkModel> {
    let settings =
        Hyperparams { games: 2500, epochs: 2, batch_games: 300, ..Hyperparams::of(small()) };
    let checked = settings.check().expect("in range");
    let files = [PathBuf::from(SAMPLE)];
    let source = PdnFiles { files: &files, threads: 1 };
    assert!(source.size().is_some());
    let mut games = 0;
    let mut observe = |event: Event<NetworkModel>| {
        games += u64::from(matches!(event, Event::Game));
        if games >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    fit_batches(&source, &checked, from, RARELY, &SingleProcess, &mut observe).expect("learned")
}

#[test]
fn a_run_broken_off_amid_a_batch_resumes_after_the_batch_before() {
    let start = Snapshot::first(NetworkModel::first(&small(), 1));
    let whole = broken_off(start.clone(), u64::MAX);
    let mut part = broken_off(start.clone(), 100);
    assert_eq!(part.snapshot, start, "no step was made yet");
    part = broken_off(start, 777);
    let place = part.snapshot.place;
    assert!(part.interrupted && (600..=700).contains(&place.games), "{place:?}");
    part = broken_off(part.snapshot, 1234);
    part = broken_off(part.snapshot, u64::MAX);
    assert!(part.snapshot == whole.snapshot, "weights differ");
}

fn bytes(folder: &Path, flags: &[&str]) -> Vec<u8> {
    let out = folder.join("net");
    let out_name = out.to_str().expect("UTF-8");
    let learn = ["learn", SAMPLE, "--games", "700", "--epochs", "1", "--force", "-o", out_name];
    told(&program(&[&learn[..], flags].concat()), 0);
    fs::read(out).expect("a file")
}

#[test]
fn the_weights_are_the_same_to_the_bit_for_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    for model in [
        &["--model", "nn4"][..],
        &["--model", "nn5", "--shared", "20"],
        &["--model", "patterns"],
        &["--model", "nnue"],
        &["--model", "separated"],
    ] {
        let with = |threads| {
            let batch = ["--batch-games", "100", "--lr", "0.00005", "--threads", threads];
            bytes(folder.path(), &[model, &batch].concat())
        };
        let one = with("1");
        assert!(one == with("2") && one == with("3"), "{model:?}");
    }
}

#[test]
fn a_batch_of_one_game_is_the_rule_of_the_paper_and_others_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let sgd = |flags: &[&str]| bytes(folder.path(), &[&["--optimizer", "sgd"][..], flags].concat());
    assert!(sgd(&[]) == sgd(&["--batch-games", "1"]));
    assert!(sgd(&[]) != sgd(&["--batch-games", "2"]));
    let out = folder.path().join("net");
    let out = out.to_str().expect("UTF-8");
    let learn = ["learn", SAMPLE, "--games", "100", "--optimizer", "sgd", "-o", out];
    let said = told(&program(&[&learn[..], &["--batch-games", "32", "--force"]].concat()), 0);
    assert!(said.contains("an update after 32 games"), "{said}");
    let other = ["--batch-games", "64", "--epochs", "2", "--resume"];
    let said = told(&program(&[&learn[..], &other].concat()), 2);
    assert!(said.contains("--batch-games 32, this run has 64"), "{said}");
    let said = told(&program(&[&learn[..], &["--epochs", "2", "--resume"]].concat()), 2);
    assert!(said.contains("--batch-games 32, this run has its default"), "{said}");
    let said = told(&program(&[&learn[..], &["--batch-games", "0"]].concat()), 2);
    assert!(said.contains("batch-games is 0; it must be 1 to"), "{said}");
}

#[cfg(not(feature = "mpi"))]
#[test]
fn a_program_without_mpi_says_how_to_get_it() {
    let said = told(&program(&["learn", SAMPLE, "--batch-games", "8", "--mpi"]), 2);
    assert!(said.contains("--features mpi") && said.contains("Open MPI"), "{said}");
    let said = told(&program(&["learn", SAMPLE, "--optimizer", "sgd", "--mpi"]), 2);
    assert!(said.contains("add --batch-games"), "{said}");
}
