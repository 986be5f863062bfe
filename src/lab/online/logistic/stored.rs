//! The network as a file has it.

use serde_json::{Map, Value, json};

use super::network::Logistic;
use crate::models::{Contents, Tensors, ValueFunction, WeightsError, WeightsFile};

/// The most units and inputs that a file may ask for.
const MOST: u64 = 100_000;

/// A network with the name of the inputs that it was learned with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LogisticFile {
    /// Which inputs, in which order.
    pub inputs: String,
    /// The network.
    pub network: Logistic,
}

/// The word on the card.
const KIND: &str = "logistic";

impl From<&LogisticFile> for Contents {
    fn from(file: &LogisticFile) -> Contents {
        let network = &file.network;
        let card = json!({
            "inputs": file.inputs,
            "shape": [network.inputs(), network.hidden()],
            "offsets": network.has_offsets(),
        });
        let card = card.as_object().expect("an object").clone();
        Contents { kind: KIND, card, tensors: network.tensors() }
    }
}

impl LogisticFile {
    /// The network in a file.
    ///
    /// # Errors
    /// When it holds another model, or parameters are missing, misshapen or no numbers.
    pub(crate) fn read(file: &WeightsFile) -> Result<LogisticFile, WeightsError> {
        file.open(KIND, LogisticFile::restore)
    }

    fn restore(card: &Map<String, Value>, tensors: &Tensors) -> Result<LogisticFile, String> {
        let size = |index: usize| {
            let size = card.get("shape").and_then(|shape| shape.get(index)).and_then(Value::as_u64);
            size.filter(|size| (1..=MOST).contains(size)).ok_or("its card has no shape")
        };
        let (inputs, hidden) = (size(0)? as usize, size(1)? as usize);
        let name = card.get("inputs").and_then(Value::as_str).ok_or("its card names no inputs")?;
        let has_offsets = card.get("offsets").and_then(Value::as_bool).unwrap_or(true);
        // The tensor is looked at before memory is taken: a card can claim more than a file holds.
        tensors.check("hidden.weight", &[inputs, hidden])?;
        let mut network = Logistic::zeros(inputs, hidden, has_offsets);
        network.fill(tensors)?;
        Ok(LogisticFile { inputs: name.into(), network })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::models::file;

    #[test]
    fn a_network_reads_back_from_its_file_to_the_bit() {
        for (hidden, has_offsets) in [(5, true), (16, false)] {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
            let network = Logistic::random(7, hidden, has_offsets, 0.1, &mut random);
            let stored = LogisticFile { inputs: "seven".into(), network };
            let bytes = file::encode(&stored, "test", Value::Null).expect("bytes");
            let file = WeightsFile::of(Path::new("net"), bytes).expect("a file");
            assert_eq!(LogisticFile::read(&file).expect("a network"), stored);
        }
    }

    /// A network whose card has another shape.
    struct Misshapen([usize; 2]);

    impl From<&Misshapen> for Contents {
        fn from(wrong: &Misshapen) -> Contents {
            let network = Logistic::zeros(2, 3, true);
            let stored = LogisticFile { inputs: "x".into(), network };
            let mut contents = Contents::from(&stored);
            contents.card.insert("shape".into(), json!(wrong.0));
            contents
        }
    }

    #[test]
    fn a_card_with_another_shape_is_refused() {
        let read = |shape| {
            let bytes = file::encode(&Misshapen(shape), "test", Value::Null).expect("bytes");
            LogisticFile::read(&WeightsFile::of(Path::new("net"), bytes).expect("a file"))
        };
        assert!(read([2, 3]).is_ok());
        for wrong in [[0, 3], [9, 3], [2, 9]] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }
}
