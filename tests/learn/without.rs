//! Learning without a group of inputs, through the built program: the network needs no mask to play as it learned.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::Output;

use draughts_td::board::Position;
use draughts_td::features::{Catalogue, Group};
use draughts_td::learning::{Training, value};
use draughts_td::models::file;
use draughts_td::models::network::{Encoder, NetworkModel, NetworkSettings};
use draughts_td::parallel::read_games;

use crate::run::draughts;

const SAMPLE: &str = "pdn/sample.pdn.zst";

fn program(arguments: &[&str], net: &Path) -> Output {
    let mut command = draughts();
    command.args(arguments).arg(net).output().expect("the program runs")
}

/// Positions of the first games of the sample.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    read_games(&[SAMPLE], 1, |item| {
        if let Ok((_, game)) = item {
            positions.extend(game.main().positions.iter().step_by(3).copied());
        }
        if positions.len() < 300 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    positions
}

#[test]
fn what_is_left_out_has_no_weight_and_no_part_in_any_value() {
    let positions = positions();
    let folder = tempfile::tempdir().expect("temporary folder");
    for (net, without) in [
        ("nn1", "material,mobility"),
        ("nn2", "triples"),
        ("nn3", "locks,outposts,raw"),
        ("nn4", "raw"),
        ("nn5", "state,formations,raw"),
    ] {
        let path = folder.path().join(net);
        let games =
            ["learn", SAMPLE, "--games", "200", "--model", net, "--drop-inputs", without, "-o"];
        let output = program(&games, &path);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let (model, card) = file::read::<NetworkModel>(&path).expect("network");
        let settings = Training::of(&card, &model).expect("a card").hyperparams.model;
        let groups: Vec<Group> = without.split(',').map(|g| g.parse().expect("a group")).collect();
        for network in model.networks() {
            for index in 0..network.inputs() {
                let is_hidden = groups.contains(&Catalogue::embedded().entries()[index].group);
                let is_silent = network.input.row(index).iter().all(|&w| w == 0.0);
                assert_eq!(is_silent, is_hidden, "{net} without {without}: input {index}");
            }
        }
        let whole = NetworkSettings { dropped_inputs: Vec::new(), ..settings.clone() };
        let [seeing, masked] = [whole, settings].map(|settings| Encoder::new(&settings));
        for position in &positions {
            let values = [&seeing, &masked].map(|encoder| value(&model, encoder, position));
            assert_eq!(values[0], values[1], "{net} without {without}: {position:?}");
        }
    }
}

#[test]
fn a_run_resumes_only_without_the_same_groups_and_a_wrong_group_is_named_with_all_others() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("net");
    let learn = |more: &[&str]| {
        let all = [&["learn", SAMPLE, "--games", "100", "--model", "nn1"], more, &["-o"]].concat();
        let output = program(&all, &path);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(learn(&["--drop-inputs", "wings,kings"]).0, Some(0));
    assert_eq!(learn(&["--drop-inputs", "kings,wings,kings", "--resume"]).0, Some(0));
    let (status, message) = learn(&["--resume"]);
    assert_eq!(status, Some(2));
    assert!(message.contains("--drop-inputs [\"kings\",\"wings\"]"), "{message}");
    let (status, message) = learn(&["--drop-inputs", "hek"]);
    assert_eq!(status, Some(2));
    assert!(message.contains("'hek' is no group") && message.contains("outposts"), "{message}");
    let all = Group::ALL.map(Group::name).join(",");
    let (status, message) = learn(&["--drop-inputs", &all]);
    assert_eq!(status, Some(2));
    assert!(message.contains("no input would be left"), "{message}");
}
