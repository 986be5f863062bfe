//! Checkpoints of `learn` and of `train`: whatever is in a file, a run resumes from it or says why not.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use draughts_td::arena::dxp::player::DxpTerms;
use draughts_td::arena::play::openings::Opening;
use draughts_td::arena::play::time_control::MoveLimits;
use draughts_td::arena::tournament::spec::PlayerConfig;
use draughts_td::board::{MoveList, Position};
use draughts_td::features::Subset;
use draughts_td::learning::{
    HeldOut, Hyperparams, Intervals, LearnError, Loss, MemoryGame, OptimiserKind, Snapshot,
    TdErrors, TdLeafConfig, TdVariant, Training, ValueTransform, fit,
};
use draughts_td::models::file::{self, encode};
use draughts_td::models::network::{NetworkModel, NetworkSettings};
use draughts_td::models::{Model, WeightsFile};
use draughts_td::player::{Options, StopFlag};
use draughts_td::selfplay::{
    Checkpoint, EvalConfig, Matching, Opponent, SelfPlayConfig, SelfPlayError, StartPositions,
    TrainingState, train,
};
use serde_json::{Value, json};

use super::bytes::Bytes;
use super::scratch;

type Outcome = Result<(), Box<dyn Error + Send + Sync>>;

/// Resumes from a file: by the first byte an edited copy of a sound checkpoint of either verb, or the rest of the input.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mode = bytes.byte();
    let (sound, resume): (&Parts, fn(&Path) -> Outcome) = match mode % 2 {
        0 => (&LEARNED, learn_on),
        _ => (&TRAINED, train_on),
    };
    let file = if mode < 128 { sound.edited(&mut bytes).file() } else { bytes.0.to_vec() };
    scratch::with_file("checkpoint", &file, |path| {
        if let Err(error) = resume(path) {
            assert!(file != sound.file(), "{error}");
            assert!(!error.to_string().is_empty());
        }
    });
}

/// A file of weights without the checksum, which would hide the rest of it from every edit.
struct Parts {
    card: Vec<u8>,
    /// The names and shapes of its tensors.
    table: Vec<u8>,
    tensors: Vec<u8>,
}

impl Parts {
    fn of(file: &[u8]) -> Parts {
        let (length, rest) = file.split_first_chunk::<8>().expect("a length");
        let (header, tensors) = rest.split_at(u64::from_le_bytes(*length) as usize);
        let mut header: Value = serde_json::from_slice(header).expect("a header");
        let metadata = header["__metadata__"].take();
        let card = metadata["draughts-td"].as_str().expect("a card");
        let mut card: Value = serde_json::from_str(card).expect("JSON");
        card.as_object_mut().expect("an object").remove("checksum");
        header.as_object_mut().expect("an object").remove("__metadata__");
        Parts {
            card: card.to_string().into_bytes(),
            table: header.to_string().into_bytes(),
            tensors: tensors.to_vec(),
        }
    }

    /// Edits of the card, of the table and of the tensors, each but the last after its length in two bytes.
    fn edited(&self, bytes: &mut Bytes<'_>) -> Parts {
        let mut next = |base: &[u8]| {
            let length = usize::from(bytes.byte()) * 256 + usize::from(bytes.byte());
            let (edits, rest) = bytes.0.split_at(length.min(bytes.0.len()));
            bytes.0 = rest;
            Bytes(edits).edited(base.to_vec())
        };
        let (card, table) = (next(&self.card), next(&self.table));
        Parts { card, table, tensors: bytes.edited(self.tensors.clone()) }
    }

    fn file(&self) -> Vec<u8> {
        let metadata = json!({ "draughts-td": String::from_utf8_lossy(&self.card) });
        let mut header = format!("{{\"__metadata__\":{metadata},").into_bytes();
        header.extend(self.table.iter().skip(1));
        let length = (header.len() as u64).to_le_bytes();
        [&length[..], &header, &self.tensors].concat()
    }
}

/// `nn1` with a single hidden unit.
fn network() -> NetworkSettings {
    NetworkSettings { hidden: 1, ..NetworkSettings::for_inputs(Subset::Nn1) }
}

fn learn_settings() -> Hyperparams<NetworkSettings> {
    Hyperparams { holdout: 0.0, epochs: 2, ..Hyperparams::of(network()) }
}

