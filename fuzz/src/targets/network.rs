//! Network files: what opens can play.

use std::sync::LazyLock;

use draughts_td::board::Position;
use draughts_td::features::Catalogue;
use draughts_td::player::{Budget, Engine, Evaluation, GameState, Options, StopFlag};
use serde_json::{Value, json};

use super::bytes::Bytes;
use super::scratch;

/// Opens a network file: by the first byte an edited copy of a sound one, or the rest of the input.
pub fn run(data: &[u8]) {
    static SOUND: LazyLock<Vec<u8>> = LazyLock::new(sound_file);
    let mut bytes = Bytes(data);
    let file = if bytes.byte() < 128 { bytes.edited(SOUND.clone()) } else { bytes.0.to_vec() };
    let opened = scratch::with_file("net", &file, |path| {
        Evaluation::open(path.to_str().expect("a temporary folder with a plain name"))
    });
    match opened {
        Ok(evaluation) => judge(&evaluation),
        Err(error) => assert!(file != *SOUND, "{error}"),
    }
}

fn judge(evaluation: &Evaluation) {
    let options = Options { hash_mb: 1, ..Options::default() };
    let mut engine = Engine::new(evaluation, &options).expect("a table of a megabyte");
    let game = GameState::new(Position::start());
    let choice = engine.think(&game, &Budget::of_nodes(30), &StopFlag::new(), &mut |_| {});
    assert!(choice.is_some(), "the start has moves");
}

/// The inputs of `nn1`.
const INPUTS: usize = 23;

/// Two phases of one hidden unit, written here byte by byte: older files must open whatever the program writes today.
fn sound_file() -> Vec<u8> {
    let catalogue = Catalogue::embedded();
    let card = json!({
        "format": 1,
        "program": "fuzz",
        "inputs": "nn1",
        "additions": true,
        "fingerprint": catalogue.fingerprint(),
        "input_names": catalogue.names().take(INPUTS).collect::<Vec<_>>(),
        "borders": [25],
        "hidden": 1,
        "training": null,
    });
    let mut header = json!({ "__metadata__": { "draughts-td": card.to_string() } });
    let mut end = 0;
    for phase in 0..2 {
        let mut tensor = |name: &str, shape: Value, floats: usize| {
            let offsets = [end, end + 4 * floats];
            header[format!("phase{phase}.{name}")] =
                json!({ "dtype": "F32", "shape": shape, "data_offsets": offsets });
            end = offsets[1];
        };
        tensor("hidden.weight", json!([INPUTS, 1]), INPUTS);
        for name in ["hidden.bias", "hidden.beta", "output.weight", "output.bias"] {
            tensor(name, json!([1]), 1);
        }
    }
    let mut header = header.to_string();
    header.push_str(&" ".repeat((8 - header.len() % 8) % 8));
    let weights = (0..end / 4).flat_map(|number| (0.01 * number as f32).to_le_bytes());
    let length = (header.len() as u64).to_le_bytes();
    length.into_iter().chain(header.into_bytes()).chain(weights).collect()
}
