//! From PDN to weights: learns the games of files and writes a network that every verb opens.
//!
//! `cargo run --release --example learn -- pdn/sample.pdn.zst my-net.safetensors`

use std::error::Error;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use draughts_td::learning::{
    DataFile, Event, Hyperparams, Intervals, PdnFiles, Report, ResumePoint, Snapshot, Training, fit,
};
use draughts_td::models::network::{NetworkModel, NetworkSettings};
use draughts_td::models::{Model, file};

/// Learns for one pass and returns the figures on the games that were held out.
fn learn(games: PathBuf, network: &Path) -> Result<Report, Box<dyn Error>> {
    // The paper's fourth network with fewer hidden units; any setting may be changed before it is checked.
    let model = NetworkSettings { hidden: 20, ..NetworkSettings::default() };
    let settings = Hyperparams::of(model).check()?;
    let plan = Training::planned(&settings, vec![DataFile::of(&games)?], None);

    // Weights start at random, by the seed of the settings, and a run is told what to report and how often.
    let model = NetworkModel::first(&settings.model, settings.seed);
    let start = Snapshot { model, place: ResumePoint::default() };
    let intervals = Intervals { checkpoint: Duration::MAX, curve: 0 };
    let mut observe = |event: Event<NetworkModel>| {
        if let Event::Fault(fault) = event {
            eprintln!("{fault}");
        }
        ControlFlow::Continue(())
    };
    let files = [games];
    let source = PdnFiles { files: &files, threads: 1 };
    let trained = fit(&source, &settings, start, intervals, &mut observe)?;

    // The card in the file says how the network came about.
    let report = trained.report.clone();
    let training = Training {
        place: trained.snapshot.place,
        census: Some(trained.census),
        report: Some(trained.report),
        baseline: Some(trained.baseline),
        ..plan
    };
    file::write(network, &trained.snapshot.model, "my program", training.card())?;
    Ok(report)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let games = words.next().unwrap_or_else(|| "pdn/sample.pdn.zst".into());
    let network = words.next().unwrap_or_else(|| "my-net.safetensors".into());
    let report = learn(games.into(), network.as_ref())?;
    println!("mean squared error {:.4} on held-out games; {network} written", report.all.mse);
    Ok(())
}

#[test]
fn five_thousand_games_make_a_network_that_opens() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let network = folder.path().join("net.safetensors");
    let report = learn("pdn/sample.pdn.zst".into(), &network).expect("learned");
    assert!(report.all.mse < 0.45, "{}", report.all.mse);
    let name = network.to_str().expect("a plain name");
    draughts_td::engine::Evaluation::open(name).expect("a network");
}
