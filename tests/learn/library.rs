//! Whole runs as a program asks for them, without the command line.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use draughts_td::lock::Lock;
use draughts_td::run::{
    HyperparamOptions, LearnRun, LearnSettings, ModelKind, ModelOptions, Notice, Replace, RunError,
    RunEvent, TrainRun, TrainSettings,
};

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

/// Two passes of a small network over a few games.
fn learn_run(out: &Path) -> LearnRun<'static> {
    LearnRun {
        files: vec!["pdn/sample.pdn.zst".into()],
        settings: LearnSettings {
            out: out.into(),
            hyperparams: HyperparamOptions {
                model: ModelOptions { model: Some(ModelKind::Nn1), ..ModelOptions::default() },
                games: Some(1500),
                epochs: Some(2),
                ..HyperparamOptions::default()
            },
            ..LearnSettings::default()
        },
        ..LearnRun::default()
    }
}

fn train_run(out: &Path) -> TrainRun {
    let settings = TrainSettings {
        out: out.into(),
        games: 16,
        batch_games: 4,
        nodes: Some(30),
        max_plies: Some(30),
        eval_every: 0,
        eval_games: 0,
        ..TrainSettings::default()
    };
    TrainRun { settings, ..TrainRun::default() }
}

/// The kind of an event.
fn kind(event: &RunEvent<'_>) -> String {
    match event {
        RunEvent::Started(_) => "started".into(),
        RunEvent::Resumed(place) => format!("resumed {place}"),
        RunEvent::Progress(_) => "progress".into(),
        RunEvent::Pass { pass, is_last, .. } => format!("pass {pass} {is_last}"),
        RunEvent::Interrupted(..) => "interrupted".into(),
        RunEvent::Notice(notice) => notice.to_string(),
        _ => "other".into(),
    }
}

/// The events of a run, several of one kind in a row as one.
fn events(run: &LearnRun<'_>) -> (Vec<String>, Result<bool, RunError>) {
    let mut kinds = Vec::new();
    let done = run.run(&mut |event| {
        kinds.push(kind(&event));
        GO_ON
    });
    kinds.dedup();
    (kinds, done.map(|result| result.is_some()))
}

#[test]
fn a_run_of_learn_that_its_observer_ends_resumes_to_the_bytes_of_an_uninterrupted_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, cut] = ["whole", "cut"].map(|name| folder.path().join(name));
    learn_run(&whole).run(&mut |_| GO_ON).expect("a run").expect("a result");
    let run = learn_run(&cut);
    let ended = run.run(&mut |event| match event {
        RunEvent::Pass { .. } => ControlFlow::Break(()),
        _ => GO_ON,
    });
    assert!(ended.expect("saved").is_none() && !cut.exists());
    let (kinds, done) = events(&learn_run(&cut));
    assert!(done.expect("a run"));
    assert_eq!(kinds[..2], ["started", "resumed in pass 2 after 0 games"], "{kinds:?}");
    assert!(fs::read(&whole).expect("weights") == fs::read(&cut).expect("weights"));
    assert!(!folder.path().join("cut.checkpoint").exists());
}

#[test]
fn a_run_of_train_that_its_observer_ends_resumes_to_the_bytes_of_an_uninterrupted_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, cut] = ["whole", "cut"].map(|name| folder.path().join(name));
    let result = train_run(&whole).run(&mut |_| GO_ON).expect("a run").expect("a result");
    assert_eq!(result.figures()["games"], 16);
    let ended = train_run(&cut).run(&mut |event| match event {
        RunEvent::Games(8) => ControlFlow::Break(()),
        _ => GO_ON,
    });
    assert!(ended.expect("saved").is_none() && !cut.exists());
    let mut resumed = String::new();
    let done = train_run(&cut).run(&mut |event| {
        if let RunEvent::Resumed(place) = event {
            resumed = place.to_string();
        }
        GO_ON
    });
    assert!(done.expect("a run").is_some());
    assert_eq!(resumed, "after 8 games");
    assert!(fs::read(&whole).expect("weights") == fs::read(&cut).expect("weights"));
}

#[test]
fn events_come_in_order_and_the_plan_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let (kinds, done) = events(&learn_run(&folder.path().join("net")));
    assert!(done.expect("a run"));
    assert_eq!(kinds, ["started", "progress", "pass 1 false", "progress", "pass 2 true"]);
}

#[test]
fn games_that_cannot_be_read_are_heard_of_before_any_plan() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().join("empty.pdn");
    fs::write(&empty, "").expect("written");
    let run = LearnRun { files: vec![empty], ..learn_run(&folder.path().join("net")) };
    let (kinds, done) = events(&run);
    let error = done.expect_err("no games").to_string();
    assert!(error.contains("no game to learn from"), "{error}");
    assert!(!kinds.iter().any(|kind| kind == "started"), "{kinds:?}");
}

#[test]
fn an_output_that_another_writes_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("net");
    let _lock = Lock::on(&out).expect("free");
    let error = learn_run(&out).run(&mut |_| GO_ON).expect_err("locked");
    assert!(matches!(error, RunError::Lock(_)), "{error}");
    let error = train_run(&out).run(&mut |_| GO_ON).expect_err("locked");
    assert!(matches!(error, RunError::Lock(_)), "{error}");
}

#[test]
fn a_file_that_exists_is_replaced_only_if_that_is_allowed() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("net");
    fs::write(&out, "mine").expect("written");
    let error = learn_run(&out).run(&mut |_| GO_ON).expect_err("it exists").to_string();
    assert!(error.contains("the file exists"), "{error}");
    assert_eq!(fs::read_to_string(&out).expect("text"), "mine");
    let replace = Replace { confirm: |_| true, ..Replace::default() };
    let run = LearnRun { replace, ..learn_run(&out) };
    assert!(run.run(&mut |_| GO_ON).expect("agreed").is_some());
}

#[test]
fn a_setting_out_of_range_has_the_name_of_its_flag() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("net");
    let mut run = learn_run(&out);
    run.settings.hyperparams.model.beta_lr = Some(-1.0);
    let error = run.run(&mut |_| GO_ON).expect_err("out of range");
    assert_eq!(error.setting().map(|error| error.name), Some("beta-lr"));
    let mut run = train_run(&out);
    run.settings.max_plies = Some(0);
    let error = run.run(&mut |_| GO_ON).expect_err("out of range");
    assert_eq!(error.setting().map(|error| error.name), Some("max-plies"));
    assert!(!out.exists());
}

#[test]
fn a_warning_is_an_event_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut run = learn_run(&folder.path().join("net.txt"));
    run.settings.hyperparams.games = Some(200);
    let mut warnings = Vec::new();
    let done = run.run(&mut |event| {
        if let RunEvent::Notice(notice) = event {
            warnings.push(notice);
        }
        GO_ON
    });
    assert!(done.expect("a run").is_some());
    assert!(matches!(warnings[0], Notice::UnusualName(_)) && warnings[0].is_warning());
}
