//! The network file: safetensors, one tensor for each group of parameters, and a card in JSON that says what it is.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use ndarray::{Array1, Array2};
use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensorError, SafeTensors};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::model::{Borders, Model};
use super::perceptron::Network;
use crate::files;

/// The version of the tensor names and of the card.
pub const FORMAT: u32 = 1;

/// The metadata key of the card.
const CARD: &str = "draughts-td";

/// No file that `learn` can write is larger: 40 networks of 222 inputs and 4096 hidden units.
const LARGEST: u64 = 160 << 20;

/// What a network file says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Version of this format.
    pub format: u32,
    /// Name and version of the program that wrote the file.
    pub program: String,
    /// The named subset of inputs, `nn1` to `nn4`.
    pub inputs: String,
    /// Whether the runaway inputs 19 and 20 were on; they are off in the strict reproduction of the paper.
    pub additions: bool,
    /// Fingerprint of the feature catalogue the network was trained on.
    pub fingerprint: String,
    /// The name of each input, in index order.
    pub input_names: Vec<String>,
    /// Pieces on the board at which the next phase's network takes over, falling; empty for one network.
    pub borders: Vec<u32>,
    /// Hidden units.
    pub hidden: usize,
    /// How it was trained: settings, seed, data, figures.
    pub training: serde_json::Value,
}

/// Why a network file could not be read or written.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// The file system refused.
    #[error("cannot {what} network file {}: {}", path.display(), files::told(reason))]
    Io {
        /// `read` or `write`.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: io::Error,
    },
    /// Not safetensors, or cut short.
    #[error("{} is not a whole safetensors file ({reason}); it may be cut short: train or copy it again", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: SafeTensorError,
    },
    /// Safetensors, but not one of ours.
    #[error("{} is not a draughts-td network: {reason}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is missing or wrong.
        reason: String,
    },
    /// Trained on other inputs than this program computes.
    #[error(
        "{} was trained on feature catalogue {found}, this program has {expected}; use the program that wrote it ({program}) or train again",
        path.display()
    )]
    Catalogue {
        /// The file.
        path: PathBuf,
        /// The file's fingerprint.
        found: String,
        /// The program's fingerprint.
        expected: String,
        /// The program that wrote it.
        program: String,
    },
}

/// Writes a model and its card; whole or not at all.
///
/// # Errors
/// When the file cannot be written; an older file of that name is then untouched.
pub fn write(path: &Path, model: &Model, card: &Card) -> Result<(), WeightsError> {
    let bytes = encode(model, card).map_err(|reason| format_error(path, reason))?;
    files::write_atomically(path, &bytes).map_err(|reason| WeightsError::Io {
        what: "write",
        path: path.into(),
        reason,
    })
}

/// Reads a model that was trained on the catalogue with this fingerprint.
///
/// # Errors
/// When the file cannot be read, is cut short, is not a network, or belongs to another catalogue.
pub fn read(path: &Path, fingerprint: &str) -> Result<(Model, Card), WeightsError> {
    let bytes = files::read_at_most(path, LARGEST).map_err(|reason| WeightsError::Io {
        what: "read",
        path: path.into(),
        reason,
    })?;
    parse(path, &bytes, fingerprint)
}

/// Reads a model from the bytes of the file at `path`, which is only named in errors.
fn parse(path: &Path, bytes: &[u8], fingerprint: &str) -> Result<(Model, Card), WeightsError> {
    let foreign = |reason: String| WeightsError::Foreign { path: path.into(), reason };
    let (_, header) =
        SafeTensors::read_metadata(bytes).map_err(|reason| format_error(path, reason))?;
    let card = header.metadata().as_ref().and_then(|map| map.get(CARD));
    let card = card.ok_or_else(|| foreign(format!("its metadata has no '{CARD}' entry")))?;
    let card: Card = serde_json::from_str(card).map_err(|e| foreign(format!("its card: {e}")))?;
    if card.format != FORMAT {
        return Err(foreign(format!("format {} where this program reads {FORMAT}", card.format)));
    }
    if card.fingerprint != fingerprint {
        return Err(WeightsError::Catalogue {
            path: path.into(),
            found: card.fingerprint,
            expected: fingerprint.into(),
            program: card.program,
        });
    }
    let tensors = SafeTensors::deserialize(bytes).map_err(|reason| format_error(path, reason))?;
    let model = decode(&tensors, &card).map_err(foreign)?;
    Ok((model, card))
}

fn format_error(path: &Path, reason: SafeTensorError) -> WeightsError {
    WeightsError::Format { path: path.into(), reason }
}

/// The file's bytes.
///
/// # Errors
/// None that a model can cause.
pub fn encode(model: &Model, card: &Card) -> Result<Vec<u8>, SafeTensorError> {
    let mut tensors: Vec<(String, Vec<usize>, Vec<u8>)> = Vec::new();
    let mut add = |name: String, shape: &[usize], values: &mut dyn Iterator<Item = &f32>| {
        tensors.push((name, shape.to_vec(), values.flat_map(|x| x.to_le_bytes()).collect()));
    };
    let hidden = model.hidden();
    for (phase, network) in model.networks().iter().enumerate() {
        let shape = [network.inputs(), hidden];
        add(format!("phase{phase}.hidden.weight"), &shape, &mut network.input.iter());
        add(format!("phase{phase}.hidden.bias"), &[hidden], &mut network.bias.iter());
        add(format!("phase{phase}.hidden.beta"), &[hidden], &mut network.beta.iter());
        add(format!("phase{phase}.output.weight"), &[hidden], &mut network.output.iter());
        let bias = std::slice::from_ref(&network.output_bias);
        add(format!("phase{phase}.output.bias"), &[1], &mut bias.iter());
    }
    let views: Result<Vec<(&str, TensorView)>, SafeTensorError> = tensors
        .iter()
        .map(|(name, shape, bytes)| {
            Ok((name.as_str(), TensorView::new(Dtype::F32, shape.clone(), bytes)?))
        })
        .collect();
    // One entry alone: a map of several would be written in a random order, and equal runs make equal files.
    let card = serde_json::to_string(card).expect("a card has only strings for keys");
    safetensors::serialize(views?, Some(HashMap::from([(CARD.to_string(), card)])))
}

