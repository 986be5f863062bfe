//! Games in memory teach what the same games teach from a file: learning does not ask where they come from.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use draughts_td::learning::{
    Hyperparams, Intervals, MemoryGame, PdnFiles, Snapshot, Source, Trained, fit,
};
use draughts_td::models::network::{NetworkModel, NetworkSettings};
use draughts_td::models::nnue::{Nnue, NnueSettings};
use draughts_td::models::patterns::{PatternSettings, Patterns};
use draughts_td::models::{Model, ModelSettings};
use draughts_td::parallel::read_games;

const SAMPLE: &str = "pdn/sample.pdn.zst";
const GAMES: u64 = 250;

/// The first games of the sample that can be read, as a player of games would hand them over.
fn games() -> Vec<MemoryGame> {
    let mut games = Vec::new();
    read_games(&[SAMPLE], 1, |item| {
        if let Ok((_, game)) = item {
            let segment = game.main();
            games.push(MemoryGame {
                positions: segment.positions.to_vec(),
                moves: segment.moves.to_vec(),
                score: game.outcome().white_score(),
            });
        }
        if (games.len() as u64) < GAMES {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    games
}

fn learned<F: Model, S: Source + ?Sized>(source: &S, model: F::Settings) -> Trained<F> {
    // Rates that fall do so from block to block, and games in memory come in smaller ones.
    let settings = Hyperparams { games: GAMES, epochs: 2, lr_final: 1.0, ..Hyperparams::of(model) };
    let checked = settings.check().expect("in range");
    let first = Snapshot::first(F::first(&checked.model, 1));
    let rarely = Intervals { checkpoint: Duration::MAX, curve: 0 };
    fit(source, &checked, first, rarely, &mut |_| ControlFlow::Continue(())).expect("learned")
}

fn assert_alike<F: Model>(model: &F::Settings)
where
    F::Settings: ModelSettings,
{
    let files = [PathBuf::from(SAMPLE)];
    let pdn = PdnFiles { files: &files, threads: 2 };
    let from_file = learned::<F, _>(&pdn, model.clone());
    let from_memory = learned::<F, _>(games().as_slice(), model.clone());
    assert!(from_file.snapshot.model == from_memory.snapshot.model, "weights differ");
    assert_eq!(from_file.report, from_memory.report);
    let counts = |trained: &Trained<F>| (trained.census.readable, trained.census.kept);
    assert_eq!(counts(&from_file), counts(&from_memory));
    assert_eq!(from_file.census.readable, GAMES);
}

#[test]
fn a_network_learns_the_same_from_memory_as_from_a_file() {
    assert_alike::<NetworkModel>(&NetworkSettings { hidden: 12, ..NetworkSettings::default() });
}

#[test]
fn patterns_learn_the_same_from_memory_as_from_a_file() {
    assert_alike::<Patterns>(&PatternSettings::default());
}

#[test]
fn a_hidden_layer_beside_patterns_learns_the_same_from_memory_as_from_a_file() {
    assert_alike::<Nnue>(&NnueSettings { hidden: 12, ..NnueSettings::default() });
}
