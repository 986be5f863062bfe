//! From PDN to weights: learns the games of files and writes a network that every verb opens.
//!
//! `cargo run --release --example learn -- pdn/sample.pdn.zst my-net.safetensors`

use std::error::Error;
use std::ops::ControlFlow;

use draughts_td::run::{
    HyperparamOptions, LearnResult, LearnRun, LearnSettings, ModelKind, ModelOptions,
};

/// Learns for one pass and returns the figures on the games that were held out.
fn learn(games: &str, network: &str) -> Result<LearnResult, Box<dyn Error>> {
    // Every setting has the name of its flag; what is left out has its default.
    let run = LearnRun {
        files: vec![games.into()],
        settings: LearnSettings {
            out: network.into(),
            // The paper's fourth network with fewer hidden units.
            hyperparams: HyperparamOptions {
                model: ModelOptions {
                    model: Some(ModelKind::Nn4),
                    hidden: Some(20),
                    ..ModelOptions::default()
                },
                epochs: Some(1),
                lambda: Some(0.9),
                ..HyperparamOptions::default()
            },
            seed: 1,
            ..LearnSettings::default()
        },
        program: "my program".into(),
        ..LearnRun::default()
    };
    // A run that is interrupted, here never, leaves a checkpoint from which the next one resumes.
    let result = run.run(&mut |event| {
        event.text().iter().for_each(|text| eprintln!("{text}"));
        ControlFlow::Continue(())
    })?;
    result.ok_or_else(|| "interrupted".into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let games = words.next().unwrap_or_else(|| "pdn/sample.pdn.zst".into());
    let network = words.next().unwrap_or_else(|| "my-net.safetensors".into());
    let result = learn(&games, &network)?;
    println!(
        "mean squared error {:.4} on held-out games; {network} written",
        result.report.all.mse
    );
    Ok(())
}

#[test]
fn five_thousand_games_make_a_network_that_opens() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let network = folder.path().join("net.safetensors").display().to_string();
    let result = learn("pdn/sample.pdn.zst", &network).expect("learned");
    assert!(result.report.all.mse < 0.45, "{}", result.report.all.mse);
    draughts_td::player::Evaluation::open(&network).expect("a network");
}
