//! Hidden units that all phases have in common: they stay common through learning, stop and resume, and in the network file.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use draughts_td::features::Subset;
use draughts_td::learning::{
    Checked, Event, Hyperparams, Intervals, PdnFiles, Snapshot, Trained, Training, fit,
};
use draughts_td::models::network::{NetworkModel, NetworkSettings};
use draughts_td::models::{Model, file};

use crate::run::draughts;

const SAMPLE: &str = "pdn/sample.pdn.zst";

fn settings() -> Checked<NetworkSettings> {
    let model = NetworkSettings {
        borders: vec![25, 15],
        hidden: 12,
        shared: 5,
        ..NetworkSettings::for_inputs(Subset::Nn4)
    };
    Hyperparams { games: 3000, ..Hyperparams::of(model) }.check().expect("in range")
}

/// Learns from a snapshot on, to the end or for one block of games.
fn learned(from: Snapshot<NetworkModel>, breaks: bool) -> Trained<NetworkModel> {
    let intervals = Intervals { checkpoint: Duration::MAX, curve: 0 };
    let mut observe = |event: Event<NetworkModel>| match event {
        Event::Progress(progress) if breaks && progress.learned > 0 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let files = [PathBuf::from(SAMPLE)];
    let source = PdnFiles { files: &files, threads: 1 };
    fit(&source, &settings(), from, intervals, &mut observe).expect("learned")
}

#[test]
fn a_resumed_run_keeps_the_common_units_common_and_ends_with_the_same_weights() {
    let checked = settings();
    let model = NetworkModel::first(&checked.model, checked.seed);
    let start = Snapshot::first(model);
    let whole = learned(start.clone(), false);
    let part = learned(start, true);
    assert!(part.interrupted && part.snapshot.place.games > 0);
    assert!(part.snapshot.model.shares(5));
    let resumed = learned(part.snapshot, false);
    assert!(whole.snapshot.model.shares(5) && !whole.snapshot.model.shares(6));
    assert!(resumed.snapshot.model == whole.snapshot.model, "weights differ");
}

#[test]
fn a_network_with_common_units_is_an_ordinary_one_and_its_card_must_be_true() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("net");
    let program = |arguments: &[&str]| {
        let mut command = draughts();
        let output = command.args(arguments).arg(&path).output().expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let learn = ["learn", SAMPLE, "--games", "200", "--model", "nn5", "--shared", "40", "-o"];
    let (status, message) = program(&learn);
    assert_eq!(status, Some(0), "{message}");
    let (mut model, card) = file::read::<NetworkModel>(&path).expect("network");
    assert!(model.shares(40) && !model.shares(41));
    let training = Training::of(&card, &model).expect("a card");
    assert_eq!(training.hyperparams.model.shared, 40);
    assert_eq!(program(&["eval", "W:W31-50:B1-20", "--net"]).0, Some(0));
    model.network_mut(1).bias[39] += 1.0;
    file::write(&path, &model, &card.program, card.training).expect("written");
    let (status, message) = program(&["validate", SAMPLE, "--net"]);
    assert_eq!(status, Some(2));
    assert!(message.contains("another shape"), "{message}");
    assert_eq!(program(&["eval", "W:W31-50:B1-20", "--net"]).0, Some(0));
}