/// A game of a few moves.
static GAMES: LazyLock<Vec<MemoryGame>> = LazyLock::new(|| {
    let (mut positions, mut moves) = (vec![Position::start()], Vec::new());
    for _ in 0..20 {
        let position = positions[moves.len()];
        moves.push(MoveList::legal(&position)[0]);
        positions.push(position.succ(moves[moves.len() - 1]));
    }
    vec![MemoryGame { positions, moves, score: Some(1.0) }]
});

static LEARNED: LazyLock<Parts> = LazyLock::new(|| {
    let checked = learn_settings().check().expect("sound settings");
    let training = Training::planned(&checked, Vec::new(), None);
    let model = NetworkModel::first(&checked.model, 1);
    Parts::of(&encode(&model, "fuzz", training.card()).expect("a file"))
});

fn learn_on(path: &Path) -> Outcome {
    let checked = learn_settings().check()?;
    let plan = Training::planned(&checked, Vec::new(), None);
    let (model, card) = file::read::<NetworkModel>(path)?;
    let place = Training::of(&card, &model)?.resume(&plan)?;
    let model = model.warm_start(&checked.model)?;
    let intervals = Intervals { checkpoint: Duration::ZERO, curve: 0 };
    let from = Snapshot::at(model, place);
    match fit(&GAMES[..], &checked, from, intervals, &mut |_| ControlFlow::Continue(())) {
        Ok(_) => Ok(()),
        Err(error @ LearnError::Diverged { .. }) => Err(error.into()),
        Err(error) => panic!("the game teaches: {error}"),
    }
}

fn course() -> SelfPlayConfig {
    SelfPlayConfig {
        variant: TdVariant::Td,
        td: TdLeafConfig {
            td_errors: TdErrors::default(),
            scale: ValueTransform::Own,
            loss: Loss::default(),
            method: OptimiserKind::Adam,
            fix_man: false,
        },
        games: 4,
        batch_games: 2,
        lr_final: 1.0,
        seed: 1,
        limits: MoveLimits { depth: Some(1), ..MoveLimits::default() },
        start_positions: StartPositions::new(vec![Opening::empty()], 2).expect("an opening"),
        random_moves: 0.0,
        max_plies: Some(6),
        opponents: vec![Opponent::Itself, Opponent::Past],
        opponent_identities: vec![String::new(); 2],
        matching: Matching::Rating,
        past_every: 2,
        past_dir: std::env::temp_dir().join("past"),
        player_config: PlayerConfig::new(
            Options { hash_mb: 1, ..Options::default() },
            DxpTerms::new("fuzz"),
        ),
        threads: 1,
        eval: EvalConfig { every: 0, games: 0, anchors: Vec::new(), openings: Vec::new() },
    }
}

static COURSE: LazyLock<SelfPlayConfig> = LazyLock::new(course);

static TRAINED: LazyLock<Parts> = LazyLock::new(|| {
    let first = Checkpoint::first(NetworkModel::first(&network(), 1));
    let record = TrainingState::new(COURSE.settings(), COURSE.opponents.len());
    let half = SelfPlayConfig { games: 2, ..COURSE.clone() };
    let (saved, record) = practised(&half, first, record).expect("a run");
    let bytes = encode(&saved, "fuzz", json!({ "practice": record }));
    Parts::of(&bytes.expect("a file"))
});

fn train_on(path: &Path) -> Outcome {
    let file = WeightsFile::read(path)?;
    let (saved, card) = (Checkpoint::<NetworkModel>::read(&file)?, file.card());
    let record: TrainingState = serde_json::from_value(card.training["practice"].clone())?;
    record.compare(&COURSE.settings())?;
    practised(&COURSE, saved, record)?;
    Ok(())
}

fn practised(
    course: &SelfPlayConfig,
    from: Checkpoint<NetworkModel>,
    record: TrainingState,
) -> Result<(Checkpoint<NetworkModel>, TrainingState), SelfPlayError> {
    let watch = &mut |_: draughts_td::selfplay::Event<'_, NetworkModel>| ControlFlow::Continue(());
    let (hour, stop) = (Duration::from_secs(3600), StopFlag::new());
    let held_out = HeldOut::default();
    let end = train(course, &network(), (from, record), &held_out, hour, &stop, watch)?;
    Ok((end.checkpoint, end.state))
}