fn decode(tensors: &SafeTensors, card: &Card) -> Result<Model, String> {
    let borders = Borders::new(card.borders.clone()).ok_or("its phase borders do not fall")?;
    let (inputs, hidden) = (card.input_names.len(), card.hidden);
    let networks = (0..borders.phases()).map(|phase| {
        let get =
            |name: &str, shape: &[usize]| floats(tensors, &format!("phase{phase}.{name}"), shape);
        let network = Network {
            input: Array2::from_shape_vec(
                (inputs, hidden),
                get("hidden.weight", &[inputs, hidden])?,
            )
            .map_err(|e| e.to_string())?,
            bias: Array1::from_vec(get("hidden.bias", &[hidden])?),
            beta: Array1::from_vec(get("hidden.beta", &[hidden])?),
            output: Array1::from_vec(get("output.weight", &[hidden])?),
            output_bias: get("output.bias", &[1])?[0],
        };
        if hidden == 0 || inputs == 0 {
            return Err("it has no inputs or no hidden units".to_string());
        }
        if !network.is_finite() {
            return Err(format!("phase {phase} holds weights that are not numbers"));
        }
        Ok(network)
    });
    Ok(Model::new(borders.clone(), networks.collect::<Result<_, String>>()?))
}

fn floats(tensors: &SafeTensors, name: &str, shape: &[usize]) -> Result<Vec<f32>, String> {
    let tensor = tensors.tensor(name).map_err(|_| format!("tensor {name} is missing"))?;
    if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
        let found = tensor.shape();
        return Err(format!("tensor {name} is {:?} {found:?}, not F32 {shape:?}", tensor.dtype()));
    }
    let bytes = tensor.data().chunks_exact(4);
    Ok(bytes.map(|b| f32::from_le_bytes(b.try_into().expect("chunks of four"))).collect())
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    fn example() -> (Model, Card) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let networks = (0..3).map(|_| Network::random(4, 5, 0.2, 3.0, &mut random)).collect();
        let borders = Borders::new(vec![25, 15]).expect("falling");
        let card = Card {
            format: FORMAT,
            program: "draughts-td test".into(),
            inputs: "nn1".into(),
            additions: true,
            fingerprint: "abc".into(),
            input_names: ["a", "b", "c", "d"].map(String::from).to_vec(),
            borders: vec![25, 15],
            hidden: 5,
            training: serde_json::json!({ "seed": 1 }),
        };
        (Model::new(borders, networks), card)
    }

    fn parsed(bytes: &[u8]) -> Result<(Model, Card), WeightsError> {
        parse(Path::new("net.safetensors"), bytes, "abc")
    }

    #[test]
    fn a_written_network_reads_back_to_the_bit() {
        let (model, card) = example();
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("net.safetensors");
        write(&path, &model, &card).expect("written");
        assert_eq!(read(&path, "abc").expect("read"), (model, card));
    }

    #[test]
    fn equal_networks_make_equal_files() {
        let (model, card) = example();
        assert_eq!(encode(&model, &card).ok(), encode(&model, &card).ok());
    }

    #[test]
    fn another_catalogue_is_refused() {
        let (model, card) = example();
        let bytes = encode(&model, &card).expect("bytes");
        let message = parse(Path::new("net"), &bytes, "def").expect_err("refused").to_string();
        assert!(message.contains("catalogue abc") && message.contains("train again"), "{message}");
    }

    #[test]
    fn a_file_cut_anywhere_is_refused_without_panic() {
        let (model, card) = example();
        let bytes = encode(&model, &card).expect("bytes");
        for length in (0..bytes.len()).step_by(7) {
            let message = parsed(&bytes[..length]).expect_err("refused").to_string();
            assert!(message.contains("cut short"), "{length}: {message}");
        }
    }

    #[test]
    fn a_file_with_a_changed_byte_never_panics() {
        let (model, card) = example();
        let bytes = encode(&model, &card).expect("bytes");
        for at in 0..bytes.len() {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0x11;
            let _ = parsed(&bytes);
        }
    }

    #[test]
    fn weights_that_are_not_numbers_are_refused() {
        let (mut model, card) = example();
        model.network_mut(1).bias[2] = f32::NAN;
        let message =
            parsed(&encode(&model, &card).expect("bytes")).expect_err("refused").to_string();
        assert!(message.contains("not numbers"), "{message}");
    }

    #[test]
    fn a_missing_file_and_a_folder_are_told_by_name() {
        let folder = tempfile::tempdir().expect("temporary folder");
        for path in [folder.path().join("none"), folder.path().to_path_buf()] {
            let message = read(&path, "abc").expect_err("refused").to_string();
            assert!(message.starts_with("cannot read network file"), "{message}");
        }
    }
}
